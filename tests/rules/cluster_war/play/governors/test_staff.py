"""A player's staff: what it advises is what a governor would order, without a warning, from the player's view alone."""

import re
from collections.abc import Sequence

import pytest

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission, SplitFleet
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.dealings import Deed
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import WarSign
from rules.cluster_war.play.governors.govern import STAFF, Advice, advise, govern, in_turn, on_record
from rules.cluster_war.play.governors.situation import count_of
from rules.cluster_war.turn.planning.check import check, plan_sheet
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import WrongPhaseError, changed
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.play.governors.kit import DESIGNS, FAR, world


def as_sheet(view: View, orders: Sequence[Order]) -> tuple[SignedOrder, ...]:
    return tuple(SignedOrder(f"o{n}", view.side, n, order) for n, order in enumerate(orders, 1))


def with_bays(state: GameState) -> GameState:
    """The Humans' scouts have a bay for supplies."""
    me = state.sides["humans"]
    scout = changed(DESIGNS["SC"], cargo_bays=1, layout={**DESIGNS["SC"].layout, "Cargo bay": 1})
    return changed(state, sides={**state.sides, "humans": changed(me, designs={**me.designs, "SC": scout})})


def scouting(*, bays: bool) -> View:
    state = with_fleet(world(), "humans", "0303", "SC", name="Eyes")
    return view_for(with_bays(state) if bays else state, "humans")


def moves(found: Sequence[Advice]) -> list[MoveFleet]:
    return [order for one in found for order in one.orders if isinstance(order, MoveFleet)]


def test_all_of_it_can_be_given_one_by_one_and_no_order_carries_a_warning() -> None:
    view = scouting(bays=True)
    found = advise(view)
    assert {"grow", "explore"} <= {one.concern for one in found}
    on_it: tuple[SignedOrder, ...] = ()
    for order in in_turn(found):
        assert check(view, on_it, order).text
        on_it = as_sheet(view, [*(signed.order for signed in on_it), order])
    _, previews, problems = plan_sheet(view, on_it)
    assert not problems
    assert not [note.text for seen in previews.values() for note in seen.notes if not note.informs]
    assert all(one.label and one.reason and len(one.texts) == len(one.orders) for one in found)


def test_each_piece_of_it_can_be_given_alone_and_ships_that_see_more_apart_part_with_it() -> None:
    state = with_fleet(with_bays(world()), "humans", "0303", "SC", "SC", name="Eyes")
    view = view_for(state, "humans")
    found = advise(view)
    for one in found:
        on_it: tuple[SignedOrder, ...] = ()
        for order in one.orders:
            assert check(view, on_it, order).text
            on_it = as_sheet(view, [*(signed.order for signed in on_it), order])
    parted = next(one for one in found if any(isinstance(order, SplitFleet) for order in one.orders))
    (new,) = (order.new for order in parted.orders if isinstance(order, SplitFleet))
    assert new in {getattr(order, "fleet", "") for order in parted.orders}
    loads = [order.points for order in parted.orders if isinstance(order, LoadSupplies)]
    assert loads == [7, 7], "each for the one ship that goes"
    assert advise(view, as_sheet(view, in_turn(found))) == ()


def test_given_twice_it_adds_nothing() -> None:
    view = scouting(bays=True)
    assert advise(view, as_sheet(view, in_turn(advise(view)))) == ()


def test_the_same_view_and_sheet_give_the_same_advice() -> None:
    view = scouting(bays=True)
    assert advise(view) == advise(view)


@pytest.mark.rule("CW-4.3-13", "CW-4.3-15")
def test_a_scout_takes_supplies_along_where_they_are_needed_or_does_not_go() -> None:
    sent = next(one for one in advise(scouting(bays=True)) if moves([one]))
    load, move = sent.orders[-2:]
    assert isinstance(load, LoadSupplies)
    assert isinstance(move, MoveFleet)
    assert sent.reason.endswith(f"takes {load.points} supply points along")
    assert "unexplored star, out of supply" in sent.reason
    assert not moves(advise(scouting(bays=False)))


def test_what_stands_on_the_sheet_stays_and_is_not_contradicted() -> None:
    view = scouting(bays=True)
    colony = max(view.colonies.values(), key=lambda c: c.size)
    eyes = next(f for f in view.fleets.values() if f.name == "Eyes")
    mine = as_sheet(
        view, [SetMission(eyes.id, "patrol"), ExpandColony(colony.id, 5), BuildFacility(colony.id, "lab", 1)]
    )
    for one in advise(view, mine):
        for order in one.orders:
            assert getattr(order, "fleet", "") != eyes.id or isinstance(order, SetEngagement | LoadSupplies)
            assert not (isinstance(order, ExpandColony) and order.colony == colony.id)
            assert not (isinstance(order, BuildFacility) and order.facility == "lab")
    going = as_sheet(view, [MoveFleet(eyes.id, (Leg(FAR),))])
    assert eyes.id not in {order.fleet for order in moves(advise(view, going))}


def test_growth_tells_when_it_pays_for_itself() -> None:
    [grown] = [one for one in advise(scouting(bays=False)) if one.concern == "grow"][:1]
    assert grown.reason.startswith("pays for itself in ")
    assert grown.label.endswith(" grows")
    assert grown.cost > 0


def test_the_game_masters_view_has_no_sheet() -> None:
    view = changed(scouting(bays=False), side="", me=None)
    with pytest.raises(WrongPhaseError):
        advise(view)


def test_it_remembers_a_war_from_the_record_until_a_treaty_ends_it_and_where_a_battle_was_lost() -> None:
    view = changed(scouting(bays=False), turn=9)
    assert on_record(view).foe == ""
    struck = Deed("raid", "vermin", "vermin", 4, 5, "0404")
    at_war = changed(view, deeds=(Deed("contact", "vermin", "", 2, 2), struck))
    mind = on_record(at_war)
    assert (mind.foe, mind.since) == ("vermin", 4)
    assert mind.grudges["vermin"] >= 4
    assert on_record(changed(at_war, turn=10)).foe == "vermin", "next month as well"
    assert on_record(changed(at_war, turn=40)).foe == "", "it is long ago"
    ended = changed(at_war, deeds=(*at_war.deeds, Deed("peace", "vermin", "", 6, 6)))
    assert on_record(ended).foe == ""
    lost = WarSign("battle", "0505", 8, "vermin")
    held = WarSign("battle", "0606", 8, "humans")
    mind = on_record(changed(at_war, signs={"battle/0505": lost, "battle/0606": held}))
    assert set(mind.rebuffs) == {"0505"}, "it does not go there again so soon"


def built(view: View) -> set[str]:
    """Designs that the staff has built."""
    return {order.design for one in advise(view) for order in one.orders if isinstance(order, BuildUnits)}


@pytest.mark.rule("CW-6.5-01")
def test_at_war_it_has_one_ship_for_troops_built_once_it_could_win() -> None:
    state = with_fleet(world(turn=9, treasury=3000, vermin=60), "humans", "0303", *["DD"] * 8, name="Hammer")
    unarmed = changed(DESIGNS["TR"], layout={"Barracks": 6, "Cargo bay": 2})
    me = state.sides["humans"]
    state = changed(state, sides={**state.sides, "humans": changed(me, designs={**me.designs, "TR": unarmed})})
    view = view_for(state, "humans")
    assert "TR" not in built(view), "there is peace"
    at_war = changed(view, deeds=(Deed("raid", "vermin", "vermin", 8, 8, "0304"),))
    assert "TR" in built(at_war)
    ferry = with_fleet(state, "humans", "0303", "TR", name="Ferry")
    manned = changed(view_for(ferry, "humans"), deeds=at_war.deeds)
    assert "TR" not in built(manned), "there is one"


@pytest.mark.parametrize(("number", "told"), [(0, "no ship"), (1, "1 ship"), (2, "2 ships")])
def test_nothing_is_counted_as_none(number: int, told: str) -> None:
    assert count_of(number, "ship") == told


def test_a_months_reasons_say_no_noughts_and_nothing_that_their_label_says() -> None:
    """A freighter with colonists for a world beside home, a fleet that keeps watch, and a world without a base."""
    state = with_fleet(with_bays(world()), "humans", "0303", "SC", name="Eyes")
    state = with_fleet(with_fleet(state, "humans", "0303", "DD", name="Guard"), "humans", "0303", "FF", name="Haulers")
    found = advise(view_for(state, "humans"))
    for one in found:
        assert not re.search(r"\b0 (CPs|weeks|bases|battalions|science)", one.reason), one
        assert not one.reason.startswith((one.label, "Guard", "Haulers", "Eyes")), one
    kept = next(one for one in found if one.label.startswith("Guard is on patrol"))
    assert kept.reason == "nothing else waits for it"


def test_what_is_met_is_for_the_player_to_answer() -> None:
    view = scouting(bays=True)
    scene = Scene("humans-E1", "humans", "0303", "civilization", "humans-F1", 2, 7)
    met = changed(view, scenes=(scene,))
    assert not [one for one in advise(met) if any(isinstance(order, AnswerScene) for order in one.orders)]
    assert any(isinstance(one.order, AnswerScene) for one in govern(met, STAFF, b"seed").orders), "a governor answers"
