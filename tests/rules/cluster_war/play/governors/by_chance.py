"""Orders and amendments by chance, of every kind: well-typed, about what there is, and right or wrong as it happens."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES, amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import GameError, Value, fields
from tests.approved import record_line

TRIES: Final = 6
"""Orders of each kind for each side, amendments of each kind."""
NUMBERS: Final = (0, 1, 1, 2, 2, 3, 5, 12, 40, 100, 9999999)
WORDS: Final = (
    "",
    "Watchful",
    "A word for the neighbours.",
    "leader",
    "Jump Drive",
    "Psionic Shield",
    "research",
    "fuel",
)
NAMED: Final = {
    "fleets": ("fleet", "into", "using", "donor", "protect"),
    "ships": ("ship", "ships", "units", "unit", "reserve"),
    "colonies": ("colony", "place", "site", "at", "world", "home"),
    "bases": ("base",),
    "builds": ("build",),
    "projects": ("project",),
    "officers": ("officer",),
    "hexes": ("hex", "to", "path", "origin", "far"),
    "designs": ("design", "old", "what"),
    "sides": ("side", "target", "other", "owner", "giver", "sides", "partner"),
    "forces": ("forces", "force"),
}
"""What fields of these names are about."""


class Maker:
    """Makes records by chance, of what there is in a state, for a side's own or anybody's things."""

    def __init__(self, state: GameState, side: str, chance: Random) -> None:
        self.chance = chance
        own = [key for key, one in state.sides.items() if side in ("", key)]
        self.pools: dict[str, list[str]] = {
            "fleets": [
                k for k, v in state.fleets.items() if v.side in own and (v.transit is None or chance.random() < 0.1)
            ],
            "ships": [k for k, v in state.ships.items() if v.side in own],
            "colonies": [k for k, v in state.colonies.items() if v.side in own],
            "bases": [k for k, v in state.bases.items() if v.side in own],
            "builds": [k for k, v in state.builds.items() if v.side in own],
            "projects": [k for k, v in state.projects.items() if v.side in own],
            "officers": list(state.officers),
            "hexes": [*{colony.hex for colony in state.colonies.values()}, *list(state.cluster.systems)[:40]],
            "designs": [design for key in own for design in state.sides[key].designs],
            "sides": [*state.sides, *state.nprs],
            "forces": [force for surface in state.surfaces.values() for force in surface.forces],
        }
        self.pools = {pool: sorted(held) for pool, held in self.pools.items()}
        self.pool_of = {field: pool for pool, names in NAMED.items() for field in names}

    def record(self, kind: type) -> Any:
        """One of a class, with any of its fields that may be left out left out now and then."""
        hints, given = get_type_hints(kind), dict[str, Any]()
        for field in fields(kind):
            if field.required or self.chance.random() < 0.6:
                given[field.name] = self.value(field.name, hints[field.name])
        return kind(**given)

    def value(self, name: str, hint: Any) -> Any:
        """A value for a field of such a name and type."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Literal:
            return self.chance.choice(args)
        if origin in (Union, UnionType):
            return self.value(name, self.chance.choice(args))
        if origin is tuple:
            wanted = [args[0]] * self.chance.randrange(3) if args[-1] is Ellipsis else args
            return tuple(self.value(name, each) for each in wanted)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {self.value(name, args[0]): self.value(name, args[1]) for _ in range(self.chance.randrange(2))}
        if origin in (frozenset, list):
            return origin(self.value(name, args[0]) for _ in range(self.chance.randrange(3)))
        if hint is bool:
            return self.chance.random() < 0.5
        if hint is int:
            return self.chance.choice(NUMBERS)
        if hint is Fraction:
            return Fraction(self.chance.choice(NUMBERS), 4)
        if hint is str:
            pool = self.pools.get(self.pool_of.get(name, ""))
            return self.chance.choice(pool) if pool and self.chance.random() < 0.95 else self.chance.choice(WORDS)
        return self.record(hint) if isinstance(hint, type) and issubclass(hint, Value) else None


def orders_by_chance(state: GameState, view: View, chance: Random) -> tuple[list[str], tuple[SignedOrder, ...]]:
    """Orders of every kind, each checked on an empty sheet: what is said to each, and those allowed."""
    maker, allowed, said = Maker(state, view.side, chance), list[SignedOrder](), list[str]()
    for kind in KIND_OF:
        for _ in range(TRIES):
            order: Order = maker.record(kind)
            try:
                preview = check(view, (), order)
            except GameError as error:
                said.append(f"{record_line(order)}: {error.rule}: {error}")
                continue
            said.append(record_line(preview))
            number = len(allowed) + 1
            allowed.append(SignedOrder(f"{view.side}-{view.turn}-C{number}", view.side, number, preview.order))
    return said, tuple(allowed)


def lines_by_chance(state: GameState, view: View, chance: Random) -> Iterator[str]:
    """Orders of every kind as players write them, and what is read of each line."""
    maker, names = Maker(state, view.side, chance), names_of(view, ())
    for kind in KIND_OF:
        for _ in range(TRIES):
            line = format_order(maker.record(kind), names)
            try:
                yield f"{line} -> {record_line(parse_order(line, names))}"
            except GameError as error:
                yield f"{line} -> {error}"


def amendments_by_chance(state: GameState, chance: Random) -> Iterator[str]:
    """Amendments of every kind, one after another, each to what those before it left: what is told of each, and what is left."""
    for kind in AMENDMENT_TYPES:
        maker = Maker(state, "", chance)
        for _ in range(TRIES):
            order = maker.record(kind)
            try:
                done = amend(state, order, "by chance")
            except (GameError, ValueError) as error:
                yield f"{record_line(order)}: {error}"
                continue
            yield record_line(done.events)
            state = done.state
    yield record_line(state)
