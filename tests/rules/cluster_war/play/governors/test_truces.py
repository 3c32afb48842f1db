"""How governors make peace by what the rules offer, which is trade: who asks, who takes it, and how long it holds."""

from typing import Final

import pytest

from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, EndTrade, OfferTrade, offer_of, pact_of
from rules.cluster_war.model.state.common import TradeLevel
from rules.cluster_war.model.state.dealings import Offer, Pact
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.play.governors.aims import TRUCE_TURNS
from rules.cluster_war.play.governors.concerns.diplomacy import WAR_WEARY_TURNS, diplomacy
from rules.cluster_war.play.governors.concerns.war import propose_yielding
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.values import changed
from tests.rules.cluster_war.play.governors.kit import fleet, month, situation_of, world
from tests.rules.cluster_war.play.governors.test_concerns_of_peace import orders_of

TURN: Final = 20
WAR: Final = GovernorMemory(
    turn=19,
    foe="vermin",
    since=TURN - WAR_WEARY_TURNS,
    grudges={"vermin": 9},
    cause="they began it",
    greeted=("vermin",),
)
TALKS: Final = ("humans|vermin",)


def at_war(ships: int = 1, turn: int = TURN) -> GameState:
    """The Humans at war with the Vermin, with so many destroyers; the two can speak."""
    state = changed(world(vermin=50, turn=turn), embassies=TALKS)
    return fleet(state, "Line", "0303", *["DD"] * ships)


def offered(state: GameState, level: TradeLevel = "limited") -> GameState:
    """The state in which the Vermin offer trade."""
    return changed(state, offers=(Offer("vermin", "humans", level, state.turn - 1),))


def hostile(state: GameState) -> GameState:
    """The state in which the Humans may not yield to diplomacy."""
    race = changed(state.sides["humans"].race, attitude="Hostile, Xenophobic")
    return changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], race=race)})


@pytest.mark.rule("CW-11.0-02")
def test_an_enemys_offer_of_trade_is_peace_for_who_is_not_winning() -> None:
    plan, after, _ = month(offered(at_war()), "trader", memory=WAR)
    assert (plan.memory.foe, plan.memory.truces, plan.memory.grudges) == ("", {"vermin": TURN}, {})
    assert AcceptTrade("vermin") in [one.order for one in plan.orders]
    assert pact_of(after.pacts, "humans", "vermin") is not None
    assert [one.occasion for one in plan.said] == ["peace"]


def test_who_is_winning_takes_a_submission_and_no_less() -> None:
    strong = at_war(ships=20)
    assert situation_of(offered(strong), "conqueror", memory=WAR).memory.foe == "vermin"
    assert situation_of(offered(strong, "full"), "conqueror", memory=WAR).memory.foe == ""


def test_nobody_makes_peace_with_whom_they_began_to_fight_just_now() -> None:
    new = changed(WAR, since=TURN - 2)
    assert situation_of(offered(at_war(), "full"), memory=new).memory.foe == "vermin"
    bound = changed(at_war(), pacts=(Pact("humans", "vermin", "limited", 3),))
    assert situation_of(bound, memory=new).memory.foe == "vermin"
    assert situation_of(bound, memory=WAR).memory.foe == ""


def test_a_peace_is_kept_for_some_turns() -> None:
    near = at_war(ships=8)
    fresh = GovernorMemory(truces={"vermin": TURN - TRUCE_TURNS + 1})
    assert situation_of(near, "conqueror", memory=fresh).memory.foe == ""
    assert situation_of(near, "conqueror", memory=changed(fresh, grudges={"vermin": 12})).memory.foe == ""
    assert (
        situation_of(near, "conqueror", memory=GovernorMemory(truces={"vermin": TURN - TRUCE_TURNS})).memory.foe
        == "vermin"
    )


def test_who_is_weary_asks_for_peace_and_says_so() -> None:
    plan, after, _ = month(at_war(), "builder", memory=WAR)
    assert OfferTrade("vermin", "limited") in [one.order for one in plan.orders]
    assert [one.occasion for one in plan.said] == ["terms"]
    assert offer_of(after.offers, "humans", "vermin") is not None
    asked = changed(at_war(turn=TURN + 1), offers=after.offers)
    assert not any(
        isinstance(o, OfferTrade | EndTrade) for o in orders_of(diplomacy(situation_of(asked, memory=plan.memory)))
    )
    fresh = situation_of(at_war(), memory=changed(WAR, since=TURN - WAR_WEARY_TURNS + 1))
    assert not any(isinstance(o, OfferTrade) for o in orders_of(diplomacy(fresh)))
    winning = situation_of(at_war(ships=20), memory=WAR)
    assert not any(isinstance(o, OfferTrade) for o in orders_of(diplomacy(winning)))


@pytest.mark.rule("CW-3.1-30")
def test_who_is_hostile_and_xenophobic_neither_asks_nor_yields() -> None:
    state = hostile(at_war())
    assert situation_of(offered(state, "full"), memory=WAR).memory.foe == "vermin"
    assert not any(isinstance(o, OfferTrade) for o in orders_of(diplomacy(situation_of(state, memory=WAR))))
    beaten = GovernorMemory(beaten=TURN, grudges={"vermin": 9})
    assert orders_of(propose_yielding(situation_of(state, memory=beaten))) == []
    assert "terms" not in month(state, memory=beaten)[0].aims[0]


def test_who_is_beaten_offers_all_that_trade_can_give() -> None:
    found = orders_of(
        propose_yielding(situation_of(at_war(), memory=GovernorMemory(beaten=TURN, grudges={"vermin": 9})))
    )
    assert OfferTrade("vermin", "full") in found
