"""Contact, rights, trade between players' empires, foreign aid."""

from typing import Any

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import Contagion, SetEmbassy
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.diplomacy.treaty_orders import (
    AcceptTrade,
    EndTrade,
    GrantRights,
    OfferTrade,
    RevokeRights,
)
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.logistics.supply_orders import GiftCps
from rules.cluster_war.model.economy.income import count_income, dependence, income, intelligence_bonus
from rules.cluster_war.model.events.colonies import DependenceNoticed, IncomeCounted
from rules.cluster_war.model.events.diplomacy import TradeAgreed, TradeEnded
from rules.cluster_war.model.events.logistics import AidLanded
from rules.cluster_war.model.events.turn import OrderFailed, QuestionRaised
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import RightKind, Settings
from rules.cluster_war.model.state.dealings import Offer, Pact, Right, TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting, Knowledge
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import draft_of, sheet, small, with_colony, with_fleet

DICE = Dice(bytes(32), "t", 1)
PLAIN = Settings()


def world(**more: Any) -> GameState:
    """Humans and Vermin with ambassadors, 1000 CPs a turn each."""
    return changed(small(), embassies=("humans|vermin",), **more)


def turn(state: GameState, mine: tuple[Order, ...] = (), theirs: tuple[Order, ...] = ()) -> Any:
    """A whole turn."""
    orders = (*sheet("humans", *mine, turn=state.turn), *sheet("vermin", *theirs, turn=state.turn))
    return adjudicate(state, orders, changed(DICE, turn=state.turn))


def failures(done: Any) -> list[str]:
    return [e.reason for e in done.events if isinstance(e, OrderFailed)]


@pytest.mark.rule("CW-13.0-06")
def test_contact_is_an_embassy_a_fleet_at_a_world_or_touching_grids_as_far_as_known() -> None:
    state = small()
    assert not in_contact(state, "humans", "vermin")
    assert in_contact(world(), "humans", "vermin")
    theirs = {"1818-3": ColonySighting("1818-3", "vermin", "1818", 3, 0)}
    known = {**state.knowledge, "humans": Knowledge(colonies=theirs)}
    state = changed(state, knowledge=known)
    assert not in_contact(state, "humans", "vermin")
    visiting = with_fleet(state, "humans", "1818", "scout")
    assert in_contact(visiting, "humans", "vermin")
    assert in_contact(view_for(visiting, "humans"), "humans", "vermin")
    assert in_contact(with_colony(state, "humans", "1815", 1, 10), "humans", "vermin")
    assert not in_contact(with_colony(state, "humans", "1814", 1, 10), "humans", "vermin")
    guest = {"C1": FleetSighting("C1", "vermin", "0303", 1, 10, 0)}
    assert in_contact(changed(state, knowledge={**known, "humans": Knowledge(fleets=guest)}), "humans", "vermin")


@pytest.mark.rule("CW-13.0-06")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (OfferTrade("vermin", "full"), "not in regular contact with Vermin"),
        (OfferTrade("humans", "full"), "your own empire"),
        (OfferTrade("martians", "full"), "no empire `martians`"),
        (GrantRights("vermin", "supply"), "not in regular contact"),
        (AcceptTrade("vermin"), "not in regular contact"),
        (EndTrade("vermin"), "no trade with"),
        (RevokeRights("vermin", "aid"), "no such right"),
        (GiftCps("humans-F1", 5, "1818-3"), "at no foreign colony"),
    ],
)
def test_dealings_out_of_contact_are_refused_alike_before_and_at_the_deadline(order: Order, says: str) -> None:
    state = with_fleet(small(), "humans", "0303", "freighter")
    with pytest.raises(GameError, match=says):
        check(view_for(state, "humans"), (), order)
    assert says in failures(turn(state, (order,)))[0]


@pytest.mark.rule("CW-11.0-01", "CW-11.0-02")
def test_trade_is_none_until_one_offers_and_the_other_accepts() -> None:
    state = world()
    assert income(state, "humans").trade == 0
    offered = turn(state, (OfferTrade("vermin", "limited"),))
    assert offered.state.offers == (Offer("humans", "vermin", "limited", 1),)
    assert income(offered.state, "vermin").trade == 0
    agreed = turn(offered.state, (), (AcceptTrade("humans"),))
    assert agreed.state.pacts == (Pact("humans", "vermin", "limited", 2),)
    assert agreed.state.offers == ()
    assert {e.seen_by for e in agreed.events if isinstance(e, TradeAgreed)} == {("humans",), ("vermin",)}
    assert (income(agreed.state, "humans").trade, income(agreed.state, "vermin").trade) == (50, 50)


@pytest.mark.rule("CW-11.0-02")
def test_equal_offers_agree_at_once_and_unequal_ones_do_not() -> None:
    both = turn(world(), (OfferTrade("vermin", "full"),), (OfferTrade("humans", "full"),))
    assert both.state.pacts == (Pact("humans", "vermin", "full", 1),)
    apart = turn(world(), (OfferTrade("vermin", "full"),), (OfferTrade("humans", "limited"),))
    assert apart.state.pacts == ()
    assert len(apart.state.offers) == 2


@pytest.mark.rule("CW-11.0-02")
def test_either_ends_an_agreement_and_nobody_accepts_what_is_offered_no_more() -> None:
    state = world(pacts=(Pact("humans", "vermin", "full", 1),))
    ended = turn(state, (), (EndTrade("humans"),))
    assert ended.state.pacts == ()
    assert {e.seen_by for e in ended.events if isinstance(e, TradeEnded)} == {("humans",), ("vermin",)}
    both = turn(state, (EndTrade("vermin"),), (EndTrade("humans"),))
    assert (both.state.pacts, failures(both)) == ((), [])
    offer = world(offers=(Offer("humans", "vermin", "full", 1),))
    gone = turn(offer, (EndTrade("vermin"),), (AcceptTrade("humans"),))
    assert failures(gone) == ["Humans no longer makes such an offer."]
    other = turn(offer, (OfferTrade("vermin", "limited"),), (AcceptTrade("humans"),))
    assert (other.state.pacts, len(failures(other))) == ((), 1)
    higher = turn(changed(offer, pacts=(Pact("humans", "vermin", "limited", 1),)), (), (AcceptTrade("humans"),))
    assert [p.level for p in higher.state.pacts] == ["full"]


@pytest.mark.rule("CW-11.0-03", "CW-11.0-04", "CW-11.0-05", "CW-11.0-06", "CW-11.0-07")
@pytest.mark.parametrize(("level", "mine", "theirs"), [("limited", 250, 50), ("full", 250, 100)])
def test_players_gain_a_share_of_each_others_gross_capped_and_nobody_pays(level: Any, mine: int, theirs: int) -> None:
    state = with_colony(world(pacts=(Pact("humans", "vermin", level, 1),)), "vermin", "1818", 4, 9_000)
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], treasury=400)})
    assert income(state, "humans").trade_lines == (("Vermin", mine),)
    assert income(state, "vermin").trade_lines == (("Humans", theirs),)
    assert income(state, "vermin").production == 10_000
    done = turn(state)
    assert done.state.sides["humans"].treasury == 400 + 1_000 + mine


@pytest.mark.rule("CW-11.0-06")
def test_a_total_cap_counts_players_and_others_together() -> None:
    partner = TradePartner("humans", "Guild", 2_000, "full")
    state = world(trade=(partner,), pacts=(Pact("humans", "vermin", "full", 1),))
    assert income(state, "humans").trade_lines == (("Guild", 200), ("Vermin", 100))
    capped = changed(state, settings=Settings(rulings={"CW-11.0-06": "total"}))
    assert income(capped, "humans").trade_lines == (("Guild", 200), ("Vermin", 50))


@pytest.mark.rule("CW-11.0-08")
def test_what_a_partner_brought_is_shown_and_kept_and_moves_with_his_growth() -> None:
    state = world(pacts=(Pact("humans", "vermin", "full", 1),))
    first = turn(state).state
    grown = changed(first, colonies={**first.colonies, "1818-3": changed(first.colonies["1818-3"], size=800)})
    second = turn(grown).state
    kept = view_for(second, "humans").trade_history["humans"]
    assert [(r.turn, r.partner, r.level, r.cps) for r in kept] == [
        (1, "Vermin", "full", 100),
        (2, "Vermin", "full", 80),
    ]
    assert "vermin" not in view_for(second, "humans").trade_history
    lines = [e for e in turn(state).events if isinstance(e, IncomeCounted) and e.side == "humans"]
    assert ("trade with Vermin", 100) in [(m.reason, m.value) for m in lines[0].cause.modifiers]


@pytest.mark.rule("CW-11.0-10")
@pytest.mark.parametrize(("level", "bonus"), [("none", 0), ("limited", 10), ("full", 20)])
def test_trade_helps_spies(level: Any, bonus: int) -> None:
    assert intelligence_bonus(level, PLAIN) == bonus


@pytest.mark.rule("CW-11.0-11")
@pytest.mark.parametrize(
    ("lines", "production", "found"),
    [
        ((("A", 250),), 1_000, (("A", 20),)),
        ((("A", 249),), 1_000, ()),
        ((("A", 250), ("B", 250)), 1_000, ()),
        ((("A", 600), ("B", 400)), 1_000, (("A", 30), ("B", 20))),
        ((), 0, ()),
    ],
)
def test_a_fifth_of_income_from_one_partner_makes_dependent(lines: Any, production: int, found: Any) -> None:
    assert dependence(lines, production, PLAIN) == found


@pytest.mark.rule("CW-11.0-11")
def test_dependence_is_put_to_the_gm_once_as_long_as_it_lasts() -> None:
    state = world(trade=(TradePartner("humans", "Solarians", 10_000, "full"),))
    first = turn(state)
    assert [e.percent for e in first.events if isinstance(e, DependenceNoticed)] == [20]
    assert [(q.kind, q.sides) for q in first.state.questions] == [("dependence", ("humans",))]
    assert [e.seen_by for e in first.events if isinstance(e, QuestionRaised)] == [()]
    second = turn(first.state)
    assert [e for e in second.events if isinstance(e, DependenceNoticed)] == []
    assert [r.dependent for r in second.state.trade_history["humans"]] == [True, True]


@pytest.mark.rule("CW-11.0-09")
def test_the_gm_lets_a_plague_cross_a_trade_link_and_no_other() -> None:
    state = world(pacts=(Pact("humans", "vermin", "full", 1),))
    sick = amend(state, Contagion("vermin", "humans", "A fever spreads.", "0303-3"), "weapons leak")
    assert sick.state.colonies["0303-3"].hindered == 10
    assert income(sick.state, "humans").production == 900
    assert sick.events[0].seen_by == ("humans",)
    told = amend(
        changed(state, trade=(TradePartner("humans", "Guild", 5, "full"),)), Contagion("guild", "humans", "x"), ""
    )
    assert told.state.colonies == state.colonies
    with pytest.raises(GameError, match="no trade"):
        amend(world(), Contagion("vermin", "humans", "A fever spreads."), "")
    with pytest.raises(GameError, match="no trade"):
        amend(
            changed(world(), trade=(TradePartner("vermin", "Guild", 5, "full"),)), Contagion("guild", "humans", "x"), ""
        )
    for words in ("", " ", "x" * 5000):
        with pytest.raises(GameError, match="Say what spreads"):
            amend(state, Contagion("vermin", "humans", words), "")
    with pytest.raises(GameError, match="not one of their colonies"):
        amend(state, Contagion("vermin", "humans", "A fever.", "1818-3"), "")


@pytest.mark.rule("CW-5.1-01", "CW-4.3-06")
def test_aid_lands_only_with_leave_and_goes_into_the_takers_pool() -> None:
    theirs = {"1818-3": ColonySighting("1818-3", "vermin", "1818", 3, 0)}
    state = world(rights=(Right("vermin", "humans", "aid"),))
    state = changed(state, knowledge={**state.knowledge, "humans": Knowledge(colonies=theirs)})
    state = with_fleet(state, "humans", "1818", "freighter", "freighter")
    state = changed(state, ships={k: changed(s, cargo=60) for k, s in state.ships.items()})
    order = GiftCps("humans-F1", 100, "1818-3")
    assert "gives 100 CPs to Vermin" in check(view_for(state, "humans"), (), order).text
    done = turn(state, (order,))
    assert done.state.sides["vermin"].treasury == 1_100
    assert sum(s.cargo for s in done.state.ships.values()) == 20
    seen = {e.seen_by: (e.fleet, e.into) for e in done.events if isinstance(e, AidLanded)}
    assert seen == {("humans",): ("humans-F1", ""), ("vermin",): ("", "pool")}
    assert failures(turn(changed(state, rights=()), (order,))) == ["Vermin lets you land no aid."]
    late = turn(state, (order,), (RevokeRights("humans", "aid"),))
    assert failures(late) == ["Vermin lets you land no aid."]
    assert sum(s.cargo for s in late.state.ships.values()) == 120


@pytest.mark.rule("CW-4.3-06", "CW-4.3-09")
def test_rights_are_granted_and_taken_back_and_both_sides_see_them() -> None:
    granted = turn(world(), (GrantRights("vermin", "supply"), GrantRights("vermin", "rearm"))).state
    assert granted.rights == (Right("humans", "vermin", "supply"), Right("humans", "vermin", "rearm"))
    assert view_for(granted, "vermin").rights == granted.rights
    back = turn(granted, (RevokeRights("vermin", "rearm"),)).state
    assert back.rights == (Right("humans", "vermin", "supply"),)
    third = changed(small(("humans", "vermin", "oolab")), rights=granted.rights, embassies=("humans|vermin",))
    assert view_for(third, "oolab").rights == ()


def test_embassies_are_exchanged_and_recalled_by_the_gm() -> None:
    state = amend(small(), SetEmbassy("vermin", "humans", exchanged=True), "").state
    assert state.embassies == ("humans|vermin",)
    assert view_for(state, "humans").embassies == ("vermin",)
    assert amend(state, SetEmbassy("humans", "vermin", exchanged=False), "").state.embassies == ()
    with pytest.raises(GameError, match="with itself"):
        amend(state, SetEmbassy("humans", "humans", exchanged=True), "")


def test_the_sheet_deals_with_a_partner_once() -> None:
    view = view_for(world(), "humans")
    kept = sheet("humans", OfferTrade("vermin", "full"), LoadCargo("humans-F9", 1))
    with pytest.raises(GameError, match="already deals with trade"):
        check(view, kept[:1], OfferTrade("vermin", "limited"))
    with pytest.raises(GameError, match="has offered you no trade"):
        check(view, (), AcceptTrade("vermin"))
    assert draft_of(world()).pacts == []
    draft = draft_of(world(pacts=(Pact("humans", "vermin", "full", 1),)))
    count_income(draft)
    assert draft.purse == {"humans": 1_100, "vermin": 1_100}


@pytest.mark.rule("CW-4.3-06", "CW-4.3-09", "CW-5.1-01")
@pytest.mark.parametrize(
    ("kind", "does"), [("supply", "draw supplies"), ("rearm", "take munitions"), ("aid", "land CPs as aid")]
)
def test_a_right_is_named_by_what_it_lets_others_do(kind: RightKind, does: str) -> None:
    view = view_for(world(rights=(Right("humans", "vermin", kind),)), "humans")
    assert check(view, (), GrantRights("vermin", kind)).text == f"Vermin may {does} at your colonies."
    assert check(view, (), RevokeRights("vermin", kind)).text == f"Vermin may no longer {does} at your colonies."
