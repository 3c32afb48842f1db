"""The kinds of operations, what each is aimed at, how strange two societies are to each other, and the chance of a step
(CW-10.0-02, CW-10.0-06 to 10, CW-16.0-03)."""

import re
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final, cast

from rules.cluster_war.chapters.research.projects import BEST_CHANCE_PERCENT, base_chance
from rules.cluster_war.model.economy.income import intelligence_bonus
from rules.cluster_war.model.economy.supply import Place, state_before
from rules.cluster_war.model.psionics.abilities import against_intelligence
from rules.cluster_war.model.race_design.choices import XENOPHOBIC
from rules.cluster_war.model.race_design.effects import effects_of
from rules.cluster_war.model.state.common import ProjectId, Settings, SideId, TradeLevel, tables
from rules.cluster_war.model.state.dealings import COUNTER_INTELLIGENCE, MOLE, Difference, Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.psionics import Sway, lasts
from rules.cluster_war.model.state.sides import DIPLOMAT, LEADER, PSIONIC, STRATEGIST, Officer, Officers, Race
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.step_codes import multiple
from rules.tables import Row, split_cell
from rules.values import GameError, IllegalOrderError, Modifier, Value, quoted, unknown

OPERATION_RULE: Final = "CW-10.0-04"
"""The rule by which the game master judges operations; the campaign's ruling on it says whether by default instead."""
KINDS_RULE: Final = "CW-10.0-06"
"""The rule of kinds that can never succeed; the campaign's ruling on it names those that the game master has marked so."""
SPY_TABLE: Final = "CW-TAB-SPY"
SOCIETY_TABLE: Final = "CW-16.0-T01"
NO_ENTRY: Final = "-"
ATTITUDE_TEXTS: Final[Mapping[str, str]] = {
    "Pacifism": "a peaceful people",
    "Peaceful": "a peaceful people",
    "Hostile": "a hostile people",
    "Very Hostile": "a hostile people",
}
SUITABLE_TALENTS: Final = (DIPLOMAT, LEADER, PSIONIC, STRATEGIST)
"""Talents that suit whoever heads an operation."""


def kinds(settings: Settings) -> Mapping[str, Row]:
    """All kinds of operations by name, counter-intelligence last."""
    return dict(tables(settings)["CW-TAB-SPY-KINDS"].named_rows())


def offered_kinds(settings: Settings) -> tuple[str, ...]:
    """The kinds that can be begun against another empire: without counter-intelligence and those marked as impossible."""
    return tuple(kind for kind in kinds(settings) if kind != COUNTER_INTELLIGENCE and kind not in impossible(settings))


def impossible(settings: Settings) -> tuple[str, ...]:
    """The kinds that the game master has marked as impossible (CW-10.0-06)."""
    return split_cell(settings.rulings.get(KINDS_RULE, ""))


def number(what: str, settings: Settings) -> int:
    """A number of CW-TAB-SPY by what it is called."""
    return tables(settings)[SPY_TABLE].number(what, "number")


def kind_row(kind: str, settings: Settings) -> Row:
    """The row of a kind; GameError with those there are, and for one that the game master has marked as impossible."""
    found = kinds(settings).get(kind)
    if found is None or kind == COUNTER_INTELLIGENCE:
        lead = f"There is no kind of operation {quoted(kind)}."
        raise unknown(IllegalOrderError, lead, kind, "There are", offered_kinds(settings), rule=KINDS_RULE)
    check_possible(kind, settings)
    return found


def check_possible(kind: str, settings: Settings) -> None:
    """IllegalOrderError for a kind that the game master has marked as impossible (CW-10.0-06)."""
    if kind in impossible(settings):
        raise IllegalOrderError(
            f"Operations of the kind {kind} can never succeed in this campaign, by the game master's word.",
            rule=KINDS_RULE,
        )


def check_words(goal: str, settings: Settings) -> None:
    """IllegalOrderError for a goal that asks for future orders, or for a player's end, by whole words (CW-10.0-07,
    CW-10.0-08)."""
    said = " ".join(goal.casefold().split())
    for _, row in tables(settings)["CW-TAB-SPY-WORDS"].named_rows():
        if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said) for word in split_cell(row["words"])):
            raise IllegalOrderError(row["answer"], rule=row["rule"])


def trade_points(level: TradeLevel | None, settings: Settings) -> int:
    """What a trade agreement adds to either partner's operations against the other (CW-11.0-10)."""
    return intelligence_bonus(level or "none", settings)


def pair_of(one: SideId, other: SideId) -> tuple[SideId, SideId]:
    """Two peoples in the order of their ids, as `Difference` has them."""
    return (one, other) if one < other else (other, one)


def project_meant(projects: Mapping[ProjectId, Project], one: Operation) -> Project | None:
    """The running project that sabotage is aimed at: the one that is named, or the one with most CPs in its step."""
    wanted = one.subject.casefold()
    running = [p for p in projects.values() if p.side == one.target and not p.finished_turn and p.cps]
    named = [p for p in running if not wanted or wanted in {p.name.casefold(), p.technology.casefold()}]
    return max(named, key=lambda p: (p.cps, p.id), default=None)


def officer_meant(officers: Officers, one: Operation) -> Officer | None:
    """The officer of the target's that is named; None without one of that name."""
    wanted = one.subject.casefold()
    theirs = (o for _, o in sorted(officers.items()) if o.side == one.target)
    return next((o for o in theirs if wanted and o.name.casefold() == wanted), None)


def race_of(place: Place, side: SideId) -> Race | None:
    """The race of an empire, also of one that the game master runs, as far as its profile goes; None where it is not known."""
    found = place.sides.get(side)
    if found is not None:
        return found.race
    npr = place.nprs.get(side)
    if npr is None:
        return None
    return Race(npr.name, npr.home_step, attitude=npr.attitude, description=npr.culture)


def choices_of(race: Race) -> Mapping[str, str]:
    """A race's choices of government and society by their lists (CW-16.0-02)."""
    pairs = (entry.partition(": ") for entry in race.society)
    return {which: chosen for which, _, chosen in pairs if chosen}


def compare_races(one: Race, other: Race, settings: Settings) -> tuple[tuple[str, str, str], ...]:
    """Rows for the game master: what is looked at, the one people's, the other's; "-" where nothing was chosen."""
    rows: list[tuple[str, str, str]] = [
        ("Home world", one.home_step or NO_ENTRY, other.home_step or NO_ENTRY),
        ("Biology", one.biology or NO_ENTRY, other.biology or NO_ENTRY),
        ("Attitude", one.attitude or NO_ENTRY, other.attitude or NO_ENTRY),
        ("Abilities", _listed(one), _listed(other)),
    ]
    mine, theirs = choices_of(one), choices_of(other)
    lists = dict.fromkeys(row["list"] for _, row in tables(settings)[SOCIETY_TABLE].named_rows())
    rows += [(which, mine.get(which, NO_ENTRY), theirs.get(which, NO_ENTRY)) for which in lists]
    return tuple(rows)


def _listed(race: Race) -> str:
    return ", ".join((*race.abilities, *race.bonuses)) or NO_ENTRY


def society_points(target: Race, settings: Settings) -> Iterator[Modifier]:
    """What a society's choices and its attitude do to operations against it, as the tables suggest (CW-16.0-03)."""
    printed = {f"{row['list']}: {row['entry']}": int(row["points"]) for _, row in _society(settings)}
    for entry in target.society:
        if points := printed.get(entry, 0):
            yield Modifier(points, f"their society: {entry}")
    for part in target.attitude.split(", "):
        if part == XENOPHOBIC:
            yield Modifier(number("a xenophobic people", settings), "a xenophobic people")
        elif part in ATTITUDE_TEXTS:
            yield Modifier(number(ATTITUDE_TEXTS[part], settings), ATTITUDE_TEXTS[part])


def _society(settings: Settings) -> Iterator[tuple[str, Mapping[str, str]]]:
    yield from tables(settings)["CW-TAB-SPY-SOCIETY"].named_rows()


def strangeness(spy: Race, target: Race, settings: Settings) -> tuple[Modifier, ...]:
    """How strange two peoples are to each other, as the tables suggest: bodies, worlds and customs (CW-10.0-09)."""
    found: list[Modifier] = []
    mine, theirs = ({w.casefold() for w in race.biology.split()} for race in (spy, target))
    if mine and theirs:
        words = min(number("most words of biology", settings), max(len(mine - theirs), len(theirs - mine)))
        found.append(Modifier(words * number("each word of biology that differs", settings), "other bodies"))
    if target.home_step:
        try:
            dear = ceil(multiple(spy, target.home_step, settings)) - 1
        except GameError:  # a game master's race may live on a world whose code is not one
            dear = 0
        most = number("most for a strange world", settings)
        points = max(-most, dear * number("each multiple of a world's price", settings))
        found.append(Modifier(points, "a world strange to their agents"))
    ours, others = choices_of(spy), choices_of(target)
    customs = sum(ours[which] != others[which] for which in ours.keys() & others.keys())
    found.append(Modifier(customs * number("each custom that differs", settings), "other customs"))
    return tuple(modifier for modifier in found if modifier.value)


def difference_between(place: GameState | TurnState, one: SideId, other: SideId) -> Difference | None:
    """What the game master has set between two peoples, if anything (CW-10.0-09)."""
    pair = pair_of(one, other)
    held = place.start.differences if isinstance(place, TurnState) else place.differences
    return next((d for d in held if (d.a, d.b) == pair), None)


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
    return min(BEST_CHANCE_PERCENT, max(0, sum(m.value for m in modifiers)))


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
    suits = any(talent.startswith(SUITABLE_TALENTS) for talent in officer.talents)
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
    held = cast("GameState", state_before(place)).trade
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
        one.side == side and one.kind == COUNTER_INTELLIGENCE and one.outcome == "success" and turn.turn < one.until
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
        other.side == one.target
        and other.kind == COUNTER_INTELLIGENCE
        and other.running
        and other.funded_turn >= turn.turn - 1
        for other in turn.operations.values()
    )
    if at_work:
        yield Modifier(number("counter-intelligence at work", settings), "counter-intelligence at work")
    if one.noticed:
        yield Modifier(number("they noticed it", settings), "they have noticed it")
    if _is_betrayed(turn, one):
        yield Modifier(-number("a mole among them", settings), "double agents: their thralls among its own people")


def _is_betrayed(turn: GameState | TurnState, one: Operation) -> bool:
    """Whether slavers of the target have a colony, ship or base of the operation's own side in their hold: its double agents
    (CW-15.1-24, ruling R-194)."""
    for key, sway in turn.minds.sways.items():
        owned = turn.colonies.get(key) or turn.ships.get(key) or turn.bases.get(key)
        thralls = (sway.hold, sway.by) == ("thralls", one.target) and lasts(sway.until, turn.turn)
        if thralls and owned is not None and owned.side == one.side:
            return True
    return False
