"""Evenings that other programs wrote: a package, or a file, for each foreign format.

    recognise(head)    whether a file that begins so is of this format
    read(text, where)  its evening as a Session, and where what it prints disagrees with what happened

`import` asks each of them whether a file is its own. `lists` are what people keep in a spreadsheet: they say nothing of
themselves, so that a list is known by its ending and by not being sklog's own csv, and may hold many evenings.

`entrants` is no evening, but the list of who enters a tournament.
"""
