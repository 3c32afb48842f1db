"""The three kinds of roll: the energy roll's discards, the turn roll's, and places decided by dice with ties re-rolled."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.air_force.changes import key
from rules.air_force.events import Dropped
from rules.air_force.jets import Maneuvers
from rules.air_force.orders import JetId
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Maneuverability, Options, number, tables
from rules.dice import Roll, Roller

DIE: Final = 6
ENDS: Final = {"two lowest": (2, 0), "highest and lowest": (1, 1), "two highest": (0, 2)}
"""How many dice go from the low and the high end (JET-T01)."""
KEPT_ENDS: Final = {"lowest": (0, 2), "middle": (1, 1), "highest": (2, 0)}
"""The same for a turn roll of three dice, by the die that is kept (JET-T04)."""


def energy_dice(options: Options, maneuvers: Maneuvers) -> int:
    """How many dice an energy roll has: five less one per hard maneuver (JET-E06)."""
    return max(number(options, "energy_min_dice"), tables(options)["JET-T02"].number(maneuvers.count, "dice rolled"))


def discard(options: Options, faces: Sequence[int], altitude: int) -> tuple[tuple[int, ...], tuple[Dropped, ...]]:
    """The energy dice kept, lowest first, and the two that altitude discards, with why (JET-E07, JET-E08)."""
    row = tables(options)["JET-T01"].by_roll(altitude)
    return _split(faces, ENDS[row["discard"]], f"at altitude {row['low']} to {row['high']} the {row['discard']} go")


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


def ranked(
    fight: Dogfight, what: str, bonuses: Mapping[JetId, int], count: int, dice: Roller
) -> tuple[tuple[JetId, ...], Mapping[JetId, tuple[Roll, ...]]]:
    """Jets by `count` dice plus bonus, lowest first, ties re-rolled among the tied; and everybody's rolls (JET-X02)."""
    rolls: dict[JetId, tuple[Roll, ...]] = dict.fromkeys(bonuses, ())

    def order(tied: Sequence[JetId], again: int) -> list[JetId]:
        if len(tied) < 2:
            return list(tied)
        totals: dict[int, list[JetId]] = {}
        for jet in tied:
            roll = dice.roll(key(fight, what, jet, again), DIE, count)
            rolls[jet] = (*rolls[jet], roll)
            totals.setdefault(roll.total + bonuses[jet], []).append(jet)
        return [jet for _, same in sorted(totals.items()) for jet in order(same, again + 1)]

    return tuple(order(sorted(bonuses), 1)), rolls
