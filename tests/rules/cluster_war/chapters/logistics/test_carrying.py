"""Supplies, munitions and small craft taken aboard and given away; reloads by themselves; allied rights."""

from functools import partial
from typing import Any

import pytest

from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, LoadCargo, TakeCraft
from rules.cluster_war.chapters.logistics.stores import compatible, magazine_room, rearm
from rules.cluster_war.chapters.logistics.stress import supply_and_stress
from rules.cluster_war.chapters.logistics.supply_orders import (
    LoadMunitions,
    LoadSupplies,
    TransferSupplies,
    UnloadMunitions,
    UnloadSupplies,
)
from rules.cluster_war.model.economy.holds import filled_space
from rules.cluster_war.model.events.logistics import CraftLanded, CraftTaken, FleetRearmed, StoresMoved
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design
from rules.cluster_war.turn.month import MONTH_END, MONTH_START, WEEKLY, adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.registry import KIND_OF
from rules.cluster_war.turn.shortfalls import carry_out
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import DESIGNS, draft_of, frozen, sheet, small, with_colony, with_fleet

FAR = "1010"
HOME = "0303-3"
KINDS = {
    **DESIGNS,
    "gunboat": Design("gunboat", "Gunboat", "small_craft", 9, 9, DESIGNS["scout"].drive, prefix="GB"),
    "fighter": Design("fighter", "Fighter", "small_craft", 5, 5, bridge=False, prefix="FI"),
    "missiles": Design(
        "missiles", "Missile Ship", "ship", 30, 200, DESIGNS["scout"].drive, magazines=2, launchers=5, prefix="MS"
    ),
    "depot": Design("depot", "Depot", "base", 20, 90, cargo_bays=2, prefix="DP"),
}


def world(hex_: str = "0303", *fleet: str) -> GameState:
    """The Humans with a fleet at home or far away; gunboats, fighters and munitions at home."""
    state = small()
    sides = {k: changed(s, designs=KINDS) for k, s in state.sides.items()}
    home = changed(state.colonies[HOME], garrison={"gunboat": 6, "fighter": 4}, munitions=100)
    state = changed(state, sides=sides, colonies={**state.colonies, HOME: home})
    return with_fleet(state, "humans", hex_, *(fleet or ("freighter", "destroyer")), name="Convoy")


def play(state: GameState, *orders: Order) -> Any:
    """The carrying steps of a turn."""
    draft = draft_of(state, *sheet("humans", *orders))
    carry_out(Phase.UNLOAD, Phase.LOAD)(draft)
    return draft


def failures(draft: Any) -> list[str]:
    return [e.reason for e in draft.events if isinstance(e, OrderFailed)]


def said(draft: Any, kind: type[Any]) -> list[Any]:
    return [e for e in draft.events if isinstance(e, kind)]


@pytest.mark.rule("CW-4.3-15", "CW-4.3-12")
def test_supplies_loaded_in_the_grid_are_free_and_fill_bays() -> None:
    draft = play(world(), LoadSupplies("humans-F1", 80))
    assert (draft.ships["humans/FF01"].supplies, draft.purse["humans"]) == (80, 1_000)
    assert said(draft, StoresMoved)[0].amount == 80
    over = play(world(), LoadSupplies("humans-F1", 81))
    assert failures(over) == ["The cargo bays have room for 80 more, and 81 supply points were to come aboard."]
    both = play(world(), LoadCargo("humans-F1", 50), LoadSupplies("humans-F1", 31))
    assert "room for 30 more" in failures(both)[0]


@pytest.mark.rule("CW-4.3-15", "CW-4.3-14")
def test_far_from_home_supplies_come_from_depots_and_other_fleets_only() -> None:
    state = with_fleet(world(FAR), "humans", FAR, "freighter", name="Tender")
    assert "outside your supply grid" in failures(play(state, LoadSupplies("humans-F1", 5)))[0]
    depot = Base("humans/DP01", "humans", "depot", "Depot", FAR)
    laden = changed(state, bases={depot.id: changed(depot, supplies=12)})
    draft = play(laden, LoadSupplies("humans-F1", 10), TransferSupplies("humans-F1", 4, "humans-F2"))
    assert (draft.ships["humans/FF01"].supplies, draft.ships["humans/FF02"].supplies) == (6, 4)
    assert draft.bases[depot.id].supplies == 2
    back = play(frozen(draft), UnloadSupplies("humans-F1", 6, depot.id))
    assert back.bases[depot.id].supplies == 8
    assert failures(back) == []
    refused = play(frozen(draft), UnloadSupplies("humans-F1", 6))
    assert failures(refused) == ["Outside your supply grid name the base that takes them."]


@pytest.mark.rule("CW-5.2-07")
def test_a_depot_holds_twenty_points_a_bay() -> None:
    state = world()
    depot = Base("humans/DP01", "humans", "depot", "Depot", "0303", supplies=35)
    state = changed(state, bases={depot.id: depot})
    draft = play(play_state(state, LoadSupplies("humans-F1", 20)), UnloadSupplies("humans-F1", 6, depot.id))
    assert failures(draft) == ["Depot has room for 5 more supply points."]
    assert draft.ships["humans/FF01"].supplies == 20


def play_state(state: GameState, *orders: Order) -> GameState:
    return frozen(play(state, *orders), turn=1)


@pytest.mark.rule("CW-4.3-23", "CW-4.3-24", "CW-5.1-09")
def test_munitions_are_held_in_magazines_ready_or_in_bays_not_ready() -> None:
    assert magazine_room(KINDS["missiles"]) == 2 * 10 + 5
    state = with_fleet(world(), "humans", "0303", "missiles", name="Guard")
    draft = play(state, LoadMunitions("humans-F1", 60, HOME))
    freighter = draft.ships["humans/FF01"]
    assert (freighter.crated, freighter.munitions, draft.colonies[HOME].munitions) == (60, 0, 40)
    short = play(world("0303", *["freighter"] * 3), LoadMunitions("humans-F1", 101, HOME))
    assert failures(short) == ["Humans 0303 has munitions for 100 CPs in stock, not for 101."]
    ready = play(frozen(draft, turn=1), UnloadMunitions("humans-F1", 25))
    assert (ready.ships["humans/MS01"].munitions, ready.ships["humans/FF01"].crated) == (25, 35)
    assert "room for 25" in failures(play(frozen(draft, turn=1), UnloadMunitions("humans-F1", 26)))[0]


@pytest.mark.rule("CW-4.3-08", "CW-4.3-10")
def test_magazines_are_filled_by_themselves_where_stock_can_reach() -> None:
    state = world("0304", "missiles")
    draft = draft_of(state)
    rearm(draft, "humans")
    assert (draft.ships["humans/MS01"].munitions, draft.colonies[HOME].munitions) == (25, 75)
    assert said(draft, FleetRearmed)[0].cps == 25
    cut_off = with_colony(world(FAR, "missiles"), "humans", FAR, 1, 50)
    supplied = draft_of(cut_off)
    supply_and_stress(supplied)
    assert (supplied.ships["humans/MS01"].stress, supplied.ships["humans/MS01"].munitions) == (0, 0)
    depot = Base("humans/DP01", "humans", "depot", "Depot", FAR, munitions=10)
    stocked = draft_of(changed(cut_off, bases={depot.id: depot}))
    rearm(stocked, "humans")
    assert (stocked.ships["humans/MS01"].munitions, stocked.bases[depot.id].munitions) == (10, 0)


@pytest.mark.rule("CW-4.3-09")
def test_an_ally_reloads_who_may_rearm_and_whose_missiles_fit() -> None:
    state = with_colony(world(FAR, "missiles"), "vermin", FAR, 1, 50, munitions=40)

    def reloaded(*rights: Right, human: tuple[str, ...] = (), vermin: tuple[str, ...] = ()) -> int:
        sides = {
            "humans": changed(state.sides["humans"], technologies=human),
            "vermin": changed(state.sides["vermin"], technologies=vermin),
        }
        draft = draft_of(changed(state, rights=rights, sides=sides))
        rearm(draft, "humans")
        return draft.ships["humans/MS01"].munitions

    supply, arms = Right("vermin", "humans", "supply"), Right("vermin", "humans", "rearm")
    assert [reloaded(), reloaded(supply), reloaded(arms), reloaded(supply, arms)] == [0, 0, 0, 25]
    assert reloaded(supply, arms, human=("Missile Weapons +1",)) == 0
    assert reloaded(supply, arms, human=("Missile Weapons +1",), vermin=("Missile Weapons +1",)) == 25
    assert compatible(("Beam Weapons",), ())


@pytest.mark.rule("CW-4.3-11")
def test_supplies_and_munitions_move_at_the_months_ends_never_during_its_weeks() -> None:
    assert supply_and_stress in MONTH_END
    carrying = (LoadSupplies, UnloadSupplies, TransferSupplies, LoadMunitions, UnloadMunitions, TakeCraft, LandCraft)
    assert {KIND_OF[kind].phase for kind in carrying} == {Phase.UNLOAD, Phase.LOAD}
    assert any(isinstance(step, partial) and Phase.UNLOAD in step.args[0] for step in MONTH_START)
    assert not any(isinstance(step, partial) for step in WEEKLY)
    assert not {supply_and_stress, rearm} & set(WEEKLY)


@pytest.mark.rule("CW-4.3-25")
def test_without_munitions_nothing_else_happens_to_a_ship() -> None:
    bare = changed(world("0304", "missiles"), colonies={HOME: changed(world().colonies[HOME], munitions=0)})
    done = adjudicate(bare, (), Dice(bytes(32), "t", 1)).state
    assert done.ships == bare.ships
    assert done.fleets["humans-F1"].hex == "0304"


@pytest.mark.rule("CW-4.3-05", "CW-4.2-01", "CW-5.1-05")
def test_craft_are_fetched_flying_or_in_crates_and_left_elsewhere() -> None:
    state = world()
    draft = play(
        state, TakeCraft("humans-F1", HOME, "gunboat", 2), TakeCraft("humans-F1", HOME, "fighter", 4, crated=True)
    )
    assert said(draft, CraftTaken)[0].ships == ("humans/GB01", "humans/GB02")
    assert draft.fleets["humans-F1"].ships[-2:] == ("humans/GB01", "humans/GB02")
    assert draft.ships["humans/FF01"].crates == {"fighter": 4}
    assert filled_space(draft.ships["humans/FF01"]) == 40  # 20 hull of crates are two bays
    assert draft.colonies[HOME].garrison == {"gunboat": 4}
    landed = play(
        frozen(draft, turn=1), LandCraft("humans-F1", HOME, "gunboat", 2), LandCraft("humans-F1", HOME, "fighter", 3)
    )
    assert landed.colonies[HOME].garrison == {"gunboat": 6, "fighter": 3}
    assert landed.ships["humans/FF01"].crates == {"fighter": 1}
    assert "humans/GB01" not in landed.ships
    assert said(landed, CraftLanded)[0].ships == ("humans/GB01", "humans/GB02")


@pytest.mark.rule("CW-5.1-03", "CW-4.3-05")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (TakeCraft("humans-F1", HOME, "gunboat", 7), "holds 6 Gunboat"),
        (TakeCraft("humans-F1", HOME, "gunboat", 5, crated=True), "room for 4 crated"),
        (TakeCraft("humans-F1", HOME, "scout", 1), "none of your small craft"),
        (TakeCraft("humans-F1", "1818-3", "gunboat", 1), "no colony or base"),
        (LandCraft("humans-F1", HOME, "gunboat", 1), "has 0 Gunboat"),
        (LoadSupplies("humans-F1", 0), "at least 1"),
        (LoadSupplies("vermin-F1", 1), "no fleet"),
        (UnloadSupplies("humans-F1", 1), "Only 0 of these 1"),
        (TransferSupplies("humans-F1", 1, "humans-F1"), "already"),
        (LoadMunitions("humans-F1", 5, "0505-1"), "no colony or base"),
    ],
)
def test_what_cannot_be_carried_is_refused_alike_before_and_at_the_deadline(order: Order, says: str) -> None:
    state = world()
    with pytest.raises(GameError, match=says):
        check(view_for(state, "humans"), (), order)
    draft = play(state, order)
    assert says in failures(draft)[0]
    assert (draft.ships, draft.colonies) == (state.ships, state.colonies)


@pytest.mark.parametrize(
    "orders",
    [
        (LoadSupplies("humans-F1", 30), LoadMunitions("humans-F1", 20, HOME)),
        (TakeCraft("humans-F1", HOME, "gunboat", 2), TakeCraft("humans-F1", HOME, "gunboat", 1)),
    ],
)
def test_what_is_promised_on_the_sheet_is_done(orders: tuple[Order, ...]) -> None:
    state = world()
    view = view_for(state, "humans")
    kept = sheet("humans")
    for order in orders:
        preview = check(view, kept, order)
        assert preview.text.startswith("Convoy takes")
        kept = sheet("humans", *(s.order for s in kept), preview.order)
    assert failures(adjudicate(state, kept, Dice(bytes(32), "t", 1))) == []
