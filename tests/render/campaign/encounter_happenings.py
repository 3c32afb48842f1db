"""One event of every type of encounters, for the Humans' eyes."""

from rules.cluster_war.model.events import encounters
from rules.cluster_war.model.events.event import Event
from rules.values import Cause, Modifier, Roll

US = ("humans",)
TRIED = Cause(
    "CW-B-14",
    "humans-13-5",
    (Modifier(40, "in itself"), Modifier(10, "science stations aboard")),
    (Roll("scene/humans-E1/study", 100, (33,)),),
)


def encounter_happenings(h: str) -> tuple[Event, ...]:
    """Caught, told of, asked, answered, fired on, held, gone through a worm hole, and heard of no more."""
    fleet, name, trap = "humans-F1", "Home Fleet", Cause("CW-B-22")
    return (
        encounters.TrapSprung(
            "2019", 50, "Energy Siphon", (fleet,), "two ships cannot act", cause=trap, seen_by=US
        ),
        encounters.TrapMet(
            h, "2019", 50, "Old mines drifted in from all sides.", ("humans/DD21",), cause=Cause("CW-B-19"), seen_by=US
        ),
        encounters.ContactLost(
            h, fleet, "Lost Patrol", ("humans/DD20",), "2019", 50, cause=Cause("CW-13.0-04"), seen_by=US
        ),
        encounters.SceneOpened(h, "humans-E1", "amoeba", "2019", 50, "away", cause=Cause("CW-B-14"), seen_by=US),
        encounters.SceneEnded(
            h, "humans-E1", "amoeba", "2019", "Send probes into it", "The last probe sent more than anybody hoped for.",
            cause=TRIED, seen_by=US,
        ),
        encounters.MissilesStruck(
            h, "1816", 51, "Terra", "loses 4 CPs of its size", cause=Cause("CW-B-24"), seen_by=US
        ),
        encounters.FleetHeld(h, fleet, name, "2019", 50, 52, "siphon", cause=trap, seen_by=US),
        encounters.HolePassed(h, fleet, name, "2019", 50, cause=Cause("CW-14.0-32"), seen_by=US),
    )  # fmt: skip
