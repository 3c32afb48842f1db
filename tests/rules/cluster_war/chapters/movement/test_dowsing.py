"""Dowsers aboard ship find warp points as transit gear does, and what lies hidden or buried (CW-15.1-06)."""

import pytest

from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.movement import FleetDeparted, FleetPassed
from rules.cluster_war.model.events.psionics import DowsersFelt
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Link, Special
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.model.worlds.jump_map import JUMP_MAP_COUNTER, needs_jump_map
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import DICE, body, sheet, small, star, with_fleet
from tests.rules.cluster_war.model.psionics.masters import trained

LINES = (Link("0505", "0909"), Link("0909", "1313"))
GO = MoveFleet("humans-F1", (Leg("1313"),), by="dowsing")


def position(*designs: str, dowsers: tuple[str, ...] = ("destroyer",)) -> GameState:
    """A Human fleet at 0505, in a chain of warp points whose first two systems they have surveyed."""
    hidden = Special("alien artifact", details=("buried vault",), orbit=2)
    stars = [star("0505", body(1)), star("0909", body(1), special=hidden), star("1313", body(1))]
    state = small(systems=stars)
    state = changed(state, cluster=changed(state.cluster, links=LINES))
    known = {hex_: known_as(state.cluster.systems[hex_], "surveyed", 1) for hex_ in ("0505", "1313")}
    state = changed(state, knowledge={**state.knowledge, "humans": Knowledge(systems=known)})
    for design in dowsers:
        state = trained(state, "humans", design, "dowsing")
    return with_fleet(state, "humans", "0505", *(designs or ("destroyer",)), name="Diviners")


def refusals(state: GameState, *orders: SignedOrder) -> list[str]:
    done = adjudicate(state, orders, DICE)
    return [e.reason for e in done.events if isinstance(e, OrderFailed)]


@pytest.mark.rule("CW-15.1-06")
def test_dowsers_take_the_place_of_transit_gear() -> None:
    state = position()
    assert needs_jump_map(state.sides.values(), state.settings)
    assert {(link.a, link.b) for link in view_for(state, "humans").links} == {("0505", "0909"), ("0909", "1313")}
    done = adjudicate(state, sheet("humans", GO), DICE)
    assert done.state.fleets["humans-F1"].hex == "1313"
    assert [(e.fleet, e.hex) for e in done.events if isinstance(e, FleetPassed)] == [("humans-F1", "0909")]
    left = next(e for e in done.events if isinstance(e, FleetDeparted))
    assert left.cause.rule == "CW-15.1-06"
    assert JUMP_MAP_COUNTER in done.state.counters


@pytest.mark.rule("CW-15.1-06")
def test_without_dowsers_on_every_ship_nobody_finds_a_warp_point() -> None:
    blind = position(dowsers=())
    assert view_for(blind, "humans").links == ()
    assert any("no dowsers" in reason for reason in refusals(blind, *sheet("humans", GO)))
    mixed = position("destroyer", "freighter")
    assert any("FF01 of Diviners has no dowsers" in reason for reason in refusals(mixed, *sheet("humans", GO)))
    mad = position()
    mad = changed(mad, ships={k: changed(s, psychics=Psychics(insane=True)) for k, s in mad.ships.items()})
    assert refusals(mad, *sheet("humans", GO))
    tired = position()
    tired = changed(tired, ships={k: changed(s, psychics=Psychics(rest=8)) for k, s in tired.ships.items()})
    assert any("cannot act yet" in reason for reason in refusals(tired, *sheet("humans", GO)))


@pytest.mark.rule("CW-15.1-06")
def test_the_order_is_previewed_written_and_read_with_its_way() -> None:
    view = view_for(position(), "humans")
    names = names_of(view)
    line = format_order(GO, names)
    assert line.endswith("by dowsing")
    assert parse_order(line, names) == GO
    preview = check(view, (), GO)
    assert "by dowsing" in preview.text


@pytest.mark.rule("CW-15.1-06")
def test_dowsers_feel_anomalies_and_what_is_buried_without_a_survey() -> None:
    state = with_fleet(position(), "vermin", "0909", "destroyer", name="Blind")
    state = with_fleet(state, "humans", "0909", "destroyer", name="Feelers")
    done = adjudicate(state, (), DICE)
    felt = [e for e in done.events if isinstance(e, DowsersFelt)]
    assert [(e.side, e.hex, e.week) for e in felt] == [("humans", "0909", 1)]
    assert "The survey found an alien artifact. Orbit 2." in felt[0].found
    assert done.state.knowledge["humans"].systems["0909"].notes == felt[0].found
    assert "0909" not in done.state.knowledge["vermin"].systems
    behind = with_fleet(with_fleet(position(), "humans", "0909", "freighter"), "humans", "0909", "destroyer")
    fleets = [e.fleet for e in adjudicate(behind, (), DICE).events if isinstance(e, DowsersFelt)]
    assert fleets == ["humans-F3"], "also behind a fleet that has none"
    off = changed(state, settings=changed(state.settings, psionics=False))
    assert not any(isinstance(e, DowsersFelt) for e in adjudicate(off, (), DICE).events)
