"""The state that a side's view leaves possible: what it holds and knows, and strangers who own nothing."""

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import Pact, TradePartner, TradeRecord
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.places import Body, StarSystem, Weather
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem, SeenWeather
from rules.cluster_war.model.state.view import Income, View
from rules.cluster_war.turn.planning.rehearsal import supposed_state
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import WrongPhaseError, changed
from tests.rules.cluster_war.build import body, small, star, with_colony, with_fleet

THREE = ("humans", "vermin", "oolab")


def view(state: GameState | None = None) -> View:
    found = state or with_fleet(small(THREE, [star("0505", body(1), body(2))], turn=4), "humans", "0505", "scout")
    return view_for(found, "humans")


def partners(seen: View, **cps: int) -> list[tuple[str, int, str]]:
    """Trade partners of a view in which partners of these names bring so many CPs."""
    income = changed(seen.income, trade_lines=tuple(cps.items()))
    return [(p.name, p.gross, p.level) for p in supposed_state(changed(seen, income=income)).trade]


@pytest.mark.rule("CW-11.0-01", "CW-11.0-02")
def test_a_partner_makes_just_enough_to_bring_what_it_brings() -> None:
    """A partner brings 5 of 100 CPs at the limited level, 10 at the full one."""
    seen = view()
    pact = changed(seen, pacts=(Pact("humans", "vermin", "limited", 2), Pact("oolab", "humans", "full", 2)))
    assert partners(pact, Vermin=7, Oolab=7) == [("Vermin", 140, "limited"), ("Oolab", 70, "full")]
    assert supposed_state(changed(pact, income=changed(pact.income, trade_lines=(("Vermin", 7),)))).trade == (
        TradePartner("humans", "Vermin", 140, "limited"),
    )
    told = (
        TradeRecord(3, "Hive", "limited", 5),
        TradeRecord(3, "Vermin", "full", 5),
    )
    remembered = changed(pact, trade_history={"humans": told})
    assert partners(remembered, Vermin=7, Hive=3, New=1) == [
        ("Vermin", 140, "limited"),
        ("Hive", 60, "limited"),
        ("New", 10, "full"),
    ]
    assert partners(seen) == []
    odd = changed(seen, settings=changed(seen.settings, overrides={
        "CW-11.0-T01/full/income_percent_of_partner_gross": "30",
        "CW-11.0-T01/limited/income_percent_of_partner_gross": "0",
    }), pacts=pact.pacts)  # fmt: skip
    assert partners(odd, Oolab=10) == [("Oolab", 34, "full")], "rounded up, so that it brings no less"
    assert partners(odd, Vermin=7) == [("Vermin", 0, "limited")], "a level that yields nothing supposes nothing"


def test_others_are_there_by_name_and_own_nothing() -> None:
    made = supposed_state(view())
    assert list(made.sides) == ["oolab", "vermin", "humans"]
    stranger = made.sides["vermin"]
    assert (stranger.name, stranger.treasury, stranger.designs, stranger.home, stranger.home_orbit) == (
        "Vermin", 0, {}, "", 0,
    )  # fmt: skip
    assert {c.side for c in made.colonies.values()} == {f.side for f in made.fleets.values()} == {"humans"}
    assert set(made.knowledge) == set(THREE)
    assert made.knowledge["vermin"].systems == {}
    with pytest.raises(WrongPhaseError, match="whatif"):
        supposed_state(gm_view(small()))


def test_worlds_are_as_they_are_known_and_have_nothing_on_them_where_they_are_not() -> None:
    whole = KnownBody(1, "5555", "rich", 70, ("Gems",), "Eden")
    half = KnownBody(2, "3333")
    systems = {
        "0505": KnownSystem("0505", "surveyed", 2, (whole, half), name="Sol"),
        "0909": KnownSystem("0909", "scouted", 2),
    }
    seen = changed(view(), systems=systems)
    made = supposed_state(seen).cluster
    assert made.systems["0505"] == StarSystem(
        "0505",
        ("G",),
        (Body(1, "5555", 70, life="rich", resources=("Gems",), name="Eden"), Body(2, "3333", 0)),
        name="Sol",
    )
    assert made.systems["0909"] == StarSystem("0909", ()), "what was there before and is on no map now"
    assert made.systems["1818"] == StarSystem("1818", ("G",))
    assert list(made.systems) == sorted(made.systems)
    assert (made.columns, made.rows, made.links) == (20, 20, seen.links)


def test_counters_pairs_and_weather_stand_as_the_whole_state_has_them() -> None:
    seen = changed(
        view(),
        counters={"fleet": 3, "ship/SC": 2, "project": 1},
        peace=("vermin", "dominators"),
        embassies=("oolab",),
        weather={"0505": SeenWeather(3, {"ION": 2}, ("NEB",)), "0606": SeenWeather(3, {})},
    )
    made = supposed_state(seen)
    assert made.counters == {"fleet/humans": 3, "ship/humans/SC": 2, "project/humans": 1}
    assert made.peace == ("humans|vermin", "dominators|humans")
    assert made.embassies == ("humans|oolab",)
    assert made.weather == {"0505": Weather({"ION": 2}, around=("NEB",)), "0606": Weather({}, around=None)}
    assert made.turn == seen.turn


@pytest.mark.rule("CW-5.0-10")
def test_stores_that_the_month_itself_brings_back_are_not_supposed_twice() -> None:
    state = with_colony(small(THREE, settings=Settings()), "humans", "0304", 1, 50, store=30)
    state = with_colony(state, "humans", "1515", 1, 50, store=400)
    base = Base("humans/BS01", "humans", "base", "Watch", "0302", store=9)
    far = changed(base, id="humans/BS02", hex="1212", store=500)
    seen = view_for(changed(state, bases={base.id: base, far.id: far}), "humans")
    seen = changed(seen, income=Income(10, 0, 100, 5))
    assert supposed_state(seen).income == {"humans": 100 - 30 - 9}
