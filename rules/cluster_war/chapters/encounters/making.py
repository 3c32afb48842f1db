"""Specials made by hand: the lines of a monster, trap, artifact or people, as the dice would have written them (CW-B-27)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rules.cluster_war.model.state.places import Special
from rules.cluster_war.model.state.settings import Settings, tables
from rules.errors import IllegalOrderError, unknown
from rules.tables import Row

KINDS: Final = "CW-B-T02"
PLANETARY: Final = "CW-B-T12"
MONSTERS: Final = "CW-B-T06"
INSIDE: Final[dict[str, tuple[str, str, str]]] = {
    "Trap": ("CW-B-T07", "result", "CW-B-19"),
    "Artifact": ("CW-B-T04", "result", "CW-B-12"),
    "Drive": ("CW-B-T11", "result", "CW-B-31"),
    "Wormhole": ("CW-B-T05", "result", "CW-B-13"),
    "Culture": ("CW-B-T03", "culture", "CW-B-11"),
    "Technology": ("CW-B-T08", "culture", "CW-B-28"),
    "Attitude": ("CW-B-T09", "attitude", "CW-B-29"),
    "Physiology": ("CW-B-T10", "physiology", "CW-B-30"),
}
"""Lines of a special by their label: the table that their words come from, its column and its rule."""
NOTE: Final = "Note"
"""The game master's own line, which nobody else ever reads (CW-19.0-17)."""
MONSTER: Final = "Monster"
RESOURCE: Final = "Strategic Resource"
SHORT: Final[Mapping[str, str]] = {
    "aliens": "Active Alien Base/Colony",
    "racesworld": "Alien Civilization",
    "aracesworld": "Alien Civilization",
    "race": "Alien Civilization",
    "world": "Alien Civilization",
}
"""Words for a kind that its name does not have."""
LEAST: Final = 3
"""Letters of a part of a name that may stand for the whole."""
_DICE: Final = re.compile(r"(\d+)d(\d+)")
LONGEST: Final = 200


def kinds(settings: Settings) -> tuple[str, ...]:
    """What can be placed in a system, by the rows of the two tables of specials; resources belong to worlds."""
    found = [row["result"] for table in (KINDS, PLANETARY) for _, row in tables(settings)[table].named_rows()]
    return tuple(dict.fromkeys(kind for kind in found if kind != RESOURCE))


def labels() -> tuple[str, ...]:
    """What lines a special may have."""
    return (MONSTER, *INSIDE, NOTE)


def words_for(settings: Settings, label: str) -> tuple[str, ...]:
    """What a line may say, in the table's words; () where anything goes."""
    if label == MONSTER:
        return tuple(dict.fromkeys(_monster_name(row) for _, row in tables(settings)[MONSTERS].named_rows()))
    if label not in INSIDE:
        return ()
    table, column, _ = INSIDE[label]
    return tuple(
        row[column].partition(" (")[0] if label == "Drive" else row[column]
        for _, row in tables(settings)[table].named_rows()
    )


def kind_meant(settings: Settings, text: str) -> str:
    """The one kind of special that a word means ("trap", "worm hole"): its whole name, a part of one name alone, or what is said
    for short; "" for none or several."""
    known = kinds(settings)
    word = _bare(text)
    whole = next((kind for kind in known if _bare(kind) == word), "")
    for_short = SHORT.get(word, "")
    if whole or for_short in known:
        return whole or for_short
    having = [kind for kind in known if word.removesuffix("s") in _bare(kind)] if len(word) >= LEAST else []
    return having[0] if len(having) == 1 else ""


def kind_named(settings: Settings, text: str) -> str:
    """A kind of special as the tables write it, by any word that means it alone; IllegalOrderError with all there are."""
    found = kind_meant(settings, text)
    if not found:
        known = kinds(settings)
        every, lead = f"There are {', '.join(known)}.", f"There is no special {text!r}."
        raise unknown(IllegalOrderError, lead, text, "", known, tail=every, rule="CW-B-27")
    return found


def _bare(text: str) -> str:
    """A name by its letters alone."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def written(settings: Settings, label: str, text: str, number: int = 0) -> str:
    """A line of a special, whole; IllegalOrderError for what its table does not have."""
    tidy = " ".join(text.split())
    if label not in labels() or not 0 < len(tidy) <= LONGEST:
        raise unknown(IllegalOrderError, f"There is no line {label!r}.", label, "There are", labels(), rule="CW-B-27")
    if label == MONSTER:
        row = _monster(settings, tidy)
        return f"{MONSTER}: {', '.join(_monster_parts(row, number))}" + (f" ({row['note']})" if row["note"] else "")
    known = words_for(settings, label)
    same = next((word for word in known if word.casefold() == tidy.casefold()), "")
    if known and not same:
        rule = INSIDE[label][2]
        raise unknown(IllegalOrderError, f"{label} {tidy!r} is in no table.", tidy, "There are", known, rule=rule)
    return f"{label}: {same or tidy}"


def with_written(special: Special, text: str) -> tuple[str, ...]:
    """A special's lines with one of them said anew."""
    label = text.partition(":")[0]
    return (*(d for d in special.details if not d.startswith(f"{label}:")), text)


def _monster_name(row: Row) -> str:
    """A monster as it is chosen: of parasites with their share, of pirates with their gear."""
    if row["monster"] == "Parasites":
        return f"Parasites {row['note'].partition('%')[0]} %"
    teams = row["number"].partition(" ")[2]
    return f"{row['monster']}, {teams}" if row["monster"] == "Space Pirates" else row["monster"]


def _monster(settings: Settings, text: str) -> Row:
    found = [
        row for _, row in tables(settings)[MONSTERS].named_rows() if _monster_name(row).casefold() == text.casefold()
    ]
    if not found:
        known = words_for(settings, MONSTER)
        raise unknown(IllegalOrderError, f"There is no monster {text!r}.", text, "There are", known, rule="CW-B-14")
    return found[0]


def _monster_parts(row: Row, number: int) -> Iterator[str]:
    yield row["monster"]
    if row["number"]:
        yield f"number {_DICE.sub(lambda dice: str(number or _average(dice)), row['number'])}"
    if row["hull"]:
        yield f"hull {row['hull']}"


def _average(dice: "re.Match[str]") -> int:
    """What dice show on average, rounded down: how many there are where nobody says."""
    return int(dice[1]) * (int(dice[2]) + 1) // 2
