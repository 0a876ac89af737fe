"""Evenings that other programs wrote: a package, or a file, for each foreign format.

    recognise(head)    whether a file that begins so is of this format
    read(text, where)  its evening as a Session, and where what it prints disagrees with what happened

There is one so far: `sklog.importers.netschafkopf`.
"""
