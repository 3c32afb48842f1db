"""What of the code the program uses: `python -m tests.wired` prints every public definition that only tests reach.

Each of `HOUSES` is walked by itself, from the rooms that use it.

Definitions are nodes (top-level functions, classes and constants, methods of classes), the names in their code are the
edges, and the code of the other rooms is where reaching starts. A function that only an unreached function uses is
unreached too. Where the text does not tell, a definition counts as reached:

- `value.attr` reaches the method `attr` of every class that is reached, as a string given to `getattr` does;
- a dunder method, an override of a built-in base's method, a method of a class with a base from a library, which may
  call it, and a method a reached Protocol declares come with the class;
- a module's own statements run as soon as reached code imports the module; an assignment, a table of functions say, is
  an edge from the assigned name instead, and a decorator of ours reaches what it decorates.

- the record of a game names code as text, `module:name`, and functions by their module in a table; both count as used.

A field of a dataclass is no method, and a name bound in a function hides a definition of the same name.
"""

import ast
import builtins
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from rules.values import Value
from tests.absent import is_absent
from tests.wired_names import Names, Uses, first, opened, stored

ROOT: Final = Path(__file__).resolve().parent.parent
HOUSE: Final = "rules"
RECORDS: Final = "games"
ROOTS: Final = ("bot.py", "settings.py", "program", "cogs", "demo", RECORDS, "examples")
HOUSES: Final = {
    HOUSE: (*ROOTS, "umpire", "render", "storage"),
    "umpire": ROOTS,
    "render": (*ROOTS, "umpire"),
    "storage": (*ROOTS, "umpire", "render", "storage/migrations"),  # alembic runs migrations by file
}
"""Each room that is walked, with the files and folders that use it; one of those inside it is no part of it."""
LIST: Final = "tests/wired.toml"
TYPING: Final = frozenset({"Protocol", "Generic", "NamedTuple", "TypedDict", "Enum", "StrEnum"})
"""Bases from the standard library that call no method of their subclasses."""

Kind: TypeAlias = Literal["module", "constant", "function", "class", "method"]


class Definition(Value):
    """One node: `name` is module and qualified name, `lines` how many its text has, decorators included."""

    name: str
    kind: Kind
    module: str
    path: Path
    line: int
    lines: int
    uses: Uses
    owner: str = ""

    @property
    def is_public(self) -> bool:
        """Whether no part of its path begins with an underscore."""
        return not any(part.startswith("_") for part in self.name.split("."))


@dataclass(slots=True)
class Wiring:
    """The graph: every definition of the house by name, what each module's names stand for, what all users name."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    scopes: dict[str, dict[str, str | None]] = field(default_factory=dict)
    users: Uses = field(default_factory=Uses)
    methods: dict[str, list[str]] = field(default_factory=dict)
    protocols: set[str] = field(default_factory=set)
    exempt: set[str] = field(default_factory=set)
    house: str = HOUSE

    def reached(self, listed: Iterable[str] = ()) -> frozenset[str]:
        """Every node that the users reach, or a listed definition; a listed class brings all its methods."""
        return _Walk(self).run(listed)

    def unreached(self, listed: Iterable[str] = ()) -> tuple[Definition, ...]:
        """The public definitions nobody reaches, by name; of a class that is not reached, the class alone."""
        found = self.reached(listed)
        return tuple(
            self.definitions[name]
            for name in sorted(self.definitions.keys() - found)
            if self.definitions[name].is_public and self.definitions[name].kind != "module"
            if not self.definitions[name].owner or self.definitions[name].owner in found
        )

    def resolve(self, path: str) -> tuple[str, tuple[str, ...]]:
        """The node a dotted path leads to ("" if it is none of ours), and the attributes that follow."""
        parts = path.split(".")
        for seen in range(len(parts), 0, -1):
            module, rest = ".".join(parts[:seen]), parts[seen:]
            if module not in self.scopes:
                continue
            if not rest:
                return module, ()
            if f"{module}.{rest[0]}" in self.definitions:
                return f"{module}.{rest[0]}", tuple(rest[1:])
            origin = self.scopes[module].get(rest[0])
            return self.resolve(".".join([origin, *rest[1:]])) if origin is not None else ("", tuple(rest[1:]))
        return "", tuple(parts[1:])


class _Walk:
    """One walk through the graph, from what the users name to where no edge leads further."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.waiting: list[str] = []

    def run(self, listed: Iterable[str]) -> frozenset[str]:
        self._use(self.wiring.users)
        for name in listed:
            self._reach(name)
            for method in self.wiring.methods.get(name, ()):
                self._reach(method)
        while self.waiting:
            self._enter(self.wiring.definitions[self.waiting.pop()])
        return frozenset(self.found)

    def _reach(self, name: str) -> None:
        if name in self.wiring.definitions and name not in self.found:
            self.found.add(name)
            self.waiting.append(name)

    def _enter(self, node: Definition) -> None:
        self._use(node.uses)
        self._reach(node.owner or node.module)
        if node.kind == "module":
            self._reach(node.name.rpartition(".")[0])
        for name in self.wiring.methods.get(node.name, ()):
            attribute = name.rpartition(".")[2]
            if attribute in self.attributes or name in self.wiring.exempt:
                self._reach(name)
            if node.name in self.wiring.protocols:
                self._attribute(attribute)

    def _use(self, uses: Uses) -> None:
        for path in uses.names:
            name, rest = self.wiring.resolve(path)
            self._reach(name)
            for attribute in rest:
                self._attribute(attribute)
        for attribute in uses.attributes:
            self._attribute(attribute)
        for module in uses.modules & self.wiring.scopes.keys():
            self._reach(module)

    def _attribute(self, attribute: str) -> None:
        if attribute not in self.attributes:
            self.attributes.add(attribute)
            for owner in self.found & self.wiring.methods.keys():
                if f"{owner}.{attribute}" in self.wiring.definitions:
                    self._reach(f"{owner}.{attribute}")


class _Module:
    """Reads one module of the house into the graph."""

    def __init__(self, wiring: Wiring, root: Path, path: Path, house: str) -> None:
        self.wiring, self.path, self.house = wiring, path.relative_to(root), house
        self.name = name = _dotted(self.path)
        self.body, self.scope = opened(path, house)
        self.scope |= {made: f"{name}.{made}" for statement in self.body for made in _defined_names(statement)}
        self.top = Uses()
        wiring.scopes[name] = self.scope
        wiring.definitions[name] = Definition(name, "module", name, self.path, 1, 0, self.top)

    def read(self) -> None:
        """Every definition and its uses; what is no definition is the module's own."""
        for statement in self.body:
            match statement:
                case ast.ClassDef():
                    self._class(statement)
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._collect(statement, self._define(statement.name, "function", statement))
                case ast.Assign() | ast.AnnAssign() | ast.AugAssign() if names := self._assigned(statement):
                    for name in names:
                        uses = self._define(name, "constant", statement)
                        uses.names.update(f"{self.name}.{other}" for other in names)
                        self._collect(statement, uses)
                case ast.If():
                    self._collect(statement.test, self.top)
                case ast.Try():
                    pass
                case _:
                    self._collect(statement, self.top)

    def _assigned(self, statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[str]:
        """The names of this module that a statement gives a value, or puts something into."""
        names = _defined_names(statement)
        if not names and isinstance(statement, ast.Assign):
            names = [root.id for target in statement.targets if isinstance(root := _root(target), ast.Name)]
        return [name for name in names if self.scope.get(name) == f"{self.name}.{name}"]

    def _collect(self, node: ast.AST, uses: Uses) -> None:
        Names(uses, self.scope, self.house).visit(node)

    def _define(self, name: str, kind: Kind, node: ast.stmt, owner: str = "") -> Uses:
        """The uses of a new node, or of the one of that name (a setter, an overload, another branch)."""
        full = f"{owner or self.name}.{name}"
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        if full not in self.wiring.definitions:
            line = min([node.lineno, *(decorator.lineno for decorator in decorators)])
            lines = (node.end_lineno or node.lineno) - line + 1
            made = Definition(full, kind, self.name, self.path, line, lines, Uses(), owner)
            self.wiring.definitions[full] = made
            if owner:
                self.wiring.methods.setdefault(owner, []).append(full)
        if any(first(self._origin(decorator)) == self.house for decorator in decorators) and not owner:
            self.top.names.add(full)
        return self.wiring.definitions[full].uses

    def _class(self, node: ast.ClassDef) -> None:
        full = f"{self.name}.{node.name}"
        uses = self._define(node.name, "class", node)
        bases = [_root(base) for base in node.bases]
        if any(ast.unparse(base).endswith("Protocol") for base in bases):
            self.wiring.protocols.add(full)
        builtin = [getattr(builtins, b.id, object) for b in bases if isinstance(b, ast.Name) and b.id not in self.scope]
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self._collect(part, uses)
        of_library = any(self._is_foreign(base) for base in bases)
        own = {name: f"{full}.{name}" for statement in node.body for name in _defined_names(statement)}
        for statement in node.body:
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                Names(uses, {**self.scope, **own}, self.house).visit(statement)
                continue
            name = statement.name
            self._collect(statement, self._define(name, "method", statement, full))
            dunder = name.startswith("__") and name.endswith("__")
            if dunder or of_library or any(hasattr(base, name) for base in builtin):
                self.wiring.exempt.add(f"{full}.{name}")

    def _is_foreign(self, base: ast.expr) -> bool:
        """Whether a base comes from a library, one whose code calls methods."""
        return isinstance(base, ast.Name) and self.scope.get(base.id, "") is None and base.id not in TYPING

    def _origin(self, node: ast.expr) -> str:
        root = _root(node)
        return (self.scope.get(root.id) or "") if isinstance(root, ast.Name) else ""


def _defined_names(node: ast.stmt) -> list[str]:
    """The names a statement at the top of a module defines."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Assign(targets=targets):
            return [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name) and stored(n)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def _root(node: ast.expr) -> ast.expr:
    """What a chain of calls, attributes and subscripts begins with."""
    while isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def uses_of(path: Path, house: str = HOUSE) -> Uses:
    """What a file outside the house uses, all of its code."""
    body, scope = opened(path, house)
    uses = Uses()
    names = Names(uses, scope, house)
    for statement in body:
        if not isinstance(statement, ast.If | ast.Try):
            names.visit(statement)
        elif isinstance(statement, ast.If):
            names.visit(statement.test)
    return uses


def named_in_record(path: Path) -> set[str]:
    """The dotted paths of what a game's record names as text."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            module, colon, name = node.value.partition(":")
            if colon and " " not in node.value:
                found.add(f"{module}.{name}")
        elif isinstance(node, ast.Dict):
            for key, functions in zip(node.keys, node.values, strict=True):
                if key is not None and isinstance(functions, ast.Tuple):
                    found |= {f"{ast.literal_eval(key)}.{ast.literal_eval(name)}" for name in functions.elts}
    return found


def wiring(root: Path = ROOT, house: str = HOUSE) -> Wiring:
    """The graph of the house's code, with what its users' files name; users that do not exist are passed over."""
    found = Wiring(house=house)
    users = HOUSES[house]
    inside = [path for path in _sources(root / house) if not any(path.is_relative_to(root / user) for user in users)]
    modules = [_Module(found, root, path, house) for path in inside]
    for module in modules:
        module.read()
    for user in users:
        for path in _sources(root / user):
            uses = uses_of(path, house)
            found.users.names |= uses.names
            if user == RECORDS:
                found.users.names |= named_in_record(path)
            found.users.attributes |= uses.attributes
            found.users.modules |= uses.modules
    return found


def _sources(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def load_list(path: Path) -> list[tuple[str, str]]:
    """The rows of the list: name and reason, as they stand there."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("allowed", [])
    return [(str(row.get("name", "")), str(row.get("reason", ""))) for row in rows]


def faults(wires: Wiring, rows: Sequence[tuple[str, str]]) -> list[str]:
    """What is wrong in a room, a sentence each: public definitions nobody uses and no row lists, and rows that are stale.

    A row answers for what its definition uses as well, so that a door that is not opened yet needs one row.
    """
    listed = [name for name, _ in rows]
    alone = wires.reached()
    wrong = []
    for at, (name, reason) in enumerate(rows):
        node = wires.definitions.get(name)
        if node is None or node.kind == "module" or not node.is_public:
            wrong.append(f"{LIST} lists {name}, which is no public definition of {wires.house}/: remove the row")
        elif name in alone:
            wrong.append(f"{LIST} lists {name}, which is used after all: remove the row")
        elif name in listed[:at]:
            wrong.append(f"{LIST} lists {name} twice")
        elif not reason.strip():
            wrong.append(f"{LIST} lists {name} without a reason")
    return wrong + [
        f"{node.path}:{node.line}: nothing outside tests/ uses the {node.kind} {node.name} ({node.lines} lines): "
        f"wire it, remove it, or list it with a reason in {LIST}"
        for node in wires.unreached(listed)
    ]


def all_faults() -> list[str]:
    """What is wrong in any room, with the list as it stands."""
    rows = load_list(ROOT / LIST)
    wrong = [
        f"{LIST} lists {name}, which is in none of {', '.join(HOUSES)}" for name, _ in rows if first(name) not in HOUSES
    ]
    for house in HOUSES:
        wrong += faults(wiring(house=house), [row for row in rows if first(row[0]) == house])
    return [one for one in wrong if not is_absent(ROOT / one.partition(":")[0])]


def main() -> int:
    """The command line; 0 if nothing is wrong."""
    wrong = all_faults()
    print("\n".join(wrong) if wrong else f"everything public in {', '.join(HOUSES)} is used, or listed with its reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
