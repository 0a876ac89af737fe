"""The rules of a tariff as people read them: a price list, warnings, eight questions, and a file of a table's own."""

import re

from sklog.language import _
from sklog.scoring.tariff import Tariff
from sklog.tariffs.stakes import SOURCE


def source(tariff: Tariff) -> str:
    """Return where a tariff comes from: in the language that is spoken, where sklog itself has said it."""
    said = tariff.source
    if found := re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[\\w-]+)", re.escape(SOURCE)), said):
        return _(SOURCE, **found.groupdict())
    return said and _(said)
