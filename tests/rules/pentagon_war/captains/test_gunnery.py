"""What captains buy and keep, by the prices this battle has."""

import pytest

from rules.pentagon_war.captains.gunnery import bombs, defend, expected_damage, launches, screens, shoot, targets_for
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, MissileType
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import DefendPoint, Fire, LaunchBolt, LaunchMissile, Reinforce
from rules.pentagon_war.programme import ScreenPolicy
from rules.pentagon_war.state import Battle, Blow, Shot
from rules.pentagon_war.units import Cpmf, Moment
from rules.values import changed
from tests.rules.pentagon_war.combat import stage
from tests.rules.pentagon_war.kit import battle, craft


def scene(segment: int, *, cold: bool = False, **prices: str) -> Battle:
    """X1 with six charged capacitors and three screens, Y1 ahead; prices by line of the power form, as in `_8b`."""
    options = Options(overrides={f"PW-T03/{line[1:]}/power per use": price for line, price in prices.items()})
    ship = changed(craft("X1", "1015"), cpmf=Cpmf(available=6), locked_on=True, screens_cold=cold)
    return battle(ship, craft("Y1", "1012"), options=options, now=Moment(1, 5, segment))


@pytest.mark.rule("PW-C25", "PW-S07")
@pytest.mark.parametrize(("price", "points"), [("3", 2), ("2", 3), ("6", 1), ("0", 3)])
def test_screening_is_bought_at_this_battles_price(price: str, points: int) -> None:
    start = scene(9, _8=price)
    assert screens(start, "X", start.craft["X1"], "always") == Reinforce("X1", points)


@pytest.mark.rule("PW-S08", "PW-C34")
@pytest.mark.parametrize(("price", "energised", "points"), [("1", 3, 1), ("2", 3, 0), ("3", 2, 0)])
def test_cold_boxes_are_energised_at_this_battles_price(price: str, energised: int, points: int) -> None:
    start = scene(9, cold=True, _8b=price)
    assert screens(start, "X", start.craft["X1"], "always") == Reinforce("X1", points, energised)


@pytest.mark.rule("PW-C28", "PW-C29")
@pytest.mark.parametrize(
    ("laser", "keep", "fired"),
    [("1", 0, ("L1", "L2", "P1")), ("1", 3, ("L1", "L2")), ("2", 3, ("L1",)), ("3", 4, ("P1",)), ("3", 5, ())],
)
def test_power_that_is_kept_is_not_fired_away_whatever_shots_take(
    laser: str, keep: int, fired: tuple[str, ...]
) -> None:
    start = scene(7, _9=laser)
    _, orders = shoot(start, "X", start.craft["X1"], ("L1", "L2", "P1"), ("Y1",), keep=keep)
    assert orders == ((Fire("X1", fired, "Y1"),) if fired else ())


def test_a_target_is_named_by_its_id_or_its_kind_and_the_nearest_comes_first() -> None:
    made = stage.fight(
        stage.ship("X1", "1015"), stage.ship("X2", "1014"), stage.ship("Y2", "1012"), stage.ship("Y1", "1018"),
        stage.ship("Y3", "1005", marks={"fate": "destroyed"}), stage.missile("Y1.M1", "1011"), stage.missile("Y1.M2", "1013"),
        stage.missile("X1.M1", "1014"), stage.drone("Y1.D1", "1016"), stage.bolt("Y1.LM1", "1010"),
    )  # fmt: skip
    at = made.craft["X1"].at
    assert targets_for(made, "X", at, "") == targets_for(made, "X", at, "craft") == ("Y1", "Y2")
    assert targets_for(made, "X", at, "missiles") == ("Y1.M2", "Y1.M1")
    assert targets_for(made, "X", at, "drones") == ("Y1.D1",)
    assert targets_for(made, "X", at, "bolts") == ("Y1.LM1",)
    assert targets_for(made, "X", at, "Y9") == ("Y9",)
    assert targets_for(made, "Y", at, "craft") == ("X1", "X2")


def test_missiles_go_straight_at_their_target_or_a_hexside_aside_at_the_first_that_can_be() -> None:
    def sent(at: str, targets: tuple[str, ...] = ("Y1",), most: int = 99) -> list[tuple[str, str, int]]:
        ship = stage.ship("X1", "1015", missiles=(BASIC_MISSILE,) * 3)
        made = stage.fight(ship, stage.ship("Y1", at), segment=6, impulse=3, turn=3)
        found = launches(made, "X", made.craft["X1"], ("M1", "M2", "M3"), targets, rail=False, most=most)
        return [(one.box, one.target, one.heading) for one in found if isinstance(one, LaunchMissile)]

    assert sent("1005") == [(f"M{n}", "Y1", 0) for n in (1, 2, 3)]
    assert sent("1025")[0] == ("M1", "Y1", 3)
    assert sent("1005", most=2) == [("M1", "Y1", 0), ("M2", "Y1", 0)]
    assert sent("1005", most=0) == []
    assert sent("1005", targets=("Y9", "Y1"))[0] == ("M1", "Y1", 0), "what is not there is passed over"
    assert sent("1005", targets=()) == []


@pytest.mark.rule("PW-S122")
def test_a_bolt_is_launched_where_its_gun_bears() -> None:
    ship = stage.ship("X1", "1015", guns=(GunTrack("metal", 4),))
    for at, heading in (("1012", 0), ("1018", None)):
        made = stage.fight(ship, stage.ship("Y1", at), segment=6, impulse=3, turn=3)
        found = launches(made, "X", made.craft["X1"], ("LM1",), ("Y1",), rail=False)
        assert found == (() if heading is None else (LaunchBolt("X1", "LM1", "Y1", heading),))


@pytest.mark.rule("PW-A36")
def test_bombs_at_nothing_go_along_a_heading_or_the_bow_and_plain_missiles_do_not() -> None:
    ship = stage.ship("X1", "1015", facing="B", missiles=(MissileType(hyper=True), BASIC_MISSILE))
    made = stage.fight(ship, stage.ship("Y1", "1005"), segment=6, impulse=3, turn=3, options=Options(hyper_bombs=True))
    for heading, way in ((None, 1), (0, 0), (4, 4)):
        found = bombs(made, "X", made.craft["X1"], ("M1", "M2"), heading, rail=False)
        assert found == (LaunchMissile("X1", "M1", "", way, rail=False),)


def test_point_defense_takes_each_target_once_in_the_order_of_the_kinds_named() -> None:
    inbound = [stage.missile("Y1.M1", "1015", "X1"), stage.missile("Y1.M2", "1015", "X1")]
    made = stage.fight(stage.ship("X1", "1015"), stage.ship("Y1", "1001"), *inbound, segment=4, impulse=3, turn=3)
    one = made.craft["X1"]
    assert defend(made, "X", one, ("missiles",)) == DefendPoint("X1", ("Y1.M1", "Y1.M2"))
    assert defend(made, "X", one, ("Y1.M2", "missiles")) == DefendPoint("X1", ("Y1.M2", "Y1.M1"))
    assert defend(made, "X", one, ("drones", "Y9")) is None
    assert defend(made, "X", one, ()) is None


def test_what_is_expected_is_the_fire_announced_the_warheads_that_have_come_and_the_blows_that_wait() -> None:
    ships = [stage.ship("X1", "1015", marks={"screens": 0}), stage.ship("Y1", "1014")]
    base = stage.fight(*ships, segment=9, impulse=3, turn=3)
    own = base.craft["X1"]
    assert expected_damage(base, own) == 0
    fired = changed(base, shots=(Shot("Y1", "P1", "X1"),))
    one = expected_damage(fired, own)
    assert one > 0
    assert expected_damage(changed(base, shots=(Shot("Y1", "P1", "X1"), Shot("Y1", "P1", "X1"))), own) == 2 * one
    assert expected_damage(changed(base, shots=(Shot("X1", "P1", "Y1"),)), own) == 0
    come = stage.fight(*ships, stage.missile("Y1.M1", "1015", "X1"), segment=9, impulse=3, turn=3)
    assert expected_damage(come, own) == BASIC_MISSILE.warhead
    coming = stage.fight(*ships, stage.missile("Y1.M1", "1016", "X1"), stage.missile("X1.M1", "1015"), segment=9)
    assert expected_damage(coming, own) == 0
    blows = (Blow("X1", "Y1", "L1", 1, 3), Blow("Y1", "X1", "L1", 1, 5))
    assert expected_damage(changed(base, blows=blows), own) == 3


@pytest.mark.rule("PW-B73", "PW-S07")
@pytest.mark.parametrize(
    ("policy", "points", "bought"),
    [
        ("always", 0, 2), ("never", 9, 0),
        ("to_stop_all", 3, 0), ("to_stop_all", 4, 1), ("to_stop_all", 5, 2), ("to_stop_all", 9, 2),
        ("to_save_armor", 4, 0), ("to_save_armor", 5, 1), ("to_save_armor", 6, 2),
    ],
)  # fmt: skip
def test_a_policy_buys_what_is_short_of_the_screens_and_no_more_than_there_is_power_for(
    policy: ScreenPolicy, points: int, bought: int
) -> None:
    """Three screens and nine plates, so one and a half a side; six capacitors buy two points."""
    start = scene(9)
    hit = changed(start, blows=(Blow("X1", "Y1", "L1", 1, points),) if points else ())
    order = screens(hit, "X", hit.craft["X1"], policy)
    assert order == (Reinforce("X1", bought) if bought else None)
    if bought == 2:
        assert screens(hit, "X", hit.craft["X1"], policy, most=1) == Reinforce("X1", 1)
    none = changed(hit.craft["X1"], screens=0)
    assert screens(changed(hit, craft={**hit.craft, "X1": none}), "X", none, policy) is None


@pytest.mark.rule("PW-A32")
def test_directional_screens_are_aimed_at_whose_fire_would_hurt_most() -> None:
    ships = [stage.ship("X1", "1015", directional=True), stage.ship("Y1", "1012"), stage.ship("Y2", "1014")]
    base = stage.fight(*ships, segment=9, impulse=3, turn=3, options=Options(directional_screens=True))
    shots = (Shot("Y1", "L1", "X1"), Shot("Y2", "L1", "X1"))
    for fired, aim in ((shots, "Y2"), (shots[:1], "Y1"), ((*shots, Shot("Y1", "P1", "X1")), "Y1")):
        made = changed(base, shots=fired)
        order = screens(made, "X", made.craft["X1"], "to_save_armor")
        assert order is not None
        assert order.aim == aim
    assert screens(base, "X", base.craft["X1"], "to_save_armor") is None
