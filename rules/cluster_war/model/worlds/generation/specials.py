"""What hides in a system: specials, the rolls that follow from them, wormhole ends, resources (CW-B-10 to CW-B-35)."""

from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.places import Body, Special, grid_of, hex_at
from rules.cluster_war.model.worlds.generation.maker import Maker
from rules.cluster_war.model.worlds.generation.planets import most_habitable, richest
from rules.values import changed

PIRATE_ATTITUDE: Final = "4d10+60"
LIVING_RESOURCES: Final = ("Agricultural Products", "Animal Resources", "Natural Medicines")
UNIQUE: Final = "Something Unique"
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
    if resource == UNIQUE:
        hint = "The GM chooses, for instance Neutronium or Special Lubricant Materials."
        return Special(UNIQUE, (hint,), chosen.orbit), bodies
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
