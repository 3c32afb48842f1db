"""Combat, damage, stalls and the end by their ledger (JET-X07 to JET-X15, JET-X21)."""

import pytest

from rules.air_force.changes import max_speed, watchers
from rules.air_force.combat import attacks
from rules.air_force.end_of_turn import find_winner
from rules.air_force.engine import check, decide, play_on, question
from rules.air_force.events import Fired, JetGone
from rules.air_force.jets import Jet, Maneuvers, Stores
from rules.air_force.orders import Attack, Hold, Moment
from rules.air_force.setup import Wishes, new_dogfight
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Options, card_of, number, tables
from rules.dice import ScriptedDice
from rules.values import EVERYONE, GameError, IllegalOrderError, changed
from tests.rules.air_force.kit import acting, fight, jet
from tests.used_up import assert_used_up

GUN, MISSILE = Attack("P1", "gun", "B1"), Attack("P1", "missile", "B1")


def shot(
    order: Attack, faces: list[int], own: Jet, other: Jet, options: Options | None = None
) -> tuple[Dogfight, Fired]:
    """One attack with scripted dice."""
    dice = ScriptedDice(faces)
    result = decide(acting(fight(own, other, options=options), 4, "P1", "B1"), order, dice)
    assert_used_up(dice)
    return result.state, next(event for event in result.events if isinstance(event, Fired))


def can(order: Attack, own: Jet, other: Jet) -> bool:
    return order in attacks(acting(fight(own, other, sun="south"), 4, "P1", "B1"), own)


@pytest.mark.rule("JET-X07")
@pytest.mark.parametrize(
    ("there", "altitude", "legal"),
    [
        ("1212", 5, True), ("1211", 5, True), ("1210", 6, True), ("1209", 5, False), ("1310", 5, False),
        ("1213", 5, False), ("1211", 7, False), ("1211", 4, True),
    ],
)  # fmt: skip
def test_guns_need_the_target_straight_ahead_within_two_hexes_and_a_level(
    there: str, altitude: int, legal: bool
) -> None:
    assert can(GUN, jet(at="1212"), jet("B1", "red", there, altitude=altitude)) is legal


@pytest.mark.rule("JET-X08", "JET-X13")
def test_guns_hit_on_eight_with_aim_jink_range_and_altitude_counted() -> None:
    aiming = jet(at="1212", maneuvers=Maneuvers(aim=True))
    jinking = jet("B1", "red", "1211", maneuvers=Maneuvers(jink=True))
    _, told = shot(GUN, [4, 4], aiming, jinking)
    assert (told.total, told.needed, told.hit) == (8, 8, True)
    assert [why.value for why in told.cause.modifiers] == [1, -1]
    far = jet("B1", "red", "1210", altitude=6)
    assert shot(GUN, [4, 5], jet(at="1212"), far)[1].total == 7
    assert not shot(GUN, [4, 5], jet(at="1212"), far)[1].hit
    both = jet("B1", "red", "1211", maneuvers=Maneuvers(jink=True, aim=True))
    assert shot(GUN, [4, 4], jet(at="1212"), both)[1].total == 7


@pytest.mark.rule("JET-X08", "JET-X09", "JET-X10")
def test_each_weapon_attacks_once_a_turn() -> None:
    made, _ = shot(GUN, [1, 1], jet(at="1212"), jet("B1", "red", "1210", heading=1))
    assert question(made) is not None
    with pytest.raises(IllegalOrderError, match="this turn"):
        check(made, "blue", GUN)
    check(made, "blue", MISSILE)
    check(made, "blue", Hold("P1"))


@pytest.mark.rule("JET-X09")
@pytest.mark.parametrize(
    ("there", "altitude", "legal"),
    [
        ("1211", 5, False), ("1210", 5, True), ("1206", 8, True), ("1205", 5, False), ("1309", 5, True), ("1510", 5, False),
        ("1214", 5, False), ("1208", 9, False),
    ],
)  # fmt: skip
def test_missiles_need_the_nose_cone_two_to_six_hexes_and_three_levels(there: str, altitude: int, legal: bool) -> None:
    assert can(MISSILE, jet(at="1212"), jet("B1", "red", there, altitude=altitude)) is legal


@pytest.mark.rule("JET-X09", "JET-X11")
def test_a_missile_from_behind_hits_on_a_rolled_eight_and_destroys() -> None:
    made, told = shot(MISSILE, [4, 4], jet(at="1212"), jet("B1", "red", "1208"))
    assert (told.total, told.needed, told.hits) == (9, 9, 2)
    assert made.jets["B1"].fate == "shot down"
    ahead, told = shot(MISSILE, [4, 4], jet(at="1212"), jet("B1", "red", "1208", heading=4))
    assert (told.total, told.hit) == (8, False)
    assert ahead.jets["B1"].flying
    jinks = jet("B1", "red", "1208", maneuvers=Maneuvers(jink=True))
    assert shot(MISSILE, [4, 4], jet(at="1212", maneuvers=Maneuvers(aim=True)), jinks)[1].total == 9


@pytest.mark.rule("JET-X19")
def test_everybody_is_told_of_a_missile_out_of_the_sun() -> None:
    above = jet(at="1212", altitude=6)
    assert watchers(fight(above, jet("B1", "red", "1207"), sun="south"), above) == ("blue",)
    dice = ScriptedDice([1, 1])
    result = decide(acting(fight(above, jet("B1", "red", "1207"), sun="south"), 4, "P1", "B1"), MISSILE, dice)
    assert [event.seen_by for event in result.events if isinstance(event, Fired)] == [(EVERYONE,)]


@pytest.mark.rule("JET-X10")
def test_the_highest_initiative_shoots_first_and_who_is_down_does_not_shoot() -> None:
    jets = [jet("A5", at="1212"), jet("B9", "red", "1214", heading=1)]
    made = play_on(changed(fight(*jets), now=Moment(1, 3), order=("A5", "B9")), ScriptedDice([])).state
    assert made.queue == ("B9", "A5")
    dice = ScriptedDice([6, 6])
    result = decide(made, Attack("B9", "missile", "A5"), dice)
    assert result.state.jets["A5"].fate == "shot down"
    assert "A5" not in result.state.queue
    assert result.state.winner == "red"


@pytest.mark.rule("JET-X11")
def test_one_gun_hit_slows_a_jet_and_a_second_destroys_it() -> None:
    made, _ = shot(GUN, [6, 6], jet(at="1212"), jet("B1", "red", "1211"))
    hurt = made.jets["B1"]
    assert (hurt.hits, hurt.fate) == (1, "")
    assert max_speed(made, hurt) == card_of(made.options, hurt.type).max_speed - 1
    again, _ = shot(GUN, [6, 6], jet(at="1212"), hurt)
    assert again.jets["B1"].fate == "shot down"


@pytest.mark.rule("JET-X12")
def test_attacks_run_out() -> None:
    own = jet(at="1212")
    for left in (2, 1, 0):
        made, _ = shot(GUN, [1, 1], own, jet("B1", "red", "1211"))
        held = made.jets["P1"].stores
        assert held is not None
        assert (held.fuel, held.guns, held.missiles) == (12, left, 2)
        own = changed(made.jets["P1"], fired=())
    assert not can(GUN, own, jet("B1", "red", "1211"))
    with pytest.raises(IllegalOrderError) as no:
        check(acting(fight(own, jet("B1", "red", "1210")), 4, "P1"), "blue", GUN)
    assert no.value.rule == "JET-X12"
    assert card_of(Options(), "SU-9").missiles == 2
    ready = new_dogfight("duel", Wishes(), ScriptedDice([3]))
    assert ready.jets["P1"].stores == Stores(12, 3, 2)


def test_who_cannot_be_shot_at_is_told_apart() -> None:
    made = acting(fight(jet(at="1212"), jet("W1", "blue", "1211"), jet("B1", "red", "1210")), 4, "P1")
    with pytest.raises(GameError, match="own side"):
        check(made, "blue", Attack("P1", "gun", "W1"))
    with pytest.raises(GameError, match="no such jet"):
        check(made, "blue", Attack("P1", "gun", "B7"))


@pytest.mark.rule("JET-X14", "JET-E18")
@pytest.mark.parametrize(("altitude", "after", "fate"), [(5, 3, ""), (3, 1, ""), (2, 2, "crashed"), (1, 1, "crashed")])
def test_a_stalled_jet_falls_two_levels_and_gains_three_speed_or_crashes(altitude: int, after: int, fate: str) -> None:
    stalled = jet(altitude=altitude, speed=0, stalled=True)
    made = changed(fight(stalled, jet("B1", "red", "1211")), now=Moment(1, 5))
    result = play_on(made, ScriptedDice([])).state.jets["P1"]
    assert (result.altitude, result.fate) == (after, fate)
    if not fate:
        assert (result.speed, result.stalled) == (3, False)


@pytest.mark.rule("JET-X14")
def test_a_stalled_jet_neither_moves_nor_attacks() -> None:
    stalled = jet(at="1212", altitude=5, speed=0, stalled=True)
    before = changed(fight(stalled, jet("B1", "red", "1211")), now=Moment(1, 2), order=("B1", "P1"))
    moving = play_on(before, ScriptedDice([])).state
    assert moving.queue == ("B1",)
    assert attacks(moving, stalled) == ()


@pytest.mark.rule("JET-X18")
def test_an_edited_number_changes_the_rule() -> None:
    house = Options(overrides={"JET-T05/gun_hit_number/value": "7"})
    assert shot(GUN, [3, 4], jet(at="1212"), jet("B1", "red", "1211"), house)[1].hit
    assert not shot(GUN, [3, 4], jet(at="1212"), jet("B1", "red", "1211"))[1].hit
    with pytest.raises(GameError, match="whole number"):
        number(Options(overrides={"JET-T05/gun_hit_number/value": "15/2"}), "gun_hit_number")


@pytest.mark.rule("JET-X20")
def test_three_rules_and_no_other_stand_in_for_lost_posts() -> None:
    table = tables(Options())["JET-T07"]
    assert table.keys == ("JET-X14", "JET-X15", "JET-X17")
    numbers = tables(Options())["JET-T05"]
    replaceable = [name for name in numbers.keys if numbers.cell(name, "rule") in table.keys]
    assert replaceable == [
        "stall_altitude_loss", "stall_speed_gain", "fuel_start", "fuel_per_turn", "fuel_afterburner_turn",
        "aerobatic_speed_cost", "aerobatic_max_hexsides",
    ]  # fmt: skip


@pytest.mark.rule("JET-X21")
def test_the_last_side_with_a_flying_jet_wins() -> None:
    both = fight(jet(), jet("B1", "red", "0303"), jet("B2", "red", "0404"))
    assert find_winner(both) is None
    assert find_winner(fight(jet(), jet("B1", "red", fate="shot down"), jet("B2", "red", fate="left"))) == "blue"
    assert find_winner(fight(jet(fate="crashed"), jet("B1", "red", fate="out of fuel"))) == ""
    guarded = jet("T1", role="guarded", fate="left")
    assert find_winner(fight(jet(), guarded, jet("B1", "red"))) == "blue"
    assert find_winner(fight(jet(), changed(guarded, fate="shot down"), jet("B1", "red"))) == "red"


def test_a_jet_shot_down_is_told_with_who_did_it() -> None:
    dice = ScriptedDice([6, 6])
    result = decide(acting(fight(jet(at="1212"), jet("B1", "red", "1208")), 4, "P1", "B1"), MISSILE, dice)
    gone = next(event for event in result.events if isinstance(event, JetGone))
    assert (gone.jet, gone.by, gone.fate) == ("B1", "P1", "shot down")
