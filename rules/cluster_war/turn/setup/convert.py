"""From a race design to what a campaign plays with: its record, technologies, first fleets, side (CW-3.2-05)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.cluster_war.model.race_design.check import generation_technologies
from rules.cluster_war.model.race_design.choices import choices
from rules.cluster_war.model.race_design.psionics import record_entries
from rules.cluster_war.model.race_design.sheet import USUAL, RaceSheet, Section, StartPackage
from rules.cluster_war.model.state.designs import Design, Template
from rules.cluster_war.model.state.names import DesignId, SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.layout import is_armed
from rules.cluster_war.turn.setup.scenario import StartFleet, StartSide
from rules.values import changed

WARSHIPS: Final = "Home Fleet"
SCOUTS: Final = "Scouts"
FREIGHTERS: Final = "Freighters"


def first_fleets(package: StartPackage) -> tuple[StartFleet, ...]:
    """The fleets of a package; no ship is in two of them, and none beyond those that are planned."""
    left = {design: number for design, number in package.ships.items() if number > 0}
    found: list[StartFleet] = []
    for planned in package.fleets:
        ships = {d: min(n, left[d]) for d, n in planned.ships.items() if n > 0 and left.get(d)}
        for design, number in ships.items():
            left[design] -= number
        if ships:
            found.append(StartFleet(planned.name, ships))
    designs = {design.id: design for design in package.designs}
    rest = {d: n for d, n in left.items() if n and d in designs}
    taken = {fleet.name.casefold() for fleet in found}
    for name, held in split_by_use(rest, designs).items():
        found.append(StartFleet(name if name.casefold() not in taken else f"{name} II", held))
    return tuple(found)


def split_by_use(
    ships: Mapping[DesignId, int], designs: Mapping[DesignId, Design]
) -> Mapping[str, Mapping[DesignId, int]]:
    """Ships by the fleet they begin in when nobody has named one: warships, scouts, freighters."""
    split: dict[str, dict[DesignId, int]] = {WARSHIPS: {}, SCOUTS: {}, FREIGHTERS: {}}
    for design, number in ships.items():
        split[_use(designs[design])][design] = number
    return {name: held for name, held in split.items() if held}


def _use(design: Design) -> str:
    """A freighter has cargo bays; a scout survey bays, or LRS and no weapon; all others are warships (CW-4.1-12)."""
    if design.cargo_bays:
        return FREIGHTERS
    if design.survey_bays or (design.lrs and not is_armed(design, USUAL)):
        return SCOUTS
    return WARSHIPS


def race_of(sheet: RaceSheet) -> Race:
    """The race's record. Entries taken more than once read "Extra Colonies +2", drives may end in "(leap)"."""
    return Race(
        name=sheet.name,
        home_step=sheet.home_step.strip().upper(),
        biology=biology(sheet),
        attitude=", ".join(sheet.attitudes()),
        abilities=(*_names(sheet, "abilities"), *record_entries(sheet)),
        bonuses=tuple(_names(sheet, "bonuses")),
        disadvantages=tuple(_names(sheet, "disadvantages")),
        description=_description(sheet),
        home_nickname=sheet.home_nickname,
        drives=tuple(_names(sheet, "drives")),
        society=tuple(f"{title}: {option}" for title, option in sheet.society.items()),
    )


def technologies_of(sheet: RaceSheet, settings: Settings = USUAL) -> tuple[str, ...]:
    """The technologies the race begins with: those it bought, and that of the campaign's level (CW-3.1-34, CW-19.0-07)."""
    return tuple(dict.fromkeys((*_names(sheet, "technologies"), *generation_technologies(settings))))


def start_side(sheet: RaceSheet, side: SideId, colour: int, home_name: str, settings: Settings = USUAL) -> StartSide:
    """The race as one side of a scenario in a campaign of these settings: record, technologies, designs, facilities, its
    fleets, and the colonies it would like."""
    package = sheet.package
    return StartSide(
        id=side,
        name=sheet.name,
        colour=colour,
        race=race_of(sheet),
        home_name=home_name,
        designs={d.id: changed(d, template=package.drawn_from.get(d.id, d.template)) for d in package.designs},
        fleets=first_fleets(package),
        facilities=package.facilities,
        home_size=package.home_cps,
        technologies=technologies_of(sheet, settings),
        wishes=package.colonies,
        templates=tuple(Template(t.name, t.kind, t.hull) for t in package.templates if t.hull),
    )


def biology(sheet: RaceSheet) -> str:
    """Habitat, body form and diet in one line (CW-3.1-07, CW-3.1-08)."""
    habitat = sheet.biology.split(" ")[0]
    return " ".join(word for word in (habitat, sheet.body_form, sheet.diet) if word)


def _names(sheet: RaceSheet, section: Section) -> Iterator[str]:
    known = choices()
    for entry in sheet.entries:
        if entry.name in known and known[entry.name].part == section:
            detail = f" ({entry.detail})" if entry.detail and section == "drives" else ""
            level = f" +{entry.level}" if entry.level > 1 else ""
            yield f"{entry.name}{detail}{level}"
    for custom in sheet.custom:
        if custom.section == section and custom.ruling != "refused":
            yield custom.name


def _description(sheet: RaceSheet) -> str:
    known = choices()
    details = [
        f"{e.name}: {e.detail}."
        for e in sheet.entries
        if e.detail and not (e.name in known and known[e.name].part == "drives")
    ]
    details += [f"{c.name}: {c.text}." for c in sheet.custom if c.text and c.ruling != "refused"]
    return "\n".join([*details, sheet.notes] if sheet.notes else details)
