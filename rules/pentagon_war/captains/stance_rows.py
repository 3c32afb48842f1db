"""Each stance: what it keeps to, what it promises, and what its promise is measured by (`make stances`)."""

from collections.abc import Mapping
from typing import Final

from rules.pentagon_war.programme import ScreenPolicy, Stance
from rules.values import Value


class StanceRow(Value):
    """One stance. `range` is kept to the enemy (to the friend guarded, for an escort); nearer to an
    enemy is worse than farther. It fires directly within `fire` hexes, missiles fly within `missiles`, drones within
    `drones`. `saved` are the points of screening that fire leaves power for.

    `promise` completes "It ...". `measure` is what `harness.storm.stances` counts, with its numbers as fields.
    """

    promise: str
    measure: str
    range: int
    fire: int
    missiles: int
    drones: int
    screens: ScreenPolicy
    saved: int = 1
    evades: bool = False


STANCE_ROWS: Final[Mapping[Stance, StanceRow]] = {
    "aggressive": StanceRow(
        "closes to 2 hexes and spends nearly all power on fire, within 12 hexes",
        "{kept} % of its turns after the approach end within two hexes of its range of {range}",
        2, 12, 12, 12, "to_save_armor",
    ),
    "stand-off": StanceRow(
        "keeps 9 hexes off, brakes in time, and fires within 12 hexes",
        "{kept} % of its turns after the approach end within two hexes of its range of {range}, {below_half} below half of it",
        9, 12, 18, 16, "to_save_armor",
    ),
    "cautious": StanceRow(
        "keeps 5 hexes off, fires within 9 hexes, and keeps the most power for its screens",
        "{kept} % of its turns after the approach end within two hexes of its range of {range}",
        5, 9, 12, 10, "to_stop_all", saved=2,
    ),
    "escort": StanceRow(
        "stays within 4 hexes of its largest friend and fires within 12 hexes",
        "{kept} % of its turns after it has joined its friend end within two hexes of its range of {range}",
        2, 12, 10, 8, "to_save_armor",
    ),
    "flee": StanceRow(
        "runs, evades, fires only what its screens leave, and leaves the battle as soon as it may",
        "the range grows in {opened} % of its turns, and it lives in {lives} % of its duels",
        90, 24, 6, 6, "to_stop_all", saved=99, evades=True,
    ),
}  # fmt: skip
"""What a stance does and promises: the name alone says neither how near it goes nor what it saves."""
