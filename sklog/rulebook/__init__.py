"""The rules of a tariff as people read them: a price list, warnings, eight questions, and a file of a table's own."""
