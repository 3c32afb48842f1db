"""What a piece of Python names: the paths, attributes and modules in its text, as its scopes make them out."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Scope: TypeAlias = Mapping[str, str | None]
"""By name: the dotted path it was imported from or defined at; None for a variable."""

COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
INNER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, *COMPREHENSIONS)


@dataclass(slots=True)
class Uses:
    """What a piece of code names: dotted paths, attributes of values, and modules it imports."""

    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)


class Names(ast.NodeVisitor):
    """Collects what a piece of code uses, with the names that stand for something where it is written."""

    def __init__(self, uses: Uses, scope: Scope, house: str) -> None:
        self.uses = uses
        self.house = house
        self.scopes: list[Scope] = [scope]

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Store):
            self._chain(node.id, [])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        rest = [] if isinstance(node.ctx, ast.Store) else [node.attr]
        inner = node.value
        while isinstance(inner, ast.Attribute):
            rest.insert(0, inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name):
            self._chain(inner.id, rest)
        else:
            self.uses.attributes.update(rest)
            self.visit(inner)

    def _chain(self, name: str, rest: list[str]) -> None:
        origin = next((scope[name] for scope in reversed(self.scopes) if name in scope), None)
        if origin is None:
            self.uses.attributes.update(rest)
        else:
            self.uses.names.add(".".join([origin, *rest]))

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in {"getattr", "hasattr", "attrgetter", "methodcaller"}:
            said = (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
            self.uses.attributes.update(part for text in said for part in text.split("."))
        if called == "cast" and node.args:
            self._annotation(node.args[0])
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self.uses.attributes.update(node.kwd_attrs)
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.uses.modules.update(part for alias in node.names for part in _prefixes(alias.name))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module:
            self.uses.modules.update(_prefixes(node.module), (f"{node.module}.{alias.name}" for alias in node.names))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        self.visit(node.target)
        if node.value is not None and "TypeAlias" in ast.unparse(node.annotation):
            self._annotation(node.value)
        elif node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: Function) -> None:
        self._all(node.decorator_list)
        arguments = node.args
        self._all([*arguments.defaults, *(default for default in arguments.kw_defaults if default is not None)])
        for argument in _arguments(arguments):
            self._annotation(argument.annotation)
        self._annotation(node.returns)
        self._within(_bound(node, self.house), node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - the name ast calls

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self._within({argument.arg: None for argument in _arguments(node.args)}, [node.body])

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node, [node.elt])

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node, [node.elt])

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node, [node.elt])

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node, [node.key, node.value])

    def _comprehension(self, node: Comprehension, made: list[ast.expr]) -> None:
        self.visit(node.generators[0].iter)
        targets = [part for generator in node.generators for part in ast.walk(generator.target)]
        names = {part.id: None for part in targets if isinstance(part, ast.Name) and stored(part)}
        later = [generator.iter for generator in node.generators[1:]]
        tests = [test for generator in node.generators for test in generator.ifs]
        self._within(names, [*made, *tests, *later, *(generator.target for generator in node.generators)])

    def _within(self, scope: Scope, nodes: Sequence[ast.AST]) -> None:
        self.scopes.append(scope)
        self._all(nodes)
        self.scopes.pop()

    def _all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def _annotation(self, node: ast.AST | None) -> None:
        """A type, where a string is code too unless it stands in a Literal or tells of a type, in Annotated."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.visit(ast.parse(node.value, mode="eval").body)
        elif (
            isinstance(node, ast.Subscript)
            and ast.unparse(node.value) == "Annotated"
            and isinstance(node.slice, ast.Tuple)
        ):
            self._annotation(node.slice.elts[0])
            self._all([node.value, *node.slice.elts[1:]])
        elif isinstance(node, ast.Subscript) and "Literal" not in ast.unparse(node.value):
            self._all([node.value])
            self._annotation(node.slice)
        elif isinstance(node, ast.BinOp | ast.Tuple | ast.List):
            for part in ast.iter_child_nodes(node):
                self._annotation(part)
        elif node is not None:
            self.visit(node)


def _prefixes(path: str) -> Iterator[str]:
    parts = path.split(".")
    yield from (".".join(parts[: n + 1]) for n in range(len(parts)))


def _arguments(of: ast.arguments) -> list[ast.arg]:
    starred = [argument for argument in (of.vararg, of.kwarg) if argument is not None]
    return [*of.posonlyargs, *of.args, *of.kwonlyargs, *starred]


def stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _bound(function: Function, house: str) -> dict[str, str | None]:
    """The names a function binds: its arguments, its variables and what it imports."""
    found: dict[str, str | None] = {argument.arg: None for argument in _arguments(function.args)}
    open_to: set[str] = set()
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Import() | ast.ImportFrom():
                found |= _imported(node, house)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                open_to.update(names)
            case ast.Name() if stored(node):
                found.setdefault(node.id, None)
            case (
                ast.FunctionDef(name=str(name))
                | ast.AsyncFunctionDef(name=str(name))
                | ast.ClassDef(name=str(name))
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
            ):
                found[name] = None
            case _:
                pass
        if not isinstance(node, INNER):
            waiting += ast.iter_child_nodes(node)
    return {name: origin for name, origin in found.items() if name not in open_to}


def _imported(node: ast.Import | ast.ImportFrom, house: str) -> dict[str, str | None]:
    """What an import makes names stand for: a dotted path of the house, or None for what others wrote."""
    if isinstance(node, ast.ImportFrom):
        whole = {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    else:
        whole = {a.asname or first(a.name): a.name if a.asname else first(a.name) for a in node.names}
    return {name: path if first(path) == house else None for name, path in whole.items()}


def first(path: str) -> str:
    return path.partition(".")[0]


def opened(path: Path, house: str) -> tuple[list[ast.stmt], dict[str, str | None]]:
    """A file's statements, those under an if or a try as well, and what its imports from the house stand for."""
    body = list(_statements(ast.parse(path.read_text(encoding="utf-8"), str(path)).body))
    scope: dict[str, str | None] = {}
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            scope |= _imported(node, house)
    return body, scope


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _statements([*node.body, *node.orelse])
        if isinstance(node, ast.Try):
            yield from _statements([*(part for handler in node.handlers for part in handler.body), *node.finalbody])
