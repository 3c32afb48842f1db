"""Ghost ships and disguises: the deluded see them as they would see fleets, and they are nothing besides (CW-15.1-16, -17)."""

import pytest

from rules.cluster_war.chapters.minds.illusion_amendments import SetDisguise, SetGhost
from rules.cluster_war.model.events.battles import BattleFought, QuarryEscaped
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, changed
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import DICE, change_fleet, small, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import ATTACK, Month, facing, minded, played
from tests.rules.cluster_war.model.psionics.masters import after, ruled, trained


def scene(settings: Settings | None = None) -> GameState:
    """Vermin deluders at 0506, a Human scout at 0505 who sees a hex far, Dominators' scout beside."""
    state = small(("humans", "vermin", "dominators"), settings=settings)
    state = with_fleet(state, "humans", "0505", "scout", name="Scouts")
    state = with_fleet(state, "dominators", "0606", "scout", name="Eyes")
    state = with_fleet(state, "vermin", "0507", "destroyer", name="Weavers")
    return trained(state, "vermin", "destroyer", "delusion")


def month_of(state: GameState) -> Month:
    done = adjudicate(state, (), DICE)
    return Month(state, done.state, done.events, ())


@pytest.mark.rule("CW-15.1-16")
def test_ghosts_are_seen_as_any_fleet_by_those_they_delude_and_by_nobody_else() -> None:
    state = after(scene(), SetGhost("vermin", "0506", 3, 60, seen_by=("humans",)))
    month = month_of(state)
    seen = [e for e in month.heard("humans") if isinstance(e, FleetSighted) and e.hex == "0506"]
    assert [(e.owner, e.ships, e.hull) for e in seen] == [("vermin", 3, 60)]
    contact = next(s for s in month.state.knowledge["humans"].fleets.values() if s.hex == "0506")
    assert (contact.side, contact.ships, contact.hull) == ("vermin", 3, 60)
    assert not any(s.hex == "0506" for s in month.state.knowledge["dominators"].fleets.values())
    assert not any(isinstance(e, FleetSighted) and e.hex == "0506" for e in month.heard("dominators"))
    all_ = month_of(after(scene(), SetGhost("vermin", "0506", 3, 60)))
    assert any(s.hex == "0506" for s in all_.state.knowledge["dominators"].fleets.values())
    assert not any(s.hex == "0506" for s in all_.state.knowledge["vermin"].fleets.values())


@pytest.mark.rule("CW-15.1-16")
def test_the_deluded_cannot_tell_a_ghost_from_a_fleet() -> None:
    """What Humans hear and see is the same, to the last word, whether three real destroyers are there or three ghosts."""
    real = month_of(with_fleet(scene(), "vermin", "0505", "destroyer", "destroyer", "destroyer"))
    ghosts = month_of(after(scene(), SetGhost("vermin", "0505", 3, 60)))
    assert [changed(e, cause=e.cause) for e in real.heard("humans")] == ghosts.heard("humans")
    first, second = (view_for(m.state, "humans") for m in (real, ghosts))
    assert first == second


@pytest.mark.rule("CW-15.1-16")
def test_a_ghost_is_moved_changed_and_ended_by_the_game_master_and_by_time() -> None:
    state, told = ruled(scene(), SetGhost("vermin", "0506", 3, 60))
    (key,) = state.minds.ghosts
    assert told[0].seen_by == ("vermin",)
    first = month_of(state)
    hit = after(first.state, SetGhost("vermin", "0406", 2, 40, ghost=key))
    second = month_of(hit)
    contacts = second.state.knowledge["humans"].fleets
    assert [(s.contact, s.hex, s.ships, s.hull) for s in contacts.values() if s.side == "vermin" and s.hull == 40] == [
        ("C1", "0406", 2, 40)
    ]
    gone = month_of(after(second.state, SetGhost("vermin", "0406", 0, 0, ghost=key)))
    assert not any(s.hex == "0406" for s in gone.state.knowledge["humans"].fleets.values())
    brief = after(scene(), SetGhost("vermin", "0506", 3, 60, turns=1))
    month = month_of(brief)
    assert any(s.hex == "0506" for s in month.state.knowledge["humans"].fleets.values())
    assert not any(s.hex == "0506" for s in month_of(month.state).state.knowledge["humans"].fleets.values())


@pytest.mark.rule("CW-15.1-16")
def test_ghosts_meet_others_as_fleets_do_and_the_game_master_is_asked() -> None:
    month = month_of(after(scene(), SetGhost("vermin", "0505", 3, 60)))
    met = [e for e in month.heard("humans") if isinstance(e, FleetsMet)]
    assert len(met) == 1
    assert met[0].sides == ("humans", "vermin")
    question = next(q for q in month.state.questions if q.rule == "CW-15.1-16")
    assert "3 ships, 60 hull spaces" in question.text
    assert "so there is no battle" in question.suggestion
    assert not any(isinstance(e, FleetsMet) for e in month.heard("vermin"))
    again = month_of(month.state)
    assert not any(isinstance(e, FleetsMet) for e in again.heard("humans")), "as it was: it is not told again"


@pytest.mark.rule("CW-15.1-16")
def test_who_attacks_ghosts_finds_that_they_got_away_and_no_battle_comes_of_it() -> None:
    state = trained(facing(ATTACK), "vermin", "destroyer", "delusion")
    state = change_fleet(state, "humans-F1", hex="0606")
    month = played(after(state, SetGhost("vermin", "0606", 5, 100)))
    assert month.battles == ()
    assert not month.of(BattleFought)
    assert [e.owner for e in month.heard("humans") if isinstance(e, QuarryEscaped)] == ["vermin"] * 4
    assert month.state.battles == ()
    assert month.state.ships == played(state).state.ships


@pytest.mark.rule("CW-15.1-16")
def test_ghosts_are_in_no_battle_beside_real_ships_and_in_no_account() -> None:
    state = trained(facing(ATTACK), "vermin", "destroyer", "delusion")
    month = played(after(state, SetGhost("vermin", "0505", 5, 100)))
    assert {u.unit for u in month.battles[0].units if u.side == "vermin"} == {"vermin/DD01", "vermin/DD02"}
    assert not any(isinstance(e, QuarryEscaped) for e in month.events)
    assert not any("~" in key for key in month.state.fleets)


@pytest.mark.rule("CW-15.1-16", "CW-15.1-17")
def test_who_attacks_the_weaker_and_leaves_the_stronger_is_deceived_by_masks_and_ghosts() -> None:
    """Hostile Vermin of 40 hull spaces before Humans of 80: they leave them alone, and fall on them when they seem small."""
    state = minded(facing(Engagement()), "vermin", "Hostile")
    state = trained(state, "humans", "destroyer", "delusion")
    assert played(state).battles == ()
    masked = after(state, SetDisguise("humans-F1", 1, 10))
    assert played(masked).battles
    ghosts = after(masked, SetGhost("humans", "0505", 4, 80, seen_by=("vermin",)))
    assert played(ghosts).battles == ()
    assert played(after(masked, SetGhost("humans", "0505", 4, 80, seen_by=("oolab",)))).battles


@pytest.mark.rule("CW-15.1-17")
def test_a_disguise_is_for_those_it_is_meant_for_and_drops_when_it_ends() -> None:
    state = with_fleet(scene(), "vermin", "0506", "destroyer", "destroyer", name="Wolves")
    masked = after(state, SetDisguise("vermin-F2", 1, 20, seen_by=("humans",), turns=1))
    month = month_of(masked)

    def hulls(side: str, at: Month) -> list[int]:
        return [s.hull for s in at.state.knowledge[side].fleets.values() if s.hex == "0506"]

    assert (hulls("humans", month), hulls("dominators", month)) == ([20], [40])
    assert hulls("humans", month_of(month.state)) == [40]
    ended = after(masked, SetDisguise("vermin-F2", 0, 0))
    assert hulls("humans", month_of(ended)) == [40]


@pytest.mark.rule("CW-15.1-16", "CW-15.1-17")
def test_the_owner_and_the_game_master_know_an_illusion_for_what_it_is_and_nobody_else() -> None:
    state = after(scene(), SetGhost("vermin", "0506", 3, 60), SetDisguise("vermin-F1", 1, 5))
    assert list(gm_view(state).minds.ghosts) == list(view_for(state, "vermin").minds.ghosts) == ["G1-vermin"]
    assert view_for(state, "vermin").minds.disguises["vermin-F1"].hull == 5
    for side in ("humans", "dominators"):
        nothing = view_for(state, side).minds
        assert (nothing.ghosts, nothing.disguises, nothing.silences, nothing.sways) == ({}, {}, {}, {})
    assert decode_state(encode_state(state)) == state


@pytest.mark.rule("CW-15.1-16", "CW-15.1-17", "CW-15.0-01")
def test_only_a_race_with_delusion_deludes_others_and_only_by_what_can_be_ships() -> None:
    state = scene()
    for wrong in (
        SetGhost("humans", "0506", 3, 60),
        SetGhost("vermin", "0506", 3, 2),
        SetGhost("vermin", "0506", 3, 60, seen_by=("vermin",)),
        SetGhost("vermin", "0506", 3, 60, ghost="G9-vermin"),
        SetDisguise("humans-F1", 1, 5),
        SetDisguise("vermin-F1", 0, 0),
    ):
        with pytest.raises(GameError):
            after(state, wrong)
    off = changed(state, settings=changed(state.settings, psionics=False))
    with pytest.raises(GameError, match="no psionics"):
        after(off, SetGhost("vermin", "0506", 3, 60))
