"""What fills a hull, space by space, and what a unit costs: components, then multipliers, rounded up to whole CPs at the end
(CW-6.6-02, CW-6.2-01, CW-6.3-06)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Final

from rules.cluster_war.model.psionics.units import price_share, unit_ability
from rules.cluster_war.model.race_design.choices import arming_warning, attitude_row
from rules.cluster_war.model.race_design.sheet import Finding
from rules.cluster_war.model.state.common import Settings, overrides_of, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Race, Side
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drafts import (
    AnyDraft,
    Fitting,
    GroundDraft,
    Price,
    PriceLine,
    Scale,
    UnitDraft,
    UnitKind,
    builder_of,
    catalogue,
    number,
    part,
    unit_kind,
)
from rules.cluster_war.model.unit_design.ground import ground_price
from rules.tables import Row
from rules.values import GameError, IllegalOrderError, changed, none_such, quoted

ROSTER_PARTS: Final[Mapping[str, str]] = {
    "lrs": "LRS",
    "survey_bays": "Survey bay",
    "cargo_bays": "Cargo bay",
    "science_stations": "Science station",
    "shipyard_bays": "Shipyard bay",
    "light_industry": "Light industry",
    "crew_quarters": "Crew quarters",
    "agro": "Agricultural station",
    "mining": "Mining station",
    "heavy_industry": "Heavy industry",
    "repair_bays": "Repair bay",
    "medical": "Medical center",
    "comm": "Communications center",
    "magazines": "Magazine",
    "launchers": "Missile launcher",
    "barracks": "Barracks",
    "assault_bays": "Assault bay",
    "control_spaces": "Control space",
}
"""The components that a design on record counts, by the names of the catalogue."""
CUSTOM_GROUP: Final = "custom"
WEAPONS_GROUP: Final = "weapons"
MINESWEEPER: Final = "Minesweeper"
"""In the weapons group of the catalogue, and harmless to ships (CW-A-47)."""


def layout_of(draft: UnitDraft, settings: Settings) -> Mapping[str, int]:
    """Hull spaces by what fills them ("Beam emitter 3, Heat"); external components fill none and stand with 0."""
    filled: dict[str, int] = {}
    for fitting in draft.fittings:
        component = part(fitting.component, settings)
        label = _label(fitting, component.name)
        spaces = fitting.count * component.spaces(draft.template.hull, fitting.rating)
        filled[label] = filled.get(label, 0) + spaces
    for custom in draft.custom:
        filled[custom.name] = filled.get(custom.name, 0) + custom.size * custom.count
    return filled


def outside_of(draft: UnitDraft, settings: Settings) -> Mapping[str, int]:
    """How many there are of what fills no hull space, by its name in the layout, where it is more than one (CW-A-22)."""
    filled, hung = layout_of(draft, settings), Counter[str]()
    for fitting in draft.fittings:
        hung[_label(fitting, part(fitting.component, settings).name)] += fitting.count
    return {label: count for label, count in hung.items() if count > 1 and not filled[label]}


def known_layout(design: Design, settings: Settings) -> Mapping[str, int]:
    """The layout on record, and what else the design is known to hold; the rest of the hull is open."""
    found: dict[str, int] = {}
    if design.drive and design.kind in {"ship", "small_craft"}:
        drive = part("Drive", settings)
        found[f"Drive {number(design.drive)}G"] = drive.spaces(design.hull, design.drive)
    if design.bridge and design.kind in {"ship", "base"}:
        found["Bridge"] = 1
    for field, name in ROSTER_PARTS.items():
        count = int(getattr(design, field))
        if count:
            found[name] = count * part(name, settings).spaces(design.hull, Fraction(0))
    return {**found, **design.layout}


def complete_design(design: Design, settings: Settings) -> Design:
    """A first design with its whole layout, where somebody listed its components; one without a list stays so.

    GameError for one that holds more than its hull (CW-6.6-03).
    """
    if not design.layout:
        return design
    layout = known_layout(design, settings)
    used = sum(layout.values())
    if used > design.hull:
        raise GameError(
            f"{design.name} lists {used} hull spaces of components in a hull of {design.hull}.", rule="CW-6.6-03"
        )
    return changed(design, layout=layout)


def group_of(label: str, settings: Settings) -> str:
    """The catalogue's group of what a layout names ("weapons"), "custom" for what is in no catalogue."""
    return _group(label, overrides_of(settings))


@lru_cache(maxsize=8192)
def _group(label: str, overrides: tuple[tuple[str, str], ...]) -> str:
    known = catalogue(Settings(overrides=dict(overrides)))
    words = label.partition(",")[0].split()
    while words:
        found = known.get(" ".join(words).casefold())
        if found is not None:
            return found.group
        words.pop()
    return CUSTOM_GROUP


def spaces_open(design: Design, settings: Settings) -> int:
    """Hull spaces that nothing on record fills, 0 at least."""
    try:
        return max(0, design.hull - sum(known_layout(design, settings).values()))
    except GameError:
        return design.hull


def _label(fitting: Fitting, name: str) -> str:
    rated = f" {number(fitting.rating)}{'G' if 'rive' in name else ''}" if fitting.rating else ""
    return name + rated + "".join(f", {effect}" for effect in fitting.effects)


def draft_is_armed(draft: AnyDraft, settings: Settings) -> bool:
    """Whether a unit on the drawing board has a weapon; a battalion one if it attacks at all."""
    if isinstance(draft, GroundDraft):
        return draft.ar_ranged > 0 or draft.ar_close > 0
    fitted = (catalogue(settings).get(fitting.component.strip().casefold()) for fitting in draft.fittings)
    return any(part is not None and part.group == WEAPONS_GROUP and part.name != MINESWEEPER for part in fitted)


def is_armed(design: Design, settings: Settings) -> bool:
    """Whether a design on record has a weapon; one whose components or ratings nobody has listed is believed to."""
    if design.kind == "ground" and design.ratings:
        return any(design.ratings[:2])
    if design.launchers or not design.layout:
        return True
    return _has_weapon(tuple(design.layout), overrides_of(settings))


@lru_cache(maxsize=8192)
def _has_weapon(labels: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> bool:
    """Whether one of these can harm a ship."""
    return any(_group(label, overrides) == WEAPONS_GROUP and not label.startswith(MINESWEEPER) for label in labels)


def is_weapon(label: str, settings: Settings) -> bool:
    """Whether what a layout names can harm a ship."""
    return group_of(label, settings) == WEAPONS_GROUP and not label.startswith(MINESWEEPER)


def force_warning(view: View) -> Finding | None:
    """A warning to a Hostile race with too few armed units, by all that it has; or None (CW-3.1-28)."""
    if view.me is None or attitude_row(view.me.race.attitude, view.settings)["armed"] == "any":
        return None
    return arming_warning(view.me.race.attitude, _armed(view), view.settings)


def _armed(view: View) -> Iterator[bool]:
    designs = view.me.designs if view.me is not None else {}
    known = {key: is_armed(design, view.settings) for key, design in designs.items()}
    yield from (known[ship.design] for ship in view.ships.values() if ship.design in known)
    held = (*(c.garrison for c in view.colonies.values()), *(b.garrison for b in view.bases.values()))
    yield from (known[d] for garrison in held for d, n in garrison.items() if d in known for _ in range(n))
    yield from (known[base.design] for base in view.bases.values())


DESIGN_MULTIPLIERS_TABLE: Final = "CW-TAB-DESIGN-MULT"
CREW_GRADES_TABLE: Final = "CW-17.2-T01"
SCRAPPABLE: Final = "Scrappable"
CLOAKING_DEVICE: Final = "Cloaking device"
FTL_SHARE: Final = Fraction(1, 2)
"""What of a starship's drive is its FTL components: doubling them adds this much of the drive again."""
LEAST_WARHEAD: Final = 1
NO_MISSILES: Final = "No Missile Technology"
CAPACITY_TABLE: Final = "CW-TAB-CAPACITY"
IN_MAGAZINE: Final = "magazine/missiles/rounds"
IN_LAUNCHER: Final = "missile launcher/internal missiles"


def price(draft: AnyDraft, settings: Settings, race: Race | None = None) -> Price:
    """What one unit of a draft costs, line by line; GameError for what has no price.

    The race matters to battalions alone: natural chameleons do not pay for it (CW-6.5-10).
    """
    if isinstance(draft, GroundDraft):
        return ground_price(draft, settings, race)
    kind = unit_kind(draft.template.kind, settings)
    lines = [
        *_parts(draft, kind, settings),
        *(PriceLine(c.cps * c.count, f"{c.count} {c.name} (your own part)", "CW-6.6-09") for c in draft.custom),
    ]
    components = sum((line.cps for line in lines), Fraction(0))
    lines += [
        PriceLine(components * share, f"{name}: {number(share * 100)}% of {number(components)}", rule)
        for name, share, rule in _shares(draft, settings)
    ]
    exact = sum((line.cps for line in lines), Fraction(0))
    if exact.denominator != 1:
        lines.append(PriceLine(ceil(exact) - exact, "rounded up to whole CPs", "CW-6.2-01"))
    if _is_named(draft.multipliers, SCRAPPABLE):
        share = multiplier(SCRAPPABLE, settings)
        lines.append(PriceLine(Fraction(ceil(ceil(exact) * share)), "can be scrapped without a yard", "CW-6.6-07"))
    return Price(tuple(lines))


def _parts(draft: UnitDraft, kind: UnitKind, settings: Settings) -> Iterable[PriceLine]:
    hull = draft.template.hull
    shell = part("Hull", settings)
    yield PriceLine(shell.price(kind.scale, hull, Fraction(0)), f"hull of {hull}", "CW-6.2-01")
    for fitting in draft.fittings:
        yield _line(fitting, kind.scale, hull, settings)
    if draft.ftl_doubled:
        drives = (f for f in draft.fittings if f.component.strip().casefold() in {"drive", "ftl drive"})
        cps = sum((_line(drive, kind.scale, hull, settings).cps for drive in drives), Fraction(0))
        yield PriceLine(FTL_SHARE * cps, "twice the FTL components", "CW-4.0-12")


def _line(fitting: Fitting, scale: Scale, hull: int, settings: Settings) -> PriceLine:
    component = part(fitting.component, settings)
    more = sum((effect_share(component.effects, effect, settings) for effect in fitting.effects), Fraction(0))
    cps = fitting.count * component.price(scale, hull, fitting.rating) * (1 + more)
    return PriceLine(cps, fitting_text(fitting, component.name), component.entry)


def fitting_text(fitting: Fitting, name: str) -> str:
    """One line of a layout: "5 Beam emitter rated 3, Heat"."""
    rated = f" rated {number(fitting.rating)}" if fitting.rating else ""
    effects = "".join(f", {effect}" for effect in fitting.effects)
    return f"{fitting.count} {name}{rated}{effects}"


def effect_share(family: str, effect: str, settings: Settings) -> Fraction:
    """What a special effect adds to the price of a weapon or defence; GameError if there is none such (CW-A-14)."""
    return Fraction(_effect(family, effect, settings)["multiplier"])


def effect_technology(family: str, effect: str, settings: Settings) -> str:
    """The technology that a special effect takes, "" for none; GameError if there is no such effect (CW-A-14)."""
    return _effect(family, effect, settings)["technology"]


def _effect(family: str, effect: str, settings: Settings) -> Row:
    table = tables(settings)["CW-TAB-EFFECTS"]
    key = table.key_like(f"{family}/{effect.strip()}")
    if key is None:
        raise GameError(f"{quoted(effect)} is not a special effect that this component can have.", rule="CW-A-14")
    return table.row(key)


def _shares(draft: UnitDraft, settings: Settings) -> Iterable[tuple[str, Fraction, str]]:
    if draft.count(CLOAKING_DEVICE):
        amounts = tables(settings)["CW-TAB-RACE-NUMBERS"]
        yield "Cloaking", amounts.fraction("Cloaking Technology/cloak_percent", "amount") / 100, "CW-3.1-40"
    for name in draft.multipliers:
        if not _is_named((name,), SCRAPPABLE):
            yield name, multiplier(name, settings), "CW-15.0-13" if unit_ability(name, settings) else "CW-6.2-01"
    grade = grade_share(draft.grade, settings)
    if grade:
        yield f"{draft.grade} crew", grade, "CW-17.2-04"


def multiplier(name: str, settings: Settings) -> Fraction:
    """A multiplier on a whole design; GameError names those there are (CW-TAB-DESIGN-MULT).

    "Psi Screaming" is what units pay for a psionic ability (CW-15.0-13).
    """
    psionic = price_share(name, settings, ground=False)
    if psionic is not None:
        return psionic
    table = tables(settings)[DESIGN_MULTIPLIERS_TABLE]
    key = table.key_like(name)
    if key is None:
        raise none_such("multiplier", name, table.keys, "CW-6.2-01")
    return table.fraction(key, "share")


def grade_share(grade: str, settings: Settings) -> Fraction:
    """What a crew's grade adds to a unit's price; GameError for a grade there is not (CW-17.2-04)."""
    table = tables(settings)[CREW_GRADES_TABLE]
    if grade not in table.keys:
        raise none_such("crew grade", grade, table.keys, "CW-17.2-04")
    return table.fraction(grade, "unit_cost_percent") / 100


def without_surcharge(cost: int, settings: Settings) -> int:
    """The price of a scrappable unit before its surcharge: half of this comes back when it is scrapped (CW-6.6-07)."""
    return floor(cost / (1 + multiplier(SCRAPPABLE, settings)))


def munitions_price(count: int, warhead: int, settings: Settings, effects: tuple[str, ...] = ()) -> int:
    """CPs for one order line of missiles, shells or mini-mines, rounded up as a whole (CW-A-43).

    GameError for fewer than one, or a warhead below 1.
    """
    if count < 1 or warhead < 1:
        raise GameError("Order at least one missile with a warhead of at least 1 point.", rule="CW-A-43")
    cell = tables(settings)["CW-TAB-COMPONENTS"].cell("Missile", "CP cost").split()[0]
    more = sum((effect_share("Missile", effect, settings) for effect in effects), Fraction(0))
    try:
        each = Fraction(cell)
    except (ValueError, ZeroDivisionError):
        raise GameError(f"The price of a missile must begin with a number, not {quoted(cell)}.") from None
    return ceil(count * warhead * each * (1 + more))


def _is_named(names: Iterable[str], wanted: str) -> bool:
    return any(name.strip().casefold() == wanted.casefold() for name in names)


def missiles_price(owner: Side, count: int, warhead: int, effects: tuple[str, ...], settings: Settings) -> int:
    """CPs for so many missiles of a warhead, rounded up as a whole; IllegalOrderError for what the side cannot make yet.

    A warhead has 1 point, and one more for each level of its technology (CW-3.1-50).
    """
    race = builder_of(owner).effects(settings)
    if NO_MISSILES in race.disadvantages:
        raise IllegalOrderError(f"Your race gave up missiles at the start ({NO_MISSILES}).", rule="CW-3.1-77")
    highest = LEAST_WARHEAD + race.numbers.warhead_damage
    if warhead > highest:
        raise IllegalOrderError(f"Your warheads have at most {highest} points, not {warhead}.", rule="CW-3.1-50")
    for effect in effects:
        technology = effect_technology("Missile", effect, settings)
        if technology and not race.has(technology):
            raise IllegalOrderError(f"{effect} missiles need the technology {technology}.", rule="CW-8.0-07")
    return munitions_price(count, warhead, settings, effects)


def capacity(row: str, settings: Settings) -> int:
    """One number of CW-TAB-CAPACITY."""
    return tables(settings)[CAPACITY_TABLE].number(row, "capacity")


def missiles_ready(launchers: int, magazines: int, settings: Settings) -> int:
    """Missiles that can be fired: 10 in each launcher, 100 in each magazine; none without a launcher (CW-A-45)."""
    if not launchers:
        return 0
    return launchers * capacity(IN_LAUNCHER, settings) + magazines * capacity(IN_MAGAZINE, settings)
