"""What a landing, a siege and a victory come to week by week (CW-9.2-13 to 16, CW-9.3-05, 11, 13, 31, 44)."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import SetColony
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.events.ground import (
    ArmyTired,
    BattalionRefilled,
    BattalionsReorganised,
    CityHarmed,
    CityRebelled,
    ForcesMarched,
    GroundFought,
    GroundUnitsLost,
    MilitiaRaised,
    RebellionEnded,
    TroopsLanded,
    WorldConquered,
)
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build
from rules.cluster_war.model.state.war import REBELS, BattleRecord, City, Force, Posture, Surface, Task
from rules.cluster_war.turn.gm.amend import amend
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune, landed, sound
from tests.rules.cluster_war.chapters.combat.ground.war import FLEET, HOT, LANDING, SHIP, WORLD, forces, front
from tests.rules.cluster_war.yard import failures, plan, told, turn

WON = BattleRecord("1/0505/1", 1, 1, "0505", "fleet action", "quick", ("humans", "vermin"), "humans")
"""A battle that the humans won over the world in the first week."""
FIELDS = {f"{c:02d}{r:02d}": "clear" for c in range(1, 6) for r in range(1, 4)}
"""A surface without cover, five columns by three, that all can march on."""


def fields(state: GameState, *army: Force, city: str = "0302", **other: str) -> GameState:
    """The state with these forces in open fields, around one city; hexes of other terrain as h0101="ocean"."""
    cells = FIELDS | {key.removeprefix("h"): value for key, value in other.items()}
    ground = Surface(WORLD, 5, 3, cells, (City("Burrow", city),), {f.id: f for f in army})  # type: ignore[arg-type] # words of Terrain
    return changed(state, surfaces={**state.surfaces, WORLD: ground})


def a(number: int, design: str, at: str, posture: Posture = "hold", side: str = "humans", **more: object) -> Force:
    """A force of the humans, as a rule."""
    return Force(f"{side}/A{number}", side, design, at, posture=posture, **more)  # type: ignore[arg-type] # Force's own fields


@pytest.mark.rule("CW-9.2-13", "CW-9.2-14")
def test_a_quiet_landing_costs_a_week_that_a_hot_one_does_not() -> None:
    state = front(garrison={"INF": 1})
    quiet, hot = (turn(state, order, dice=Fortune()) for order in (LANDING, HOT))
    for done in (quiet, hot):
        sound(state, done)
        assert {e.week for e in told(done, TroopsLanded)} == {1}
    assert {e.week for e in told(quiet, ForcesMarched)} == {2}
    assert [(e.week, e.hot) for e in told(quiet, GroundFought)] == [(2, False)]
    assert [e.week for e in told(quiet, WorldConquered)] == [2]
    assert [(e.week, e.hot) for e in told(hot, GroundFought)] == [(1, True)]
    assert [e.week for e in told(hot, WorldConquered)] == [1], "the whole city at once"


@pytest.mark.rule("CW-9.3-44", "CW-9.3-45")
def test_victors_too_worn_for_the_barracks_live_on_the_world_they_took() -> None:
    state = front(garrison={"INF": 1})
    state = turn(state, HOT, dice=Fortune()).state
    assert state.colonies[WORLD].side == "humans"
    surface = state.surfaces[WORLD]
    worn = Force("humans/A9", "humans", "INF", surface.cities[0].hex, teams=8, supplied=1)
    state = changed(state, surfaces={WORLD: changed(surface, forces={worn.id: worn})})
    for _ in range(4):
        done = turn(state)
        sound(state, done)
        assert told(done, ArmyTired) == []
        state = done.state
    assert [f.teams for f in forces(state, "humans")] == [8]


@pytest.mark.rule("CW-9.3-44")
def test_freighters_feed_an_army_with_which_nobody_fights_any_more() -> None:
    state = landed(front(garrison={"INF": 1}), LANDING)
    ship = changed(state.ships[SHIP], supplies=3)
    done = turn(changed(state, peace=("humans|vermin",), ships={**state.ships, SHIP: ship}))
    assert told(done, ArmyTired) == []
    assert told(turn(changed(state, peace=("humans|vermin",))), ArmyTired)[0].stress == 10


@pytest.mark.rule("CW-9.3-05")
def test_what_is_stationary_is_not_sent_anywhere() -> None:
    mines, foot = a(1, "MINES", "0101"), a(2, "INF", "0101")
    state = fields(front({}), mines, foot)
    for wrong in ((mines.id,), (mines.id, foot.id)):
        with pytest.raises(IllegalOrderError, match="Ground minefield cannot move: it is stationary") as refused:
            plan(state, CommandArmy(WORLD, wrong, "hold", "0103"))
        assert refused.value.rule == "CW-9.3-05"
    with pytest.raises(IllegalOrderError, match="stationary"):
        plan(fields(front({}), mines), CommandArmy(WORLD, (), "hold", "0103"))
    assert plan(state, CommandArmy(WORLD, (mines.id,), "ambush", "0101")).text, "where it is it may be told to stay"
    with pytest.raises(IllegalOrderError, match="no surface hex 9999"):
        plan(state, CommandArmy(WORLD, (mines.id,), "hold", "9999"))
    done = turn(state, CommandArmy(WORLD, (), "hold", "0103"), dice=MERCY)
    assert {f.design: (f.at, f.goal) for f in forces(done.state, "humans")} == {
        "MINES": ("0101", ""),
        "INF": ("0103", ""),
    }


@pytest.mark.rule("CW-9.3-02", "CW-9.3-04")
def test_who_cannot_come_there_by_land_is_told_so() -> None:
    foot, hawk = a(1, "INF", "0101"), a(2, "aero", "0101")
    state = fields(front({}), foot, hawk, h0301="ocean", h0302="ocean", h0303="ocean", city="0503")
    with pytest.raises(IllegalOrderError, match="no way for Infantry from 0101 to 0501") as refused:
        plan(state, CommandArmy(WORLD, (foot.id,), "hold", "0501"))
    assert refused.value.rule == "CW-9.3-02"
    assert plan(state, CommandArmy(WORLD, (hawk.id,), "hold", "0501")).text
    done = turn(state, CommandArmy(WORLD, (), "hold", "0501"), dice=MERCY)
    assert {f.design: f.at for f in forces(done.state, "humans")} == {"INF": "0101", "aero": "0501"}


@pytest.mark.rule("CW-9.3-06", "CW-9.3-07", "CW-9.3-13", "CW-9.3-14")
def test_a_months_march_by_foot_and_by_tank() -> None:
    state = fields(front({}, garrison={"INF": 1}), a(1, "INF", "0101"), a(2, "HTK", "0101"), city="0503")
    done = turn(state, CommandArmy(WORLD, (), "hold", "0501"), dice=MERCY)
    went = [(e.week, e.name, e.start, e.at) for e in told(done, ForcesMarched)]
    assert [(week, name) for week, name, _, _ in went] == [
        (1, "Heavy Tank"),
        (1, "Infantry"),
        (2, "Heavy Tank"),
        (2, "Infantry"),
        (3, "Infantry"),
        (4, "Infantry"),
    ], "three hexes a week against one"
    assert {f.at for f in forces(done.state, "humans")} == {"0501"}


@pytest.mark.rule("CW-9.3-11")
def test_nobody_marches_at_what_they_cannot_see() -> None:
    state = front({}, garrison={"HTK": 1})
    mines = a(7, "MINES", "0501", side="vermin")
    seen = a(8, "INF", "0503", side="vermin")
    mine = a(1, "INF", "0302", "attack")
    blind = turn(fields(state, mine, mines, city="0101"), CommandArmy(WORLD, (), "attack"), dice=MERCY)
    assert [e.at for e in told(blind, ForcesMarched)][-1] == "0101", "the city alone draws them"
    away = {WORLD: changed(fields(state, mine, mines, seen).surfaces[WORLD], cities=())}
    bare = changed(
        state, surfaces=away, colonies={**state.colonies, WORLD: changed(state.colonies[WORLD], garrison={})}
    )
    assert [e.at for e in told(turn(bare, dice=MERCY), ForcesMarched)][-1] == "0503", "infantry, not mines"


@pytest.mark.rule("CW-9.3-11", "CW-9.2-13")
def test_a_landing_does_not_shun_mines_that_nobody_sees() -> None:
    state = front(garrison={"INF": 1})
    safe = turn(fields(state), LANDING, dice=MERCY)
    (at,) = {e.at for e in told(safe, TroopsLanded)}
    mined = turn(fields(state, a(7, "MINES", at, side="vermin")), LANDING, dice=MERCY)
    assert [(e.at, e.hot) for e in told(mined, TroopsLanded)] == [(at, True)] * 2
    guarded = turn(fields(state, a(7, "INF", at, side="vermin")), LANDING, dice=MERCY)
    assert {(e.at == at, e.hot) for e in told(guarded, TroopsLanded)} == {(False, False)}


@pytest.mark.rule("CW-9.3-31")
def test_a_fight_that_ended_begins_at_range_again() -> None:
    foe = a(7, "INF", "0101", side="vermin", contact=3)
    state = fields(front({}), foe, a(1, "INF", "0103", contact=2), city="0503")
    quiet = turn(state, dice=MERCY)
    assert {f.contact for side in ("humans", "vermin") for f in forces(quiet.state, side)} == {0}
    new = fields(front({}), a(7, "HTK", "0103", side="vermin"), a(1, "INF", "0103", contact=2), city="0503")
    first, second = told(turn(new, dice=MERCY), GroundFought)[:2]
    assert [b.reach for b in first.blows if b.side == "humans"] == ["ranged"], "a new enemy begins at range"
    assert [b.reach for b in second.blows if b.side == "humans"] == ["close"]
    tanks = fields(
        front({}), a(7, "HTK", "0103", side="vermin", contact=1), a(1, "INF", "0103", contact=1), a(2, "INF", "0103")
    )
    fought = told(turn(tanks, dice=MERCY), GroundFought)[0]
    assert [b.reach for b in fought.blows if b.side == "humans"] == ["close", "close"], "it is the sides' second week"


@pytest.mark.rule("CW-9.2-05")
def test_it_is_the_last_battle_that_says_who_holds_the_orbit() -> None:
    state = with_fleet(front(), "vermin", "0505", "destroyer")
    lost = changed(WON, id="1/0505/2", week=2, winner="vermin")
    other = changed(WON, id="1/0505/3", week=3, sides=("oolab", "vermin"), winner="oolab")
    assert told(turn(changed(state, battles=(WON, other)), LANDING), TroopsLanded)
    assert "cannot land" in failures(turn(changed(state, battles=(WON, lost)), LANDING))[0]
    assert "cannot land" in failures(turn(changed(state, battles=(changed(WON, turn=2),)), LANDING))[0]
    assert "cannot land" in failures(turn(changed(state, battles=(changed(WON, hex="0506"),)), LANDING))[0]


@pytest.mark.rule("CW-9.2-12", "CW-9.2-09")
def test_the_preview_says_how_each_unit_comes_down() -> None:
    state = front({"INF": 1, "HTK": 1, "SPACE": 1})
    text = plan(state, LANDING).text
    assert "1 × Heavy Tank (from the landed ship)" in text
    assert "1 × Space Marines (dropped)" in text
    gunboat = {k: changed(d, cargo_bays=1) if k == "gunboat" else d for k, d in state.sides["humans"].designs.items()}
    sides = {**state.sides, "humans": changed(state.sides["humans"], designs=gunboat)}
    with_lander = with_fleet(changed(state, sides=sides), "humans", "0505", "gunboat")
    lander = next(k for k, f in with_lander.fleets.items() if k != FLEET and f.side == "humans")
    party = changed(with_lander.fleets[FLEET], ships=(SHIP, *with_lander.fleets[lander].ships))
    joined = {k: f for k, f in with_lander.fleets.items() if k != lander} | {FLEET: party}
    assert "1 × Heavy Tank (in landers)" in plan(changed(with_lander, fleets=joined), LANDING).text


def ravaged(task: Task, units: int = 1, **colony: object) -> GameState:
    """Infantry alone in the vermin's city, with this task; other vermin stand far off."""
    army = (a(n, "INF", "0302", task=task) for n in range(1, units + 1))
    return fields(front({}, **colony), *army, a(7, "INF", "0501", side="vermin"))  # type: ignore[arg-type] # fields of a colony


@pytest.mark.rule("CW-9.2-15")
def test_only_the_city_where_they_stand_is_harmed_though_another_has_its_name() -> None:
    state = with_colony(ravaged("civilians"), "vermin", "0404", 1, 60, name="Burrow")
    twin = changed(state.surfaces[WORLD], world="0404-1", forces={})
    done = turn(changed(state, surfaces={"0404-1": twin, **state.surfaces}), dice=MERCY)
    assert {e.world for e in told(done, CityHarmed)} == {WORLD}
    assert (done.state.colonies[WORLD].size, done.state.colonies["0404-1"].size) == (56, 60)


@pytest.mark.rule("CW-9.2-15")
def test_factories_are_wrecked_point_by_point_and_bays_of_bases_are_not() -> None:
    done = turn(ravaged("destroy", light_industry=40, tooling={"vehicles": 40}), dice=MERCY)
    colony = done.state.colonies[WORLD]
    assert [e.cps for e in told(done, CityHarmed)] == [20] * 4, "20 CPs a week are half a factory's, at 40 CPs for 20"
    assert (colony.light_industry, colony.tooling) == (0, {})
    plants = turn(ravaged("destroy", 2, heavy_industry=20, training=25), dice=MERCY)
    assert [e.cps for e in told(plants, CityHarmed)] == [36, 36, 36, 12 + 25]
    left = plants.state.colonies[WORLD]
    assert (left.heavy_industry, left.training) == (0, 25 - 5), "6 CPs a point of plants, 5 a point of training"
    yard = turn(ravaged("destroy", shipyard_bays=23, garrison={"dock": 1}), dice=MERCY)
    assert yard.state.colonies[WORLD].shipyard_bays == 20, "those of the dock above"
    assert next(e.cps for e in told(yard, CityHarmed)) == 9


@pytest.mark.rule("CW-9.2-15")
def test_works_go_on_with_what_is_left_of_a_wrecked_yard() -> None:
    state = ravaged("destroy", shipyard_bays=30)
    build = Build("vermin-B1", "vermin", WORLD, "destroyer", 4, 90, 90, 80, 30, 1, place="shipyard")
    state = changed(state, builds={build.id: build})
    done = turn(state, dice=MERCY)
    sound(state, done)
    assert done.state.colonies[WORLD].shipyard_bays == 30 - 4 * 6
    assert done.state.builds[build.id].capacity <= 6


@pytest.mark.rule("CW-9.3-41")
def test_a_world_is_taken_without_the_yards_of_the_bases_that_are_lost_with_it() -> None:
    state = front(garrison={"dock": 1}, shipyard_bays=32, light_industry=20)
    done = turn(changed(state, battles=(WON,)), HOT)
    colony = done.state.colonies[WORLD]
    assert (colony.side, colony.shipyard_bays, colony.light_industry) == ("humans", 12, 0)
    wrecked = {**state.colonies, WORLD: changed(state.colonies[WORLD], shipyard_bays=5, light_industry=0)}
    ruins = turn(changed(state, battles=(WON,), colonies=wrecked), HOT).state.colonies[WORLD]
    assert (ruins.side, ruins.shipyard_bays, ruins.light_industry) == ("humans", 0, 0), "never less than none"
    assert ("dock", 1, "given up") in {(e.design, e.count, e.why) for e in told(done, GroundUnitsLost)}


@pytest.mark.rule("CW-9.3-68", "CW-9.3-71")
def test_a_colony_founded_where_another_fell_has_a_people_of_its_own() -> None:
    state = turn(front({"INF": 1}, attitude="Hostile"), LANDING).state
    assert state.surfaces[WORLD].people == "Hostile"
    gone = amend(state, SetColony(WORLD, 0), "a plague").state
    assert WORLD not in gone.surfaces
    again = with_colony(gone, "humans", "0505", 2, 60)
    assert told(turn(again), CityRebelled) == []


@pytest.mark.rule("CW-9.2-13", "CW-9.3-02")
def test_reinforcements_are_not_sent_down_where_they_are_known_to_drown() -> None:
    state = fields(front({"INF": 1}), a(1, "INF", "0101"), h0301="ocean")
    for at, why in (("0301", "keep to land"), ("9999", "no surface hex 9999")):
        with pytest.raises(IllegalOrderError, match=why):
            plan(state, changed(LANDING, at=at))
    assert plan(state, changed(LANDING, at="0103")).text
    unknown = turn(front({"INF": 1}), changed(LANDING, at="9999"))
    assert failures(unknown) == ["This world has no surface hex 9999."], "nobody knew; they stay aboard"
    assert unknown.state.ships[SHIP].crates == {"INF": 1}


@pytest.mark.rule("CW-9.3-68", "CW-9.3-69", "CW-9.3-71")
def test_each_city_needs_its_own_garrison_and_what_stands_elsewhere_does_not_count() -> None:
    state = front({}, attitude="Hostile")
    colony = changed(state.colonies[WORLD], side="humans")
    state = fields(changed(state, colonies={**state.colonies, WORLD: colony}), a(1, "INF", "0101", teams=9))
    people = changed(state.surfaces[WORLD], people="Hostile")
    lone = turn(changed(state, surfaces={WORLD: people}))
    assert [(e.city, e.needed, e.there) for e in told(lone, CityRebelled)] == [("Burrow", 1, 0)]
    two = (City("Burrow", "0101"), City("Port", "0503"))
    split = turn(changed(state, surfaces={WORLD: changed(people, cities=two)}))
    assert [(e.city, e.there) for e in told(split, CityRebelled)] == [("Port", 0)]
    assert [f.at for f in forces(split.state, REBELS)] == ["0503"]
    small = (City("Burrow", "0101", 51), City("Port", "0503", 9))
    assert told(turn(changed(state, surfaces={WORLD: changed(people, cities=small)})), CityRebelled) == [], (
        "9 CPs of 60"
    )


@pytest.mark.rule("CW-9.3-64")
def test_full_battalions_and_other_types_keep_out_of_a_reorganisation() -> None:
    teams = {1: ("INF", 10), 2: ("INF", 7), 3: ("INF", 8), 4: ("HTK", 6)}
    army = [a(n, design, "0101", teams=left) for n, (design, left) in teams.items()]
    done = turn(fields(front({}), *army, a(5, "INF", "0103", teams=4), a(7, "INF", "0503", side="vermin")), dice=MERCY)
    sound(fields(front({}), *army, a(5, "INF", "0103", teams=4), a(7, "INF", "0503", side="vermin")), done)
    assert [(e.name, e.before, e.after) for e in told(done, BattalionsReorganised)] == [("Infantry", (7, 8), (5, 10))]
    assert [(f.design, f.teams) for f in forces(done.state, "humans")] == [
        ("INF", 10),
        ("INF", 5),
        ("INF", 10),
        ("HTK", 6),
        ("INF", 4),
    ]


@pytest.mark.rule("CW-9.3-65")
def test_a_battalion_is_refilled_where_it_was_sent_home_to_a_training_base_in_peace() -> None:
    def left(training: int, *army: Force) -> list[int]:
        state = front({})
        mine = changed(state.colonies[WORLD], side="humans", training=training)
        done = turn(fields(changed(state, colonies={**state.colonies, WORLD: mine}), *army), dice=MERCY)
        return [e.teams for e in told(done, BattalionRefilled)]

    worn = a(1, "INF", "0302", teams=6, home=True)
    assert left(25, worn) == [4]
    asked = CommandArmy(WORLD, (), "hold", refill=True)
    assert [n.rule for n in plan(fields(front({}), worn), asked).notes] == ["CW-9.3-65"], "it is not yet theirs"
    assert left(0, worn) == [], "no training base"
    assert left(25, changed(worn, home=False)) == [], "not sent home"
    assert left(25, worn, a(7, "INF", "0503", side="vermin")) == [], "the world is fought over"


@pytest.mark.rule("CW-9.3-35")
def test_new_defenders_have_no_prepared_positions_in_a_city_that_the_enemy_holds() -> None:
    state = fields(front({}, garrison={"INF": 2}), a(1, "HTK", "0302"), a(2, "HTK", "0302"))
    ground = state.surfaces[WORLD]
    (first, *_) = told(turn(state, dice=MERCY), GroundFought)
    assert {b.defense for b in first.blows if b.side == "humans"} == {10 + 2 + 1}, "in the streets, not dug in"
    two = changed(ground, cities=(*ground.cities, City("Port", "0503")))
    other = turn(changed(state, surfaces={WORLD: two}), dice=MERCY)
    assert {(f.at, f.dug_in) for f in forces(other.state, "vermin")} == {("0503", True)}


@pytest.mark.rule("CW-9.3-71", "CW-9.3-72")
def test_a_city_is_quiet_only_when_no_rebel_is_left_in_it() -> None:
    state = front({}, attitude="Hostile")
    mine = changed(state.colonies[WORLD], side="humans", garrison={"HTK": 2})
    state = fields(changed(state, colonies={**state.colonies, WORLD: mine}), a(1, "militia", "0302", side=REBELS))
    risen = (City("Burrow", "0302", rebels=True),)
    state = changed(state, surfaces={WORLD: changed(state.surfaces[WORLD], cities=risen, people="Hostile")})
    fought = turn(state, dice=MERCY)
    assert (told(fought, RebellionEnded), told(fought, MilitiaRaised)) == ([], []), "watched, but not beaten"
    assert colony_output(fought.state, fought.state.colonies[WORLD]) == 0
    assert [e.city for e in told(turn(state, dice=Fortune()), RebellionEnded)] == ["Burrow"]
