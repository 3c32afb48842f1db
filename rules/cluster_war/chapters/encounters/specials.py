"""What hides in a system: the tables' numbers and dice, what its rolled lines say, and lines made by hand (CW-B-10 to
CW-B-34)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.detection.surveys import is_hazard
from rules.cluster_war.model.state.common import HexId, Settings, SideId, tables
from rules.cluster_war.model.state.places import Special, StarSystem
from rules.cluster_war.model.working.turn_state import TurnState, secret_key
from rules.tables import Row
from rules.values import IllegalOrderError, Modifier, Roll, changed, unknown

TRAPS_TABLE: Final = "CW-TAB-TRAPS"
TRAP_NUMBERS: Final = "CW-TAB-TRAP-NUMBERS"
HOSTILES_TABLE: Final = "CW-TAB-HOSTILES"
BOARDERS_TABLE: Final = "CW-TAB-BOARDERS"
DEFENDERS_TABLE: Final = "CW-TAB-DEFENDERS"
SCENES_TABLE: Final = "CW-TAB-SCENES"
SCENE_CHOICES_TABLE: Final = "CW-TAB-SCENE-CHOICES"
SCENE_HELPS_TABLE: Final = "CW-TAB-SCENE-HELPS"
SCENE_MANNERS_TABLE: Final = "CW-TAB-SCENE-MANNERS"
FOUND_TECH: Final = "CW-TAB-FOUND-TECH"
FOUND_DRIVES: Final = "CW-TAB-FOUND-DRIVES"
_DICE: Final = re.compile(r"(\d+)d(\d+)([+-]\d+)?")
AWAKE_LABEL: Final = "Awake"
"""A line of a special that somebody has woken (CW-B-24, CW-B-26)."""
HURT_LABEL: Final = "Hurt"
LEFT_HEADING: Final = "Left"
WORMHOLE_KIND: Final = "wormhole"
HOLE_CODE: Final = "Wrm"
_NUMBER: Final = re.compile(r"number (\d+)")
_YOUNG: Final = re.compile(r"and (\d+) youth")
PLANETARY_SPECIALS_TABLE: Final = "CW-B-T12"
MONSTERS_TABLE: Final = "CW-B-T06"
LABEL_TABLES: Final[dict[str, tuple[str, str, str]]] = {
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
NOTE_LABEL: Final = "Note"
"""The game master's own line, which nobody else ever reads (CW-19.0-17)."""
MONSTER: Final = "Monster"
RESOURCE: Final = "Strategic Resource"
KIND_ALIASES: Final[Mapping[str, str]] = {
    "aliens": "Active Alien Base/Colony",
    "racesworld": "Alien Civilization",
    "aracesworld": "Alien Civilization",
    "race": "Alien Civilization",
    "world": "Alien Civilization",
}
"""Words for a kind that its name does not have."""
LEAST_LETTERS: Final = 3
"""Letters of a part of a name that may stand for the whole."""
LONGEST_DETAIL: Final = 200


@dataclass(slots=True)
class SceneDice:
    """The dice of one thing that befalls a side, under a key of their own; nobody else can work them out. `rolls` are kept for
    who asks why."""

    turn: TurnState
    side: SideId
    under: str
    rolls: list[Roll] = field(default_factory=list)

    def throw(self, what: str, sides: int, count: int = 1) -> Roll:
        """Roll for a part of it."""
        made = self.turn.dice.roll(secret_key(self.turn, self.side, f"{self.under}/{what}"), sides, count)
        self.rolls.append(made)
        return made

    def hundred(self, what: str) -> int:
        """1d100 for a part of it."""
        return self.throw(what, 100).total

    def sum(self, what: str, text: str) -> int:
        """Dice as tables write them ("2d6", "1d3-1"), at least 0; a plain number is itself."""
        found = _DICE.fullmatch(text)
        if found is None:
            return int(text)
        return max(0, self.throw(what, int(found[2]), int(found[1])).total + int(found[3] or 0))


def trap_number(settings: Settings, name: str) -> str:
    """A number of traps as its table has it, a number or dice."""
    return tables(settings)[TRAP_NUMBERS].cell(name, "value")


def trap_row(settings: Settings, trap: str) -> Row:
    """What a trap does."""
    return tables(settings)[TRAPS_TABLE].row(trap)


def scene_row(settings: Settings, scene: str) -> Row:
    """A scene as its table has it."""
    return tables(settings)[SCENES_TABLE].row(scene)


def choices_of(settings: Settings, scene: str) -> Mapping[str, Row]:
    """The choices of a scene, by their words, in the order of the table."""
    found = tables(settings)[SCENE_CHOICES_TABLE].named_rows()
    return {row["choice"]: row for _, row in found if row["scene"] == scene}


def helps_of(settings: Settings, row: Row, parts: Mapping[str, int]) -> tuple[Modifier, ...]:
    """What a choice's chance is made of, as its giver may know it; `parts` are counts of parts aboard, by a design's fields."""
    chance = [Modifier(int(row["chance"]), "in itself")] if row["chance"] else []
    table = tables(settings)[SCENE_HELPS_TABLE]
    if row["helps"] in table.keys:
        help_ = table.row(row["helps"])
        points = min(int(help_["most"]), int(help_["points"]) * parts.get(help_["part"], 0))
        chance += [Modifier(points, help_["words"])] if points else []
    return tuple(chance)


def defense_points(settings: Settings, aboard: str) -> Fraction:
    """What a part of a ship is worth against boarders."""
    return tables(settings)[DEFENDERS_TABLE].fraction(aboard, "points")


def defense_teams(settings: Settings, aboard: str) -> Fraction:
    """For how many combat teams a part of a ship stands against boarders."""
    return tables(settings)[DEFENDERS_TABLE].fraction(aboard, "teams")


def line(special: Special, label: str) -> str:
    """What a line of a special says after its label, without what stands in brackets; "" where there is no such line."""
    found = next((d for d in special.details if d.startswith(f"{label}: ")), "")
    return found.removeprefix(f"{label}: ").partition(" (")[0].strip()


def behind(special: Special) -> str:
    """What hides there in the game master's words: its kind, and its lines if it has any."""
    return f"{special.kind}: {', '.join(special.details)}" if special.details else special.kind


def with_line(special: Special, label: str, text: str) -> Special:
    """The special with a line said anew."""
    kept = tuple(d for d in special.details if not d.startswith(f"{label}:"))
    return changed(special, details=(*kept, f"{label}: {text}"))


def number_of(special: Special) -> int:
    """How many there are: those left, else as many as were rolled; 0 where nothing is said."""
    left = line(special, LEFT_HEADING)
    if left.isdigit():
        return int(left)
    monster = next((d for d in special.details if d.startswith("Monster: ")), "")
    found, young = _NUMBER.search(monster), _YOUNG.search(monster)
    return (int(found[1]) if found else 0) + (int(young[1]) if young else 0)


def hurt_of(special: Special) -> int:
    """Percent of its hull that something has lost to those who fought it."""
    text = line(special, HURT_LABEL).removesuffix(" %")
    return int(text) if text.isdigit() else 0


def trap_of(special: Special | None, settings: Settings) -> str:
    """The trap that closes on who enters, by its row; "" for none. One in a stasis module sleeps."""
    if special is None or not is_hazard(special):
        return ""
    return sleeping_trap(special, settings)


def sleeping_trap(special: Special, settings: Settings) -> str:
    """The trap among a special's lines, asleep or not."""
    said = line(special, "Trap").casefold()
    return next((key for key in tables(settings)[TRAPS_TABLE].keys if said == key.casefold()), "")


def scene_of(system: StarSystem, settings: Settings) -> str:
    """The scene that what is in a system leads to, by its row; "" for none. A trap that closes by itself leads to none."""
    special = system.special
    if special is None:
        return WORMHOLE_KIND if HOLE_CODE in system.codes and system.hole else ""
    if trap_of(special, settings) and "artifact" in special.kind.casefold():
        return ""
    rows = tuple(tables(settings)[SCENES_TABLE].named_rows())
    texts = (special.kind, *special.details)
    return next((key for text in texts for key, row in rows if text.startswith(row["meets"])), "")


def put_special(turn: TurnState, hex_: HexId, special: Special | None) -> None:
    """What hides in a system from now on, if it is still there."""
    system = turn.cluster.systems.get(hex_)
    if system is not None:
        systems = {**turn.cluster.systems, hex_: changed(system, special=special)}
        turn.cluster = changed(turn.cluster, systems=systems)


SPECIAL_KINDS_TABLE: Final = "CW-B-T02"


def kinds(settings: Settings) -> tuple[str, ...]:
    """What can be placed in a system, by the rows of the two tables of specials; resources belong to worlds."""
    found = [
        row["result"]
        for table in (SPECIAL_KINDS_TABLE, PLANETARY_SPECIALS_TABLE)
        for _, row in tables(settings)[table].named_rows()
    ]
    return tuple(dict.fromkeys(kind for kind in found if kind != RESOURCE))


def labels() -> tuple[str, ...]:
    """What lines a special may have."""
    return (MONSTER, *LABEL_TABLES, NOTE_LABEL)


def words_for(settings: Settings, label: str) -> tuple[str, ...]:
    """What a line may say, in the table's words; () where anything goes."""
    if label == MONSTER:
        return tuple(dict.fromkeys(_monster_name(row) for _, row in tables(settings)[MONSTERS_TABLE].named_rows()))
    if label not in LABEL_TABLES:
        return ()
    table, column, _ = LABEL_TABLES[label]
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
    for_short = KIND_ALIASES.get(word, "")
    if whole or for_short in known:
        return whole or for_short
    having = [kind for kind in known if word.removesuffix("s") in _bare(kind)] if len(word) >= LEAST_LETTERS else []
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


def format_line(settings: Settings, label: str, text: str, number: int = 0) -> str:
    """A line of a special, whole; IllegalOrderError for what its table does not have."""
    tidy = " ".join(text.split())
    if label not in labels() or not 0 < len(tidy) <= LONGEST_DETAIL:
        raise unknown(IllegalOrderError, f"There is no line {label!r}.", label, "There are", labels(), rule="CW-B-27")
    if label == MONSTER:
        row = _monster(settings, tidy)
        return f"{MONSTER}: {', '.join(_monster_parts(row, number))}" + (f" ({row['note']})" if row["note"] else "")
    known = words_for(settings, label)
    same = next((word for word in known if word.casefold() == tidy.casefold()), "")
    if known and not same:
        rule = LABEL_TABLES[label][2]
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
        row
        for _, row in tables(settings)[MONSTERS_TABLE].named_rows()
        if _monster_name(row).casefold() == text.casefold()
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
