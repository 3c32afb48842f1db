"""The tables of chapter 14: which effect a roll has, and with what chance (CW-14.0-T01 to -T04)."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.state.settings import Settings, overridden, tables, tables_with
from rules.cluster_war.model.worlds.terrain import STORMS, STRONGEST

TABLES: Final = {"AST": "CW-14.0-T01", "GRV": "CW-14.0-T02", "ION": "CW-14.0-T03", "MAG": "CW-14.0-T04"}
NUMBERS: Final = "CW-TAB-WEATHER"
NOTHING: Final = "nothing"
EFFECTS: Final = {
    "AST": (NOTHING, "grain", "rock"),
    "GRV": (NOTHING, "shear", "overload", "ripple", "crushed"),
    "ION": (NOTHING, "shields", "drive", "surge", "burst"),
    "MAG": (NOTHING, "shields", "drive", "bolt", "burst"),
}
"""What each row of a table does, in the rows' order."""
RULES: Final = {
    ("AST", "grain"): "CW-14.0-05",
    ("AST", "rock"): "CW-14.0-06",
    ("ION", "shields"): "CW-14.0-16",
    ("ION", "drive"): "CW-14.0-17",
    ("ION", "surge"): "CW-14.0-18",
    ("ION", "burst"): "CW-14.0-19",
}
RULE_OF: Final = {"AST": "CW-14.0-04", "GRV": "CW-14.0-12", "ION": "CW-14.0-16", "MAG": "CW-14.0-20"}
DEADLY: Final = ("crushed", "burst")
"""Effects that are the end of a ship or of its crew."""
PERCENT: Final = 100


def number(what: str, settings: Settings) -> int:
    """A number of the chapter."""
    return tables(settings)[NUMBERS].number(what, "number")


def rule_of(kind: str, effect: str) -> str:
    """The rule of an effect."""
    return RULES.get((kind, effect), RULE_OF[kind])


def effect_of(kind: str, roll: int, force: int, settings: Settings) -> str:
    """What a roll of 1d100 does in terrain of this kind: each level of a storm's force adds to it (CW-14.0-10)."""
    return _effect(overridden(settings), kind, roll + _added(kind, force, settings))


def _added(kind: str, force: int, settings: Settings) -> int:
    return number("force level", settings) * force if kind in STORMS else 0


@lru_cache(maxsize=4096)
def _effect(overrides: tuple[tuple[str, str], ...], kind: str, total: int) -> str:
    table = tables_with(overrides)[TABLES[kind]]
    row = table.by_roll(total)
    at = next(n for n, (_, found) in enumerate(table.named_rows()) if found is row)
    return EFFECTS[kind][at]


def chance(kind: str, force: int | None, settings: Settings, *, deadly: bool = False) -> Fraction:
    """How likely one roll does harm, or with `deadly` is the end of a ship or of its crew; of a storm whose force nobody knows,
    over all forces that it may have."""
    forces = (force or 0,) if force is not None or kind not in STORMS else range(STRONGEST + 1)
    wanted = (
        (lambda effect: effect in DEADLY) if deadly else (lambda effect: effect != NOTHING)  # which effects count
    )
    hits = sum(wanted(effect_of(kind, roll, f, settings)) for f in forces for roll in range(1, PERCENT + 1))
    return Fraction(hits, PERCENT * len(forces))


def over(each: Fraction, rolls: int) -> Fraction:
    """How likely at least one of so many rolls comes up that each comes up with this chance."""
    return 1 - (1 - each) ** rolls


def percent(share: Fraction) -> int:
    """A chance in whole percent, to the nearest; never 0 or 100 for what may or may not be."""
    near = int(share * PERCENT + Fraction(1, 2))
    return min(max(near, 1), PERCENT - 1) if 0 < share < 1 else near
