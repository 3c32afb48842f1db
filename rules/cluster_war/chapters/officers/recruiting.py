"""Officers as they leave an academy: price, dice and talents (CW-17.1-01 to CW-17.1-16)."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.officers.ratings import number
from rules.cluster_war.model.state.officers import LEADER, PSIONIC, STRATEGIST, TACTICIAN, TALENTS, Officer
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.dice import Roll, Roller
from rules.errors import IllegalOrderError, quoted
from rules.values import Value, changed

Tactics: TypeAlias = Literal["", "attack", "defense"]
RATINGS: Final = ("strategy", "command", "attack", "defense")
MOST_TALENTS: Final = 10
LONGEST_TALENT: Final = 40
PSI: Final = "Psionic Ability"


class Talents(Value):
    """What an officer's talents are: those they have, and those that the game master must allow first (CW-17.1-06)."""

    has: tuple[str, ...]
    asked: tuple[str, ...]


def price_of(talents: int, settings: Settings) -> int:
    """CPs of an officer with so many talents (CW-17.1-02)."""
    return number("CPs of an officer", settings) + talents * number("CPs of a talent", settings)


def named_talents(talents: Iterable[str]) -> tuple[str, ...]:
    """Talents as the book calls them, each once; IllegalOrderError for one named twice, too many or too long a name."""
    found: list[str] = []
    for text in talents:
        tidy = " ".join(text.split()).casefold().removeprefix("exceptional ")
        if not tidy or len(tidy) > LONGEST_TALENT or not tidy.isprintable() or not set(tidy).isdisjoint(',"'):
            raise IllegalOrderError(f"A talent's name has 1 to {LONGEST_TALENT} characters.", rule="CW-17.1-06")
        if tidy in found:
            raise IllegalOrderError(f"{quoted(tidy)} is named twice.", rule="CW-17.1-06")
        found.append(tidy)
    if len(found) > MOST_TALENTS:
        raise IllegalOrderError(f"An officer has at most {MOST_TALENTS} talents.", rule="CW-17.1-06")
    return tuple(found)


def check_tactics(talents: Iterable[str], tactics: Tactics) -> None:
    """IllegalOrderError unless a tactician, and nobody else, says what it is for (CW-17.1-14)."""
    if (TACTICIAN in talents) != bool(tactics):
        raise IllegalOrderError(
            "Say whether a tactician is one of attack or of defense; for others there is nothing to say.",
            rule="CW-17.1-14",
        )


def adepts_ability(race: Race) -> str:
    """What a psionic adept of a race can do: its disciplines, where its record names them, else the entry itself; "" if it is
    not psionic (CW-17.1-15)."""
    named = [a.partition(":")[2].strip() for a in race.abilities if a.casefold().startswith(f"{PSI}:".casefold())]
    entry = next((a for a in race.abilities if a.casefold().startswith(PSI.casefold())), "")
    return ", ".join(named) or entry


def sorted_talents(talents: Iterable[str], race: Race) -> Talents:
    """The book's talents at once, a psionic adept's as their race's own; others wait for the game master (CW-17.1-15)."""
    has, asked = [], []
    ability = adepts_ability(race)
    for talent in talents:
        if talent == PSIONIC and ability:
            has.append(f"{PSIONIC}: {ability}")
        elif talent in TALENTS and talent != PSIONIC:
            has.append(talent)
        else:
            asked.append(talent)
    return Talents(tuple(has), tuple(asked))


def rolled(
    officer: Officer, tactics: Tactics, dice: Roller, key: str, settings: Settings
) -> tuple[Officer, tuple[Roll, ...]]:
    """The officer with ratings by the dice, and the rolls: 1d10 each, and 1d10 and 1 more for what a talent is about
    (CW-17.1-05, CW-17.1-10, CW-17.1-13, CW-17.1-14). `key` has the rating's name in place of {}."""
    sides, more = number("sides of a rating die", settings), number("points beside a talent's die", settings)
    bonus = {STRATEGIST: "strategy", LEADER: "command", TACTICIAN: tactics}
    gifted = {bonus[talent] for talent in officer.talents if talent in bonus}
    rolls: list[Roll] = []
    ratings: dict[str, int] = {}
    for name in RATINGS:
        roll = dice.roll(key.format(name), sides)
        rolls.append(roll)
        ratings[name] = roll.total
        if name in gifted:
            talent = dice.roll(key.format(f"{name}-talent"), sides)
            rolls.append(talent)
            ratings[name] += talent.total + more
    after = changed(
        officer,
        strategy=ratings["strategy"],
        command=ratings["command"],
        attack=ratings["attack"],
        defense=ratings["defense"],
    )
    return after, tuple(rolls)
