"""Tariffs as text: where they are found, how they are read, and how they are written.

    find, read, read_mapping    a name, a text or plain data -> Tariff, with every problem at its line and column
    chosen, with_prices         the same for somebody who chooses a name, and the names with what they cost
    with_trees                  the same, and what its file says
    to_yaml, differences        Tariff -> text for people

`sklog.scoring.settings` makes a Tariff plain data that JSON can hold, `describe` says what a file may hold.

`extends` names another tariff, whose settings this one inherits: mappings are merged key by key, everything
else is replaced, and `none` switches a part off. `name`, `title` and `source` are each file's own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklog import yaml_text
from sklog.errors import NotFound, Problem, SklogError, TariffError, reason, similar
from sklog.language import _, _and, _or
from sklog.scoring.canonical import shown
from sklog.scoring.names import line
from sklog.scoring.outcome import ANNOUNCEMENTS
from sklog.scoring.settings import NONE, NOT_INHERITED, Setting, settings_of, to_mapping
from sklog.scoring.tariff import Kontra, Tariff
from sklog.tariffs import blocks, stakes
from sklog.tariffs.spellings import OFF, folded
from sklog.yaml_text import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Plain = Any
    Load = Callable[[str, str], tuple[str, str]]

ENDINGS = (".yaml", ".yml")
OWN_FOLDER = "SKLOG_TARIFFS"
DEFAULT = "sauspiel"  # where no evening says another


def to_yaml(tariff: Tariff) -> str:
    """Return the tariff as a complete file: every key, inheriting nothing."""
    return yaml_text.dump(to_mapping(tariff))


def differences(a: Tariff, b: Tariff) -> list[tuple[str, str, str]]:
    """Return (key path, what `a` says, what `b` says) where their rules differ; names and sources are no rules."""
    left, right = _flat(to_mapping(a)), _flat(to_mapping(b))
    paths = dict.fromkeys((*left, *right))
    rows = ((path, left.get(path, NONE), right.get(path, NONE)) for path in paths if path not in NOT_INHERITED)
    return [row for row in rows if row[1] != row[2]]


def settings(tariff: Tariff) -> list[tuple[str, str]]:
    """Return (key path, value) of every setting, as people read them."""
    return list(_flat(to_mapping(tariff)).items())


def _flat(plain: Plain, path: str = "") -> dict[str, str]:
    """Return every setting as text under its path, such as `schneider.price`."""
    if not isinstance(plain, dict):
        return {path: yaml_text.flow(plain)} if plain not in (NONE, []) else {path: NONE}
    flat: dict[str, str] = {}
    for key, value in plain.items():
        flat |= _flat(value, f"{path}.{key}" if path else key)
    return flat


# -- found --------------------------------------------------------------------------------------------


def shipped_folder() -> Path:
    """Return where the shipped tariffs are: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_tariffs"
    return installed if installed.is_dir() else package.parent / "tariffs"


def own_folder() -> Path:
    """Return where the user's own tariffs are: `$SKLOG_TARIFFS`, else the platform's config folder."""
    if told := os.environ.get(OWN_FOLDER):
        return Path(told)
    import platformdirs  # noqa: PLC0415  only for a user's own tariff

    return Path(platformdirs.user_config_dir("sklog", appauthor=False)) / "tariffs"


def _files(folder: Path) -> dict[str, Path]:
    """Return the tariffs in a folder by the names of their files; none where there is no folder."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))} if folder.is_dir() else {}


def shipped() -> list[str]:
    """Return the names of the tariffs that come with sklog."""
    return list(_files(shipped_folder()))


def available() -> dict[str, Path]:
    """Return every named tariff and its file: the shipped ones first, then the user's own.

    A shipped name always means the shipped tariff, so a session file that says `wiki` or `10-20-50` means the same
    everywhere.

    >>> "wiki" in sklog.tariff_names()
    True
    """
    own = _files(own_folder())
    return {**_files(shipped_folder()), **{name: path for name, path in own.items() if not is_elsewhere(name)}}


def is_elsewhere(name: str) -> bool:
    """Whether a name means the same tariff everywhere, so that none of one's own is found by it."""
    return stakes.is_plain(name) or bool(_called(name, _files(shipped_folder())))


def not_found() -> list[Path]:
    """Return the user's own files that are not found by their names: those mean other tariffs."""
    return [path for name, path in _files(own_folder()).items() if is_elsewhere(name)]


def called(name_or_path: str) -> str:
    """Return how a tariff that somebody names is noted: stakes by their name, anything else as it was said."""
    prices = _stakes(name_or_path)
    return prices.name if prices else name_or_path


def _stakes(word: str) -> stakes.Stakes | None:
    """Return the stakes that a word says; but for `10-20-50` a file of one's own that is called so goes before."""
    found = stakes.read(word)
    return None if found and not stakes.is_plain(word) and word in _files(own_folder()) else found


def _called(name: str, files: Mapping[str, Path]) -> list[Path]:
    """Return the files of this name: the very one, else all that are called so in other capitals."""
    exact = files.get(name)
    return [exact] if exact else [path for other, path in files.items() if other.casefold() == name.casefold()]


def find(name_or_path: str, near: Path | None = None) -> Tariff:
    """Return a tariff by its name or its stakes (`10-20-50`), or the one in a file.

    A path has a slash in it or ends in `.yaml`, and is relative to `near` (a folder, or a file in it), or to the
    working directory. Raises NotFound with the names that exist, TariffError with everything wrong in it. The settings
    are in docs/tariffs.md.

    >>> sklog.find_tariff("lamers").prices["solo"]
    20
    """
    return read(*_source(line(name_or_path), near, available))


def chosen(name_or_path: str, near: Path | None = None) -> Tariff:
    """Return the tariff that `find` does; to somebody who chooses, NotFound says what each that there is costs."""
    return read(*_source(name_or_path, near, with_prices))


def with_prices() -> list[str]:
    """Return the name of each tariff that can be found, with its prices: "bsv 10-10-50"; a wrong one has none."""
    names = []
    for name in available():
        try:
            found = find(name)
        except SklogError:
            names.append(name)
        else:
            names.append(stakes.beside(found._replace(name=name)))
    return names


def _source(name_or_path: str, near: Path | None, known: Callable[[], Iterable[str]]) -> tuple[str, str]:
    """Return the text of a tariff and its file as it is to be named to people; NotFound names those `known`."""
    # two people who say 10-20-50 mean these prices, whatever files one of them has: an own file of that name goes by
    # its path, like one that is called as a shipped tariff is
    if prices := _stakes(name_or_path):
        return yaml_text.dump(stakes.text(prices, find(DEFAULT))), prices.name
    try:
        path = _shown(_path(name_or_path, near, known))
    except (OSError, RuntimeError, ValueError) as wrong:  # a circle of links, no home, a NUL in it
        raise NotFound(_("{path!r} is not a path: {reason}", path=name_or_path, reason=reason(wrong))) from None
    return yaml_text.text_of(path, TariffError), str(path)


def is_path(name_or_path: str) -> bool:
    """Whether a word means a file rather than the name, or the stakes, of a tariff."""
    if _stakes(name_or_path):
        return False
    return "/" in name_or_path or os.sep in name_or_path or name_or_path.endswith(ENDINGS)


def _path(name_or_path: str, near: Path | None, known: Callable[[], Iterable[str]]) -> Path:
    found: Path | None
    if is_path(name_or_path):
        folder = near if near is None or near.is_dir() else near.parent
        found = (folder or Path()) / Path(name_or_path).expanduser()
    else:
        near_by = _called(name_or_path, _files(shipped_folder())) or _called(name_or_path, _files(own_folder()))
        if len(near_by) > 1:
            names = _and(path.stem for path in near_by)
            raise NotFound(_("{name} may be {names}: say which", name=shown(name_or_path), names=names))
        found = near_by[0] if near_by else None
    if (found is None or not found.is_file()) and (wrong := stakes.mistaken(name_or_path)):
        raise NotFound(wrong)
    if found is None:
        raise NotFound(_unknown(name_or_path, known()))
    return found


def _unknown(name: str, listed: Iterable[str]) -> str:
    said = {"name": shown(name), "known": ", ".join(listed), "example": stakes.EXAMPLE}
    near = similar(said["name"].casefold(), available(), 2)
    if not near:
        return _('there is no tariff "{name}"; try {known}, or prices such as {example}; a path ends in .yaml',
                 **said)  # fmt: skip
    return _(
        'there is no tariff "{name}", did you mean {near}? The names are {known}, or prices such as {example}; a '
        "path ends in .yaml",
        near=_or(near),
        **said,
    )


def _shown(path: Path) -> Path:
    """Return a path as people read it, and always the same for one file: relative below the working directory."""
    real, here = path.resolve(), Path.cwd().resolve()
    return real.relative_to(here) if real.is_relative_to(here) else real


# -- read ---------------------------------------------------------------------------------------------


def read(text: str, where: str = "tariff", load: Load | None = None) -> Tariff:
    """Return the tariff in a text; `where` names its file, and paths in it are relative to that.

    `load(name, where)` returns the text and the file of the tariff named by `extends` in the file `where`; by default
    as `find_tariff` finds it. Raises TariffError with every problem, each with line and column. The settings are in
    docs/tariffs.md.

    >>> sklog.read_tariff("{name: haus, extends: lamers}").prices["solo"]
    20
    """
    tree, problems = yaml_text.parse(text, where, decimals=True)
    return _read_whole(tree, problems, where, load or _load)[0]


def with_trees(name_or_path: str, near: Path | None = None) -> tuple[Tariff, Node, Node]:
    """Return a tariff as `find` does, what its file says, and the same with all that it inherits."""
    text, where = _source(name_or_path, near, available)
    tree, problems = yaml_text.parse(text, where, decimals=True)
    tariff, whole = _read_whole(tree, problems, where, _load)
    return tariff, tree, whole


def read_mapping(mapping: Mapping[str, Plain] | Node, where: str, *, recorded: bool = False) -> Tariff:
    """Return the tariff that plain data says (from JSON, or a part of a session file), checked like a text.

    One that was `recorded` may say what no file may today.
    """
    try:
        tree = yaml_text.node_of(mapping, where)
    except SklogError as wrong:
        raise TariffError(*wrong.problems) from None
    return _read_whole(tree, [], where, _load, recorded=recorded)[0]


def _read_whole(
    tree: Node, problems: list[Problem], where: str, load: Load, *, recorded: bool = False
) -> tuple[Tariff, Node]:
    """Return the tariff, and the tree that it was read from, with all that it inherits."""
    if problems and not tree.value:
        raise TariffError(*problems)
    tree, whole = _inherited(tree, problems, (where,), load)
    tariff = blocks.Reader(problems, whole=whole, recorded=recorded).tariff(tree)
    if tariff is None:
        raise TariffError(*sorted(dict.fromkeys(problems), key=_place(where)))
    return tariff, tree


def _place(where: str) -> Callable[[Problem], tuple[bool, str, int, int]]:
    """Return the order in which people read problems: their own file first, from top to bottom."""
    return lambda problem: (problem.where != where, problem.where, problem.line, problem.column)


def _load(name: str, where: str) -> tuple[str, str]:
    return _source(name, Path(where).parent, available)


def _inherited(tree: Node, problems: list[Problem], chain: tuple[str, ...], load: Load) -> tuple[Node, bool]:
    """Return the tree with everything it inherits, and whether all of that was found."""
    if not isinstance(tree.value, dict):
        return tree, True
    entries = dict(tree.value)
    extends = entries.pop("extends", None)
    child = blocks.tidied(Node(entries, tree.mark, tree.key_marks))
    if extends is None:
        return child, True
    if not isinstance(extends.value, str) or not extends.value:
        problems.append(extends.mark.problem(_("extends: expected the name of a tariff, or a path")))
        return child, False
    try:
        text, where = load(extends.value, chain[-1])
    except SklogError as wrong:
        problems.extend(extends.mark.problem(f"extends: {problem}") for problem in wrong.problems)
        return child, False
    if where in chain:
        around = " extends ".join((*chain[chain.index(where) :], where))
        problems.append(extends.mark.problem(_("extends: goes round in a circle, {around}", around=around)))
        return child, False
    parent, wrong_there = yaml_text.parse(text, where, decimals=True)
    problems.extend(wrong_there)
    base, whole = _inherited(parent, problems, (*chain, where), load)
    return _merged(base, child, Tariff), whole and not wrong_there


def _merged(base: Node, child: Node, rule: Any = None) -> Node:
    """Return the mappings merged key by key; anything else the child says replaces what it inherits.

    Of two keys of a `rule` that cannot stand beside each other saying one drops the other that is inherited; so does
    saying a key of which it inherits a finer one, or what is counted together of which it inherits a growth.
    """
    if not isinstance(base.value, dict) or not isinstance(child.value, dict):
        return child
    known = {setting.key: setting for setting in settings_of(rule)} if rule else {}
    dropped = {other for setting in known.values() for other in _dropped(setting, child.value)}
    if rule is Tariff:
        dropped.update(NOT_INHERITED)
    entries = {key: node for key, node in base.value.items() if key not in dropped}
    for key in _counted_together(child) & entries.keys():
        entries[key] = _without(entries[key], ("growth", "times"))
    if rule is Tariff and "prices" in entries:
        entries["prices"] = _without(entries["prices"], _own_prices(child.value, entries["prices"]))
    for key, node in child.value.items():
        inherited, block = entries.get(key), known[key].block if key in known else None
        if inherited is not None and block is Kontra:
            inherited = blocks.chain_as_block(inherited)  # for the child to change
        entries[key] = _merged(inherited, node, block) if inherited is not None else node
    return Node(entries, child.mark, {**base.key_marks, **child.key_marks})


def _dropped(setting: Setting, said: Mapping[str, Node]) -> Iterator[str]:
    """Yield the key that cannot stand beside one that is said."""
    other, rough = setting.metadata.get("instead"), setting.metadata.get("finer")
    if rough in said and setting.key not in said:
        yield setting.key
    if other and setting.key in said and not _off(said[setting.key]):
        yield other
    if other and other in said and not _off(said[other]):
        yield setting.key


def _counted_together(said: Node) -> set[str]:
    """Return what a tariff counts together."""
    doublings = said.value.get("doublings") if isinstance(said.value, dict) else None
    together = doublings.value.get("together") if doublings and isinstance(doublings.value, dict) else None
    items = together.value if together and isinstance(together.value, list) else []
    return {folded(item.value) for item in items if isinstance(item.value, str)}


def _own_prices(said: Mapping[str, Node], inherited: Node) -> tuple[str, ...]:
    """Return the inherited prices of a Tout or a Sie of which a tariff says by what it multiplies."""
    blocks_said = {name: block.value for name, block in said.items() if name in ANNOUNCEMENTS}
    multiplying = {name for name, block in blocks_said.items() if isinstance(block, dict) and "times" in block}
    keys = inherited.value if isinstance(inherited.value, dict) else ()
    return tuple(key for key in keys if key.rpartition("-")[2] in multiplying)


def _without(block: Node, keys: tuple[str, ...]) -> Node:
    if not isinstance(block.value, dict):
        return block
    return Node({key: node for key, node in block.value.items() if key not in keys}, block.mark, block.key_marks)


def _off(node: Node) -> bool:
    return isinstance(node.value, str) and folded(node.value) in OFF
