"""What situation, scale and shelter do to armies in a month that is played (CW-9.3-16, 24, 32 to 40, 53 to 55, 73, 74)."""

import pytest

from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.forces import is_unseen
from rules.cluster_war.chapters.combat.ground.skirmish import Fighter, FightPlace, aim_fighters, fight, reaches
from rules.cluster_war.chapters.combat.ground.troops import troops_of
from rules.cluster_war.chapters.combat.world_amendments import SetOdds
from rules.cluster_war.model.events.ground import CityRebelled, GroundAttack, GroundFought
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Force
from rules.cluster_war.turn.gm.amend import amend
from rules.dice import ScriptedDice
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import draft_of
from tests.rules.cluster_war.chapters.combat.ground.test_fire import FORT, INFANTRY, SMASHER, enemies, of
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune
from tests.rules.cluster_war.chapters.combat.ground.test_weeks import a, fields
from tests.rules.cluster_war.chapters.combat.ground.war import DESIGNS, WORLD, front
from tests.rules.cluster_war.yard import YARD, plan, told, turn

PLAIN = Settings()
OPEN = FightPlace("clear")
BARE = {"city": "0503"}


def first_blows(state: GameState, *orders: CommandArmy) -> tuple[GroundAttack, ...]:
    """The attacks of a month's first fight, in which nobody hits."""
    return told(turn(state, *orders, dice=MERCY), GroundFought)[0].blows


def blow(blows: tuple[GroundAttack, ...], side: str, unit: str = "Infantry") -> GroundAttack:
    """The attack of a side's unit."""
    return next(b for b in blows if (b.side, b.attacker) == (side, unit))


def war(*army: Force, **more: object) -> GameState:
    """Forces in open fields, whatever they are called, and no garrison."""
    return fields(front({}), *army, **{**BARE, **more})  # type: ignore[arg-type] # words of Terrain


@pytest.mark.rule("CW-9.3-35", "CW-9.3-36", "CW-9.3-37")
def test_who_leaves_prepared_positions_fights_in_the_open() -> None:
    dug = a(1, "INF", "0102", dug_in=True)
    foe = a(7, "INF", "0102", side="vermin")
    assert blow(first_blows(war(dug, foe)), "vermin").defense == 10 + 2 + 2
    moved = first_blows(war(dug, changed(foe, at="0101")), CommandArmy(WORLD, (dug.id,), "attack", "0101"))
    assert blow(moved, "vermin").defense == 10 + 2, "what was dug is left behind"


@pytest.mark.rule("CW-9.3-38", "CW-9.3-39")
@pytest.mark.parametrize(
    ("terrain", "attack", "defense"), [("forest", -1, 1), ("badlands", -1, 1), ("jungle", -2, 2), ("ice", 0, 0)]
)
def test_terrain_bears_on_both_sides_in_ranged_combat(terrain: str, attack: int, defense: int) -> None:
    blows = first_blows(war(a(1, "INF", "0102", "attack"), a(7, "INF", "0102", "attack", "vermin"), h0102=terrain))
    for side in ("humans", "vermin"):
        assert (blow(blows, side).attack, blow(blows, side).defense) == (1 + 3 + attack, 10 + 2 + defense)


@pytest.mark.rule("CW-9.3-40")
def test_the_game_masters_modifiers_count_in_the_fight() -> None:
    state = war(a(1, "INF", "0102", "attack"), a(7, "INF", "0102", "attack", "vermin"))
    blows = first_blows(amend(state, SetOdds(WORLD, "humans", -2, 3), "under water").state)
    assert blow(blows, "humans").attack == 1 + 3 - 2
    assert blow(blows, "vermin").defense == 10 + 2 + 3
    ship, tanks = of(SMASHER, "s", "humans"), of(DESIGNS["HTK"], "t", "vermin")
    assert ship.troops.starship_grade
    (shot,) = (s for s in told_by_odds(ship, tanks) if s[0] == "s")
    assert shot == ("s", 40), "10 per cent less for 2 points of AR"


def told_by_odds(*fighters: Fighter) -> list[tuple[str, int]]:
    """Who fires at what chance, with 2 points less AR for the humans."""
    from_odds = FightPlace("clear", odds={"humans": (-2, 0)})
    done = fight(list(fighters), from_odds, enemies, "k", PLAIN, ScriptedDice([99, 99, 99, 99]))
    return [(s.attacker, s.attack) for s in done.strikes]


@pytest.mark.rule("CW-9.3-55")
def test_troops_beside_a_base_have_its_defenses() -> None:
    fort = Design("FRT", "Fort", "base", 30, 100, unit="ground base", layout={"Missile launcher": 1})
    army = (a(1, "INF", "0102", "attack"), a(7, "INF", "0102", "attack", "vermin"), a(8, "FRT", "0102", side="vermin"))
    state = war(*army)
    sides = {k: changed(s, designs={**DESIGNS, "FRT": fort}) for k, s in state.sides.items()}
    assert blow(first_blows(changed(state, sides=sides)), "humans").defense == 10 + 2 + 2
    assert blow(first_blows(war(*army[:2])), "humans").defense == 10 + 2


@pytest.mark.rule("CW-6.4-02", "CW-9.3-53", "CW-9.3-54")
def test_a_ground_base_is_laid_out_for_what_comes_from_above_and_missiles_alone_reach_the_ground() -> None:
    army = (a(1, "INF", "0102", "attack"), a(7, "INF", "0102", "attack", "vermin"), a(8, "FRT", "0102", side="vermin"))

    def fires(**layout: int) -> bool:
        gear = {label.replace("_", " "): spaces for label, spaces in layout.items()}
        fort = Design("FRT", "Fort", "base", 30, 100, unit="ground base", layout=gear)
        state = war(*army)
        sides = {k: changed(s, designs={**DESIGNS, "FRT": fort}) for k, s in state.sides.items()}
        return "Fort" in {blow.attacker for blow in first_blows(changed(state, sides=sides))}

    assert not fires(Beam_emitter_2=6), "what it has against ships does not bear on who stands at its gate"
    assert fires(Beam_emitter_2=6, Missile_launcher=2)


@pytest.mark.rule("CW-9.3-23", "CW-9.3-56", "CW-9.3-57", "CW-9.3-60")
@pytest.mark.parametrize(("rolled", "hit"), [(50, 1), (51, 0)])
def test_in_a_month_each_hit_on_a_base_is_a_point_from_where_the_die_says_and_each_of_its_own_takes_a_team(
    rolled: int, hit: int
) -> None:
    gear = {"Beam emitter 2": 6, "Missile launcher": 2, "Shield projector 1": 3}
    fort = Design("FRT", "Fort", "base", 30, 100, unit="ground base", layout=gear)
    army = (a(1, "HTK", "0102", "attack"), a(2, "INF", "0102", "attack"), a(8, "FRT", "0102", side="vermin"))
    state = war(*army)
    state = changed(state, sides={k: changed(s, designs={**DESIGNS, "FRT": fort}) for k, s in state.sides.items()})
    done = turn(state, dice=Fortune(percent=rolled))
    first = told(done, GroundFought)[0]
    tank, base = first.blows
    assert (tank.attacker, tank.attack, tank.points) == ("Heavy Tank", 50, hit), "50 hits, 51 does not: no near misses"
    assert tank.direction == ("right side" if hit else ""), (
        "a die of six, 6 here, for a base; none for what fires at teams"
    )
    assert (base.attacker, base.attack, base.points, base.direction) == ("Fort", 50, 2 * hit, "")
    assert (first.lost["humans"], first.destroyed["vermin"]) == (2 * hit, 0)
    assert "Infantry" not in {b.attacker for b in first.blows}, (
        "teams and weak battalions harm nothing of starship scale"
    )


@pytest.mark.rule("CW-6.5-09", "CW-6.5-13", "CW-3.1-69")
def test_fanatics_trade_defense_weak_races_attack_and_androids_have_no_bodies() -> None:
    mad = changed(DESIGNS["INF"], traits=("suicidal fanatic",))
    army = (a(1, "INF", "0102", "attack"), a(7, "INF", "0102", "attack", "vermin"))

    def totals(design: Design, disadvantages: tuple[str, ...] = ()) -> tuple[int, int]:
        state = war(*army)
        mine = state.sides["humans"]
        race = changed(mine.race, disadvantages=disadvantages)
        mine = changed(mine, race=race, designs={**DESIGNS, "INF": design})
        blows = first_blows(changed(state, sides={**state.sides, "humans": mine}))
        return blow(blows, "humans").attack, blow(blows, "vermin").defense

    assert totals(DESIGNS["INF"]) == (1 + 3, 10 + 2)
    assert totals(mad) == (1 + 3, 10 + 2 - 1), "two more in close attack alone"
    assert totals(DESIGNS["INF"], disadvantages=("Weak",)) == (1 + 3 - 2, 10 + 2)
    android = changed(DESIGNS["INF"], traits=("android",))
    assert totals(android, disadvantages=("Weak",)) == (1 + 3, 10 + 2)
    assert troops_of(mad, PLAIN).attack == (3, 3 + 2)


@pytest.mark.rule("CW-3.1-09", "CW-9.3-11")
def test_light_troops_of_chameleons_conceal_themselves_and_suits_and_vehicles_do_not() -> None:
    state = war(*(a(n, design, "0102") for n, design in enumerate(("INF", "HTK", "SUIT"), 1)))
    mine = state.sides["humans"]
    suit = changed(DESIGNS["INF"], id="SUIT", name="Light Power Armor")
    hidden = changed(mine.race, abilities=("Chameleon",))
    for race, unseen in ((mine.race, []), (hidden, ["INF"])):
        side = changed(mine, race=race, designs={**DESIGNS, "SUIT": suit})
        turn_ = draft_of(changed(state, sides={**state.sides, "humans": side}))
        surface = turn_.surfaces[WORLD]
        forces_ = [f for f in surface.forces.values() if f.side == "humans"]
        assert [f.design for f in forces_ if is_unseen(turn_, surface, f, "vermin")] == unseen


@pytest.mark.rule("CW-9.3-53")
def test_a_base_with_beams_alone_fires_at_nobody_on_the_ground() -> None:
    beams = changed(FORT, layout={"Beam emitter 2": 4})
    assert (
        sorted(
            aim_fighters([of(beams, "b", "humans"), of(INFANTRY, "f", "vermin")], FightPlace("clear"), enemies, PLAIN)
        )
        == []
    )
    flagged = changed(beams, traits=("ground fire",))
    assert sorted(
        aim_fighters([of(flagged, "b", "humans"), of(INFANTRY, "f", "vermin")], FightPlace("clear"), enemies, PLAIN)
    ) == ["b"]
    assert sorted(
        aim_fighters([of(beams, "b", "humans"), of(SMASHER, "s", "vermin")], FightPlace("clear"), enemies, PLAIN)
    ) == [
        "b",
        "s",
    ]


@pytest.mark.rule("CW-9.3-01", "CW-9.3-16")
def test_what_is_of_which_scale() -> None:
    scales = {
        key: troops_of(YARD[key], PLAIN).scale for key in ("mega", "super", "boat", "ocean", "way", "fighter", "aero")
    }
    assert scales == {
        "mega": "starship",
        "ocean": "starship",
        "way": "starship",
        "super": "gunboat",
        "boat": "gunboat",
        "fighter": "gunboat",
        "aero": "battalion",
    }
    assert (troops_of(YARD["boat"], PLAIN).at_sea, troops_of(YARD["aero"], PLAIN).speed) == (True, "air mobile")
    assert [troops_of(YARD[key], PLAIN).hull for key in ("mega", "super")] == [40, 1]


@pytest.mark.rule("CW-9.3-73", "CW-9.3-74")
def test_crews_in_the_barracks_watch_over_cities_too_and_ships_over_those_by_the_sea() -> None:
    taken = front({}, attitude="Totally Xenophobic")
    colony = changed(taken.colonies[WORLD], side="humans", garrison={"mega": 1})
    taken = changed(taken, colonies={**taken.colonies, WORLD: colony})

    def risen(garrison: dict[str, int], **terrain: str) -> list[tuple[int, int]]:
        state = fields(taken, **terrain)
        held = {**state.colonies, WORLD: changed(colony, garrison=garrison)}
        people = {WORLD: changed(state.surfaces[WORLD], people="Totally Xenophobic")}
        found = turn(changed(state, colonies=held, surfaces=people))
        return [(e.needed, e.there) for e in told(found, CityRebelled)]

    assert risen({"mega": 1}) == [], "40 crewed hull spaces are four battalions"
    assert risen({"INF": 1}) == [(2, 1)]
    assert risen({"INF": 1, "MINES": 3}) == [(2, 1)], "mines watch over nobody"
    assert risen({"ocean": 1}) == [(2, 0)], "an inland city"
    assert risen({"ocean": 1}, h0301="ocean") == []
    assert risen({"super": 1, "fighter": 9}) == [(2, 1)]


@pytest.mark.rule("CW-9.3-32", "CW-9.3-27")
def test_who_waits_in_ambush_is_not_answered_and_reserves_stay_out_while_others_hold() -> None:
    waiting = a(1, "INF", "0102", "ambush", dug_in=True)
    foe = a(7, "INF", "0102", "attack", "vermin")
    assert [b.side for b in first_blows(war(waiting, foe))] == ["humans"]
    late = war(changed(waiting, contact=1), changed(foe, contact=1))
    assert [b.side for b in first_blows(late)] == ["humans", "vermin"], "an ambush is sprung once"
    fresh = war(changed(waiting, dug_in=False, at="0101"), changed(foe, at="0103"))
    walks = CommandArmy(WORLD, (), "ambush", "0102")
    met = told(turn(fresh, walks, dice=MERCY), GroundFought)[0].blows
    assert sorted(b.side for b in met) == ["humans", "vermin"], "who has just come lies in no ambush"
    kept = war(a(1, "INF", "0102", "reserve"), a(2, "HTK", "0102"), foe)
    blows = first_blows(kept)
    assert [b.attacker for b in blows if b.side == "humans"] == ["Heavy Tank"]
    assert blow(blows, "vermin").target == "Heavy Tank"
    assert blow(first_blows(war(a(1, "INF", "0102", "reserve"), foe)), "humans").target == "Infantry", (
        "nobody else holds"
    )
    both = war(a(1, "INF", "0102", "reserve"), a(2, "HTK", "0102", "reserve"), foe)
    assert {b.attacker for b in first_blows(both) if b.side == "humans"} == {"Infantry", "Heavy Tank"}
    ranks = [of(INFANTRY, "x", "vermin", posture="reserve"), of(DESIGNS["HTK"], "y", "vermin", posture="hold")]
    shy = aim_fighters([of(INFANTRY, "f", "humans"), *ranks], OPEN, enemies, PLAIN)
    assert shy["f"][0] == "y", "those in reserve are aimed at last"


@pytest.mark.rule("CW-9.3-10")
def test_an_exact_place_has_a_length_and_ends_with_a_march() -> None:
    state = war(a(1, "INF", "0102", place="the strait"))
    with pytest.raises(IllegalOrderError, match="at most"):
        plan(state, CommandArmy(WORLD, (), "hold", place="x" * 200))
    gone = turn(state, CommandArmy(WORLD, (), "hold", "0101"), dice=MERCY).state.surfaces[WORLD]
    assert [f.place for f in gone.forces.values()] == [""]


@pytest.mark.rule("CW-9.3-06", "CW-9.3-07", "CW-9.3-08")
def test_speed_comes_from_what_a_unit_is_and_not_from_its_name_alone() -> None:
    hawks = Design("H", "Hawks", "ground", 2, 11, gear=1, traits=("aerospace",))
    assert troops_of(hawks, PLAIN).speed == "air mobile"
    slow = Design("T", "Medium Tank", "ground", 2, 19, gear=1, ratings=(8, 1, 7, 1))
    assert troops_of(slow, PLAIN).speed == "walking", "drawn by a player who gave it no speed"
    suits = Design("S", "Light Power Armor", "ground", 2, 18, gear=1)
    assert [troops_of(d, PLAIN, foot_is_mobile=True).speed for d in (INFANTRY, suits)] == ["mobile", "walking"]
    assert troops_of(Design("L", "Light Artillery (mobile)", "ground", 2, 10, gear=1), PLAIN).speed == "mobile"


@pytest.mark.rule("CW-9.3-18")
def test_one_point_destroys_a_small_craft_whatever_shields_it_has() -> None:
    boat = Design(
        "B", "Boat", "ground", 8, 40, unit="patrol boat", layout={"Beam emitter 1": 1, "Shield projector 3": 2}
    )
    done = fight(
        [of(DESIGNS["HTK"], "t", "humans"), of(boat, "v", "vermin")],
        FightPlace("clear"),
        enemies,
        "k",
        PLAIN,
        ScriptedDice([50, 51]),
    )
    assert sorted(done.left) == ["t"]


@pytest.mark.rule("CW-9.3-29", "CW-9.3-34")
def test_of_two_that_wait_for_each_other_neither_is_taken_unawares() -> None:
    ghosts = Design("G", "Ghosts", "ground", 1, 12, ratings=(3, 3, 2, 2), traits=("cloaking",))
    for names in (("a", "b"), ("b", "a")):
        met = aim_fighters([of(ghosts, names[0], "humans"), of(ghosts, names[1], "vermin")], OPEN, enemies, PLAIN)
        assert sorted(met) == ["a", "b"], "whoever's name comes first"


@pytest.mark.rule("CW-9.3-26", "CW-9.3-27")
def test_fire_is_spread_over_the_enemies_it_beats_by_most() -> None:
    tanks = [of(DESIGNS["HTK"], f"t{n}", "humans") for n in (1, 2)]
    weak, strong = of(INFANTRY, "y", "vermin"), of(DESIGNS["HTK"], "x", "vermin")
    found = aim_fighters([*tanks, weak, strong], OPEN, enemies, PLAIN)
    assert [found[f"t{n}"][0] for n in (1, 2)] == ["y", "x"], "the weaker first, each once before any twice"


@pytest.mark.rule("CW-9.3-31", "CW-9.3-33")
def test_who_hides_but_lies_in_no_ambush_begins_at_range_and_range_it_is_where_close_is_no_better() -> None:
    sneaks = Design("C", "Commandos", "ground", 1, 12, ratings=(3, 6, 2, 2), traits=("chameleon",))
    tank = of(DESIGNS["HTK"], "t", "vermin")
    assert reaches(of(sneaks, "c", "humans"), tank, OPEN) == ("ranged",)
    assert reaches(of(sneaks, "c", "humans", posture="ambush", dug_in=True), tank, OPEN) == ("ranged", "close")
    old = [of(INFANTRY, name, side, contact=1) for name, side in (("a", "humans"), ("b", "vermin"))]
    assert aim_fighters(old, OPEN, enemies, PLAIN) == {"a": ("b", "ranged"), "b": ("a", "ranged")}


@pytest.mark.rule("CW-9.3-17", "CW-9.3-25")
def test_damage_to_a_large_unit_adds_up_until_nothing_is_left_of_it() -> None:
    tank = of(DESIGNS["HTK"], "t", "humans")
    for before, left in ((0, ["s", "t"]), (41, ["s", "t"]), (42, ["t"])):
        ship = of(SMASHER, "s", "vermin", damage=before)
        done = fight([tank, ship], OPEN, enemies, "k", PLAIN, ScriptedDice([99, 99, 99, 50, 1]))
        assert sorted(done.left) == left, "three points of shields and forty components"
    assert "s" not in done.left


@pytest.mark.rule("CW-9.3-16", "CW-9.3-22")
def test_what_is_no_battalion_loses_no_combat_teams() -> None:
    tanks = [a(n, "HTK", "0102", "attack") for n in (1, 2)]
    crawler = a(7, "super", "0102", "attack", "vermin")
    done = turn(war(*tanks, crawler), dice=Fortune(1, 10, percent=1))
    (fought,) = told(done, GroundFought)
    assert (fought.destroyed["vermin"], fought.lost["vermin"]) == (1, 0)
    assert fought.lost["humans"] == 1, "its one shot took a team"
