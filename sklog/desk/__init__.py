"""What is asked at a table, answered: (open ledger, evening, what was asked) -> a report, a line or another value.

The command line, the prompt and whoever comes say the same because they ask here. Nothing in this package prints,
opens a file or knows an option; whoever asks has opened the ledger, and decides how the answer is shown.

    typed        words -> the evening, people, amounts and events that are meant
    hands        a line or JSON -> a hand at this table; what a hand, an event or a correction did, and why
    settlement   who pays whom, and from which hands that comes
    reporting    reports of an evening (`evening_reports`) and of a season, by their names
    table        how everybody at a table stands, what can be played next, and a hand being typed, as values
"""
