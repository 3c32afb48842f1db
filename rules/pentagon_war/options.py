"""The switches of a battle: which optional rules it is played with; and the tables with its house rules in them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from rules.pentagon_war.house_rules import check_overrides
from rules.tables import Table, load_tables, with_overrides
from rules.values import Value, field, fields

FOLDER: Final = Path(__file__).parent / "tables"


class Options(Value):
    """Optional rules of one battle, and its changes to tables and rulings; shown to every player."""

    crash_acceleration: bool = True  # PW-A01
    electronic_warfare: bool = False  # PW-A09
    evasive_maneuvering: bool = True  # PW-A12
    self_destruction: bool = False  # PW-A20
    ramming: bool = False  # PW-B74
    speed_limitations: bool = False  # PW-A25
    ranged_point_defense: bool = False  # PW-A27
    ranged_pd_ships_only: bool = False  # PW-A29
    directional_screens: bool = False  # PW-A30
    hyper_bombs: bool = False  # PW-A35
    movable_bases: bool = False  # PW-A39
    campaign_repair: bool = False  # PW-A41; not offered, see UNPLAYED
    planets: bool = True  # PW-A61
    alert_status: int = 3  # PW-A75: 0 to 3; 3 is fully ready
    fractional_movement: bool = False  # PW-A46
    midturn_velocity: bool = False  # PW-A48
    magbeam_reaction: bool = False  # PW-A53
    mass_class: Literal["off", "round_up", "fraction"] = "off"  # PW-A57, PW-A58
    trig_speed: bool = False  # PW-A60
    custom_missiles: bool = False  # PW-S69
    special_electronics: bool = False  # PW-A78
    crash_without_controls: bool = True  # PW-A07
    max_absolute_speed: int | None = None  # PW-C24
    overrides: Mapping[str, str] = field(default_factory=dict)
    """House rules: "PW-T20/1/multiplier" to the cell's new text."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """A ledger id to what this battle's referee ruled instead, in words shown to everybody."""


UNPLAYED: Final = frozenset({"campaign_repair"})
"""Switches nobody is offered: the docks of a kept squadron have it on by themselves (ruling R-204), and no battle needs it."""


def switch_names() -> tuple[str, ...]:
    """The switches of a battle by name, those that change something in play."""
    return tuple(field.name for field in fields(Options) if field.name not in {"overrides", "rulings", *UNPLAYED})


def tables(options: Options) -> Mapping[str, Table]:
    """All tables by id ("PW-T06"), this battle's overrides applied; GameError for one that cannot be meant."""
    return _tables(tuple(sorted(options.overrides.items())) if options.overrides else ())


def power_per_use(options: Options, line: str) -> int:
    """What one use on a line of the power form takes (PW-T03)."""
    return tables(options)["PW-T03"].number(line, "power per use")


def leading(cell: str) -> int:
    """The number a cell of words begins with: 3 for "3 whole impulses between" (`house_rules` sees to it)."""
    return int(cell.split(maxsplit=1)[0])


@lru_cache(maxsize=64)
def _tables(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    if not overrides:
        return _printed()
    changed = with_overrides(_printed(), dict(overrides))
    check_overrides(dict(overrides))
    return changed


@lru_cache(maxsize=1)
def _printed() -> Mapping[str, Table]:
    return load_tables(FOLDER)
