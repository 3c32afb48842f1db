"""Cloaks against sensors, in whole months: who is seen, by whom, what gives it away, and what meets whom (CW-12.0-08 to 12)."""

import pytest

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.detection.amendments import SetDetection
from rules.cluster_war.chapters.detection.cloaks import (
    effective_cloak,
    is_hidden,
    seen_ships,
    sees_base,
    sensors_against,
)
from rules.cluster_war.chapters.detection.sensors import cloak_level, lrs_level, sight
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.detection import BaseSighted, CloakTried
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Leg
from rules.cluster_war.model.state.war import Engagement, Wounds
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet, draft_of, with_fleet
from tests.rules.cluster_war.chapters.detection.shadows import EYE, FULL, GHOST, better, month, shadows, spotted


@pytest.mark.rule("CW-12.0-08")
def test_a_cloaked_fleet_is_seen_nowhere_without_better_sensors_and_its_owner_always_sees_it() -> None:
    state, events = month(shadows("ghost"))
    assert spotted(events) == []
    view = view_for(state, "humans")
    assert "0506" in view.sighted
    assert (view.foreign_fleets, view.met) == ({}, ())
    assert view_for(state, "vermin").fleets["vermin-F1"].hex == "0506"
    _, plain = month(shadows("destroyer"))
    assert spotted(plain) == [("0506", 1)]
    _, before = month(shadows("ghost", settings=Settings(battles="quick")))
    assert spotted(before) == [("0506", 1)], "earlier campaigns: cloaks hide raiders alone"


@pytest.mark.rule("CW-12.0-09", "CW-3.1-40", "CW-3.1-49")
def test_a_cloak_defeats_sensors_up_to_its_own_level_and_research_raises_either() -> None:
    def sees(state: GameState) -> bool:
        return bool(spotted(month(state)[1]))

    state = shadows("ghost")
    assert not sees(state)
    learned = better(state, "humans", technologies=("LRS +1",))
    assert lrs_level(learned.sides["humans"], FULL) == 2
    assert sees(learned)
    scanner = better(state, "humans", technologies=("Long-Range Scanners: Cloaked ship detection",))
    assert sees(scanner)
    assert sight(scanner, "humans") == sight(state, "humans"), "it reaches no further"
    hiding = better(learned, "vermin", technologies=("Cloaking Technology", "Cloaking Technology +1"))
    assert cloak_level(hiding.sides["vermin"], FULL) == 2
    assert not sees(hiding)
    assert sees(better(hiding, "humans", lrs_level=2, technologies=("LRS +1",)))
    better_design = changed(GHOST, traits=("cloaked", "advanced cloak"))
    designs = {**learned.sides["vermin"].designs, "ghost": better_design}
    assert not sees(better(learned, "vermin", designs=designs))


@pytest.mark.rule("CW-12.0-04", "CW-12.0-09")
def test_better_sensors_see_further_only_where_detection_is_played_in_full() -> None:
    state = better(shadows(), "humans", technologies=("LRS +1",))
    assert "0507" in sight(state, "humans")
    assert "0507" not in sight(changed(state, settings=Settings()), "humans")


@pytest.mark.rule("CW-12.0-10")
def test_a_nebula_takes_a_level_of_a_cloak() -> None:
    assert spotted(month(shadows("ghost", codes=("G", "Neb")))[1]) == [("0506", 1)]
    deep = better(
        shadows("ghost", codes=("G", "Neb")), "vermin", technologies=("Cloaking Technology", "Cloaking Technology +1")
    )
    assert spotted(month(deep)[1]) == []


@pytest.mark.rule("CW-12.0-08", "CW-12.0-04")
def test_of_a_mixed_fleet_only_the_ships_without_a_cloak_are_counted() -> None:
    state, events = month(shadows("ghost", "destroyer", "ghost"))
    assert spotted(events) == [("0506", 1)]
    (seen,) = view_for(state, "humans").foreign_fleets.values()
    assert (seen.ships, seen.hull) == (1, 20)
    draft = draft_of(state)
    assert seen_ships(draft, draft.fleets["vermin-F1"], "humans") == ("vermin/DD01",)
    assert seen_ships(draft, draft.fleets["vermin-F1"], "vermin") == draft.fleets["vermin-F1"].ships


@pytest.mark.rule("CW-12.0-08", "CW-9.6-04")
def test_a_cloak_that_a_battle_has_put_out_of_order_hides_nothing() -> None:
    state = shadows("ghost")
    hurt = changed(state.ships["vermin/GH01"], wounds=Wounds(damaged={"Cloaking device": 1}))
    assert spotted(month(changed(state, ships={**state.ships, hurt.id: hurt}))[1]) == [("0506", 1)]


@pytest.mark.rule("CW-12.0-08")
def test_a_cloaked_base_is_hidden_like_a_ship() -> None:
    state = shadows()
    for design, found in (("lurker", 0), ("base", 1)):
        base = Base("vermin/LK01", "vermin", design, "Nest", "0506")
        after, events = month(changed(state, bases={base.id: base}))
        assert len([e for e in events if isinstance(e, BaseSighted)]) == found
        assert len(view_for(after, "humans").foreign_bases) == found
        assert sees_base(draft_of(after), base, "humans") == bool(found)


@pytest.mark.rule("CW-12.0-12")
def test_who_surveys_or_blockades_gives_itself_away_and_who_only_moves_does_not() -> None:
    surveyor = changed(EYE, survey_bays=1)
    state = shadows("eye", at="0506")
    state = better(state, "vermin", designs={**state.sides["vermin"].designs, "eye": surveyor})
    assert spotted(month(state, ("vermin", SetMission("vermin-F1", "survey")))[1]) == [("0506", 1)]
    assert spotted(month(state, ("vermin", SetMission("vermin-F1", "blockade")))[1]) == [("0506", 1)]
    passing, moved = month(state, ("vermin", MoveFleet("vermin-F1", (Leg("0505"),))))
    assert spotted(moved) == []
    assert passing.fleets["vermin-F1"].hex == "0506" or passing.fleets["vermin-F1"].transit is not None


@pytest.mark.rule("CW-12.0-07", "CW-12.0-06")
def test_running_drives_are_noticed_in_an_owned_system_unless_a_cloak_hides_them() -> None:
    for design, found in (("destroyer", [("0303", 1)]), ("ghost", [])):
        state = shadows(design, at="0303")
        assert spotted(month(state)[1]) == found


@pytest.mark.rule("CW-12.0-08", "CW-1.0-10", "CW-9.0-10")
def test_who_does_not_see_a_fleet_hears_of_no_meeting_with_it_and_does_not_attack_it() -> None:
    armed = with_fleet(shadows("ghost"), "humans", "0506", "destroyer", engagement=Engagement("attack"))
    armed = change_fleet(armed, "vermin-F1", engagement=Engagement("defend"))
    after, events = month(armed)
    assert not [e for e in events if isinstance(e, BattleFought)]
    met = [e.seen_by for e in events if isinstance(e, FleetsMet)]
    assert ("vermin",) in met
    assert ("humans",) not in met
    assert view_for(after, "humans").foreign_fleets == {}
    draft = draft_of(after)
    assert is_hidden(draft, draft.fleets["vermin-F1"], "humans")
    assert not is_hidden(draft, draft.fleets["humans-F2"], "vermin")


@pytest.mark.rule("CW-12.0-08", "CW-12.0-12")
def test_a_hidden_fleet_may_attack_first_and_shows_itself_by_its_fire() -> None:
    state = with_fleet(
        shadows("ghost", "ghost", "ghost"), "humans", "0506", "destroyer", engagement=Engagement("defend")
    )
    after, events = month(state, ("vermin", SetEngagement("vermin-F1", "attack")))
    fought = [e for e in events if isinstance(e, BattleFought)]
    assert {e.side for e in fought} >= {"vermin"}
    assert ("0506", 3) in spotted(events) or ("0506", 2) in spotted(events)
    assert after.battles


@pytest.mark.rule("CW-12.0-11")
def test_the_game_masters_modifiers_by_drive_hex_fleet_and_side_and_their_why() -> None:
    state = shadows("ghost")

    def with_word(**word: object) -> GameState:
        return amend(state, SetDetection(**{"what": "cloaks", "levels": -1, **word}), "").state  # type: ignore[arg-type]

    for word in (
        {"hex": "0506"},
        {"fleet": "vermin-F1"},
        {"side": "vermin"},
        {"what": "sensors", "levels": 1, "side": "humans"},
    ):
        assert spotted(month(with_word(**word))[1]) == [("0506", 1)], word
    noisy = with_word(drive="second-stage")
    assert spotted(month(noisy)[1]) == [], "its drives do not run"
    came = month(change_fleet(noisy, "vermin-F1", hex="0507"), ("vermin", MoveFleet("vermin-F1", (Leg("0506"),))))
    for _ in range(3):
        if ("0506", 1) in spotted(came[1]):
            break
        came = month(came[0])
    assert ("0506", 1) in spotted(came[1])
    _, events = month(with_word(hex="0506", levels=-2))
    (tried,) = [e for e in events if isinstance(e, CloakTried) and e.observer == "humans"]
    assert tried.seen_by == ()
    assert [(m.value, m.reason) for m in tried.cause.modifiers] == [
        (-1, "basic cloak"),
        (2, "the game master's word on 0506"),
        (1, "level of its LRS"),
    ]
    back = amend(with_word(side="vermin"), SetDetection("cloaks", 0, side="vermin"), "").state
    assert back.signals.cloaks == {}


@pytest.mark.rule("CW-12.0-11")
def test_levels_by_house_rule() -> None:
    loud = changed(FULL, overrides={"CW-TAB-DETECTION/basic cloak/levels": "0"})
    state = shadows("ghost", settings=loud)
    assert spotted(month(state)[1]) == [("0506", 1)]
    draft = draft_of(shadows("ghost"))
    cloak = effective_cloak(draft, "vermin", draft.ships["vermin/GH01"], "0506", draft.fleets["vermin-F1"])
    assert cloak is not None
    assert (cloak.level, sensors_against(draft, "humans", "0506").level) == (1, 1)
