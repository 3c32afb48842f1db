"""What a race's attitude allows it, and how it behaves where the GM plays it out (CW-3.1-25 to CW-3.1-30)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.cluster_war.race_design.choices import XENOPHOBIC, several
from rules.cluster_war.race_design.sheet import USUAL, Finding
from rules.cluster_war.state import Settings
from rules.cluster_war.tables_of import tables
from rules.tables import Row

Deed: TypeAlias = Literal["weapons research", "conquest", "first strike"]


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a race meets others, what it does when attacked, and how much of its force is armed."""

    meets_others: str
    attacked: str
    armed: Literal["any", "most", "all"]


def conduct(attitude: str, settings: Settings = USUAL) -> Conduct:
    """The behaviour for a record's attitude, such as "Hostile, Xenophobic"; a suggestion for the GM."""
    row = _row(attitude, settings)
    armed: Literal["any", "most", "all"] = (
        "all" if row["armed"] == "all" else "most" if row["armed"] == "most" else "any"
    )
    meets = row["if xenophobic"] if is_xenophobic(attitude) else row["meets others"]
    return Conduct(meets, row["attacked"], armed)


def is_xenophobic(attitude: str) -> bool:
    """Whether fear of strangers is added to the attitude (CW-3.1-30)."""
    return XENOPHOBIC in attitude.split(", ")


def deed_refused(attitude: str, deed: Deed, settings: Settings = USUAL) -> Finding | None:
    """Why a race's attitude forbids an order, or None (CW-3.1-25, CW-3.1-26)."""
    row = _row(attitude, settings)
    if deed not in several(row["refuses"]):
        return None
    return Finding(f"The attitude {attitude} rules out {deed}.", row["rule"])


def unarmed_design_refused(attitude: str, armed: bool, settings: Settings = USUAL) -> Finding | None:
    """Why a design without weapons is refused to a race that arms everything, or None (CW-3.1-29)."""
    row = _row(attitude, settings)
    if armed or row["armed"] != "all":
        return None
    return Finding(f"A race with the attitude {attitude} arms all its units; this design has no weapon.", row["rule"])


def arming_warning(attitude: str, armed: Iterable[bool], settings: Settings = USUAL) -> Finding | None:
    """A warning where a Hostile race has not armed more than half of its units, one flag each; or None (CW-3.1-28)."""
    row, flags = _row(attitude, settings), tuple(armed)
    if row["armed"] == "any" or not flags or 2 * sum(flags) > len(flags):
        return None
    return Finding(
        f"Only {sum(flags)} of {len(flags)} units are armed; the attitude {attitude} asks for most.", row["rule"]
    )


def _row(attitude: str, settings: Settings) -> Row:
    table = tables(settings)["CW-TAB-ATTITUDES"]
    names = [name for name in attitude.split(", ") if name in table.keys and name != XENOPHOBIC]
    return table.row(names[0] if names else "Neutral")
