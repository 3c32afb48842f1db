"""What a shot is worth and when it is worth most: averages, what screens take, ranges still to come in a turn."""

from fractions import Fraction

import pytest

from rules.pentagon_war.captains.chances import better_later, gets_through, may_shoot, ranges_to_come, volley, worth
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.state import Battle, Shot
from rules.values import changed
from tests.rules.pentagon_war.combat import stage


def facing(hexes: int, impulse: int = 1, speed: int = 0, screens: int = 0, friends: int = 0) -> Battle:
    """X1 at 1060 and Y1 so many hexes ahead of it; X1 flies toward it at a speed."""
    more = [stage.ship(f"X{n + 2}", "1070") for n in range(friends)]
    return stage.fight(
        stage.ship("X1", "1060", velocity=(speed, 0)), stage.bare("Y1", f"10{60 - hexes:02}", screens=screens), *more,
        impulse=impulse, segment=7, turn=3,
    )  # fmt: skip


def test_a_shot_is_worth_its_average_points_and_at_what_is_small_its_chance_to_kill() -> None:
    made = stage.fight(
        stage.ship("X1", "1060"), stage.bare("Y1", "1057"), stage.drone("Y1.D1", "1057"), impulse=3, segment=7, turn=3
    )
    one = made.craft["X1"]
    assert worth(made, one, "L1", "Y1") == odds(made, one, "L1", "Y1").mean > 0
    assert worth(made, one, "L1", "Y1.D1") == odds(made, one, "L1", "Y1.D1").kill
    assert 0 < worth(made, one, "L1", "Y1.D1") < 1


@pytest.mark.rule("PW-B50")
def test_shots_get_through_where_the_most_they_can_do_is_more_than_the_screens() -> None:
    plain = facing(3)
    one = plain.craft["X1"]
    most = max(points for points, share in odds(plain, one, "L1", "Y1").points.items() if share)
    for screens, through in ((most - 1, True), (most, False)):
        made = facing(3, screens=screens)
        assert gets_through(made, made.craft["X1"], ["L1"], "Y1") is through
    doubled = facing(3, screens=2 * most - 1)
    assert gets_through(doubled, doubled.craft["X1"], ["L1", "L2"], "Y1")
    with_friend = facing(3, screens=2 * most - 1, friends=1)
    assert gets_through(with_friend, with_friend.craft["X1"], ["L1"], "Y1")
    assert not gets_through(doubled, doubled.craft["X1"], ["L1"], "Y1")
    small = stage.fight(stage.ship("X1", "1060"), stage.drone("Y1.D1", "1057"), impulse=3, segment=7, turn=3)
    assert gets_through(small, small.craft["X1"], ["L1"], "Y1.D1")


@pytest.mark.rule("PW-M20")
@pytest.mark.parametrize(
    ("speed", "impulse", "ranges"),
    [
        (12, 1, (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1)),
        (12, 9, (9, 8, 7)),
        (6, 1, (9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4)),
        (0, 10, (10, 10)),
        (12, 12, ()),
    ],
)
def test_the_ranges_still_to_come_are_those_of_both_drifting_on(
    speed: int, impulse: int, ranges: tuple[int, ...]
) -> None:
    made = facing(10, impulse, speed)
    assert ranges_to_come(made, made.craft["X1"], made.craft["Y1"]) == ranges
    assert ranges_to_come(made, made.craft["Y1"], made.craft["X1"]) == ranges


@pytest.mark.parametrize(
    ("hexes", "impulse", "speed", "waits"),
    [
        (8, 1, 12, True),  # two hexes nearer in two impulses
        (24, 1, 12, True),  # six of twenty-four within six impulses
        (25, 1, 12, False),
        (8, 12, 12, False),  # the last impulse
        (8, 11, 12, False),  # one hex of eight
        (4, 11, 12, True),
        (3, 11, 12, True),
        (2, 11, 12, False),
        (8, 1, 0, False),
        (8, 1, -12, False),
    ],
)
def test_fire_is_held_where_the_range_shrinks_by_a_quarter_within_six_impulses(
    hexes: int, impulse: int, speed: int, *, waits: bool
) -> None:
    made = facing(hexes, impulse, speed)
    assert better_later(made, made.craft["X1"], ["L1"], "Y1") is waits


def test_fire_is_held_where_it_would_hardly_pass_the_screens_now_and_does_more_nearer() -> None:
    slow = facing(9, 9, 12)  # three hexes of nine: a third
    assert better_later(slow, slow.craft["X1"], ["L1"], "Y1")
    hardly = facing(25, 1, 12, screens=30)
    assert better_later(hardly, hardly.craft["X1"], ["P1"], "Y1")


@pytest.mark.rule("PW-B50")
def test_a_volley_is_all_that_bears_and_what_of_it_passes_the_screens() -> None:
    made = facing(3, 3, screens=2)
    one = made.craft["X1"]
    ready = [weapon for weapon in ("L1", "L2", "E1", "P1") if may_shoot(made, "X", Shot("X1", weapon, "Y1"))]
    mean = sum((worth(made, one, weapon, "Y1") for weapon in ready), Fraction(0))
    assert len(ready) >= 3
    found = volley(made, one, "Y1")
    assert (found.mean, found.past) == (mean, mean - 2)
    friends = facing(3, 3, screens=2, friends=2)
    assert volley(friends, friends.craft["X1"], "Y1").past == 3 * mean - 2
    gone = changed(friends, craft={**friends.craft, "X3": changed(friends.craft["X3"], fate="destroyed")})
    assert volley(gone, gone.craft["X1"], "Y1").past == 2 * mean - 2
    behind = changed(made, craft={**made.craft, "X1": changed(one, facing=3)})
    assert volley(behind, behind.craft["X1"], "Y1").mean == 0
