"""What of a fleet can still fight or run: components that are out of order do not work (CW-9.6-04)."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.combat.arms import any_can_fight, can_fight, guards_at, is_force
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, estimate
from rules.cluster_war.model.events.battles import FleetEvaded, QuarryEscaped
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Engagement, Wounds
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import change_fleet, draft_of, small, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import ATTACK, BY_NUMBERS, EVADE, Referee, facing, played
from tests.rules.cluster_war.chapters.combat.raiders import COURSE, WORLDS, republic

PLAIN = Settings()
BEAMS = {"Drive 4G": 8, "Bridge": 1, "Beam emitter 3": 3}
SKIPPER = Design("skipper", "Skipper", "ship", 20, 100, Fraction(4), prefix="SK", ftl="skip", layout=BEAMS)


def designed(state: GameState, side: str, design: Design) -> GameState:
    """The state with one more design of a side's."""
    found = state.sides[side]
    return changed(state, sides={**state.sides, side: changed(found, designs={**found.designs, design.id: design})})


def hurt(state: GameState, **wounds: Wounds) -> GameState:
    """The state with these wounds, by side and number ("humans_DD01")."""
    named = {key.replace("_", "/"): found for key, found in wounds.items()}
    return changed(state, ships={key: changed(s, wounds=named.get(key, s.wounds)) for key, s in state.ships.items()})


@pytest.mark.rule("CW-9.6-04")
def test_a_unit_fights_as_long_as_one_weapon_works() -> None:
    two = changed(SKIPPER, layout={**BEAMS, "Missile launcher": 1})
    assert can_fight(two, Wounds(), PLAIN)
    assert can_fight(two, Wounds(destroyed={"Beam emitter 3": 3}), PLAIN)
    assert can_fight(two, Wounds(destroyed={"Beam emitter 3": 2}, damaged={"Missile launcher": 1}), PLAIN)
    out = Wounds(destroyed={"Beam emitter 3": 2}, damaged={"Beam emitter 3": 1, "Missile launcher": 1})
    assert not can_fight(two, out, PLAIN)
    assert can_fight(two, Wounds(burnt=9), PLAIN)
    undrawn = changed(SKIPPER, layout={})
    assert can_fight(undrawn, Wounds(destroyed={"Bridge": 1}), PLAIN)
    sweeper = changed(SKIPPER, layout={"Minesweeper": 2, "Bridge": 1})
    assert not can_fight(sweeper, Wounds(), PLAIN)


@pytest.mark.rule("CW-9.6-04", "CW-9.0-09")
def test_a_fleet_without_a_weapon_that_works_attacks_nobody() -> None:
    state = designed(small(settings=BY_NUMBERS), "humans", SKIPPER)
    state = with_fleet(state, "humans", "0505", "skipper", "skipper", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "destroyer")
    gone = Wounds(damaged={"Beam emitter 3": 3})
    assert not played(hurt(state, humans_SK01=gone, humans_SK02=gone)).battles
    assert played(hurt(state, humans_SK01=gone)).battles
    turn = draft_of(hurt(state, humans_SK01=gone, humans_SK02=gone))
    assert not is_force(turn, turn.fleets["humans-F1"])
    assert not guards_at(turn, "humans", "0505")
    assert not any_can_fight(turn, "humans", ())


@pytest.mark.rule("CW-9.0-09")
def test_freighters_and_survey_ships_that_nobody_has_drawn_attack_nobody() -> None:
    state = small(settings=BY_NUMBERS)
    state = with_fleet(state, "humans", "0505", "freighter", "surveyor", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "destroyer")
    assert not played(state).battles
    assert played(with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)).battles


@pytest.mark.rule("CW-4.0-17", "CW-9.6-04")
def test_a_ship_whose_drive_is_gone_does_not_skip_away() -> None:
    state = designed(small(settings=BY_NUMBERS), "vermin", SKIPPER)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "skipper", "skipper", engagement=EVADE)
    assert not played(state).battles
    month = played(hurt(state, vermin_SK02=Wounds(destroyed={"Drive 4G": 8})))
    assert month.battles
    assert not month.of(FleetEvaded)


@pytest.mark.rule("CW-9.7-05")
def test_every_ship_of_a_fleet_has_to_skip_and_every_hunter_has_to_be_slower() -> None:
    state = designed(small(settings=BY_NUMBERS), "vermin", SKIPPER)
    state = with_fleet(state, "humans", "0505", "destroyer", name="Fast", engagement=ATTACK)
    mixed = with_fleet(state, "vermin", "0505", "skipper", "destroyer", engagement=EVADE)
    assert played(mixed).battles
    state = with_fleet(state, "humans", "0505", "destroyer", "freighter", name="Slow", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "destroyer", engagement=EVADE)
    assert played(state).battles, "faster than the slow ones, not than the others"


@pytest.mark.rule("CW-9.7-05")
def test_all_who_would_have_attacked_hear_of_the_escape_each_by_itself() -> None:
    state = with_fleet(facing(), "oolab", "0505", "freighter", "destroyer", engagement=ATTACK)
    state = changed(state, peace=("humans|oolab",))
    fast = changed(state.sides["vermin"].designs["destroyer"], id="fast", prefix="FA", drive=Fraction(9))
    state = change_fleet(designed(state, "vermin", fast), "vermin-F1", ships=())
    state = changed(state, fleets={k: f for k, f in state.fleets.items() if f.ships})
    state = changed(state, ships={k: s for k, s in state.ships.items() if s.side != "vermin"})
    state = with_fleet(state, "vermin", "0505", "fast", engagement=EVADE, name="Ghost")
    month = played(state)
    assert not month.battles
    assert {e.seen_by for e in month.of(QuarryEscaped)} == {("humans",), ("oolab",)}


@pytest.mark.rule("CW-9.7-05")
def test_a_fleet_told_to_evade_is_not_drawn_into_a_battle_that_its_own_side_begins() -> None:
    state = with_fleet(facing(), "humans", "0505", "scout", name="Couriers", engagement=EVADE)
    quick = changed(state.sides["humans"].designs["scout"], drive=Fraction(6))
    judge = Referee()
    month = played(designed(state, "humans", quick), referee=judge)
    assert "humans/SC01" not in {unit.unit for unit in judge.seen[0].units}
    assert {e.seen_by for e in month.of(FleetEvaded)} == {("humans",)}
    assert not month.of(QuarryEscaped), "nobody would have attacked it"
    slow = Referee()
    played(state, referee=slow)
    assert "humans/SC01" in {unit.unit for unit in slow.seen[0].units}, "as fast as the enemy, it is caught in it"


@pytest.mark.rule("CW-9.5-05", "CW-9.0-09")
def test_a_base_that_is_not_at_work_yet_opens_no_fire() -> None:
    state = with_fleet(small(settings=BY_NUMBERS), "vermin", "0505", "freighter")
    side = state.sides["humans"]
    state = changed(state, sides={**state.sides, "humans": changed(side, engagement=Engagement("attack"))})
    gate = Base("humans/BS01", "humans", "base", "Gate", "0505")
    assert played(changed(state, bases={gate.id: gate})).battles
    assert not played(changed(state, bases={gate.id: changed(gate, ready=2)})).battles
    gone = changed(state, bases={gate.id: changed(gate, towed_by="humans-F1")})
    assert not played(with_fleet(gone, "humans", "0505", "freighter", engagement=EVADE)).battles


def test_bases_count_in_who_is_the_stronger() -> None:
    state = with_fleet(small(settings=BY_NUMBERS), "humans", "0505", "destroyer", "destroyer")
    hostile = changed(state.sides["humans"], race=changed(state.sides["humans"].race, attitude="Hostile"))
    state = changed(state, sides={**state.sides, "humans": hostile})
    state = with_fleet(state, "vermin", "0505", "destroyer")
    assert played(state).battles
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505")
    assert not played(changed(state, bases={gate.id: gate})).battles, "30 and 20 hull spaces before 40"
    assert played(with_fleet(state, "vermin", "0505", "destroyer")).battles, "as many hull spaces are not more"


def test_small_craft_of_a_garrison_defend_their_world() -> None:
    fighter = Design("fighter", "Fighter", "small_craft", 4, 10, Fraction(4), bridge=False)
    state = designed(small(settings=BY_NUMBERS), "vermin", fighter)
    state = with_colony(state, "vermin", "0505", 1, 50, garrison={"fighter": 6})
    judge = Referee()
    played(with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK), referee=judge)
    assert {(u.unit, u.count) for u in judge.seen[0].units if u.side == "vermin"} == {("0505-1|fighter", 6)}


@pytest.mark.rule("CW-9.5-08", "CW-9.5-20", "CW-9.6-04")
def test_raiders_reckon_with_what_of_them_works() -> None:
    state = republic("prowler")
    seen = {f"{hex_}-1": ColonySighting(f"{hex_}-1", "humans", hex_, 1, 0) for hex_ in WORLDS}
    knowledge = {**state.knowledge, "vermin": changed(state.knowledge["vermin"], colonies=seen)}
    state = changed(state, knowledge=knowledge)
    order = RaidRoute("vermin-F1", COURSE)
    assert not any(note.rule == "CW-9.5-08" for note in check(view_for(state, "vermin"), (), order).notes)
    blind = hurt(state, vermin_PR01=Wounds(destroyed={"LRS": 1}))
    notes = check(view_for(blind, "vermin"), (), order).notes
    assert any(note.rule == "CW-9.5-08" for note in notes)
    assert any("0.05 catches" in note.text for note in notes)
    harmless = hurt(state, vermin_PR01=Wounds(destroyed={"Beam emitter 3": 3}))
    with pytest.raises(IllegalOrderError, match="no armed ship"):
        check(view_for(harmless, "vermin"), (), order)
    assert estimate(view_for(state, "vermin"), COURSE, ()).lrs is False
