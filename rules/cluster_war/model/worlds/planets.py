"""The planets of a star and what hides in a system, from dice written as the tables write them (CW-B-36 to CW-B-55, CW-B-10 to
CW-B-35)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.state.common import HexId, Settings
from rules.cluster_war.model.state.places import Body, Special, grid_of, hex_at
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS, step_distance
from rules.dice import Roller
from rules.tables import Table
from rules.values import Value, changed

_DICE: Final = re.compile(r"(\d+)d(\d+)([+-]\d+)?")


class Maker(Value):
    """A cluster being made: its settings, tables, dice and size in hexes."""

    settings: Settings
    tables: Mapping[str, Table]
    dice: Roller
    columns: int
    rows: int

    def at_most(self, event: str, key: str) -> bool:
        """Whether the percentage of CW-TAB-CHANCES comes up."""
        return self.dice.percent(key).total <= self.tables["CW-TAB-CHANCES"].number(event, "at most")

    def sum(self, key: str, dice: str) -> int:
        """The total of dice as a table writes them (CW-B-37: our dice have any number of sides)."""
        count, sides, more = _read(dice)
        return self.dice.roll(key, sides, count).total + more

    def filled(self, key: str, text: str) -> str:
        """A text with the dice in it rolled: "2 adults and 1d6 youths" becomes "2 adults and 4 youths"."""
        found = _DICE.search(text)
        if found is None:
            return text
        return text[: found.start()] + str(self.sum(key, found[0])) + text[found.end() :]


@lru_cache(maxsize=256)
def _read(dice: str) -> tuple[int, int, int]:
    found = _DICE.fullmatch(dice)
    if found is None:
        raise ValueError(f"{dice!r} are not dice")
    return int(found[1]), int(found[2]), int(found[3] or 0)


EARTHLIKE: Final = "5555"
WATER_CODE: Final = "6"
LIVING_CODE: Final = "5"


def roll_bodies(maker: Maker, here: HexId, code: str) -> tuple[Body, ...]:
    """The planets of a star of this object code, the innermost first; its letter decides (CW-B-36, CW-B-38)."""
    star = code[0]
    key = f"generation/{here}"
    number = maker.sum(f"{key}/planets", maker.tables["CW-B-T15"].cell(star, "dice"))
    gaps = maker.dice.roll(f"{key}/indexes", 10, number).faces
    index = gaps[0] + maker.tables["CW-B-T16"].number(star, "offset")
    bodies = []
    for orbit in range(1, number + 1):
        if orbit > 1:
            index += gaps[orbit - 1] + 5
        bodies.append(roll_body(maker, f"{key}/{orbit}", orbit, index))
    return tuple(bodies)


def roll_body(maker: Maker, key: str, orbit: int, index: int) -> Body:
    """One planet at a temperature index (CW-B-39 to CW-B-55)."""
    pattern = maker.tables["CW-B-T17"].by_roll(index)["step_pattern"]
    step = _step(maker, key, pattern)
    life = roll_life(maker, key, step)
    return Body(orbit, step, roll_max_cp(maker, key, step), index, life)


def _step(maker: Maker, key: str, pattern: str) -> str:
    """The pattern with its dashes rolled for: size, environment and planet code (CW-B-41 to CW-B-47)."""
    size, heat, air, ground = tuple(pattern)
    if size == "-":
        size = STEP_DIGITS[
            min(10, max(0, maker.dice.roll(f"{key}/size", 6, 2).total - maker.settings.size_dice_offset))
        ]
    if air == "-":
        air = maker.tables["CW-B-T18"].cell(size, f"d{maker.dice.roll(f'{key}/environment', 6).total}")
    if ground == "-":
        ground = maker.tables["CW-B-T19"].cell(size, f"d{maker.dice.roll(f'{key}/planet', 6).total}")
    if ground == WATER_CODE and STEP_DIGITS.index(heat) >= 7:
        ground = LIVING_CODE
    return f"{size}{heat}{air}{ground}"


def roll_life(maker: Maker, key: str, step: str) -> str:
    """The kind of life a world has, "" for none (CW-B-49 to CW-B-51); no world suits two kinds."""
    size, heat, air, _ = tuple(step)
    for kind, suits in maker.tables["CW-TAB-LIFE"].named_rows():
        if heat in suits["temperatures"] and air in suits["environments"] and size in suits["sizes"]:
            return kind if maker.dice.percent(f"{key}/life").total <= int(suits["chance"]) else ""
    return ""


def roll_max_cp(maker: Maker, key: str, step: str) -> int:
    """The maximum CP value of a world, divided for dead or hot ones, rounded down (CW-B-52 to CW-B-55)."""
    size, heat, _, ground = tuple(step)
    full = maker.sum(f"{key}/cps", maker.tables["CW-TAB-MAX-CP"].cell(size, "dice"))
    divisors = maker.tables["CW-TAB-CP-DIVISOR"]
    codes = f"planet code {ground}", f"temperature {heat}"
    return full // max([divisors.number(code, "divisor") for code in codes if code in divisors.keys], default=1)


def most_habitable(bodies: tuple[Body, ...]) -> Body:
    """The body nearest to an Earth-like one; with life first, and the inner one of equals (CW-B-35)."""
    return min(bodies, key=lambda b: ("X" in b.step, step_distance(b.step, EARTHLIKE), not b.life, b.orbit))


def richest(bodies: tuple[Body, ...]) -> Body:
    """The body of the highest maximum CP value, the inner one of equals (CW-B-35)."""
    return max(bodies, key=lambda b: (b.max_cp, -b.orbit))


PIRATE_ATTITUDE: Final = "4d10+60"
LIVING_RESOURCES: Final = ("Agricultural Products", "Animal Resources", "Natural Medicines")
UNIQUE_SPECIAL: Final = "Something Unique"
PEOPLED: Final = ("Alien Civilization", "Active Alien Base/Colony")
FOLLOW_UPS: Final = {
    "culture": ("CW-B-T03", "culture", "Culture"),
    "artifact": ("CW-B-T04", "result", "Artifact"),
    "wormhole": ("CW-B-T05", "result", "Wormhole"),
    "monster": ("CW-B-T06", "monster", "Monster"),
    "trap": ("CW-B-T07", "result", "Trap"),
    "technology": ("CW-B-T08", "culture", "Technology"),
    "attitude": ("CW-B-T09", "attitude", "Attitude"),
    "pirate attitude": ("CW-B-T09", "attitude", "Attitude"),
    "physiology": ("CW-B-T10", "physiology", "Physiology"),
    "drive": ("CW-B-T11", "result", "Drive"),
}


@dataclass(slots=True)
class Find:
    """What follow-up rolls have brought so far: lines for the GM, and a wormhole's far end if it is on the map."""

    lines: list[str] = field(default_factory=list)
    destination: HexId = ""


def roll_deep_space(maker: Maker, here: HexId) -> tuple[Special | None, HexId]:
    """The special of an occupied hex without planets, and a wormhole's far end (CW-B-10)."""
    key = f"generation/{here}/special"
    if not maker.at_most("deep space special", key):
        return None, ""
    row = maker.tables["CW-B-T02"].by_roll(maker.dice.percent(f"{key}/type").total)
    find = Find()
    follow(maker, here, f"{key}/type", row["follow_up"], find)
    return Special(row["result"], tuple(find.lines)), find.destination


def roll_planetary(
    maker: Maker, here: HexId, bodies: tuple[Body, ...]
) -> tuple[Special | None, tuple[Body, ...], HexId]:
    """The special of a system with planets, and its bodies with any resource placed on them (CW-B-32, CW-B-34)."""
    key = f"generation/{here}/special"
    if not maker.at_most("planetary special", key):
        return None, bodies, ""
    row = maker.tables["CW-B-T12"].by_roll(maker.dice.percent(f"{key}/type").total)
    if row["follow_up"] == "resource":
        special, placed = _place(bodies, roll_resource(maker, f"{key}/type"))
        return special, placed, ""
    orbit = most_habitable(bodies).orbit if row["result"] in PEOPLED else 0
    find = Find()
    follow(maker, here, f"{key}/type", row["follow_up"], find)
    return Special(row["result"], tuple(find.lines), orbit), bodies, find.destination


def roll_resource(maker: Maker, key: str) -> str:
    """A strategic resource, or from 76 on a special one (CW-B-34)."""
    name = maker.tables["CW-B-T13"].by_roll(maker.dice.percent(f"{key}/strategic").total)["resource"]
    if name == "Special Resources":
        name = maker.tables["CW-B-T14"].by_roll(maker.dice.percent(f"{key}/special").total)["resource"]
    return name


def _place(bodies: tuple[Body, ...], resource: str) -> tuple[Special | None, tuple[Body, ...]]:
    """Living resources go to the most habitable body, the others to the richest (CW-B-35)."""
    chosen = most_habitable(bodies) if resource in LIVING_RESOURCES else richest(bodies)
    if resource == UNIQUE_SPECIAL:
        hint = "The GM chooses, for instance Neutronium or Special Lubricant Materials."
        return Special(UNIQUE_SPECIAL, (hint,), chosen.orbit), bodies
    rich = changed(chosen, resources=(resource,))
    return None, tuple(rich if b is chosen else b for b in bodies)


def follow(maker: Maker, here: HexId, key: str, follow_up: str, find: Find) -> None:
    """Roll every follow-up named in a table's cell ("technology, attitude, physiology"), and what follows from those."""
    for name in filter(None, follow_up.split(", ")):
        table, column, label = FOLLOW_UPS[name]
        at = f"{key}/{name.replace(' ', '-')}"
        if name == "wormhole":
            text, find.destination = roll_wormhole(maker, here, at)
            find.lines.append(f"{label}: {text}")
            continue
        roll = maker.sum(at, PIRATE_ATTITUDE) if name == "pirate attitude" else maker.dice.percent(at).total
        row = maker.tables[table].by_roll(roll)
        number = maker.filled(f"{at}/number", row.get("number", ""))
        effect = maker.filled(f"{at}/effect", row.get("effect", ""))
        parts = (row[column], number and f"number {number}", row.get("hull") and f"hull {row['hull']}")
        words = ", ".join(part for part in parts if part)
        more = effect or row.get("note", "")
        find.lines.append(f"{label}: {words}" + (f" ({more})" if more else ""))
        follow(maker, here, at, row.get("follow_up", ""), find)


def roll_wormhole(maker: Maker, here: HexId, key: str) -> tuple[str, HexId]:
    """Where a wormhole leads, in words, and the hex of this cluster it comes out at ("" if none) (CW-B-13)."""
    row = maker.tables["CW-B-T05"].by_roll(maker.dice.percent(key).total)
    if int(row["low"]) > 1:
        return row["result"], ""
    return row["result"], _elsewhere(maker, here, f"{key}/destination")


def _elsewhere(maker: Maker, here: HexId, key: str) -> HexId:
    """Any hex of the map but this one, all equally likely."""
    grid = grid_of(maker.columns, maker.rows)
    column, row = grid.offset(hex_at(maker.columns, maker.rows, here))
    own = (column - 1) * maker.rows + row - 1
    place = maker.dice.roll(key, maker.columns * maker.rows - 1).total - 1
    place += place >= own
    return grid.number(grid.hex(place // maker.rows + 1, place % maker.rows + 1))
