"""Officers with combat teams on a world: they land with them, add to close fights, heal, and fall with them (CW-17.1-12)."""

import pytest

from rules.cluster_war.chapters.combat.ground.forces import lose_leaders, troops_in, troops_with_leader
from rules.cluster_war.chapters.officers.amendments import UseTalent
from rules.cluster_war.model.events.ground import GroundFought, GroundUnitsLost
from rules.cluster_war.model.events.officers import OfficerLost, OfficerPosted
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Officer, Post
from rules.cluster_war.model.state.war import Force
from rules.cluster_war.turn.gm.amend import amend
from rules.values import changed
from tests.rules.cluster_war.build import draft_of
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune, sound
from tests.rules.cluster_war.chapters.combat.ground.war import HOT, LANDING, SHIP, WORLD, forces, front
from tests.rules.cluster_war.chapters.officers.staff import officer
from tests.rules.cluster_war.yard import told, turn


def staffed(state: GameState, *officers: Officer) -> GameState:
    settings = changed(state.settings, flag_officers=True)
    return changed(state, settings=settings, officers={o.id: o for o in officers})


def aboard(talent: str) -> Officer:
    """Who leads the combat team aboard the trooper."""
    return officer(1, "Sarge", "team", SHIP, talents=(talent,))


@pytest.mark.rule("CW-17.1-12")
def test_a_soldier_lands_with_their_team_and_adds_to_its_close_combat_alone() -> None:
    state = staffed(front({"INF": 2}, {"INF": 3}), aboard("soldier"))
    done = turn(state, HOT, dice=MERCY)
    sound(state, done)
    unit = f"{WORLD}|INF"
    assert [(e.post, e.unit) for e in told(done, OfficerPosted)] == [("team", unit)]
    assert done.state.officers["humans/O1"].post == Post("team", unit)
    month, surface = draft_of(done.state), done.state.surfaces[WORLD]
    fought = [troops_with_leader(month, surface, f, troops_in(month, f)) for f in forces(done.state, "humans")]
    assert [(t.attack, t.defense) for t in fought] == [((3, 5), (2, 4)), ((3, 3), (2, 2))], "one battalion, close in"
    theirs = [troops_with_leader(month, surface, f, troops_in(month, f)).attack for f in forces(done.state, "vermin")]
    assert theirs == [(3, 3)] * 3, "another side's troops of the same name are not theirs"


@pytest.mark.rule("CW-17.1-12", "CW-9.3-31")
def test_a_soldier_is_felt_in_the_fight() -> None:
    def margins(state: GameState) -> list[int]:
        first = turn(state, changed(HOT, posture="attack"), dice=MERCY).state
        close = {first.surfaces[WORLD].cities[0].hex: True}
        first = changed(first, surfaces={WORLD: changed(first.surfaces[WORLD], close=close)})
        fights = [e for e in turn(first, dice=MERCY).events if e.__class__.__name__ == "GroundFought"]
        return [b.attack for b in fights[0].blows if b.side == "humans"]  # type: ignore[attr-defined] # a fight's blows

    plain = margins(front({"INF": 1}, {"INF": 1}))
    assert margins(staffed(front({"INF": 1}, {"INF": 1}), aboard("soldier"))) == [n + 2 for n in plain]


@pytest.mark.rule("CW-17.1-28")
def test_leaders_fall_with_their_last_battalion_and_not_with_an_enemys_of_the_same_name() -> None:
    enemy = Officer("vermin/O1", "vermin", "Gnaw", 5, 5, 5, 5, post=Post("team", f"{WORLD}|INF"))
    state = staffed(front({"INF": 1}, {"INF": 2}), aboard("soldier"), enemy)
    cruel = Fortune(attack=10, defense=1)
    done = turn(state, HOT, dice=cruel)
    sound(state, done)
    assert told(done, GroundUnitsLost)
    assert [e.officer for e in told(done, OfficerLost)] == ["humans/O1"]
    assert done.state.officers["vermin/O1"].post == Post("team", f"{WORLD}|INF")


@pytest.mark.rule("CW-17.1-03")
def test_a_leader_of_a_garrison_in_the_field_stays_with_it() -> None:
    enemy = Officer("vermin/O1", "vermin", "Gnaw", 5, 5, 5, 5, post=Post("team", f"{WORLD}|INF"))
    state = staffed(front({"INF": 1}, {"INF": 1}), enemy)
    done = turn(state, LANDING, dice=MERCY)
    assert done.state.colonies[WORLD].garrison == {}, "it is in the field"
    assert done.state.officers["vermin/O1"].post == Post("team", f"{WORLD}|INF")


@pytest.mark.rule("CW-17.1-09")
def test_a_healer_makes_combat_teams_fit_again_those_they_lead_first() -> None:
    state = staffed(front({"INF": 2, "HTK": 1}, {"INF": 3}), aboard("healer"))
    state = turn(state, LANDING, dice=MERCY).state
    surface = state.surfaces[WORLD]
    worn = {f.id: changed(f, teams=7) for f in forces(state, "humans")}
    state = changed(state, surfaces={WORLD: changed(surface, forces={**surface.forces, **worn})})
    led_by = state.officers["humans/O1"].post
    assert led_by is not None
    done = amend(state, UseTalent("humans/O1", "healer", "", 4), "a field hospital")
    left = {f.id: (f.design, f.teams) for f in forces(done.state, "humans")}
    assert sum(teams for _, teams in left.values()) == 3 * 7 + 4
    assert max(left.values(), key=lambda one: one[1])[0] == led_by.unit.partition("|")[2]
    assert [f.teams for f in forces(done.state, "vermin")] == [10, 10, 10]


@pytest.mark.rule("CW-17.1-28")
def test_an_invaders_leader_falls_with_the_last_battalion_though_the_garrison_has_troops_of_that_name() -> None:
    invader = Officer("vermin/O1", "vermin", "Gnaw", 5, 5, 5, 5, post=Post("team", f"{WORLD}|INF"))
    defender = changed(aboard("soldier"), post=Post("team", f"{WORLD}|INF"))
    state = staffed(front(), invader, defender)
    held = changed(state.colonies[WORLD], side="humans", garrison={"INF": 1})
    state = changed(state, colonies={**state.colonies, WORLD: held})
    surface = turn(front({"INF": 1}, {"INF": 1}), HOT, dice=MERCY).state.surfaces[WORLD]
    empty = changed(surface, forces={})
    gone = [Force("vermin/A9", "vermin", "INF", surface.cities[0].hex), Force("humans/A9", "humans", "INF", "0101")]
    turn_state = draft_of(changed(state, surfaces={WORLD: empty}))
    lose_leaders(turn_state, empty, gone)
    assert set(turn_state.officers) == {defender.id}, "the garrison's own leader has a battalion left"
    assert [(e.side, e.officer, e.seen_by) for e in turn_state.events if isinstance(e, OfficerLost)] == [
        ("vermin", invader.id, ("vermin",))
    ]


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
    turn_state = draft_of(turn(guarded(), HOT, dice=MERCY).state)
    mine = [f for f in turn_state.surfaces[WORLD].forces.values() if f.side == "vermin"]
    plain = troops_in(turn_state, mine[0])
    with_leader = [troops_with_leader(turn_state, turn_state.surfaces[WORLD], f, plain) for f in mine]
    found = sorted((t.attack, t.defense) for t in with_leader)
    (far, near), (guard, cover) = plain.attack, plain.defense
    assert found == [((far, near), (guard, cover)), ((far, near + 2), (guard, cover + 2))]
    theirs = next(f for f in turn_state.surfaces[WORLD].forces.values() if f.side == "humans")
    assert troops_with_leader(
        turn_state, turn_state.surfaces[WORLD], theirs, troops_in(turn_state, theirs)
    ) == troops_in(turn_state, theirs)


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
    turn_state = draft_of(turn(guarded(other), HOT, dice=MERCY).state)
    for force in turn_state.surfaces[WORLD].forces.values():
        assert troops_with_leader(
            turn_state, turn_state.surfaces[WORLD], force, troops_in(turn_state, force)
        ) == troops_in(turn_state, force)


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
