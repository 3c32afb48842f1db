"""What a world's settlers cost its side, as orders reckon and players read it (CW-2.1-05, CW-7.0-02)."""

from fractions import Fraction

from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.state.knowledge import KnownBody
from rules.cluster_war.state.places import Body
from rules.cluster_war.worlds.step_codes import multiple


def share_of(holdings: Holdings, world: Body | KnownBody) -> Fraction:
    """What a CP of size costs the side on a world."""
    return multiple(holdings.owner.race, world.step, holdings.settings)


def plain(share: Fraction) -> str:
    """A multiple as players read it: 1.5, or 4/3 where no short decimal exists."""
    tenths = share * 10
    if tenths.denominator != 1:
        return str(share)
    whole, tenth = divmod(tenths.numerator, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)
