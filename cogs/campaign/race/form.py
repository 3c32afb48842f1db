"""The pages and the forms of a race: what each asks, from the checklist itself, filled with what is there, and the
change that its answers mean."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, TypeAlias

from cogs.common.components import MOST_OPTIONS, Field
from rules.cluster_war.model.race_design.choices import HOME_TABLES, ChoiceGroup, RaceChoice, catalogue
from rules.cluster_war.model.race_design.sheet import ENTRY_SECTIONS
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.unit_design.sheet import LONGEST_NOTE, UnitText, kinds
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS
from rules.values import GameError, Value
from umpire.campaign.founding import race_edits
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.founding.race_edits import FACILITIES, write_colonies, write_counts, write_fleets

ATTITUDE: Final = "Attitude"
BIOLOGY: Final = "Biology"


class FormPage(Value):
    """One page: its key in buttons, its title, a word about it, and the groups of the checklist on it."""

    key: str
    title: str
    about: str
    groups: tuple[str, ...] = ()


@cache
def pages() -> Mapping[str, FormPage]:
    """All pages in the order of the checklist."""
    groups = catalogue()
    chosen = [group.title for group in groups if group.choices and group.choices[0].part in ENTRY_SECTIONS]
    society = tuple(group.title for group in groups if group.choices and group.choices[0].part == "society")
    made = [
        FormPage("sum", "Summary", "Points, what is left to fix, begin from a printed race, submit"),
        FormPage("names", "Name and description", "Names, body, diet, story"),
        FormPage("home", "Home ecosystem", "Size, temperature, environment, conditions", tuple(HOME_TABLES)),
        FormPage("mind", "Biology and attitude", "What it is, and how it meets others", (BIOLOGY, ATTITUDE)),
        *(
            FormPage(f"g{number}", title, CATEGORY_TEXTS.get(title, ""), (title,))
            for number, title in enumerate(chosen)
        ),
        FormPage("psi", "Psionics", "Disciplines, their prices and what they do"),
        FormPage("own", "Entries of your own", "A ruling prices them"),
        FormPage("soc", "Government and society", "Ten choices that cost nothing", society),
        FormPage("pack", "Starting package", "Colonies, facilities, ships, designs"),
    ]
    return {page.key: page for page in made}


CATEGORY_TEXTS: Final = {
    "Racial abilities": "What the race is born with",
    "Starting bonuses": "More CPs, colonies, surveys, designs",
    "Technologies": "10 AP each",
    "FTL drives": "In place of second stage drives",
    "STL drives": "In place of gravity drives",
    "Racial disadvantages": "Give points back",
    "Technological disadvantages": "Give points back until it is learned",
    "Of the worked races": "Entries that the printed races have",
}


def group_of(title: str, settings: Settings) -> ChoiceGroup:
    """A group of the checklist at this campaign's prices."""
    return next(group for group in catalogue(settings) if group.title == title)


def chunks(group: ChoiceGroup) -> tuple[tuple[RaceChoice, ...], ...]:
    """A group's choices in lists that Discord takes."""
    return tuple(group.choices[at : at + MOST_OPTIONS - 1] for at in range(0, len(group.choices), MOST_OPTIONS - 1))


def digits(group: ChoiceGroup) -> Iterable[tuple[str, str, int]]:
    """(character, words, AP) for each character a digit of the home world can have."""
    for choice in group.choices:
        low, _, high = choice.name.partition("-")
        for digit in STEP_DIGITS[STEP_DIGITS.index(low) : STEP_DIGITS.index(high or low) + 1]:
            yield digit, choice.effect, choice.ap


def points(ap: int) -> str:
    """A price in words: "5 AP", "gives 5 AP"."""
    return f"gives {-ap} AP" if ap < 0 else f"{ap} AP"


def about(choice: RaceChoice) -> str:
    """A choice in a line: price, what it needs and excludes, what it does."""
    price = points(choice.ap)
    if choice.most != 1:
        price += f", each further {points(choice.further)}"
    parts = [price]
    if choice.requires:
        parts.append(f"needs {', '.join(choice.requires)}")
    if choice.approval:
        parts.append("if the GM agrees")
    if choice.excludes:
        parts.append(f"not with {', '.join(choice.excludes)}")
    return " · ".join([*parts, choice.effect] if choice.effect else parts)


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


PAGE_FIELDS: Final[Mapping[str, Callable[[RaceDraft], tuple[str, tuple[Field, ...]]]]] = {
    "names": names_fields,
    "looks": looks_fields,
    "colonies": colonies_fields,
    "facilities": facilities_fields,
    "units": units_fields,
}
PAGE_CHANGES: Final[Mapping[str, Callable[[RaceDraft, Answers], RaceDraft]]] = {
    "names": lambda draft, said: race_edits.set_names(draft, said["name"], said["nickname"], said["home"]),
    "looks": lambda draft, said: race_edits.set_looks(draft, said["body"], said["diet"], said["notes"]),
    "colonies": lambda draft, said: race_edits.set_colonies(draft, said["home"], said["colonies"]),
    "facilities": race_edits.set_facilities,
    "units": lambda draft, said: race_edits.set_units(draft, said["ships"], said["garrison"]),
}
PAGE_OF: Final = {"names": "names", "looks": "names"}
"""The page that a form is opened from, where it is not the package's."""
