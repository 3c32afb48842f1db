"""The GM's hand on battles before they are fought: how each is settled, surprise, hidden advantage, placement (chapter 9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rules.changes import changed
from rules.cluster_war.gm.amending import Amending, Apply
from rules.cluster_war.state.names import HexId, SideId
from rules.cluster_war.state.war import BattleTerms
from rules.cluster_war.working.amendment import Amendment
from rules.errors import GameError, IllegalOrderError, quoted
from rules.events import EVERYONE

Way: TypeAlias = Literal["ask", "quick", "chair", "fought", "narrated"]
WAYS: Final[Mapping[str, str]] = {
    "ask": "meetings are put before the game master",
    "quick": "battles are settled by numbers",
    "chair": "battles are fought by the tactical engine after each side's orders",
    "fought": "players fight their battles themselves",
    "narrated": "the game master says what comes of battles",
}
MOST_ADVANTAGE: Final = 100


@dataclass(frozen=True, slots=True)
class SetBattle(Amendment):
    """Set how battles in a hex go this turn (CW-9.0-02): the method, "" for the campaign's; who is surprised (CW-9.7-03); points
    of advantage that no player hears of (CW-9.7-06); units, by id, put at the centre or the edge (CW-9.1-06)."""

    hex: HexId
    method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    surprised: tuple[SideId, ...] = ()
    advantage: Mapping[SideId, int] = field(default_factory=dict)
    centre: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetBattles(Amendment):
    """Set how the campaign's battles are settled from now on, and how large one may be before numbers settle it (CW-9.0-02)."""

    method: Way
    largest: int = -1


def _battle(month: Amending, order: SetBattle) -> None:
    here = month.hex(order.hex)
    for side in (*order.surprised, *order.advantage):
        month.side(side)
    if any(abs(points) > MOST_ADVANTAGE for points in order.advantage.values()):
        raise IllegalOrderError(f"An advantage is at most {MOST_ADVANTAGE} points.", rule="CW-9.7-06")
    for unit in (*order.centre, *order.edge):
        colony = unit.partition("|")[0]
        if unit not in month.ships and unit not in month.bases and colony not in month.colonies:
            raise GameError(f"There is no ship or base {quoted(unit)}; units are written side/id, like humans/DD01.")
    terms = {h: t for h, t in month.start.terms.items() if t.turn == month.turn and h != here}
    told = BattleTerms(month.turn, order.method, order.surprised, order.advantage, order.centre, order.edge)
    if told != BattleTerms(month.turn):
        terms[here] = told
    month.after = changed(month.after, terms=terms)
    how = f" They are settled so: {order.method}." if order.method else ""
    month.tell(f"Battles at {here} this turn go as you say.{how}", rule="CW-9.0-02")


def _battles(month: Amending, order: SetBattles) -> None:
    if order.method not in WAYS:
        raise GameError(f"Battles can be {', '.join(WAYS)}, not {quoted(order.method)}.", rule="CW-9.0-02")
    largest = month.settings.largest_battle if order.largest < 0 else order.largest
    settings = changed(month.settings, battles=order.method, largest_battle=largest)
    month.after = changed(month.after, settings=settings)
    size = f" One of more than {largest} units is settled by numbers." if largest and order.method != "ask" else ""
    month.tell(f"From now on {WAYS[order.method]}.{size}", EVERYONE, rule="CW-9.0-02")


APPLY: Final[Apply] = {SetBattle: _battle, SetBattles: _battles}
