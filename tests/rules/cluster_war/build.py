"""Tiny Cluster War states for tests: a small map, two to four sides, ships where a test wants them.

state = small(systems=[star("0505", body(1, "5555", 100))])
state = with_fleet(state, "humans", "0505", "scout", "scout", name="Scouts")
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import FleetId, MissionKind, Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.places import Body, Cluster, Special, StarSystem
from rules.cluster_war.model.state.sides import Knowledge, Race, Side
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Dice
from rules.values import changed as replace

DICE = Dice(bytes(32), "test", 1)

DESIGNS: Mapping[str, Design] = {
    d.id: d
    for d in (
        Design("scout", "Scout", "ship", 10, 60, Fraction(4), lrs=1, prefix="SC"),
        Design("surveyor", "Survey Cruiser", "ship", 30, 150, Fraction(3), lrs=1, survey_bays=1, prefix="SCA"),
        Design("bay", "Survey Tender", "ship", 20, 90, Fraction(3), survey_bays=1, prefix="ST"),
        Design("destroyer", "Destroyer", "ship", 20, 100, Fraction(4), prefix="DD"),
        Design("freighter", "Freighter", "ship", 20, 80, Fraction(2), cargo_bays=4, prefix="FF"),
        Design("hulk", "Hulk", "ship", 20, 40, Fraction(0), prefix="HK"),
        Design("base", "Watch Base", "base", 30, 100, lrs=1, prefix="BS"),
    )
}
HOMES = {"humans": "0303", "vermin": "1818", "dominators": "1803", "oolab": "0318"}


def body(orbit: int, step: str = "5555", max_cp: int = 100, **more: object) -> Body:
    """A world."""
    return replace(Body(orbit, step, max_cp), **more)  # type: ignore[arg-type] # keywords are Body's own fields


def star(hex_: str, *bodies: Body, codes: tuple[str, ...] = ("G",), special: Special | None = None) -> StarSystem:
    """A star system."""
    return StarSystem(hex_, codes, bodies, special)


def side(id_: SideId, treasury: int = 0, **more: object) -> Side:
    """An empire with the designs of this module."""
    plain = Side(
        id=id_,
        name=id_.title(),
        colour=0x3366CC,
        race=Race(id_.title(), "5555"),
        home=HOMES[id_],
        home_orbit=3,
        treasury=treasury,
        designs=DESIGNS,
    )
    return replace(plain, **more)  # type: ignore[arg-type] # keywords are Side's own fields


def small(
    sides: Iterable[SideId] = ("humans", "vermin"),
    systems: Iterable[StarSystem] = (),
    *,
    turn: int = 1,
    homes: bool = True,
    settings: Settings | None = None,
    columns: int = 20,
    rows: int = 20,
) -> GameState:
    """A state of 20 by 20 hexes; each side has a home world of 1000 CPs unless `homes` is False."""
    ids = tuple(sides)
    stars = {s.hex: s for s in systems}
    if homes:
        for id_ in ids:
            stars.setdefault(HOMES[id_], star(HOMES[id_], body(3, "5555", 1000)))
    state = GameState(
        turn=turn,
        settings=settings or Settings(),
        cluster=Cluster(columns, rows, stars),
        sides={id_: side(id_) for id_ in ids},
        colonies={},
        fleets={},
        ships={},
        builds={},
        projects={},
        knowledge={id_: Knowledge() for id_ in ids},
    )
    if homes:
        for id_ in ids:
            state = with_colony(state, id_, HOMES[id_], 3, 1000)
    return state


def with_colony(state: GameState, owner: SideId, hex_: str, orbit: int, size: int, **more: object) -> GameState:
    """The state with one more colony."""
    id_ = f"{hex_}-{orbit}"
    colony = Colony(id_, owner, f"{owner.title()} {hex_}", hex_, orbit, size)
    colony = replace(colony, **more)  # type: ignore[arg-type] # keywords are Colony's own fields
    return replace(state, colonies={**state.colonies, id_: colony})


def with_fleet(
    state: GameState,
    owner: SideId,
    hex_: str,
    *designs: str,
    name: str = "",
    mission: MissionKind = "none",
    **more: object,
) -> GameState:
    """The state with one more fleet of new ships ("humans-F1" with "humans/SC01"), numbered by the side's counters."""
    counters = dict(state.counters)
    ships = dict(state.ships)
    mine: list[str] = []
    for design in designs:
        prefix = state.sides[owner].designs[design].prefix
        number = counters[f"ship/{owner}/{prefix}"] = counters.get(f"ship/{owner}/{prefix}", 0) + 1
        key = f"{owner}/{prefix}{number:02d}"
        ships[key] = Ship(key, owner, design)
        mine.append(key)
    number = counters[f"fleet/{owner}"] = counters.get(f"fleet/{owner}", 0) + 1
    id_ = f"{owner}-F{number}"
    fleet = Fleet(id_, owner, name or f"Fleet {number}", hex_, tuple(mine), mission=mission)
    fleet = replace(fleet, **more)  # type: ignore[arg-type] # keywords are Fleet's own fields
    return replace(state, counters=counters, ships=ships, fleets={**state.fleets, id_: fleet})


def change_fleet(state: GameState, fleet: FleetId, **changes: object) -> GameState:
    """The state with a fleet changed."""
    changed = replace(state.fleets[fleet], **changes)  # type: ignore[arg-type] # keywords are Fleet's own fields
    return replace(state, fleets={**state.fleets, fleet: changed})


def sheet(owner: SideId, *orders: Order, turn: int = 1) -> tuple[SignedOrder, ...]:
    """Orders signed and numbered from 1 ("humans-1-1")."""
    return tuple(SignedOrder(f"{owner}-{turn}-{n}", owner, n, order) for n, order in enumerate(orders, 1))


def draft_of(state: GameState, *orders: SignedOrder) -> TurnState:
    """A turn's draft with full purses of 1000 CPs a side."""
    turn_state = TurnState(state, orders, DICE)
    turn_state.purse = dict.fromkeys(state.sides, 1000)
    return turn_state


def frozen(turn_state: TurnState, *, turn: int | None = None) -> GameState:
    """The state as the draft leaves it; by default the next turn's."""
    return turn_state.freeze(turn_state.turn + 1 if turn is None else turn, {})
