"""Old light: a map goes on showing a star that is no more, until somebody has been there or is told (CW-12.1-02)."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import GrantKnowledge
from rules.cluster_war.chapters.detection.amendments import ChangeStar
from rules.cluster_war.chapters.detection.unreported import withhold
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.terrain.amendments import TurnPulsar
from rules.cluster_war.model.events.detection import StarChanged, SystemLearned
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.movement import FleetDeparted
from rules.cluster_war.model.events.terrain import StormSeen
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Transit
from rules.cluster_war.model.state.places import Special, Weather
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import Cause, GameError
from rules.values import changed as replace
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import DICE, body, draft_of, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import Loaded
from tests.rules.cluster_war.chapters.movement.drive_fleets import with_drives

PLACE = "0909"


def dimmed(*codes: str) -> GameState:
    """A star in nobody's view has become something else; the Vermin have a scout beside it."""
    state = with_fleet(small(systems=[star(PLACE, body(1))]), "vermin", "0910", "scout")
    return amend(state, ChangeStar(PLACE, codes), "the end of a sun").state


@pytest.mark.rule("CW-12.1-02", "CW-12.1-01")
@pytest.mark.parametrize("codes", [("Neb",), ("Hyp",), ()])
def test_who_has_not_been_there_still_sees_the_old_star(codes: tuple[str, ...]) -> None:
    state = dimmed(*codes)
    assert view_for(state, "humans").objects[PLACE] == ("G",)
    assert view_for(state, "vermin").objects.get(PLACE, ()) == codes, "in view of their scout"
    assert gm_view(state).objects.get(PLACE, ()) == codes
    later = state
    for _ in range(3):
        later = adjudicate(later, (), DICE).state
    assert view_for(later, "humans").objects[PLACE] == ("G",)
    there = adjudicate(with_fleet(later, "humans", PLACE, "scout"), (), DICE)
    assert view_for(there.state, "humans").objects.get(PLACE, ()) == codes
    (seen,) = [e for e in there.events if isinstance(e, StarChanged)]
    assert (seen.side, seen.codes, seen.cause.rule, seen.seen_by) == ("humans", codes, "CW-12.1-02", ("humans",))


@pytest.mark.rule("CW-12.1-02")
def test_who_is_told_of_it_has_a_new_map() -> None:
    told = amend(dimmed("Neb"), GrantKnowledge("humans", PLACE, "scouted"), "a courier of the Vermin").state
    assert view_for(told, "humans").objects[PLACE] == ("Neb",)


@pytest.mark.rule("CW-12.1-02")
def test_a_star_that_was_moved_is_seen_where_it_was_and_not_where_it_is() -> None:
    state = amend(dimmed(), ChangeStar("1212", ("G",)), "").state
    view = view_for(state, "humans")
    assert (view.objects[PLACE], view.objects.get("1212")) == (("G",), None)
    assert gm_view(state).objects["1212"] == ("G",)
    back = amend(state, ChangeStar(PLACE, ("G",)), "").state
    assert back.knowledge["humans"].stars == {"1212": ()}


@pytest.mark.rule("CW-12.1-02", "CW-B-21")
def test_a_nova_is_seen_by_who_looks_there_that_week_and_by_nobody_else() -> None:
    nova = Special("Alien Weapon/Trap", ("Trap: Nova bomb",))
    played = Settings(encounters="played")
    state = small(systems=[star(PLACE, body(1), special=nova)], settings=played)
    state = with_fleet(state, "humans", PLACE, "destroyer", transit=Transit("0505", PLACE, 0, 1))
    state = with_fleet(state, "vermin", "0910", "scout")
    done = adjudicate(state, (), Loaded(nova=95))
    assert view_for(done.state, "humans").objects[PLACE] == ("G",)
    assert PLACE not in view_for(done.state, "vermin").objects
    assert [(e.side, e.codes, e.week) for e in done.events if isinstance(e, StarChanged)] == [("vermin", (), 1)]
    seen = view_for(done.state, "vermin").systems.get(PLACE)
    assert seen is None or seen.bodies == ()
    again = adjudicate(with_fleet(done.state, "humans", "0909", "scout"), (), DICE)
    assert PLACE not in view_for(again.state, "humans").objects


@pytest.mark.rule("CW-12.1-02", "CW-13.0-02")
def test_where_news_goes_by_courier_a_changed_star_and_a_storm_seen_far_away_do_too() -> None:
    post = Settings(news="by-courier", detection="full", terrain=("ION",))
    state = small(systems=[star(PLACE, body(1)), star("0910", body(1), codes=("Ion",))], settings=post)
    state = with_fleet(state, "humans", "0908", "scout", name="Pathfinder")
    state = replace(state, weather={"0910": Weather({"ION": 4}, ("ION",))})
    state = with_fleet(state, "humans", "0910", "scout", name="Eye")
    changed = amend(state, ChangeStar(PLACE, ("Neb",)), "the end of a sun").state
    assert view_for(changed, "humans").objects[PLACE] == ("G",), "nobody at home has heard of it"
    after = adjudicate(changed, (), DICE)
    view = view_for(after.state, "humans")
    assert view.objects[PLACE] == ("G",)
    assert "0910" not in view.weather
    assert not [e for e in after.events if isinstance(e, StarChanged | StormSeen) and e.seen_by]
    later, told = after.state, list[Event]()
    for _ in range(4):
        done = adjudicate(later, (), DICE)
        later, told = done.state, [*told, *(e for e in done.events if may_see(e, "humans"))]
    view = view_for(later, "humans")
    assert view.objects[PLACE] == ("Neb",)
    assert view.weather["0910"].force == {"ION": 4}
    assert [(e.hex, e.codes) for e in told if isinstance(e, StarChanged)] == [(PLACE, ("Neb",))]
    assert any(isinstance(e, StormSeen) and (e.hex, e.force) == ("0910", 4) for e in told)
    assert decode_state(encode_state(after.state)) == after.state, "what is under way is kept"


@pytest.mark.rule("CW-12.1-02", "CW-14.0-24")
def test_a_pulsar_turned_is_news_to_who_has_it_in_view_and_old_light_to_the_others() -> None:
    state = with_fleet(small(systems=[star(PLACE, codes=("Neu",))]), "vermin", PLACE, "scout")
    done = amend(state, TurnPulsar(PLACE), "it spins")
    assert {side for event in done.events for side in event.seen_by} == {"vermin"}
    assert view_for(done.state, "humans").objects[PLACE] == ("Neu",)
    assert view_for(done.state, "vermin").objects[PLACE] == ("Pul",)


@pytest.mark.rule("CW-12.1-02", "CW-4.0-14")
@pytest.mark.parametrize("goal", [PLACE, "0919"])
def test_a_fleet_goes_by_the_old_light_on_its_map_and_stops_where_its_drive_cannot_enter(goal: str) -> None:
    state = with_drives(small(systems=[star(PLACE), star("0919")]))
    state = with_fleet(state, "humans", "0901", "void-jammer", name="Rovers")
    state = amend(state, ChangeStar(PLACE, ("Neb",)), "the end of a sun").state
    view = view_for(state, "humans")
    assert view.objects[PLACE] == ("G",), "old light"
    order = MoveFleet("humans-F1", (Leg(PLACE),) if goal == PLACE else (Leg(PLACE), Leg(goal)))
    assert "leaves 0901" in check(view, (), order).text
    done = adjudicate(state, sheet("humans", order), DICE)
    assert [e for e in done.events if isinstance(e, FleetDeparted)]
    after, told = done.state, [*done.events]
    for _ in range(9):
        done = adjudicate(after, (), DICE)
        after, told = done.state, [*told, *done.events]
    fleet = after.fleets["humans-F1"]
    assert (fleet.hex, fleet.route, fleet.course) == (PLACE, (), None)
    assert [e.cause.rule for e in told if isinstance(e, OrderFailed)] == ["CW-4.0-14"]
    assert view_for(after, "humans").objects[PLACE] == ("Neb",)


@pytest.mark.rule("CW-12.1-02")
def test_what_cannot_be_of_a_star() -> None:
    state = dimmed("Neb")
    with pytest.raises(GameError, match="so already"):
        amend(state, ChangeStar(PLACE, ("Neb",)), "")
    with pytest.raises(GameError, match="stars twice at most"):
        amend(state, ChangeStar(PLACE, ("G", "Neb", "Neb")), "")
    assert amend(state, ChangeStar(PLACE, ("G", "G")), "").state.cluster.systems[PLACE].codes == ("G", "G")
    with pytest.raises(GameError, match="not an object of a map"):
        amend(state, ChangeStar(PLACE, ("Zzz",)), "")
    with pytest.raises(GameError, match="nothing can be left"):
        amend(state, ChangeStar("0303"), "")


@pytest.mark.rule("CW-12.1-02", "CW-13.0-02")
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("changed", [True, False])
def test_a_star_whose_change_is_not_home_yet_stays_on_the_map_as_it_was(*, before: bool, changed: bool) -> None:
    """A report of a system that is late: what the map shows there by old light, or showed as the month began, stays."""
    state = small(systems=[star(PLACE, body(1), codes=("K",))])
    known = replace(state.knowledge["humans"], stars={PLACE: ("G",)} if before else {})
    turn = draft_of(replace(state, knowledge={**state.knowledge, "humans": known}))
    turn.learn("humans", stars={})
    cause = Cause("CW-12.1-02")
    reports: list[Event] = [SystemLearned("humans", PLACE, "scouted", 1, 0, 2, cause=cause, seen_by=("humans",))]
    if changed:
        reports.append(StarChanged("humans", PLACE, ("Neb",), 2, cause=cause, seen_by=("humans",)))
    withhold(turn, "humans", reports, lambda *_, **__: True)
    shown = ("G",) if before else ("K",)
    assert turn.knowledge["humans"].stars == ({PLACE: shown} if before or changed else {})
