"""Raiders under a cloak are met and fought by those alone who can tell that they are there (CW-9.5-11, CW-9.7-01)."""

import pytest

from rules.cluster_war.chapters.combat.contact import clashes
from rules.cluster_war.model.events.battles import BattleFought, FleetEvaded, QuarryEscaped
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Engagement, Raid
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Adjudication, changed
from storage.codec import EVENTS
from tests.rules.cluster_war.build import change_fleet, draft_of, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import Referee
from tests.rules.cluster_war.chapters.combat.raiders import Faces, raid, republic
from tests.rules.cluster_war.yard import told

WAR = Settings(battles="chair")
AT_THE_WORLD = ("4841", "4842", "4843", "4743")
"""To a colony of the Republic."""


def guarded(*raiders: str, stance: str = "attack") -> GameState:
    """Raiders before a world of the Republic with a guard that attacks."""
    state = with_fleet(republic(*raiders, settings=WAR), "humans", "4743", "guard", name="Guard")
    return change_fleet(state, "humans-F1", engagement=Engagement(stance))  # type: ignore[arg-type] # a stance


def played(state: GameState, referee: Referee | None = None) -> Adjudication[GameState, Event]:
    """The month of the raid."""
    return adjudicate(state, raid(*AT_THE_WORLD), Faces(), {}, referee or Referee())


def heard(done: Adjudication[GameState, Event], side: str) -> list[bytes]:
    """What a side is told, as it is kept."""
    return [EVENTS.encode(event) for event in done.events if side in event.seen_by]


@pytest.mark.rule("CW-9.5-11", "CW-9.7-01")
def test_cloaked_raiders_at_a_guarded_world_are_not_told_of_nor_fought() -> None:
    state = guarded("corsair", "corsair")
    judge = Referee()
    done = played(state, judge)
    assert done.state.fleets["vermin-F1"].hex == "4743"
    assert not judge.seen
    quiet = adjudicate(state, raid("4739"), Faces(), {}, Referee())
    assert heard(done, "humans") == heard(quiet, "humans")
    assert view_for(done.state, "humans") == view_for(quiet.state, "humans")
    met = [e for e in told(done, FleetsMet) if e.hex == "4743"]
    assert {e.seen_by for e in met} == {(), ("vermin",)}, "the raiders see the guard; the game master reads of it"


@pytest.mark.rule("CW-9.5-11")
def test_raiders_in_the_open_and_those_that_better_lrs_find_are_met_and_fought() -> None:
    plain = Referee()
    done = played(guarded("prowler"), plain)
    assert {b.hex for b in plain.seen} == {"4743"}
    assert ("humans",) in {e.seen_by for e in told(done, FleetsMet)}
    state = guarded("corsair")
    keen = changed(state.sides["humans"], lrs_level=2)
    better = Referee()
    found = played(changed(state, sides={**state.sides, "humans": keen}), better)
    assert {b.hex for b in better.seen} == {"4743"}
    assert ("humans",) in {e.seen_by for e in told(found, BattleFought)}


@pytest.mark.rule("CW-9.5-11", "CW-9.7-05")
def test_nobody_hears_that_a_quarry_escaped_which_nobody_saw() -> None:
    state = change_fleet(guarded("corsair"), "vermin-F1", engagement=Engagement("evade"))
    quick = changed(state.sides["vermin"].designs["corsair"], drive=state.sides["vermin"].designs["corsair"].drive * 2)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "corsair": quick})
    hidden = played(changed(state, sides={**state.sides, "vermin": vermin}))
    assert not told(hidden, QuarryEscaped)
    assert not told(hidden, FleetEvaded), "nobody would have attacked it"


@pytest.mark.rule("CW-9.5-11")
def test_raiders_that_open_fire_show_themselves() -> None:
    state = change_fleet(guarded("corsair", stance="defend"), "vermin-F1", engagement=Engagement("attack"))
    judge = Referee()
    done = played(state, judge)
    assert {b.hex for b in judge.seen} == {"4743"}
    assert ("humans",) in {e.seen_by for e in told(done, BattleFought)}


@pytest.mark.rule("CW-9.5-11")
def test_hidden_raiders_stay_out_of_their_sides_other_battle() -> None:
    state = with_fleet(guarded("corsair"), "vermin", "4743", "prowler", name="Decoy")
    state = change_fleet(state, "vermin-F1", hex="4743", raid=Raid("destroy"), engagement=Engagement("defend"))
    [clash] = clashes(draft_of(state), 1)
    assert {g.fleet.id for g in clash.groups if g.fleet is not None} == {"humans-F1", "vermin-F2"}
    openly = change_fleet(state, "vermin-F1", raid=None)
    [both] = clashes(draft_of(openly), 1)
    assert {g.fleet.id for g in both.groups if g.fleet is not None} == {"humans-F1", "vermin-F1", "vermin-F2"}


@pytest.mark.rule("CW-9.5-11", "CW-9.0-09")
def test_hidden_raiders_do_not_make_their_side_look_the_stronger() -> None:
    state = with_fleet(guarded(*["corsair"] * 5), "vermin", "4743", "blind", name="Decoy")
    state = change_fleet(state, "vermin-F1", hex="4743", raid=Raid("destroy"), engagement=Engagement("defend"))
    state = change_fleet(state, "humans-F1", engagement=Engagement())
    humans = state.sides["humans"]
    hostile = changed(humans, race=changed(humans.race, attitude="Hostile"), engagement=Engagement())
    state = changed(state, sides={**state.sides, "humans": hostile})
    assert clashes(draft_of(state), 1), "20 hull spaces before the 20 that they see"
    assert not clashes(draft_of(change_fleet(state, "vermin-F1", raid=None)), 1)


@pytest.mark.rule("CW-9.5-12", "CW-9.5-11")
def test_hidden_raiders_that_close_in_on_an_escort_are_met_and_fought() -> None:
    state = with_fleet(republic("corsair", settings=WAR), "humans", "5043", "guard", mission="escort", escorts_since=-4)
    state = change_fleet(state, "humans-F1", engagement=Engagement("attack"))
    judge = Referee()
    done = adjudicate(state, raid("4841", "4941", "5042"), Faces(_5042=1), {}, judge)
    assert {b.hex for b in judge.seen} == {"5042"}
    assert ("humans",) in {e.seen_by for e in told(done, FleetsMet)}
    missed = Referee()
    adjudicate(state, raid("4841", "4941", "5042"), Faces(), {}, missed)
    assert not missed.seen, "nothing was caught, so that nobody was met"
