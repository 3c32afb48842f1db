"""What a unit is worth in the quick engine: the components of its design, and from them fire, protection and hull in
hundredths of a point of damage, and how it rolls."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.model.state.common import Settings, overrides_of, tables_with
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Grade, Wounds
from rules.cluster_war.model.unit_design.drafts import DraftPart, Scale, catalogue, part
from rules.cluster_war.model.unit_design.pricing import ROSTER_PARTS, group_of, known_layout
from rules.cluster_war.model.unit_design.wounded import adrift, is_whole
from rules.tables import Row, Table
from rules.values import GameError, Value, changed

BEAM: Final = "Beam emitter"
SHIELD: Final = "Shield projector"
CLOAKED: Final = "cloaked"
USUAL_BEAM: Final = 3
"""Points of damage of the beams that a ship is believed to have, as all first designs have them."""
HUNDREDTHS: Final = 100
"""Fire, protection and hull are counted in hundredths of a point."""
SMALL_CRAFT: Final = 10
"""Hull spaces of small craft in one of a starship's (CW-6.3-02)."""
SHIELD_BREAKER: Final = "Shield Disruptor"
FIRING_ROLES: Final = frozenset({"beam", "shell", "missile", "rack"})
"""Roles of what fires, whose accuracy counts."""
SKIP_DRIVE: Final = "skip"
TABLE_YES: Final = "yes"


class LayoutItem(Value):
    """One line of a layout: its label, the component and the rating it names, special effects, hull spaces, and how many there
    are. `component` is None for what is in no catalogue; what fills no hull counts as one, and the design
    says how many it has (CW-A-22)."""

    label: str
    component: DraftPart | None
    rating: Fraction
    effects: tuple[str, ...]
    spaces: int
    count: int


def fitted_spaces(design: Design, settings: Settings) -> Mapping[str, int]:
    """Hull spaces by what fills them. A design without a layout is believed to have beams and shields for what its price leaves
    beside its hull, drive and the components on record, as far as its hull has room; a freighter's price leaves nothing."""
    found = dict(_layout_or_own(design, settings))
    if design.layout or design.kind not in {"ship", "base", "small_craft"}:
        return found
    spare, room = _spare(design, settings), max(0, design.hull - sum(found.values()))
    scale: Scale = "tenth" if design.kind == "small_craft" else "starship"
    shield = part(SHIELD, settings).price(scale, design.hull, Fraction(1))
    if design.kind == "small_craft":
        point = part(BEAM, settings).price(scale, design.hull, Fraction(1))
        rating = min(USUAL_BEAM, int(spare // point))
        if rating and room:
            found[f"{BEAM} {rating}"] = 1
        return found
    pairs = min(
        int(spare // (part(BEAM, settings).price(scale, design.hull, Fraction(USUAL_BEAM)) + shield)), room // 2
    )
    if pairs:
        found[f"{BEAM} {USUAL_BEAM}"] = found[f"{SHIELD} 1"] = pairs
    return found


def hulk(design: Design, settings: Settings) -> Design:
    """A design of which nobody is left aboard, as a battle finds it: it neither moves nor fires nor shields itself."""
    idle = ("weapons", "defences", "control", "command", "sensors")
    left = {label: n for label, n in fitted_spaces(design, settings).items() if group_of(label, settings) not in idle}
    return changed(adrift(design), layout=left or {"Bridge": 1}, traits=tuple(t for t in design.traits if t != CLOAKED))


def _layout_or_own(design: Design, settings: Settings) -> Mapping[str, int]:
    try:
        return known_layout(design, settings)
    except GameError:  # a house rule left a component without price or size
        return design.layout


def _spare(design: Design, settings: Settings) -> Fraction:
    """CPs of a design's price that its hull, drive and the components on record leave; 0 at least."""
    scale: Scale = "tenth" if design.kind == "small_craft" else "starship"
    spent = part("Hull", settings).price(scale, design.hull, Fraction(1))
    if design.drive:
        spent += part("Drive", settings).price(scale, design.hull, design.drive)
    for field, name in ROSTER_PARTS.items():
        count = int(getattr(design, field))
        if count:
            spent += count * part(name, settings).price(scale, design.hull, Fraction(1))
    spent += Fraction(design.hangar, 10) * part("Hangar bay", settings).price("starship", design.hull, Fraction(1))
    return max(Fraction(0), design.cost - spent)


def item_of(label: str, spaces: int, settings: Settings) -> LayoutItem:
    """A line of a layout, read."""
    component, rating, effects = _read(label, catalogue(settings))
    size = component.size if component is not None else 1
    count = spaces // size if size and component is not None and not component.is_drive else 1
    return LayoutItem(label, component, rating, effects, spaces, max(count, 1) if spaces or not size else 0)


def _read(label: str, known: Mapping[str, DraftPart]) -> tuple[DraftPart | None, Fraction, tuple[str, ...]]:
    head, *effects = label.split(", ")
    words = head.split()
    while words:
        found = known.get(" ".join(words).casefold())
        if found is not None:
            rest = head.split()[len(words) :]
            return found, _rating(rest[0] if rest else ""), tuple(effects)
        words.pop()
    return None, Fraction(1), tuple(effects)


@lru_cache(maxsize=256)
def _rating(word: str) -> Fraction:
    try:
        return Fraction(word.rstrip("G"))
    except (ValueError, ZeroDivisionError):
        return Fraction(1)


class StanceEffect(Value):
    """What a stance does: points on its side's rolls and on those against it, and whether it brings on a battle and stays."""

    fire: int
    against: int
    presses: bool
    stays: bool


class QuickNumbers(Value):
    """The quick engine's tables, this campaign's house rules in them."""

    value: Mapping[str, Fraction]
    wholes: Mapping[str, int]
    parts: Mapping[str, Row]
    manners: Mapping[str, StanceEffect]
    grades: Mapping[str, int]
    effects: Table
    hundredths: Mapping[str, int]

    def points(self, name: str) -> int:
        """A number in hundredths of a point."""
        return self.hundredths[name]

    def whole(self, name: str) -> int:
        """A number as a whole one."""
        return self.wholes[name]


def numbers_of(settings: Settings) -> QuickNumbers:
    """The quick engine's numbers in this campaign."""
    return _numbers(overrides_of(settings))


@lru_cache(maxsize=64)
def _numbers(overrides: tuple[tuple[str, str], ...]) -> QuickNumbers:
    found = tables_with(overrides)
    quick, parts, stances = found["CW-TAB-QUICK"], found["CW-TAB-QUICK-PARTS"], found["CW-TAB-QUICK-STANCES"]
    grades = found["CW-17.2-T01"]
    manners = {
        name: StanceEffect(
            int(row["fire"]), int(row["against"]), row["presses"] == TABLE_YES, row["stays"] == TABLE_YES
        )
        for name, row in stances.named_rows()
    }
    value = {name: quick.fraction(name, "value") for name in quick.keys}
    return QuickNumbers(
        value,
        {name: int(number) for name, number in value.items()},
        dict(parts.named_rows()),
        {**manners, "": manners["attack"]},
        {name.casefold(): grades.number(name, "attack_percent") for name in grades.keys},
        found["CW-TAB-EFFECTS"],
        {name: int(number * HUNDREDTHS) for name, number in value.items()},
    )


class Strength(Value):
    """One unit in numbers. `beams`, `breakers` (which harm shields alone, and these doubly), `shells` and `missiles` are its fire
    in a round, `racks` what it fires once; `defense` are the points of missiles that it stops in a round. `shields` last for
    the battle, `firm` return each round. `hull` is what it takes in all, `aim` and `cover` are points on the rolls of its
    fire and against it.
    """

    hull: int
    spaces: int
    beams: int = 0
    breakers: int = 0
    shells: int = 0
    missiles: int = 0
    racks: int = 0
    defense: int = 0
    shields: int = 0
    firm: int = 0
    armor: int = 0
    projectors: int = 0
    aim: int = 0
    cover: int = 0
    marines: bool = False
    cloaked: bool = False


def strength_of(unit: Combatant, numbers: QuickNumbers, settings: Settings) -> Strength:
    """What one unit of a combatant is worth as it enters the battle: what wounds took from its components counts no more."""
    return _strength(unit, fitted_spaces(unit.design, settings), numbers, overrides_of(settings))


class StrengthRatings:
    """What designs hold and what whole units of them are worth in a campaign's numbers, each worked out once."""

    def __init__(self, settings: Settings) -> None:
        self.numbers = numbers_of(settings)
        self._settings, self._overrides = settings, overrides_of(settings)
        self._layouts: dict[int, tuple[Design, Mapping[str, int]]] = {}
        self._whole: dict[tuple[int, Grade, int, int, bool, int, int], Strength] = {}

    def layout(self, design: Design) -> Mapping[str, int]:
        """As `fitted_spaces`."""
        found = self._layouts.get(id(design))
        if found is None:  # the design is kept with it, so that no other gets its id
            found = self._layouts[id(design)] = (design, fitted_spaces(design, self._settings))
        return found[1]

    def strength(self, unit: Combatant) -> Strength:
        """As `strength_of`."""
        layout = self.layout(unit.design)
        if not is_whole(unit.wounds):
            return _strength(unit, layout, self.numbers, self._overrides)
        key = (id(unit.design), unit.grade, unit.attack, unit.defense, unit.hidden, unit.armor, unit.intercept)
        found = self._whole.get(key)
        if found is None:
            found = self._whole[key] = _strength(unit, layout, self.numbers, self._overrides)
        return found


def _strength(
    unit: Combatant, layout: Mapping[str, int], numbers: QuickNumbers, overrides: tuple[tuple[str, str], ...]
) -> Strength:
    design = unit.design
    small = design.kind == "small_craft"
    worth: dict[str, Fraction] = {}
    projectors = 0
    for label, spaces in layout.items():
        fitting = _fighting(label, spaces, overrides)
        if fitting is None:
            continue
        role = fitting.role
        left = _working_count(fitting.item, unit.wounds)
        points = fitting.each * left
        if role in {"computer", "ecm"}:
            worth[role] = max(worth[role], points) if role in worth else points
            continue
        left *= design.outside.get(label, 1)
        points = fitting.each * left
        if role == "shield":
            projectors += int(left)
        points += left * {"armor": unit.armor, "point defense": unit.intercept}.get(role, 0)
        if fitting.is_beam and small:
            points = max(points, fitting.light * left)
        worth[role] = worth[role] + points if role in worth else points
    hull = numbers.value["hull"] * design.hull * HUNDREDTHS / (SMALL_CRAFT if small else 1)
    burnt = min(unit.wounds.burnt, projectors)
    shields = worth.get("shield", Fraction(0))
    if projectors:
        shields = shields * (projectors - burnt) / projectors
    return Strength(
        hull=max(1, int(hull)),
        spaces=design.hull,
        beams=_hundredths(worth, "beam"),
        breakers=_hundredths(worth, "breaker"),
        shells=_hundredths(worth, "shell"),
        missiles=_hundredths(worth, "missile"),
        racks=_hundredths(worth, "rack"),
        defense=_hundredths(worth, "point defense"),
        shields=int(shields * HUNDREDTHS),
        firm=_hundredths(worth, "firm shield"),
        armor=_hundredths(worth, "armor"),
        projectors=projectors,
        aim=int(worth.get("computer", 0)) + numbers.grades[unit.grade] + unit.attack,
        cover=int(worth.get("ecm", 0)) + unit.defense + (numbers.whole("small") if small else 0),
        marines=worth.get("marines", 0) > 0,
        cloaked=worth.get("cloak", 0) > 0 or unit.hidden,
    )


class _Fighting(Value):
    """What a line of a layout does in a battle: the line, its role, and the points of each component, in its special effects and
    its accuracy; `light` are those that a beam of small craft has at least."""

    item: LayoutItem
    role: str
    each: Fraction
    is_beam: bool
    light: Fraction


@lru_cache(maxsize=4096)
def _fighting(label: str, spaces: int, overrides: tuple[tuple[str, str], ...]) -> _Fighting | None:
    """A line of a layout as the quick engine's tables rate it; None for what does nothing there."""
    numbers = _numbers(overrides)
    item = item_of(label, spaces, Settings(overrides=dict(overrides)))
    row = numbers.parts.get(item.component.name) if item.component is not None else None
    if row is None:
        return None
    role, each = row["role"], Fraction(row["points"]) * item.rating * (1 + _extra(item, numbers))
    if role not in FIRING_ROLES:
        return _Fighting(item, role, each, is_beam=False, light=Fraction(0))
    share = max(Fraction(0), 1 + Fraction(int(row["accuracy"]), max(1, numbers.whole("accuracy"))))
    aimed = "breaker" if SHIELD_BREAKER in item.effects else role
    return _Fighting(item, aimed, each * share, is_beam=role == "beam", light=numbers.value["light beam"] * share)


def _hundredths(found: Mapping[str, Fraction], role: str) -> int:
    return int(found[role] * HUNDREDTHS) if role in found else 0


def _working_count(line: LayoutItem, wounds: Wounds) -> Fraction:
    """How many of a line's components still work."""
    out = wounds.damaged.get(line.label, 0) + wounds.destroyed.get(line.label, 0)
    if not out:
        return Fraction(line.count)
    return max(Fraction(0), line.count * (1 - Fraction(out, max(1, line.spaces))))


def _extra(line: LayoutItem, numbers: QuickNumbers) -> Fraction:
    """By what share special effects raise what a component does: as they raise its price (CW-TAB-EFFECTS)."""
    if not line.effects or line.component is None:
        return Fraction(0)
    keys = (f"{line.component.effects}/{effect}" for effect in line.effects if effect != SHIELD_BREAKER)
    return sum(
        (numbers.effects.fraction(key, "multiplier") for key in keys if key in numbers.effects.keys), Fraction(0)
    )
