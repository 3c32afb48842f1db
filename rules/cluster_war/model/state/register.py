"""Things of a turn by id that also know what is where and whose, so that nobody looks through all of them for one place's or
one side's."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NoReturn, Protocol, Self, TypeAlias, TypeVar

from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Fleet, Project


class Owned(Protocol):
    """Anything that a side has."""

    @property
    def side(self) -> SideId: ...


Thing = TypeVar("Thing", bound=Owned)
Ties: TypeAlias = tuple[str, ...]

NO_IDS: Final[Mapping[str, None]] = {}


class Register(dict[str, Thing]):
    """Colonies, fleets, bases, builds or projects by id. `ties` tells a thing's place, and after it what else counts as a move.

    `layout` is another object whenever something came, went or moved, `version` whenever anything changed: see
    `TurnState.memoized`.
    """

    def __init__(self, things: Mapping[str, Thing], ties: Callable[[Thing], Ties]) -> None:
        super().__init__(things)
        self.layout = self.version = object()
        self._ties = ties
        self._places: dict[str, dict[str, None]] | None = None
        self._sides: dict[str, dict[str, None]] | None = None

    def at(self, place: str) -> list[Thing]:
        """The things in a place, by id."""
        if self._places is None:
            self._places = {}
            for key, thing in self.items():
                self._places.setdefault(self._ties(thing)[0], {})[key] = None
        return [self[key] for key in sorted(self._places.get(place, NO_IDS))]

    def of(self, side: SideId) -> list[Thing]:
        """A side's things, in the order in which all are held."""
        if self._sides is None:
            self._sides = {}
            for key, thing in self.items():
                self._sides.setdefault(thing.side, {})[key] = None
        return [self[key] for key in self._sides.get(side, NO_IDS)]

    def copy(self) -> Self:
        """The same things, in a register of their own."""
        return type(self)(self, self._ties)

    def __setitem__(self, key: str, thing: Thing) -> None:
        before = self.get(key)
        ties = self._ties(thing)
        self.version = object()
        if self._sides is not None:
            if before is None:
                self._sides.setdefault(thing.side, {})[key] = None
            elif before.side != thing.side:
                self._sides = None
        if before is None or self._ties(before) != ties:
            self._leave(key)
            if self._places is not None:
                self._places.setdefault(ties[0], {})[key] = None
        super().__setitem__(key, thing)

    def __delitem__(self, key: str) -> None:
        self._leave(key)
        self.version = object()
        if self._sides is not None:
            del self._sides[self[key].side][key]
        super().__delitem__(key)

    def _leave(self, key: str) -> None:
        """Something comes, goes or moves: take it from its old place."""
        self.layout = object()
        before = self.get(key)
        if before is not None and self._places is not None:
            del self._places[self._ties(before)[0]][key]

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a register changes one thing at a time, by register[id] = thing and del register[id]")

    # What dict would do behind the index's back.
    update = setdefault = pop = popitem = clear = __ior__ = _refuse


def colony_register(colonies: Mapping[str, Colony]) -> Register[Colony]:
    """Colonies by hex; moves are what changes a side's grid (CW-7.0-09)."""
    return Register(colonies, lambda c: (c.hex, c.side, "blockaded" if c.blockaded else ""))


def base_register(bases: Mapping[str, Base]) -> Register[Base]:
    """Bases by hex; moves are what makes or ends a way station (CW-6.4-04)."""
    return Register(bases, lambda b: (b.hex, b.side, b.design, b.towed_by, str(b.ready)))


def fleet_register(fleets: Mapping[str, Fleet]) -> Register[Fleet]:
    """Fleets by hex: where they are, or the hex they left for FTL space."""
    return Register(fleets, lambda f: (f.hex,))


def build_register(builds: Mapping[str, Build]) -> Register[Build]:
    """Works by the colony or base that does them."""
    return Register(builds, lambda b: (b.colony,))


def project_register(projects: Mapping[str, Project]) -> Register[Project]:
    """Projects by what they are called, in small letters."""
    return Register(projects, lambda p: (p.name.casefold(),))


class Placed(Protocol):
    """Anything in a hex, with an id."""

    @property
    def hex(self) -> HexId: ...


Lying = TypeVar("Lying", bound=Placed)


def things_of(things: Mapping[str, Thing], side: SideId) -> Iterable[Thing]:
    """A side's things, in their order: at once from a draft's register, else from any mapping."""
    if isinstance(things, Register):
        return things.of(side)
    return (thing for thing in things.values() if thing.side == side)


def things_at(things: Mapping[str, Lying], hex_: HexId) -> list[Lying]:
    """The things in a hex, by id: at once from a draft's register, else from any mapping."""
    if isinstance(things, Register):
        return things.at(hex_)
    return [thing for _, thing in sorted((key, thing) for key, thing in things.items() if thing.hex == hex_)]
