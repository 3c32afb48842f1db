"""Ambassadors: exchanged when both have sent them, and what takes them where a campaign asks for it (CW-13.0-06 to 08)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy
from rules.cluster_war.chapters.diplomacy.contact import RecallAmbassadors, SendAmbassadors, in_contact
from rules.cluster_war.chapters.diplomacy.treaty_orders import OfferTrade
from rules.cluster_war.chapters.research.transfer_orders import ShareData
from rules.cluster_war.model.events.diplomacy import AmbassadorsSent
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import DICE, sheet, small

ASKED = Settings(rulings={"CW-13.0-08": "ambassadors"})


def met(settings: Settings | None = None) -> GameState:
    """Humans and Vermin have met, and are out of contact."""
    state = small(settings=settings)
    pairs = {"humans": ("vermin",), "vermin": ("humans",)}
    knowledge = {side: changed(known, met=pairs[side]) for side, known in state.knowledge.items()}
    return changed(state, knowledge=knowledge)


def turn(state: GameState, mine: tuple[Order, ...] = (), theirs: tuple[Order, ...] = ()) -> Any:
    """A whole turn."""
    given = (*sheet("humans", *mine, turn=state.turn), *sheet("vermin", *theirs, turn=state.turn))
    return adjudicate(state, given, changed(DICE, turn=state.turn))


@pytest.mark.rule("CW-13.0-08", "CW-13.0-06")
def test_ambassadors_are_exchanged_when_both_have_sent_theirs_and_that_is_contact() -> None:
    first = turn(met(), (SendAmbassadors("vermin"),))
    assert (first.state.embassies, first.state.signals.envoys) == ((), ("humans>vermin",))
    assert not in_contact(first.state, "humans", "vermin")
    assert view_for(first.state, "vermin").signals.envoys == ("humans>vermin",)
    told = [(e.seen_by, e.exchanged) for e in first.events if isinstance(e, AmbassadorsSent)]
    assert told == [(("humans",), False), (("vermin",), False)]
    second = turn(first.state, (), (SendAmbassadors("humans"),))
    assert (second.state.embassies, second.state.signals.envoys) == (("humans|vermin",), ())
    assert in_contact(second.state, "humans", "vermin")
    assert [e.exchanged for e in second.events if isinstance(e, AmbassadorsSent)] == [True, True]
    both = turn(met(), (SendAmbassadors("vermin"),), (SendAmbassadors("humans"),))
    assert both.state.embassies == ("humans|vermin",)


@pytest.mark.rule("CW-13.0-08")
def test_either_recalls_its_ambassadors_those_that_wait_and_those_exchanged() -> None:
    waiting = turn(met(), (SendAmbassadors("vermin"),)).state
    assert turn(waiting, (RecallAmbassadors("vermin"),)).state.signals.envoys == ()
    friends = amend(met(), SetEmbassy("humans", "vermin", exchanged=True), "").state
    done = turn(friends, (), (RecallAmbassadors("humans"),))
    assert done.state.embassies == ()
    assert [e.recalled for e in done.events if isinstance(e, AmbassadorsSent)] == [True, True]


@pytest.mark.rule("CW-13.0-08", "CW-13.0-06")
@pytest.mark.parametrize(
    ("exchanged", "order", "says"),
    [
        (True, SendAmbassadors("vermin"), "exchanged ambassadors with Vermin already"),
        (False, RecallAmbassadors("vermin"), "no ambassadors with Vermin"),
        (False, SendAmbassadors("humans"), "your own empire"),
    ],
)
def test_what_cannot_be_is_refused(exchanged: bool, order: Order, says: str) -> None:
    state = met()
    if exchanged:
        state = amend(state, SetEmbassy("humans", "vermin", exchanged=True), "").state
    with pytest.raises(IllegalOrderError, match=says):
        check(view_for(state, "humans"), (), order)
    failed = [e.reason for e in turn(state, (order,)).events if isinstance(e, OrderFailed)]
    assert says in failed[0]


@pytest.mark.rule("CW-13.0-06", "CW-13.0-08")
def test_strangers_cannot_be_sent_ambassadors() -> None:
    with pytest.raises(IllegalOrderError, match="not in regular contact"):
        check(view_for(small(), "humans"), (), SendAmbassadors("vermin"))
    waiting = turn(met(), (SendAmbassadors("vermin"),)).state
    with pytest.raises(IllegalOrderError, match="wait for theirs already"):
        check(view_for(waiting, "humans"), (), SendAmbassadors("vermin"))


@pytest.mark.rule("CW-13.0-08")
def test_full_trade_and_technology_take_ambassadors_where_the_campaign_asks_for_them() -> None:
    near = changed(met(ASKED), settings=changed(ASKED, grid_touch=40))
    owner = changed(near.sides["humans"], technologies=("Ion Lamps",))
    near = changed(near, sides={**near.sides, "humans": owner})
    close = adjudicate(near, (), DICE).state
    home = next(c for c in close.colonies.values() if c.side == "vermin")
    known = changed(close.knowledge["humans"], colonies={home.id: ColonySighting(home.id, "vermin", home.hex, 3, 0)})
    close = changed(close, knowledge={**close.knowledge, "humans": known})
    assert in_contact(close, "humans", "vermin")
    for order in (OfferTrade("vermin", "full"), ShareData("vermin", "Ion Lamps")):
        with pytest.raises(IllegalOrderError, match="takes ambassadors") as caught:
            check(view_for(close, "humans"), (), order)
        assert caught.value.rule == "CW-13.0-08"
        failed = [e.cause.rule for e in turn(close, (order,)).events if isinstance(e, OrderFailed)]
        assert failed == ["CW-13.0-08"]
    assert check(view_for(close, "humans"), (), OfferTrade("vermin", "limited")).text
    free = changed(close, settings=changed(close.settings, rulings={}))
    assert check(view_for(free, "humans"), (), OfferTrade("vermin", "full")).text
    friends = amend(close, SetEmbassy("humans", "vermin", exchanged=True), "").state
    assert check(view_for(friends, "humans"), (), OfferTrade("vermin", "full")).text
