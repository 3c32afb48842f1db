"""What a battle's hex puts on the tactical map, and what commanders do there: worlds, storms, initiative."""

from collections.abc import Callable

import pytest

from rules.bridge import auto_resolve
from rules.bridge.battle import field_of
from rules.bridge.course import fight
from rules.bridge.craft import BATTLE_OPTIONS
from rules.bridge.tables_of import house_tables
from rules.cluster_war.chapters.combat import quick_engine
from rules.cluster_war.chapters.combat.battle import Battle, Combatant, opens
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import BattleOutcome, Engagement
from rules.dice import ScriptedDice
from rules.hexes import Hex
from rules.pentagon_war.events import Fired
from rules.pentagon_war.positions import fills
from rules.values import GameError, changed
from tests.rules.bridge.fleets import PLAIN, battle, combatant, dice, printed_designs
from tests.rules.cluster_war.chapters.combat.fleets import lost_share

ENGINES = pytest.mark.parametrize("settle", [auto_resolve.settle, quick_engine.settle], ids=["chair", "quick"])
SIDES = ("amber", "blue")


def fleets(kind: str = "humans/CA", count: int = 4, **more: object) -> Battle:
    """So many ships of a design on either side."""
    design = printed_designs()[f"duel_small/{kind}"]
    units: list[Combatant] = [combatant(f"{side}-{n}", side, design) for side in SIDES for n in range(count)]
    return battle(*units, **more)


@pytest.mark.rule("CW-9.1-05")
def test_the_world_that_is_fought_over_stands_at_the_centre_and_nobody_runs_into_it() -> None:
    field_ = field_of(fleets(world="New Helios"), SIDES)
    (world,) = field_.battle.bodies.values()
    assert (world.name, world.at) == ("New Helios", Hex(0, 0))
    assert not fills(world, Hex(0, 0))
    assert field_of(fleets(), SIDES).battle.bodies == {}
    with_world = auto_resolve.settle(fleets(world="New Helios"), {}, dice())
    without = auto_resolve.settle(fleets(), {}, dice())
    assert with_world.units == without.units


@pytest.mark.rule("CW-14.0-15")
@pytest.mark.parametrize("code", ["Ion", "Mag", "Grv"])
def test_in_a_storm_no_shot_from_farther_than_four_hexes_does_anything(code: str) -> None:
    storm = fleets(terrain=(code,))
    shots: list[Fired] = []
    fight(
        field_of(storm, SIDES),
        storm,
        dice("storm"),
        PLAIN,
        lambda _before, _after, events: shots.extend(event for event in events if isinstance(event, Fired)),
    )
    assert shots
    assert not any(shot.damage for shot in shots if shot.range > 4)
    assert any(shot.damage for shot in shots if shot.range <= 4)


@pytest.mark.rule("CW-14.0-21", "CW-14.0-29")
@pytest.mark.parametrize("code", ["Neb", "Rad", "Neu", "G"])
def test_other_terrain_leaves_weapons_their_range(code: str) -> None:
    assert field_of(fleets(terrain=(code,)), SIDES).battle.options == BATTLE_OPTIONS
    calm = fleets(terrain=())
    assert quick_engine.settle(changed(calm, terrain=(code,)), {}, dice()) == quick_engine.settle(calm, {}, dice())


def test_a_campaign_says_how_far_a_storm_lets_weapons_reach() -> None:
    house = Settings(overrides={"BR-T06/Ion/reach": "99", "BR-T06/Neb/reach": "2"})
    assert field_of(fleets(terrain=("Ion",)), SIDES, house).battle.options == BATTLE_OPTIONS
    assert field_of(fleets(terrain=("Neb",)), SIDES, house).battle.options != BATTLE_OPTIONS
    with pytest.raises(GameError):
        house_tables(Settings(overrides={"BR-T06/Ion/reach": "0"}))


@pytest.mark.rule("CW-14.0-15")
def test_who_leaves_in_a_storm_loses_less_by_numbers() -> None:
    plans = {"blue": Engagement("evade"), "amber": Engagement("attack", pursue=True)}

    def lost(*terrain: str) -> float:
        fought = fleets(plans=plans, terrain=terrain)
        return sum(lost_share(fought, quick_engine.settle(fought, {}, dice(f"{n}")), "blue") for n in range(30))

    assert lost("Ion") < lost() == lost("Neb")


@pytest.mark.rule("CW-17.1-25", "CW-17.1-19")
def test_the_better_initiative_roll_opens_and_commanders_better_it() -> None:
    fought = fleets(command={"amber": 12})
    assert opens(fought, ScriptedDice([40, 50])) == "amber"
    assert opens(fought, ScriptedDice([38, 51])) == "blue"
    assert opens(fought, ScriptedDice([38, 50])) == ""
    assert opens(fleets(), ScriptedDice([])) == "", "nobody rolls without a commander"


@pytest.mark.rule("CW-17.1-25")
@ENGINES
def test_who_has_the_initiative_shoots_better_at_first(settle: Callable[..., BattleOutcome]) -> None:
    house = Settings(overrides={"BR-T03/initiative/number": "60", "CW-TAB-QUICK/initiative/value": "45"})
    ahead = dict.fromkeys(SIDES, 0.0)
    for side in SIDES:
        fought = fleets("humans/DD", 4, command={side: 999})
        for n in range(6):
            outcome = settle(fought, {}, dice(f"first {n}"), house)
            ahead[side] += lost_share(fought, outcome, "blue") - lost_share(fought, outcome, "amber")
    assert ahead["amber"] > ahead["blue"]
