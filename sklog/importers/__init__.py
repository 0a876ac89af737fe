"""Evenings that other programs wrote: a package, or a file, for each foreign format.

    recognise(head)    whether a file that begins so is of this format
    read(text, where)  its evening as a Session, and where what it prints disagrees with what happened

`import` asks each of them whether a file is its own.
"""
