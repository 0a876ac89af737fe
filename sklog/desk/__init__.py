"""What is asked at a table, answered: (open ledger, evening, what was asked) -> a report, a line or another value.

The command line, the prompt and whoever comes say the same because they ask here. Nothing in this package prints,
opens a file or knows an option; whoever asks has opened the ledger, and decides how the answer is shown.

    typed        words -> the evening, people, amounts and events that are meant
    hands        a line or JSON -> a hand at this table; what a hand, an event or a correction did, and why
    settlement   who pays whom, from which hands that comes, and the codes for banking apps
    reporting    reports of an evening (`evening_reports`) and of a season, by their names
    preview      how a hand is understood while it is typed, and what each would win or pay
    table        how everybody at a table stands, the last hands, and what can be played next
    questions    question by question to a hand, a key for each answer
"""
