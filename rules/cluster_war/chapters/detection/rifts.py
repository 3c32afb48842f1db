"""Rifts: what jump drives show at both ends of a jump to everybody whose sensors reach there (CW-4.0-09)."""

from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.model.events.detection import RiftDetected
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause


def show_rifts(turn: TurnState, _week: int) -> None:
    """Tell every side of the week's rifts of others that lie in its view; both ends open as the ships leave."""
    torn = sorted(turn.rifts, key=lambda r: (r.hex, r.exit, r.due))
    if not torn:
        return
    for side in sorted(turn.sides):
        foreign = [rift for rift in torn if rift.side != side]
        view = sight(turn, side) if foreign else frozenset()
        for rift in foreign:
            if rift.hex in view:
                cause = Cause("CW-4.0-09")
                turn.tell_side(
                    RiftDetected(side, rift.hex, rift.exit, rift.week, rift.due if rift.exit else 0, cause=cause)
                )
