"""What holds a fleet holds each part of it, and lets it do nothing (CW-B-21 to CW-B-23, R-167)."""

import pytest

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.detection.cloaks import give_away, sensors_against
from rules.cluster_war.chapters.detection.sensors import lrs_level
from rules.cluster_war.chapters.encounters.encounter_orders import EnterWormhole
from rules.cluster_war.chapters.movement.conduct_orders import SetEmissions
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission, SplitFleet
from rules.cluster_war.model.events.encounters import FleetHeld, HolePassed
from rules.cluster_war.model.events.movement import FleetDeparted, FleetsMerged, ShipsPickedUp
from rules.cluster_war.model.events.raids import BlockadeChanged, WorldBombarded
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Bound
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import DESIGNS, change_fleet, draft_of, sheet, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import HERE, PLAYED, Loaded, coming, lair, play, told, trap
from tests.rules.cluster_war.chapters.encounters.test_wormholes import holed, knowing
from tests.rules.cluster_war.chapters.movement.test_dowsing import GO, position

FLEET = "humans-F1"


def frozen() -> GameState:
    """Three ships that a real month has frozen in time."""
    state = coming(lair(trap("Stasis Field Generator")), "destroyer", "scout", "scout")
    done = play(state, dice=Loaded(DD01=1, SC01=1, SC02=1)).state
    assert done.fleets[FLEET].bound == Bound("stasis", HERE)
    return done


@pytest.mark.rule("CW-B-21")
def test_ships_split_off_a_frozen_fleet_are_frozen() -> None:
    split = SplitFleet(FLEET, ("humans/SC01", "humans/SC02"), "Free", "humans-F2")
    orders = sheet("humans", split, MoveFleet("humans-F2", (Leg("1011"),)), turn=2)
    done = play(frozen(), *orders)
    assert done.state.fleets["humans-F2"].bound == Bound("stasis", HERE)
    assert done.state.fleets["humans-F2"].hex == HERE
    assert not told(done.events, FleetDeparted)


@pytest.mark.rule("CW-B-21")
def test_nobody_joins_a_frozen_fleet_nor_takes_ships_of_it_along() -> None:
    state = with_fleet(frozen(), "humans", HERE, "scout")
    for order in (MergeFleets(FLEET, "humans-F2"), MergeFleets("humans-F2", FLEET)):
        with pytest.raises(IllegalOrderError, match="frozen in time") as wrong:
            check(view_for(state, "humans"), (), order)
        assert wrong.value.rule == "CW-B-21"
        done = play(state, *sheet("humans", order, turn=2))
        assert [e.cause.rule for e in told(done.events, OrderFailed)] == ["CW-B-21"]
        assert not told(done.events, FleetsMerged)
    taking = MoveFleet("humans-F2", (Leg(HERE, ("humans/SC01",)), Leg("1011")))
    along = play(with_fleet(frozen(), "humans", HERE, "scout"), *sheet("humans", taking, turn=2))
    assert not told(along.events, ShipsPickedUp)


@pytest.mark.rule("CW-B-21", "CW-14.0-32")
def test_a_frozen_fleet_goes_through_no_worm_hole() -> None:
    state = with_fleet(knowing(holed(), HERE), "humans", HERE, "destroyer", bound=Bound("stasis", HERE))
    order = EnterWormhole(FLEET)
    with pytest.raises(IllegalOrderError, match="frozen in time"):
        check(view_for(state, "humans"), (), order)
    done = play(state, *sheet("humans", order))
    assert not told(done.events, HolePassed)
    assert done.state.fleets[FLEET].bound == Bound("stasis", HERE)


@pytest.mark.rule("CW-B-22", "CW-14.0-32")
def test_a_drained_fleet_enters_no_worm_hole_until_it_is_restored() -> None:
    drained = changed(holed(), turn=2)
    state = with_fleet(knowing(drained, HERE), "humans", HERE, "destroyer", bound=Bound("siphon", HERE, 5))
    with pytest.raises(IllegalOrderError, match="drained by a siphon") as wrong:
        check(view_for(state, "humans"), (), EnterWormhole(FLEET))
    assert wrong.value.rule == "CW-B-22"
    assert "patrol" in check(view_for(state, "humans"), (), SetMission(FLEET, "patrol")).text, (
        "restored within the month"
    )


@pytest.mark.rule("CW-B-21", "CW-B-22")
def test_a_held_fleet_neither_blockades_nor_fires_on_a_world() -> None:
    state = changed(holed(), turn=2, settings=changed(holed().settings, battles="quick"))
    home = "1818"
    armed = with_fleet(state, "humans", home, "destroyer", mission="blockade")
    shots = sheet("humans", BombardWorld(FLEET, home, 3, "people"), turn=2)
    assert told(play(armed, *shots).events, BlockadeChanged)
    free = told(play(armed, *shots).events, WorldBombarded)
    ice = change_fleet(armed, FLEET, bound=Bound("stasis", home))
    with pytest.raises(IllegalOrderError, match="frozen in time"):
        check(view_for(ice, "humans"), (), SetMission(FLEET, "blockade"))
    done = play(ice, *shots)
    assert not told(done.events, BlockadeChanged)
    assert not told(done.events, WorldBombarded)
    assert "CW-B-21" in [e.cause.rule for e in told(done.events, OrderFailed)]
    dry = play(change_fleet(armed, FLEET, bound=Bound("siphon", home, 5)), *shots)
    assert [e.weeks for e in told(dry.events, WorldBombarded)] == [3]  # type: ignore[attr-defined] # bombarded
    assert [e.weeks for e in free] == [4]  # type: ignore[attr-defined] # as above


@pytest.mark.rule("CW-B-23")
def test_fleets_that_join_in_a_field_are_as_far_as_the_one_with_farther_to_go() -> None:
    state = lair(trap("FTL Drive Inhibitor Field"))
    state = changed(with_fleet(state, "humans", HERE, "destroyer", bound=Bound("field", HERE, 4)), turn=2)
    state = with_fleet(state, "humans", HERE, "scout")
    fresh = play(state, *sheet("humans", MergeFleets("humans-F2", FLEET), turn=2))
    assert fresh.state.fleets[FLEET].bound is None, "the whole way lies before them"
    state = change_fleet(state, "humans-F2", bound=Bound("field", HERE, 7))
    done = play(state, *sheet("humans", MergeFleets("humans-F2", FLEET), turn=2))
    assert done.state.fleets[FLEET].bound == Bound("field", HERE, 7)
    part = play(done.state, *sheet("humans", SplitFleet(FLEET, ("humans/SC01",), "Part", "humans-F3"), turn=3))
    assert part.state.fleets["humans-F3"].bound == Bound("field", HERE, 7), "what it has crawled it has crawled"


@pytest.mark.rule("CW-B-23")
def test_dowsers_do_not_lead_out_of_an_inhibitors_field() -> None:
    state = position()
    field = changed(state.cluster.systems["0505"], special=trap("FTL Drive Inhibitor Field"))
    systems = {**state.cluster.systems, "0505": field}
    state = changed(state, settings=PLAYED, cluster=changed(state.cluster, systems=systems))
    done = play(state, *sheet("humans", GO))
    assert [e.why for e in told(done.events, FleetHeld)] == ["field"]  # type: ignore[attr-defined] # a FleetHeld
    assert not told(done.events, FleetDeparted)


@pytest.mark.rule("CW-B-23")
def test_who_has_crawled_out_of_a_field_and_cannot_take_its_leg_has_still_crawled() -> None:
    state = changed(lair(trap("FTL Drive Inhibitor Field")), turn=2)
    crawled = Bound("field", HERE, 4)
    state = with_fleet(state, "humans", HERE, "hulk", bound=crawled, route=(Leg("1011"),))
    done = play(state)
    assert told(done.events, OrderFailed)
    assert done.state.fleets[FLEET].bound == crawled


TENDER = changed(DESIGNS["freighter"], id="tender", name="Tender", prefix="TN", repair_bays=2)
HURT = Wounds(damaged={"Beam emitter 3": 9})


def workshop(bound: Bound | None, *, mending: bool = False, of: str = "humans-F1") -> GameState:
    """A damaged destroyer in the first fleet, and a tender in the second beside it, one of them held; it may be at work."""
    state = changed(lair(trap("Stasis Field Generator")), turn=2)
    owner = state.sides["humans"]
    state = changed(state, sides={**state.sides, "humans": changed(owner, designs={**owner.designs, "tender": TENDER})})
    state = with_fleet(with_fleet(state, "humans", HERE, "destroyer"), "humans", HERE, "tender")
    hurt = changed(state.ships["humans/DD01"], wounds=HURT)
    tender = changed(state.ships["humans/TN01"], cargo=80)
    state = changed(state, ships={**state.ships, hurt.id: hurt, tender.id: tender})
    if mending:
        state = play(state, *sheet("humans", RepairUnits("humans-F1", using="humans-F2"), turn=2), dice=MERCY).state
        hurt = changed(state.ships["humans/DD01"], wounds=HURT)
        work = changed(hurt.mending, by="humans-F2", damaged=HURT.damaged)
        state = changed(state, ships={**state.ships, hurt.id: changed(hurt, mending=work)})
    return change_fleet(state, of, bound=bound)


MERCY = Loaded(stasis=100, TN01=100, DD01=100)


@pytest.mark.rule("CW-B-21", "CW-9.6-05")
@pytest.mark.parametrize("of", ["humans-F1", "humans-F2"])
def test_nobody_repairs_a_frozen_ship_nor_does_a_frozen_one_repair(of: str) -> None:
    order = RepairUnits("humans-F1", using="humans-F2")
    assert "repairs DD01" in check(view_for(workshop(None), "humans"), (), order).text
    ice = workshop(Bound("stasis", HERE), of=of)
    for wanted in (order, RepairUnits("", ("humans/DD01",), using="humans-F2")):
        with pytest.raises(IllegalOrderError, match="frozen in time") as wrong:
            check(view_for(ice, "humans"), (), wanted)
        assert wrong.value.rule == "CW-B-21"
    done = play(ice, *sheet("humans", order, turn=2), dice=MERCY)
    assert [e.cause.rule for e in told(done.events, OrderFailed)] == ["CW-B-21"]
    assert done.state.ships["humans/DD01"].wounds == HURT
    if of == "humans-F2":
        with pytest.raises(GameError, match="Nobody where DD01 is"):
            check(view_for(ice, "humans"), (), RepairUnits("humans-F1"))


@pytest.mark.rule("CW-B-21", "CW-B-22", "CW-9.6-05")
@pytest.mark.parametrize("of", ["humans-F1", "humans-F2"])
def test_a_repair_rests_while_either_is_held_and_goes_on_when_it_is_free(of: str) -> None:
    def left(bound: Bound | None) -> int:
        state = workshop(bound, mending=True, of=of)
        return play(state, dice=MERCY).state.ships["humans/DD01"].wounds.damaged.get("Beam emitter 3", 0)

    weeks = 4 * (workshop(None, mending=True).turn - 1)
    assert left(Bound("stasis", HERE)) == 9
    assert left(None) == 0
    assert left(Bound("siphon", HERE, weeks + 4)) > 0, "three weeks of four lost"
    assert left(Bound("siphon", HERE, weeks + 1)) == 0


@pytest.mark.rule("CW-B-21", "CW-12.0-12")
def test_a_frozen_fleet_emits_nothing_and_takes_orders_for_later() -> None:
    full = changed(frozen(), settings=changed(frozen().settings, detection="full"))
    with pytest.raises(IllegalOrderError, match="frozen in time"):
        check(view_for(full, "humans"), (), SetEmissions(FLEET, "sensors"))
    loud = change_fleet(full, FLEET, emissions="sensors")
    draft = draft_of(loud)
    give_away(draft, 5)
    assert FLEET not in draft.revealed
    assert sensors_against(draft, "humans", HERE).level == lrs_level(loud.sides["humans"], loud.settings)
    freed = draft_of(change_fleet(loud, FLEET, bound=None))
    give_away(freed, 5)
    assert FLEET in freed.revealed
    assert sensors_against(freed, "humans", HERE).level == 1 + lrs_level(loud.sides["humans"], loud.settings)
    assert "attack" in check(view_for(full, "humans"), (), SetEngagement(FLEET, stance="attack")).text
