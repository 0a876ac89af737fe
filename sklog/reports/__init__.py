"""What sklog shows: a builder fills a `Report` with raw values, a renderer writes any Report in one format.

    session, line, plan, tariff ──builder──▶ Report ──render──▶ text, markdown, csv, json, html

A new report is one builder, a new format one renderer. Amounts stay whole cents or points, and names stay as
they are, until a renderer writes them. `board` is the one exception: the text of `add` and `show`, which
must not wait for an import.
"""
