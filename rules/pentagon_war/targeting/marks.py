"""What a craft's marks mean at this very impulse: crash acceleration now and just before, its launches."""

from rules.pentagon_war.changes import seekers
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, UnitId


def crashing(battle: Battle, craft: Craft) -> bool:
    """Whether a craft crash-accelerated on this impulse: no beams, ECM or evasion, one target only (PW-A04)."""
    return craft.crashed == battle.now.absolute


def crashed_before(battle: Battle, craft: Craft) -> bool:
    """Whether a craft crash-accelerated on the impulse before this one (PW-A06)."""
    return craft.crashed == battle.now.absolute - 1


def launched_at(battle: Battle, craft: UnitId) -> frozenset[UnitId]:
    """The targets of a craft's seekers launched on this impulse: its captain's secret (PW-S61)."""
    now = battle.now.absolute
    return frozenset(
        each.target for each in seekers(battle) if (each.owner, each.launched) == (craft, now) and each.target
    )
