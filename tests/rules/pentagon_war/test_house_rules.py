"""House rules: every cell that may be changed changes something, and what would change nothing or break is refused."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.hexes import Hex
from rules.pentagon_war import commission
from rules.pentagon_war.combat.damage.boxes import row_of
from rules.pentagon_war.combat.damage.explosions import annihilate, craft_strength
from rules.pentagon_war.combat.odds import bolt_table
from rules.pentagon_war.combat.point_defense import chance
from rules.pentagon_war.combat.ramming import ram_class
from rules.pentagon_war.designs import BASIC_MISSILE, CargoBox, Design, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.geometry import ARCS
from rules.pentagon_war.movement.rotation import endurance_of, speed_of
from rules.pentagon_war.movement.thrust import move_number, rate, top_multiple
from rules.pentagon_war.options import Options, kind_of, tables
from rules.pentagon_war.orders import Decided, Decision, Disengage, LaunchMissile, Ram, Reinforce
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.shipyard.checks import cargo_load
from rules.pentagon_war.shipyard.pricing import class_of_boxes, free_boxes, mass_points, price_lines
from rules.pentagon_war.shipyard.repair import Dock, allowances
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.sight import evasion, range_modifier, upkeep
from rules.pentagon_war.targeting.targets import (
    arm_of,
    check_range,
    check_ready,
    effect,
    needed_roll,
    points_at,
    power_of,
)
from rules.pentagon_war.turn.end_of_turn import separation
from rules.pentagon_war.turn.engine import play_step
from rules.pentagon_war.turn.power import price
from rules.pentagon_war.units import Body, Bolt, CountedVelocity, Cpmf, Drone, Lock, Missile, Moment, Velocity
from rules.values import GameError, fields
from rules.values import changed as replace
from tests.rules.pentagon_war.kit import battle, craft, hexed, scripted

PRINTED = tables(Options())
HULK = Design(
    "Hulk", manned=True, screens=2, armor=(2, 2, 2, 0, 2, 2), hull_forward=40, hull_aft=40, cargo=(CargoBox(missiles=1),),
    fuel_tanks=2, scoop="ramscoop", capacitors=12, point_defense=7, radar=(6, 5), engines=4, final_damage=40,
    missiles=(BASIC_MISSILE, MissileType(hyper=True)), drones=("laser", "electron", "proton", "point_defense"),
    main_control=2, aux_control=1, radar_invisibility=True,
    weapons=(
        *(WeaponBox("laser", ARCS[:arcs]) for arcs in range(1, 7)),
        WeaponBox("electron"), WeaponBox("proton"), WeaponBox("beam"),
    ),
    guns=(GunTrack("radiation", 2), GunTrack("acid", 2), GunTrack("metal", 4)), repair=2, ramming_weights=2,
    special_electronics=True, suicide_bomb=True,
)  # fmt: skip
"""A craft with something of everything."""
BOLT = Bolt("Y1.LM1-1", "Y", "Y1", Hex(0, 0), 0, "X1", 1)
FLYING = Missile("Y1.M1", "Y", "Y1", BASIC_MISSILE, hexed("1014"), 0, 6, "X1", 1)
DRONE = Drone("Y1.D1", "Y", "Y1", "laser", hexed("1015"), 0, Velocity(), CountedVelocity(), 1)


def scene(options: Options, segment: int = 6, **marks: Any) -> Battle:
    """X1, a hulk, and Y1 in its hex, with a drone, a missile, a bolt and a planet about."""
    ship = replace(craft("X1", "1015", design=HULK, velocity=(12, 0), options=options), cpmf=Cpmf(30), locked_on=True)
    other = craft("Y1", "1015", side="Y")
    far = Body("moon", "Moon", Hex(ship.at.q + 60, ship.at.r))
    return battle(
        replace(ship, **marks),
        other, options=options, now=Moment(2, 3, segment), bodies={"moon": far},
        drones={DRONE.id: DRONE}, missiles={FLYING.id: FLYING}, bolts={BOLT.id: BOLT},
    )  # fmt: skip


def played(start: Battle, *orders: Decision, faces: tuple[int, ...] = ()) -> tuple[object, ...]:
    """What a step with X1's orders comes to."""
    result = play_step(start, [Decided("X", order) for order in orders], scripted(*faces))
    return result.state.craft["X1"], result.state.missiles, result.events


def refusal(done: object) -> str:
    """A refusal in words."""
    try:
        assert callable(done)
        return str(done())
    except GameError as refused:
        return str(refused)


def everything(options: Options) -> Iterator[object]:
    """What the rules work out of every table."""
    start = scene(options)
    ship = start.craft["X1"]
    weapons = {"L1": "Y1", "E1": "Y1", "P1": "Y1"}
    yield [power_of(start, ship, [Shot("X1", weapon, target)]) for weapon, target in weapons.items()]
    yield [power_of(start, ship, [Shot("X1", "B1", target)]) for target in (BOLT.id, FLYING.id)]
    yield power_of(start, ship, [Shot("X1", "B1", "Y1", doubled=True)])
    yield price(replace(start, locks=(Lock("X1", "B1", "Y1"),)), ship, PowerPlan(doubled=("B1",)))
    yield upkeep(craft("X1", "1015"), Options(overrides=options.overrides))
    yield played(start, LaunchMissile("X1", "M1", "Y1", 0, rail=True))
    yield played(scene(options, 9), Reinforce("X1", 1))
    yield played(replace(scene(options, 9, screens_cold=True), now=Moment(1, 3, 9)), Reinforce("X1", 0, 1))
    yield price_lines(HULK, options), price_lines(replace(HULK, directional=True, scoop="magnascoop"), options)
    yield free_boxes(replace(HULK, manned=False), options)
    yield [class_of_boxes(boxes, options) for boxes in (80, 160, 320, 640, 1280, 2560)]
    yield [range_modifier(hexes, options) for hexes in (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512)]
    yield [effect(kind, ship, 0, roll, options) for kind in ("laser", "radiation") for roll in range(-9, 20)]
    yield [points_at(kind, hexes, options) for kind in ("proton", "electron") for hexes in range(70)]
    yield bolt_table(start), [row_of(start, dark) for dark in range(1, 7)]
    yield (
        [needed_roll(kind, ship, options) for kind in ("proton", "electron", "acid", "beam")],
        needed_roll("beam", BOLT, options),
    )
    yield [needed_roll(kind, DRONE, options) for kind in ("laser", "radiation")]
    rammed = replace(scene(replace(options, ramming=True), 5), missiles={}, drones={}, bolts={})
    yield play_step(rammed, [Decided("X", Ram("X1", "Y1"))], scripted(2, 3, 1, 1)).events
    yield rate(options, manned=True), rate(options, manned=False), top_multiple(options)
    yield speed_of(BOLT, options), endurance_of(BOLT, options)
    yield annihilate(replace(start, missiles={}, drones={}), FLYING, scripted()).events
    yield [cargo_load(box, options) for box in BOXES]
    yield [move_number(speed, impulse, options) for speed in range(13) for impulse in range(1, 13)]
    yield evasion(options, "firing"), evasion(options, "point defense")
    for status in range(4):
        first = replace(scene(replace(options, alert_status=status)), now=Moment(1))
        yield (
            commission.charged_capacitors(first, ship),
            commission.defending_boxes(first, ship),
            commission.screens_cold(first),
        )
        yield commission.may_lock_on(first), commission.on_alert(ship, first.options)
    yield allowances(Dock((ship,), options))
    yield craft_strength(ship, start)
    yield mass_points(ship, options), mass_points(replace(ship, **WRECK), options)
    yield [chance(start, unit, DRONE, 0).needed for unit in (ship, replace(ship, locked_on=False))]
    yield separation(options), ram_class(start, ship)
    yield played(replace(start, now=Moment(2, 13, 1)), Disengage("X1", "acceleration"))
    evading = scene(options, evading=True)
    yield play_step(evading, [Decided("X", LaunchMissile("X1", "M1", "Y1", 0))], scripted(1)).state.missiles
    fired = replace(ship, weapons=tuple(replace(weapon, fired=12) for weapon in ship.weapons))
    yield refusal(lambda: check_ready(fired, arm_of(fired, "L1"), Moment(2, 3, 7), options))
    yield refusal(lambda: check_range(start, ship, arm_of(ship, "AG1"), start.bodies["moon"]))


BOXES = (CargoBox(missiles=1), CargoBox(drones=("laser",)), CargoBox(acid=1), CargoBox(steel=1))
WRECK: dict[str, Any] = {"ramming_weights": 1, "armor": (1, 2, 2, 0, 2, 2), "engines": 3, "radar": (5,)}
OTHERS: tuple[str, ...] = (
    "50",
    "51",
    "7",
    "3",
    "8",
    "0",
    "1",
    "2",
    "1/7",
    "35%",
    "none",
    "all",
    "off",
    "on",
    "no",
    "yes",
    "turn 9",
    "down",
    "up",
)
OTHERS += ("Cargo", "Engine", "-7 each", "9 impulses", ">33")
CELLS = [
    (name, row, column)
    for name, table in PRINTED.items()
    for row in table.keys
    for column in table.columns
    if kind_of(name, row, column) is not None
]


@cache
def printed() -> tuple[object, ...]:
    """What the printed tables come to."""
    return tuple(everything(Options()))


@pytest.mark.parametrize("table", sorted({table for table, _, _ in CELLS}))
def test_every_cell_that_may_be_changed_changes_something(table: str) -> None:
    for name, row, column in CELLS:
        if name != table:
            continue
        kind, now = kind_of(name, row, column), PRINTED[name].cell(row, column)
        assert kind is not None
        assert kind.fits(now), (row, column)
        other = next(text for text in OTHERS if kind.fits(text) and text != now and not now.startswith(text))
        changed = Options(overrides={f"{name}/{row}/{column}": other})
        assert tuple(everything(changed)) != printed(), (name, row, column, other)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("PW-T29/6/2d6 needed to survive", "5+", "would change nothing"),
        ("PW-T30/ram_hit_number/value", "5", "change the cell PW-T13/Ram/number"),
        ("PW-T30/crash_without_controls/value", "false", "change the switch crash_without_controls"),
        ("PW-T16/Basic missile/warhead", "20", "change the switch custom_missiles"),
        ("PW-T04/Laser/further", "9", "would change nothing"),
        ("PW-T07/2/high", "3", "would change nothing"),
        ("PW-T13/Proton cannon/number", "13/2", "a whole number from -99 to 99"),
        ("PW-T11/1/damage", "1/2", "a whole number from 0 to 999"),
        ("PW-T12/3/light 1", "Bridge", "one of FwdHull"),
        ("PW-T30/disengage_range/value", "far", 'a number of hexes, like ">64"'),
        ("PW-T23/firer or target evades/firing", "less", "a whole number from -99 to 99, with words"),
        ("PW-T17/Missiles/per box", "0", "a whole number from 1 to 999"),
        ("PW-T15/standard/unmanned change", "0", "a number above 0"),
        ("PW-T24/1/point defense", "a third", "one of all, half, rounded down, none"),
        ("PW-T24/1/proton and electron cannons", "lukewarm", "the first turn"),
        ("PW-T30/hull_rounding/value", "sideways", "one of up, down"),
        ("PW-T99/1/x", "1", "names no table"),
    ],
)
def test_a_house_rule_that_changes_nothing_or_cannot_be_meant_is_refused(path: str, value: str, told: str) -> None:
    with pytest.raises(GameError) as refused:
        tables(Options(overrides={path: value}))
    assert told in str(refused.value)
    assert path.partition("/")[0] in str(refused.value)


@pytest.mark.parametrize(
    ("path", "good", "bad"),
    [
        ("PW-T13/Proton cannon/number", ("-99", "99"), ("-100", "100")),
        ("PW-T21/1/impulse 3", ("0", "12"), ("-1", "13")),
        ("PW-T17/Missiles/per box", ("1", "999"), ("0", "1000")),
        ("PW-T11/1/damage", ("0", "999"), ("-1", "1000")),
        ("PW-T03/8/power per use", ("0", "99"), ("-1", "100")),
        ("PW-T30/impulse_delay/value", ("0", "99"), ("-1", "100")),
        ("PW-T16/Hyper bomb/warhead", ("0", "999"), ("-1", "1000")),
        ("PW-T25/other non-weapon/boxes per repair box", ("0", "99"), ("-1", "100")),
    ],
)
def test_a_house_rules_number_has_its_bounds(path: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    for value in good:
        tables(Options(overrides={path: value}))
    for value in bad:
        with pytest.raises(GameError, match="a whole number from"):
            tables(Options(overrides={path: value}))


def test_a_battle_that_says_nothing_is_played_with_the_usual_switches() -> None:
    """Crash acceleration, evasion and planets; nothing that its rules call optional."""
    plain = Options()
    on = {field.name for field in fields(plain) if getattr(plain, field.name) is True}
    assert on == {"crash_acceleration", "evasive_maneuvering", "planets", "crash_without_controls"}
    assert plain.alert_status == 3
