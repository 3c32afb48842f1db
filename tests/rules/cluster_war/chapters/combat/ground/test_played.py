"""Invasions played from the order to the last defender, and what holds of the months in them."""

import re
from random import Random

import pytest

from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.ground import (
    ArmyTired,
    BattalionRefilled,
    BattalionsReorganised,
    CityHarmed,
    CityRebelled,
    CityTaken,
    ForcesMarched,
    ForcesMustered,
    GroundFought,
    InvasionBeaten,
    MilitiaRaised,
    RebellionEnded,
    TroopsLanded,
    WorldConquered,
)
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build
from rules.cluster_war.model.state.war import POSTURES, REBELS, BattleRecord, Force, Surface
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice
from rules.values import GameError, Roll, changed
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.chapters.combat.ground.war import FLEET, HOT, LANDING, SHIP, WORLD, forces, front
from tests.rules.cluster_war.yard import failures, plan, told, turn
from tests.test_roll_keys import fitting


class Fortune:
    """Dice that favour whoever attacks from the humans' side: attacks high, defenses low, shots and checks as asked."""

    def __init__(self, attack: int = 10, defense: int = 1, percent: int = 100) -> None:
        self.attack, self.defense, self.hundred = attack, defense, percent

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        face = (
            self.attack
            if key.endswith("/attack")
            else self.defense
            if key.endswith("/defense")
            else min(self.hundred, sides)
        )
        return Roll(key, sides, (face,) * count)

    def percent(self, key: str) -> Roll:
        return self.roll(key, 100)


MERCY = Fortune(attack=1, defense=10)


def sound(before: GameState, done: object) -> None:
    """What holds of every month holds of this one."""
    assert broken_invariants(before, done.state, done.events) == ()  # type: ignore[attr-defined] # an adjudication


@pytest.mark.rule("CW-9.2-01", "CW-9.2-04", "CW-9.2-05", "CW-9.2-13", "CW-9.3-41")
def test_an_undefended_colony_falls_to_forces_that_march_into_its_city() -> None:
    state = front()
    done = turn(state, LANDING)
    sound(state, done)
    landed, theirs = told(done, TroopsLanded)
    assert (dict(landed.units), landed.hot) == ({"Heavy Tank": 1, "Infantry": 2}, False)
    assert (landed.fleet, landed.seen_by) == (FLEET, ("humans",))
    assert (theirs.fleet, theirs.cause.order, theirs.seen_by) == ("", "", ("vermin",)), (
        "no fleet's and no order's number"
    )
    assert landed.rounds == 10 + 10 + 30
    assert [(e.side, e.loser, e.size) for e in told(done, WorldConquered)] == [("humans", "vermin", 60)]
    colony = done.state.colonies[WORLD]
    assert (colony.side, colony.size) == ("humans", 60)
    assert sum(colony.garrison.values()) == 3, "the conquerors are its garrison now"
    assert done.state.ships[SHIP].crates == {}
    assert told(done, GroundFought) == []
    marched = told(done, ForcesMarched)
    assert (landed.week, {e.week for e in marched}) == (1, {2}), "a quiet landing costs the week's march"
    assert {e.week for e in told(done, WorldConquered)} == {2}
    assert all(e.seen_by == ("humans",) for e in marched)
    after = turn(done.state)
    sound(done.state, after)
    assert after.state.colonies[WORLD].side == "humans"


@pytest.mark.rule("CW-9.2-14", "CW-9.2-16", "CW-9.3-12", "CW-9.3-15", "CW-9.3-29", "CW-9.3-35")
def test_a_hot_landing_is_fought_at_once_and_defenders_wait_dug_in() -> None:
    state = front(garrison={"INF": 2})
    done = turn(state, HOT, dice=MERCY)
    sound(state, done)
    (mustered,) = told(done, ForcesMustered)
    assert (mustered.count, mustered.seen_by) == (2, ("vermin",))
    fights = told(done, GroundFought)
    assert fights[0].hot
    assert not fights[1].hot
    assert [e.week for e in fights] == [1, 2, 3, 4], "one fight a week in the same city"
    assert fights[0].cause.rule == "CW-9.2-14"
    blow = next(b for b in fights[0].blows if b.side == "humans")
    assert (blow.attack, blow.defense) == (1 + 3 - 1, 10 + 2 + 3) or blow.attacker == "Heavy Tank"
    assert {e.seen_by for e in fights} == {("humans", "vermin")}
    assert len(forces(done.state, "humans")) == 3
    assert len(forces(done.state, "vermin")) == 2
    assert done.state.colonies[WORLD].garrison == {}


@pytest.mark.rule("CW-9.3-28", "CW-9.3-41", "CW-9.2-01", "CW-9.3-44")
def test_defenders_beaten_the_world_changes_hands_with_its_stores_and_what_it_builds_is_lost() -> None:
    state = front(garrison={"INF": 1, "fighter": 2}, store=7, training=25)
    build = Build("vermin-B1", "vermin", WORLD, "militia", 2, 12, 9, 2, 1, 1, place="training")
    state = changed(state, builds={build.id: build})
    done = turn(state, HOT, dice=Fortune())
    sound(state, done)
    (taken,) = told(done, WorldConquered)
    assert (taken.week, taken.store, taken.works) == (1, 7 + 60, 9)
    assert taken.seen_by == ("humans", "vermin")
    assert done.state.builds == {}
    colony = done.state.colonies[WORLD]
    assert (colony.side, colony.training, colony.garrison.get("fighter")) == ("humans", 25, None)
    assert done.state.surfaces[WORLD].former == "vermin"
    assert done.state.surfaces[WORLD].people == "Neutral"


@pytest.mark.rule("CW-9.3-41")
def test_an_invasion_that_is_wiped_out_leaves_the_defenders_in_their_barracks() -> None:
    state = front({"INF": 1}, {"HTK": 3})
    lost = Fortune()
    lost.attack = 10
    done = turn(state, HOT, dice=lost)
    sound(state, done)
    assert [e.side for e in told(done, InvasionBeaten)] == ["humans"]
    assert done.state.colonies[WORLD].side == "vermin"
    assert forces(done.state, "humans") == []
    assert done.state.colonies[WORLD].garrison["HTK"] >= 2


@pytest.mark.rule("CW-9.2-05")
def test_nobody_lands_under_the_guns_of_an_enemy_that_is_not_beaten() -> None:
    state = with_fleet(front(), "vermin", "0505", "destroyer")
    done = turn(state, LANDING)
    assert failures(done) == [
        "Vermin still has armed ships or bases at 0505. Fleet 1 cannot land; its forces stay aboard."
    ]
    assert done.state.surfaces == {}
    won = BattleRecord("1/0505/1", 1, 1, "0505", "fleet action", "quick", ("humans", "vermin"), "humans")
    assert told(turn(changed(state, battles=(won,)), LANDING), TroopsLanded)
    assert told(turn(changed(state, peace=("humans|vermin",)), LANDING), TroopsLanded) == []


@pytest.mark.rule("CW-9.2-01", "CW-9.2-04")
def test_what_cannot_be_invaded_is_refused_when_it_is_ordered() -> None:
    state = front()
    assert "in 50 combat rounds" in plan(state, LANDING).text
    for order, state_ in (
        (InvadeWorld(FLEET, "0303-3"), state),
        (InvadeWorld(FLEET, "0606-1"), state),
        (LANDING, front({})),
        (LANDING, changed(state, peace=("humans|vermin",))),
        (InvadeWorld(FLEET, WORLD, "moon"), state),
    ):
        with pytest.raises(GameError) as wrong:
            plan(state_, order)
        assert (wrong.value.rule or "").startswith("CW-9.2")
    far = changed(state, fleets={FLEET: changed(state.fleets[FLEET], hex="0808")})
    with pytest.raises(GameError, match="not at 0505"):
        plan(far, LANDING)
    meek = changed(state.sides["humans"], race=changed(state.sides["humans"].race, attitude="Peaceful"))
    with pytest.raises(GameError, match="conquest"):
        plan(changed(state, sides={**state.sides, "humans": meek}), LANDING)


def landed(state: GameState, order: InvadeWorld, posture: str = "hold") -> GameState:
    """The state after a month in which the humans landed and everybody missed."""
    return turn(state, changed(order, posture=posture), dice=MERCY).state  # type: ignore[arg-type] # a word of Posture


@pytest.mark.rule("CW-9.3-10", "CW-9.3-13", "CW-9.3-36", "CW-9.2-15")
def test_an_army_goes_where_it_is_sent_and_digs_in_where_it_holds() -> None:
    state = landed(front(garrison={"INF": 1}), LANDING)
    mine = forces(state, "humans")
    assert all(f.dug_in and f.posture == "hold" for f in mine)
    surface = state.surfaces[WORLD]
    tank = next(f for f in mine if f.design == "HTK")
    away = sorted(
        h
        for h, t in surface.terrain.items()
        if t not in {"ocean", "islands"} and h not in {tank.at, surface.cities[0].hex}
    )
    order = CommandArmy(WORLD, (tank.id,), "hold", away[0], place="by the strait")
    assert "go to" in plan(state, order).text
    done = turn(state, order, dice=MERCY)
    sound(state, done)
    moved = done.state.surfaces[WORLD].forces[tank.id]
    assert moved.at != tank.at
    assert {e.name for e in told(done, ForcesMarched)} == {"Heavy Tank"}
    first = turn(state, changed(order, at=""), dice=MERCY).state.surfaces[WORLD].forces[tank.id]
    assert (first.at, first.dug_in, first.place) == (tank.at, True, "by the strait")
    with pytest.raises(GameError):
        plan(state, CommandArmy(WORLD, ("A99",)))
    with pytest.raises(GameError):
        plan(front(), CommandArmy(WORLD))


@pytest.mark.rule("CW-9.3-43", "CW-9.3-44", "CW-9.3-45")
def test_an_army_without_supplies_tires_and_freighters_or_a_city_end_it() -> None:
    state = landed(front(garrison={"INF": 1}), LANDING)
    assert {f.supplied for f in forces(state, "humans")} == {0}, "they came down in week 1 with four weeks of supplies"
    assert {f.stress for f in forces(state, "humans")} == {0}
    second = turn(state, dice=Fortune(1, 10, percent=10))
    sound(state, second)
    (tired,) = told(second, ArmyTired)
    assert (tired.stress, tired.failed, tired.lost, tired.seen_by) == (10, 3, 3, ("humans",))
    assert [r.key for r in tired.cause.rolls] == [f"ground-stress/{WORLD}/{n}" for n in (1, 2, 3)]
    third = turn(second.state, dice=Fortune(1, 10, percent=21))
    sound(second.state, third)
    assert [(e.stress, e.failed) for e in told(third, ArmyTired)] == [(20, 0)]
    ship = changed(state.ships[SHIP], supplies=10)
    fed = turn(changed(state, ships={**state.ships, SHIP: ship}), dice=MERCY)
    assert told(fed, ArmyTired) == []
    assert fed.state.ships[SHIP].supplies == 10 - 3 - 4, "one for each battalion, four for the ship"
    late = changed(second.state, ships={**second.state.ships, SHIP: ship})
    assert {f.stress for f in forces(turn(late, dice=MERCY).state, "humans")} == {0}, "supplies take the tag away"


@pytest.mark.rule("CW-9.3-64", "CW-9.3-65", "CW-9.6-03")
def test_depleted_battalions_are_put_together_and_refilled_at_a_training_base() -> None:
    state = landed(front(garrison={"INF": 1}), LANDING)
    surface = state.surfaces[WORLD]
    worn = {f.id: changed(f, teams=4) for f in forces(state, "humans") if f.design == "INF"}
    state = changed(state, surfaces={WORLD: changed(surface, forces={**surface.forces, **worn})})
    done = turn(state, dice=MERCY)
    sound(state, done)
    assert [(e.before, e.after) for e in told(done, BattalionsReorganised)] == [((4, 4), (0, 8))]
    home = front(garrison={}, training=25)
    home = changed(home, colonies={**home.colonies, WORLD: changed(home.colonies[WORLD], side="humans")})
    tired = Force("humans/A1", "humans", "HTK", "0102", teams=5, home=True)
    cells = {"0102": "clear", "0101": "clear"}
    home = changed(home, surfaces={WORLD: Surface(WORLD, 1, 2, cells, (), {tired.id: tired})})  # type: ignore[arg-type] # terrain words
    full = turn(home)
    sound(home, full)
    assert [(e.teams, e.cps) for e in told(full, BattalionRefilled)] == [(5, 13)]
    assert full.state.colonies[WORLD].garrison["HTK"] == 1


@pytest.mark.rule("CW-9.2-15", "CW-9.3-67")
def test_forces_in_an_undefended_city_do_as_they_are_told() -> None:
    state = front(garrison={"INF": 1}, shipyard_bays=30)
    state = landed(state, LANDING)
    surface = state.surfaces[WORLD]
    city = surface.cities[0].hex
    away = next(h for h in surface.terrain if h != city and surface.terrain[h] not in {"ocean", "islands"})
    moved = {
        f.id: changed(f, at=city, posture="hold", task="destroy" if f.design == "HTK" else "civilians")
        for f in forces(state, "humans")
    }
    out = {f.id: changed(f, at=away) for f in forces(state, "vermin")}
    state = changed(state, surfaces={WORLD: changed(surface, forces={**moved, **out})})
    done = turn(state, dice=MERCY)
    sound(state, done)
    harmed = told(done, CityHarmed)
    assert {(e.task, e.cps) for e in harmed[:2]} == {("civilians", 2), ("destroy", 18)}
    assert done.state.colonies[WORLD].size == 60 - 8
    assert told(done, CityTaken) == [], "they stood there before"


@pytest.mark.rule("CW-9.3-11", "CW-9.3-42")
def test_minefields_are_seen_by_who_laid_them_alone_and_do_not_hold_a_world() -> None:
    state = front(garrison={"MINES": 1, "INF": 1})
    state = landed(state, LANDING)
    assert {s.name for s in view_for(state, "humans").fronts[WORLD].enemies} == {"Infantry"}
    assert len(view_for(state, "vermin").fronts[WORLD].forces) == 2
    assert len(gm_view(state).fronts[WORLD].forces) == 5
    only = front({"INF": 3}, {"MINES": 1})
    done = turn(only, LANDING, dice=MERCY)
    sound(only, done)
    assert told(done, WorldConquered)


@pytest.mark.rule("CW-9.3-66", "CW-9.3-68", "CW-9.3-69", "CW-9.3-71", "CW-9.3-72")
def test_a_hostile_people_without_a_garrison_rises_and_yields_nothing_until_it_is_quiet() -> None:
    state = front({"INF": 1}, attitude="Hostile")
    taken = turn(state, LANDING).state
    assert taken.colonies[WORLD].side == "humans"
    assert told(turn(taken), CityRebelled) == [], "one battalion is enough"
    bare = changed(taken, colonies={**taken.colonies, WORLD: changed(taken.colonies[WORLD], garrison={})})
    risen = turn(bare)
    sound(bare, risen)
    assert [(e.needed, e.there, e.seen_by) for e in told(risen, CityRebelled)] == [(1, 0, ("humans",))]
    assert len(told(risen, MilitiaRaised)) == 1
    assert colony_output(risen.state, risen.state.colonies[WORLD]) == 0
    assert colony_output(bare, bare.colonies[WORLD]) == 60
    assert [f.side for f in forces(risen.state, REBELS)] == [REBELS]
    again = turn(risen.state)
    sound(risen.state, again)
    assert len(forces(again.state, REBELS)) == 2
    back = changed(risen.state.colonies[WORLD], garrison={"HTK": 2})
    relieved = changed(risen.state, colonies={**risen.state.colonies, WORLD: back})
    won = turn(relieved, dice=Fortune())
    sound(relieved, won)
    assert told(won, RebellionEnded)
    assert colony_output(won.state, won.state.colonies[WORLD]) == 60
    mild = turn(front({"INF": 1}, attitude="Belligerent"), LANDING).state
    mild = changed(mild, colonies={**mild.colonies, WORLD: changed(mild.colonies[WORLD], garrison={})})
    assert told(turn(mild), CityRebelled) == []


@pytest.mark.rule("CW-9.3-73")
def test_the_crew_of_a_large_vehicle_counts_as_garrison() -> None:
    state = front({"INF": 1}, attitude="Totally Xenophobic")
    done = turn(state, LANDING)
    taken = done.state
    surface = taken.surfaces[WORLD]
    assert [(e.needed, e.there) for e in told(done, CityRebelled)] == [(2, 1)]
    crew = Force("humans/A9", "humans", "MEGA", surface.cities[0].hex, damage=1)
    quiet = tuple(changed(city, rebels=False) for city in surface.cities)
    held = changed(taken, surfaces={WORLD: changed(surface, cities=quiet, forces={crew.id: crew})})
    assert told(turn(held), CityRebelled) == [], "40 crewed hull spaces are four battalions"


def test_third_parties_hear_and_see_nothing_of_a_war() -> None:
    state = front(garrison={"INF": 1})
    done = turn(state, HOT, dice=MERCY)
    kinds = (TroopsLanded, GroundFought, ForcesMustered, ForcesMarched)
    assert not any(may_see(e, "oolab") for e in done.events if isinstance(e, kinds))
    vermin = view_for(done.state, "vermin").fronts[WORLD]
    assert all(f.side == "vermin" for f in vermin.forces.values())
    assert {s.name for s in vermin.enemies} == {"Infantry", "Heavy Tank"}


def test_the_dice_of_a_fight_have_a_word_that_only_those_who_fight_read() -> None:
    state = front(garrison={"INF": 2})
    salted = {key: changed(side, salt=f"1:{key}") for key, side in state.sides.items()}
    done = turn(changed(state, sides=salted), HOT, dice=MERCY)
    keys = [roll.key for event in told(done, GroundFought) for roll in event.cause.rolls]
    assert all(re.fullmatch(r"ground/0505-2/\d/\d{4}/[0-9a-f]{16}/\d+/(attack|defense)", key) for key in keys)
    assert all(any("<word>" in row.form for row in fitting(key)) for key in keys)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_dice_every_unit_and_every_cp_is_accounted_for(seed: int) -> None:
    kinds = ("INF", "HTK", "militia", "tanks", "marines", "SPACE", "aero")
    chance = Random(seed)
    aboard = dict.fromkeys(chance.sample(kinds, 4), 1)
    garrison = {kind: chance.randint(1, 2) for kind in chance.sample((*kinds, "MINES", "super", "MEGA"), 3)}
    attitude = chance.choice(("Neutral", "Hostile", "Totally Xenophobic"))
    state = front(aboard, garrison, attitude=attitude, training=25)
    order = changed(chance.choice((LANDING, HOT)), posture=chance.choice(POSTURES))
    for month in range(1, 7):
        dice = Dice(bytes([seed]) * 32, "war", month)
        done = turn(state, *((order,) if month == 1 else ()), dice=dice)
        sound(state, done)
        assert turn(state, *((order,) if month == 1 else ()), dice=dice) == done, "the same month comes out alike"
        state = done.state
