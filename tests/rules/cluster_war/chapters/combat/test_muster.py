"""A battle as it begins: its number, its method, where each unit starts, what each side wants of it (9.0, 9.1, 9.7)."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.chapters.combat.contact import clashes
from rules.cluster_war.chapters.combat.muster import muster
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design, Leg
from rules.cluster_war.model.state.sides import Officer, Post
from rules.cluster_war.model.state.war import BattleRecord, BattleTerms, Engagement
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet, draft_of, sheet, small, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import ATTACK, BY_NUMBERS, Referee, facing, played

LAUNCHER = Design(
    "fort", "Fort", "base", 30, 100, launchers=2, layout={"Missile launcher": 2, "Magazine": 1}, magazines=1
)


def mustered(state: GameState) -> Battle:
    """The one battle of the first week's end, as the fleets stand."""
    turn = draft_of(state)
    [battle] = muster(turn, 1, clashes(turn, 1))
    return battle


def places(battle: Battle) -> dict[str, str]:
    """Where each unit starts."""
    return {unit.unit: unit.place for unit in battle.units}


def past(turn: int, hex_: str = "0505") -> BattleRecord:
    """A battle that was."""
    return BattleRecord(f"{turn}/{hex_}/1", turn, 4, hex_, "duel", "quick", ("humans", "vermin"), "")


def test_battles_are_numbered_within_their_turn_and_hex() -> None:
    state = facing()
    assert mustered(changed(state, battles=(past(0), past(7)))).id == "1/0505/1"
    assert mustered(changed(state, battles=(past(1), past(1, "0506")))).id == "1/0505/2"


@pytest.mark.rule("CW-9.0-01")
def test_a_duel_is_between_two_ships_and_nothing_else() -> None:
    state = with_fleet(small(settings=BY_NUMBERS), "humans", "0505", "destroyer", engagement=ATTACK)
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505")
    assert mustered(changed(state, bases={gate.id: gate})).kind == "fleet action"
    assert mustered(with_fleet(state, "vermin", "0505", "destroyer")).kind == "duel"
    assert mustered(with_fleet(state, "vermin", "0505", "destroyer", "scout")).kind == "fleet action"


@pytest.mark.rule("CW-9.0-02")
def test_every_unit_of_a_garrison_counts_in_how_large_a_battle_is() -> None:
    state = with_colony(small(settings=changed(BY_NUMBERS, largest_battle=6)), "vermin", "0505", 1, 50)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    for bases, method in ((5, "chair"), (6, "quick")):
        colony = changed(state.colonies["0505-1"], garrison={"base": bases})
        assert mustered(changed(state, colonies={**state.colonies, colony.id: colony})).method == method


@pytest.mark.rule("CW-9.1-04", "CW-9.1-05")
def test_a_fleet_starts_at_the_centre_where_its_side_is_at_home_and_does_not_come() -> None:
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50)
    attacked = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    attacked = with_fleet(attacked, "vermin", "0505", "destroyer", engagement=ATTACK)
    assert places(mustered(attacked)) == {"humans/DD01": "edge", "vermin/DD01": "centre"}
    gate = Base("humans/BS01", "humans", "base", "Gate", "0505")
    both = changed(attacked, bases={gate.id: gate})
    assert places(mustered(both)) == {"humans/DD01": "edge", "vermin/DD01": "edge", "humans/BS01": "centre"}
    waits = change_fleet(both, "vermin-F1", engagement=Engagement("defend"))
    assert places(mustered(waits))["vermin/DD01"] == "centre"
    towed = changed(attacked, bases={gate.id: changed(gate, towed_by="humans-F1")})
    assert places(mustered(towed)) == {"humans/DD01": "edge", "vermin/DD01": "centre"}, "in tow, it holds no place"


@pytest.mark.rule("CW-9.1-04")
def test_a_fleet_that_came_home_that_week_starts_at_the_edge_and_at_the_centre_a_week_later() -> None:
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    fast = changed(state.sides["vermin"].designs["destroyer"], ftl="warp", ftl_levels=7)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "destroyer": fast})
    state = with_fleet(changed(state, sides={**state.sides, "vermin": vermin}), "vermin", "0506", "destroyer")
    judge = Referee()
    played(state, *sheet("vermin", MoveFleet("vermin-F1", (Leg("0505"),))), referee=judge)
    assert [places(b)["vermin/DD01"] for b in judge.seen[:2]] == ["edge", "centre"]
    assert judge.seen[0].week + 1 == judge.seen[1].week


@pytest.mark.rule("CW-9.1-06")
def test_the_game_master_places_units_either_way() -> None:
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "destroyer")
    terms = BattleTerms(1, centre=("humans/DD01",), edge=("vermin/DD01",))
    assert places(mustered(changed(state, terms={"0505": terms}))) == {"humans/DD01": "centre", "vermin/DD01": "edge"}


@pytest.mark.rule("CW-9.1-05")
def test_a_garrison_draws_on_its_worlds_munitions_once() -> None:
    other = changed(LAUNCHER, id="fort2", name="Old Fort")
    state = small(settings=BY_NUMBERS)
    vermin = state.sides["vermin"]
    designs = {**vermin.designs, "fort": LAUNCHER, "fort2": other}
    state = changed(state, sides={**state.sides, "vermin": changed(vermin, designs=designs)})
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    full = with_colony(state, "vermin", "0505", 1, 50, garrison={"fort": 2, "fort2": 1}, munitions=5000)
    room = {u.unit: u.munitions for u in mustered(full).units if u.side == "vermin"}
    one = room["0505-1|fort2"]
    assert one > 0
    assert room["0505-1|fort"] == 2 * one
    short = with_colony(state, "vermin", "0505", 1, 50, garrison={"fort": 2, "fort2": 1}, munitions=2 * one + 1)
    lent = {u.unit: u.munitions for u in mustered(short).units if u.side == "vermin"}
    assert lent == {"0505-1|fort": 2 * one, "0505-1|fort2": 1}


@pytest.mark.rule("CW-9.0-13", "CW-9.7-04")
def test_a_sides_plan_is_its_largest_fleets_and_any_fleet_brings_attack_pursuit_and_reserve() -> None:
    state = small(settings=BY_NUMBERS)
    small_one = Engagement("defend", 10, pursue=True, reserve=("humans/DD01",))
    state = with_fleet(state, "humans", "0505", "destroyer", "scout", name="Few", engagement=small_one)
    most = Engagement("defend", 60, reserve=("humans/FF01",))
    state = with_fleet(state, "humans", "0505", *["freighter"] * 4, name="Many", engagement=most)
    state = with_fleet(state, "vermin", "0505", "destroyer", engagement=Engagement("attack"))
    plan = mustered(state).plans["humans"]
    assert (plan.stance, plan.withdraw_at, plan.pursue) == ("defend", 60, True)
    assert set(plan.reserve) == {"humans/DD01", "humans/FF01"}
    attacks = change_fleet(state, "humans-F1", engagement=changed(small_one, stance="attack", reserve=()))
    assert mustered(attacks).plans["humans"].stance == "attack"
    assert not mustered(change_fleet(state, "humans-F1", engagement=most)).plans["humans"].pursue


@pytest.mark.rule("CW-9.7-04")
def test_a_fleet_on_the_mission_reserve_is_in_reserve_with_every_ship() -> None:
    state = with_fleet(facing(), "humans", "0505", "scout", "freighter", name="Behind", mission="reserve")
    kept = {unit.unit for unit in mustered(state).units if unit.reserve}
    assert kept == {"humans/SC01", "humans/FF02"}


@pytest.mark.rule("CW-17.1-23", "CW-17.1-24", "CW-9.7-06")
def test_what_the_game_master_says_of_an_advantage_goes_before_the_match_of_wits() -> None:
    settings = changed(BY_NUMBERS, flag_officers=True)
    flagship = Design("flag", "Flagship", "ship", 40, 200, Fraction(4), prefix="CA", layout={"Flag bridge": 1})
    state = small(settings=settings)
    humans = state.sides["humans"]
    designs = {**humans.designs, "flag": flagship}
    state = changed(state, sides={**state.sides, "humans": changed(humans, designs=designs)})
    state = with_fleet(state, "humans", "0505", "flag", "destroyer", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "destroyer")
    old = Officer("humans/O1", "humans", "Old Man", 100, 1, 1, 1, post=Post("admiral", "humans/CA01"))
    state = changed(state, officers={old.id: old})
    assert mustered(state).advantage["humans"] > 0
    told = changed(state, terms={"0505": BattleTerms(1, advantage={"humans": 3, "oolab": 9})})
    assert mustered(told).advantage == {"humans": 3}
    last = changed(state, terms={"0505": BattleTerms(0, advantage={"humans": 3})})
    assert mustered(last).advantage["humans"] > 3
