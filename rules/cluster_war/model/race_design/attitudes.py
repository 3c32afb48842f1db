"""What a race's attitude refuses, how it behaves, and what it asks of its force (CW-3.1-25 to CW-3.1-30)."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.race_design.sheet import USUAL, Finding
from rules.cluster_war.model.state.problems import Problem
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.state.tables_of import tables
from rules.errors import IllegalOrderError
from rules.tables import Row, several
from rules.values import Value

Deed: TypeAlias = Literal["weapons research", "conquest", "first strike"]
DEEDS: Final[tuple[Deed, ...]] = get_args(Deed)
XENOPHOBIC: Final = "Xenophobic"
NEUTRAL: Final = "Neutral"


def attitude_row(attitude: str, settings: Settings = USUAL) -> Row:
    """The row of CW-TAB-ATTITUDES for a record's attitude ("Hostile, Xenophobic"); Neutral where it names none."""
    table = tables(settings)["CW-TAB-ATTITUDES"]
    names = [name for name in attitude.split(", ") if name in table.keys and name != XENOPHOBIC]
    return table.row(names[0] if names else NEUTRAL)


def deed_refused(attitude: str, deed: Deed, settings: Settings = USUAL) -> Problem | None:
    """Why a race's attitude forbids a deed, or None (CW-3.1-25, CW-3.1-26)."""
    row = attitude_row(attitude, settings)
    if deed not in several(row["refuses"]):
        return None
    return Problem(f"The attitude {attitude} rules out {deed}.", row["rule"])


def shows(deed: Deed, text: str, settings: Settings = USUAL) -> bool:
    """Whether the words of an order show a deed, by CW-TAB-DEEDS."""
    row, words = tables(settings)["CW-TAB-DEEDS"].row(deed), text.casefold()
    found = any(word in words for word in several(row["words"]))
    return found and not any(word in words for word in several(row["but not"]))


def order_refused(race: Race, deed: Deed, text: str, settings: Settings = USUAL) -> Problem | None:
    """Why the race's attitude forbids an order with these words, or None (CW-3.1-25, CW-3.1-26)."""
    found = deed_refused(race.attitude, deed, settings)
    return found if found is not None and shows(deed, text, settings) else None


def check_deed(race: Race, deed: Deed, text: str, settings: Settings = USUAL) -> None:
    """IllegalOrderError if an order shows a deed that the race's attitude refuses."""
    found = order_refused(race, deed, text, settings)
    if found is not None:
        raise IllegalOrderError(found.text, rule=found.rule)


def against_attitude(race: Race, text: str, settings: Settings = USUAL) -> Problem | None:
    """What in plain words the race's attitude refuses, for the game master who rules on them; or None."""
    return next((p for deed in DEEDS if (p := order_refused(race, deed, text, settings)) is not None), None)


class Conduct(Value):
    """How a race meets others, what it does when attacked, and how much of its force is armed: any, most or all."""

    meets_others: str
    attacked: str
    armed: str


def conduct(attitude: str, settings: Settings = USUAL) -> Conduct:
    """The behaviour for a record's attitude, such as "Hostile, Xenophobic"; a suggestion for the GM."""
    row = attitude_row(attitude, settings)
    meets = row["if xenophobic"] if XENOPHOBIC in attitude.split(", ") else row["meets others"]
    return Conduct(meets, row["attacked"], row["armed"])


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
