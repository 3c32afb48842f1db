"""Random blows on random craft: every box destroyed is told once, power and counts never go below nothing."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import Dice
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.designs import BASIC_MISSILE, CargoBox, GunTrack, WeaponBox
from rules.pentagon_war.events import BoxHit, Event, Exploded, Gone, Struck
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Acid, Cpmf, Craft
from rules.values import Adjudication
from tests.rules.pentagon_war.combat.stage import at, drone, fight, missile, of, ship

few = st.integers(0, 4)
some = st.integers(1, 4)


@st.composite
def craft(draw: st.DrawFn, unit: str, number: str) -> Craft:
    """A craft with any number of any box, some spent, some power used, some acid on it."""
    capacitors = draw(st.integers(0, 8))
    given_boxes: dict[str, Any] = {
        "screens": draw(few), "armor": tuple(draw(few) for _ in range(6)), "hull_forward": draw(few), "hull_aft": draw(few),
        "cargo": tuple(CargoBox(missiles=draw(few)) for _ in range(draw(few))), "fuel_tanks": draw(few),
        "capacitors": capacitors, "point_defense": draw(few), "radar": (5, 3)[: draw(st.integers(0, 2))],
        "engines": draw(few), "final_damage": draw(some), "missiles": (BASIC_MISSILE,) * draw(few),
        "drones": ("laser",) * draw(few), "main_control": draw(few), "aux_control": draw(few), "repair": draw(few),
        "weapons": tuple(WeaponBox(draw(st.sampled_from(("laser", "electron", "proton", "beam")))) for _ in range(draw(few))),
        "guns": tuple(GunTrack(draw(st.sampled_from(("radiation", "acid", "metal"))), draw(some)) for _ in range(draw(few))),
        "ramming_weights": draw(few), "directional": draw(st.booleans()), "suicide_bomb": draw(st.booleans()),
    }  # fmt: skip
    marks = {
        "cpmf": Cpmf(available=capacitors, lasers=draw(st.integers(0, capacitors))),
        "reinforced": draw(few),
        "crashed": draw(st.sampled_from((-9, 3))),
        "acid": tuple(Acid(draw(st.integers(1, 6)), draw(st.integers(1, 3)), 2) for _ in range(draw(few))),
        "screen_aim": draw(st.sampled_from(("", "Y1", "side 1"))),
    }
    return ship(unit, number, marks=marks, **given_boxes)


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """Three craft near one another, blows on them, a drone and missiles in their hexes."""
    units = [draw(craft("X1", "1015")), draw(craft("Y1", "1015")), draw(craft("Y2", "1016"))]
    blows = [
        Blow(draw(st.sampled_from(("X1", "Y1", "Y2"))), "Y1", "L1", draw(st.integers(1, 6)), draw(st.integers(1, 30)))
        for _ in range(draw(st.integers(0, 6)))
    ]
    arriving = missile("X1.M7", "1015", "Y1", arrived=draw(st.booleans()))
    return fight(
        *units, drone("Y1.D7", "1015"), arriving, missile("Y1.M8", "1016"), impulse=3, blows=tuple(blows), segment=11
    )


def assessed(battle: Battle, seed: int) -> Adjudication[Battle, Event]:
    return assessment.resolve(at(battle, 11), (), Dice(seed.to_bytes(32, "big"), "conservation", 1))


def boxes(battle: Battle) -> Counter[str]:
    return Counter({unit.id: sum(boxes_left(unit).values()) for unit in battle.craft.values()})


@given(battles(), st.integers(0, 10**9))
@settings(max_examples=100)
def test_boxes_destroyed_are_boxes_told(battle: Battle, seed: int) -> None:
    done = assessed(battle, seed)
    told = Counter(event.craft for event in of(BoxHit, done))
    for struck in of(Struck, done):
        told[struck.craft] += struck.armor
    before, after = boxes(battle), boxes(done.state)
    assert {unit: before[unit] - after[unit] for unit in before} == {unit: told[unit] for unit in before}


@given(battles(), st.integers(0, 10**9))
@settings(max_examples=100)
def test_nothing_falls_below_nothing_and_power_is_conserved(battle: Battle, seed: int) -> None:
    done = assessed(battle, seed)
    lost = Counter(dict.fromkeys(battle.craft, 0))
    for event in of(BoxHit, done):
        lost[event.craft] += event.power_lost
    for name, unit in done.state.craft.items():
        assert min(boxes_left(unit).values()) >= 0
        assert min(unit.armor) >= 0
        assert all(gun.left >= 0 for gun in unit.guns)
        assert 0 <= unit.cpmf.left <= unit.capacitors
        assert unit.cpmf.lost == lost[name]
    assert done.state.blows == ()
    for struck in of(Struck, done):
        assert struck.points == struck.screened + struck.armor + struck.internal
        assert min(struck.screened, struck.armor, struck.internal) >= 0


@given(battles(), st.integers(0, 10**9))
@settings(max_examples=80)
def test_each_unit_is_gone_once_and_explodes_at_most_once(battle: Battle, seed: int) -> None:
    done = assessed(battle, seed)
    gone = Counter(event.unit for event in of(Gone, done))
    burst = Counter(event.unit for event in of(Exploded, done))
    assert set(gone.values()) <= {1}
    assert set(burst.values()) <= {1}
    flying = {*done.state.drones, *done.state.missiles}
    assert not flying & set(gone)
    dead = {name for name, unit in done.state.craft.items() if unit.fate}
    assert dead == {name for name in gone if name in battle.craft}


@given(battles(), st.integers(0, 10**9))
@settings(max_examples=50)
def test_the_same_dice_give_the_same_damage(battle: Battle, seed: int) -> None:
    assert assessed(battle, seed) == assessed(battle, seed)
