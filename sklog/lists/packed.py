"""A workbook as what it is, a zip file of XML: its parts as streams of elements, within limits.

    Packed.elements   the elements of a small part that have certain names, each with its attributes
    Packed.walk       a part of any size, handed to a Reader as it comes

Nothing is believed. Before the XML of a part is read, its bytes are counted; what is read is forgotten at once, unless
its reader keeps it. Whatever a part says of its encoding, it is read as UTF-8, or as UTF-16 where it begins so: in both
of them nothing hides from who counts bytes.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from sklog.errors import SessionFileError
from sklog.language import _
from sklog.lists import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

CHUNK = 65_536
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, OSError, ValueError, NotImplementedError)
"""What comes of a zip file that is cut, or was changed."""
_ENTRY = b"PK\x01\x02"  # begins what the end of a zip file says of each part
_HOW = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may unpack without end in one step
_TAG = re.compile(rb"<([^\s/>]+)")
_TEXTS, _ASIDE = ("t", "v", "p"), ("rPh", "annotation")
"""Elements of either kind of workbook that have text, and those whose text is none of it: how it is pronounced."""


class Reader:
    """What is told of a part: elements that are in `names`, by what they are called there.

    `texts` gets what elements of text have, each when it ends. What the reader takes of attributes it says with `hear`,
    which counts letters, and is a part of the text where it is in one.
    """

    names: Mapping[str, str]
    texts: list[str]
    hear: Callable[[str], None]
    pieces: list[str] | None = None
    aside = 0

    def begin(self, tag: str, said: dict[str, str]) -> None:
        """Take the beginning of an element, and its attributes."""
        self.aside += tag in _ASIDE
        if not self.aside and tag in _TEXTS:
            self.pieces = []
        elif not self.aside:
            self.start(tag, said)

    def finish(self, tag: str) -> None:
        """Take its end."""
        if self.aside:
            self.aside -= tag in _ASIDE
        elif tag in _TEXTS:
            self.texts.append("".join(self.pieces or ()))
            self.pieces = None
        else:
            self.end(tag)

    def text(self, said: str) -> None:
        """Take what stands in an element."""
        if self.pieces is not None and not self.aside:
            self.hear(said)

    def start(self, tag: str, said: dict[str, str]) -> None:
        """Take the beginning of one that has no text of its own."""

    def end(self, tag: str) -> None:
        """Take its end."""


class _Elements(Reader):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.found: list[tuple[str, dict[str, str]]] = []

    def start(self, tag: str, said: dict[str, str]) -> None:
        self.hear("".join(said.values()))
        self.found.append((tag, said))


class Packed:
    """The parts of a workbook, by their `names`.

    Raises Refused where there is too much, SessionFileError where it is not as workbooks are, and one of DAMAGED.
    """

    def __init__(self, data: bytes, where: str) -> None:
        self.where = where
        self._hold(limits.PARTS, data.count(_ENTRY))
        self._zip = zipfile.ZipFile(io.BytesIO(data))
        parts = self._zip.infolist()
        self._hold(limits.UNPACKED, sum(part.file_size for part in parts))  # more than that is not unpacked of any
        if any(part.flag_bits & 1 for part in parts):
            raise SessionFileError(_("it has a password: save it without one"))
        if any(part.compress_type not in _HOW for part in parts):
            said = _("it is packed in a way that no spreadsheet program uses: open it in yours and save it again")
            raise SessionFileError(said)
        self.names = Counter(part.filename for part in parts)
        if twice := [name for name, count in self.names.items() if count > 1]:
            raise SessionFileError(_("it contains {part} twice: save it again in its program", part=seen(twice[0])))
        self._bytes = self._elements = self._attributes = self._letters = 0

    def elements(self, part: str, names: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
        """Return the elements of a small part that have these names; none where there is no such part."""
        reader = _Elements(names)
        if part in self.names:
            self.walk(part, reader, limits.SMALL)
        return reader.found

    def walk(self, part: str, reader: Reader, most: limits.Limit = limits.ELEMENTS) -> None:
        """Read a part from its beginning to its end."""
        if part not in self.names:
            raise SessionFileError(_("{part} is missing in it: save it again in its program", part=seen(part)))
        self._count(part, most)
        parser = expat.ParserCreate("UTF-8", " ")
        parser.buffer_text = True
        depth, called = 0, reader.names.get

        def start(name: str, said: dict[str, str]) -> None:
            nonlocal depth
            depth += 1
            self._hold(limits.DEPTH, depth, part)
            if tag := called(name):
                reader.begin(tag, said)

        def end(name: str) -> None:
            nonlocal depth
            depth -= 1
            if tag := called(name):
                reader.finish(tag)

        reader.hear, reader.texts = partial(self._hear, part, reader), []
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, reader.text
        parser.StartNamespaceDeclHandler = partial(self._namespace, part)
        parser.StartDoctypeDeclHandler = partial(self._doctype, part)
        self._parse(part, parser)

    def _hear(self, part: str, reader: Reader, said: str) -> None:
        self._letters += len(said)
        self._hold(limits.LETTERS, self._letters, part)
        if reader.pieces is not None:
            reader.pieces.append(said)

    def _namespace(self, part: str, _prefix: str | None, name: str | None) -> None:
        self._hold(limits.NAMESPACE, len(name or ""), part)

    def _doctype(self, part: str, *_said: object) -> NoReturn:
        raise SessionFileError(_("{part} has a DOCTYPE, which no spreadsheet program writes", part=seen(part)))

    def _parse(self, part: str, parser: expat.XMLParserType) -> None:
        fed = 0
        try:
            for chunk in self._chunks(part):
                parser.Parse(chunk)
                fed += len(chunk)
                self._hold(limits.TOKEN, fed - parser.CurrentByteIndex, part)
                self._hold(limits.KINDS, len(parser.intern), part)
            parser.Parse(b"", True)  # noqa: FBT003  expat knows no other way
        except expat.ExpatError as wrong:
            told = {"line": wrong.lineno, "part": seen(part)}
            said = _("line {line} of its {part} is not XML in UTF-8: save it again in its program", **told)
            raise SessionFileError(said) from None

    def _count(self, part: str, most: limits.Limit) -> None:
        """Count the elements and attributes of a part, and of all together, by their bytes: that takes no time."""
        own = 0
        for chunk in self._chunks(part):
            elements = chunk.count(b"<") - chunk.count(b"</")
            own += elements
            self._elements += elements
            self._attributes += chunk.count(b"=")
            self._bytes += len(chunk)
            counts = own, self._elements, self._attributes, self._bytes  # a part may be walked several times
            of = most, limits.ELEMENTS, limits.ATTRIBUTES, limits.UNPACKED
            for limit, count in zip(of, counts, strict=True):
                self._hold(limit, count, part, chunk)

    def _hold(self, limit: limits.Limit, count: int, part: str = "", chunk: bytes = b"") -> None:
        """Raise Refused where there is more than a limit allows: mostly of what, the chunk of a part says."""
        if count > limit.most:
            ((tag, _often),) = Counter(_TAG.findall(chunk)).most_common(1) or [(b"", 0)]
            what = f"<{seen(tag.decode(errors='replace'))}>" if chunk else ""
            raise limit.refusal(self.where, part=seen(part), what=what)

    def _chunks(self, part: str) -> Iterator[bytes]:
        with self._zip.open(part) as opened:
            yield from iter(partial(opened.read, CHUNK), b"")


def seen(text: str) -> str:
    """Return a name in a file without letters that cannot be seen, not longer than one is."""
    return "".join(one if one.isprintable() else "�" for one in text)[:100]
