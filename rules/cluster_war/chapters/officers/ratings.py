"""What officers add to rolls: captains to attack and defense, commanders to initiative, admirals to the match of wits."""

from collections.abc import Collection, Mapping
from typing import Final, Protocol

from rules.cluster_war.model.events.officers import WitsMatched
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.officers import ENGINEER, SOLDIER, Officer, PostKind, in_charge, with_talent
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.war import BattleId, OfficerId
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.events import Cause, Modifier

WITS: Final = "CW-17.1-23"
CLOSE: Final = (1, 3)
"""Where close combat stands among AR ranged, AR close, DR ranged, DR close."""
NO_POINTS: Final[Mapping[SideId, int]] = {}


class Manned(Protocol):
    """A state or a turn's draft, as far as officers go."""

    @property
    def officers(self) -> Mapping[OfficerId, Officer]: ...


def number(what: str, settings: Settings) -> int:
    """A number of flag officers by what it is called in CW-TAB-OFFICERS."""
    return tables(settings)["CW-TAB-OFFICERS"].number(what, "number")


def captain_ratings(world: Manned, unit: str) -> tuple[int, int]:
    """What the captain on a ship's or base's bridge adds to its attack roll, and takes from a roll of whoever attacks it,
    in points of 1d100; 0, 0 without one (CW-17.1-20 to CW-17.1-22)."""
    captain = in_charge(world.officers.values(), "captain", {unit}) if world.officers else None
    return (captain.attack + captain.luck, captain.defense + captain.luck) if captain is not None else (0, 0)


def commander_of(world: Manned, side: SideId, units: Collection[str]) -> Officer | None:
    """Who commands a task force of these units: the ranking officer of all its information centers (CW-17.1-19)."""
    return _chief(world, side, "commander", units)


def admiral_of(world: Manned, side: SideId, units: Collection[str]) -> Officer | None:
    """Who leads a fleet of these units: the ranking officer of all its flag bridges and headquarters (CW-17.1-18)."""
    return _chief(world, side, "admiral", units)


def initiative_bonus(world: Manned, side: SideId, units: Collection[str]) -> int:
    """What its commander's command rating adds to a task force's initiative roll (CW-17.1-25)."""
    chief = commander_of(world, side, units)
    return chief.command + chief.luck if chief is not None else 0


def engineer_bays(world: Manned, unit: str, settings: Settings) -> int:
    """The repair bays that engineers aboard a unit count as (CW-17.1-08)."""
    engineers = with_talent(world.officers.values(), {unit}, ENGINEER) if world.officers else ()
    return len(engineers) * number("bays that a talent counts as", settings) if engineers else 0


def close_combat(world: Manned, unit: str, ratings: tuple[int, ...], settings: Settings) -> tuple[int, ...]:
    """AR ranged, AR close, DR ranged, DR close of a unit's bridge crew or combat team with a soldier among its leaders
    (CW-17.1-12). `unit` is a ship, a base, or "colony|design"."""
    soldiers = with_talent(world.officers.values(), {unit}, SOLDIER) if world.officers else ()
    if not any(s.post is not None and s.post.kind in {"captain", "team"} for s in soldiers):
        return ratings
    bonus = number("a soldier's close combat bonus", settings)
    return tuple(rating + bonus if at in CLOSE else rating for at, rating in enumerate(ratings))


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
    cause = Cause(WITS, "", tuple(reasons), tuple(rolls))
    told = tuple(totals.items())
    turn.say(WitsMatched(battle, hex_, told, ahead if difference else "", difference, cause=cause, seen_by=()))
    return {ahead: difference} if difference else {}


def _chief(world: Manned, side: SideId, kind: PostKind, units: Collection[str]) -> Officer | None:
    if not world.officers:
        return None
    places = {*units, *(unit.partition("|")[0] for unit in units)}
    return in_charge((o for o in world.officers.values() if o.side == side), kind, places)
