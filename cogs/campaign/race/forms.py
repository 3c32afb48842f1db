"""The forms of a race: what each asks, filled with what is there, and the change that its answers mean."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from cogs.common.forms import Field
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.unit_design.sheet import LONGEST_NOTE, UnitText, kinds
from rules.errors import GameError
from umpire.campaign.founding import race_edits
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.founding.race_edits import FACILITIES, write_colonies, write_counts, write_fleets

Answers: TypeAlias = Mapping[str, str]
UNIT_EXAMPLE: Final = "Bridge\n2 Crew quarters\nDrive 4G\n3 Beam emitter 3\n3 Shield projector 1\nLRS"


def names_fields(draft: RaceDraft) -> tuple[str, tuple[Field, ...]]:
    """Names."""
    sheet, most = draft.sheet, race_edits.LONGEST_NAME
    return "Names", (
        Field("name", "The race's name", value=sheet.name, needed=True, most=most),
        Field("home", "Its home world's name", value=draft.home_name, most=most),
        Field("nickname", "The home world in two words", "dry and barren", sheet.home_nickname, most=most),
    )


def looks_fields(draft: RaceDraft) -> tuple[str, tuple[Field, ...]]:
    """Body, diet, story."""
    sheet = draft.sheet
    return "Body, diet, story", (
        Field("body", "Body form", "humanoid, insectoid, amoeboid …", sheet.body_form, most=race_edits.LONGEST_NAME),
        Field("diet", "Diet", "carnivore, herbivore, omnivore …", sheet.diet, most=race_edits.LONGEST_NAME),
        Field("notes", "Description", "", sheet.notes, long=True, most=race_edits.LONGEST_TEXT),
    )


def colonies_fields(draft: RaceDraft) -> tuple[str, tuple[Field, ...]]:
    """Home world and colonies."""
    package = draft.sheet.package
    home, shown = str(package.home_cps) if package.home_cps else "", write_colonies(package.colonies)
    about = "120 (5566) New Haven: CPs, the STEP code you would like, a name. Empty: set-up founds them"
    return "Colonies", (
        Field("home", "CPs of the home world", "At most 400; empty: half of all", home, most=6),
        Field("colonies", "First colonies, a line each", about, shown, long=True, most=1500),
    )


def facilities_fields(draft: RaceDraft) -> tuple[str, tuple[Field, ...]]:
    """What stands on the home world."""
    built = draft.sheet.package.facilities
    return "Facilities on the home world", tuple(
        Field(key, label, value=str(getattr(built, key)), most=6) for key, label in FACILITIES.items()
    )


def units_fields(draft: RaceDraft) -> tuple[str, tuple[Field, ...]]:
    """Ships and forces."""
    package = draft.sheet.package
    ids = ", ".join(d.id for d in package.designs if d.kind == "ship") or "no ship designs yet"
    others = ", ".join(d.id for d in package.designs if d.kind != "ship") or "no such designs yet"
    ships, garrison = write_fleets(package), write_counts(package.facilities.garrison)
    return "Ships and forces", (
        Field("ships", "Starships: 2 DD, or Scouts: 2 SC, 1 SV", ids, ships, long=True, most=1000),
        Field("garrison", "At home: bases, small craft, ground forces", others, garrison, long=True, most=1000),
    )


def unit_fields(text: UnitText | None, settings: Settings) -> tuple[str, tuple[Field, ...]]:
    """A design: its id and name, its kind and hull, its lines."""
    shown = text or UnitText("", "", "ship", 20)
    kind = f"{shown.kind} {shown.hull}" if shown.hull else shown.kind
    about = "5 Beam emitter 3 (Heat); crew: android; custom: a lens, 2 spaces, 5 CPs. A battalion: like: Infantry"
    lines = shown.lines if text else UNIT_EXAMPLE
    return "A design", (
        Field("id", "Short id", "1 to 6 letters and digits: DD", shown.id, needed=True, most=6),
        Field("name", "Name", "Sabre destroyer", shown.name, needed=True, most=60),
        Field("kind", "Kind and hull spaces", ", ".join(kinds(settings)), kind, needed=True, most=40),
        Field("lines", "Components, a line each", about, lines, long=True, needed=True, most=2000),
        Field("note", "Note", "", shown.note, long=True, most=LONGEST_NOTE),
    )


def unit_of(answers: Answers, template: str = "") -> UnitText:
    """The design that the form's answers mean; GameError for a kind that cannot be read."""
    kind, _, hull = answers["kind"].strip().rpartition(" ")
    if not hull.isdecimal() or len(hull) > 6:
        kind, hull = answers["kind"], "0"
    if kind.strip().casefold() != "battalion" and not int(hull):
        raise GameError("Write the kind and its hull spaces, like: ship 20, or battalion alone.", rule="CW-6.2-01")
    return UnitText(
        id=answers["id"].strip().upper(),
        name=race_edits.line(answers["name"], 60),
        kind=" ".join(kind.split()),
        hull=int(hull),
        lines=answers["lines"],
        note=race_edits.text_of(answers["note"], LONGEST_NOTE),
        template=template,
    )


FIELDS: Final[Mapping[str, Callable[[RaceDraft], tuple[str, tuple[Field, ...]]]]] = {
    "names": names_fields,
    "looks": looks_fields,
    "colonies": colonies_fields,
    "facilities": facilities_fields,
    "units": units_fields,
}
CHANGES: Final[Mapping[str, Callable[[RaceDraft, Answers], RaceDraft]]] = {
    "names": lambda draft, said: race_edits.set_names(draft, said["name"], said["nickname"], said["home"]),
    "looks": lambda draft, said: race_edits.set_looks(draft, said["body"], said["diet"], said["notes"]),
    "colonies": lambda draft, said: race_edits.set_colonies(draft, said["home"], said["colonies"]),
    "facilities": race_edits.set_facilities,
    "units": lambda draft, said: race_edits.set_units(draft, said["ships"], said["garrison"]),
}
PAGE_OF: Final = {"names": "names", "looks": "names"}
"""The page that a form is opened from, where it is not the package's."""
