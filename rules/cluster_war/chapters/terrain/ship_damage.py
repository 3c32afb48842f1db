"""What terrain can do to a ship: the tables of chapter 14, what shelters it, its hull spaces hit one by one, and what breaks
loose in its bays (CW-14.0-12, CW-14.0-T01 to -T04, R-141).

A point of damage that neither shields nor armor stop puts one hull space out of order. A hull of so many spaces shows as many
rows to any side as the root of that, rounded up. What is hit is spread as a battle settled by numbers spreads it: a part of it
is destroyed, the rest damaged (CW-TAB-QUICK).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.chapters.combat.unit_strength import HUNDREDTHS, fitted_spaces, numbers_of, strength_of
from rules.cluster_war.chapters.logistics.stores import with_fewer
from rules.cluster_war.chapters.movement.navigation import form_up, has_ftl
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.state.common import DesignId, Settings, ShipId, overrides_of, tables, tables_with
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.transport import bay_room, crate_room
from rules.cluster_war.model.unit_design.wounded import component_of, sound
from rules.cluster_war.model.worlds.terrain import STORMS, STRONGEST_FORCE
from rules.values import IllegalOrderError, Value, changed

DAMAGE_TABLES: Final = {"AST": "CW-14.0-T01", "GRV": "CW-14.0-T02", "ION": "CW-14.0-T03", "MAG": "CW-14.0-T04"}
WEATHER_TABLE: Final = "CW-TAB-WEATHER"
NO_EFFECT: Final = "nothing"
DAMAGE_EFFECTS: Final = {
    "AST": (NO_EFFECT, "grain", "rock"),
    "GRV": (NO_EFFECT, "shear", "overload", "ripple", "crushed"),
    "ION": (NO_EFFECT, "shields", "drive", "surge", "burst"),
    "MAG": (NO_EFFECT, "shields", "drive", "bolt", "burst"),
}
"""What each row of a table does, in the rows' order."""
EFFECT_RULES: Final = {
    ("AST", "grain"): "CW-14.0-05",
    ("AST", "rock"): "CW-14.0-06",
    ("ION", "shields"): "CW-14.0-16",
    ("ION", "drive"): "CW-14.0-17",
    ("ION", "surge"): "CW-14.0-18",
    ("ION", "burst"): "CW-14.0-19",
}
RULE_OF: Final = {"AST": "CW-14.0-04", "GRV": "CW-14.0-12", "ION": "CW-14.0-16", "MAG": "CW-14.0-20"}
DEADLY_EFFECTS: Final = ("crushed", "burst")
"""Effects that are the end of a ship or of its crew."""
FULL_PERCENT: Final = 100
WEATHER_DRIVES_TABLE: Final = "CW-TAB-WEATHER-DRIVES"
RESISTANT_SHIELD: Final = "Resistant shield projector"
"""It does not burn out (CW-A-52)."""
BURNABLE_SHIELDS: Final = ("Shield projector", "Snapshield")
STEADY_SHIELDS: Final = ("Shield projector", RESISTANT_SHIELD)
"""Generators whose shields stand all the time, and so all around a craft."""
OPEN_SPACE: Final = ""
"""Hull that nothing on record fills: a hit there harms nothing."""


def number(what: str, settings: Settings) -> int:
    """A number of the chapter."""
    return tables(settings)[WEATHER_TABLE].number(what, "number")


def rule_of(kind: str, effect: str) -> str:
    """The rule of an effect."""
    return EFFECT_RULES.get((kind, effect), RULE_OF[kind])


def effect_of(kind: str, roll: int, force: int, settings: Settings) -> str:
    """What a roll of 1d100 does in terrain of this kind: each level of a storm's force adds to it (CW-14.0-10)."""
    return _effect(overrides_of(settings), kind, roll + _added(kind, force, settings))


def _added(kind: str, force: int, settings: Settings) -> int:
    return number("force level", settings) * force if kind in STORMS else 0


@lru_cache(maxsize=4096)
def _effect(overrides: tuple[tuple[str, str], ...], kind: str, total: int) -> str:
    table = tables_with(overrides)[DAMAGE_TABLES[kind]]
    row = table.by_roll(total)
    at = next(n for n, (_, found) in enumerate(table.named_rows()) if found is row)
    return DAMAGE_EFFECTS[kind][at]


def chance_of_harm(kind: str, force: int | None, settings: Settings, *, deadly: bool = False) -> Fraction:
    """How likely one roll does harm, or with `deadly` is the end of a ship or of its crew; of a storm whose force nobody knows,
    over all forces that it may have."""
    forces = (force or 0,) if force is not None or kind not in STORMS else range(STRONGEST_FORCE + 1)
    wanted = (
        (lambda effect: effect in DEADLY_EFFECTS)
        if deadly
        else (lambda effect: effect != NO_EFFECT)  # which effects count
    )
    hits = sum(wanted(effect_of(kind, roll, f, settings)) for f in forces for roll in range(1, FULL_PERCENT + 1))
    return Fraction(hits, FULL_PERCENT * len(forces))


def chance_over(each: Fraction, rolls: int) -> Fraction:
    """How likely at least one of so many rolls comes up that each comes up with this chance."""
    return 1 - (1 - each) ** rolls


def as_percent(share: Fraction) -> int:
    """A chance in whole percent, to the nearest; never 0 or 100 for what may or may not be."""
    near = int(share * FULL_PERCENT + Fraction(1, 2))
    return min(max(near, 1), FULL_PERCENT - 1) if 0 < share < 1 else near


def is_exempt(design: Design, kind: str, settings: Settings) -> bool:
    """Whether a ship's drive passes this terrain without danger; a drive that does not work helps nobody (CW-14.0-04)."""
    rows = tables(settings)[WEATHER_DRIVES_TABLE]
    return has_ftl(design) and design.ftl in rows.keys and kind in rows.cell(design.ftl, "exempt").upper().split()


def exposed_ships(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings) -> tuple[Ship, ...]:
    """The ships of a fleet that terrain can reach: craft in hangars share what becomes of those they ride in."""
    there = tuple(ships)
    try:
        housed = {ship.id for ship in form_up(designs, there, settings).housed}
    except IllegalOrderError:
        housed = set()
    return tuple(ship for ship in there if ship.id not in housed)


def those_at_risk(
    designs: Mapping[DesignId, Design], ships: Iterable[Ship], kind: str, settings: Settings
) -> tuple[Ship, ...]:
    """Of ships that terrain can reach those that roll for it."""
    return tuple(ship for ship in ships if not is_exempt(sound(designs, ship), kind, settings))


def burning_generators(design: Design, wounds: Wounds, settings: Settings) -> int:
    """Shield generators that can still burn out, burnt ones among them."""
    return sum(_whole(design, wounds, settings, BURNABLE_SHIELDS))


def shields(design: Design, wounds: Wounds, settings: Settings) -> int:
    """Shield generators that work."""
    lasting = sum(_whole(design, wounds, settings, (RESISTANT_SHIELD,)))
    return lasting + max(0, burning_generators(design, wounds, settings) - wounds.burnt)


def all_on_line(design: Design, wounds: Wounds, settings: Settings) -> bool:
    """Whether a ship has shields, and every generator of them works (CW-14.0-05)."""
    out = {component_of(label) for label in (*wounds.damaged, *wounds.destroyed)}
    return (
        not wounds.burnt and not out & {*BURNABLE_SHIELDS, RESISTANT_SHIELD} and shields(design, wounds, settings) > 0
    )


def is_covered(design: Design, wounds: Wounds, settings: Settings) -> bool:
    """Whether the shields of a small craft cover all 360 degrees: it has a generator that works, and that is not up for a
    moment only, as a snapshield is (CW-14.0-28, R-142)."""
    return sum(_whole(design, wounds, settings, STEADY_SHIELDS)) > wounds.burnt


def _whole(design: Design, wounds: Wounds, settings: Settings, wanted: tuple[str, ...]) -> Iterator[int]:
    for label, spaces in fitted_spaces(design, settings).items():
        if component_of(label) in wanted:
            yield max(0, max(1, spaces) - wounds.damaged.get(label, 0) - wounds.destroyed.get(label, 0))


class HullSpaces(Value):
    """A ship's hull spaces by what fills them, in the layout's order, and which of them are out of order."""

    spaces: tuple[str, ...]
    wounds: Wounds

    @property
    def size(self) -> int:
        """All hull spaces."""
        return len(self.spaces)

    @property
    def rows(self) -> int:
        """The hex rows that it shows to any side."""
        return isqrt(self.size - 1) + 1

    def whole(self) -> tuple[str, ...]:
        """What still works, a hull space each."""
        out = Counter(self.wounds.damaged) + Counter(self.wounds.destroyed)
        found = []
        for label in filter(None, self.spaces):
            if out[label] > 0:
                out[label] -= 1
            else:
                found.append(label)
        return tuple(found)

    def row(self, facing: int, sides: int, depth: int) -> tuple[int, ...]:
        """The first `depth` spaces of every row as seen from a side."""
        start = (facing - 1) * self.size // sides
        firsts = [start + n * self.size // self.rows for n in range(self.rows)]
        return tuple((first + deep) % self.size for first in firsts for deep in range(depth))

    def run(self, start: int, length: int) -> tuple[int, ...]:
        """Spaces one behind the other."""
        return tuple((start + n) % self.size for n in range(min(length, self.size)))

    def struck(self, at: Iterable[int], settings: Settings) -> Wounds:
        """The wounds after these spaces are hit; what is out of order already stops nothing."""
        share = numbers_of(settings).whole("destroyed")
        left = Counter(self.whole())
        damaged, destroyed = Counter(self.wounds.damaged), Counter(self.wounds.destroyed)
        hits = 0
        for place in at:
            label = self.spaces[place]
            if left[label] <= 0:  # open hull, and what is out of order already
                continue
            left[label] -= 1
            gone = (hits + 1) * share // FULL_PERCENT > hits * share // FULL_PERCENT
            (destroyed if gone else damaged)[label] += 1
            hits += 1
        return Wounds(_sorted(damaged), _sorted(destroyed), self.wounds.burnt)

    def without(self, labels: Sequence[str]) -> Wounds:
        """The wounds after one hull space of each of these, as they stand there, is destroyed."""
        destroyed, damaged = Counter(self.wounds.destroyed), Counter(self.wounds.damaged)
        held = Counter(self.spaces)
        for label in labels:
            if destroyed[label] + damaged[label] >= held[label] and damaged[label]:
                damaged[label] -= 1
            destroyed[label] += 1
        return Wounds(_sorted(damaged), _sorted(destroyed), self.wounds.burnt)

    def is_lost(self, wounds: Wounds, settings: Settings) -> bool:
        """Whether too little of the hull is left, as in a battle settled by numbers."""
        out = sum(wounds.damaged.values()) + sum(wounds.destroyed.values())
        listed = sum(label != OPEN_SPACE for label in self.spaces)
        return out > 0 and FULL_PERCENT * out >= numbers_of(settings).whole("lost at") * listed


def hull_of(design: Design, wounds: Wounds, settings: Settings) -> HullSpaces:
    """The hull of a ship of a design."""
    layout = fitted_spaces(design, settings)
    listed = tuple(label for label, spaces in layout.items() for _ in range(spaces))
    return HullSpaces(listed + (OPEN_SPACE,) * max(0, design.hull - len(listed)), wounds)


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return {label: n for label, n in sorted(counts.items()) if n > 0}


def points_through(unit: Combatant, points: int, settings: Settings, *, shielded: bool) -> int:
    """What of a blow from one side comes through to the hull: its shields stop what they are worth by numbers, and the armor of
    one side of six its part."""
    worth = strength_of(unit, numbers_of(settings), settings)
    stopped = worth.armor // number("sides of a hull", settings)
    if shielded:
        stopped += worth.shields + worth.firm
    return max(0, points - stopped // HUNDREDTHS)


@dataclass(slots=True)
class LooseCargo:
    """What broke loose aboard a ship, and is lost."""

    cps: int = 0
    munitions: int = 0
    supplies: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    units: dict[DesignId, int] = field(default_factory=dict)

    @property
    def is_nothing(self) -> bool:
        """Whether the bays that broke were empty."""
        return not (self.cps or self.munitions or self.supplies or self.parts or self.units)

    def words(self, designs: Mapping[DesignId, Design]) -> str:
        """What is lost, in words."""
        counted = ((self.cps, "CPs of goods"), (self.munitions, "CPs of munitions"), (self.supplies, "supply points"))
        found = [f"{n} {what}" for n, what in counted if n]
        found += [f"{n} CPs of parts of {what}" for what, n in self.parts.items()]
        found += [f"{n} {designs[d].name}" for d, n in self.units.items()]
        return ", ".join(found) or "nothing that was in them"


def hangar_bays(design: Design, settings: Settings) -> int:
    """Hangar bays of a design, a bay that is begun among them."""
    return -(-design.hangar // bay_room(settings))


def break_bays(
    designs: Mapping[DesignId, Design], ship: Ship, bays: Collection[int], settings: Settings
) -> tuple[Ship, LooseCargo]:
    """A ship without what lay in these of its cargo bays, counted from 0; bays are filled with goods first, then munitions,
    supplies, parts and crates, and what lies in two bays is lost with either."""
    design = designs[ship.design]
    room = ship_capacity(design, settings) // max(1, design.cargo_bays)
    gone = [(bay * room, (bay + 1) * room) for bay in sorted(bays)]
    loose, at = LooseCargo(), 0
    loose.cps, at = _cut(gone, at, ship.cargo)
    loose.munitions, at = _cut(gone, at, ship.crated)
    loose.supplies, at = _cut(gone, at, ship.supplies)
    parts = dict(ship.parts)
    for what, cps in sorted(ship.parts.items()):
        lost, at = _cut(gone, at, cps)
        if lost:
            loose.parts[what] = lost
            parts[what] -= lost
    crates = dict(ship.crates)
    for what, count in sorted(ship.crates.items()):
        each = crate_room(designs[what], settings)
        for _ in range(count):
            lost, at = _cut(gone, at, each)
            if lost:
                loose.units[what] = loose.units.get(what, 0) + 1
                crates[what] -= 1
    after = changed(
        ship,
        cargo=ship.cargo - loose.cps,
        crated=ship.crated - loose.munitions,
        supplies=ship.supplies - loose.supplies,
        parts={what: cps for what, cps in parts.items() if cps},
    )
    if loose.units:
        after = with_fewer(designs, after, {what: n for what, n in crates.items() if n}, settings)
    return after, loose


def _cut(gone: Iterable[tuple[int, int]], at: int, amount: int) -> tuple[int, int]:
    """How much of what lies from `at` on is in bays that are gone, and where the next thing lies."""
    end = at + amount
    return sum(max(0, min(end, high) - max(at, low)) for low, high in gone), end


def craft_in(
    designs: Mapping[DesignId, Design], carriers: Iterable[Ship], housed: Iterable[Ship], settings: Settings
) -> Mapping[tuple[ShipId, int], list[ShipId]]:
    """Which craft of a fleet ride in which hangar bay of which ship: each in the first bay with room for it."""
    room = bay_room(settings)
    bays = [(ship.id, n) for ship in carriers for n in range(hangar_bays(designs[ship.design], settings))]
    free = dict.fromkeys(bays, room)
    found: dict[tuple[ShipId, int], list[ShipId]] = {}
    for craft in housed:
        hull = designs[craft.design].hull
        bay = next((bay for bay in bays if free[bay] >= hull), None)
        if bay is not None:
            free[bay] -= hull
            found.setdefault(bay, []).append(craft.id)
    return found
