"""A scout of the Humans and Vermin ships in the dark beside it, some of them cloaked: for tests of cloaks and emissions."""

from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.turn.month import adjudicate
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, DICE, body, sheet, small, star, with_fleet

FULL = Settings(detection="full", battles="quick")
GHOST = changed(
    DESIGNS["destroyer"],
    id="ghost",
    name="Ghost",
    prefix="GH",
    traits=("cloaked",),
    layout={"Cloaking device": 1, "Beam emitter 3": 9, "ECM": 0},
)
EYE = changed(DESIGNS["scout"], id="eye", name="Eye", prefix="EY", traits=("cloaked",))
LURKER = changed(DESIGNS["base"], id="lurker", name="Lurker", prefix="LK", traits=("cloaked",))


def shadows(*designs: str, at: str = "0506", codes: tuple[str, ...] = ("G",), settings: Settings = FULL) -> GameState:
    """Humans with a scout at 0505, and Vermin ships beside it, who are no friends."""
    state = small(systems=[star("0506", body(1), codes=codes)], settings=settings)
    for side_ in ("humans", "vermin"):
        known: dict[str, Design] = {**DESIGNS, "ghost": GHOST, "eye": EYE, "lurker": LURKER}
        state = changed(state, sides={**state.sides, side_: changed(state.sides[side_], designs=known)})
    state = with_fleet(state, "humans", "0505", "scout")
    return with_fleet(state, "vermin", at, *designs) if designs else state


def better(state: GameState, side: SideId, **more: object) -> GameState:
    """The state with a side changed."""
    owner = changed(state.sides[side], **more)  # type: ignore[arg-type] # fields of a side
    return changed(state, sides={**state.sides, side: owner})


def month(state: GameState, *orders: tuple[SideId, Order]) -> tuple[GameState, tuple[object, ...]]:
    """A whole month."""
    given = [
        order for side in sorted({s for s, _ in orders}) for order in sheet(side, *(o for s, o in orders if s == side))
    ]
    done = adjudicate(state, tuple(given), DICE)
    return done.state, done.events


def spotted(events: tuple[object, ...], side: SideId = "humans") -> list[tuple[str, int]]:
    """Where a side sighted foreign fleets, and how many ships."""
    return [(e.hex, e.ships) for e in events if isinstance(e, FleetSighted) and e.side == side]
