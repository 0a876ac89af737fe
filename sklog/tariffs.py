"""Tariffs as text: where they are found, how they are read, and how they are kept.

    read, find, read_mapping    text or plain data -> Tariff, with every problem at its line and column
    to_mapping, from_mapping    Tariff <-> plain data that JSON can hold: the evening's own copy
    to_yaml, differences        Tariff -> text for people

`extends` names another tariff, whose settings this one inherits: mappings are merged key by key, everything
else is replaced, and `none` switches a part off. `name`, `title` and `source` are each file's own.
"""

from __future__ import annotations

import os
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NotFound, Problem, SklogError, TariffError
from sklog.scoring.games import BY_NAME, Game
from sklog.scoring.tariff import SECTIONS, Tariff

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sklog.yaml_text import Node

    Plain = Any
    Load = Callable[[str, str], tuple[str, str]]

NONE = "none"
ENDINGS = (".yaml", ".yml")
OWN_FOLDER = "SKLOG_TARIFFS"
NOT_INHERITED = ("name", "title", "source")
BLOCKS: Mapping[str, type] = {rule.__name__: rule for rule in SECTIONS.values()}


# -- kept as plain data -------------------------------------------------------------------------------


class Part(NamedTuple):
    """One key of a block: its YAML name, the dataclass's field, and the field's type as it is written."""

    key: str
    attribute: str
    kind: str
    default: Any
    metadata: Mapping[str, Any]

    @property
    def block(self) -> type | None:
        """The rule that the key holds; None where it holds a plain value."""
        return BLOCKS.get(self.kind.partition(" ")[0])

    @property
    def optional(self) -> bool:
        """Whether None is one of its values."""
        return self.kind.endswith("| None")

    @property
    def required(self) -> bool:
        """Whether a tariff must say it."""
        return self.default is MISSING


@cache
def parts(rule: type) -> tuple[Part, ...]:
    """Return the keys of a rule (a dataclass of `sklog.scoring.tariff`) in their order."""
    found = []
    for field in fields(rule):
        default = field.default
        if default is MISSING and field.default_factory is not MISSING:
            default = field.default_factory()
        found.append(Part(field.name.rstrip("_"), field.name, str(field.type), default, field.metadata))
    return tuple(found)


def to_mapping(tariff: Tariff) -> dict[str, Plain]:
    """Return the tariff as plain data that JSON can hold: every key, switched-off parts as "none"."""
    return {part.key: _plain(getattr(tariff, part.attribute)) for part in parts(Tariff)}


def _plain(value: Any) -> Plain:
    if value is None:
        return NONE
    if isinstance(value, (str, int)):
        return value
    if isinstance(value, Game):
        return value.name if BY_NAME.get(value.name) == value else _plain_game(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value if item != BY_NAME["zusammengeworfen"]]
    if isinstance(value, dict):
        return {str(key): item for key, item in value.items()}
    return {part.key: _plain(getattr(value, part.attribute)) for part in parts(type(value))}


def _plain_game(game: Game) -> dict[str, Plain]:
    plain = {field.name: getattr(game, field.name) for field in fields(Game)}
    for name in ("trumps", "suits", "aliases"):
        plain[name] = list(plain[name])
    return {**plain, "price": NONE if game.price is None else game.price}


def from_mapping(mapping: Mapping[str, Plain]) -> Tariff:
    """Return the tariff that `to_mapping` wrote. Nothing is checked: it was, when the tariff was read.

    A key which the writer did not know yet has its default.
    """
    return _restored(Tariff, mapping)  # type: ignore[no-any-return]


def _restored(rule: type, mapping: Mapping[str, Plain]) -> Any:
    values = {}
    for key, attribute, kind, _, _ in parts(rule):
        if key in mapping:
            values[attribute] = _restore(kind)(mapping[key])
    return rule(**values)


@cache
def _restore(kind: str) -> Callable[[Plain], Any]:
    """Return what turns plain data back into a field of this type."""
    first, _, others = kind.partition(" | ")
    if rule := BLOCKS.get(first):
        return lambda plain: None if plain == NONE else _restored(rule, plain)
    if first == "tuple[Game, ...]":
        return lambda plain: (*map(_restored_game, plain), BY_NAME["zusammengeworfen"])
    if first.startswith("tuple["):
        return tuple
    if first.startswith("dict[int"):
        return lambda plain: {int(key): value for key, value in plain.items()}
    if others.endswith("None"):
        return lambda plain: None if plain == NONE else plain
    return lambda plain: plain


def _restored_game(plain: Plain) -> Game:
    if isinstance(plain, str):
        return BY_NAME[plain]
    lists = {name: tuple(plain[name]) for name in ("trumps", "suits", "aliases")}
    return Game(**{**plain, **lists, "price": None if plain["price"] == NONE else plain["price"]})


def to_yaml(tariff: Tariff) -> str:
    """Return the tariff as a complete file: every key, inheriting nothing."""
    from sklog import yaml_text

    return yaml_text.dump(to_mapping(tariff))


def differences(a: Tariff, b: Tariff) -> list[tuple[str, str, str]]:
    """Return (key path, what `a` says, what `b` says) where their rules differ; names and sources are no rules."""
    left, right = _flat(to_mapping(a)), _flat(to_mapping(b))
    paths = dict.fromkeys((*left, *right))
    rows = ((path, left.get(path, NONE), right.get(path, NONE)) for path in paths if path not in NOT_INHERITED)
    return [row for row in rows if row[1] != row[2]]


def _flat(plain: Plain, path: str = "") -> dict[str, str]:
    """Return every setting as text under its path, such as `schneider.price`."""
    from sklog import yaml_text

    if not isinstance(plain, dict):
        return {path: yaml_text.flow(plain)} if plain not in (NONE, []) else {path: NONE}
    flat: dict[str, str] = {}
    for key, value in plain.items():
        flat |= _flat(value, f"{path}.{key}" if path else key)
    return flat


# -- found --------------------------------------------------------------------------------------------


def _shipped_folder() -> Path:
    """Return where the shipped tariffs are: inside the installed package, or beside it in a checkout."""
    from pathlib import Path

    package = Path(__file__).resolve().parent
    installed = package / "_tariffs"
    return installed if installed.is_dir() else package.parent / "tariffs"


def own_folder() -> Path:
    """Return where the user's own tariffs are: `$SKLOG_TARIFFS`, else the platform's config folder."""
    from pathlib import Path

    if told := os.environ.get(OWN_FOLDER):
        return Path(told)
    import platformdirs

    return Path(platformdirs.user_config_dir("sklog", appauthor=False)) / "tariffs"


def _files(folder: Path) -> dict[str, Path]:
    """Return the tariffs in a folder by the names of their files; none where there is no folder."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))} if folder.is_dir() else {}


def shipped() -> list[str]:
    """Return the names of the tariffs that come with sklog."""
    return list(_files(_shipped_folder()))


def available() -> dict[str, Path]:
    """Return every tariff that has a name, and its file: the shipped ones first, then the user's own.

    A shipped name means the shipped tariff: a session file that says `wiki` is the same everywhere.
    """
    return {**_files(own_folder()), **_files(_shipped_folder())}


def find(name_or_path: str, near: Path | None = None) -> Tariff:
    """Return a shipped or own tariff by its name, or the one in a file.

    A path has a slash in it or ends in `.yaml`, and is relative to `near` (a folder, or a file in it), else to
    the working directory. Raises NotFound with what there is, TariffError with all that is wrong in it.
    """
    return read(*_source(name_or_path, near))


def _source(name_or_path: str, near: Path | None) -> tuple[str, str]:
    """Return the text of a tariff and its file as it is to be named to people."""
    from pathlib import Path

    from sklog import yaml_text

    if "/" in name_or_path or os.sep in name_or_path or name_or_path.endswith(ENDINGS):
        folder = near if near is None or near.is_dir() else near.parent
        path = (folder or Path()) / Path(name_or_path).expanduser()
    elif (path_or_none := available().get(name_or_path)) is not None:
        path = path_or_none
    else:
        raise NotFound(_unknown(name_or_path))
    shown = _shown(path)
    return yaml_text.text_of(shown, TariffError), str(shown)


def _unknown(name: str) -> str:
    import difflib

    names = list(available())
    near = difflib.get_close_matches(name.casefold(), names, n=2, cutoff=0.6)
    guess = f", did you mean {' or '.join(near)}?" if near else ";"
    return f'there is no tariff "{name}"{guess} There are {", ".join(names)}; a path ends in .yaml'


def _shown(path: Path) -> Path:
    """Return a path as people read it, and always the same for one file: relative below the working directory."""
    from pathlib import Path

    real, here = path.resolve(), Path.cwd().resolve()
    return real.relative_to(here) if real.is_relative_to(here) else real


# -- read ---------------------------------------------------------------------------------------------


def read(text: str, where: str, load: Load | None = None) -> Tariff:
    """Return the tariff that a text says; `where` names its file and is where paths in it begin.

    `load(name, where)` returns the text and the file of the tariff named by `extends` in the file `where`;
    without it they are found as by `find`. Raises TariffError with every problem, each at its line and column.
    """
    from sklog import yaml_text

    tree, problems = yaml_text.parse(text, where)
    return _read_tree(tree, problems, where, load)


def read_mapping(mapping: Mapping[str, Plain] | Node, where: str, load: Load | None = None) -> Tariff:
    """Return the tariff that plain data says (from JSON, or a part of a session file), checked like a text."""
    from sklog import yaml_text

    try:
        tree = yaml_text.node_of(mapping, where)
    except SklogError as wrong:
        raise TariffError(*wrong.problems) from None
    return _read_tree(tree, [], where, load)


def _read_tree(tree: Node, problems: list[Problem], where: str, load: Load | None) -> Tariff:
    from sklog import tariff_reader

    syntax = len(problems)
    tree, whole = _inherited(tree, problems, (where,), load or _load)
    reader = tariff_reader.Reader(problems, whole=whole and not syntax)
    tariff = reader.tariff(tree)
    if problems or tariff is None:
        raise TariffError(*dict.fromkeys(problems))
    return tariff


def _load(name: str, where: str) -> tuple[str, str]:
    from pathlib import Path

    return _source(name, Path(where).parent)


def _inherited(tree: Node, problems: list[Problem], chain: tuple[str, ...], load: Load) -> tuple[Node, bool]:
    """Return the tree with everything it inherits, and whether all of that was found."""
    from sklog import tariff_reader, yaml_text

    if not isinstance(tree.value, dict):
        return tree, True
    entries = dict(tree.value)
    extends = entries.pop("extends", None)
    child = tariff_reader.tidied(yaml_text.Node(entries, tree.mark, tree.key_marks))
    if extends is None:
        return child, True
    if not isinstance(extends.value, str) or not extends.value:
        problems.append(extends.mark.problem("extends: expected the name of a tariff, or a path"))
        return child, False
    try:
        text, where = load(extends.value, chain[-1])
    except SklogError as wrong:
        problems.extend(extends.mark.problem(f"extends: {problem}") for problem in wrong.problems)
        return child, False
    if where in chain:
        around = " extends ".join((*chain[chain.index(where) :], where))
        problems.append(extends.mark.problem(f"extends: in a circle, {around}"))
        return child, False
    parent, wrong_there = yaml_text.parse(text, where)
    problems.extend(wrong_there)
    base, whole = _inherited(parent, problems, (*chain, where), load)
    return _merged(base, child, top=True), whole and not wrong_there


def _merged(base: Node, child: Node, *, top: bool = False) -> Node:
    """Return the mappings merged key by key; anything else the child says replaces what it inherits."""
    from sklog import yaml_text

    if not isinstance(base.value, dict) or not isinstance(child.value, dict):
        return child
    entries = {key: node for key, node in base.value.items() if not (top and key in NOT_INHERITED)}
    for key, node in child.value.items():
        inherited = entries.get(key)
        if inherited is not None and top and key == "kontra":
            inherited = _chain_as_block(inherited)
        entries[key] = _merged(inherited, node) if inherited is not None else node
    return yaml_text.Node(entries, child.mark, {**base.key_marks, **child.key_marks})


def _chain_as_block(node: Node) -> Node:
    """Return an inherited `kontra: [Kontra, Re]` as the block it stands for, for the child to change."""
    from sklog import yaml_text

    return yaml_text.Node({"names": node}, node.mark, {"names": node.mark}) if isinstance(node.value, list) else node


# -- written ------------------------------------------------------------------------------------------


def schema() -> dict[str, Plain]:
    """Return the JSON Schema (draft 2020-12) of tariff files, for completion in editors."""
    from sklog import tariff_schema

    return tariff_schema.schema()


def new_text(name: str, base: str) -> str:
    """Return a commented file for a tariff of one's own that begins with `base`; NotFound as by `find`."""
    from sklog import tariff_schema

    return tariff_schema.new_text(name, base, find(base))
