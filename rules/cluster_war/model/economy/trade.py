"""Trade with empires the GM runs: a share of the partner's production, new money, capped (CW-11.0)."""

from collections.abc import Sequence
from typing import Final, Literal

from rules.cluster_war.model.economy.numbers import ruled
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables

LEVELS: Final = "CW-11.0-T01"
CAP_RULING: Final = "CW-11.0-06"
TOTAL_CAP: Final = "total"
"""`Settings.rulings["CW-11.0-06"] = "total"` caps all agreements of a side together instead of each by itself."""


def share(partner_gross: int, own_gross: int, level: Literal["none", "limited", "full"], settings: Settings) -> int:
    """CPs one agreement brings: 5% or 10% of the partner's gross, at most 25% of the own, rounded down (CW-11.0-06)."""
    table = tables(settings)[LEVELS]
    percent = table.number(level, "income_percent_of_partner_gross")
    return min(partner_gross * percent // 100, _cap(own_gross, level, settings))


def _cap(own_gross: int, level: str, settings: Settings) -> int:
    return own_gross * tables(settings)[LEVELS].number(level, "cap_percent_of_own_gross") // 100


def trade_lines(
    partners: Sequence[TradePartner], side: SideId, own_gross: int, settings: Settings
) -> tuple[tuple[str, int], ...]:
    """What each partner brings the side this turn, as (partner, CPs), in the order the agreements stand (CW-11.0-08)."""
    lines: list[tuple[str, int]] = []
    total = 0
    for partner in partners:
        if partner.side != side:
            continue
        gained = share(partner.gross, own_gross, partner.level, settings)
        if settings.rulings.get(CAP_RULING) == TOTAL_CAP:
            gained = min(gained, max(0, _cap(own_gross, partner.level, settings) - total))
        total += gained
        lines.append((partner.name, gained))
    return tuple(lines)


def intelligence_bonus(level: Literal["none", "limited", "full"], settings: Settings) -> int:
    """Percent that a trade level adds to either partner's intelligence operations against the other (CW-11.0-10)."""
    return tables(settings)[LEVELS].number(level, "intel_bonus_percent")


def dependence(lines: Sequence[tuple[str, int]], production: int, settings: Settings) -> tuple[tuple[str, int], ...]:
    """Partners that bring so much of production and trade together that a society leans on them, with the percent,
    rounded down (CW-11.0-11)."""
    total = production + sum(cps for _, cps in lines)
    least = ruled("percent of income that makes dependent", settings)
    shares = ((name, cps * 100 // total) for name, cps in lines if total)
    return tuple((name, percent) for name, percent in shares if percent >= least)
