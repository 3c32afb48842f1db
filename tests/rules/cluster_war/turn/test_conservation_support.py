"""Whatever is carried, given and traded: CPs, supplies, munitions, craft and ships are conserved; promises hold."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.diplomacy.treaty_orders import (
    AcceptTrade,
    EndTrade,
    GrantRights,
    OfferTrade,
    RevokeRights,
)
from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, LoadCargo, TakeCraft, UnloadCargo
from rules.cluster_war.chapters.logistics.supply_orders import (
    GiftCps,
    LoadMunitions,
    LoadSupplies,
    TransferSupplies,
    UnloadMunitions,
    UnloadSupplies,
)
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.transfer_orders import PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.model.events.colonies import BudgetClosed
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StoresMoved
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design, Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check, forecast
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import DESIGNS, body, sheet, small, star, with_colony, with_fleet

SIDES = ("humans", "vermin")

KINDS = {
    **DESIGNS,
    "gunboat": Design("gunboat", "Gunboat", "small_craft", 9, 9, DESIGNS["scout"].drive, cargo_bays=1, prefix="GB"),
    "missiles": Design("missiles", "Missiles", "ship", 30, 200, DESIGNS["scout"].drive, magazines=2, prefix="MS"),
    "farm": Design(
        "farm", "Farm", "base", 20, 90, agro=6, light_industry=4, mining=3, cargo_bays=2, hangar=20, prefix="FB"
    ),
}
HEXES = ("0303", "0404", "0910", "1818")


def world() -> GameState:
    """Two empires with ambassadors, stocks, craft, cargo, a colony cut off, a farm base far away, and rights."""
    state = small(systems=[star("0404", body(2)), star("0910", body(1, "5555", 90)), star("1212", body(1, "5554", 80))])
    state = with_colony(state, "humans", "0910", 1, 50, store=30)
    state = with_colony(state, "vermin", "1212", 1, 20)
    sides = {
        k: changed(s, designs=KINDS, treasury=300, technologies=("Beams",) if k == "humans" else ("Worms",))
        for k, s in state.sides.items()
    }
    state = changed(state, sides=sides)
    state = with_fleet(state, "humans", "0303", "freighter", "freighter", "scout")
    state = with_fleet(state, "humans", "0404", "freighter", "freighter")
    state = with_fleet(state, "vermin", "1818", "freighter", "scout")
    state = with_fleet(state, "humans", "0303", "missiles", "freighter")
    state = with_fleet(state, "humans", "1818", "freighter", "freighter")
    state = with_fleet(state, "vermin", "0910", "missiles", "freighter")
    ships = {k: changed(s, cargo=30, supplies=15) if "FF" in k else s for k, s in state.ships.items()}
    homes = {
        k: changed(c, garrison={"gunboat": 5}, munitions=90) if k in {"0303-3", "1818-3"} else c
        for k, c in state.colonies.items()
    }
    farm = Base("humans/FB01", "humans", "farm", "Farm", "0404", supplies=9, munitions=20, garrison={"gunboat": 2})
    seen = {"1818-3": ColonySighting("1818-3", "vermin", "1818", 3, 0)}
    known = {**state.knowledge, "humans": changed(state.knowledge["humans"], colonies=seen)}
    return changed(
        state,
        ships=ships,
        colonies=homes,
        bases={farm.id: farm},
        knowledge=known,
        embassies=("humans|vermin",),
        rights=(Right("vermin", "humans", "aid"), Right("vermin", "humans", "supply")),
        counters={**state.counters, "ship/humans/FB": 1},
    )


def orders_of(side: str) -> st.SearchStrategy[Order]:
    """Orders of one side, most of them sensible."""
    other = "vermin" if side == "humans" else "humans"
    n = st.integers(-1, 60)
    few = st.integers(0, 4)
    fleets = st.sampled_from([f"{side}-F{i}" for i in range(1, 5)])
    places = st.sampled_from(["0303-3", "humans/FB01"] if side == "humans" else ["1818-3", "1212-1"])
    technology = st.sampled_from(["Beams", "Worms"])
    return st.one_of(
        st.builds(LoadSupplies, fleets, n),
        st.builds(UnloadSupplies, fleets, n, st.sampled_from(["", "humans/FB01"])),
        st.builds(TransferSupplies, fleets, n, fleets),
        st.builds(LoadMunitions, fleets, n, places),
        st.builds(UnloadMunitions, fleets, n, st.sampled_from(["", "0303-3", "humans/FB01"])),
        st.builds(TakeCraft, fleets, places, st.just("gunboat"), few, st.booleans()),
        st.builds(LandCraft, fleets, places, st.just("gunboat"), few),
        st.builds(GiftCps, fleets, n, st.sampled_from(["1818-3", "0303-3"])),
        st.builds(LoadCargo, fleets, n),
        st.builds(UnloadCargo, fleets, n, places),
        st.builds(MoveFleet, fleets, st.tuples(st.builds(Leg, st.sampled_from(HEXES)))),
        st.builds(GrantRights, st.just(other), st.sampled_from(["supply", "rearm", "aid"])),
        st.builds(RevokeRights, st.just(other), st.sampled_from(["supply", "rearm", "aid"])),
        st.builds(OfferTrade, st.just(other), st.sampled_from(["limited", "full"])),
        st.sampled_from([AcceptTrade(other), EndTrade(other)]),
        st.builds(ShareData, st.just(other), technology),
        st.builds(TransferTechnology, st.just(other), technology, st.booleans()),
        st.builds(PayTransfer, technology),
    )


turns = st.lists(
    st.tuples(st.lists(orders_of("humans"), max_size=12), st.lists(orders_of("vermin"), max_size=8)),
    min_size=1,
    max_size=4,
)


@pytest.mark.rule("CW-5.0-18", "CW-5.0-19", "CW-8.1-02", "CW-11.0-05")
@settings(max_examples=60)
@given(turns, st.binary(min_size=32, max_size=32))
def test_what_is_carried_given_and_traded_is_conserved(played: list[Any], seed: bytes) -> None:
    state = world()
    for mine, theirs in played:
        signed = (*sheet("humans", *mine, turn=state.turn), *sheet("vermin", *theirs, turn=state.turn))
        done = adjudicate(state, signed, Dice(seed, "support", state.turn))
        assert broken_invariants(state, done.state, done.events) == ()
        assert munitions(done.state) == munitions(state)
        assert craft(done.state) == craft(state)
        assert supplies(done.state) <= supplies(state) + loaded(done.events) + 6 * len(state.bases)
        nothing_overflows(done.state)
        state = done.state


def munitions(state: GameState) -> int:
    places = sum(c.munitions for c in state.colonies.values()) + sum(b.munitions for b in state.bases.values())
    return places + sum(s.munitions + s.crated for s in state.ships.values())


def craft(state: GameState) -> int:
    garrisons = [c.garrison for c in state.colonies.values()] + [b.garrison for b in state.bases.values()]
    held = sum(g.get("gunboat", 0) for g in garrisons)
    return held + sum(s.crates.get("gunboat", 0) + (s.design == "gunboat") for s in state.ships.values())


def supplies(state: GameState) -> int:
    return sum(s.supplies for s in state.ships.values()) + sum(b.supplies for b in state.bases.values())


def loaded(events: tuple[Event, ...]) -> int:
    return sum(e.amount for e in events if isinstance(e, StoresMoved) and e.way == "loaded" and e.what == "supplies")


def nothing_overflows(state: GameState) -> None:
    assert all(s.treasury >= 0 for s in state.sides.values())
    for ship in state.ships.values():
        design = KINDS[ship.design]
        room = design.cargo_bays * (2 if design.kind == "small_craft" else 20)
        crates = sum(KINDS[d].hull * 2 * n for d, n in ship.crates.items())
        assert ship.crate_room == crates
        assert min(ship.cargo, ship.supplies, ship.crated, ship.munitions) >= 0
        assert ship.cargo + ship.supplies + ship.crated + crates <= room
        assert ship.munitions <= design.magazines * 10
        assert 0 <= ship.stress <= 100
    for base in state.bases.values():
        assert 0 <= base.supplies <= 40
        assert base.munitions >= 0
    assert all(c.munitions >= 0 and all(n > 0 for n in c.garrison.values()) for c in state.colonies.values())
    assert len({(p.a, p.b) for p in state.pacts}) == len(state.pacts)


sheets = st.lists(st.lists(orders_of("humans"), max_size=14), min_size=1, max_size=3)


@pytest.mark.rule("CW-5.0-18", "CW-18.0-10")
@settings(max_examples=60)
@given(sheets)
def test_orders_that_were_taken_are_carried_out_and_leave_what_was_forecast(played: list[list[Order]]) -> None:
    state = world()
    for wished in played:
        view = view_for(state, "humans")
        kept: tuple[SignedOrder, ...] = ()
        for order in wished:
            try:
                preview = check(view, kept, order)
            except GameError:
                continue
            kept = (*kept, *sheet("humans", preview.order, turn=state.turn))
            kept = tuple(SignedOrder(f"humans-{state.turn}-{n}", "humans", n, s.order) for n, s in enumerate(kept, 1))
        promised = forecast(view, kept)
        assert promised.problems == ()
        done = adjudicate(state, kept, Dice(bytes(32), "plans", state.turn))
        assert [e.reason for e in done.events if isinstance(e, OrderFailed)] == []
        closed = next(e for e in done.events if isinstance(e, BudgetClosed) and e.side == "humans")
        assert promised.left == closed.carried
        state = done.state
