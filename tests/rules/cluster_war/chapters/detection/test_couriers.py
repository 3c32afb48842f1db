"""News from beyond the supply grid: couriers, relays, delays, and what technology adds (CW-13.0-01, -02, -05, -09)."""

import pytest

from rules.cluster_war.chapters.combat.contact import clashes
from rules.cluster_war.chapters.combat.muster import muster
from rules.cluster_war.chapters.detection.amendments import DelayNews, SetSignals, SetTechEffect
from rules.cluster_war.chapters.detection.sensors import NO_ROUTE_WEEKS, courier_weeks, network
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.terrain.amendments import SetStormForce
from rules.cluster_war.model.events.battles import BattleFought, DesignsSeen
from rules.cluster_war.model.events.detection import FleetSighted, NewsCame, SystemLearned
from rules.cluster_war.model.events.encounters import SceneOpened
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.events.psionics import DowsersFelt
from rules.cluster_war.model.events.raids import TrafficLost
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Transit
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.model.state.sides import KnownSystem
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, changed
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import DICE, body, change_fleet, draft_of, sheet, small, star, with_fleet
from tests.rules.cluster_war.model.psionics.masters import trained

POST = Settings(news="by-courier", detection="full", battles="quick")
FAR = "0909"


def frontier(settings: Settings = POST, *, destination: str = "") -> GameState:
    """A scout of the Humans arrives far from home, at a system where a freighter of the Vermin is."""
    state = small(systems=[changed(star(FAR, body(1), body(2)), destination=destination)], settings=settings)
    state = with_fleet(state, "humans", "0303", "scout", name="Pathfinder", transit=Transit("0303", FAR, 0, 1))
    return with_fleet(state, "vermin", FAR, "freighter", engagement=Engagement("evade"))


def months(state: GameState, count: int = 1) -> tuple[GameState, list[list[Event]]]:
    """So many months, and what the Humans are told in each."""
    told: list[list[Event]] = []
    for _ in range(count):
        done = adjudicate(state, (), DICE)
        state = done.state
        told.append([e for e in done.events if may_see(e, "humans")])
    return state, told


def found(events: list[Event]) -> list[tuple[str, str, int]]:
    """What of systems and fleets is told."""
    return [(type(e).__name__, e.hex, e.week) for e in events if isinstance(e, SystemLearned | FleetSighted)]


@pytest.mark.rule("CW-13.0-01", "CW-13.0-02", "CW-13.0-03", "CW-12.0-01")
def test_what_is_found_beyond_the_grid_comes_home_with_a_courier() -> None:
    state = frontier()
    weeks = courier_weeks(state, "humans", FAR, network(state, "humans"))
    assert weeks > 4
    after, told = months(state, 1)
    assert found(told[0]) == []
    view = view_for(after, "humans")
    assert (view.systems, view.foreign_fleets, view.met) == ({}, {}, ())
    assert FAR not in view.sighted
    assert FAR not in view.seen
    assert view.fleets["humans-F1"].hex == FAR, "own ships are always tracked"
    assert view.signals.mail == ()
    due = {letter.due for letter in after.signals.mail}
    assert min(due) == 1 + weeks
    assert gm_view(after).signals.mail == after.signals.mail
    later, told = months(after, (weeks + 1) // 4)
    assert ("SystemLearned", FAR, 1) in found(told[-1])
    assert ("FleetSighted", FAR, 1) in found(told[-1])
    (came, *_) = [e for e in told[-1] if isinstance(e, NewsCame)]
    assert (came.hex, came.sent, came.cause.rule) == (FAR, 1, "CW-13.0-02")
    assert came.cause.modifiers[0].value == came.week - 1
    view = view_for(later, "humans")
    assert view.systems[FAR].level == "scouted"
    assert {s.hex for s in view.foreign_fleets.values()} == {FAR}
    assert view.met == ("vermin",)
    assert [n for events in told for n in found(events)].count(("SystemLearned", FAR, 1)) == 1


@pytest.mark.rule("CW-13.0-02", "CW-12.0-01")
def test_whom_one_met_far_away_is_not_known_at_home_before_the_news_though_they_are_gone_by_then() -> None:
    state = frontier()
    state = with_fleet(state, "humans", FAR, *["destroyer"] * 9, engagement=Engagement("attack"))
    after, _ = months(change_fleet(state, "vermin-F1", engagement=Engagement("defend")))
    assert not [f for f in after.fleets.values() if f.side == "vermin" and f.hex == FAR], (
        "nothing of them is left there"
    )
    assert view_for(after, "humans").met == ()
    later, _ = months(after, 5)
    assert view_for(later, "humans").met == ("vermin",)


@pytest.mark.rule("CW-13.0-02")
def test_at_once_is_as_it_was() -> None:
    after, told = months(frontier(Settings()))
    assert {name for name, _, _ in found(told[0])} == {"SystemLearned", "FleetSighted"}
    assert after.signals.mail == ()


@pytest.mark.rule("CW-13.0-02")
def test_a_ship_that_comes_home_brings_its_news_with_it() -> None:
    after, _ = months(frontier())
    home = change_fleet(after, "humans-F1", hex="0303")
    later, told = months(home)
    assert ("SystemLearned", FAR, 1) in found(told[0])
    assert not [letter for letter in later.signals.mail if letter.side == "humans" and letter.reports]


@pytest.mark.rule("CW-13.0-02")
def test_a_worm_hole_that_leads_into_the_grid_passes_reports_on() -> None:
    state = frontier(destination="0304")
    known = KnownSystem(FAR, "surveyed", 1)
    knowledge = changed(state.knowledge["humans"], systems={FAR: known})
    state = changed(state, knowledge={**state.knowledge, "humans": knowledge})
    assert FAR in network(state, "humans")
    _, told = months(state)
    assert [name for name, *_ in found(told[0])] == ["FleetSighted"]
    shut = changed(state, settings=changed(POST, natural_wormholes="none"))
    assert FAR not in network(shut, "humans")


@pytest.mark.rule("CW-13.0-02")
def test_a_side_without_ships_that_travel_hears_only_of_what_comes_home_by_itself() -> None:
    state = frontier()
    alone = changed(state, ships={k: s for k, s in state.ships.items() if s.side != "humans"}, fleets={})
    assert courier_weeks(alone, "humans", FAR, network(alone, "humans")) == NO_ROUTE_WEEKS
    assert courier_weeks(state, "humans", FAR, frozenset()) == NO_ROUTE_WEEKS


@pytest.mark.rule("CW-13.0-09")
def test_what_the_game_master_attaches_to_a_technology_of_communication() -> None:
    state = frontier()
    owner = changed(state.sides["humans"], technologies=("Tachyon Relay", "Swift Couriers +1"))
    state = changed(state, sides={**state.sides, "humans": owner})
    before = courier_weeks(state, "humans", FAR, network(state, "humans"))
    relayed = amend(state, SetTechEffect("tachyon relay", "relay", 9), "").state
    assert FAR in network(relayed, "humans")
    assert {name for name, *_ in found(months(relayed)[1][0])} == {"SystemLearned", "FleetSighted"}
    swift = amend(state, SetTechEffect("Swift Couriers", "couriers", 3), "").state
    assert courier_weeks(swift, "humans", FAR, network(swift, "humans")) == before - 3
    assert FAR not in network(amend(relayed, SetTechEffect("Tachyon Relay", "relay", 0), "").state, "humans")
    told = amend(state, SetTechEffect("Tachyon Relay", "relay", 2), "").events
    assert told[0].seen_by == ("humans",)
    with pytest.raises(GameError, match="Name a technology"):
        amend(state, SetTechEffect(" ", "relay", 2), "")


@pytest.mark.rule("CW-13.0-05", "CW-9.5-13")
def test_news_of_enemies_inside_the_borders_comes_as_late_as_the_game_master_says() -> None:
    plain = Settings(detection="full", battles="quick")
    state = with_fleet(small(settings=plain), "vermin", "0304", "scout")
    late = amend(state, DelayNews("humans", 5), "they are busy")
    assert [e.seen_by for e in late.events] == [()]
    after, told = months(late.state)
    assert found(told[0]) == []
    assert view_for(after, "humans").foreign_fleets == {}
    _, told = months(after)
    assert ("FleetSighted", "0304", 1) in found(told[0])
    assert found(months(state)[1][0]) == [("FleetSighted", "0304", 1)]
    assert amend(late.state, DelayNews("humans", 0), "").state.signals.delays == {}


@pytest.mark.rule("CW-13.0-04", "CW-9.7-02", "CW-13.0-02")
def test_a_far_battle_is_told_when_its_survivors_report_comes_home() -> None:
    state = frontier()
    state = with_fleet(state, "humans", FAR, "destroyer", "destroyer", "destroyer", engagement=Engagement("attack"))
    state = change_fleet(state, "vermin-F1", engagement=Engagement("defend"))
    after, told = months(state)
    assert not [e for e in told[0] if isinstance(e, BattleFought | DesignsSeen)]
    assert view_for(after, "humans").foreign_designs == {}
    later, told = months(after, 4)
    assert [e.hex for events in told for e in events if isinstance(e, BattleFought)][:1] == [FAR]
    assert view_for(later, "humans").foreign_designs


@pytest.mark.rule("CW-13.0-02")
def test_news_on_its_way_is_kept_with_the_game() -> None:
    after, _ = months(frontier())
    assert after.signals.mail
    again = decode_state(encode_state(after))
    assert again == after
    assert encode_state(again) == encode_state(after)
    reports = [sealed for letter in again.signals.mail for sealed in letter.reports]
    assert {type(report) for report in reports} >= {SystemLearned, FleetSighted}


@pytest.mark.rule("CW-13.0-02", "CW-12.0-08")
def test_the_switches_are_turned_in_a_running_campaign_and_everybody_is_told() -> None:
    done = amend(frontier(Settings()), SetSignals("full", "by-courier"), "")
    assert (done.state.settings.detection, done.state.settings.news) == ("full", "by-courier")
    assert [e.seen_by for e in done.events] == [("*",)]
    with pytest.raises(GameError, match="so already"):
        amend(done.state, SetSignals("full", "by-courier"), "")
    late, _ = months(frontier())
    back = amend(late, SetSignals("full", "at-once"), "").state
    _, told = months(back)
    assert ("SystemLearned", FAR, 1) in found(told[0]), "what was on its way comes when there is no way any more"


@pytest.mark.rule("CW-13.0-03")
def test_orders_reach_a_fleet_beyond_the_grid_at_once() -> None:
    after, _ = months(frontier())
    done = adjudicate(after, sheet("humans", MoveFleet("humans-F1", (Leg("0808"),)), turn=2), DICE)
    assert done.state.fleets["humans-F1"].transit is not None or done.state.fleets["humans-F1"].hex == "0808"
    assert not [e for e in done.events if isinstance(e, TrafficLost)]


@pytest.mark.rule("CW-13.0-09")
def test_a_technology_of_communication_may_give_initiative_in_battle() -> None:
    state = with_fleet(frontier(Settings(battles="quick")), "humans", FAR, "destroyer", engagement=Engagement("attack"))
    owner = changed(state.sides["humans"], technologies=("Battle Net",))
    state = changed(state, sides={**state.sides, "humans": owner})
    state = change_fleet(state, "vermin-F1", engagement=Engagement("defend"))
    for effects, command in (((), {}), ((SetTechEffect("Battle Net", "initiative", 4),), {"humans": 4})):
        for effect in effects:
            state = amend(state, effect, "").state
        turn = draft_of(state)
        (battle,) = muster(turn, 1, clashes(turn, 1))
        assert battle.command == command


@pytest.mark.rule("CW-13.0-02", "CW-12.0-01")
def test_no_number_of_a_contact_at_home_tells_that_news_of_others_is_on_its_way() -> None:
    state = frontier()
    caller = Transit("0505", "0303", 0, 2)
    state = with_fleet(state, "vermin", "0505", "destroyer", engagement=Engagement("evade"), transit=caller)
    empty = change_fleet(state, "vermin-F1", hex="1515")
    seen = []
    for begun in (state, empty):
        after, told = begun, []
        for month in range(2):
            if month:
                later = Transit("0505", "0303", 4, 6)
                after = with_fleet(after, "vermin", "0505", "scout", engagement=Engagement("evade"), transit=later)
            done = adjudicate(after, (), DICE)
            after = done.state
            told.append([(e.week, e.fleets) for e in done.events if isinstance(e, FleetsMet) and may_see(e, "humans")])
        view = view_for(after, "humans")
        seen.append((sorted(view.foreign_fleets), told))
    assert seen[0] == seen[1]
    assert seen[0][0] == ["C1", "C2"]
    home, _ = months(state, 8)
    named = {s.hex: name for name, s in view_for(home, "humans").foreign_fleets.items()}
    assert named == {"0303": "C1", FAR: "C2"}, "it is numbered when the news of it has come"
    assert home.knowledge["humans"].contacts["vermin-F1"] == "C2"


@pytest.mark.rule("CW-13.0-02", "CW-12.1-04")
def test_a_find_is_put_to_its_side_when_the_scouting_that_made_it_is_home() -> None:
    dead = Special("Derelict Alien Ship/Base", ("Culture: 1st Gen FTL Culture",))
    settings = changed(POST, encounters="played")
    state = small(systems=[star(FAR, body(1), special=dead)], settings=settings)
    state = with_fleet(state, "humans", FAR, "scout", name="Deep Eye")
    after, told = months(state, 1)
    assert not [e for e in told[0] if isinstance(e, SceneOpened | SystemLearned)]
    assert view_for(after, "humans").scenes == ()
    _, later = months(after, 5)
    news = [n for n, events in enumerate(later) if any(isinstance(e, SystemLearned) for e in events)]
    opened = [n for n, events in enumerate(later) if any(isinstance(e, SceneOpened) for e in events)]
    assert news
    assert len(opened) == 1
    assert opened[0] > min(news)


@pytest.mark.rule("CW-13.0-02", "CW-15.1-06")
def test_what_dowsers_feel_far_away_comes_home_with_a_courier() -> None:
    buried = Special("Alien Weapon/Trap", ("Trap: Computer Siphon",))
    state = small(systems=[star(FAR, body(1), special=buried)], settings=POST)
    state = trained(with_fleet(state, "humans", FAR, "destroyer", name="Feeler"), "humans", "destroyer", "dowsing")
    after, told = months(state, 1)
    assert not [e for e in told[0] if isinstance(e, DowsersFelt)]
    assert FAR not in view_for(after, "humans").systems
    home, later = months(after, 4)
    assert [e.hex for events in later for e in events if isinstance(e, DowsersFelt)] == [FAR]
    assert view_for(home, "humans").systems[FAR].notes == (
        "The survey found an alien device that may be a weapon or a trap.",
    )


@pytest.mark.rule("CW-13.0-05")
def test_numbers_of_contacts_tell_nothing_of_enemies_whose_news_is_delayed() -> None:
    state = small(systems=[star(FAR, body(1))], settings=Settings(detection="full", battles="quick"))
    state = with_fleet(with_fleet(state, "humans", FAR, "scout"), "vermin", "0303", "freighter")
    state = with_fleet(state, "vermin", FAR, "freighter", engagement=Engagement("evade"))
    delayed = amend(state, DelayNews("humans", 8), "").state
    view = view_for(months(delayed)[0], "humans")
    assert [(s.contact, s.hex) for s in view.foreign_fleets.values()] == [("C1", FAR)]
    at_once = view_for(months(state)[0], "humans")
    assert [(s.contact, s.hex) for s in at_once.foreign_fleets.values()] == [("C1", "0303"), ("C2", FAR)]


@pytest.mark.rule("CW-13.0-02", "CW-14.0-11")
def test_a_storm_that_the_game_master_sets_far_away_is_not_known_at_home_at_once() -> None:
    state = small(systems=[star(FAR, body(1), codes=("Ion",))], settings=changed(POST, terrain=("ION",)))
    state = with_fleet(state, "humans", FAR, "scout")
    assert FAR not in view_for(amend(state, SetStormForce(FAR, 4), "").state, "humans").weather
    near = changed(state, settings=Settings(terrain=("ION",)))
    assert view_for(amend(near, SetStormForce(FAR, 4), "").state, "humans").weather[FAR].force == {"ION": 4}
