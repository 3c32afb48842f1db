"""The GM's hand on battles before they are fought: how each is settled, surprise, hidden advantage, placement (chapter 9)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.war import BattleTerms
from rules.cluster_war.model.working.amending import Amending, Apply
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError, IllegalOrderError, quoted
from rules.events import EVERYONE
from rules.values import changed, field

Way: TypeAlias = Literal["ask", "quick", "chair", "fought", "narrated"]
WAYS: Final[Mapping[str, str]] = {
    "ask": "meetings are put before the game master",
    "quick": "battles are settled by numbers",
    "chair": "battles are fought by the tactical engine after each side's orders",
    "fought": "players fight their battles themselves",
    "narrated": "the game master says what comes of battles",
}
MOST_ADVANTAGE: Final = 100


class SetBattle(Amendment):
    """Set how battles in a hex go this turn (CW-9.0-02): the method, "" for the campaign's; who is surprised (CW-9.7-03); points
    of advantage that no player hears of (CW-9.7-06); units, by id, put at the centre or the edge (CW-9.1-06)."""

    hex: HexId
    method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    surprised: tuple[SideId, ...] = ()
    advantage: Mapping[SideId, int] = field(default_factory=dict)
    centre: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()


class SetBattles(Amendment):
    """Set how the campaign's battles are settled from now on (CW-9.0-02): those of up to `small` units and those of more than
    `largest` in ways of their own, "" as it is; -1 leaves a size as it is, 0 ends it."""

    method: Way
    largest: int = -1
    small: int = -1
    small_method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    large_method: Literal["", "quick", "chair", "fought", "narrated"] = ""


def _battle(turn: Amending, order: SetBattle) -> None:
    here = turn.hex(order.hex)
    for side in (*order.surprised, *order.advantage):
        turn.side(side)
    if any(abs(points) > MOST_ADVANTAGE for points in order.advantage.values()):
        raise IllegalOrderError(f"An advantage is at most {MOST_ADVANTAGE} points.", rule="CW-9.7-06")
    for unit in (*order.centre, *order.edge):
        colony = unit.partition("|")[0]
        if unit not in turn.ships and unit not in turn.bases and colony not in turn.colonies:
            raise GameError(f"There is no ship or base {quoted(unit)}; units are written side/id, like humans/DD01.")
    terms = {h: t for h, t in turn.start.terms.items() if t.turn == turn.turn and h != here}
    told = BattleTerms(turn.turn, order.method, order.surprised, order.advantage, order.centre, order.edge)
    if told != BattleTerms(turn.turn):
        terms[here] = told
    turn.after = changed(turn.after, terms=terms)
    how = f" They are settled so: {order.method}." if order.method else ""
    turn.tell(f"Battles at {here} this turn go as you say.{how}", rule="CW-9.0-02")


def _battles(turn: Amending, order: SetBattles) -> None:
    if order.method not in WAYS:
        raise GameError(f"Battles can be {', '.join(WAYS)}, not {quoted(order.method)}.", rule="CW-9.0-02")
    now = turn.settings
    settings = changed(
        now,
        battles=order.method,
        largest_battle=now.largest_battle if order.largest < 0 else order.largest,
        small_battle=now.small_battle if order.small < 0 else order.small,
        small_battles=order.small_method or now.small_battles,
        large_battles=order.large_method or now.large_battles,
    )
    small, large = settings.small_battle, settings.largest_battle
    if small and large and small > large:
        raise GameError(f"Battles of up to {small} units cannot be small where more than {large} are large.")
    turn.after = changed(turn.after, settings=settings)
    turn.tell(f"From now on {' '.join(by_size(settings))}", EVERYONE, rule="CW-9.0-02")


def by_size(settings: Settings) -> tuple[str, ...]:
    """How a campaign settles its battles, a sentence for each size that has a way of its own."""
    said = [f"{WAYS[settings.battles]}."]
    if settings.battles != "ask" and settings.small_battle:
        said.append(f"Of up to {settings.small_battle} units, {WAYS[settings.small_battles]}.")
    if settings.battles != "ask" and settings.largest_battle:
        said.append(f"Of more than {settings.largest_battle} units, {WAYS[settings.large_battles]}.")
    return tuple(said)


APPLY: Final[Apply] = {SetBattle: _battle, SetBattles: _battles}
