"""Soldiers who lead ground forces: what they add where armies fight, and what becomes of them (CW-17.1-12)."""

import pytest

from rules.cluster_war.chapters.combat.ground.forces import led, troops_in
from rules.cluster_war.model.events.ground import GroundFought, GroundUnitsLost
from rules.cluster_war.model.events.officers import OfficerLost, OfficerPosted
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.officers import Officer, Post
from rules.values import changed
from tests.rules.cluster_war.build import draft_of
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune
from tests.rules.cluster_war.chapters.combat.ground.war import HOT, WORLD, forces, front
from tests.rules.cluster_war.yard import told, turn

LEADER = Officer("vermin/O1", "vermin", "Old Fang", 1, 1, 1, 1, talents=("soldier",), post=Post("team", f"{WORLD}|INF"))


def guarded(leader: Officer | None = LEADER, infantry: int = 2) -> GameState:
    """A world of the vermin with infantry, and who leads it."""
    state = front(garrison={"INF": infantry})
    settings = changed(state.settings, flag_officers=True)
    return changed(state, settings=settings, officers={leader.id: leader} if leader else {})


def blows(state: GameState) -> list[tuple[str, str, int, int]]:
    """Every blow of a month of nothing but misses, each as it was: who struck, at what reach, both totals."""
    done = turn(state, HOT, dice=MERCY)
    return [
        (b.attacker, b.reach, b.attack, b.defense) for e in done.events if isinstance(e, GroundFought) for b in e.blows
    ]


@pytest.mark.rule("CW-17.1-12")
def test_one_battalion_fights_close_with_two_points_more_on_both_ratings() -> None:
    month = draft_of(turn(guarded(), HOT, dice=MERCY).state)
    mine = [f for f in month.surfaces[WORLD].forces.values() if f.side == "vermin"]
    plain = troops_in(month, mine[0])
    with_leader = [led(month, month.surfaces[WORLD], f, plain) for f in mine]
    found = sorted((t.attack, t.defense) for t in with_leader)
    (far, near), (guard, cover) = plain.attack, plain.defense
    assert found == [((far, near), (guard, cover)), ((far, near + 2), (guard, cover + 2))]
    theirs = next(f for f in month.surfaces[WORLD].forces.values() if f.side == "humans")
    assert led(month, month.surfaces[WORLD], theirs, troops_in(month, theirs)) == troops_in(month, theirs)


@pytest.mark.rule("CW-17.1-12")
@pytest.mark.parametrize(
    "other",
    [
        None,
        changed(LEADER, talents=()),
        changed(LEADER, post=Post("aboard", f"{WORLD}|INF")),
        changed(LEADER, post=None),
    ],
)
def test_nobody_else_adds_anything(other: Officer | None) -> None:
    month = draft_of(turn(guarded(other), HOT, dice=MERCY).state)
    for force in month.surfaces[WORLD].forces.values():
        assert led(month, month.surfaces[WORLD], force, troops_in(month, force)) == troops_in(month, force)


@pytest.mark.rule("CW-17.1-12")
def test_the_fights_of_a_month_have_it() -> None:
    with_leader, without = blows(guarded()), blows(guarded(None))
    assert len(with_leader) == len(without)
    assert with_leader != without
    assert sum(attack for *_, attack, _ in with_leader) > sum(attack for *_, attack, _ in without)


@pytest.mark.rule("CW-17.1-12", "CW-17.1-28")
def test_a_leader_stays_with_troops_in_the_field_and_is_lost_with_the_last_of_them() -> None:
    held = turn(guarded(), HOT, dice=MERCY)
    assert len(forces(held.state, "vermin")) == 2
    assert held.state.officers[LEADER.id].post == LEADER.post
    assert not told(held, OfficerPosted)
    beaten = turn(guarded(infantry=1), HOT, dice=Fortune())
    assert [e.design for e in told(beaten, GroundUnitsLost) if e.side == "vermin"] == ["INF"]
    assert LEADER.id not in beaten.state.officers
    assert [(e.name, e.seen_by) for e in told(beaten, OfficerLost)] == [("Old Fang", ("vermin",))]
