"""What a governor says, to whom and how often: one sentence a side and turn, the most important occasion."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import FleetSighting
from rules.cluster_war.play.governors.govern import NEW_MEMORY
from rules.cluster_war.play.governors.situation import GovernorMemory, ReasonedOrder, Situation
from rules.cluster_war.play.governors.speech import TURNS_BETWEEN_WARNINGS, compose_messages
from rules.values import changed
from tests.rules.cluster_war.play.governors.kit import situation_of, world

TURN = 9
WEEK = (TURN - 1) * 4


def talk(
    *, foreign: Mapping[str, FleetSighting] | None = None, reach: bool = True, feels: int = 0, **more: Any
) -> Situation:
    """The Humans' governor in turn 9, who can reach the Vermin by ambassadors, with this in mind."""
    state: GameState = world(turn=TURN, vermin=100)
    state = changed(state, embassies=("humans|vermin",) if reach else (), rights=more.pop("rights", ()))
    found = situation_of(state)
    found.view = changed(found.view, foreign_fleets=foreign or {})
    found.memory = changed(NEW_MEMORY, greeted=("vermin",), **more)
    found.relations = {"vermin": -9 if found.memory.foe else feels}
    return found


def reasoned(*orders: Order) -> tuple[ReasonedOrder, ...]:
    return tuple(ReasonedOrder(order, "It does so.", "because", "diplomacy") for order in orders)


def said(found: Situation, *orders: Order, before: GovernorMemory = NEW_MEMORY) -> list[tuple[str, str]]:
    return [(one.to, one.occasion) for one in compose_messages(found, before, reasoned(*orders))[0]]


def test_who_can_be_reached_is_greeted_once() -> None:
    found = talk()
    assert said(found) == []
    found.memory = NEW_MEMORY
    told, memory = compose_messages(found, NEW_MEMORY, ())
    assert [(one.to, one.occasion) for one in told] == [("vermin", "first contact")]
    assert memory.greeted == ("vermin",)
    deaf = talk(reach=False)
    deaf.memory = NEW_MEMORY
    assert compose_messages(deaf, NEW_MEMORY, ()) == ((), NEW_MEMORY)


@pytest.mark.parametrize(
    ("foe", "before", "beaten", "occasion"),
    [
        ("vermin", "", 0, ["war"]),
        ("vermin", "vermin", 0, []),
        ("vermin", "aardvarks", 0, ["war"]),
        ("", "vermin", 0, ["peace"]),
        ("", "vermin", 4, []),
        ("", "", 0, []),
    ],
)
def test_war_and_peace_are_declared_when_they_begin(foe: str, before: str, beaten: int, occasion: list[str]) -> None:
    found = talk(foe=foe, beaten=beaten)
    assert [o for _, o in said(found, before=changed(NEW_MEMORY, foe=before))] == occasion


@pytest.mark.parametrize(("turn", "occasion"), [(TURN, ["defeat"]), (TURN - 1, []), (0, [])])
def test_who_gave_in_this_turn_says_so_to_those_it_fought(turn: int, occasion: list[str]) -> None:
    assert [o for _, o in said(talk(beaten=turn, grudges={"vermin": 3}))] == occasion
    assert said(talk(beaten=turn)) == []


@pytest.mark.parametrize(
    ("order", "foe", "occasion"),
    [
        (AcceptTrade("vermin"), "", ["acceptance"]),
        (OfferTrade("vermin", "limited"), "", ["offer"]),
        (OfferTrade("vermin", "limited"), "vermin", ["terms"]),
        (EndTrade("vermin"), "", ["refusal"]),
        (EndTrade("vermin"), "vermin", []),
    ],
)
def test_orders_of_trade_have_words_with_them(order: Order, foe: str, occasion: list[str]) -> None:
    found = talk(foe=foe)
    assert [o for _, o in said(found, order, before=changed(NEW_MEMORY, foe=foe))] == occasion


def test_one_sentence_a_side_and_the_first_occasion_counts() -> None:
    found = talk(foe="vermin")
    assert said(found, OfferTrade("vermin", "full"), AcceptTrade("vermin")) == [("vermin", "war")]


@pytest.mark.parametrize(
    ("rights", "thanked", "occasion"),
    [
        ((Right("vermin", "humans", "supply"),), (), ["thanks"]),
        ((Right("vermin", "humans", "supply"),), ("vermin",), []),
        ((Right("humans", "vermin", "supply"),), (), []),
    ],
)
def test_who_gives_rights_is_thanked_once(
    rights: tuple[Right, ...], thanked: tuple[str, ...], occasion: list[str]
) -> None:
    found = talk(rights=rights, thanked=thanked)
    told, memory = compose_messages(found, NEW_MEMORY, ())
    assert [one.occasion for one in told] == occasion
    assert memory.thanked == (("vermin",) if rights[0].giver == "vermin" else ())


@pytest.mark.parametrize(
    ("when", "warned", "occasion"),
    [
        (TURN, {}, ["threat"]),
        (TURN - 1, {}, []),
        (TURN, {"vermin": TURN - TURNS_BETWEEN_WARNINGS}, ["threat"]),
        (TURN, {"vermin": TURN - TURNS_BETWEEN_WARNINGS - 2}, ["threat"]),
        (TURN, {"vermin": TURN - TURNS_BETWEEN_WARNINGS + 1}, []),
    ],
)
def test_a_probe_comes_with_a_threat_that_is_not_repeated_for_six_turns(
    when: int, warned: dict[str, int], occasion: list[str]
) -> None:
    assert TURNS_BETWEEN_WARNINGS == 6
    found = talk(probed={"vermin": when}, warned=warned)
    told, memory = compose_messages(found, NEW_MEMORY, ())
    assert [one.occasion for one in told] == occasion
    assert memory.warned == ({"vermin": TURN} if occasion else warned)


@pytest.mark.parametrize(
    ("hex_", "week", "feels", "warned", "occasion"),
    [
        ("0303", WEEK, -1, {}, ["threat"]),
        ("0304", WEEK - 4, -1, {}, ["threat"]),
        ("0305", WEEK, -1, {}, []),
        ("0303", WEEK - 5, -1, {}, []),
        ("0303", WEEK, 0, {}, []),
        ("0303", WEEK, -1, {"vermin": TURN - TURNS_BETWEEN_WARNINGS}, ["threat"]),
        ("0303", WEEK, -1, {"vermin": TURN - TURNS_BETWEEN_WARNINGS - 1}, ["threat"]),
        ("0303", WEEK, -1, {"vermin": TURN - TURNS_BETWEEN_WARNINGS + 1}, []),
    ],
)
def test_the_disliked_who_come_near_home_are_warned(
    hex_: str, week: int, feels: int, warned: dict[str, int], occasion: list[str]
) -> None:
    found = talk(
        foreign={"C1": FleetSighting("C1", "vermin", hex_, 2, 40, week)},
        feels=feels,
        warned=warned,
    )
    assert [o for _, o in said(found)] == occasion
