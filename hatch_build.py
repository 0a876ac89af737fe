"""What the package's own page shows of README.md: its links lead to where the project is, or are plain text."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?://|#)([^)]+)\)")


def readable(text: str, source: str) -> str:
    """Return a page whose links lead below `source`, such as https://…/blob/main; without one they are its words."""

    def link(found: re.Match[str]) -> str:
        picture, words, file = found.groups()
        address = urljoin(f"{source}/", file)
        return f"{picture}[{words}]({address.replace('/blob/', '/raw/') if picture else address})" if source else words

    return LINK.sub(link, text)


class Page(MetadataHookInterface):
    """Reads the address from SITE_SOURCE, as the site does: the release says it, and no file does."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the page, and the addresses that it links to."""
        source = os.environ.get("SITE_SOURCE", "")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readable(text, source)}
        if source:
            files = {"Source": "README.md", "Changelog": "CHANGELOG.md", "Documentation": "docs/index.md"}
            metadata["urls"] = {name: urljoin(f"{source}/", file) for name, file in files.items()}
