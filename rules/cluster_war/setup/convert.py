"""From a race design to what a campaign plays with: its record, its technologies, its side (CW-3.2-05)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.cluster_war.race_design.choices import choices
from rules.cluster_war.race_design.sheet import RaceSheet, Section
from rules.cluster_war.setup.first_colonies import Wish
from rules.cluster_war.setup.first_fleets import first_fleets
from rules.cluster_war.setup.scenario import StartSide
from rules.cluster_war.state.designs import Template
from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.sides import Race


def race_of(sheet: RaceSheet) -> Race:
    """The race's record. Entries taken more than once read "Extra Colonies +2", drives may end in "(leap)"."""
    return Race(
        name=sheet.name,
        home_step=sheet.home_step.strip().upper(),
        biology=biology(sheet),
        attitude=", ".join(sheet.attitudes()),
        abilities=tuple(_names(sheet, "abilities")),
        bonuses=tuple(_names(sheet, "bonuses")),
        disadvantages=tuple(_names(sheet, "disadvantages")),
        description=_description(sheet),
        home_nickname=sheet.home_nickname,
        drives=tuple(_names(sheet, "drives")),
        society=tuple(f"{title}: {option}" for title, option in sheet.society.items()),
    )


def technologies_of(sheet: RaceSheet) -> tuple[str, ...]:
    """The technologies the race begins with (CW-3.1-34)."""
    return tuple(_names(sheet, "technologies"))


def start_side(sheet: RaceSheet, side: SideId, colour: int, home_name: str) -> StartSide:
    """The race as one side of a scenario: record, technologies, designs, facilities, its fleets, and the colonies it
    would like."""
    package = sheet.package
    return StartSide(
        id=side,
        name=sheet.name,
        colour=colour,
        race=race_of(sheet),
        home_name=home_name,
        designs={d.id: replace(d, template=package.drawn_from.get(d.id, d.template)) for d in package.designs},
        fleets=first_fleets(package),
        facilities=package.facilities,
        home_size=package.home_cps,
        technologies=technologies_of(sheet),
        wishes=tuple(Wish(colony.cps, colony.name, colony.step) for colony in package.colonies),
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
