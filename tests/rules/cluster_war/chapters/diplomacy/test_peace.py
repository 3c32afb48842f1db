"""Peace and truces that two empires agree on, threats, and trade that ends with a blow."""

from typing import Any

import pytest

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.diplomacy.peace_orders import BreakPeace, OfferPeace, Threaten
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.events.diplomacy import PeaceAgreed, PeaceEnded, TradeBroken, TruceOver
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Deed, Pact
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import sheet, small
from tests.rules.cluster_war.chapters.combat.battles import facing, played

DICE = Dice(bytes(32), "t", 1)


def world(**more: Any) -> GameState:
    """Humans and Vermin with ambassadors."""
    return changed(small(), embassies=("humans|vermin",), **more)


def turn(state: GameState, mine: tuple[Order, ...] = (), theirs: tuple[Order, ...] = ()) -> Any:
    """A whole turn."""
    orders = (*sheet("humans", *mine, turn=state.turn), *sheet("vermin", *theirs, turn=state.turn))
    return adjudicate(state, orders, changed(DICE, turn=state.turn))


def kinds(state: GameState, side: str = "humans") -> list[tuple[str, str]]:
    return [(deed.kind, deed.by) for deed in state.knowledge[side].deeds]


@pytest.mark.rule("CW-18.0-24")
def test_peace_is_offered_and_agreed_and_holds_from_the_next_turn() -> None:
    offered = turn(world(), (OfferPeace("vermin"),))
    assert offered.state.peace == ()
    assert [o.taker for o in view_for(offered.state, "vermin").peace_offers] == ["vermin"]
    assert "you have peace from turn 3" in check(view_for(offered.state, "vermin"), (), OfferPeace("humans")).text
    agreed = turn(offered.state, (), (OfferPeace("humans"),))
    assert agreed.state.peace == ("humans|vermin",)
    assert agreed.state.peace_offers == ()
    assert [e.until for e in agreed.events if isinstance(e, PeaceAgreed)] == [0, 0]
    assert view_for(agreed.state, "humans").peace == ("vermin",)
    assert kinds(agreed.state) == kinds(agreed.state, "vermin") == [("peace", "")]
    with pytest.raises(IllegalOrderError, match="You have peace with Vermin already"):
        check(view_for(agreed.state, "humans"), (), OfferPeace("vermin"))


@pytest.mark.rule("CW-18.0-24")
def test_of_two_offers_the_shorter_is_a_truce_that_ends_by_itself() -> None:
    done = turn(world(), (OfferPeace("vermin", 9),), (OfferPeace("humans", 2),))
    (truce,) = done.state.truces
    assert (truce.a, truce.b, truce.until) == ("humans", "vermin", 4)
    second = turn(done.state)
    assert second.state.peace == ("humans|vermin",)
    third = turn(second.state)
    assert third.state.peace == third.state.truces == ()
    assert [e.seen_by for e in third.events if isinstance(e, TruceOver)] == [("humans", "vermin")]
    assert kinds(third.state) == [("truce", ""), ("truce over", "")]


@pytest.mark.rule("CW-18.0-24")
def test_either_may_end_peace_and_withdraw_or_decline_offers() -> None:
    state = world(peace=("humans|vermin",))
    ended = turn(state, (), (BreakPeace("humans"),))
    assert ended.state.peace == ()
    assert kinds(ended.state) == kinds(ended.state, "vermin") == [("peace ended", "vermin")]
    offered = turn(world(), (OfferPeace("vermin"),))
    declined = turn(offered.state, (), (BreakPeace("humans"),))
    assert declined.state.peace_offers == ()
    assert [e.offer for e in declined.events if isinstance(e, PeaceEnded)] == [True, True]
    assert kinds(declined.state) == [], "an offer that is declined is no deed"
    with pytest.raises(IllegalOrderError, match="You have no peace with Vermin"):
        check(view_for(world(), "humans"), (), BreakPeace("vermin"))


@pytest.mark.rule("CW-18.0-24")
def test_peace_and_threats_take_contact_and_sense() -> None:
    for order in (OfferPeace("vermin"), Threaten("vermin")):
        with pytest.raises(GameError, match="not in regular contact"):
            check(view_for(small(), "humans"), (), order)
        assert any(isinstance(e, OrderFailed) for e in turn(small(), (order,)).events)
    with pytest.raises(IllegalOrderError, match="1 to 24 turns"):
        check(view_for(world(), "humans"), (), OfferPeace("vermin", 99))
    done = turn(world(), (Threaten("vermin"),))
    assert kinds(done.state) == kinds(done.state, "vermin") == [("threat", "humans")]
    again = turn(done.state, (Threaten("vermin"),))
    assert [(d.turn, d.last) for d in again.state.knowledge["humans"].deeds] == [(1, 2)]


@pytest.mark.parametrize(
    "order", [OfferPeace("vermin"), OfferPeace("vermin", 6), BreakPeace("vermin"), Threaten("vermin")]
)
def test_they_are_written_as_lines(order: Order) -> None:
    names = names_of(view_for(world(), "humans"))
    assert parse_order(format_order(order, names), names) == order


def partners(since: int = 0) -> GameState:
    """Fleets of partners in full trade in one hex."""
    return changed(facing(Engagement()), pacts=(Pact("humans", "vermin", "full", since),))


@pytest.mark.rule("CW-11.0-02")
def test_who_opens_fire_on_a_partner_has_ended_the_agreement() -> None:
    done = played(partners(), *sheet("humans", SetEngagement("humans-F1", "attack")))
    assert done.state.pacts == ()
    told = [e for e in done.events if isinstance(e, TradeBroken)]
    assert [(e.side, e.other, e.deed, e.seen_by) for e in told] == [
        ("humans", "vermin", "attack", ("vermin",)),
        ("humans", "vermin", "attack", ("humans",)),
    ]
    assert ("attack", "humans") in kinds(done.state, "vermin")
    assert ("trade ended", "humans") in kinds(done.state, "vermin")


@pytest.mark.rule("CW-11.0-02")
def test_an_agreement_outlasts_the_month_in_which_it_is_made() -> None:
    assert played(partners(since=1), *sheet("humans", SetEngagement("humans-F1", "attack"))).state.pacts


def asked(state: GameState, order: Order, *before: Order) -> list[str]:
    """What the preview of an order asks."""
    return [note.text for note in check(view_for(state, "humans"), sheet("humans", *before), order).notes if note.asks]


PARTNER = "Vermin is your partner in full trade since turn 0; "


@pytest.mark.rule("CW-11.0-02")
def test_an_order_that_would_strike_a_partner_asks_first() -> None:
    state = partners()
    attack = SetEngagement("humans-F1", "attack")
    told = f"{PARTNER}who attacks, attacks them, too, and that breaks it. The stance defend does not."
    assert asked(state, attack) == asked(state, changed(attack, fleet="")) == [told]
    assert asked(state, changed(attack, stance="defend")) == []
    assert asked(changed(state, peace=("humans|vermin",)), attack) == []
    assert asked(changed(state, pacts=()), attack) == []
    world = "0506-1"
    sighted = {world: ColonySighting(world, "vermin", "0506", 1, 0)}
    known = {**state.knowledge, "humans": changed(state.knowledge["humans"], colonies=sighted)}
    state = changed(state, knowledge=known)
    assert asked(state, RaidRoute("humans-F1", ("0506",))) == [f"{PARTNER}this breaks it."]
    move = MoveFleet("humans-F1", (Leg("0506"),))
    assert asked(state, move) == []
    assert asked(state, move, attack) == [
        f"{PARTNER}1st Fleet attacks whom it meets, they are at 0506, and that breaks it."
    ]
    assert asked(state, move, SetMission("humans-F1", "blockade")) == [f"{PARTNER}this breaks it."]
    here = {"0505-1": ColonySighting("0505-1", "vermin", "0505", 1, 0)}
    known = {**state.knowledge, "humans": changed(state.knowledge["humans"], colonies=here)}
    fire = BombardWorld("humans-F1", "0505", 1, "people")
    assert asked(changed(state, knowledge=known), fire) == [f"{PARTNER}this breaks it."]


def test_the_record_keeps_the_newest_of_each_empire() -> None:
    state = world()
    old = tuple(Deed("trade", "vermin", "", at, at) for at in range(30))
    known = {**state.knowledge, "humans": changed(state.knowledge["humans"], deeds=old)}
    done = turn(changed(state, knowledge=known), (Threaten("vermin"),))
    assert len(done.state.knowledge["humans"].deeds) == 12
    assert done.state.knowledge["humans"].deeds[-1].kind == "threat"
