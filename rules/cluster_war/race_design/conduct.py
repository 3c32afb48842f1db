"""How a race behaves by its attitude, and what it asks of its force (CW-3.1-25 to CW-3.1-30)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.cluster_war.race_design.attitudes import XENOPHOBIC, attitude_row
from rules.cluster_war.race_design.sheet import USUAL, Finding
from rules.cluster_war.state.settings import Settings


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a race meets others, what it does when attacked, and how much of its force is armed."""

    meets_others: str
    attacked: str
    armed: Literal["any", "most", "all"]


def conduct(attitude: str, settings: Settings = USUAL) -> Conduct:
    """The behaviour for a record's attitude, such as "Hostile, Xenophobic"; a suggestion for the GM."""
    row = attitude_row(attitude, settings)
    armed: Literal["any", "most", "all"] = (
        "all" if row["armed"] == "all" else "most" if row["armed"] == "most" else "any"
    )
    meets = row["if xenophobic"] if is_xenophobic(attitude) else row["meets others"]
    return Conduct(meets, row["attacked"], armed)


def is_xenophobic(attitude: str) -> bool:
    """Whether fear of strangers is added to the attitude (CW-3.1-30)."""
    return XENOPHOBIC in attitude.split(", ")


def unarmed_design_refused(attitude: str, armed: bool, settings: Settings = USUAL) -> Finding | None:
    """Why a design without weapons is refused to a race that arms everything, or None (CW-3.1-29)."""
    row = attitude_row(attitude, settings)
    if armed or row["armed"] != "all":
        return None
    return Finding(f"A race with the attitude {attitude} arms all its units; this design has no weapon.", row["rule"])


def arming_warning(attitude: str, armed: Iterable[bool], settings: Settings = USUAL) -> Finding | None:
    """A warning where a Hostile race has not armed more than half of its units, one flag each; or None (CW-3.1-28)."""
    row, flags = attitude_row(attitude, settings), tuple(armed)
    if row["armed"] == "any" or not flags or 2 * sum(flags) > len(flags):
        return None
    return Finding(
        f"Only {sum(flags)} of {len(flags)} units are armed; the attitude {attitude} asks for most.", row["rule"]
    )
