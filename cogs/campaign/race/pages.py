"""The pages of a race's form: which there are, and what is asked on each, from the checklist itself."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from cogs.common.selects import MOST_OPTIONS
from rules.cluster_war.model.race_design.choices import HOME_TABLES, Choice, Group, catalogue
from rules.cluster_war.model.race_design.sheet import SECTIONS
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.worlds.step_codes import CODES
from rules.values import Value

ATTITUDE: Final = "Attitude"
BIOLOGY: Final = "Biology"


class Page(Value):
    """One page: its key in buttons, its title, a word about it, and the groups of the checklist on it."""

    key: str
    title: str
    about: str
    groups: tuple[str, ...] = ()


@cache
def pages() -> Mapping[str, Page]:
    """All pages in the order of the checklist."""
    groups = catalogue()
    chosen = [group.title for group in groups if group.choices and group.choices[0].part in SECTIONS]
    society = tuple(group.title for group in groups if group.choices and group.choices[0].part == "society")
    made = [
        Page("sum", "Summary", "Points, what is to be mended, begin from a printed race, submit"),
        Page("names", "Name and description", "Names, body, diet, story"),
        Page("home", "Home ecosystem", "Size, temperature, environment, conditions", tuple(HOME_TABLES)),
        Page("mind", "Biology and attitude", "What it is, and how it meets others", (BIOLOGY, ATTITUDE)),
        *(Page(f"g{number}", title, ABOUT.get(title, ""), (title,)) for number, title in enumerate(chosen)),
        Page("psi", "Psionics", "Disciplines, their prices and what they do"),
        Page("own", "Entries of your own", "The game master prices them"),
        Page("soc", "Government and society", "Ten choices that cost nothing", society),
        Page("pack", "Starting package", "Colonies, facilities, ships, designs"),
    ]
    return {page.key: page for page in made}


ABOUT: Final = {
    "Racial abilities": "What the race is born with",
    "Starting bonuses": "More CPs, colonies, surveys, designs",
    "Technologies": "10 AP each",
    "FTL drives": "In place of second stage drives",
    "STL drives": "In place of gravity drives",
    "Racial disadvantages": "Give points back",
    "Technological disadvantages": "Give points back until it is learned",
    "Of the worked races": "Entries that the printed races have",
}


def group_of(title: str, settings: Settings) -> Group:
    """A group of the checklist at this campaign's prices."""
    return next(group for group in catalogue(settings) if group.title == title)


def chunks(group: Group) -> tuple[tuple[Choice, ...], ...]:
    """A group's choices in lists that Discord takes."""
    return tuple(group.choices[at : at + MOST_OPTIONS - 1] for at in range(0, len(group.choices), MOST_OPTIONS - 1))


def digits(group: Group) -> Iterable[tuple[str, str, int]]:
    """(character, words, AP) for each character a digit of the home world can have."""
    for choice in group.choices:
        low, _, high = choice.name.partition("-")
        for digit in CODES[CODES.index(low) : CODES.index(high or low) + 1]:
            yield digit, choice.effect, choice.ap


def points(ap: int) -> str:
    """A price in words: "5 AP", "gives 5 AP"."""
    return f"gives {-ap} AP" if ap < 0 else f"{ap} AP"


def about(choice: Choice) -> str:
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
