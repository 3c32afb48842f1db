"""What a race adds to the ratings of its crews and troops (CW-3.1-09, CW-3.1-13 to CW-3.1-24, CW-3.1-44 to CW-3.1-47)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.cluster_war.race_design.effects import RaceEffects
from rules.cluster_war.race_design.sheet import USUAL
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables

TroopKind: TypeAlias = Literal["crew", "foot", "power armor", "mechanized"]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Attack and defence of a unit, ranged and close (CW-TAB-GROUND)."""

    ar_ranged: int
    ar_close: int
    dr_ranged: int
    dr_close: int


@dataclass(frozen=True, slots=True)
class TroopModifier:
    """What one entry adds, all its levels together, and why."""

    reason: str
    rule: str
    change: Ratings


def troop_modifiers(
    race: RaceEffects, kind: TroopKind, repelling_boarders: bool = False, settings: Settings = USUAL
) -> Iterator[TroopModifier]:
    """What the race adds to a unit of this kind, entry by entry; it never changes the unit's price."""
    table = tables(settings)["CW-TAB-RACE-TROOPS"]
    for name, row in table.named_rows():
        level = race.owned.get(name, 0)
        if level and row[kind] == "yes" and (repelling_boarders or not row["when"]):
            numbers = (level * int(row[c]) for c in ("AR ranged", "AR close", "DR ranged", "DR close"))
            yield TroopModifier(f"{name} +{level}" if level > 1 else name, row["rule"], Ratings(*numbers))


def with_race(
    base: Ratings, race: RaceEffects, kind: TroopKind, repelling_boarders: bool = False, settings: Settings = USUAL
) -> Ratings:
    """A unit's ratings with all that its race adds, none below 0 (CW-3.1-69)."""
    changes = [m.change for m in troop_modifiers(race, kind, repelling_boarders, settings)]
    return Ratings(
        ar_ranged=max(0, base.ar_ranged + sum(c.ar_ranged for c in changes)),
        ar_close=max(0, base.ar_close + sum(c.ar_close for c in changes)),
        dr_ranged=max(0, base.dr_ranged + sum(c.dr_ranged for c in changes)),
        dr_close=max(0, base.dr_close + sum(c.dr_close for c in changes)),
    )


def is_chameleon(race: RaceEffects, kind: TroopKind) -> bool:
    """Whether a unit hides by nature, free of charge: light troops only, not in power armor (CW-3.1-09, CW-3.1-24)."""
    return race.chameleon and kind == "foot"


def moves_mobile(race: RaceEffects, kind: TroopKind) -> bool:
    """Whether foot troops move at the mobile rate because the race flies or swims (CW-3.1-16, CW-3.1-24)."""
    return race.flight and kind == "foot"
