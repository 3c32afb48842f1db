"""What a battle's records leave unsaid: numbers and switches that are something unless somebody says otherwise."""

from fractions import Fraction

from tests.rules.defaults import Plain, counted, unsaid

SOMETHING: dict[str, Plain] = {
    # long ago
    "Gun.fired_turn": -9,
    "Craft.rotated": -9,
    "Craft.crashed": -9,
    # as printed: a basic missile, the optional rules that are played unless they are switched off
    "MissileType.speed": 6,
    "MissileType.range": 24,
    "MissileType.warhead": 12,
    "Options.crash_acceleration": True,
    "Options.evasive_maneuvering": True,
    "Options.planets": True,
    "Options.alert_status": 3,
    "Options.crash_without_controls": True,
    # switches
    "PowerPlan.radar_on": True,
    "Orbit.clockwise": True,
    "Craft.radar_on": True,
    "Missile.tracking": True,
    "Bolt.tracking": True,
    # one of it, the first turn, segment or impulse
    "StanceRow.saved": 1,
    "Design.final_damage": 1,
    "Design.main_control": 1,
    "Accelerate.multiple": Fraction(1, 1),
    "FireLine.first": 1,
    "ActLine.first": 1,
    "Free.control": 1,
    "Free.radar": 1,
    "Mend.boxes": 1,
    "Squadron.schema": 1,
    "Battle.schema": 1,
    "Moment.turn": 1,
    "Moment.segment": 1,
    "Gun.ready_turn": 1,
    "Craft.warm_from": 1,
    "Craft.last_cannon": 1,
    # the rest
    "FireLine.last": 12,
    "ActLine.last": 12,
    "Programme.most_reinforced": 99,
}


def test_what_nobody_says_is_nothing_but_for_these() -> None:
    """Another default would change every battle that was saved before."""
    assert unsaid("rules.pentagon_war") == SOMETHING
    assert counted("rules.pentagon_war") > 3 * len(SOMETHING)
