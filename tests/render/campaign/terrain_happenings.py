"""One event of every type of weather and terrain, for the Humans' eyes."""

from rules.cluster_war.model.events import terrain
from rules.cluster_war.model.events.event import Event
from rules.values import Cause, Modifier, Roll

US = ("humans",)
STRUCK = Cause(
    "CW-14.0-16",
    "humans-13-4",
    (Modifier(30, "force F3"),),
    (Roll("terrain/2019/ION/50/humans/DD20/passage", 100, (33,)),),
)


def terrain_happenings(h: str) -> tuple[Event, ...]:
    """Struck, wrecked, swept, seen and made whole."""
    why, fleet, name = Cause("CW-14.0-11"), "humans-F1", "Home Fleet"
    return (
        terrain.TerrainBraved(h, fleet, name, "2019", 50, "ION", 3, cause=Cause("CW-14.0-16"), seen_by=US),
        terrain.ShipStruck(
            h, fleet, name, "humans/DD20", "2019", 50, kind="ION", effect="shields", harm="its shields burn out",
            cause=STRUCK, seen_by=US,
        ),
        terrain.HoldsBroken(
            h, fleet, name, "humans/DD20", "2019", 50, cps=25, supplies=15, cause=Cause("CW-14.0-12"), seen_by=US
        ),
        terrain.ShipsWrecked(h, fleet, name, ("humans/DD21",), "2019", 50, cause=Cause("CW-14.0-12"), seen_by=US),
        terrain.BattlefieldSwept(h, "2019", 51, ("humans/GB01",), ("humans/DD20",), cause=Cause("CW-14.0-24"), seen_by=US),
        terrain.StormSeen(h, "2019", "ION", 3, 14, 1, cause=why, seen_by=US),
        terrain.StormAhead(h, fleet, name, "2019", "ION", 3, was=1, chance=80, cause=why, seen_by=US),
        terrain.CrewsCompleted(h, "1816", (fleet,), ("humans/DD20",), cause=Cause("CW-14.0-26"), seen_by=US),
    )  # fmt: skip
