"""Far from home: who is in supply, what units live from, and what neglect does to them."""

from dataclasses import replace
from typing import Any

import pytest

from rules.cluster_war.amend import amend
from rules.cluster_war.amend_support import default_effect
from rules.cluster_war.amendments_support import SetStress, StressEffect
from rules.cluster_war.crash import check_flaws
from rules.cluster_war.draft import Draft
from rules.cluster_war.drives.small_craft import form_up
from rules.cluster_war.events_empire import OrderFailed, QuestionRaised
from rules.cluster_war.events_support import StressChecked, StressEased, StressRose, SuppliesUsed
from rules.cluster_war.events_works import CrashFlawShown
from rules.cluster_war.holds import ship_capacity
from rules.cluster_war.logistics.needs import lacks_quarters, points_for, points_for_craft
from rules.cluster_war.logistics.sources import Workshop, workshop
from rules.cluster_war.logistics.stress import EFFECTS, suggested, supply_and_stress
from rules.cluster_war.logistics.supplied import supply_hexes
from rules.cluster_war.orders import MoveFleet, SignedOrder
from rules.cluster_war.plan.forecast import forecast
from rules.cluster_war.state.dealings import Right
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.holdings import Base, Build
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.units import Fleet, Leg, Ship, Transit
from rules.cluster_war.turn import adjudicate
from rules.cluster_war.views import view_for
from rules.dice import Dice, ScriptedDice
from rules.errors import GameError
from tests.rules.cluster_war.build import DESIGNS, body, draft_of, frozen, small, star, with_colony, with_fleet

PLAIN = Settings()
FAR = "1010"
GUNBOAT = Design("gunboat", "Gunboat", "small_craft", 9, 9, DESIGNS["scout"].drive, unit="gunboat", prefix="GB")
FIGHTER = Design("fighter", "Fighter", "small_craft", 5, 5, bridge=False, prefix="FI")
KINDS = {
    **DESIGNS,
    "gunboat": GUNBOAT,
    "fighter": FIGHTER,
    "warship": Design("warship", "Warship", "ship", 60, 300, DESIGNS["scout"].drive, prefix="CA"),
    "d30": Design("d30", "Destroyer 30", "ship", 30, 150, DESIGNS["scout"].drive, racks=6, prefix="DR"),
    "carrier": Design("carrier", "Carrier", "ship", 30, 150, DESIGNS["scout"].drive, hangar=60, prefix="CV"),
    "tight": Design(
        "tight", "Crowded", "ship", 30, 90, DESIGNS["scout"].drive, unit="ship", crew_quarters=2, prefix="TT"
    ),
    "farm": Design(
        "farm", "Farm Base", "base", 50, 500, agro=10, light_industry=10, mining=10, cargo_bays=30, prefix="FB"
    ),
    "set": Design(
        "set", "Farm Ship", "ship", 10, 90, DESIGNS["scout"].drive, agro=1, light_industry=1, mining=1, prefix="FS"
    ),
}


def world(*fleet: str, hex_: str = FAR, **more: Any) -> GameState:
    """The Humans at home, with one fleet far away."""
    state = small(systems=[star(FAR, body(1, "5555", 60))])
    sides = {k: replace(s, designs=KINDS) for k, s in state.sides.items()}
    return with_fleet(replace(state, sides=sides), "humans", hex_, *fleet, **more)


def ship_of(state: GameState | Draft, key: str, **changes: Any) -> Ship:
    return replace(state.ships[key], **changes)


def changed(state: GameState, key: str, **changes: Any) -> GameState:
    return replace(state, ships={**state.ships, key: ship_of(state, key, **changes)})


def month(state: GameState, *rolls: int) -> Draft:
    """The end of a month, with the dice of stress checks in order."""
    draft = Draft(state, (), ScriptedDice(rolls))
    draft.purse = dict.fromkeys(state.sides, 0)
    supply_and_stress(draft)
    return draft


def said(draft: Draft, kind: type[Any]) -> list[Any]:
    return [e for e in draft.events if isinstance(e, kind)]


@pytest.mark.rule("CW-4.3-06", "CW-4.3-02", "CW-4.3-01")
@pytest.mark.parametrize(("hex_", "supplied"), [("0303", True), ("0304", True), ("0305", False), (FAR, False)])
def test_units_at_or_next_to_an_own_colony_are_in_supply_and_cost_nothing(hex_: str, supplied: bool) -> None:
    state = world("destroyer", hex_=hex_)
    assert (hex_ in supply_hexes(state, "humans")) is supplied
    draft = month(state, *([] if supplied else [99]))
    assert (draft.ships["humans/DD01"].stress == 0) is supplied
    assert said(draft, SuppliesUsed) == [] or not supplied
    full = adjudicate(state, (), Dice(bytes(32), "t", 1))
    assert full.state.sides["humans"].treasury == 1_000


@pytest.mark.rule("CW-4.3-06", "CW-4.3-09")
def test_an_allys_colony_supplies_who_has_the_right_only_in_its_own_hex() -> None:
    state = with_colony(world("destroyer"), "vermin", FAR, 1, 60)
    assert month(state, 99).ships["humans/DD01"].stress == 10
    allied = replace(state, rights=(Right("vermin", "humans", "supply"),))
    assert month(allied).ships["humans/DD01"].stress == 0
    beside = replace(allied, fleets={k: replace(f, hex="1011") for k, f in allied.fleets.items()})
    assert month(beside, 99).ships["humans/DD01"].stress == 10
    reverse = replace(state, rights=(Right("humans", "vermin", "supply"),))
    assert month(reverse, 99).ships["humans/DD01"].stress == 10


@pytest.mark.rule("CW-4.3-13")
@pytest.mark.parametrize(("hull", "points"), [(1, 1), (10, 1), (11, 2), (30, 3), (60, 6)])
def test_one_point_for_every_ten_hull_or_fraction_rounded_up_per_ship(hull: int, points: int) -> None:
    assert points_for(replace(DESIGNS["scout"], hull=hull), PLAIN) == points


@pytest.mark.rule("CW-4.3-13", "CW-4.3-12", "CW-4.3-14", "CW-5.1-03")
def test_a_freighter_with_twenty_points_keeps_sixty_hull_of_warships_for_its_months() -> None:
    # Six points a month for the warship, and two for the freighter itself.
    state = changed(world("warship", "freighter"), "humans/FF01", supplies=20)
    left, stress = [], []
    for rolls in ((), (), (99,)):
        draft = month(state, *rolls)
        left.append(draft.ships["humans/FF01"].supplies)
        stress.append((draft.ships["humans/CA01"].stress, draft.ships["humans/FF01"].stress))
        state = frozen(draft)
    assert left == [12, 4, 2]
    assert stress == [(0, 0), (0, 0), (10, 0)]
    alone = changed(world("warship"), "humans/CA01", supplies=20)
    for n in range(3):
        draft = month(alone)
        assert said(draft, SuppliesUsed)[0].used == 6
        assert draft.ships["humans/CA01"].supplies == 20 - 6 * (n + 1)
        alone = frozen(draft)
    assert month(alone, 99).ships["humans/CA01"].stress == 10


@pytest.mark.rule("CW-4.3-16", "CW-4.3-17", "CW-4.3-13")
def test_craft_on_racks_need_points_and_craft_in_hangars_none() -> None:
    assert points_for_craft([GUNBOAT] * 6, PLAIN) == 1
    draft = month(changed(world("d30", *["gunboat"] * 6), "humans/DR01", supplies=9))
    assert said(draft, SuppliesUsed)[0].needed == 4
    assert said(draft, SuppliesUsed)[0].short == ()
    housed = month(changed(world("carrier", *["gunboat"] * 6), "humans/CV01", supplies=9))
    assert said(housed, SuppliesUsed)[0].needed == 3


@pytest.mark.rule("CW-4.2-02", "CW-4.2-03")
def test_gunboats_alone_last_a_month_and_go_hungry_after_it() -> None:
    state = world("gunboat", "gunboat", transit=Transit("0303", FAR, 0, 12))
    first = month(state)
    assert [first.ships[s].stress for s in ("humans/GB01", "humans/GB02")] == [0, 0]
    second = month(frozen(first), 99, 99)
    assert [second.ships[s].stress for s in ("humans/GB01", "humans/GB02")] == [10, 10]
    tender = changed(world("gunboat", "carrier", transit=Transit("0303", FAR, 0, 12)), "humans/CV01", supplies=6)
    for _ in range(2):
        draft = month(tender)
        assert draft.ships["humans/GB01"].stress == 0
        tender = frozen(draft)
    assert tender.ships["humans/GB01"].away == 0
    home = frozen(
        month(
            replace(frozen(second), fleets={"humans-F1": replace(second.fleets["humans-F1"], hex="0303", transit=None)})
        )
    )
    assert (home.ships["humans/GB01"].stress, home.ships["humans/GB01"].away) == (0, 0)


@pytest.mark.rule("CW-4.3-18")
def test_a_small_crafts_cargo_bay_holds_two_points() -> None:
    assert ship_capacity(replace(GUNBOAT, cargo_bays=1)) == 2
    assert ship_capacity(replace(DESIGNS["freighter"], cargo_bays=30)) == 600


@pytest.mark.rule("CW-4.3-19", "CW-4.3-03")
def test_a_tag_grows_by_ten_a_month_up_to_a_hundred() -> None:
    state = world("destroyer")
    tags = []
    for _ in range(11):
        draft = month(state, 100)
        tags.append(draft.ships["humans/DD01"].stress)
        state = frozen(draft)
    assert tags == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100]


@pytest.mark.rule("CW-4.3-20")
@pytest.mark.parametrize(("roll", "fails"), [(30, True), (1, True), (31, False), (100, False)])
def test_a_roll_up_to_the_tag_fails(roll: int, fails: bool) -> None:
    draft = month(changed(world("destroyer"), "humans/DD01", stress=20), roll)
    checked = said(draft, StressChecked)[0]
    assert draft.ships["humans/DD01"].stress == 30
    assert (checked.failed == ("humans/DD01",)) is fails
    assert [(r.key, r.total) for r in checked.cause.rolls] == [("stress/humans/DD01", roll)]
    assert checked.seen_by == ("humans",)
    assert draft.ships["humans/DD01"].failures == fails


@pytest.mark.rule("CW-4.3-20")
def test_the_sides_salt_is_in_the_dices_key_and_every_tagged_ship_rolls_once() -> None:
    state = world("destroyer", "scout")
    salted = {**state.sides, "humans": replace(state.sides["humans"], salt="abcd")}
    checked = said(month(replace(state, sides=salted), 99, 98), StressChecked)[0]
    assert [r.key for r in checked.cause.rolls] == ["stress/humans/DD01/abcd", "stress/humans/SC01/abcd"]


@pytest.mark.rule("CW-4.3-21")
def test_a_failure_is_put_to_the_gm_with_a_default_and_all_choices() -> None:
    draft = month(world("destroyer"), 3)
    question = draft.questions[0]
    assert (question.kind, question.subjects, question.hex) == ("stress", ("humans/DD01",), FAR)
    assert question.choices[0] == "damage"
    assert set(question.choices) == set(EFFECTS)
    assert "rolled 3" in question.text
    assert [e.seen_by for e in said(draft, QuestionRaised)] == [()]
    state = frozen(draft)
    done = amend(state, default_effect(state.questions[0]), "bad luck").state
    assert done.ships["humans/DD01"].damage == 1
    assert (done.questions[0].answer, done.questions[0].settled_turn) == ("damage", state.turn)
    with pytest.raises(GameError, match="no open question"):
        amend(done, default_effect(done.questions[0]), "again")


@pytest.mark.rule("CW-4.3-21")
@pytest.mark.parametrize(
    ("failures", "base", "effect"),
    [(1, False, "damage"), (2, False, "return"), (3, False, "mutiny"), (5, False, "mutiny"), (2, True, "damage")],
)
def test_only_repeated_failures_suggest_the_worst(failures: int, base: bool, effect: str) -> None:
    assert suggested(failures, PLAIN, base=base) == effect


@pytest.mark.rule("CW-4.3-21")
def test_effects_send_home_take_away_or_hand_over() -> None:
    state = world("destroyer", "scout")
    home = amend(state, StressEffect(("humans/DD01",), "return"), "").state
    assert home.fleets["humans-F2"].route == (Leg("0303"),)
    assert home.fleets["humans-F2"].ships == ("humans/DD01",)
    assert home.fleets["humans-F1"].ships == ("humans/SC01",)
    moved = adjudicate(home, (), Dice(bytes(32), "t", 1)).state
    assert moved.fleets["humans-F2"].transit is not None
    gone = amend(state, StressEffect(("humans/DD01", "humans/SC01"), "mutiny"), "")
    assert (gone.state.ships, gone.state.fleets) == ({}, {})
    assert gone.events[0].seen_by == ("humans",)
    prize = amend(state, StressEffect(("humans/DD01",), "surrender", "vermin"), "").state
    assert [s.side for s in prize.ships.values()] == ["humans", "vermin"]
    assert prize.fleets["vermin-F1"].ships == ("vermin/DD01",)
    calm = amend(state, StressEffect(("humans/DD01",), "nothing"), "").state
    assert calm.ships == state.ships


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (StressEffect((), "damage"), "no ship or base"),
        (StressEffect(("humans/XX01",), "damage"), "no ship or base"),
        (StressEffect(("humans/DD01",), "surrender", "martians"), "the sides are"),
        (SetStress((), 10), "at least one"),
        (SetStress(("humans/DD01",), 101), "0 to 100"),
    ],
)
def test_effects_that_name_nothing_are_refused(effect: StressEffect | SetStress, says: str) -> None:
    with pytest.raises(GameError, match=says):
        amend(world("destroyer"), effect, "")


@pytest.mark.rule("CW-4.3-22", "CW-4.3-07", "CW-4.3-08")
def test_back_in_supply_at_the_months_end_the_tag_is_gone_and_the_gm_may_be_slower() -> None:
    state = changed(world("destroyer", hex_="0304"), "humans/DD01", stress=40, failures=2)
    draft = month(state)
    assert (draft.ships["humans/DD01"].stress, draft.ships["humans/DD01"].failures) == (0, 0)
    assert said(draft, StressEased)[0].ships == ("humans/DD01",)
    slower = amend(frozen(draft), SetStress(("humans/DD01",), 20), "a hospital ship's work").state
    assert slower.ships["humans/DD01"].stress == 20


@pytest.mark.rule("CW-4.3-07")
def test_where_a_ship_is_at_the_turns_end_decides() -> None:
    leaving = adjudicate(world("scout", hex_="0303", transit=Transit("0303", FAR, 0, 12)), (), Dice(bytes(32), "t", 1))
    assert leaving.state.ships["humans/SC01"].stress == 10
    arriving = adjudicate(world("scout", transit=Transit(FAR, "0303", 0, 4)), (), Dice(bytes(32), "t", 1))
    assert arriving.state.ships["humans/SC01"].stress == 0


@pytest.mark.rule("CW-4.3-04")
def test_too_few_crew_quarters_bring_stress_outside_the_grid_once_a_month_in_total() -> None:
    assert lacks_quarters(KINDS["tight"], PLAIN)
    assert not lacks_quarters(replace(KINDS["tight"], crew_quarters=3), PLAIN)
    assert not lacks_quarters(DESIGNS["destroyer"], PLAIN)
    fed = changed(world("tight"), "humans/TT01", supplies=9)
    assert lacks_quarters(replace(KINDS["tight"], traits=("android",)), PLAIN) is False
    cargo = replace(KINDS["tight"], cargo_bays=1)
    fed = replace(fed, sides={**fed.sides, "humans": replace(fed.sides["humans"], designs={**KINDS, "tight": cargo})})
    draft = month(fed, 99)
    assert (draft.ships["humans/TT01"].stress, draft.ships["humans/TT01"].supplies) == (10, 6)
    hungry = month(world("tight"), 99)
    assert hungry.ships["humans/TT01"].stress == 10
    at_home = month(changed(world("tight", hex_="0303"), "humans/TT01", stress=10), 99)
    assert at_home.ships["humans/TT01"].stress == 10  # no more inside, but none is lost without quarters either
    assert said(at_home, StressRose) == []


@pytest.mark.rule("CW-6.7-03", "CW-6.7-04", "CW-6.7-05")
@pytest.mark.parametrize(("flaw", "failed"), [(10, True), (11, False)])
def test_a_crash_built_ship_rolls_at_its_stress_and_then_at_ten(flaw: int, failed: bool) -> None:
    state = changed(world("destroyer"), "humans/DD01", stress=20, low_quality=True)
    draft = Draft(state, (), ScriptedDice((31, flaw, *([2] if failed else []))))
    supply_and_stress(draft)
    check_flaws(draft)
    checked, shown = said(draft, StressChecked)[0], said(draft, CrashFlawShown)[0]
    assert (checked.failed, checked.cause.modifiers[0].value) == ((), 30)
    assert (shown.failed, bool(draft.ships["humans/DD01"].faults)) == (failed, failed)
    sound = Draft(changed(state, "humans/DD01", low_quality=False), (), ScriptedDice((31,)))
    supply_and_stress(sound)
    check_flaws(sound)
    assert said(sound, CrashFlawShown) == []


@pytest.mark.rule("CW-5.2-01", "CW-5.2-02", "CW-5.2-03", "CW-5.2-05")
def test_a_full_point_needs_food_and_parts_and_parts_need_cps() -> None:
    farm = KINDS["farm"]
    assert workshop([farm], (), PLAIN) == Workshop(10, 10, 10)
    assert workshop([farm], (), PLAIN).free == 10
    assert workshop([replace(farm, agro=4)], (), PLAIN).free == 4
    assert workshop([farm], (), PLAIN, busy=7).free == 3
    assert workshop([farm], (), PLAIN, digs=False).free == 0
    assert workshop([farm], (), PLAIN, digs=False).more(6) == 6
    assert workshop([replace(farm, mining=2)], (), PLAIN).more(50) == 8


@pytest.mark.rule("CW-5.2-08")
def test_levels_of_a_components_technology_add_a_point_each() -> None:
    known = ("Agricultural Stations +2", "Light Industry +1", "Mining Stations +1")
    assert workshop([KINDS["set"]], known, PLAIN) == Workshop(3, 2, 2)
    ruled = Settings(overrides={"CW-TAB-SUPPLY/more for each level of a component's technology/number": "3"})
    assert workshop([KINDS["set"]], known, ruled) == Workshop(7, 4, 4)


@pytest.mark.rule("CW-5.2-04", "CW-5.2-03", "CW-5.2-06", "CW-4.3-14")
def test_one_set_keeps_ten_hull_for_ever_where_it_can_dig_and_does_not_move() -> None:
    state = world("set")
    for _ in range(5):
        draft = month(state)
        assert said(draft, SuppliesUsed)[0].made == 1
        assert draft.ships["humans/FS01"].stress == 0
        state = frozen(draft)
    moving = adjudicate(world("set", transit=Transit("0909", FAR, 0, 2)), (), Dice(bytes(32), "t", 1)).state
    assert moving.ships["humans/FS01"].stress == 10
    tapped = month(with_colony(world("set"), "vermin", FAR, 1, 60), 99)
    assert tapped.ships["humans/FS01"].stress == 10


@pytest.mark.rule("CW-5.2-05", "CW-5.2-07")
def test_the_farm_base_feeds_itself_and_fifty_hull_and_stores_the_rest() -> None:
    state = world("warship")
    base = Base("humans/FB01", "humans", "farm", "Farm", FAR, 1)
    state = replace(state, bases={base.id: base})
    draft = month(state, 99)  # five points are left for the warship, which needs six
    assert said(draft, SuppliesUsed)[0].needed == 5
    assert (draft.bases[base.id].stress, draft.ships["humans/CA01"].stress) == (0, 10)
    fifty = replace(KINDS["warship"], hull=50)
    sides = {**state.sides, "humans": replace(state.sides["humans"], designs={**KINDS, "warship": fifty})}
    fed = month(replace(state, sides=sides))
    assert fed.ships["humans/CA01"].stress == 0
    alone = month(replace(state, fleets={}, ships={}))
    assert alone.bases[base.id].supplies == 5
    full = month(replace(state, fleets={}, ships={}, bases={base.id: replace(base, supplies=598)}))
    assert full.bases[base.id].supplies == 600


@pytest.mark.rule("CW-5.2-02")
@pytest.mark.parametrize(("busy", "made", "stress"), [(5, 5, 0), (6, 0, 10)])
def test_industry_that_builds_craft_makes_no_parts(busy: int, made: int, stress: int) -> None:
    base = Base("humans/FB01", "humans", "farm", "Farm", FAR, 1)
    build = Build("humans-B1", "humans", base.id, "fighter", 2, 10, 10, 10, busy, 1, place="factory")
    state = replace(world(), bases={base.id: base}, builds={build.id: build}, fleets={}, ships={})
    draft = month(state, *([99] if stress else []))
    assert said(draft, SuppliesUsed)[0].made == made
    assert draft.bases[base.id].stress == stress


@pytest.mark.rule("CW-4.3-03", "CW-4.3-20")
def test_a_base_alone_is_neglected_like_a_ship() -> None:
    base = Base("humans/BS01", "humans", "base", "Lonely", FAR, 0)
    draft = month(replace(world(), bases={base.id: base}, fleets={}, ships={}), 5)
    assert (draft.bases[base.id].stress, draft.bases[base.id].failures) == (10, 1)
    assert draft.questions[0].subjects == (base.id,)
    hurt = amend(frozen(draft), default_effect(draft.questions[0]), "").state
    assert hurt.bases[base.id].damage == 1


@pytest.mark.rule("CW-5.2-05")
def test_stored_cps_feed_industry_when_there_is_nothing_to_dig() -> None:
    state = changed(world("set", "freighter", hex_="0909"), "humans/FF01", cargo=5)
    draft = month(state, 99)
    used = said(draft, SuppliesUsed)[0]
    assert (used.made, used.cps, draft.ships["humans/FF01"].cargo) == (1, 1, 4)
    assert used.short == ("humans/FF01",)


@pytest.mark.rule("CW-4.2-04", "CW-4.2-05", "CW-4.2-07")
def test_craft_without_drive_or_bridge_stay_unless_a_technology_gives_them_one() -> None:
    ships = [Ship("humans/FI01", "humans", "fighter")]
    with pytest.raises(GameError, match="no bridge"):
        form_up(KINDS, ships)
    slow = replace(FIGHTER, bridge=True)
    with pytest.raises(GameError, match="no FTL drive"):
        form_up({**KINDS, "fighter": slow}, ships)
    robotic = replace(slow, drive=DESIGNS["scout"].drive)
    assert form_up({**KINDS, "fighter": robotic}, ships).outside == tuple(ships)
    longer = Settings(overrides={"CW-TAB-SUPPLY/turns small craft last alone/number": "3"})
    state = replace(world("gunboat", transit=Transit("0303", FAR, 0, 40)), settings=longer)
    for _ in range(3):
        draft = month(state)
        assert draft.ships["humans/GB01"].stress == 0
        state = frozen(draft)
    assert month(state, 99).ships["humans/GB01"].stress == 10


@pytest.mark.rule("CW-4.2-06", "CW-4.2-01")
def test_orders_of_craft_stand_with_their_carrier_and_craft_are_tenth_scale() -> None:
    fleet = Fleet("humans-F9", "humans", "Carriers", FAR, (), standing="Gunboats strike at 4 hexes, defend at dusk")
    state = world("carrier", "gunboat")
    state = replace(state, fleets={"humans-F1": replace(fleet, id="humans-F1", ships=state.fleets["humans-F1"].ships)})
    assert "Gunboats strike" in state.fleets["humans-F1"].standing
    assert points_for_craft([replace(GUNBOAT, hull=100)], PLAIN) == points_for(
        replace(DESIGNS["scout"], hull=10), PLAIN
    )


def test_nothing_fails_and_nobody_else_hears_of_it() -> None:
    draft = month(world("destroyer"), 99)
    assert said(draft, OrderFailed) == []
    assert {e.seen_by for e in draft.events} == {("humans",)}
    assert draft_of(world("destroyer")).purse["humans"] == 1_000


@pytest.mark.rule("CW-4.3-13")
def test_the_forecast_warns_of_a_fleet_that_stays_hungry() -> None:
    def warned(state: GameState) -> list[str]:
        return [n.text for n in forecast(view_for(state, "humans"), ()).effects if n.rule == "CW-4.3-13"]

    state = world("destroyer", name="Watch")
    assert warned(state) == ["Watch is out of supply at 1010: it needs 2 supply points and carries 0."]
    assert warned(changed(state, "humans/DD01", supplies=2)) == []
    assert warned(world("destroyer", hex_="0304")) == []


@pytest.mark.rule("CW-4.3-07")
def test_the_forecast_warns_of_a_fleet_that_will_be_under_way_when_the_month_ends() -> None:
    leave = (SignedOrder("1", "humans", 1, MoveFleet("humans-F1", (Leg(FAR),))),)

    def warned(state: GameState) -> list[str]:
        return [n.text for n in forecast(view_for(state, "humans"), leave).effects if n.rule == "CW-4.3-13"]

    state = world("destroyer", name="Watch", hex_="0304")
    hungry = "it needs 2 supply points and carries 0. Without them stress grows."
    assert warned(state) == [f"Watch is under way at the end of the month: {hungry}"]
    assert warned(changed(state, "humans/DD01", supplies=2)) == []
    after = adjudicate(state, leave, Dice(bytes(32), "t", 1))
    assert after.state.fleets["humans-F1"].transit is not None
    assert [event.short for event in after.events if isinstance(event, SuppliesUsed)], "and so it comes"
    assert after.state.ships["humans/DD01"].stress > 0
