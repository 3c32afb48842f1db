"""How governors take what others do to them: a letter in character, and what they do about it."""

from typing import Final

import pytest

from rules.cluster_war.chapters.diplomacy.deeds import BREACHES
from rules.cluster_war.chapters.diplomacy.peace_orders import BreakPeace, OfferPeace
from rules.cluster_war.chapters.diplomacy.treaty_orders import OfferTrade
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.dealings import Deed, DeedKind, PeaceOffer
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import WarSign
from rules.cluster_war.play.governors.concerns.diplomacy import diplomacy
from rules.cluster_war.play.governors.govern import NEW_MEMORY
from rules.cluster_war.play.governors.profile import CHARACTERS, Character
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.play.governors.speech import ANSWERED, GOVERNOR_WORDS_TABLE, sentence
from rules.values import changed
from tests.rules.cluster_war.play.governors.kit import month, situation_of, world
from tests.rules.cluster_war.play.governors.test_concerns_of_peace import orders_of

TURN: Final = 9
KNOWN: Final = changed(NEW_MEMORY, turn=TURN - 1, greeted=("vermin",))


def after(kind: DeedKind, what: str = "", turn: int = TURN - 1) -> GameState:
    """The Humans and Vermin with ambassadors, after a deed of the Vermin's."""
    state = changed(world(turn=TURN, vermin=100), embassies=("humans|vermin",))
    deed = Deed(kind, "vermin", "vermin", turn, turn, "0304", what)
    sign = WarSign("battle", "0304", turn, "vermin")
    known = changed(state.knowledge["humans"], deeds=(deed,), signs={"battle/0304": sign} if kind == "attack" else {})
    return changed(state, knowledge={**state.knowledge, "humans": known})


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize(
    ("kind", "what", "occasion"),
    [
        ("trade ended", "attack", "breach"),
        ("conquest", "Terra", "setback"),
        ("attack", "", "setback"),
        ("threat", "", "threatened"),
        ("gift", "40 CPs", "gift"),
    ],
)
def test_each_character_answers_what_was_done_to_it_once(
    character: Character, kind: DeedKind, what: str, occasion: str
) -> None:
    plan, _, _ = month(after(kind, what), character, memory=KNOWN)
    told = {one.occasion: one.text for one in plan.said if one.to == "vermin"}
    assert occasion in told
    ways = tables(Settings())[GOVERNOR_WORDS_TABLE].cell(occasion, character).split(" | ")
    state = after(kind, what)
    me, them = state.sides["humans"].name, state.sides["vermin"].name
    assert told[occasion] in [way.replace("{them}", them).replace("{us}", me) for way in ways]
    later, _, _ = month(after(kind, what, TURN - 3), character, memory=KNOWN)
    assert occasion not in [one.occasion for one in later.said]


def test_every_answer_has_its_sentence() -> None:
    assert {sentence(situation_of(after("gift")), "vermin", one) for one in ANSWERED}
    assert len(BREACHES) == 6


def test_a_breach_ends_trust_and_offers_of_trade() -> None:
    before = situation_of(after("gift"), "trader", memory=KNOWN)
    assert before.feels("vermin") >= 0
    assert OfferTrade("vermin", "limited") in orders_of(diplomacy(before)) or OfferTrade("vermin", "full") in orders_of(
        diplomacy(before)
    )
    broken = situation_of(after("trade ended", "attack"), "trader", memory=KNOWN)
    assert broken.memory.grudges == {"vermin": 8}
    assert broken.is_enemy("vermin")
    assert not [one for one in orders_of(diplomacy(broken)) if isinstance(one, OfferTrade)]


def test_a_gift_makes_a_grudge_fade() -> None:
    angry = changed(KNOWN, grudges={"vermin": 6})
    assert situation_of(after("gift"), "trader", memory=angry).memory.grudges == {"vermin": 2}
    assert situation_of(after("contact"), "trader", memory=angry).memory.grudges == {"vermin": 5}


@pytest.mark.parametrize(("character", "heeds", "grudge"), [("trader", True, 0), ("conqueror", False, 2)])
def test_a_threat_keeps_the_meek_away_and_angers_the_proud(character: Character, heeds: bool, grudge: int) -> None:
    found = situation_of(after("threat"), character, memory=KNOWN)
    assert found.heeds("vermin") == heeds
    assert found.memory.grudges.get("vermin", 0) == grudge
    assert not situation_of(after("threat", turn=1), character, memory=KNOWN).heeds("vermin")


def offered(state: GameState, turns: int = 0) -> GameState:
    """The state in which the Vermin offer peace."""
    return changed(state, peace_offers=(PeaceOffer("vermin", "humans", turns, TURN - 1),))


@pytest.mark.rule("CW-18.0-24")
def test_an_offer_of_peace_is_taken_by_whom_war_brings_nothing() -> None:
    war = GovernorMemory(turn=TURN - 1, foe="vermin", since=4, grudges={"vermin": 9}, greeted=("vermin",))
    plan, done, _ = month(offered(after("contact")), "trader", memory=war)
    assert OfferPeace("vermin", 10) in [one.order for one in plan.orders]
    assert done.peace == ("humans|vermin",)
    assert [(t.a, t.b, t.until) for t in done.truces] == [("humans", "vermin", TURN + 11)]
    assert "peace" in [one.occasion for one in plan.said]


def test_who_may_not_yield_declines() -> None:
    state = offered(after("contact"))
    race = changed(state.sides["humans"].race, attitude="Hostile, Xenophobic")
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], race=race)})
    assert BreakPeace("vermin") in orders_of(diplomacy(situation_of(state, "conqueror", memory=KNOWN)))
