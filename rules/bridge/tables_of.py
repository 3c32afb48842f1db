"""The bridge's own tables, with a campaign's house rules for them."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from rules.cluster_war.model.state.common import BRIDGE, Settings, tables
from rules.tables import Table, load_tables, split_cell, with_overrides
from rules.values import GameError, quoted

FOLDER: Final = Path(__file__).parent / "tables"
System: TypeAlias = str
"""A kind of box: "laser", "electron", "proton", "radiation", "missile", "screens", "armor", "engines" and so on."""
COMPONENT_SYSTEMS: Final = (
    "laser", "electron", "proton", "radiation", "missile", "screens", "armor", "point_defense", "capacitor",
    "main_control", "aux_control", "repair", "cargo", "hull",
)  # fmt: skip
"""What a component can be; engines follow from G and mass."""
SHARE_COLUMNS: Final = {"BR-T02": ("engines",), "BR-T05": ("hull", "last")}
_BOXES: Final = re.compile(r"([a-z_]+) (\d{1,3}(?:/[1-9]\d{0,3})?)")
_SHARE: Final = re.compile(r"\d{1,2}(?:/[1-9]\d{0,3})?")


def bridge_tables(settings: Settings) -> Mapping[str, Table]:
    """All tables by id ("BR-T01"), this campaign's overrides applied; GameError for one that cannot be meant."""
    return _tables(tuple(sorted((k, v) for k, v in settings.overrides.items() if k.startswith(BRIDGE))))


def house_tables(settings: Settings) -> Mapping[str, Table]:
    """All tables whose cells a campaign may change, by id, as it has them."""
    return {**tables(settings), **bridge_tables(settings)}


def number(settings: Settings, what: str) -> int:
    """A number of table BR-T03."""
    return bridge_tables(settings)["BR-T03"].number(what, "number")


def is_allowed(settings: Settings, order: str) -> bool:
    """Whether a rarer order of table BR-T08 may be given in a battle that players fight (CW-9.0-15)."""
    return str(bridge_tables(settings)["BR-T08"].cell(order, "allowed")) == "yes"


@lru_cache(maxsize=512)
def read_boxes(cell: str) -> tuple[tuple[System, Fraction], ...]:
    """A cell of boxes, "laser 1/3; capacitor 1/3"; GameError for one that is none."""
    found = []
    for part in split_cell(cell):
        match = _BOXES.fullmatch(part)
        if match is None or match[1] not in COMPONENT_SYSTEMS:
            raise GameError(
                f"Boxes are written like “laser 1/3; capacitor 1”, not {quoted(cell)}; there are {', '.join(COMPONENT_SYSTEMS)}.",
                rule="CW-9.0-05",
            )
        found.append((match[1], Fraction(match[2])))
    return tuple(found)


@lru_cache(maxsize=64)
def _tables(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    if not overrides:
        return _printed()
    changed = with_overrides(_printed(), dict(overrides))
    for path, value in overrides:
        table, _, rest = path.partition("/")
        _check(table, rest.rpartition("/")[2], value)
    return changed


def _check(table: str, column: str, value: str) -> None:
    """GameError for a cell that no craft could be made from."""
    if column == "boxes":
        read_boxes(value)
    elif column in SHARE_COLUMNS.get(table, ()) and not _SHARE.fullmatch(value):
        raise GameError(f"That cell needs a share like 3/4 or 2, not {quoted(value)}.", rule="CW-9.0-05")
    elif (table, column) == ("BR-T01", "per") and value not in {"rating", "component"}:
        raise GameError(f"That cell says “rating” or “component”, not {quoted(value)}.", rule="CW-9.0-05")
    elif (table, column) in {("BR-T03", "number"), ("BR-T06", "reach")} and not (
        value.isdecimal() and 0 < int(value) < NUMBER_LIMIT
    ):
        raise GameError(
            f"That cell needs a whole number from 1 to {NUMBER_LIMIT - 1}, not {quoted(value)}.", rule="CW-9.0-05"
        )
    elif (table, column) == ("BR-T07", "radius") and not (value.isdecimal() and int(value) <= WIDEST_STAR_RINGS):
        raise GameError(
            f"A star fills 0 to {WIDEST_STAR_RINGS} rings of hexes, not {quoted(value)}.", rule="CW-14.0-31"
        )
    elif (table, column) == ("BR-T08", "allowed") and value not in {"yes", "no"}:
        raise GameError(f"That cell says “yes” or “no”, not {quoted(value)}.", rule="CW-9.0-15")


NUMBER_LIMIT: Final = 1000
WIDEST_STAR_RINGS: Final = 9
"""Rings of the widest star that a map holds."""


@lru_cache(maxsize=1)
def _printed() -> Mapping[str, Table]:
    return load_tables(FOLDER)
