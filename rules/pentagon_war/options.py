"""The switches of a battle, which cells of the tables it may change, and the tables with its house rules.

A house rule that would change nothing, or that would stop a battle when its cell is read, is refused when it is made.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from rules.tables import Table, load_tables, with_overrides
from rules.values import GameError, Value, field, fields, quoted

_WHOLE: Final = re.compile(r"-?\d{1,6}")
_EXACT: Final = re.compile(r"\d{1,6}(?:/[1-9]\d{0,5}|\.\d{1,6})?")


class Kind(Value):
    """What a cell may say: a test, and in words what passes it."""

    fits: Callable[[str], bool]
    words: str


class Cells(Value):
    """Cells of one kind: these columns of these rows (all rows if none is named)."""

    kind: Kind
    columns: tuple[str, ...]
    rows: tuple[str, ...] = ()


def whole(low: int, high: int) -> Kind:
    """A whole number within these bounds."""
    return Kind(
        lambda text: _WHOLE.fullmatch(text) is not None and low <= int(text) <= high,
        f"a whole number from {low} to {high}",
    )


def leading_within(low: int, high: int) -> Kind:
    """Words that begin with a whole number within these bounds."""
    number = whole(low, high)
    return Kind(
        lambda text: number.fits((text.split(maxsplit=1) or [""])[0]),
        f"{number.words}, with words after it if you like",
    )


def word(*choices: str) -> Kind:
    """One of these."""
    return Kind(lambda text: text in choices, f"one of {', '.join(choices)}")


def text_matching(pattern: str, words: str) -> Kind:
    """A text of this pattern."""
    compiled = re.compile(pattern)
    return Kind(lambda text: compiled.fullmatch(text) is not None, words)


EXACT_CELL: Final = Kind(lambda text: _EXACT.fullmatch(text) is not None, "a number from 0 up like 3 or 3/2")
ABOVE_0: Final = Kind(lambda text: EXACT_CELL.fits(text) and Fraction(text) > 0, "a number above 0 like 3 or 3/2")
POINTS_CELL: Final = whole(0, 999)
ROLL_CELL: Final = whole(-99, 99)
SHARE_CELL: Final = word("all", "half, rounded down", "none")
ROUNDING_CELL: Final = word("up", "down")
LIGHT_ROWS: Final = tuple(f"light {light}" for light in range(1, 7))
CHART_CELL: Final = word(
    "FwdHull", "AftHull", "Cargo", "Engine", "PointDefense", "Laser", "Capacitor", "Radar", "Missile", "Gun", "MainCtrl",
    "AuxCtrl", "MagBeam", "Drone", "Screen", "Repair", "ElectronCannon", "ProtonCannon", "FuelTank", "AnyWeapon",
)  # fmt: skip
GUN_ROWS: Final = ("Radiation gun", "Acid gum gun", "Liquid metal gun")

COUNTED_CELLS: Final[Mapping[str, tuple[Cells, ...]]] = {
    "PW-T03": (
        Cells(whole(0, 99), ("power per use",), ("2", "5", "6", "7", "8", "9", "10", "11", "8b")),
        Cells(EXACT_CELL, ("power per use",), ("5b",)),
    ),
    "PW-T04": (
        Cells(EXACT_CELL, ("first", "further"), ("Armor", *GUN_ROWS)),
        Cells(text_matching(r"\d{1,3}%", "a share like 15%"), ("first",), ("Radar invisibility",)),
        Cells(EXACT_CELL, ("first",), (
            "Screen generator", "Directional screen", "Hull, extra", "Cargo", "Fuel tank", "Ramscoop", "Magnascoop",
            "Capacitor", "Point defense", "Engine", "Final damage, extra", "Missile (basic)", "Drone bay",
            "Drone point defense", "Main/Aux control", "Laser", "Electron cannon", "Proton cannon", "Magnetic beam",
            "Repair", "Special electronics", "Suicide bomb", "Hyper bomb", "Ramming weight",
        )),
    ),
    "PW-T05": (Cells(whole(1, 99999), ("to",), ("I", "II", "III", "IV", "V", "VI")),),
    "PW-T06": (Cells(ROLL_CELL, ("modifier",)),),
    "PW-T07": (Cells(POINTS_CELL, ("damage",)),),
    "PW-T08": (Cells(POINTS_CELL, ("damage",)),),
    "PW-T09": (Cells(POINTS_CELL, ("damage",)),),
    "PW-T10": (Cells(POINTS_CELL, ("damage",)),),
    "PW-T11": (Cells(POINTS_CELL, ("damage",)),),
    "PW-T12": (Cells(CHART_CELL, LIGHT_ROWS),),
    "PW-T13": (Cells(ROLL_CELL, ("number",), (
        "Proton cannon", "Electron cannon", "Acid gum gun", "Magnetic beam (attach)", "Magnetic beam at bolt",
        "Laser vs size 0", "Radiation gun vs size 0", "Ram",
    )),),
    "PW-T15": (
        Cells(ABOVE_0, ("unmanned change", "manned change"), ("standard",)),
        Cells(ABOVE_0, ("multiple of standard",), ("crash, maximum",)),
    ),
    "PW-T16": (
        Cells(whole(1, 12), ("speed",), ("Rail-launched basic missile", "Liquid metal bolt")),
        Cells(leading_within(1, 99), ("endurance",), ("Liquid metal bolt",)),
        Cells(leading_within(0, 999), ("warhead",), ("Hyper bomb",)),
    ),
    "PW-T17": (Cells(whole(1, 999), ("per box",)),),
    "PW-T20": (Cells(EXACT_CELL, ("multiplier",)),),
    "PW-T21": (Cells(whole(0, 12), tuple(f"impulse {impulse}" for impulse in range(1, 13))),),
    "PW-T23": (Cells(leading_within(-99, 99), ("firing", "point defense"), ("firer or target evades",)),),
    "PW-T24": (
        Cells(SHARE_CELL, ("charged capacitors on turn 1", "point defense")),
        Cells(word("on", "off", "off (may energise)"), ("screens",)),
        Cells(word("yes", "no"), ("lock-on attempt",)),
        Cells(
            text_matching(r"warm|(?:cold, )?turn [1-9]\d?", 'the first turn, like "turn 2", or "warm"'),
            ("proton and electron cannons", "radiation and liquid metal guns first fire"),
        ),
    ),
    "PW-T25": (Cells(whole(0, 99), ("boxes per repair box",), (
        "control (Main or Aux)", "capacitor or engine", "weapon", "other non-weapon",
    )),),
    "PW-T26": (Cells(EXACT_CELL, ("weight",)),),
    "PW-T27": (Cells(whole(0, 9999), ("undestroyed", "destroyed")),),
    "PW-T30": (
        Cells(whole(0, 99), ("value",), (
            "point_defense_cap", "disengage_component", "seeker_fail_face", "acid_gum_bombardment_range",
        )),
        Cells(leading_within(0, 99), ("value",), ("impulse_delay",)),
        Cells(text_matching(r">? ?\d{1,4}", 'a number of hexes, like ">64"'), ("value",), ("disengage_range",)),
        Cells(EXACT_CELL, ("value",), ("ramming_weight_class",)),
        Cells(ROUNDING_CELL, ("value",), ("hull_rounding", "final_damage_rounding", "round_halved_point_defense")),
    ),
}  # fmt: skip
"""Every cell that something is worked out from, by table."""

CHANGED_ELSEWHERE: Final[Mapping[str, str]] = {
    "PW-T16/Basic missile/": "the switch custom_missiles",
    "PW-T30/ram_hit_number/": "the cell PW-T13/Ram/number",
    "PW-T30/ramming_weight_price/": "the cell PW-T04/Ramming weight/first",
    "PW-T30/crash_without_controls/": "the switch crash_without_controls",
    "PW-T30/max_absolute_speed/": "the switch max_absolute_speed",
    "PW-T31/": "the switch itself",
}
"""Where a thing is changed that also stands in a cell without effect, by how the cell's path begins."""


def kind_of(table: str, row: str, column: str) -> Kind | None:
    """What a cell may say; None if nothing is worked out from it."""
    for cells in COUNTED_CELLS.get(table, ()):
        if column in cells.columns and (not cells.rows or row in cells.rows):
            return cells.kind
    return None


def check_overrides(overrides: Mapping[str, str]) -> None:
    """GameError for a house rule ("PW-T20/1/multiplier" to its text) that changes nothing or that cannot be meant."""
    for path, value in sorted(overrides.items()):
        table, _, rest = path.partition("/")
        row, _, column = rest.rpartition("/")
        kind = kind_of(table, row, column)
        if kind is None:
            other = next((there for start, there in CHANGED_ELSEWHERE.items() if path.startswith(start)), "")
            hint = f"; change {other}" if other else ""
            raise GameError(f"The house rule {quoted(path)} would change nothing: that cell is only for reading{hint}.")
        if not kind.fits(value.strip()):
            raise GameError(f"The house rule {quoted(path)} needs {kind.words}, not {quoted(value)}.")


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


UNPLAYED_SWITCHES: Final = frozenset({"campaign_repair"})
"""Switches nobody is offered: the docks of a kept squadron have it on by themselves (ruling R-204), and no battle needs it."""


def switch_names() -> tuple[str, ...]:
    """The switches of a battle by name, those that change something in play."""
    return tuple(
        field.name for field in fields(Options) if field.name not in {"overrides", "rulings", *UNPLAYED_SWITCHES}
    )


def tables(options: Options) -> Mapping[str, Table]:
    """All tables by id ("PW-T06"), this battle's overrides applied; GameError for one that cannot be meant."""
    return _tables(tuple(sorted(options.overrides.items())) if options.overrides else ())


def power_per_use(options: Options, line: str) -> int:
    """What one use on a line of the power form takes (PW-T03)."""
    return tables(options)["PW-T03"].number(line, "power per use")


def leading_number(cell: str) -> int:
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
