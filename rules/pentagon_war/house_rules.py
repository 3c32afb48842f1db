"""Which cells of the tables a battle may change, and to what: those that something is worked out from, and no others.

A house rule that would change nothing, or that would stop a battle when its cell is read, is refused when it is made.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from rules.errors import GameError, quoted
from rules.values import Value

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


def leading(low: int, high: int) -> Kind:
    """Words that begin with a whole number within these bounds."""
    number = whole(low, high)
    return Kind(
        lambda text: number.fits((text.split(maxsplit=1) or [""])[0]),
        f"{number.words}, with words after it if you like",
    )


def word(*choices: str) -> Kind:
    """One of these."""
    return Kind(lambda text: text in choices, f"one of {', '.join(choices)}")


def matching(pattern: str, words: str) -> Kind:
    """A text of this pattern."""
    compiled = re.compile(pattern)
    return Kind(lambda text: compiled.fullmatch(text) is not None, words)


EXACT: Final = Kind(lambda text: _EXACT.fullmatch(text) is not None, "a number from 0 up like 3 or 3/2")
ABOVE_0: Final = Kind(lambda text: EXACT.fits(text) and Fraction(text) > 0, "a number above 0 like 3 or 3/2")
POINTS: Final = whole(0, 999)
ROLL: Final = whole(-99, 99)
SHARE: Final = word("all", "half, rounded down", "none")
ROUNDING: Final = word("up", "down")
LIGHTS: Final = tuple(f"light {light}" for light in range(1, 7))
CHART: Final = word(
    "FwdHull", "AftHull", "Cargo", "Engine", "PointDefense", "Laser", "Capacitor", "Radar", "Missile", "Gun", "MainCtrl",
    "AuxCtrl", "MagBeam", "Drone", "Screen", "Repair", "ElectronCannon", "ProtonCannon", "FuelTank", "AnyWeapon",
)  # fmt: skip
GUNS: Final = ("Radiation gun", "Acid gum gun", "Liquid metal gun")

COUNTING: Final[Mapping[str, tuple[Cells, ...]]] = {
    "PW-T03": (
        Cells(whole(0, 99), ("power per use",), ("2", "5", "6", "7", "8", "9", "10", "11", "8b")),
        Cells(EXACT, ("power per use",), ("5b",)),
    ),
    "PW-T04": (
        Cells(EXACT, ("first", "further"), ("Armor", *GUNS)),
        Cells(matching(r"\d{1,3}%", "a share like 15%"), ("first",), ("Radar invisibility",)),
        Cells(EXACT, ("first",), (
            "Screen generator", "Directional screen", "Hull, extra", "Cargo", "Fuel tank", "Ramscoop", "Magnascoop",
            "Capacitor", "Point defense", "Engine", "Final damage, extra", "Missile (basic)", "Drone bay",
            "Drone point defense", "Main/Aux control", "Laser", "Electron cannon", "Proton cannon", "Magnetic beam",
            "Repair", "Special electronics", "Suicide bomb", "Hyper bomb", "Ramming weight",
        )),
    ),
    "PW-T05": (Cells(whole(1, 99999), ("to",), ("I", "II", "III", "IV", "V", "VI")),),
    "PW-T06": (Cells(ROLL, ("modifier",)),),
    "PW-T07": (Cells(POINTS, ("damage",)),),
    "PW-T08": (Cells(POINTS, ("damage",)),),
    "PW-T09": (Cells(POINTS, ("damage",)),),
    "PW-T10": (Cells(POINTS, ("damage",)),),
    "PW-T11": (Cells(POINTS, ("damage",)),),
    "PW-T12": (Cells(CHART, LIGHTS),),
    "PW-T13": (Cells(ROLL, ("number",), (
        "Proton cannon", "Electron cannon", "Acid gum gun", "Magnetic beam (attach)", "Magnetic beam at bolt",
        "Laser vs size 0", "Radiation gun vs size 0", "Ram",
    )),),
    "PW-T15": (
        Cells(ABOVE_0, ("unmanned change", "manned change"), ("standard",)),
        Cells(ABOVE_0, ("multiple of standard",), ("crash, maximum",)),
    ),
    "PW-T16": (
        Cells(whole(1, 12), ("speed",), ("Rail-launched basic missile", "Liquid metal bolt")),
        Cells(leading(1, 99), ("endurance",), ("Liquid metal bolt",)),
        Cells(leading(0, 999), ("warhead",), ("Hyper bomb",)),
    ),
    "PW-T17": (Cells(whole(1, 999), ("per box",)),),
    "PW-T20": (Cells(EXACT, ("multiplier",)),),
    "PW-T21": (Cells(whole(0, 12), tuple(f"impulse {impulse}" for impulse in range(1, 13))),),
    "PW-T23": (Cells(leading(-99, 99), ("firing", "point defense"), ("firer or target evades",)),),
    "PW-T24": (
        Cells(SHARE, ("charged capacitors on turn 1", "point defense")),
        Cells(word("on", "off", "off (may energise)"), ("screens",)),
        Cells(word("yes", "no"), ("lock-on attempt",)),
        Cells(
            matching(r"warm|(?:cold, )?turn [1-9]\d?", 'the first turn, like "turn 2", or "warm"'),
            ("proton and electron cannons", "radiation and liquid metal guns first fire"),
        ),
    ),
    "PW-T25": (Cells(whole(0, 99), ("boxes per repair box",), (
        "control (Main or Aux)", "capacitor or engine", "weapon", "other non-weapon",
    )),),
    "PW-T26": (Cells(EXACT, ("weight",)),),
    "PW-T27": (Cells(whole(0, 9999), ("undestroyed", "destroyed")),),
    "PW-T30": (
        Cells(whole(0, 99), ("value",), (
            "point_defense_cap", "disengage_component", "seeker_fail_face", "acid_gum_bombardment_range",
        )),
        Cells(leading(0, 99), ("value",), ("impulse_delay",)),
        Cells(matching(r">? ?\d{1,4}", 'a number of hexes, like ">64"'), ("value",), ("disengage_range",)),
        Cells(EXACT, ("value",), ("ramming_weight_class",)),
        Cells(ROUNDING, ("value",), ("hull_rounding", "final_damage_rounding", "round_halved_point_defense")),
    ),
}  # fmt: skip
"""Every cell that something is worked out from, by table."""

INSTEAD: Final[Mapping[str, str]] = {
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
    for cells in COUNTING.get(table, ()):
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
            other = next((there for start, there in INSTEAD.items() if path.startswith(start)), "")
            hint = f"; change {other}" if other else ""
            raise GameError(f"The house rule {quoted(path)} would change nothing: that cell is only for reading{hint}.")
        if not kind.fits(value.strip()):
            raise GameError(f"The house rule {quoted(path)} needs {kind.words}, not {quoted(value)}.")
