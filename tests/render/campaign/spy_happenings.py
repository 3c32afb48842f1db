"""Events of intelligence, as the Humans of `scene.late_game` would see them."""

from typing import Final

from rules.cluster_war.model.events import diplomacy
from rules.cluster_war.model.events.event import Event
from rules.values import Cause, Modifier

H: Final = "humans"
US: Final = (H,)
KNOWN: Final = Cause(
    "CW-10.0-04",
    modifiers=(Modifier(16, "400 CPs in this step"), Modifier(10, "limited trade with them")),
)
SPY: Final = ("humans-S1", "**Nightfall**", "vermin")


def spy_happenings(home: str) -> tuple[Event, ...]:
    """One event of each kind, all for the Humans' eyes."""
    plain = Cause("CW-10.0-04")
    return (
        diplomacy.OperationAwaited(H, *SPY, "planning", 400, 26, cause=KNOWN, seen_by=US),
        diplomacy.OperationRolled(
            H,
            *SPY,
            "execution",
            400,
            26,
            success=True,
            finished=True,
            text="Their fleets: @everyone.",
            cause=KNOWN,
            seen_by=US,
        ),
        diplomacy.OperationEnded(H, *SPY, "Your agents were caught.", cause=plain, seen_by=US),
        diplomacy.OperationLapsed(H, "humans-S2", "Daylight", 75, cause=Cause("CW-10.0-02"), seen_by=US),
        diplomacy.OperationWeighed(H, *SPY, "recon", 12, 7, "success", cause=KNOWN, seen_by=US),
        diplomacy.IntrusionNoticed(H, cause=plain, seen_by=US),
        diplomacy.AgentsCaught(H, "oolab", "budget", "read our *books*", cause=plain, seen_by=US),
        diplomacy.MischiefDone(H, home, "A fire in the laboratories.", cause=Cause("CW-10.0-08"), seen_by=US),
        diplomacy.LeaderKilled(H, "humans/O1", "Talon", "Claw", cause=Cause("CW-10.0-08"), seen_by=US),
        diplomacy.CounterStands(H, "humans-S3", "The Watch", 26, cause=Cause("CW-10.0-01"), seen_by=US),
    )
