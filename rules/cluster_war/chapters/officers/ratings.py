"""Officers and crews: what they add to rolls, officers as they leave an academy, and how crews earn their grades (CW-17.1-01
to CW-17.1-16, chapter 17.2)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, Protocol, TypeAlias, get_args

from rules.cluster_war.model.events.officers import CrewPromoted, WitsMatched
from rules.cluster_war.model.state.common import HexId, Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.sides import (
    ENGINEER,
    LEADER,
    PSIONIC,
    SOLDIER,
    STRATEGIST,
    TACTICIAN,
    TALENTS,
    Officer,
    PostKind,
    Race,
    in_charge,
    with_talent,
)
from rules.cluster_war.model.state.war import BattleId, Grade, OfficerId
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.dice import Roller
from rules.values import Cause, IllegalOrderError, Modifier, Roll, Value, changed, quoted

WITS_RULE: Final = "CW-17.1-23"
CLOSE_COMBAT_INDICES: Final = (1, 3)
"""Where close combat stands among AR ranged, AR close, DR ranged, DR close."""
NO_POINTS: Final[Mapping[SideId, int]] = {}
Tactics: TypeAlias = Literal["", "attack", "defense"]
RATINGS: Final = ("strategy", "command", "attack", "defense")
MOST_TALENTS: Final = 10
LONGEST_TALENT: Final = 40
PSIONIC_ABILITY: Final = "Psionic Ability"
CREW_GRADES_TABLE: Final = "CW-17.2-T01"
GRADES: Final[tuple[Grade, ...]] = get_args(Grade)
EXPERIENCED_GRADES: Final = ("veteran", "elite")
WITHOUT_CREW: Final = frozenset({"crewless", "remote", "ai"})


class WithOfficers(Protocol):
    """A state or a turn's draft, as far as officers go."""

    @property
    def officers(self) -> Mapping[OfficerId, Officer]: ...


def number(what: str, settings: Settings) -> int:
    """A number of flag officers by what it is called in CW-TAB-OFFICERS."""
    return tables(settings)["CW-TAB-OFFICERS"].number(what, "number")


def captain_ratings(world: WithOfficers, unit: str) -> tuple[int, int]:
    """What the captain on a ship's or base's bridge adds to its attack roll, and takes from a roll of whoever attacks it,
    in points of 1d100; 0, 0 without one (CW-17.1-20 to CW-17.1-22)."""
    captain = in_charge(world.officers.values(), "captain", {unit}) if world.officers else None
    return (captain.attack + captain.luck, captain.defense + captain.luck) if captain is not None else (0, 0)


def commander_of(world: WithOfficers, side: SideId, units: Collection[str]) -> Officer | None:
    """Who commands a task force of these units: the ranking officer of all its information centers (CW-17.1-19)."""
    return _chief(world, side, "commander", units)


def admiral_of(world: WithOfficers, side: SideId, units: Collection[str]) -> Officer | None:
    """Who leads a fleet of these units: the ranking officer of all its flag bridges and headquarters (CW-17.1-18)."""
    return _chief(world, side, "admiral", units)


def initiative_bonus(world: WithOfficers, side: SideId, units: Collection[str]) -> int:
    """What its commander's command rating adds to a task force's initiative roll (CW-17.1-25)."""
    chief = commander_of(world, side, units)
    return chief.command + chief.luck if chief is not None else 0


def engineer_bays(world: WithOfficers, unit: str, settings: Settings) -> int:
    """The repair bays that engineers aboard a unit count as (CW-17.1-08)."""
    engineers = with_talent(world.officers.values(), {unit}, ENGINEER) if world.officers else ()
    return len(engineers) * number("bays that a talent counts as", settings) if engineers else 0


def close_combat(world: WithOfficers, unit: str, ratings: tuple[int, ...], settings: Settings) -> tuple[int, ...]:
    """AR ranged, AR close, DR ranged, DR close of a unit's bridge crew or combat team with a soldier among its leaders
    (CW-17.1-12). `unit` is a ship, a base, or "colony|design"."""
    soldiers = with_talent(world.officers.values(), {unit}, SOLDIER) if world.officers else ()
    if not any(s.post is not None and s.post.kind in {"captain", "team"} for s in soldiers):
        return ratings
    bonus = number("a soldier's close combat bonus", settings)
    return tuple(rating + bonus if at in CLOSE_COMBAT_INDICES else rating for at, rating in enumerate(ratings))


def match_of_wits(
    turn: TurnState,
    battle: BattleId,
    hex_: HexId,
    sides: Mapping[SideId, Collection[str]],
    points: Mapping[SideId, int] = NO_POINTS,
) -> Mapping[SideId, int]:
    """By how much a side's admiral is ahead of all others in a battle: empty where no side has an admiral on station or
    points of its intelligence, or all are level (CW-17.1-23).

    `sides` are those who fight with the ids of their units, `points` what intelligence operations gained them. Each side
    rolls 1d100, which nobody but the game master ever sees.
    """
    admirals = {side: admiral_of(turn, side, units) for side, units in sorted(sides.items())}
    if not turn.settings.flag_officers or not (any(admirals.values()) or any(points.values())):
        return {}
    totals, reasons, rolls = {}, [], []
    for side, admiral in admirals.items():
        roll = turn.dice.percent(unseen_key(turn, f"wits/{side}/{battle}"))
        strategy = admiral.strategy + admiral.luck if admiral is not None else 0
        totals[side] = roll.total + strategy + points.get(side, 0)
        name = admiral.name if admiral is not None else "nobody"
        reasons.append(
            Modifier(totals[side], f"{side}: 1d100, {name} +{strategy}, intelligence +{points.get(side, 0)}")
        )
        rolls.append(roll)
    ahead, *others = sorted(totals, key=lambda side: (-totals[side], side))
    difference = totals[ahead] - totals[others[0]] if others else 0
    cause = Cause(WITS_RULE, "", tuple(reasons), tuple(rolls))
    told = tuple(totals.items())
    turn.say(WitsMatched(battle, hex_, told, ahead if difference else "", difference, cause=cause, seen_by=()))
    return {ahead: difference} if difference else {}


def _chief(world: WithOfficers, side: SideId, kind: PostKind, units: Collection[str]) -> Officer | None:
    if not world.officers:
        return None
    places = {*units, *(unit.partition("|")[0] for unit in units)}
    return in_charge((o for o in world.officers.values() if o.side == side), kind, places)


class Talents(Value):
    """What an officer's talents are: those they have, and those that the game master must allow first (CW-17.1-06)."""

    has: tuple[str, ...]
    asked: tuple[str, ...]


def price_of(talents: int, settings: Settings) -> int:
    """CPs of an officer with so many talents (CW-17.1-02)."""
    return number("CPs of an officer", settings) + talents * number("CPs of a talent", settings)


def named_talents(talents: Iterable[str]) -> tuple[str, ...]:
    """Talents as the book calls them, each once; IllegalOrderError for one named twice, too many or too long a name."""
    found: list[str] = []
    for text in talents:
        tidy = " ".join(text.split()).casefold().removeprefix("exceptional ")
        if not tidy or len(tidy) > LONGEST_TALENT or not tidy.isprintable() or not set(tidy).isdisjoint(',"'):
            raise IllegalOrderError(f"A talent's name has 1 to {LONGEST_TALENT} characters.", rule="CW-17.1-06")
        if tidy in found:
            raise IllegalOrderError(f"{quoted(tidy)} is named twice.", rule="CW-17.1-06")
        found.append(tidy)
    if len(found) > MOST_TALENTS:
        raise IllegalOrderError(f"An officer has at most {MOST_TALENTS} talents.", rule="CW-17.1-06")
    return tuple(found)


def check_tactics(talents: Iterable[str], tactics: Tactics) -> None:
    """IllegalOrderError unless a tactician, and nobody else, says what it is for (CW-17.1-14)."""
    if (TACTICIAN in talents) != bool(tactics):
        raise IllegalOrderError(
            "Say whether a tactician is one of attack or of defense; for others there is nothing to say.",
            rule="CW-17.1-14",
        )


def adepts_ability(race: Race) -> str:
    """What a psionic adept of a race can do: its disciplines, where its record names them, else the entry itself; "" if it is
    not psionic (CW-17.1-15)."""
    named = [
        a.partition(":")[2].strip() for a in race.abilities if a.casefold().startswith(f"{PSIONIC_ABILITY}:".casefold())
    ]
    entry = next((a for a in race.abilities if a.casefold().startswith(PSIONIC_ABILITY.casefold())), "")
    return ", ".join(named) or entry


def sorted_talents(talents: Iterable[str], race: Race) -> Talents:
    """The book's talents at once, a psionic adept's as their race's own; others wait for the game master (CW-17.1-15)."""
    has, asked = [], []
    ability = adepts_ability(race)
    for talent in talents:
        if talent == PSIONIC and ability:
            has.append(f"{PSIONIC}: {ability}")
        elif talent in TALENTS and talent != PSIONIC:
            has.append(talent)
        else:
            asked.append(talent)
    return Talents(tuple(has), tuple(asked))


def roll_ratings(
    officer: Officer, tactics: Tactics, dice: Roller, key: str, settings: Settings
) -> tuple[Officer, tuple[Roll, ...]]:
    """The officer with ratings by the dice, and the rolls: 1d10 each, and 1d10 and 1 more for what a talent is about
    (CW-17.1-05, CW-17.1-10, CW-17.1-13, CW-17.1-14). `key` has the rating's name in place of {}."""
    sides, more = number("sides of a rating die", settings), number("points beside a talent's die", settings)
    bonus = {STRATEGIST: "strategy", LEADER: "command", TACTICIAN: tactics}
    gifted = {bonus[talent] for talent in officer.talents if talent in bonus}
    rolls: list[Roll] = []
    ratings: dict[str, int] = {}
    for name in RATINGS:
        roll = dice.roll(key.format(name), sides)
        rolls.append(roll)
        ratings[name] = roll.total
        if name in gifted:
            talent = dice.roll(key.format(f"{name}-talent"), sides)
            rolls.append(talent)
            ratings[name] += talent.total + more
    after = changed(
        officer,
        strategy=ratings["strategy"],
        command=ratings["command"],
        attack=ratings["attack"],
        defense=ratings["defense"],
    )
    return after, tuple(rolls)


def counts_as(ship: Ship) -> Grade:
    """The grade that a ship's crew counts as now: one lower while an experienced crew settles in (CW-17.2-09)."""
    if ship.settling and ship.grade in EXPERIENCED_GRADES:
        return GRADES[GRADES.index(ship.grade) - 1]
    return ship.grade


def crew_attack(grade: Grade, settings: Settings) -> int:
    """What a crew of this grade adds to an attack, in points of percent; nothing where crews have no grades (CW-17.2-03)."""
    return (
        tables(settings)[CREW_GRADES_TABLE].number(grade.capitalize(), "attack_percent") if settings.graded_crews else 0
    )


def turns_of_training(settings: Settings) -> int:
    """Turns until an experienced crew on a new ship is what it was (CW-17.2-09)."""
    return tables(settings)["CW-TAB-CREWS"].number("turns a moved crew trains", "number")


def train_crew(ship: Ship, settings: Settings, *, drills: bool) -> Ship:
    """A ship's crew after a turn, in which it drills or not: promoted once it has drilled long enough in its grade and come
    through battles enough in its whole career (CW-17.2-06 to CW-17.2-08)."""
    if drills and ship.settling:
        return changed(ship, settling=ship.settling - 1)
    at = GRADES.index(ship.grade) + 1
    if at == len(GRADES):
        return ship
    row, higher = tables(settings)[CREW_GRADES_TABLE], GRADES[at]
    needed = row.number(higher.capitalize(), "drill_turns_from_previous")
    drilled = min(needed, ship.drilled + 1) if drills else ship.drilled
    if drilled >= needed and ship.battles >= row.number(higher.capitalize(), "battles_total"):
        return changed(ship, grade=higher, drilled=0)
    return changed(ship, drilled=drilled) if drilled != ship.drilled else ship


def drill(turn: TurnState) -> None:
    """At the month's end: every crew that was aboard as the month began and was in no battle has drilled a turn.

    `month.careers` has the battles of crews that were moved since then, as they were before this month's own.
    """
    if not turn.settings.graded_crews:
        return
    for key, ship in sorted(turn.ships.items()):
        if key not in turn.start.ships or turn.start.ships[key].side != ship.side:
            continue
        if WITHOUT_CREW & set(turn.sides[ship.side].designs[ship.design].traits):
            continue
        before = turn.careers.get(key, turn.start.ships[key].battles)
        after = train_crew(ship, turn.settings, drills=ship.battles <= before)
        turn.ships[key] = after
        if after.grade != ship.grade:
            rule = {"regular": "CW-17.2-06", "veteran": "CW-17.2-07"}.get(after.grade, "CW-17.2-08")
            cause = Cause(rule, "", (Modifier(after.battles, "battles come through"),))
            turn.tell_side(CrewPromoted(ship.side, key, after.grade, cause=cause))
