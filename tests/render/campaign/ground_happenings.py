"""One event of every type of war on the ground, as the Humans see them: an invasion of the Vermin's burrow, from the landing
to the garrison's trouble."""

from rules.cluster_war.model.events import ground
from rules.cluster_war.model.events.event import Event
from rules.values import Cause, Modifier, Roll

US = ("humans",)
BOTH = ("humans", "vermin")
H = "humans"
WORLD = "2019-2"
FIGHT = "ground/2019-2/50/0302/0123456789abcdef"


def ground_happenings() -> tuple[Event, ...]:
    """An invasion, event by event."""
    faces = ((10, 9), (10, 2), (100, 22), (100, 67), (100, 45), (100, 50), (6, 3), (10, 7), (10, 7))
    dice = tuple(Roll(f"{FIGHT}/{n}/attack", sides, (face,)) for n, (sides, face) in enumerate(faces, 1))
    blows = (
        ground.GroundAttack(H, "Heavy Tank", "vermin", "Infantry", "ranged", 19, 7, killed=True, dice=2),
        ground.GroundAttack("vermin", "Fort", H, "Heavy Tank", "ranged", 45, 0, points=2, dice=3),
        ground.GroundAttack(H, "Heavy Tank", "vermin", "Fort", "ranged", 50, 0, points=1, direction="above", dice=2),
        ground.GroundAttack("vermin", "Infantry", H, "Infantry", "close", 8, 9, dice=2),
    )
    return (
        ground.TroopsLanded(H, WORLD, "2019", "0302", 50, (("Heavy Tank", 2), ("Infantry", 1)), 50, hot=True,
                            fleet="humans-F4", cause=Cause("CW-9.2-06", "humans-13-2"), seen_by=BOTH),
        ground.ForcesMustered(H, "1816-3", 50, 4, cause=Cause("CW-9.3-35"), seen_by=US),
        ground.ForcesMarched(H, WORLD, "Heavy Tank", 2, "0302", "0402", 51, cause=Cause("CW-9.3-13"), seen_by=US),
        ground.GroundFought(world=WORLD, hex="2019", at="0302", week=50, city="Burrow", sides=BOTH, units={H: 3, "vermin": 3},
                            lost={H: 2, "vermin": 10}, destroyed={H: 0, "vermin": 1}, blows=blows, hot=True,
                            cause=Cause("CW-9.2-14", rolls=dice), seen_by=BOTH),
        ground.GroundUnitsLost(H, WORLD, "INF", 1, cause=Cause("CW-9.3-28"), seen_by=US),
        ground.ForcesShelled(H, WORLD, 50, "vermin", 12, 5, 5, 1, "humans-F1", cause=Cause("CW-9.3-50"), seen_by=US),
        ground.CityTaken(H, WORLD, "Burrow", 51, cause=Cause("CW-9.3-44"), seen_by=BOTH),
        ground.CityHarmed("vermin", "1816-3", "Terra", 51, "civilians", 3, cause=Cause("CW-9.2-15"), seen_by=BOTH),
        ground.WorldConquered(side=H, world=WORLD, name="Burrow", hex="2019", loser="vermin", size=60, week=51, works=9,
                              store=67, cause=Cause("CW-9.3-41"), seen_by=BOTH),
        ground.InvasionBeaten("vermin", "1816-3", 51, cause=Cause("CW-9.3-41"), seen_by=BOTH),
        ground.ArmyTired(H, WORLD, 20, 1, 1, cause=Cause("CW-9.3-45", "", (Modifier(20, "stress of an army without supplies"),),
                         (Roll(f"ground-stress/{WORLD}/1/0123456789abcdef", 100, (14,)),)), seen_by=US),
        ground.BattalionsReorganised(H, WORLD, "Heavy Tank", (8, 8, 9), (5, 10, 10), cause=Cause("CW-9.3-64"), seen_by=US),
        ground.BattalionRefilled(H, "1816-3", "Heavy Tank", 5, 13, cause=Cause("CW-9.3-65"), seen_by=US),
        ground.CityRebelled(H, WORLD, "Burrow", 2, 1, cause=Cause("CW-9.3-71"), seen_by=US),
        ground.MilitiaRaised(H, WORLD, "Burrow", cause=Cause("CW-9.3-71"), seen_by=US),
        ground.ForcesEmbarked(H, WORLD, (("Infantry", 2),), "humans-F1", cause=Cause("CW-9.2-05"), seen_by=US),
        ground.RebellionEnded(H, WORLD, "Burrow", cause=Cause("CW-9.3-71"), seen_by=US),
    )  # fmt: skip
