"""Others' supplies, stress, stocks, agreements and research told to them change nothing that a side gets."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.diplomacy.treaty_orders import GrantRights, OfferTrade
from rules.cluster_war.chapters.logistics.cargo_orders import TakeCraft
from rules.cluster_war.chapters.logistics.supply_orders import LoadMunitions, LoadSupplies
from rules.cluster_war.chapters.research.transfer_orders import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import TradeLevel
from rules.cluster_war.model.state.dealings import Offer, Pact, Right, TradeRecord
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Task
from rules.cluster_war.model.state.sides import Received
from rules.values import changed as replace
from tests.rules.cluster_war.build import small
from tests.rules.cluster_war.turn.views.test_noninterference import Change, World, assert_same, random_world, received


def with_third(state: GameState) -> GameState:
    """The Oolab far away, whom only the Vermin know; the Humans trade with the Vermin."""
    oolab = small(("oolab",), turn=2)
    return replace(
        state,
        sides={**state.sides, **oolab.sides},
        knowledge={**state.knowledge, **oolab.knowledge},
        pacts=(Pact("humans", "vermin", "limited", 1),),
        embassies=("humans|vermin", "oolab|vermin"),
        rights=(Right("vermin", "humans", "supply"), Right("vermin", "humans", "rearm")),
    )


def other_holds(data: st.DataObject, state: GameState) -> GameState:
    """Other supplies, munitions, stress and damage of Vermin ships, other stocks at their colonies."""
    n = st.integers(0, 40)

    def changed(ship: Any) -> Any:
        return replace(
            ship, supplies=data.draw(n), munitions=data.draw(n), crated=data.draw(n), stress=data.draw(n), failures=2
        )

    return replace(
        state,
        ships={k: changed(s) if s.side == "vermin" else s for k, s in state.ships.items()},
        colonies={
            k: replace(c, munitions=data.draw(n), garrison={"scout": 3})
            if c.side == "vermin" and c.hex == "1818"
            else c
            for k, c in state.colonies.items()
        },
    )


def other_deals(data: st.DataObject, state: GameState) -> GameState:
    """Agreements, offers, rights and embassies between the Vermin and the Oolab."""
    level: TradeLevel = data.draw(st.sampled_from(("limited", "full")))
    return replace(
        state,
        pacts=(*state.pacts, Pact("oolab", "vermin", level, 1)),
        offers=(Offer("oolab", "vermin", "full", 1),),
        rights=(*state.rights, Right("vermin", "oolab", "supply"), Right("oolab", "vermin", "aid")),
        trade_history={
            **state.trade_history,
            "vermin": (TradeRecord(1, "Oolab", "full", data.draw(st.integers(0, 99))),),
        },
    )


def other_research(data: st.DataObject, state: GameState) -> GameState:
    """What the Vermin were given, found out and were told about research."""
    vermin = replace(
        state.sides["vermin"],
        discoveries=("Psionic Ability",),
        received={"Beams": Received(data.draw(st.integers(1, 3)), whole=True)},
        materials=("Neutronium",),
    )
    told = Task("Better Sensors", data.draw(st.integers(3, 9)), "Ions", ("Plasma",), side="vermin")
    return replace(state, sides={**state.sides, "vermin": vermin}, tasks=(*state.tasks, told))


@pytest.mark.rule("CW-18.0-07", "CW-11.0-08")
@pytest.mark.parametrize("change", [other_holds, other_deals, other_research], ids=lambda change: change.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_a_hidden_fact_changes_nothing_that_a_side_gets(change: Change, data: st.DataObject) -> None:
    state, orders = random_world(data)
    state = with_third(state)
    assert_same((state, orders), (change(data, state), orders))


@settings(max_examples=25)
@given(data=st.data())
def test_others_orders_of_supply_and_dealings_change_nothing_that_a_side_gets(data: st.DataObject) -> None:
    state, orders = random_world(data)
    state = with_third(state)
    secret: list[Order] = [
        OfferTrade("oolab", "full"),
        GrantRights("oolab", "supply"),
        PayTransfer("Beams"),
        ShareData("oolab", "Worms"),
        TransferTechnology("oolab", "Worms", cover=True),
        GiveMaterial("oolab", "Neutronium"),
    ]
    for key in sorted(f for f in state.fleets if f.startswith("vermin")):
        secret += [LoadSupplies(key, 5), LoadMunitions(key, 5, "1818-3"), TakeCraft(key, "1818-3", "scout", 1)]
    known = len([o for o in orders if o.side == "vermin"])
    more = tuple(SignedOrder(f"vermin-2-{n}", "vermin", n, o) for n, o in enumerate(secret, known + 1))
    assert_same((state, orders), (state, orders + more))


def test_a_partners_growth_is_noticed_by_what_he_brings() -> None:
    world: World = (with_third(small(turn=2)), ())
    state = world[0]
    grown = replace(state, colonies={**state.colonies, "1818-3": replace(state.colonies["1818-3"], size=900)})
    assert received(world) != received((grown, ()))
