"""What governors propose to others, and for the growth of their colonies, whole: orders, reasons, weights and what they use."""

from typing import Any

import pytest

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.diplomacy.contact import RecallAmbassadors, SendAmbassadors
from rules.cluster_war.chapters.diplomacy.treaty_orders import (
    AcceptTrade,
    EndTrade,
    GrantRights,
    OfferTrade,
    RevokeRights,
)
from rules.cluster_war.model.state.dealings import Offer, Pact, Right
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Signals
from rules.cluster_war.play.governors.concerns.diplomacy import diplomacy
from rules.cluster_war.play.governors.concerns.expansion import grow
from rules.cluster_war.play.governors.situation import Proposal, used_things
from rules.values import changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.play.governors.kit import ENEMY, NEAR, fleet, looked, situation_of, world
from tests.rules.cluster_war.play.governors.test_concerns_in_full import AT_WAR, HOME, home


def dealing(order: Any, why: str, weight: int, *uses: str) -> Proposal:
    """What the concern of dealings proposes."""
    return Proposal("diplomacy", (order,), why, weight, uses=used_things(*uses))


def dealings(state: GameState, relation: int, character: Any = "builder") -> list[Proposal]:
    """What is proposed to the Vermin by whoever stands so to them."""
    found = situation_of(looked(state), character)
    found.relations = {"vermin": relation}
    return list(diplomacy(found))


def meeting() -> GameState:
    """The Humans and the Vermin in contact: side by side, and told of each other."""
    state = fleet(with_colony(world(vermin=50), "humans", ENEMY, 2, 50), "Post", ENEMY, "SC")
    return changed(state, embassies=("humans|vermin",))


@pytest.mark.rule("CW-11.0-01", "CW-11.0-02")
def test_trade_is_offered_accepted_and_ended_as_one_stands_to_the_other() -> None:
    def trade(state: GameState, relation: int, character: Any = "builder") -> list[Proposal]:
        return [p for p in dealings(state, relation, character) if "trade/vermin" in p.uses]

    state = meeting()
    offer = "{} trade with Vermin would bring a share of what they make"
    for relation, level in ((3, "full"), (-1, "limited")):
        (one,) = trade(state, relation, "builder")
        assert one == dealing(OfferTrade("vermin", level), offer.format(level), 860, "trade/vermin")  # type: ignore[arg-type] # a level
    assert trade(state, -2, "builder") == []
    end = [dealing(EndTrade("vermin"), "we want no trade with Vermin", 850, "trade/vermin")]
    for level in ("limited", "full"):
        assert trade(changed(state, pacts=(Pact("humans", "vermin", level, 1),)), -2, "builder") == end  # type: ignore[arg-type] # a level
        assert trade(changed(state, offers=(Offer("vermin", "humans", level, 2),)), -2, "builder") == end  # type: ignore[arg-type] # a level
        why = f"Vermin offers {level} trade, which brings both of us more than nothing"
        taken = trade(changed(state, offers=(Offer("vermin", "humans", level, 2),)), -1, "builder")  # type: ignore[arg-type] # a level
        assert taken == [dealing(AcceptTrade("vermin"), why, 870, "trade/vermin")]
    offered = changed(state, offers=(Offer("humans", "vermin", "limited", 2),))
    assert trade(offered, -1, "builder") == []
    assert [p.orders for p in trade(offered, 3, "builder")] == [(OfferTrade("vermin", "full"),)]
    bound = changed(state, pacts=(Pact("humans", "vermin", "limited", 1),))
    assert trade(bound, -1, "builder") == []
    assert [p.orders for p in trade(bound, 3, "builder")] == [(OfferTrade("vermin", "full"),)]
    full = changed(state, pacts=(Pact("humans", "vermin", "full", 1),))
    assert trade(full, 3, "builder") == trade(full, -1, "builder") == []


def test_ambassadors_go_to_whom_one_has_met_and_come_home_from_enemies() -> None:
    def sent(state: GameState, relation: int) -> list[Proposal]:
        return [p for p in dealings(state, relation) if "envoys/vermin" in p.uses]

    state = changed(meeting(), embassies=())
    text = "Vermin should hear from us regularly"
    assert sent(state, 0) == [dealing(SendAmbassadors("vermin"), text, 500, "envoys/vermin")]
    assert sent(state, -1) == []
    theirs = changed(state, signals=Signals(envoys=("vermin>humans",)))
    coming = [dealing(SendAmbassadors("vermin"), f"{text}; theirs are on their way", 500, "envoys/vermin")]
    assert sent(theirs, 0) == sent(theirs, -1) == coming
    assert sent(theirs, -2) == []
    for there in (changed(state, signals=Signals(envoys=("humans>vermin",))), meeting()):
        assert sent(there, 5) == []
        home = [dealing(RecallAmbassadors("vermin"), "our ambassadors come home from Vermin", 880, "envoys/vermin")]
        assert sent(there, -3) == home
    assert sent(state, -3) == []


@pytest.mark.rule("CW-4.3-06")
def test_friends_may_draw_supplies_until_they_are_none() -> None:
    def rights(state: GameState, relation: int) -> list[Proposal]:
        return [p for p in dealings(state, relation, "trader") if any(use.startswith("right/") for use in p.uses)]

    state = meeting()
    why = "Vermin are friends: their ships may draw supplies from us"
    grant = [dealing(GrantRights("vermin", "supply"), why, 400, "right/supply/vermin")]
    assert (rights(state, 4), rights(state, 3)) == (grant, [])
    given = changed(state, rights=(Right("humans", "vermin", "supply"), Right("humans", "vermin", "rearm")))
    assert rights(given, 4) == rights(given, 1) == []
    revoke = dealing(RevokeRights("vermin", "supply"), "Vermin are no longer such friends", 840, "right/supply/vermin")
    assert rights(given, 0) == [revoke]
    text = "Vermin no longer gets anything from us"
    assert rights(given, -3) == [
        dealing(RevokeRights("vermin", right.kind), text, 890, f"right/{right.kind}/vermin") for right in given.rights
    ]


def test_trade_with_an_enemy_ends() -> None:
    state = meeting()
    end = [dealing(EndTrade("vermin"), "no trade with Vermin while we are enemies", 891, "trade/vermin")]

    def trade(state: GameState) -> list[Proposal]:
        return [p for p in dealings(state, -3) if "trade/vermin" in p.uses]

    assert trade(state) == []
    assert trade(changed(state, pacts=(Pact("humans", "vermin", "limited", 1),))) == end
    for giver, taker in (("humans", "vermin"), ("vermin", "humans")):
        assert trade(changed(state, offers=(Offer(giver, taker, "limited", 2),))) == end


@pytest.mark.rule("CW-5.0-21", "CW-5.0-10")
def test_a_place_that_is_cut_off_grows_out_of_its_own_stores_if_they_are_enough() -> None:
    """Far from home a CP of size costs what its world's STEP code says: one here."""

    def grown(store: int, **more: Any) -> list[Proposal]:
        state = with_colony(home(world(), size=99_999), "humans", "0210", 1, 50, store=store, **more)
        seen = known_as(state.cluster.systems["0210"], "surveyed", 1)
        mine = state.knowledge["humans"]
        knowledge = {**state.knowledge, "humans": changed(mine, systems={**mine.systems, "0210": seen})}
        return list(grow(situation_of(changed(state, knowledge=knowledge))))

    def told(cps: int, store: int) -> list[Proposal]:
        why = f"Humans 0210 is cut off, and has {store} CPs that nobody else can use"
        return [Proposal("grow", (ExpandColony("0210-1", cps),), why, 300, uses=used_things("grow/0210-1"))]

    assert grown(0) == []
    assert [p.orders for p in grown(7)] == [p.orders for p in told(7, 7)]
    assert grown(7) == told(7, 7)
    assert grown(80) == told(50, 80), "no more than its world holds"


@pytest.mark.rule("CW-5.0-21")
def test_colonies_in_the_grid_grow_the_cheapest_first_and_not_under_an_enemys_eyes() -> None:
    state = with_colony(with_colony(world(vermin=50), "humans", NEAR, 1, 80), "humans", NEAR, 2, 70)
    first, *_, last = found = list(grow(situation_of(looked(state), memory=AT_WAR)))
    assert [p.orders[0].colony for p in found] == ["0303-3", f"{NEAR}-1", f"{NEAR}-2"]  # type: ignore[attr-defined] # growth all
    assert first == Proposal(
        "grow", (ExpandColony(HOME, 600),), "Humans 0303: a CP of size for 1, back in as many turns; 400 of 1000", 1000,
        "grow", 600, used_things(f"grow/{HOME}"), least=1,
    )  # fmt: skip
    (order,) = last.orders
    assert isinstance(order, ExpandColony)
    assert (last.cost, last.weight < 1000) == (order.cps, True)
    seen = looked(fleet(state, "Fangs", NEAR, "DD", side="vermin"))
    weights = {p.orders[0].colony: p.weight for p in grow(situation_of(seen, memory=AT_WAR))}  # type: ignore[attr-defined] # growth all
    assert weights[f"{NEAR}-1"] == 700
    assert weights[HOME] == 1000
