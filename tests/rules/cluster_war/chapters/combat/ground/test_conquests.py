"""Who takes a world, from whom, and what becomes of its people (CW-9.2-01, CW-9.3-41, 42, 66)."""

import pytest

from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.conquest import take_over
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.model.economy.yields import world_at
from rules.cluster_war.model.events.ground import (
    CityHarmed,
    CityTaken,
    ForcesMarched,
    GroundFought,
    InvasionBeaten,
    TroopsLanded,
    WorldConquered,
)
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Transit
from rules.cluster_war.model.state.war import REBELS, City, Force
from rules.cluster_war.play.notation import names_of, parse_order
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Cause, changed
from tests.rules.cluster_war.build import change_fleet, draft_of, with_fleet
from tests.rules.cluster_war.chapters.combat.ground.test_fire import FORT
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune, sound
from tests.rules.cluster_war.chapters.combat.ground.test_weeks import a, fields, ravaged
from tests.rules.cluster_war.chapters.combat.ground.war import FLEET, HOT, LANDING, SHIP, WORLD, forces, front
from tests.rules.cluster_war.yard import failures, plan, told, turn

ALLIES = ("humans|oolab",)


def three(state: GameState) -> GameState:
    """The state with a third empire, the Oolab, who know and have what the vermin do, but no world."""
    sides = {**state.sides, "oolab": changed(state.sides["vermin"], id="oolab", name="Oolab")}
    return changed(state, sides=sides, knowledge={**state.knowledge, "oolab": state.knowledge["vermin"]})


def allied(*army: Force) -> GameState:
    """Humans and Oolab, who are at peace, on the vermin's world, which nobody defends."""
    return changed(three(fields(front({}), *army)), peace=ALLIES)


@pytest.mark.rule("CW-9.3-41", "CW-9.2-01")
def test_of_two_who_are_in_the_city_the_one_with_more_forces_has_the_world() -> None:
    two = (a(1, "INF", "0302", side="oolab"), a(2, "INF", "0302", side="oolab"))
    state = allied(a(1, "INF", "0302"), *two)
    done = turn(state)
    sound(state, done)
    assert [e.side for e in told(done, WorldConquered)] == ["oolab"]
    even = turn(allied(a(1, "INF", "0302"), two[0]))
    assert [e.side for e in told(even, WorldConquered)] == ["humans"], "of equal ones the first by name"
    near = turn(allied(a(1, "INF", "0302"), *(changed(f, at="0301") for f in two)))
    assert [e.side for e in told(near, WorldConquered)] == ["humans"], "who stands beside the city has nothing"
    outside = turn(allied(a(1, "INF", "0101")))
    assert told(outside, WorldConquered) == [], "nobody is in the city"


@pytest.mark.rule("CW-9.3-66", "CW-9.3-41")
def test_a_people_that_changes_masters_stays_the_same_people_and_is_none_under_its_own() -> None:
    state = three(front({}, attitude="Hostile"))
    first = turn(fields(state, a(1, "INF", "0302"))).state
    assert (first.surfaces[WORLD].people, first.surfaces[WORLD].former) == ("Hostile", "vermin")
    bare = {WORLD: changed(first.colonies[WORLD], garrison={})}
    held = changed(first.surfaces[WORLD], forces={"oolab/A9": a(9, "INF", "0302", side="oolab")})
    second = turn(changed(first, colonies={**first.colonies, **bare}, surfaces={WORLD: held}))
    assert [(e.side, e.loser) for e in told(second, WorldConquered)] == [("oolab", "humans")]
    taken = second.state.surfaces[WORLD]
    assert (taken.people, taken.former) == ("Hostile", "vermin")
    army = (a(9, "INF", "0302", side="vermin"), a(8, "militia", "0101", side=REBELS))
    freed = changed(taken, forces={f.id: f for f in army})
    colonies = {**second.state.colonies, WORLD: changed(second.state.colonies[WORLD], garrison={})}
    home = turn(changed(second.state, colonies=colonies, surfaces={WORLD: freed})).state
    assert (home.colonies[WORLD].side, home.surfaces[WORLD].people, home.surfaces[WORLD].former) == ("vermin", "", "")
    assert home.surfaces[WORLD].forces == {}, "the army is in its barracks, the rebels are at home"


@pytest.mark.rule("CW-9.2-05")
def test_what_bars_an_orbit_and_what_does_not() -> None:
    state = three(front({"INF": 1}))
    fort = Base("vermin/B1", "vermin", "way", "Watch", "0505")

    def lands(base: Base) -> bool:
        return not failures(turn(changed(state, bases={base.id: base}), LANDING, dice=MERCY))

    assert not lands(fort)
    assert lands(changed(fort, ready=9)), "still being put together"
    assert lands(changed(fort, towed_by="vermin-F1"))
    assert lands(changed(fort, hex="0506"))
    allied_ = with_fleet(state, "oolab", "0505", "destroyer")
    assert failures(turn(allied_, LANDING, dice=MERCY))
    assert not failures(turn(changed(allied_, peace=ALLIES), LANDING, dice=MERCY))
    passing = with_fleet(state, "vermin", "0505", "destroyer")
    other = next(k for k, f in passing.fleets.items() if f.side == "vermin")
    gone = change_fleet(passing, other, transit=Transit("0505", "0808", 0, 9))
    assert not failures(turn(gone, LANDING, dice=MERCY))


@pytest.mark.rule("CW-9.2-05")
def test_a_fleet_lands_in_the_week_in_which_it_comes_and_not_before() -> None:
    state = change_fleet(front({"INF": 1}), FLEET, hex="0506", transit=Transit("0506", "0505", 0, 4))
    assert plan(state, LANDING).text, "it is there by the turn's end"
    done = turn(state, LANDING)
    assert failures(done) == []
    assert [e.week for e in told(done, TroopsLanded)] == [4, 4]
    late = change_fleet(front({"INF": 1}), FLEET, hex="0506", transit=Transit("0506", "0505", 0, 5))
    assert failures(turn(late, LANDING)) == ["Fleet 1 was not at 0505 this turn; its forces stay aboard."]


@pytest.mark.rule("CW-9.3-44")
def test_a_city_taken_is_told_once_and_the_largest_is_where_a_hot_landing_goes() -> None:
    cities = (City("Burrow", "0302", 1), City("Port", "0503", 3))
    state = fields(front({"INF": 1}), a(7, "INF", "0101", side="vermin"))
    state = changed(state, surfaces={WORLD: changed(state.surfaces[WORLD], cities=cities)})
    done = turn(state, InvadeWorld(FLEET, WORLD, "city", "hold"), dice=MERCY)
    assert [(e.city, e.week, e.seen_by) for e in told(done, CityTaken)] == [("Port", 1, ("humans", "vermin"))]
    assert told(turn(done.state, dice=MERCY), CityTaken) == []


@pytest.mark.rule("CW-9.3-42")
def test_mines_do_not_hold_a_world_and_fall_with_it() -> None:
    state = fields(front({}), a(1, "INF", "0302"), a(7, "MINES", "0101", side="vermin"))
    done = turn(state, dice=Fortune())
    sound(state, done)
    assert [e.side for e in told(done, WorldConquered)] == ["humans"]
    assert world_at(done.state, "0505", 2) is not None
    assert told(done, InvasionBeaten) == []
    guarded = fields(front({}), a(1, "INF", "0302"), a(7, "INF", "0101", side="vermin"))
    assert told(turn(guarded, dice=Fortune(1, 10)), WorldConquered) == []


@pytest.mark.rule("CW-9.2-14", "CW-9.3-12")
def test_who_is_landed_upon_does_not_march_away_from_the_fight() -> None:
    going = a(7, "INF", "0302", side="vermin", goal="0503")
    state = fields(front({"INF": 1}), going)
    hot = turn(state, InvadeWorld(FLEET, WORLD, "0302", "hold"), dice=MERCY)
    fights = [(e.week, e.at, e.hot) for e in told(hot, GroundFought)]
    assert fights[0] == (1, "0302", True)
    assert {e.week for e in told(hot, ForcesMarched)} == {2, 3}, "from the next week on"
    free = turn(state, dice=MERCY)
    assert {e.week for e in told(free, ForcesMarched)} == set(), "where nobody is at war nobody marches"


@pytest.mark.rule("CW-9.2-15")
def test_the_last_of_a_people_are_never_found() -> None:
    done = turn(ravaged("civilians", 3, size=2), dice=MERCY)
    sound(ravaged("civilians", 3, size=2), done)
    assert [e.cps for e in told(done, CityHarmed)] == [1]
    assert done.state.colonies[WORLD].size == 1
    fought = ravaged("civilians")
    here = {**fought.surfaces[WORLD].forces, "vermin/A8": a(8, "INF", "0302", side="vermin")}
    fought = changed(fought, surfaces={WORLD: changed(fought.surfaces[WORLD], forces=here)})
    assert told(turn(fought, dice=MERCY), CityHarmed) == [], "where they are fought with they do nothing else"


@pytest.mark.rule("CW-9.3-43", "CW-9.3-44")
def test_freighters_bring_supplies_when_what_an_army_carries_is_used_up_and_not_before() -> None:
    state = front(garrison={"INF": 1})
    laden = {**state.ships, SHIP: changed(state.ships[SHIP], supplies=20)}
    done = turn(changed(state, ships=laden), changed(LANDING, posture="hold"), dice=MERCY)
    assert {f.supplied for f in forces(done.state, "humans")} == {4}, "at the end of the fourth week"
    second = turn(done.state, dice=MERCY).state
    assert {f.supplied for f in forces(second, "humans")} == {8}


@pytest.mark.rule("CW-9.2-05")
def test_bases_on_the_ground_bar_no_landing_and_join_the_fight_there() -> None:
    state = front({"INF": 1}, {"FRT": 1})
    sides = {k: changed(s, designs={**s.designs, "FRT": FORT}) for k, s in state.sides.items()}
    done = turn(changed(state, sides=sides), HOT, dice=MERCY)
    assert failures(done) == []
    assert {b.target for e in told(done, GroundFought) for b in e.blows if b.side == "humans"} <= {"Fort"}
    assert [(f.design, f.at) for f in forces(done.state, "vermin")] == [
        ("FRT", done.state.surfaces[WORLD].cities[0].hex)
    ]


@pytest.mark.rule("CW-9.3-44")
def test_who_lives_on_a_city_takes_nothing_from_freighters() -> None:
    state = fields(front({}), a(1, "INF", "0302", supplied=-9), a(7, "INF", "0101", side="vermin"))
    laden = {**state.ships, SHIP: changed(state.ships[SHIP], supplies=20)}
    alone = changed(state, ships=laden, surfaces={})
    with_army = turn(changed(state, ships=laden), dice=MERCY).state
    assert with_army.ships[SHIP].supplies == turn(alone, dice=MERCY).state.ships[SHIP].supplies
    assert {f.supplied for f in forces(with_army, "humans")} == {4}


@pytest.mark.rule("CW-9.3-44", "CW-9.3-72")
def test_a_city_that_is_fought_over_feeds_its_owner_alone_and_one_in_rebellion_nobody() -> None:
    state = fields(front({}), a(1, "INF", "0302"), a(7, "INF", "0302", side="vermin"))
    fought = turn(state, dice=MERCY).state
    assert {f.supplied for f in forces(fought, "humans")} == {0}
    assert {f.supplied for f in forces(fought, "vermin")} == {4}
    colony = changed(state.colonies[WORLD], side="humans")
    mine = fields(changed(state, colonies={**state.colonies, WORLD: colony}), a(1, "INF", "0101", teams=4))
    risen = changed(mine.surfaces[WORLD], cities=(City("Burrow", "0302", rebels=True),), people="Hostile")
    assert {f.supplied for f in forces(turn(mine).state, "humans")} == {4}
    assert {f.supplied for f in forces(turn(changed(mine, surfaces={WORLD: risen})).state, "humans")} == {0}


@pytest.mark.rule("CW-9.3-44", "CW-9.2-05")
def test_only_ships_with_cargo_bays_feed_and_a_fleet_on_its_way_off_lands_nobody() -> None:
    state = fields(front({}), a(1, "INF", "0101"), a(7, "INF", "0302", side="vermin"))
    laden = changed(state, ships={**state.ships, SHIP: changed(state.ships[SHIP], supplies=20)})
    assert {f.supplied for f in forces(turn(laden, dice=MERCY).state, "humans")} == {4}
    bare = {k: changed(d, cargo_bays=0) if k == "trooper" else d for k, d in state.sides["humans"].designs.items()}
    sides = {**state.sides, "humans": changed(state.sides["humans"], designs=bare)}
    assert {f.supplied for f in forces(turn(changed(laden, sides=sides), dice=MERCY).state, "humans")} == {0}
    leaving = change_fleet(front({"INF": 1}), FLEET, transit=Transit("0505", "0808", 0, 9))
    assert failures(turn(leaving, LANDING)) == ["Fleet 1 was not at 0505 this turn; its forces stay aboard."]


@pytest.mark.parametrize("named", ["A1 A2", "A1, A2", "a1,a2"])
def test_forces_are_named_with_commas_or_without(named: str) -> None:
    state = fields(front({}), a(1, "INF", "0101"), a(2, "INF", "0101"))
    names = names_of(view_for(state, "humans"))
    both = ("humans/A1", "humans/A2")
    assert parse_order(f"army 0505-2 {named} hold at 0102", names) == CommandArmy(WORLD, both, "hold", "0102")
    assert parse_order(f'leave "Fleet 1" 0505-2 with {named}', names) == LeaveWorld(FLEET, WORLD, both)


@pytest.mark.rule("CW-9.3-65")
def test_only_depleted_battalions_are_sent_home() -> None:
    state = fields(front({}), a(1, "INF", "0101"), a(2, "INF", "0101", teams=7), a(7, "INF", "0302", side="vermin"))
    done = turn(state, CommandArmy(WORLD, (), "hold", refill=True), dice=MERCY)
    assert [(f.teams, f.home) for f in forces(done.state, "humans")] == [(10, False), (7, True)]


@pytest.mark.rule("CW-9.3-65", "CW-9.2-01")
@pytest.mark.parametrize("contested", [True, False])
def test_who_takes_a_world_is_in_its_barracks_at_once_unless_a_third_goes_on_fighting(*, contested: bool) -> None:
    army = [a(1, "INF", "0302"), a(2, "INF", "0302", teams=4)]
    army += [a(3, "INF", "0101", side="oolab")] if contested else []
    turn_state = draft_of(three(fields(front({}), *army)))
    take_over(turn_state, WORLD, "humans", 2, Cause("CW-9.2-01"))
    assert turn_state.colonies[WORLD].side == "humans"
    assert dict(turn_state.colonies[WORLD].garrison) == ({} if contested else {"INF": 1})
    there = {f.id for f in turn_state.surfaces[WORLD].forces.values()}
    assert there == ({f.id for f in army} if contested else {army[1].id}), "who is depleted stays in the field"
