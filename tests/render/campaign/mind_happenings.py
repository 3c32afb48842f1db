"""Events of psionics, as the Humans of `scene.late_game` would see them."""

from typing import Final

from rules.cluster_war.model.events import psionics
from rules.cluster_war.model.events.event import Event
from rules.values import Cause

H: Final = "humans"
US: Final = (H,)
FIGHT: Final = ("B77", "2019", 51)
FLEET: Final = ("humans-F1", "1st Fleet", "1816")
SHIPS: Final = ("humans/DD01", "humans/DD02")


def mind_happenings() -> tuple[Event, ...]:
    """One event of each kind, all for the Humans' eyes."""
    slept = Cause("CW-15.0-06", "humans-13-1")
    return (
        psionics.Foreseen(H, "**A red sun**, and teeth.", cause=Cause("CW-15.1-08", override="a dream"), seen_by=US),
        psionics.PsychicsRecover(H, *FLEET, SHIPS, "frozen", 52, cause=slept, seen_by=US),
        psionics.PsychicsInsane(H, *FLEET, ("humans/DD03",), cause=slept, seen_by=US),
        psionics.PsychicsPrepared(
            H, "humans-F1", "1st Fleet", SHIPS, "drugged", cause=Cause("CW-15.0-05", "humans-13-2"), seen_by=US
        ),
        psionics.TelepathsSent(H, "contact", "DD01", cause=Cause("CW-15.1-11", "humans-13-3"), seen_by=US),
        psionics.MindsInBattle(H, *FIGHT, "combat-precognition", 3, 5, cause=Cause("CW-15.1-03"), seen_by=US),
        psionics.SurpriseForeseen(H, *FIGHT, cause=Cause("CW-15.1-04"), seen_by=US),
        psionics.SurpriseSprung(H, *FIGHT, cause=Cause("CW-15.1-13"), seen_by=US),
        psionics.LastWordsHeard(H, *FIGHT, SHIPS, cause=Cause("CW-15.1-12"), seen_by=US),
        psionics.DowsersFelt(
            H, "humans-F1", "1816", 51, ("an old wreck below the ice",), cause=Cause("CW-15.1-06"), seen_by=US
        ),
        psionics.WordsOverheard(
            H, "vermin", "The hive *moves*.", cause=Cause("CW-15.1-14", override="heard"), seen_by=US
        ),
        psionics.ListenersNoticed(H, cause=Cause("CW-15.1-14", override="noticed"), seen_by=US),
        psionics.MindsBent(
            H, "slaver", "The governor obeys you.", cause=Cause("CW-15.1-24", override="bent"), seen_by=US
        ),
    )
