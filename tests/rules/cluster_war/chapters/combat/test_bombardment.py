"""Fire from orbit, at whatever target an order names; and blockades (CW-9.2-02, CW-9.2-03, CW-9.4)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules.cluster_war.chapters.combat.arms import weapon_points
from rules.cluster_war.chapters.combat.bombardment import (
    NO_OUTCRY_ANSWER,
    NO_YIELD_ANSWER,
    TARGETS,
    Target,
    needed_for_biosphere,
    needed_for_colony,
    rubble,
)
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.world_amendments import (
    AllowPlanetKiller,
    DevastateWorld,
    SetAttitude,
    YieldColony,
)
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.economy.yields import colony_output, world_at
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.raids import ColonyBombarded, PlanetDestroyed, WorldBombarded
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Leg, Transit
from rules.cluster_war.model.state.places import Strain
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Adjudication, GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import DICE, body, change_fleet, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.combat.sieges import PLAIN, SIEGE, WORLD, besieged, month
from tests.rules.cluster_war.yard import surveyed as all_of
from tests.rules.cluster_war.yard import told


def fire(target: Target = "people", *, certain: bool = False) -> BombardWorld:
    return BombardWorld("vermin-F1", "0505", 1, target, certain)


def failed(done: Adjudication[GameState, Event]) -> list[str]:
    return [e.reason for e in told(done, OrderFailed) if e.side == "vermin"]


@pytest.mark.rule("CW-9.4-02", "CW-9.4-04", "CW-9.4-10")
def test_the_books_numbers_for_colony_biosphere_and_rubble() -> None:
    assert needed_for_colony(250, 250) == 250
    assert needed_for_colony(300, 250) == 250
    assert needed_for_biosphere(250, PLAIN) == 25_000
    assert rubble("5555", 120, PLAIN) == ("0500", 60)
    assert rubble("7391", 121, PLAIN) == ("0300", 60)


@pytest.mark.rule("CW-9.4-02")
def test_strategic_resources_do_not_make_a_colony_harder_to_destroy() -> None:
    state = besieged("siege", "siege")
    rich = star("0505", body(1, "5555", 250, resources=("Radioactive Materials",)))
    state = changed(state, cluster=changed(state.cluster, systems={**state.cluster.systems, "0505": rich}))
    assert colony_output(state, state.colonies[WORLD]) == 500
    done = month(state, fire())
    assert WORLD not in done.state.colonies


@pytest.mark.rule("CW-9.4-01", "CW-9.2-02")
def test_a_weapon_does_its_points_each_week_unless_it_is_out_of_order() -> None:
    assert weapon_points(SIEGE, Wounds(), PLAIN) == 60
    hurt = Wounds(damaged={"Rail gun": 5}, destroyed={"Beam emitter 3": 10})
    assert weapon_points(SIEGE, hurt, PLAIN) == 40
    done = month(besieged(), fire())
    assert told(done, WorldBombarded)[0].damage == 240
    colony = done.state.colonies[WORLD]
    assert (colony.side, colony.size) == ("humans", 10)
    assert [(e.side, e.lost, e.by) for e in told(done, ColonyBombarded)] == [("humans", 240, "vermin")]


@pytest.mark.rule("CW-9.4-01")
@pytest.mark.parametrize("target", ["people", "production", "installations", "biosphere"])
@pytest.mark.parametrize("ships", [1, 2])
def test_who_fires_does_not_learn_what_its_people_call_the_colony(target: Target, ships: int) -> None:
    state = besieged(*["siege"] * ships, name="Secret Garden", heavy_industry=3, science_stations=2)
    done = month(state, fire(target, certain=True))
    (fired,) = told(done, WorldBombarded)
    assert fired.text
    assert "Secret Garden" not in fired.text


@pytest.mark.rule("CW-9.4-02", "CW-9.4-03")
def test_a_colony_destroyed_takes_garrison_and_works_along_and_leaves_the_climate() -> None:
    state = besieged("siege", "siege", garrison={"freighter": 2}, store=7)
    done = month(state, fire())
    assert WORLD not in done.state.colonies
    world = world_at(done.state, "0505", 1)
    assert world is not None
    assert (world.step, world.max_cp) == ("5555", 250)
    assert told(done, ColonyBombarded)[0].destroyed
    assert income(done.state, "humans").production == 1000
    assert month(done.state).state.turn == 3


@pytest.mark.rule("CW-9.4-01")
@pytest.mark.parametrize(
    ("target", "left"),
    [("production", (0, 0, 0, 40, 30)), ("installations", (100, 40, 60, 0, 0))],
)
def test_industry_and_other_installations_are_targets_of_their_own(target: Target, left: tuple[int, ...]) -> None:
    state = besieged(
        shipyard_bays=100,
        heavy_industry=40,
        light_industry=60,
        science_stations=40,
        training=30,
        tooling={"vehicles": 40},
    )
    colony = month(state, fire(target)).state.colonies[WORLD]
    found = (
        colony.shipyard_bays, colony.heavy_industry, colony.light_industry, colony.science_stations, colony.training,
    )  # fmt: skip
    assert found == left
    assert colony.size == 250


@pytest.mark.rule("CW-9.4-01")
def test_an_order_names_one_of_the_targets_and_something_that_is_there() -> None:
    view = view_for(besieged(), "vermin")
    with pytest.raises(IllegalOrderError, match="nothing to fire at"):
        check(view, (), BombardWorld("vermin-F1", "0505", 1, "moon"))  # type: ignore[arg-type] # no target
    with pytest.raises(IllegalOrderError, match="no colony of others"):
        check(view, (), BombardWorld("vermin-F1", "0505", 2, "people"))
    with pytest.raises(IllegalOrderError, match="not at 0303"):
        check(view, (), BombardWorld("vermin-F1", "0303", 3, "biosphere", certain=True))
    meek = besieged()
    race = changed(meek.sides["vermin"].race, attitude="Peaceful")
    meek = changed(meek, sides={**meek.sides, "vermin": changed(meek.sides["vermin"], race=race)})
    with pytest.raises(IllegalOrderError, match="first strike"):
        check(view_for(meek, "vermin"), (), fire())
    unarmed = view_for(besieged("freighter"), "vermin")
    with pytest.raises(IllegalOrderError, match="no weapon"):
        check(unarmed, (), fire())
    told_ = check(view, (), fire()).text
    assert "60 points of damage a week, 240 in a month" in told_
    assert "takes 250 points to destroy it" in told_
    assert len(TARGETS) == 6


@pytest.mark.rule("CW-9.4-04", "CW-9.4-05", "CW-9.4-08")
def test_a_biosphere_is_laid_waste_in_months_and_the_game_master_enters_its_code() -> None:
    state = besieged(*["siege"] * 10)
    view = view_for(changed(state, knowledge=surveyed(state)), "vermin")
    with pytest.raises(IllegalOrderError, match="25000 points") as asked:
        check(view, (), fire("biosphere"))
    assert asked.value.rule == "CW-9.4-08"
    assert check(view, (), fire("biosphere", certain=True)).text
    assert failed(month(state, fire("biosphere"))) == ["Its giver was not certain."]
    for turn in range(1, 12):
        done = month(state, fire("biosphere", certain=True))
        state = done.state
        waste = [q for q in state.questions if q.rule == "CW-9.4-05"]
        assert bool(waste) == (2400 * turn >= 25_000)
    assert state.strains[WORLD].glazed == 26_400
    assert told(month(besieged(), fire("biosphere", certain=True)), WorldBombarded)[0].text.endswith(
        "taken 240 points."
    )
    seen = besieged()
    seen = changed(seen, knowledge=surveyed(seen))
    assert told(month(seen, fire("biosphere", certain=True)), WorldBombarded)[0].text.endswith("240 of 25000 points.")
    with pytest.raises(GameError):
        amend(state, DevastateWorld("0505", 1, "5555"), "no change is none")
    with pytest.raises(GameError):
        amend(state, DevastateWorld("0505", 1, ""), "a code must be given")
    after = amend(state, DevastateWorld("0505", 1, "5885"), "glass").state
    world = world_at(after, "0505", 1)
    assert world is not None
    assert world.step == "5885"
    assert WORLD not in after.strains, "it does not recover"
    assert next(q.answer for q in after.questions if q.rule == "CW-9.4-05") == "5885"


def surveyed(state: GameState) -> Mapping[str, Knowledge]:
    """The vermin know the world's potential."""
    known = changed(state.knowledge["vermin"], systems={"0505": all_of(state.cluster.systems["0505"])})
    return {**state.knowledge, "vermin": known}


@pytest.mark.rule("CW-9.4-06", "CW-9.4-07", "CW-9.4-08", "CW-9.4-09", "CW-9.4-10")
def test_only_a_weapon_that_the_game_master_allows_breaks_a_planet_and_only_by_an_order_that_is_certain() -> None:
    state = besieged()
    with pytest.raises(IllegalOrderError) as refused:
        check(view_for(state, "vermin"), (), fire("planet", certain=True))
    assert refused.value.rule == "CW-9.4-06"
    assert failed(month(state, fire("planet", certain=True)))
    armed = amend(state, AllowPlanetKiller("vermin", "siege", 5000), "relativistic").state
    assert armed.sides["vermin"].designs["siege"].cost == 5000
    assert failed(month(armed, fire("planet"))) == ["Its giver was not certain."]
    with pytest.raises(IllegalOrderError, match="you are certain"):
        check(view_for(changed(armed, knowledge=surveyed(armed)), "vermin"), (), fire("planet"))
    done = month(armed, fire("planet", certain=True))
    world = world_at(done.state, "0505", 1)
    assert world is not None
    assert (world.step, world.max_cp) == ("0500", 125)
    assert WORLD not in done.state.colonies
    assert {e.side for e in told(done, PlanetDestroyed)} >= {"vermin"}
    (asked,) = (q for q in done.state.questions if q.rule == "CW-9.4-09")
    assert asked.choices == (NO_OUTCRY_ANSWER,)
    worse = amend(done.state, SetAttitude("humans", "Hostile, Xenophobic"), "they know").state
    assert worse.sides["humans"].race.attitude == "Hostile, Xenophobic"
    with pytest.raises(GameError):
        amend(done.state, SetAttitude("humans", "Sleepy"), "not an attitude")
    gone = amend(armed, AllowPlanetKiller("vermin", "siege", on=False), "forbidden").state
    assert failed(month(gone, fire("planet", certain=True)))


@pytest.mark.rule("CW-9.4-11")
def test_a_race_may_break_up_an_empty_world_of_its_own_by_the_same_rules() -> None:
    state = small(systems=[star("0505", body(1, "5555", 120, life="Plants"))])
    state = changed(state, strains={WORLD: Strain(0, glazed=240)})
    sides = {
        key: changed(s, designs={**s.designs, "siege": changed(SIEGE, traits=("planet killer",))})
        for key, s in state.sides.items()
    }
    state = with_fleet(changed(state, sides=sides), "vermin", "0505", "siege")
    done = month(state, fire("planet", certain=True))
    world = world_at(done.state, "0505", 1)
    assert world is not None
    assert (world.step, world.max_cp, world.life) == ("0500", 60, "")
    assert done.state.strains == {}, "there is no biosphere left to be harmed"
    assert [e.side for e in told(done, PlanetDestroyed)] == ["vermin"], "nobody else has it in sight"


@pytest.mark.rule("CW-9.4-01")
def test_nobody_fires_past_an_enemy_fleet_or_base_nor_in_peace_nor_where_they_are_not() -> None:
    guarded = with_fleet(besieged(), "humans", "0505", "destroyer")
    assert "are in the way" in failed(month(guarded, fire()))[0]
    assert "are in the way" in failed(month(besieged(garrison={"base": 1}), fire()))[0]
    peace = changed(besieged(), peace=("humans|vermin",))
    (refused,) = failed(month(peace, fire()))
    assert "0505-1: you are at peace" in refused
    assert peace.colonies["0505-1"].name not in refused, "what its people call it is theirs to know"
    with pytest.raises(IllegalOrderError, match="at peace"):
        check(view_for(peace, "vermin"), (), fire())
    away = change_fleet(besieged(), "vermin-F1", hex="0506")
    assert "was not at 0505" in failed(month(away, fire()))[0]
    under_way = change_fleet(away, "vermin-F1", transit=Transit("0506", "0505", 0, 4))
    assert "only at the month's end" in failed(month(under_way, fire()))[0]
    near = month(change_fleet(away, "vermin-F1", transit=Transit("0506", "0505", 0, 2)), fire())
    assert [e.weeks for e in told(near, WorldBombarded)] == [2]


@pytest.mark.rule("CW-9.2-03")
def test_whether_a_bombarded_world_yields_is_the_game_masters_word() -> None:
    done = month(besieged(garrison={"freighter": 1}), fire())
    (asked,) = (q for q in done.state.questions if q.rule == "CW-9.2-03")
    assert asked.choices == (NO_YIELD_ANSWER,)
    assert done.state.colonies[WORLD].side == "humans"
    given = amend(done.state, YieldColony(WORLD, "vermin"), "they give in").state
    assert (given.colonies[WORLD].side, dict(given.colonies[WORLD].garrison)) == ("vermin", {})
    surface = given.surfaces[WORLD]
    assert (surface.people, surface.former) == ("Neutral", "humans"), "a people of its own, as after any conquest"
    assert given.knowledge["vermin"].systems["0505"].level == "surveyed"
    with pytest.raises(GameError):
        amend(given, YieldColony(WORLD, "vermin"), "twice")


@pytest.mark.rule("CW-9.4-04", "CW-9.4-05")
def test_a_biosphere_is_laid_waste_by_the_last_point_and_once() -> None:
    def asked(glazed: int) -> int:
        state = changed(besieged(), strains={WORLD: Strain(0, glazed=glazed)})
        done = month(state, fire("biosphere", certain=True))
        return sum(q.rule == "CW-9.4-05" for q in done.state.questions)

    assert [asked(25_000 - 240 + n) for n in (-1, 0, 239)] == [0, 1, 1]
    assert asked(25_000) == 0, "it was laid waste before"


@pytest.mark.rule("CW-9.4-01")
def test_bays_of_bases_fall_with_the_bases_alone() -> None:
    dock = Design("dock", "Dock", "base", 60, 200, shipyard_bays=20, layout={"Shipyard bay": 20})
    state = besieged(shipyard_bays=25, garrison={"dock": 1})
    sides = {key: changed(side, designs={**side.designs, "dock": dock}) for key, side in state.sides.items()}
    left = month(changed(state, sides=sides), fire("production")).state.colonies[WORLD]
    assert (left.shipyard_bays, left.garrison) == (20, {"dock": 1})


@pytest.mark.rule("CW-9.4-01")
@pytest.mark.parametrize(("hex_", "wait", "weeks"), [("0506", 0, 1), ("0506", 1, 0), ("0507", 0, 0), ("0508", 0, 0)])
def test_who_comes_to_a_world_fires_in_the_weeks_that_are_left_and_is_refused_if_there_are_none(
    hex_: str, wait: int, weeks: int
) -> None:
    state = change_fleet(besieged(), "vermin-F1", hex=hex_)
    vermin = state.sides["vermin"]
    fast = changed(SIEGE, drive=Fraction(12))  # three weeks for a hex, four for two
    vermin = changed(vermin, designs={**vermin.designs, "siege": fast})
    state = changed(state, sides={**state.sides, "vermin": vermin})
    both = sheet(
        "vermin",
        MoveFleet("vermin-F1", (Leg("0505"),), wait=wait),
        BombardWorld("vermin-F1", "0505", 1, "people"),
        turn=1,
    )
    view = view_for(state, "vermin")
    if weeks:
        assert "fires on 0505-1" in check(view, both[:1], both[1].order).text
    else:
        with pytest.raises(IllegalOrderError, match=r"Hammer is due at 0505 in turn 2.*no week left there"):
            check(view, both[:1], both[1].order)
    done = adjudicate(state, both, DICE)
    assert [e.weeks for e in done.events if isinstance(e, WorldBombarded)] == ([weeks] if weeks else [])
    assert bool([e for e in done.events if isinstance(e, OrderFailed)]) == (not weeks)
