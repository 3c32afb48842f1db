"""The chance of a step: the CPs' by the table of research, with all that adds to it and takes from it (CW-10.0-02, 10)."""

from collections.abc import Iterator
from typing import Final, cast

from rules.cluster_war.chapters.espionage.aims import officer_meant, project_meant
from rules.cluster_war.chapters.espionage.kinds import kinds, number, trade_points
from rules.cluster_war.chapters.espionage.profiles import difference_between, race_of, society_points, strangeness
from rules.cluster_war.chapters.research.projects import BEST, base_chance
from rules.cluster_war.model.economy.supply import Place, before
from rules.cluster_war.model.psionics.abilities import against_intelligence
from rules.cluster_war.model.race_design.effects import effects_of
from rules.cluster_war.model.state.dealings import COUNTER, MOLE, Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import SideId, TradeLevel
from rules.cluster_war.model.state.officers import DIPLOMAT, LEADER, PSIONIC, STRATEGIST
from rules.cluster_war.model.state.psionics import Sway, lasts
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Modifier
from rules.values import Value

SUITING: Final = (DIPLOMAT, LEADER, PSIONIC, STRATEGIST)
"""Talents that suit whoever heads an operation."""


class OperationChance(Value):
    """A chance in percent with its reasons: `known` are those that the operation's own side knows of, `hidden` the others."""

    known: tuple[Modifier, ...]
    hidden: tuple[Modifier, ...] = ()

    @property
    def all(self) -> tuple[Modifier, ...]:
        """Every reason, for the game master."""
        return (*self.known, *self.hidden)

    @property
    def chance(self) -> int:
        """What it comes to: 0 without funds for any chance, never above 99."""
        return _within(self.all)

    @property
    def expected(self) -> int:
        """What the operation's own side reckons with."""
        return _within(self.known)


def _within(modifiers: tuple[Modifier, ...]) -> int:
    if not modifiers or not modifiers[0].value:
        return 0
    return min(BEST, max(0, sum(m.value for m in modifiers)))


def expected_chance(place: Place, one: Operation) -> OperationChance:
    """The chance as the operation's own side can reckon it: funds, kind, trade, who heads it, moles (CW-10.0-10)."""
    settings = place.settings
    known = [Modifier(base_chance(one.cps, settings), f"{one.cps} CPs in this step")]
    points = int(kinds(settings)[one.kind]["points"])
    known += [Modifier(points, f"operations of the kind {one.kind}")] if points else []
    known += _head(place, one)
    if one.target:
        level = trade_level(place, one.side, one.target)
        known += [Modifier(trade_points(level, settings), f"{level} trade with them")] if level else []
        moles = any(_is_mole(other, one) for other in place.operations.values())
        within = "a mole among them" if moles else "thralls among them" if _has_thralls(place, one) else ""
        known += [Modifier(number("a mole among them", settings), within)] if within else []
    return OperationChance(tuple(known))


def full_chance(turn: GameState | TurnState, one: Operation) -> OperationChance:
    """The same with what only the game master knows: the target's people and its counter-intelligence (CW-10.0-04)."""
    known = expected_chance(turn, one).known
    if not one.target:
        return OperationChance(known)
    return OperationChance(known, (*_people(turn, one), *_guard(turn, one)))


def _head(place: Place, one: Operation) -> list[Modifier]:
    officer = place.officers.get(one.officer)
    if officer is None or officer.side != one.side or officer.post is not None:
        return []
    settings = place.settings
    points = number("an officer at the head", settings)
    points += min(number("most for ranks", settings), (officer.rank - 1) * number("each further rank", settings))
    suits = any(talent.startswith(SUITING) for talent in officer.talents)
    points += number("a talent that suits", settings) if suits else 0
    return [Modifier(points, f"{officer.name} at its head")]


def _is_mole(other: Operation, one: Operation) -> bool:
    same = (other.side, other.target, other.kind, other.outcome) == (one.side, one.target, MOLE, "success")
    return same and other.id != one.id


def _has_thralls(place: Place, one: Operation) -> bool:
    """Whether slavers of the operation's side have a colony of its target's in their hold: agents under deep cover, who do what a
    mole does and whom nobody catches (CW-15.1-24)."""
    held = (key for key, sway in place.minds.sways.items() if _serves(sway, one, place.turn))
    if isinstance(place, View):
        return any(key in place.foreign_colonies and place.foreign_colonies[key].side == one.target for key in held)
    return any(key in place.colonies and place.colonies[key].side == one.target for key in held)


def _serves(sway: Sway, one: Operation, turn: int) -> bool:
    return (sway.hold, sway.by) == ("thralls", one.side) and lasts(sway.until, turn)


def trade_level(place: Place, side: SideId, target: SideId) -> TradeLevel | None:
    """The trade agreement between a side and its target, a race of the game master's too, as the side knows of it."""
    for pact in place.pacts:
        if {pact.a, pact.b} == {side, target}:
            return pact.level
    npr = place.nprs.get(target)
    name = npr.name if npr is not None else ""
    if isinstance(place, View):
        flag = place.others.get(target)
        name = flag.name if flag is not None else ""
        records = [r for r in place.trade_history.get(side, ()) if name and r.partner.casefold() == name.casefold()]
        return records[-1].level if records and records[-1].turn >= place.turn - 1 else None
    held = cast("GameState", before(place)).trade
    found = (t.level for t in held if t.side == side and name and t.name.casefold() == name.casefold())
    return next(found, None)


def _people(turn: GameState | TurnState, one: Operation) -> Iterator[Modifier]:
    """What the target's people, their society and their strangeness do (CW-10.0-09, CW-10.0-10, CW-16.0-03)."""
    settings = turn.settings
    target, spy = race_of(turn, one.target), race_of(turn, one.side)
    if target is None or spy is None:
        return
    side = turn.sides.get(one.target)
    if side is not None:
        infiltrates = kinds(settings)[one.kind]["infiltrates"] == "yes"
        yield from against_intelligence(side, settings, infiltration=infiltrates, at=_guarded(turn, one))
    known = side.technologies if side is not None else ()
    if resists := effects_of(target, known, settings).numbers.espionage_resistance:
        yield Modifier(-resists, "a group mind")
    yield from society_points(target, settings)
    yield from _strange(turn, one, spy, target)


def _strange(turn: GameState | TurnState, one: Operation, spy: Race, target: Race) -> Iterator[Modifier]:
    """The game master's own number for this pair of peoples, or what the tables suggest; locals see to most of it."""
    said = difference_between(turn, one.side, one.target)
    if said is None:
        found = strangeness(spy, target, turn.settings)
    else:
        found = (Modifier(-said.points, "the two peoples, by the game master's word"),)
    part = number("part of a strangeness that locals leave", turn.settings) if one.approach == "locals" else 1
    for modifier in found:
        left = -(-modifier.value // part)
        if left:
            yield Modifier(left, f"{modifier.reason}, by way of locals" if part > 1 else modifier.reason)


def _guarded(turn: GameState | TurnState, one: Operation) -> str:
    """The project, or the unit on which an officer serves, where a team of telepaths could stand in an operation's way."""
    if one.kind == "sabotage":
        project = project_meant(turn.projects, one)
        return project.id if project is not None else ""
    officer = officer_meant(turn.officers, one) if one.kind == "leader" else None
    return officer.post.unit if officer is not None and officer.post is not None else ""


def nets(turn: GameState | TurnState, side: SideId) -> int:
    """The nets of counter-intelligence that guard a side, as far as they count."""
    standing = sum(
        one.side == side and one.kind == COUNTER and one.outcome == "success" and turn.turn < one.until
        for one in turn.operations.values()
    )
    return min(number("most nets that count", turn.settings), standing)


def _guard(turn: GameState | TurnState, one: Operation) -> Iterator[Modifier]:
    """What the target does against operations, and what it has noticed of this one."""
    settings = turn.settings
    if standing := nets(turn, one.target):
        yield Modifier(
            standing * number("a net of counter-intelligence", settings), f"nets of counter-intelligence: {standing}"
        )
    at_work = sum(
        other.side == one.target and other.kind == COUNTER and other.running and other.funded_turn >= turn.turn - 1
        for other in turn.operations.values()
    )
    if at_work:
        yield Modifier(number("counter-intelligence at work", settings), "counter-intelligence at work")
    if one.noticed:
        yield Modifier(number("they noticed it", settings), "they have noticed it")
    if _is_betrayed(turn, one):
        yield Modifier(-number("a mole among them", settings), "double agents: thralls of theirs among its own people")


def _is_betrayed(turn: GameState | TurnState, one: Operation) -> bool:
    """Whether slavers of the target have a colony, ship or base of the operation's own side in their hold: its double agents
    (CW-15.1-24, ruling R-194)."""
    for key, sway in turn.minds.sways.items():
        owned = turn.colonies.get(key) or turn.ships.get(key) or turn.bases.get(key)
        thralls = (sway.hold, sway.by) == ("thralls", one.target) and lasts(sway.until, turn.turn)
        if thralls and owned is not None and owned.side == one.side:
            return True
    return False
