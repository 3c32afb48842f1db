"""Fleets with other drives, for tests: designs of each, a month's moves, a whole journey."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from rules.cluster_war.chapters.detection.sensors import show_rifts
from rules.cluster_war.chapters.movement.move_orders import MoveFleet, enter_moves
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Leg
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Roller
from rules.values import changed as replace
from tests.rules.cluster_war.build import DESIGNS, draft_of, frozen, sheet

T = TypeVar("T")


def ship(ftl: str, prefix: str, **more: object) -> Design:
    """A ship of this drive, with LRS."""
    plain = Design(ftl, ftl.title(), "ship", 20, 100, Fraction(3), lrs=1, prefix=prefix, ftl=ftl)
    return replace(plain, **more)  # type: ignore[arg-type] # keywords are Design's own fields


OTHERS: Mapping[str, Design] = {
    d.id: d
    for d in (
        ship("foldspace", "FO"),
        ship("jump", "JU"),
        ship("skip", "SK"),
        ship("string", "ST"),
        ship("void-jammer", "VJ"),
        ship("warp", "WA"),
        ship("wormhole", "WO"),
        ship("jump", "JF", id="far-jump", ftl_levels=1),
        ship("foldspace", "FF", id="far-fold", ftl_levels=1),
        ship("warp", "WW", id="fast-warp", ftl_doubled=True),
        ship("warp", "WQ", id="quick-warp", ftl_levels=2),
        ship("void-jammer", "VD", id="fast-void", ftl_doubled=True),
        ship("jump", "JT", id="jump-tender", hangar=30),
        Design("gate-base", "Gate Base", "base", 60, 400, ftl="wormhole", prefix="GB"),
        Design("fighter", "Fighter", "small_craft", 4, 4, prefix="FI", bridge=False),
        Design("boat", "Gunboat", "small_craft", 8, 8, prefix="BO"),
        Design("far-boat", "Far Gunboat", "small_craft", 8, 12, Fraction(2), prefix="FB"),
        Design("jump-boat", "Jump Gunboat", "small_craft", 8, 12, prefix="JB", ftl="jump"),
        replace(DESIGNS["destroyer"], id="carrier", name="Carrier", hangar=8, prefix="CV"),
    )
}


def with_drives(state: GameState, *sides: SideId) -> GameState:
    """The state with all these designs known to the sides (all sides without names)."""
    owners = sides or tuple(state.sides)
    changed = {
        s: replace(side, designs={**side.designs, **OTHERS}) if s in owners else side for s, side in state.sides.items()
    }
    return replace(state, sides=changed)


def go(fleet: str, *hexes: str, **more: object) -> MoveFleet:
    """A move along these hexes."""
    return replace(MoveFleet(fleet, tuple(Leg(h) for h in hexes)), **more)  # type: ignore[arg-type] # MoveFleet's fields


def moved(state: GameState, *orders: MoveFleet, dice: Roller | None = None, weeks: int = 4) -> TurnState:
    """Moves of one month (or its first weeks) of the side that the first order's fleet belongs to."""
    owner = orders[0].fleet.partition("-")[0] if orders else "humans"
    turn = draft_of(state, *sheet(owner, *orders, turn=state.turn))
    if dice is not None:
        turn.dice = dice
    enter_moves(turn)
    for week in range(turn.first_week + 1, turn.first_week + 1 + weeks):
        move_week(turn, week)
        show_rifts(turn, week)
    return turn


def journey(state: GameState, order: MoveFleet, months: int) -> list[Event]:
    """Everything that happens to moving fleets in these months."""
    month = moved(state, order)
    events = list(month.events)
    for _ in range(months - 1):
        month = moved(frozen(month))
        events += month.events
    return events


def told(turn: TurnState, kind: type[T]) -> list[T]:
    """Events of one class."""
    return [event for event in turn.events if isinstance(event, kind)]
