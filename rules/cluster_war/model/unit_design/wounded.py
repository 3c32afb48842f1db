"""What a unit's wounds take from it, and the grades of its crew: components that are damaged or destroyed do not work
(CW-9.6-04, chapter 17.2, 14.0)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Protocol

from rules.cluster_war.model.state.common import DesignId, Settings, overrides_of, tables
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.state.war import Grade, Wounds
from rules.cluster_war.model.unit_design.drafts import catalogue
from rules.cluster_war.model.unit_design.pricing import ROSTER_PARTS, effect_share
from rules.values import GameError, IllegalOrderError, changed

DRIVES: Final = ("Drive", "System drive")
HANGARS: Final = "Hangar bay"
SHIELDS: Final = ("Shield projector", "Snapshield")
"""Generators that burn out; resistant ones do not (CW-A-52)."""
SECOND_STAGE: Final = "second-stage"
DRIVE_DIVISOR: Final = 10
ALL_HANDS: Final = 1_000_000
"""Heads that a crew has lost of which nobody is left."""
UNMANNED_COUNTS: Final = frozenset({"cargo_bays", "crew_quarters", "magazines", "barracks", "assault_bays"})
"""What of the counts of a design is there without anybody who works it."""


class WoundedUnit(Protocol):
    """A ship or base."""

    @property
    def design(self) -> DesignId: ...

    @property
    def wounds(self) -> Wounds: ...


def is_hurt(wounds: Wounds) -> bool:
    """Whether anything does not work; shields that are off line alone take nothing from a unit out of battle."""
    return bool(wounds.damaged or wounds.destroyed)


def is_whole(wounds: Wounds) -> bool:
    """Whether nothing is wrong."""
    return not (wounds.damaged or wounds.destroyed or wounds.burnt)


def sound(designs: Mapping[DesignId, Design], unit: WoundedUnit) -> Design:
    """The design of a unit with what still works of it: the very design where nothing is hurt."""
    found = designs[unit.design]
    if is_sound(unit):
        return found
    found = working_design(found, unit.wounds)
    return adrift(found) if is_adrift(unit) else found


def is_sound(unit: WoundedUnit) -> bool:
    """Whether everything that a unit has works."""
    wounds = unit.wounds
    return not (wounds.damaged or wounds.destroyed or (isinstance(unit, Ship) and unit.crew_lost >= ALL_HANDS))


def is_adrift(unit: object) -> bool:
    """Whether nobody is left of a ship's crew (CW-14.0-19); bases keep theirs."""
    return isinstance(unit, Ship) and unit.crew_lost >= ALL_HANDS


def has_whole(unit: WoundedUnit, component: str) -> bool:
    """Whether nothing that a unit has of a component is hurt, and there is somebody to work it."""
    wounds = unit.wounds
    hurt = (*wounds.damaged, *wounds.destroyed)
    return not is_adrift(unit) and not any(component_of(label) == component for label in hurt)


def adrift(design: Design) -> Design:
    """A design without anybody aboard: it has no drive, and nothing on it is worked."""
    idle = {name: 0 for name in ROSTER_PARTS if name not in UNMANNED_COUNTS and getattr(design, name)}
    return changed(design, drive=Fraction(0), ftl=SECOND_STAGE, **idle)  # type: ignore[arg-type]  # keywords are Design's own fields


def kinds_of(designs: Mapping[DesignId, Design], units: Sequence[WoundedUnit]) -> list[tuple[Design, int]]:
    """What units amount to, a design and how many of it, those that are hurt one by one with what works of them."""
    hurt: list[WoundedUnit] = []
    whole: dict[DesignId, int] = {}
    for unit in units:
        wounds = unit.wounds  # as `is_sound`, without a call for each
        if not (wounds.damaged or wounds.destroyed or (isinstance(unit, Ship) and unit.crew_lost >= ALL_HANDS)):
            whole[unit.design] = whole.get(unit.design, 0) + 1
        else:
            hurt.append(unit)
    return [(designs[design], count) for design, count in whole.items()] + [(sound(designs, unit), 1) for unit in hurt]


def working_design(design: Design, wounds: Wounds) -> Design:
    """A design with the counts that are left of it; the same object where nothing is hurt (CW-9.6-04).

    Wounds are counted in hull spaces, as a layout is. A drive loses of its rating what is lost of its spaces, in tenths of a G,
    rounded down; a unit whose drive is gone does not travel.
    """
    if not (wounds.damaged or wounds.destroyed):
        return design
    lost = Counter[str]()
    for label, spaces in (*wounds.damaged.items(), *wounds.destroyed.items()):
        lost[component_of(label)] += spaces
    left: dict[str, object] = {}
    for field, name in ROSTER_PARTS.items():
        gone = lost.get(name, 0)
        count: int = getattr(design, field) if gone else 0
        if count:
            held = max(count, sum(n for label, n in design.layout.items() if component_of(label) == name))
            left[field] = max(0, count - -(-gone * count // held))
    hangars = lost.get(HANGARS, 0)
    if hangars and design.hangar:
        held = sum(n for label, n in design.layout.items() if component_of(label) == HANGARS) or design.hangar
        left["hangar"] = design.hangar * max(0, held - hangars) // held
    drive = sum(lost.get(name, 0) for name in DRIVES)
    if drive and design.drive:
        held = sum(n for label, n in design.layout.items() if component_of(label) in DRIVES) or max(
            1, round(design.hull * design.drive / DRIVE_DIVISOR)
        )
        rating = Fraction(int(design.drive * max(0, held - drive) * DRIVE_DIVISOR / held), DRIVE_DIVISOR)
        left |= {"drive": rating} if rating else {"drive": rating, "ftl": SECOND_STAGE}
    return changed(design, **left) if left else design  # type: ignore[arg-type]  # keywords are Design's own fields


def out_of_order(wounds: Wounds) -> list[str]:
    """The names of what is damaged or destroyed, sorted."""
    return sorted({*wounds.damaged, *wounds.destroyed})


@lru_cache(maxsize=4096)
def component_of(label: str) -> str:
    """The component's name in a label of a layout: "Beam emitter 3, Heat" is a Beam emitter."""
    words = label.partition(",")[0].split()
    while len(words) > 1 and words[-1][0].isdigit():
        words.pop()
    return " ".join(words)


def price_of(label: str, design: Design, settings: Settings) -> Fraction:
    """CPs that one hull space of a component cost when it was new; of one outside the hull, the whole.

    What is in no catalogue, or has no price, costs what a space of the unit costs on average.
    """
    return _price_of(label, design.cost, design.hull, design.kind == "small_craft", overrides_of(settings))


@lru_cache(maxsize=4096)
def _price_of(label: str, cost: int, hull: int, is_small: bool, overrides: tuple[tuple[str, str], ...]) -> Fraction:
    settings = Settings(overrides=dict(overrides))
    found = catalogue(settings).get(component_of(label).casefold())
    average = Fraction(cost, max(1, hull))
    if found is None:
        return average
    try:
        rating = _rating(label)
        scale: Final = "tenth" if is_small else "starship"
        more = sum(
            (effect_share(found.effects, effect.strip(), settings) for effect in label.split(",")[1:]), Fraction(0)
        )
        return found.price(scale, hull, rating) * (1 + more) / max(1, found.spaces(hull, rating))
    except GameError:
        return average


def _rating(label: str) -> Fraction:
    last = label.partition(",")[0].split()[-1].rstrip("G")
    try:
        return Fraction(last)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def shields_of(design: Design) -> int:
    """Shield generators that can burn out; the whole hull where nobody has listed what fills it."""
    if not design.layout:
        return design.hull
    return sum(n for label, n in design.layout.items() if component_of(label) in SHIELDS)


def damage_text(wounds: Wounds, loose: int = 0) -> str:
    """What is wrong with a unit: "2 Beam emitter 3 damaged, 1 LRS destroyed, 3 shields off line"; "" for nothing. `loose` are
    points of damage that nobody has placed."""
    return ", ".join(
        [
            *(f"{n} {label} damaged" for label, n in sorted(wounds.damaged.items())),
            *(f"{n} {label} destroyed" for label, n in sorted(wounds.destroyed.items())),
            *([f"{wounds.burnt} shield{'' if wounds.burnt == 1 else 's'} off line"] if wounds.burnt else []),
            *([f"damage {loose}"] if loose else []),
        ]
    )


CREW: Final[dict[str, Grade]] = {"green crew": "green", "veteran crew": "veteran", "elite crew": "elite"}
"""By the trait of a design: the grade of the crew that its price includes; regulars are the default (CW-17.2-01)."""
EARNED_GRADES: Final = ("veteran", "elite")
GRADE_PRICE_RULE: Final = "CW-17.2-05"
ANY_TIME: Final = "any-time"
"""The ruling with which experienced crews can be bought after the start, too."""
WEATHER_TABLE: Final = "CW-TAB-WEATHER"
UNMANNED_COCKPITS: Final = ("AI cockpit", "Remote cockpit", "Mine controller")
"""What flies a craft without a crew."""


def crew_grade(design: Design) -> Grade:
    """The grade of the crew that a new unit of a design has (CW-17.2-01)."""
    return next((CREW[trait] for trait in design.traits if trait in CREW), "regular")


def check_crew(design: Design, settings: Settings) -> None:
    """IllegalOrderError for a unit whose crew cannot be bought once the game has begun (CW-17.2-02, CW-17.2-05)."""
    grade = crew_grade(design)
    if grade == "regular":
        return
    if not settings.graded_crews:
        raise IllegalOrderError(
            f"{design.name} has a {grade} crew; crews have no grades in this campaign.", rule="CW-17.2-02"
        )
    if grade in EARNED_GRADES and settings.rulings.get(GRADE_PRICE_RULE) != ANY_TIME:
        raise IllegalOrderError(
            f"{design.name} has a {grade} crew, which can be bought at the start alone; later a crew earns its grade.",
            rule=GRADE_PRICE_RULE,
        )


class Manned(Protocol):
    """A ship, as far as its crew goes."""

    @property
    def crew_lost(self) -> int: ...


def crew_of(design: Design, settings: Settings) -> int:
    """The heads of a unit's whole crew; 0 for what flies by itself or by remote control (CW-14.0-26)."""
    if "remote" in design.traits or any(component_of(label) in UNMANNED_COCKPITS for label in design.layout):
        return 0
    what = "crew of small craft" if design.kind == "small_craft" else "crew a hull space"
    return design.hull * tables(settings)[WEATHER_TABLE].number(what, "number")


def after_losing(lost: int, heads: int, design: Design, settings: Settings) -> int:
    """What a crew has lost that had lost so many before: heads, or `ALL_HANDS` with the last of them."""
    whole = crew_of(design, settings)
    if not whole:
        return lost
    return ALL_HANDS if lost + heads >= whole else lost + heads


def is_short_handed(design: Design, ship: Manned, settings: Settings) -> bool:
    """Whether so much of a ship's crew is lost that the rest fights as a green crew."""
    if not ship.crew_lost:
        return False
    share = tables(settings)[WEATHER_TABLE].number("short-handed", "number")
    return 100 * ship.crew_lost >= share * crew_of(design, settings)


def crew_text(design: Design, ship: Manned, settings: Settings) -> str:
    """What is left of a ship's crew in words; "" for a whole one."""
    if not ship.crew_lost:
        return ""
    whole = crew_of(design, settings)
    return "no crew left" if ship.crew_lost >= ALL_HANDS else f"crew {whole - ship.crew_lost} of {whole}"
