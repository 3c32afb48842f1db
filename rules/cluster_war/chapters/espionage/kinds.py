"""The kinds of operations, and what none of them can be asked for (CW-10.0-06, CW-10.0-07)."""

import re
from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.economy.income import intelligence_bonus
from rules.cluster_war.model.state.dealings import COUNTER
from rules.cluster_war.model.state.names import SideId, TradeLevel
from rules.cluster_war.model.state.settings import Settings, tables
from rules.errors import IllegalOrderError, quoted, unknown
from rules.tables import Row, several

RULE: Final = "CW-10.0-04"
"""The rule by which the game master judges operations; the campaign's ruling on it says whether the book does instead."""
KINDS_RULE: Final = "CW-10.0-06"
"""The rule of kinds that can never succeed; the campaign's ruling on it names those that the game master has marked so."""
NUMBERS: Final = "CW-TAB-SPY"


def kinds(settings: Settings) -> Mapping[str, Row]:
    """All kinds of operations by name, counter-intelligence last."""
    return dict(tables(settings)["CW-TAB-SPY-KINDS"].named_rows())


def offered(settings: Settings) -> tuple[str, ...]:
    """The kinds that can be begun against another empire: without counter-intelligence and those marked as impossible."""
    return tuple(kind for kind in kinds(settings) if kind != COUNTER and kind not in impossible(settings))


def impossible(settings: Settings) -> tuple[str, ...]:
    """The kinds that the game master has marked as impossible (CW-10.0-06)."""
    return several(settings.rulings.get(KINDS_RULE, ""))


def number(what: str, settings: Settings) -> int:
    """A number of CW-TAB-SPY by what it is called."""
    return tables(settings)[NUMBERS].number(what, "number")


def kind_row(kind: str, settings: Settings) -> Row:
    """The row of a kind; GameError with those there are, and for one that the game master has marked as impossible."""
    found = kinds(settings).get(kind)
    if found is None or kind == COUNTER:
        lead = f"There is no kind of operation {quoted(kind)}."
        raise unknown(IllegalOrderError, lead, kind, "There are", offered(settings), rule=KINDS_RULE)
    check_possible(kind, settings)
    return found


def check_possible(kind: str, settings: Settings) -> None:
    """IllegalOrderError for a kind that the game master has marked as impossible (CW-10.0-06)."""
    if kind in impossible(settings):
        raise IllegalOrderError(
            f"Operations of the kind {kind} can never succeed in this campaign, by the game master's word.",
            rule=KINDS_RULE,
        )


def check_words(goal: str, settings: Settings) -> None:
    """IllegalOrderError for a goal that asks for future orders, or for a player's end, by whole words (CW-10.0-07,
    CW-10.0-08)."""
    said = " ".join(goal.casefold().split())
    for _, row in tables(settings)["CW-TAB-SPY-WORDS"].named_rows():
        if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said) for word in several(row["words"])):
            raise IllegalOrderError(row["answer"], rule=row["rule"])


def trade_points(level: TradeLevel | None, settings: Settings) -> int:
    """What a trade agreement adds to either partner's operations against the other (CW-11.0-10)."""
    return intelligence_bonus(level or "none", settings)


def pair_of(one: SideId, other: SideId) -> tuple[SideId, SideId]:
    """Two peoples in the order of their ids, as `Difference` has them."""
    return (one, other) if one < other else (other, one)
