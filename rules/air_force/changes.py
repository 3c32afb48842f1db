"""Finding jets of a dogfight, putting changed ones back, who sees whom, and the three kinds of roll with their keys (ours,
JET-X19)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from rules.air_force.events import Dropped, JetGone
from rules.air_force.jets import Fate, Jet, Maneuvers, Stores, toward_sun
from rules.air_force.orders import Decision, JetId, SideId, choice_id
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Aircraft, Maneuverability, Options, card_of, number, tables
from rules.dice import Roller
from rules.hexes import Grid, distance
from rules.values import EVERYONE, Cause, GameError, NotYoursError, Roll, changed, quoted


@lru_cache(maxsize=64)
def map_of(columns: int, rows: int) -> Grid:
    """A map of so many columns and rows: even columns sit half a hex lower (JET-X04)."""
    return Grid(columns, rows, "even")


def grid(fight: Dogfight) -> Grid:
    """The fight's map."""
    return map_of(fight.columns, fight.rows)


def put_jet(fight: Dogfight, jet: Jet) -> Dogfight:
    """The dogfight with this jet in the place of the old one."""
    return changed(fight, jets={**fight.jets, jet.id: jet})


def flying_jets(fight: Dogfight) -> tuple[Jet, ...]:
    """The jets still in the fight, by id."""
    return tuple(jet for _, jet in sorted(fight.jets.items()) if jet.flying)


def enemies(fight: Dogfight, side: SideId) -> tuple[Jet, ...]:
    """The jets in the fight that are not this side's, by id."""
    return tuple(jet for jet in flying_jets(fight) if jet.side != side)


def card(fight: Dogfight, jet: Jet) -> Aircraft:
    """A jet's card."""
    return card_of(fight.options, jet.type)


def max_speed(fight: Dogfight, jet: Jet) -> int:
    """A jet's top Speed now: less when it is hit, never below 1 (JET-E17, JET-X11)."""
    lost = number(fight.options, "damaged_max_speed_loss") if jet.hits else 0
    return max(1, card(fight, jet).max_speed - lost)


def stores(jet: Jet) -> Stores:
    """A jet's fuel and attacks; NotYoursError in the view of somebody who cannot know them."""
    if jet.stores is None:
        raise NotYoursError(f"{quoted(jet.id)} is not one of your jets.")
    return jet.stores


def remember_decision(jet: Jet, decision: Decision) -> Jet:
    """The jet with this decision as its pilot's last; the last one of each kind is kept, the newest at the end."""
    held = stores(jet)
    kind = type(decision).__name__
    others = tuple(one for one in held.before if not one.startswith(f"{kind} "))
    return changed(jet, stores=changed(held, before=(*others, f"{kind} {choice_id(decision)}")))


def key(fight: Dogfight, *parts: str | int) -> str:
    """The key of a roll within its turn: the phase, then what is rolled for, "dogfight/2/energy/P1"."""
    return "/".join(str(part) for part in ("dogfight", fight.now.phase, *parts))


def remove_jet(fight: Dogfight, jet: Jet, fate: Fate, cause: Cause, by: JetId = "") -> tuple[Dogfight, JetGone]:
    """The dogfight without a jet, which stays on record with its fate; everybody is told."""
    out = changed(jet, fate=fate)
    return put_jet(fight, out), JetGone(fight.now, cause, jet.id, fate, by, seen_by=(EVERYONE,))


def pilot_sees(fight: Dogfight, pilot: Jet, other: Jet) -> bool:
    """Whether the pilot of one jet can see another."""
    away = distance(pilot.at, other.at)
    if fight.sun == "night":
        if other.fired or away <= number(fight.options, "night_sight"):
            return True
        return other.afterburner and away <= number(fight.options, "afterburner_sight")
    blinded = other.altitude > pilot.altitude and toward_sun(pilot.at, other.at, fight.sun)
    return not blinded or away <= number(fight.options, "sun_sight")


def side_sees(fight: Dogfight, side: SideId, other: Jet) -> bool:
    """Whether a side sees a jet: its own, one that is out of the fight, or one that any of its pilots sees."""
    if other.side == side or not other.flying:
        return True
    return any(jet.side == side and jet.flying and pilot_sees(fight, jet, other) for jet in fight.jets.values())


def enemy_seen(fight: Dogfight, jet: Jet, target: JetId, verb: str, rule: str) -> Jet:
    """An enemy in the fight that the jet's side sees; GameError, with the rule, for anything else."""
    other = fight.jets.get(target)
    if other is None or not other.flying or not side_sees(fight, jet.side, other):
        raise GameError(f"There is no such jet to {verb} that you can see.", rule=rule)
    if other.side == jet.side:
        raise GameError(f"{other.name} is on your own side.", rule=rule)
    return other


def watchers(fight: Dogfight, other: Jet) -> tuple[str, ...]:
    """The sides that see a jet now, or everyone when all of them do."""
    found = tuple(side for side in sorted(fight.sides) if side_sees(fight, side, other))
    return (EVERYONE,) if len(found) == len(fight.sides) else found


DIE_SIDES: Final = 6
LOW_AND_HIGH_DICE: Final = {"two lowest": (2, 0), "highest and lowest": (1, 1), "two highest": (0, 2)}
"""How many dice go from the low and the high end (JET-T01)."""
KEPT_ENDS: Final = {"lowest": (0, 2), "middle": (1, 1), "highest": (2, 0)}
"""The same for a turn roll of three dice, by the die that is kept (JET-T04)."""


def energy_dice(options: Options, maneuvers: Maneuvers) -> int:
    """How many dice an energy roll has: five less one per hard maneuver (JET-E06)."""
    return max(number(options, "energy_min_dice"), tables(options)["JET-T02"].number(maneuvers.count, "dice rolled"))


def discard(options: Options, faces: Sequence[int], altitude: int) -> tuple[tuple[int, ...], tuple[Dropped, ...]]:
    """The energy dice kept, lowest first, and the two that altitude discards, with why (JET-E07, JET-E08)."""
    row = tables(options)["JET-T01"].by_roll(altitude)
    return _split(
        faces, LOW_AND_HIGH_DICE[row["discard"]], f"at altitude {row['low']} to {row['high']} the {row['discard']} go"
    )


def speed_gain(kept: Sequence[int], factor: int, *, afterburner: bool) -> int:
    """The Speed an energy roll offers: dice above the Energy Factor, afterburner's own 1 (JET-E09, JET-E12, JET-E13)."""
    return sum(face + afterburner > factor for face in kept) + afterburner


def turn_dice(options: Options, kind: Maneuverability, faces: Sequence[int]) -> tuple[int, tuple[Dropped, ...]]:
    """The die a turn roll of three keeps, and the two discarded, with why (JET-M06)."""
    keep = tables(options)["JET-T04"].cell(kind, "keep")
    kept, dropped = _split(faces, KEPT_ENDS[keep], f"{kind} maneuverability keeps the {keep} die")
    return kept[0], dropped


def _split(faces: Sequence[int], ends: tuple[int, int], why: str) -> tuple[tuple[int, ...], tuple[Dropped, ...]]:
    low, high = ends
    ordered = sorted(faces)
    top = len(ordered) - high
    return tuple(ordered[low:top]), tuple(Dropped(face, why) for face in (*ordered[:low], *ordered[top:]))


def rank_jets(
    fight: Dogfight, what: str, bonuses: Mapping[JetId, int], count: int, dice: Roller
) -> tuple[tuple[JetId, ...], Mapping[JetId, tuple[Roll, ...]]]:
    """Jets by `count` dice plus bonus, lowest first, ties re-rolled among the tied; and everybody's rolls (JET-X02)."""
    rolls: dict[JetId, tuple[Roll, ...]] = dict.fromkeys(bonuses, ())

    def order(tied: Sequence[JetId], again: int) -> list[JetId]:
        if len(tied) < 2:
            return list(tied)
        totals: dict[int, list[JetId]] = {}
        for jet in tied:
            roll = dice.roll(key(fight, what, jet, again), DIE_SIDES, count)
            rolls[jet] = (*rolls[jet], roll)
            totals.setdefault(roll.total + bonuses[jet], []).append(jet)
        return [jet for _, same in sorted(totals.items()) for jet in order(same, again + 1)]

    return tuple(order(sorted(bonuses), 1)), rolls
