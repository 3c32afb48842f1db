"""Mining ships and bases, strip-mining, and worlds under stress (7.1)."""

import re

import pytest

from rules.cluster_war.chapters.colonies.amendments import CareForWorld, ChangeWorld
from rules.cluster_war.chapters.colonies.mining_strain import DIGITS, HARMS, harm, stress_a_turn
from rules.cluster_war.chapters.colonies.work_orders import MineWorld, StripMine
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.economy.income import gross, income
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.economy.yields import mining_yields
from rules.cluster_war.model.events.colonies import IncomeCounted, MiningSet, WorldRecovered, WorldStrained
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Mining
from rules.cluster_war.model.state.places import Strain
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import GameError, IllegalOrderError
from rules.values import changed as replace
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import HOME, Rigged, empire, failures, fleet, plan, rich, told, turn, with_base

DIGGER = "humans-F1"


def digging(*resources: str, max_cp: int = 200, strip: bool = False, hex_: str = "0304") -> GameState:
    """A Digger with its 30 stations at work on world 0304-2, inside the home grid."""
    state = fleet(empire(rich(hex_, max_cp, *resources)), hex_, "digger")
    working = replace(state.fleets[DIGGER], mining=Mining(hex_, 2, strip))
    return replace(state, fleets={DIGGER: working})


@pytest.mark.rule("CW-7.1-02", "CW-7.1-03", "CW-7.1-04", "CW-A-41")
@pytest.mark.parametrize(
    ("resources", "strip", "max_cp", "cps"),
    [
        ((), False, 200, 30),
        (("Heavy Metals",), False, 200, 60),
        (("Exotic Crystals",), False, 200, 150),
        (("Exotic Crystals",), True, 200, 300),
        ((), True, 200, 60),
        ((), False, 20, 20),
        ((), True, 20, 40),
        (("Heavy Metals",), True, 20, 80),
    ],
)
def test_a_digger_collects_a_cp_for_each_station_up_to_the_worlds_maximum(
    resources: tuple[str, ...], strip: bool, max_cp: int, cps: int
) -> None:
    state = digging(*resources, max_cp=max_cp, strip=strip)
    assert sum(m.cps for m in mining_yields(state)) == cps
    assert income(state, "humans").production == 1000 + cps
    assert gross(state, "humans") == 1000 + cps
    done = turn(state)
    assert done.state.sides["humans"].treasury == 2000 + cps
    counted = next(e for e in told(done, IncomeCounted) if e.side == "humans")
    assert counted.production == 1000 + cps
    assert any("mining stations at 0304-2" in m.reason for m in counted.cause.modifiers)


@pytest.mark.rule("CW-7.1-04")
def test_a_colony_that_strip_mines_yields_twice_what_it_collects() -> None:
    full = with_colony(empire(rich("0304", 200)), "humans", "0304", 2, 200, strip=True)
    assert income(full, "humans").production == 1000 + 400
    part = with_colony(empire(rich("0304", 200)), "humans", "0304", 2, 50, strip=True)
    assert income(part, "humans").production == 1000 + 100


@pytest.mark.rule("CW-7.1-02")
def test_colonists_come_first_then_bases_then_ships() -> None:
    state = with_colony(digging(max_cp=70), "humans", "0304", 2, 25)
    state = with_base(state, "mine", "0304", 2)
    assert [(m.who, m.stations) for m in mining_yields(state)] == [("humans/MB01", 30), (DIGGER, 15)]
    held = with_colony(empire(rich("0304", 40)), "humans", "0304", 2, 25, garrison={"mine": 1})
    assert [(m.who, m.stations) for m in mining_yields(held)] == [("0304-2", 15)]
    assert income(held, "humans").production == 1040


@pytest.mark.rule("CW-7.1-01")
def test_every_empire_sets_up_mining_with_ships_or_bases() -> None:
    state = fleet(empire(rich("0304", 200)), "0304", "digger")
    assert "mines world 2 of 0304; the CPs count from next turn" in plan(state, MineWorld(DIGGER, 2)).text
    first = turn(state, MineWorld(DIGGER, 2))
    assert [(e.who, e.strip, e.stopped) for e in told(first, MiningSet)] == [(DIGGER, False, False)]
    assert first.state.sides["humans"].treasury == 2000
    assert turn(first.state).state.sides["humans"].treasury == 3030
    base = with_base(empire(rich("0304", 200)), "mine", "0304", 2)
    assert turn(base).state.sides["humans"].treasury == 2030
    for idle in ({"orbit": 0}, {"ready": 2}, {"towed_by": "humans-F1"}):
        other = replace(base.bases["humans/MB01"], **idle)
        assert mining_yields(replace(base, bases={other.id: other})) == ()


@pytest.mark.rule("CW-7.1-01")
def test_a_fleet_that_leaves_or_is_told_to_stop_mines_no_more() -> None:
    moved = turn(digging(), MoveFleet(DIGGER, (Leg("0303"),)))
    assert moved.state.fleets[DIGGER].mining is None
    stopped = turn(digging(), MineWorld(DIGGER, 0))
    assert stopped.state.fleets[DIGGER].mining is None
    assert [(e.orbit, e.stopped) for e in told(stopped, MiningSet)] == [(2, True)]
    assert turn(digging()).state.fleets[DIGGER].mining == Mining("0304", 2)


@pytest.mark.rule("CW-7.1-11")
def test_mines_do_not_extend_the_grid_and_fill_their_own_store_or_bays_outside_it() -> None:
    state = digging(hex_="0909")
    assert "0909" not in supply_grid(state, "humans")
    done = turn(state)
    assert done.state.sides["humans"].treasury == 2000
    assert done.state.ships["humans/DG01"].cargo == 30
    again = turn(done.state)
    assert again.state.ships["humans/DG01"].cargo == 40
    base = with_base(empire(rich("0909", 200)), "mine", "0909", 2)
    assert "0909" not in supply_grid(base, "humans")
    after = turn(base)
    assert after.state.bases["humans/MB01"].store == 30
    fetched = turn(fleet(after.state, "0909", "freighter"), LoadCargo("humans-F1", 50))
    assert failures(fetched) == []
    assert fetched.state.ships["humans/FF01"].cargo == 50
    assert fetched.state.bases["humans/MB01"].store == 10


@pytest.mark.rule("CW-7.1-11")
def test_a_way_station_brings_the_mines_cps_into_the_pool() -> None:
    state = with_base(with_base(empire(rich("0503", 200)), "mine", "0503", 2, store=7), "way", "0503")
    assert income(state, "humans").available == 1000 + 1000 + 30 + 7
    assert turn(state).state.bases["humans/MB01"].store == 0


@pytest.mark.rule("CW-7.1-05")
def test_colonists_bases_and_ships_can_strip_mine() -> None:
    state = with_base(digging(), "mine", "0304", 2)
    for order in (StripMine(HOME), StripMine("humans/MB01"), MineWorld(DIGGER, 2, strip=True)):
        preview = plan(state, order)
        assert [n.rule for n in preview.notes] == ["CW-7.1-06"]
        done = turn(state, order)
        assert [e.strip for e in told(done, MiningSet)] == [True]
    assert turn(state, StripMine(HOME)).state.colonies[HOME].strip
    both = turn(turn(state, StripMine(HOME)).state, StripMine(HOME, on=False))
    assert not both.state.colonies[HOME].strip


@pytest.mark.rule("CW-7.1-05", "CW-7.1-01")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (StripMine("humans/WS01"), "Way Station has no mining stations"),
        (StripMine(HOME, on=False), "does not strip-mine"),
        (StripMine("1818-3"), "no colony"),
        (MineWorld("humans-F2", 2), "Fleet 2 has no mining stations"),
        (MineWorld("humans-F2", 0), "Fleet 2 mines nothing now"),
        (MineWorld(DIGGER, 5), "no world in orbit 5 of 0304"),
        (MineWorld("vermin-F1", 2), "no fleet"),
    ],
)
def test_what_cannot_be_mined_is_told(order: Order, says: str) -> None:
    state = with_base(fleet(digging(), "0304", "scout"), "way", "0304")
    with pytest.raises(GameError, match=says):
        plan(state, order)
    assert len(failures(turn(state, order))) == 1


def test_nobody_mines_where_others_live() -> None:
    state = with_colony(fleet(empire(rich("0304", 200)), "0304", "digger"), "vermin", "0304", 2, 20)
    seen = turn(state, MineWorld(DIGGER, 2))
    assert failures(seen) == ["Others live there and will not have it."]
    with pytest.raises(IllegalOrderError, match="Others live there"):
        plan(seen.state, MineWorld(DIGGER, 2))


@pytest.mark.rule("CW-12.1-09")
def test_a_towed_mine_is_let_go_at_a_world_only_once_its_system_is_surveyed_and_in_deep_space_before() -> None:
    state = fleet(empire(rich("0304", 200)), "0304", "scout")
    state = with_base(state, "mine", "0304", 0, towed_by=DIGGER)
    at_world, in_space = ReleaseBase("humans/MB01", 2), ReleaseBase("humans/MB01")
    known = state.knowledge["humans"]
    seen = replace(known, systems={**known.systems, "0304": replace(known.systems["0304"], level="scouted")})
    passed = replace(state, knowledge={**state.knowledge, "humans": seen})
    with pytest.raises(IllegalOrderError, match="a survey comes before a mine") as refused:
        plan(passed, at_world)
    assert refused.value.rule == "CW-12.1-09"
    assert failures(turn(passed, at_world)) == ["You have not surveyed 0304 yet; a survey comes before a mine."]
    assert failures(turn(passed, in_space)) == failures(turn(state, at_world)) == []
    assert turn(state, at_world).state.bases["humans/MB01"].orbit == 2


@pytest.mark.rule("CW-7.1-06")
@pytest.mark.parametrize(("face", "harmed"), [(10, True), (11, False)])
def test_the_first_turn_of_strip_mining_is_tested_at_ten_per_cent(face: int, harmed: bool) -> None:
    done = turn(digging(strip=True), dice=Rigged("strip-mining/0304-2", face=face))
    assert [(e.stress, e.harmed) for e in told(done, WorldStrained)] == [(10, harmed)]
    assert done.state.strains["0304-2"].stress == 10


@pytest.mark.rule("CW-7.1-06", "CW-7.1-05")
@pytest.mark.parametrize(("face", "harmed"), [(10, True), (11, False)])
def test_a_colony_that_strip_mines_puts_its_world_to_the_same_test(face: int, harmed: bool) -> None:
    state = with_colony(empire(rich("0304", 200)), "humans", "0304", 2, 40, strip=True)
    done = turn(state, dice=Rigged("strip-mining/0304-2", face=face))
    assert [(e.hex, e.orbit, e.stress, e.harmed) for e in told(done, WorldStrained)] == [("0304", 2, 10, harmed)]
    again = turn(done.state, dice=Rigged())
    assert [e.stress for e in told(again, WorldStrained)] == [20]


@pytest.mark.rule("CW-7.1-06")
def test_a_colony_on_a_world_that_the_game_master_took_away_strains_nothing() -> None:
    state = with_colony(empire(rich("0304", 200)), "humans", "0505", 1, 40, strip=True)
    assert told(turn(state, dice=Rigged()), WorldStrained) == []


@pytest.mark.rule("CW-7.1-06")
def test_stress_grows_by_ten_each_turn_and_several_workers_count_once() -> None:
    state = with_base(digging(strip=True), "mine", "0304", 2, strip=True)
    for stress in (10, 20, 30):
        done = turn(state, dice=Rigged())
        assert [e.stress for e in told(done, WorldStrained)] == [stress]
        state = done.state
    rested = turn(replace(state, fleets={}, ships={}, bases={}), dice=Rigged())
    assert rested.state.strains["0304-2"].stress == 30
    assert view_for(state, "humans").strains["0304-2"].stress == 30
    assert view_for(state, "vermin").strains == {}


@pytest.mark.rule("CW-7.1-07")
def test_a_failed_check_is_put_before_the_gm_with_a_suggestion() -> None:
    done = turn(digging(strip=True), dice=Rigged("strip-mining/0304-2"))
    asked = [q for q in done.state.questions if q.rule == "CW-7.1-07"]
    assert len(asked) == 1
    assert asked[0].suggestion == "Hotter: change the world to 5655; its stress is then 0 again."
    assert [e.seen_by for e in told(done, QuestionRaised) if e.cause.rule == "CW-7.1-07"] == [()]


@pytest.mark.rule("CW-7.1-07")
@pytest.mark.parametrize(
    ("step", "kind", "after"),
    [
        ("5555", "hotter", "5655"),
        ("5555", "colder", "5455"),
        ("5555", "air turns to sulfur", "5565"),
        ("5555", "air turns to acid", "5565"),
        ("5555", "surface pitted", "5554"),
        ("5X5X", "hotter", "5X5X"),
        ("5999", "hotter", "5X99"),
        ("5050", "colder", "5050"),
        ("5550", "surface pitted", "5550"),
    ],
)
def test_harm_changes_temperature_air_or_surface(step: str, kind: str, after: str) -> None:
    assert harm(step, kind) == after
    assert {"hotter", "colder", "surface pitted"} < set(HARMS)
    assert len(DIGITS) == 11


@pytest.mark.rule("CW-7.1-08")
def test_stress_is_gone_when_the_step_code_changes_and_the_old_code_is_kept() -> None:
    state = replace(digging(), strains={"0304-2": Strain(40, side="humans")})
    same = amend(state, ChangeWorld("0304", 2, max_cp=150), "a census").state
    assert same.strains["0304-2"] == Strain(40, side="humans")
    changed = amend(state, ChangeWorld("0304", 2, step="5655"), "strip-mining").state
    assert changed.strains["0304-2"] == Strain(0, "5555", 0, "humans")
    twice = amend(changed, ChangeWorld("0304", 2, step="5755"), "more of it").state
    assert twice.strains["0304-2"].step == "5555"
    assert amend(twice, ChangeWorld("0304", 2, step="5555"), "a wonder").state.strains == {}


@pytest.mark.rule("CW-7.1-09", "CW-7.1-10")
@pytest.mark.parametrize(("face", "care", "recovers"), [(1, 0, True), (2, 0, False), (6, 5, True), (7, 5, False)])
def test_a_world_left_alone_may_recover_and_care_helps(face: int, care: int, recovers: bool) -> None:
    state = with_colony(empire(rich("0304", 200, step="5655")), "humans", "0304", 2, 20)
    state = replace(state, strains={"0304-2": Strain(20, "5555", side="humans")})
    if care:
        state = amend(state, CareForWorld("0304", 2), "trees are planted").state
        assert state.strains["0304-2"].care == care
    done = turn(state, dice=Rigged("fallow/0304-2", face=face))
    step = done.state.cluster.systems["0304"].bodies[0].step
    assert step == ("5555" if recovers else "5655")
    assert [e.step for e in told(done, WorldRecovered)] == (["5555"] if recovers else [])
    assert ("0304-2" in done.state.strains) is not recovers
    if recovers:
        assert done.state.knowledge["humans"].systems["0304"].bodies[0].step == "5555"


@pytest.mark.rule("CW-7.1-09")
def test_a_mined_world_does_not_recover_and_an_unharmed_one_keeps_its_stress() -> None:
    dice = Rigged("fallow/")
    state = replace(digging(), strains={"0304-2": Strain(20, "5655", side="humans")})
    assert turn(state, dice=dice).state.strains["0304-2"].stress == 20
    idle = replace(state, fleets={}, ships={}, strains={"0304-2": Strain(20, side="humans")})
    assert turn(idle, dice=dice).state.strains["0304-2"].stress == 20
    assert not any(key.startswith("fallow/") for key in dice.keys)


@pytest.mark.rule("CW-7.1-10")
def test_care_needs_a_world_under_stress() -> None:
    with pytest.raises(GameError, match="under no stress"):
        amend(digging(), CareForWorld("0304", 2), "why not")
    state = replace(digging(), strains={"0304-2": Strain(20)})
    with pytest.raises(GameError, match="0 to 100"):
        amend(state, CareForWorld("0304", 2, 101), "too much")


def test_hidden_rolls_of_a_side_have_keys_nobody_can_guess() -> None:
    salted = replace(digging(strip=True), sides={k: replace(s, salt=f"salt-{k}") for k, s in digging().sides.items()})
    dice = Rigged("strip-mining/")
    turn(salted, dice=dice)
    keys = [key for key in dice.keys if key.startswith("strip-mining/")]
    assert len(keys) == 2
    words = {key.rpartition("/")[2] for key in keys}
    assert len(words) == 1
    assert all(re.fullmatch("[0-9a-f]{16}", word) for word in words), "no salt, and no word that a side reads"
    assert ScriptedDice([1]).percent("x").total == 1


@pytest.mark.rule("CW-7.1-06")
def test_a_house_rule_may_change_what_strip_mining_adds_to_stress() -> None:
    assert stress_a_turn(Settings()) == 10
    assert stress_a_turn(Settings(overrides={"CW-TAB-SUPPLY/stress for each turn of strip-mining/number": "25"})) == 25
