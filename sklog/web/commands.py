"""web: the table as a folder of files, for phones alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from sklog.cli import printing, usage
from sklog.errors import Refused
from sklog.language import _
from sklog.web.folder import PYODIDE, write_folder

app = typer.Typer()
EXAMPLES: Mapping[str, tuple[str, ...]] = {"web": ("-o table", "-o table --pyodide pyodide-314.0.7.tgz")}
"""How the command is typed, behind its name."""


@app.command("web")
def web(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="The folder to write.", parser=usage.file_named)
    ],
    pyodide: Annotated[
        Path,
        usage.file_option("--pyodide", "Pyodide's npm package, or its folder (default: the package, if it lies here)."),
    ] = Path(f"pyodide-{PYODIDE}.tgz"),
) -> None:
    """Write the table as a web page, which phones keep and use without a laptop and without a network.

    Put the folder on any web host with https, and open its address on a phone. All hands stay on that phone.
    """
    if output.exists() and not output.is_dir():
        raise Refused(_("{file} is no folder", file=output))
    sizes = write_folder(output, pyodide)
    size = sum(sizes.values()) / 1e6
    printing.tell(_("{folder}: {count} files, {size} MB.", folder=output, count=len(sizes), size=f"{size:.1f}"))
    printing.tell(_("To try it here: python -m http.server --bind 127.0.0.1 --directory {folder} 8000", folder=output))
