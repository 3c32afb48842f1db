"""The last week of fleets that are lost with all hands: nothing of it is told, and others of the side lose nothing by it
(CW-12.0-02, CW-13.0-04)."""

import pytest

from rules.cluster_war.chapters.encounters.encounter_orders import EnterWormhole
from rules.cluster_war.model.events.detection import ShipsVanished, SystemLearned
from rules.cluster_war.model.events.encounters import SceneOpened, TrapMet
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.terrain import StormSeen
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.state.places import Special, Weather
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Roller
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, body, change_fleet, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import Loaded

FULL = Settings(detection="full", battles="quick", encounters="played", terrain=("ION",))
STRONG = changed(DESIGNS["destroyer"], id="strong", name="Strong", prefix="SG", hull=200, cost=900)
BATTERY = Special("Alien Weapon/Trap", ("Trap: Hyperspace Missile Battery", "Awake: yes"))
DRAGON = Special("Monster", ("Monster: Star Dragon",))


def played(state: GameState, dice: Roller | None = None) -> tuple[GameState, list[Event]]:
    """A month, and what the Humans are told of it."""
    done = adjudicate(state, (), dice or Loaded())
    return done.state, [e for e in done.events if may_see(e, "humans")]


def survey_beside_a_battery() -> GameState:
    """A scout beside an alien battery, and a survey that is done in the week in which that fires, ten hexes away."""
    state = small(systems=[star("1013", body(1), special=BATTERY), star("0505", body(1))], settings=FULL)
    state = with_fleet(state, "humans", "1012", "scout", name="Lone", transit=Transit("1111", "1012", 3, 4))
    state = with_fleet(state, "humans", "0505", "surveyor", name="Survey")
    return change_fleet(state, "humans-F2", mission="survey")


@pytest.mark.rule("CW-13.0-04", "CW-12.1-08")
def test_a_loss_with_all_hands_takes_nothing_from_a_survey_elsewhere() -> None:
    hurt = Loaded(hit=1, target=1, damage=10)
    after, told = played(survey_beside_a_battery(), hurt)
    assert [e.name for e in told if isinstance(e, ShipsVanished)] == ["Lone"]
    assert after.knowledge["humans"].systems["0505"].level == "surveyed"
    learned = [(e.week, e.level) for e in told if isinstance(e, SystemLearned) and e.hex == "0505"]
    assert learned == [(1, "scouted"), (4, "surveyed")]


def doomed(special: Special | None = None, settings: Settings = FULL) -> GameState:
    """A scout comes to a system beside a storm where the Vermin wait; nobody of its side is near."""
    state = small(
        systems=[star("0909", body(1), special=special), star("0910", body(1), codes=("Ion",))], settings=settings
    )
    state = changed(state, weather={"0910": Weather({"ION": 4}, ("ION",))})
    known = {**DESIGNS, "strong": STRONG}
    state = changed(state, sides={**state.sides, "vermin": changed(state.sides["vermin"], designs=known)})
    state = with_fleet(state, "humans", "0909", "scout", name="Pathfinder", transit=Transit("0606", "0909", 0, 2))
    return with_fleet(state, "vermin", "0909", "strong", "strong", "strong", engagement=Engagement("attack"))


@pytest.mark.rule("CW-13.0-04", "CW-14.0-11")
def test_storms_that_only_a_lost_fleet_saw_are_unknown() -> None:
    after, told = played(doomed())
    assert [e for e in told if isinstance(e, ShipsVanished)]
    assert not [e for e in told if isinstance(e, StormSeen)]
    assert "0910" not in view_for(after, "humans").weather


@pytest.mark.rule("CW-13.0-04", "CW-12.1-04")
def test_a_scene_that_a_lost_fleet_opened_is_never_put_and_leaves_no_number_out() -> None:
    state = doomed(DRAGON)
    alone, told = played(state)
    assert [e for e in told if isinstance(e, ShipsVanished)]
    assert not [e for e in told if isinstance(e, SceneOpened | TrapMet)]
    assert view_for(alone, "humans").scenes == ()
    assert "scene/humans" not in {key for key, number in alone.counters.items() if number}
    assert not [q for q in alone.questions if q.kind == "scene" and q.sides == ("humans",) and not q.settled_turn]
    systems = {**state.cluster.systems, "1212": star("1212", body(1), special=DRAGON)}
    state = changed(state, cluster=changed(state.cluster, systems=systems))
    state = with_fleet(state, "humans", "1212", "scout", name="Far", transit=Transit("1313", "1212", 0, 2))
    both, told = played(state)
    assert [(e.scene, e.hex) for e in told if isinstance(e, SceneOpened)] == [("humans-E1", "1212")]
    assert [(s.id, s.hex) for s in view_for(both, "humans").scenes] == [("humans-E1", "1212")]
    asked = [q for q in both.questions if q.kind == "scene" and q.sides == ("humans",) and not q.settled_turn]
    assert [(q.subjects, q.hex) for q in asked] == [(("humans-E1",), "1212")]


@pytest.mark.rule("CW-13.0-04", "CW-14.0-32")
@pytest.mark.parametrize(("guarded", "known"), [(True, ()), (False, ("0707",))])
def test_the_far_end_of_a_worm_hole_is_unknown_where_all_who_came_out_are_lost(
    guarded: bool, known: tuple[str, ...]
) -> None:
    hole = changed(star("0707", codes=("Wrm",)), destination="0909", hole="closed")
    state = doomed()
    state = changed(state, cluster=changed(state.cluster, systems={**state.cluster.systems, "0707": hole}))
    state = change_fleet(state, "humans-F1", hex="0707", transit=None)
    state = state if guarded else changed(state, fleets={"humans-F1": state.fleets["humans-F1"]})
    done = adjudicate(state, sheet("humans", EnterWormhole("humans-F1")), Loaded())
    assert ("humans-F1" in done.state.fleets) != guarded
    assert done.state.knowledge["humans"].passages == known
