"""A side's craft in order of their numbers, and in the groups in which a captain thinks of them: line, fighters,
scouts, bases."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.pentagon_war.shipyard.pricing import non_radar_boxes
from rules.pentagon_war.units import Craft, UnitId

GroupName: TypeAlias = Literal["line", "fighters", "scouts", "bases"]
GROUP_NAMES: Final[tuple[GroupName, ...]] = ("line", "fighters", "scouts", "bases")
MOST_FIGHTER_BOXES: Final = 48
"""An armed craft of so many boxes (the radar track not counted) or fewer is a fighter."""


def in_order(unit: UnitId) -> tuple[str, int, str]:
    """The key by which units stand in a list: A1, A2, A10."""
    letters = unit.rstrip("0123456789")
    number = unit[len(letters) :]
    return letters, int(number or 0), unit


def group_of(craft: Craft) -> GroupName:
    """By what a craft was built as: without engines a base, without a weapon a scout, else by its size."""
    design = craft.design
    if design.is_base:
        return "bases"
    if not (design.weapons or design.guns or design.missiles or design.drones):
        return "scouts"
    return "fighters" if non_radar_boxes(design) <= MOST_FIGHTER_BOXES else "line"


def groups_of(craft: Iterable[Craft]) -> Mapping[GroupName, tuple[Craft, ...]]:
    """The groups that have any craft, each in the order given."""
    given = tuple(craft)
    found = {name: tuple(one for one in given if group_of(one) == name) for name in GROUP_NAMES}
    return {name: members for name, members in found.items() if members}
