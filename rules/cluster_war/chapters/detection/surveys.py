"""Learning a system by going there: what hides in it, long range sensors, survey missions, dowsers, and first visits to
dangerous places (CW-12.1-03 to 12, CW-15.1-06, CW-B-33)."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from rules.cluster_war.chapters.detection.sensors import has_lrs
from rules.cluster_war.chapters.movement import fleets as movement_fleets
from rules.cluster_war.model.events.detection import SurveyProgressed, SystemLearned
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.psionics import DowsersFelt
from rules.cluster_war.model.psionics.units import DOWSING, working_abilities
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, KnowledgeLevel, Settings, SideId, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Fleet, SurveyWork
from rules.cluster_war.model.state.places import Special, StarSystem
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, Modifier, changed

HAZARDS: Final = ("monster", "weapon", "trap", "extraordinary", "scoutship", "civilization", "active alien base")
"""Words in a special's row, or in its follow-up rows, that something answers to when first visited (CW-12.1-04)."""

SCOUTED_NOTES: Final = (
    ("monster", "Something alive moves between the worlds here."),
    ("scoutship", "An alien scout ship is here."),
    ("derelict", "An alien derelict drifts here."),
    ("active alien base", "An active alien base or colony is here."),
    ("civilization", "An alien civilization lives here."),
)
"""What scouting shows, by a word of the special's row (CW-12.1-06)."""

SURVEYED_NOTES: Final = (
    ("artifact", "The survey found an alien artifact."),
    ("weapon/trap", "The survey found an alien device that may be a weapon or a trap."),
    ("wormhole", "The survey found a wormhole."),
    ("extraordinary", "The survey found something nobody can explain."),
    ("unique", "The survey found a resource unlike any other."),
    ("pre-industrial", "The survey found natives without industry."),
)
"""What only a survey shows (CW-12.1-08)."""

NATIVES: Final = "pre-industrial"
"""A follow-up with this word keeps a civilization from scouts: it is below the industrial age (CW-B-33)."""
LEVEL_RANK: dict[KnowledgeLevel, int] = {"map": 0, "scouted": 1, "surveyed": 2}
SURVEY_TIMES_TABLE: Final = "CW-12.1-T01"
BASE_WEEKS: Final = WEEKS_PER_TURN
DOWSING_RULE: Final = "CW-15.1-06"
FIRST_ENTRY_RULE: Final = "CW-12.1-04"
HAZARD_SUGGESTION: Final = "Play what the visitors run into, then tell those of them who live to report it."


def is_hazard(special: Special | None) -> bool:
    """Whether the first to enter a system may be met by a monster, a trap or somebody hostile (CW-12.1-04).

    An artifact counts by its follow-up rows, for instance an active alien weapon.
    """
    if special is None:
        return False
    words = _words(special)
    if "artifact" in special.kind.lower():
        return "active alien weapon" in words
    return any(word in words for word in HAZARDS)


def notes_on(system: StarSystem, level: KnowledgeLevel) -> tuple[str, ...]:
    """What is written on a side's survey sheet about a system's special at this level of knowledge (CW-18.0-18).

    Nature and attitude of what is there are not told: the GM plays that.
    """
    special = system.special
    if special is None or level == "map":
        return ()
    kind, words = special.kind.lower(), _words(special)
    where = f" Orbit {special.orbit}." if special.orbit else ""
    notes = [text for word, text in SCOUTED_NOTES if word in kind and NATIVES not in words]
    if level == "surveyed":
        notes += [text for word, text in SURVEYED_NOTES if word in kind or (word == NATIVES and NATIVES in words)]
    return tuple(f"{text}{where}" for text in notes)


def _words(special: Special) -> str:
    return " ".join((special.kind, *special.details)).lower()


def known_as(system: StarSystem, level: KnowledgeLevel, turn: int) -> KnownSystem:
    """A system as one who learned it at this level knows it: maximum CPs and resources by survey alone (CW-12.1-08)."""
    full = level == "surveyed"
    bodies = tuple(
        KnownBody(
            orbit=body.orbit,
            step=body.step,
            life=body.life,
            max_cp=body.max_cp if full else None,
            resources=body.resources if full else None,
            name=body.name,
        )
        for body in system.bodies
    )
    return KnownSystem(
        hex=system.hex,
        level=level,
        turn=turn,
        bodies=() if level == "map" else bodies,
        notes=notes_on(system, level),
        name=system.name,
    )


def knows_system(turn: GameState | TurnState, side: SideId, system: StarSystem, level: KnowledgeLevel) -> bool:
    """Whether a side knows a system at this level or better."""
    known = turn.knowledge[side].systems.get(system.hex)
    return known is not None and LEVEL_RANK[known.level] >= LEVEL_RANK[level]


def learn(turn: TurnState, side: SideId, system: StarSystem, level: KnowledgeLevel, *, week: int, cause: Cause) -> None:
    """Enter a system on a side's survey sheet, with any notes made there before, and tell it.

    What was known better before stays known as well: a level never falls.
    """
    known = turn.knowledge[side]
    before = known.systems.get(system.hex)
    if before is not None and LEVEL_RANK[before.level] > LEVEL_RANK[level]:
        level = before.level
    entry = known_as(system, level, turn.turn)
    if before is not None:
        notes = tuple(dict.fromkeys((*before.notes, *entry.notes)))
        entry = KnownSystem(entry.hex, level, turn.turn, entry.bodies, notes, before.name or entry.name)
    turn.learn(side, systems={**known.systems, system.hex: entry})
    if system.hex in known.stars:
        turn.learn(side, stars={h: codes for h, codes in known.stars.items() if h != system.hex})
    best = max((body.max_cp or 0 for body in entry.bodies), default=0)
    turn.tell_side(SystemLearned(side, system.hex, level, len(entry.bodies), best, week, cause=cause))


def scout(turn: TurnState, week: int) -> None:
    """Every fleet with LRS in a system that its side does not know yet scouts it (CW-12.1-05, CW-12.1-06)."""
    for hex_, fleets in sorted(movement_fleets.present_in(turn).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None:
            continue
        for fleet in movement_fleets.in_order(
            [fleet for fleet in fleets if not knows_system(turn, fleet.side, system, "scouted")]
        ):
            if not knows_system(turn, fleet.side, system, "scouted") and has_lrs(turn, fleet):
                learn(turn, fleet.side, system, "scouted", week=week, cause=Cause("CW-12.1-06", fleet.order))


def survey_weeks(lrs: int, survey_bays: int, settings: Settings) -> int:
    """Weeks a survey takes with these components in the task force (CW-12.1-12): printed cells first, then the formula.

    IllegalOrderError without at least one of each (CW-12.0-05).
    """
    if lrs < 1 or survey_bays < 1:
        raise IllegalOrderError("A survey needs at least one LRS and one survey bay.", rule="CW-12.0-05")
    table = tables(settings)[SURVEY_TIMES_TABLE]
    key = f"{lrs}/{survey_bays}"
    if key in table.keys:
        return max(1, ceil(table.fraction(key, "weeks")))
    halvings = (lrs - 1) // 2 + (survey_bays - 1)
    return max(1, BASE_WEEKS >> halvings)


def survey_week(turn: TurnState, week: int) -> None:
    """A week of survey work by every fleet that stays in a system on a survey mission, the week of arrival not counted.

    Work is kept while the fleet stays, and the mission ends with the result (CW-12.1-10).
    """
    arrived = {e.fleet for e in turn.said_this_week() if isinstance(e, FleetArrived) and e.week == week}
    for fleet in movement_fleets.in_order([fleet for fleet in turn.fleets.values() if fleet.mission == "survey"]):
        idle = fleet.bound is not None and fleet.bound.why != "field"
        if fleet.transit is None and not fleet.route and not idle:
            _work(turn, fleet, week, fresh=fleet.id in arrived)


def _work(turn: TurnState, fleet: Fleet, week: int, *, fresh: bool) -> None:
    system = turn.cluster.systems.get(fleet.hex)
    force = movement_fleets.force_of(turn, fleet)
    if system is None:
        _give_up(turn, fleet, f"{fleet.name} finds nothing to survey in {fleet.hex}.", "CW-12.0-03")
        return
    if not (force.lrs and force.survey_bays):
        _give_up(turn, fleet, movement_fleets.no_survey_gear(fleet, force), "CW-12.1-07")
        return
    if knows_system(turn, fleet.side, system, "surveyed"):
        movement_fleets.put_fleet(turn, changed(fleet, mission="none", survey=None))
        return
    so_far = fleet.survey
    if so_far is None or so_far.hex != fleet.hex:
        so_far = SurveyWork(fleet.hex, started=week if fresh else week - 1, done=0)
    now = so_far if fresh else changed(so_far, done=so_far.done + 1)
    needed = survey_weeks(force.lrs, force.survey_bays, turn.settings)
    reason = Modifier(needed, f"weeks with {movement_fleets.survey_gear(force)}")
    if now.done >= needed:
        movement_fleets.put_fleet(turn, changed(fleet, mission="none", survey=None))
        cause = Cause("CW-12.1-08", fleet.order, (reason,))
        learn(turn, fleet.side, system, "surveyed", week=week, cause=cause)
        return
    movement_fleets.put_fleet(turn, changed(fleet, survey=now))
    if week % WEEKS_PER_TURN == 0:
        cause = Cause("CW-12.1-12", fleet.order, (reason,))
        turn.tell_side(SurveyProgressed(fleet.side, fleet.id, fleet.hex, needed - now.done, cause=cause))


def _give_up(turn: TurnState, fleet: Fleet, reason: str, rule: str) -> None:
    movement_fleets.put_fleet(turn, changed(movement_fleets.drop_survey(turn, fleet), mission="none"))
    turn.fail_fleet(fleet, reason, rule)


def dowse(turn: TurnState, week: int) -> None:
    """At a week's end fleets with dowsers feel what only a survey would show of what hides where they are."""
    for hex_, fleets in sorted(movement_fleets.present_in(turn).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.special is None:
            continue
        for fleet in movement_fleets.in_order(fleets):
            if not has_dowsers(turn, fleet, week):
                continue
            found = note_felt(turn, fleet.side, hex_, notes_on(system, "surveyed"))
            if found:
                cause = Cause(DOWSING_RULE, fleet.order)
                turn.tell_side(DowsersFelt(fleet.side, fleet.id, hex_, week, found, cause=cause))


def note_felt(turn: TurnState, side: SideId, hex_: HexId, felt: Sequence[str]) -> tuple[str, ...]:
    """Put on a side's sheet of a system what dowsers felt there; what of it was not on it yet."""
    known, system = turn.knowledge[side].systems, turn.cluster.systems.get(hex_)
    entry = known.get(hex_) or (known_as(system, "map", turn.turn) if system is not None else None)
    found = tuple(note for note in felt if entry is not None and note not in entry.notes)
    if entry is not None and found:
        after = changed(entry, notes=(*entry.notes, *found), turn=turn.turn)
        turn.learn(side, systems={**known, hex_: after})
    return found


def has_dowsers(turn: TurnState, fleet: Fleet, week: int) -> bool:
    """Whether a ship of a fleet has a unit of dowsers that can act."""
    designs = turn.sides[fleet.side].designs
    return any(
        DOWSING in working_abilities(ship, designs[ship.design], week, turn.settings)
        for ship in movement_fleets.ships_of(turn, fleet)
        if designs[ship.design].traits
    )


def first_entries(turn: TurnState) -> None:
    """The first fleet ever in a system with something dangerous in it: a question for the GM alone (CW-12.1-04); where
    encounters are played, `encounters` does it."""
    if turn.settings.encounters == "played":
        return
    asked = {q.hex for q in turn.questions if q.kind == "first-entry"}
    for hex_, fleets in sorted(movement_fleets.present_in(turn).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.special is None or hex_ in asked or not is_hazard(system.special):
            continue
        sides = tuple(sorted({f.side for f in fleets}))
        turn.put_question(
            "first-entry",
            sides,
            _entry_text(turn, hex_, system.special, fleets),
            FIRST_ENTRY_RULE,
            HAZARD_SUGGESTION,
            hex_,
        )


def _entry_text(turn: TurnState, hex_: HexId, special: Special, fleets: Sequence[Fleet]) -> str:
    visitors = ", ".join(f"{turn.sides[f.side].name} {f.name} ({f.id})" for f in movement_fleets.in_order(fleets))
    details = f" ({', '.join(special.details)})" if special.details else ""
    orbit = f" in orbit {special.orbit}" if special.orbit else ""
    return f"First visit to {hex_} by {visitors}. There{orbit}: {special.kind}{details}."
