"""Units of starship and gunboat scale in a month that is played: the siege of the book, small craft, shields and what is only
told (CW-9.3-19, 46, 58, 61 to 63)."""

from collections.abc import Mapping

import pytest

from rules.cluster_war.chapters.combat.world_amendments import SetForce
from rules.cluster_war.model.events.ground import BattalionsReorganised, GroundFought, TroopsLanded
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Force
from rules.cluster_war.turn.gm.amend import amend
from rules.dice import Roller
from rules.values import Roll, changed
from tests.rules.cluster_war.chapters.combat.ground.test_fire import SMASHER
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY
from tests.rules.cluster_war.chapters.combat.ground.test_weeks import a, fields
from tests.rules.cluster_war.chapters.combat.ground.war import DESIGNS, LANDING, SHIP, WORLD, front
from tests.rules.cluster_war.yard import told, turn

GUNS = Design("GUN", "Super Tank", "ground", 10, 60, unit="super tank", layout={"Beam emitter 1": 3})
BARGE = Design("BAR", "Barge", "ground", 40, 150, unit="naval ship", layout={"Beam emitter 3": 1, "Cargo bay": 8})


class Written(Roller):
    """Dice of the ground written down by the end of their keys, after the world: 99 for those that are not, so that they miss;
    every face must be rolled."""

    def __init__(self, **faces: int) -> None:
        self.faces = {key.replace("_", "/").removeprefix("w"): face for key, face in faces.items()}
        self.used: set[str] = set()
        self.other: list[str] = []

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        _, _, rest = key.partition(f"ground/{WORLD}/")
        face = self.faces.get(rest)
        if face is not None:
            self.used.add(rest)
        elif rest:
            self.other.append(rest)
        return Roll(key, sides, (min(face or 99, sides),) * count)


def army(*units: Force, city: str = "0302", **designs: Design) -> GameState:
    """These forces in open fields, with these designs besides the usual ones."""
    state = fields(front({}), *units, city=city)
    sides = {k: changed(s, designs={**DESIGNS, **designs}) for k, s in state.sides.items()}
    return changed(state, sides=sides)


def teams(state: GameState, side: str = "humans") -> Mapping[str, int]:
    """The teams of a side's forces by their numbers."""
    there = state.surfaces[WORLD].forces.values()
    return {f.id.partition("/")[2]: f.teams for f in there if f.side == side}


@pytest.mark.rule("CW-9.3-63", "CW-9.3-47", "CW-9.3-24", "CW-9.3-59")
def test_the_siege_of_new_helios_city_as_in_the_book_week_by_week() -> None:
    tanks = [a(n, "HTK", "0102", dug_in=True) for n in (1, 2, 3)]
    state = army(*tanks, a(7, "ATS", "0102", "attack", "vermin"), city="0102", ATS=SMASHER)
    first = {"w1_0102_1_shot_1": 22, "w1_0102_1_direction": 3, "w1_0102_2_shot_1": 67, "w1_0102_3_shot_1": 45}
    first |= {"w1_0102_3_direction": 4, "w1_0102_4_shot_1": 1, "w1_0102_4_shot_2": 37, "w1_0102_4_shot_3": 77}
    second = {"w2_0102_1_shot_1": 11, "w2_0102_1_direction": 2, "w2_0102_2_shot_1": 78, "w2_0102_3_shot_1": 49}
    second |= {"w2_0102_4_shot_1": 51, "w2_0102_4_shot_2": 20, "w2_0102_4_shot_3": 92}
    dice = Written(**first, **second)
    done = turn(state, dice=dice)
    assert dice.used == set(dice.faces)
    fights = told(done, GroundFought)
    assert [[b.attack for b in e.blows] for e in fights] == [[45, 45, 45, 35]] * 2 + [[45, 45, 35]] * 2, (
        "with AR 9 the first battalion hurts nothing of starship scale from the third week on"
    )
    assert [[b.points for b in e.blows] for e in fights[:2]] == [[1, 0, 1, 1], [1, 0, 0, 1]]
    assert [[b.direction for b in e.blows[:3]] for e in fights[:2]] == [
        ["direction 3", "", "direction 4"],
        ["direction 2", "", ""],
    ]
    assert teams(done.state) == {"A1": 8, "A2": 10, "A3": 10}
    (ship,) = (f for f in done.state.surfaces[WORLD].forces.values() if f.side == "vermin")
    assert (ship.damage, ship.teams) == (3, 10), "its three points of shields, and nothing else"
    worn = done.state
    for line in (SetForce(WORLD, "humans/A2", teams=8), SetForce(WORLD, "humans/A3", teams=9)):
        worn = amend(worn, line, "it comes back and kills three more").state
    gone = amend(worn, SetForce(WORLD, "vermin/A7", teams=0), "to a fleet repair ship").state
    after = turn(gone, dice=Written())
    assert told(after, GroundFought) == []
    assert teams(after.state) == {"A1": 5}
    assert after.state.colonies[WORLD].garrison == {"HTK": 2}, "whole again, and the city is theirs"
    assert [e.side for e in told(after, BattalionsReorganised)] == ["humans"]


@pytest.mark.rule("CW-9.3-58", "CW-9.3-59")
@pytest.mark.parametrize("face", range(1, 7))
def test_one_battalion_strikes_a_large_unit_from_whatever_side_the_die_says(face: int) -> None:
    state = army(a(1, "HTK", "0102", "attack"), a(7, "BAR", "0102", side="vermin"), BAR=BARGE)
    dice = Written(w1_0102_1_shot_1=1, w1_0102_1_direction=face)
    first = told(turn(state, dice=dice), GroundFought)[0].blows[0]
    assert dice.used == set(dice.faces)
    assert (first.attacker, first.points, first.direction) == ("Heavy Tank", 1, f"direction {face}")


@pytest.mark.rule("CW-9.3-19", "CW-9.3-61", "CW-9.3-62")
@pytest.mark.parametrize("shields", [{}, {"Shield projector 3": 1}])
def test_small_craft_fire_each_of_their_guns_and_go_with_one_hit_from_any_side(shields: Mapping[str, int]) -> None:
    gun = changed(GUNS, layout={**GUNS.layout, **shields})
    state = army(a(1, "BAR", "0102", "attack"), a(7, "GUN", "0102", "attack", "vermin"), BAR=BARGE, GUN=gun)
    dice = Written(w1_0102_1_shot_1=1)
    fights = told(turn(state, dice=dice), GroundFought)
    assert [(b.attacker, b.dice) for b in fights[0].blows] == [("Barge", 1), ("Super Tank", 3)]
    assert fights[0].destroyed == {"humans": 0, "vermin": 1}
    assert len(fights) == 1, "nothing is left of it"
    assert not [key for key in dice.other if "direction" in key]
    missed = Written()
    assert len(told(turn(state, dice=missed), GroundFought)) == 4


@pytest.mark.rule("CW-9.3-46")
def test_a_note_on_training_and_gear_changes_no_fight() -> None:
    units = (a(1, "INF", "0102", "attack"), a(7, "INF", "0102", "attack", "vermin"))
    told_of = changed(DESIGNS["INF"], note="Veterans of the burning moons, with rail rifles")
    plain, noted = (told(turn(s, dice=MERCY), GroundFought) for s in (army(*units), army(*units, INF=told_of)))
    assert [e.blows for e in plain] == [e.blows for e in noted]
    assert (plain[0].blows[0].attack, plain[0].blows[0].defense) == (1 + 3, 10 + 2)


@pytest.mark.rule("CW-9.3-15")
def test_every_hex_where_both_stand_is_fought_over_in_the_same_week_and_no_other() -> None:
    mine = (a(1, "INF", "0101", "attack"), a(2, "INF", "0203", "attack"), a(3, "INF", "0501", "attack"))
    theirs = (
        a(7, "INF", "0101", side="vermin"),
        a(8, "INF", "0203", side="vermin"),
        a(9, "INF", "0502", side="vermin"),
    )
    fights = told(turn(army(*mine, *theirs), dice=MERCY), GroundFought)
    assert {e.at for e in fights if e.week == 1} == {"0101", "0203"}
    assert {e.sides for e in fights} == {("humans", "vermin")}


@pytest.mark.rule("CW-A-40", "CW-A-59")
@pytest.mark.parametrize("unit", ["mega tank", "super tank"])
def test_large_tanks_with_grav_drives_are_dropped_and_tracked_ones_wait_for_the_ramp(unit: str) -> None:
    hull = 40 if unit == "mega tank" else 9
    kinds = {
        name: Design(name, name, "ground", hull, 300, unit=unit, traits=traits)
        for name, traits in (("GRAV", ("drop capable",)), ("TRACKS", ()))
    }
    rounds = {}
    for name, design in kinds.items():
        state = front({})
        sides = {k: changed(s, designs={**DESIGNS, name: design}) for k, s in state.sides.items()}
        ship = changed(state.ships[SHIP], crates={name: 1}, crate_room=0)
        done = turn(changed(state, sides=sides, ships={**state.ships, SHIP: ship}), LANDING, dice=MERCY)
        (landed,) = (e for e in told(done, TroopsLanded) if e.seen_by == ("humans",))
        assert dict(landed.units) == {design.name: 1}
        rounds[name] = landed.rounds
    assert rounds == {"GRAV": 10, "TRACKS": 30}
