"""QR codes: as blocks in a terminal, as vector graphics in a page.

A banking app wants dark squares on a light ground with a light margin around them. A terminal gets both as colours,
whatever its own are; without colours the blocks are as they show on a dark ground.
"""

from __future__ import annotations

from html import escape
from io import StringIO
from typing import TYPE_CHECKING

import segno

from sklog.language import _
from sklog.reports.format import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.reports.model import Code

WHITE_ON_BLACK, AS_BEFORE = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def made(payload: str) -> segno.QRCode:
    """Return the code of a text: correction level M and no better, as a GiroCode has to be."""
    return segno.make_qr(payload, error="m", boost_error=False)


def drawn(code: Code, width: int, *, colour: bool = False) -> str:
    """Return a code for a terminal of so many columns, with its words; a sentence where it is too narrow."""
    qr = made(code.payload)
    needed = qr.symbol_size()[0]
    lines = [clean(code.title), *map(clean, code.words)]
    if needed > width:
        return "\n".join([*lines, _("The code needs {columns} columns: make the window wider.", columns=needed)])
    out = StringIO()
    qr.terminal(out, compact=True)
    blocks = out.getvalue().splitlines()
    return "\n".join([*lines, *(f"{WHITE_ON_BLACK}{row}{AS_BEFORE}" if colour else row for row in blocks)])


def figures(codes: Sequence[Code]) -> list[str]:
    """Return all codes as html, each beside its words, which are also what a screen reader says."""
    return ['<div class="codes">', *map(_figure, codes), "</div>"]


def _figure(code: Code) -> str:
    picture = made(code.payload).svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    label = escape(clean(code.title))
    named = picture.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    words = "".join(f"<span>{escape(clean(line))}</span>" for line in code.words)
    return f"<figure>{named}<figcaption><strong>{label}</strong>{words}</figcaption></figure>"
