"""What a page of html is built of."""

from html.parser import HTMLParser


class Outline(HTMLParser):
    """Collects what a page is built of: each tag with its attributes, and the text of headings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.headings: list[tuple[str, str]] = []
        self._in = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember a tag."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._in = tag

    def handle_data(self, data: str) -> None:
        """Remember a heading."""
        if self._in in ("h1", "h2", "h3"):
            self.headings.append((self._in, data))
            self._in = ""

    def attributes(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of every such tag."""
        return [attributes for name, attributes in self.tags if name == tag]
