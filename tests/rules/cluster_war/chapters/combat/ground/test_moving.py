"""Surfaces, marches and landings (CW-9.2, CW-9.3-01 to 15)."""

import hashlib

import pytest

from rules.cluster_war.chapters.combat.ground.forces import make_surface
from rules.cluster_war.chapters.combat.ground.from_orbit import (
    Descent,
    descent,
    landers_of,
    landing_rounds,
    may_drop,
    parties,
    rounds_in_all,
    teams_a_round,
)
from rules.cluster_war.chapters.combat.ground.troops import (
    Troops,
    check_place,
    hexes_a_week,
    is_coast,
    marching_order,
    may_stand,
    nearest,
    reachable,
    troops_of,
    week_march,
)
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Colony, Design, Ship
from rules.cluster_war.model.state.places import disk_on
from rules.cluster_war.model.state.war import City, Force, Surface, Wounds, city_cps
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.yard import YARD

PLAIN = Settings()
EARTH = ("5555", "5555", PLAIN)
FOOT = Troops("Infantry")
TANK = Troops("Tank", speed="mobile", vehicle=True)
GRAV = Troops("Grav tank", speed="air mobile", vehicle=True)
BOAT = Troops("Boat", speed="mobile", at_sea=True, scale="gunboat")
MINES = Troops("Mines", speed="stationary", hidden=True)
TROOPER = Design("trooper", "Trooper", "ship", 40, 90, barracks=3, assault_bays=2, cargo_bays=4, hangar=20)


def plain_map(columns: int = 7, rows: int = 3, **other: str) -> Surface:
    """A surface all clear but for some hexes, given as h0402="ocean"."""
    cells = {f"{c:02d}{r:02d}": "clear" for c in range(1, columns + 1) for r in range(1, rows + 1)}
    cells |= {key.removeprefix("h"): value for key, value in other.items()}
    return Surface("0505-2", columns, rows, cells, (City("Port", "0402"),))  # type: ignore[arg-type] # words of Terrain


SEA = plain_map(h0401="ocean", h0403="ocean", h0501="ocean", h0502="islands", h0503="ocean")


@pytest.mark.rule("CW-9.3-10", "CW-9.3-68")
def test_a_surface_comes_from_its_world_and_is_the_same_whenever_it_is_made() -> None:
    colony = Colony("0505-2", "vermin", "Burrow", "0505", 2, 80)
    one = make_surface(colony, "5555")
    assert one == make_surface(changed(colony, size=3), "5555")
    assert len(make_surface(colony, "9555").terrain) > len(one.terrain) > len(make_surface(colony, "0555").terrain)
    (city,) = one.cities
    assert city.name == "Burrow"
    assert one.terrain[city.hex] not in {"ocean", "islands"}
    assert city_cps(one.cities, 80) == {"Burrow": 80}, "one city with the whole of the colony's CPs"
    assert "ocean" in one.terrain.values()
    assert {"ocean", "islands"}.isdisjoint(make_surface(colony, "5550").terrain.values())
    for step in ("0000", "XXXX", "2946", "5556"):
        made = make_surface(colony, step)
        assert len(made.terrain) == made.columns * made.rows
        free = set(reachable(FOOT, made, made.cities[0].hex, (), PLAIN))
        assert len(free) > 1, "somebody can land beside the city"


@pytest.mark.rule("CW-9.3-10", "CW-9.3-68")
def test_a_surface_is_as_large_as_its_world_and_green_as_its_climate_lets_it() -> None:
    worlds = [Colony(f"0505-{orbit}", "vermin", "Burrow", "0505", orbit, 80) for orbit in range(1, 25)]
    sizes = [(made.columns, made.rows) for step in ("0555", "5555", "9555") for made in [make_surface(worlds[0], step)]]
    assert sizes == [(4, 3), (6, 4), (8, 6)]
    hot, mild = ({t for w in worlds for t in make_surface(w, step).terrain.values()} for step in ("5755", "5555"))
    assert ("jungle" in hot, "forest" in hot, "jungle" in mild, "forest" in mild) == (True, False, False, True)


@pytest.mark.rule("CW-9.3-68")
def test_a_city_keeps_the_ground_it_stands_on_and_has_dry_land_on_one_side() -> None:
    made = make_surface(Colony("0505-2", "vermin", "Burrow", "0505", 2, 80), "5556")
    assert made.cities[0].hex == "0303"
    assert made.terrain["0303"] == "forest"
    around = disk_on(made.columns, made.rows, "0303", 1)
    assert [at for at in around if at != "0303" and made.terrain[at] not in {"ocean", "islands"}] == ["0304"]


@pytest.mark.rule("CW-9.3-10")
def test_a_campaign_that_is_played_again_has_the_surfaces_it_had() -> None:
    steps = ("0000", "3946", "5555", "7565", "9556")
    worlds = [Colony(f"0505-{orbit}", "vermin", "Burrow", "0505", orbit, 80) for orbit in range(1, 25)]
    drawn = "".join(repr(sorted(make_surface(w, step).terrain.items())) for step in steps for w in worlds)
    assert hashlib.sha256(drawn.encode()).hexdigest()[:16] == "3c7674b678ecf6a4"


@pytest.mark.rule("CW-9.3-01", "CW-9.3-02", "CW-9.3-03", "CW-9.3-04", "CW-9.3-09")
def test_who_may_stand_where() -> None:
    ice = plain_map(h0101="ice", h0102="islands", h0103="ocean")
    assert [may_stand(FOOT, ice, at, PLAIN) for at in ("0101", "0102", "0103")] == [True, False, False]
    assert [may_stand(GRAV, ice, at, PLAIN) for at in ("0101", "0102", "0103")] == [True, True, False]
    assert [may_stand(BOAT, ice, at, PLAIN) for at in ("0103", "0102", "0703")] == [True, True, False]
    for troops, at, rule in ((FOOT, "0103", "CW-9.3-02"), (BOAT, "0703", "CW-9.3-03"), (GRAV, "0103", "CW-9.3-04")):
        with pytest.raises(IllegalOrderError) as wrong:
            check_place(troops, ice, at, PLAIN)
        assert wrong.value.rule == rule
    with pytest.raises(IllegalOrderError):
        check_place(FOOT, ice, "9999", PLAIN)
    with pytest.raises(IllegalOrderError, match="must land on ground"):
        check_place(GRAV, ice, "0103", PLAIN)


@pytest.mark.rule("CW-9.3-05", "CW-9.3-06", "CW-9.3-07", "CW-9.3-08")
def test_speed_classes() -> None:
    speeds = [hexes_a_week(t.speed, PLAIN) for t in (MINES, FOOT, TANK, GRAV)]
    assert speeds == [0, 1, 3, None]
    ground = plain_map()
    assert week_march(MINES, ground, "0102", "0702", (), PLAIN) == ()
    assert len(week_march(FOOT, ground, "0102", "0702", (), PLAIN)) == 1
    assert len(week_march(TANK, ground, "0102", "0702", (), PLAIN)) == 3
    assert week_march(GRAV, ground, "0102", "0702", (), PLAIN)[-1] == "0702"
    assert max(len(way) for way in reachable(FOOT, ground, "0102", (), PLAIN, weeks=4).values()) == 4
    names = {"base": "stationary", "INF": "walking", "tank": "mobile", "aero": "air mobile"}
    designs = {
        "base": Design("b", "Fort", "base", 20, 50),
        "INF": Design("i", "Infantry", "ground", 1, 10),
        "tank": Design("t", "Medium Tank", "ground", 2, 19),
        "aero": Design("a", "Light Fighter", "ground", 2, 11, traits=("aerospace",)),
    }
    assert {key: troops_of(d, PLAIN).speed for key, d in designs.items()} == names
    assert troops_of(Design("h", "Heavy Artillery", "ground", 3, 23), PLAIN).speed == "stationary"
    assert troops_of(Design("m", "Ground minefield", "ground", 1, 8), PLAIN).hidden


@pytest.mark.rule("CW-9.3-08", "CW-9.3-14")
def test_nobody_passes_an_enemy_but_may_stop_with_them() -> None:
    wall = {"0401", "0402", "0403"}
    ground = plain_map()
    assert week_march(TANK, ground, "0302", "0702", wall, PLAIN)[-1] in wall
    assert week_march(GRAV, ground, "0102", "0702", wall, PLAIN)[-1] in wall
    assert "0502" not in reachable(GRAV, ground, "0102", wall, PLAIN)
    assert "0402" in reachable(GRAV, ground, "0102", wall, PLAIN)
    assert "0301" in reachable(FOOT, ground, "0302", ["0302"], PLAIN), "who shares a hex with the enemy may leave it"
    assert "0503" not in reachable(TANK, ground, "0302", {"0302", *wall}, PLAIN)


@pytest.mark.rule("CW-9.3-02", "CW-9.3-03", "CW-9.3-04", "CW-9.3-74")
def test_ways_by_land_sea_and_air() -> None:
    split = plain_map(h0401="ocean", h0402="ocean", h0403="ocean")
    assert nearest(split, "0302", ["0502"], FOOT, PLAIN) == ""
    assert nearest(split, "0302", ["0502"], GRAV, PLAIN) == "0502"
    assert week_march(FOOT, split, "0302", "0502", (), PLAIN) == ()
    assert {"0401", "0403"}.isdisjoint(reachable(GRAV, SEA, "0302", (), PLAIN)), "nobody ends the week over the sea"
    assert {"0502", "0702"} <= reachable(GRAV, SEA, "0302", (), PLAIN).keys()
    assert is_coast(SEA, "0402", PLAIN)
    assert not is_coast(SEA, "0102", PLAIN)
    assert nearest(SEA, "0503", ["0402"], BOAT, PLAIN) == "0402", "ships come to a coastal city"


@pytest.mark.rule("CW-9.3-13")
def test_the_least_mobile_move_first() -> None:
    pairs = [
        (Force(name, "humans", "x", "0101"), troops)
        for name, troops in (("a", GRAV), ("b", TANK), ("c", FOOT), ("d", MINES))
    ]
    assert [force.id for force, _ in marching_order(pairs)] == ["d", "c", "b", "a"]


@pytest.mark.rule("CW-9.2-06", "CW-9.2-10", "CW-9.2-11")
def test_how_long_it_takes_to_come_down() -> None:
    foot, tank = Design("i", "Infantry", "ground", 1, 10), Design("t", "Medium Tank", "ground", 2, 19, gear=1)
    marines = Design("m", "Space Marines", "ground", 1, 16)
    assert teams_a_round(TROOPER, PLAIN) == 5
    assert teams_a_round(TROOPER, PLAIN, transcasters=1) == 6
    assert descent(marines, troops_of(marines, PLAIN), TROOPER, PLAIN) == Descent("dropped", 2)
    assert descent(foot, troops_of(foot, PLAIN), TROOPER, PLAIN).rounds == 10
    assert descent(tank, troops_of(tank, PLAIN), TROOPER, PLAIN) == Descent("from the landed ship", 30)
    twenty = Settings(overrides={"CW-TAB-GROUND-WAR/combat rounds to unstow a battalion/number": "10"})
    assert descent(tank, troops_of(tank, twenty), TROOPER, twenty).rounds == 20
    each = [Descent("in landers", 10)] * 3
    assert [rounds_in_all(each, points) for points in (1, 2, 3)] == [30, 20, 10]


@pytest.mark.rule("CW-9.2-07", "CW-9.2-08", "CW-9.2-09", "CW-9.2-12")
def test_what_is_dropped_and_what_needs_a_landed_ship_or_landers() -> None:
    drop, grav, foot = (
        Design(n[0], n, "ground", h, 10) for n, h in (("Drop Tank", 2), ("Grav Tank", 2), ("Infantry", 1))
    )
    refused = may_drop(drop, troops_of(drop, PLAIN), in_hangar=False)
    assert refused is not None
    assert refused.rule == "CW-9.2-08"
    assert may_drop(drop, troops_of(drop, PLAIN), in_hangar=True) is None
    for unit in (grav, foot):
        problem = may_drop(unit, troops_of(unit, PLAIN), in_hangar=True)
        assert problem is not None
        assert problem.rule == "CW-9.2-07"
    truck = Design("T", "Half-track", "ground", 2, 10, gear=1, traits=("drop capable", "mobile"))
    wheels = may_drop(truck, troops_of(truck, PLAIN), in_hangar=True)
    assert wheels is not None, "not even from a hangar"
    assert wheels.rule == "CW-9.2-08"
    rounds = [descent(truck, troops_of(truck, PLAIN), TROOPER, PLAIN, in_hangar=h).rounds for h in (True, False)]
    assert rounds == [10, 30], "what stands ready in a hangar need not be unstowed"
    mega = Design("M", "Mega", "ground", 40, 300, unit="mega tank", traits=("grav",))
    assert may_drop(mega, troops_of(mega, PLAIN), in_hangar=False) is None
    aero = Design("A", "Light Fighter", "ground", 2, 11, traits=("aerospace", "drop capable"))
    assert may_drop(aero, troops_of(aero, PLAIN), in_hangar=True) is None
    lander = Design("L", "Lander", "small_craft", 8, 20, unit="gunboat", cargo_bays=1)
    craft = {d.id: d for d in (lander, YARD["fighter"], TROOPER)}
    fleet = [Ship(f"humans/{n}", "humans", d) for n, d in enumerate(("L", "L", "fighter", "trooper"))]
    assert landers_of(craft, fleet) == 2
    fleet[0] = changed(fleet[0], wounds=Wounds(damaged={"Cargo bay": 1}))
    assert landers_of(craft, fleet) == 1, "one whose bay is out of order lands nobody"
    assert descent(foot, troops_of(foot, PLAIN), TROOPER, PLAIN, landers=2).way == "in landers"


@pytest.mark.rule("CW-9.2-06", "CW-9.2-08", "CW-9.2-10", "CW-9.2-12")
def test_a_fleets_forces_come_down_ship_by_ship() -> None:
    drop = Design("drop", "Drop Tank", "ground", 2, 23, gear=1)
    designs = {**YARD, "trooper": TROOPER, "drop": drop}
    ships = [
        Ship("humans/T1", "humans", "trooper", crates={"marines": 2, "drop": 3}, crate_room=60),
        Ship("humans/T2", "humans", "trooper", crates={"boat": 1, "aero": 1}),
    ]
    found, kept = parties(designs, ships, "5505", "5555", PLAIN)
    assert [(p.design.id, p.count, p.descent.way) for p in found] == [
        ("drop", 2, "dropped"),
        ("drop", 1, "from the landed ship"),
        ("marines", 2, "from the landed ship"),
    ]
    assert [p.rule for p in kept] == ["CW-6.5-23", "CW-A-63"]
    assert landing_rounds(found, 0) == 10 + 10 + 30 + 10 + 10
    assert landing_rounds(found, 5) < landing_rounds(found, 0)


@pytest.mark.rule("CW-9.2-06", "CW-9.2-08", "CW-9.2-12")
def test_only_what_works_and_is_free_lets_forces_down() -> None:
    drop = Design("drop", "Drop Tank", "ground", 2, 23, gear=1)
    space = Design("space", "Space Marines", "ground", 1, 16)
    lander = Design("lander", "Lander", "small_craft", 10, 20, unit="gunboat", cargo_bays=1)
    designs = {**YARD, "trooper": TROOPER, "drop": drop, "space": space, "lander": lander}
    ship = Ship("humans/T1", "humans", "trooper", crates={"space": 1, "drop": 2}, crate_room=40)

    def ways(*ships: Ship) -> list[tuple[str, int, str, int]]:
        return [(p.design.id, p.count, p.descent.way, p.descent.rounds) for p in parties(designs, ships, *EARTH)[0]]

    assert ways(ship) == [("drop", 2, "dropped", 10), ("space", 1, "dropped", 2)]
    hurt = changed(ship, wounds=Wounds(damaged={"Barracks": 2}, destroyed={"Assault bay": 1, "Hangar bay": 10}))
    assert ways(hurt) == [
        ("drop", 1, "dropped", 10),
        ("drop", 1, "from the landed ship", 30),
        ("space", 1, "dropped", 5),
    ], "of five ways out two work, of two hangar bays one"
    craft = [Ship(f"humans/L{n}", "humans", "lander") for n in (1, 2)]
    assert ways(ship, *craft) == [("drop", 2, "in landers", 30), ("space", 1, "dropped", 2)], "landers fill its bays"
    second = changed(ship, id="humans/T2", crates={"drop": 2})
    assert [n for key, n, way, _ in ways(ship, second, *craft) if (key, way) == ("drop", "dropped")] == [2], (
        "two bays of four"
    )
