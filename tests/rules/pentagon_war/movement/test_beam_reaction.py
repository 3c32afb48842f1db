"""Segment 2: what pulling does to those who hold, and how far all that moves a craft may push it."""

from fractions import Fraction

import pytest

from rules.pentagon_war.changes import is_crashing
from rules.pentagon_war.geometry import step
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.beams_stage import REACTION, beamer, held, lock
from tests.rules.pentagon_war.movement.stage import accelerated, after, sized, velocity


@pytest.mark.rule("PW-A53")
def test_reaction_moves_the_beamer_the_other_way() -> None:
    repelling = held(sized("X1", "1014", 2), lock(doubled=True, mode="repel"), by=beamer(at="1015"), options=REACTION)
    done = accelerated(repelling)
    assert after(done, "X1").record == ("5: A+",)
    assert after(done, "Y1").record == ("5: A-",)
    assert after(done, "Y1").velocity == velocity("-1/4", 0)
    without = accelerated(changed(repelling, options=Options()))
    assert after(without, "Y1").record == ()


@pytest.mark.rule("PW-A54", "PW-A53")
@pytest.mark.parametrize(("size", "change", "entry"), [(2, "-1/4", "A-"), (3, "-1/6", "2/3A-"), (1, "-1/2", "2A-")])
def test_each_craft_reacts_by_its_own_size(size: int, change: str, entry: str) -> None:
    battle = held(sized("X1", "1015", 2), lock(doubled=True), by=beamer(size=size), options=REACTION)
    done = accelerated(battle)
    assert after(done, "X1").velocity.a == Fraction(1, 4)
    assert after(done, "Y1").velocity.a == Fraction(change)
    assert after(done, "Y1").record == (f"5: {entry}",)


@pytest.mark.rule("PW-A55")
def test_beams_never_generate_more_than_twice_their_crafts_class() -> None:
    three = held(sized("X1", "1015", 2), lock(1), lock(2), lock(3), by=beamer(size=1), options=REACTION)
    done = accelerated(three)
    assert after(done, "X1").record == ("5: A+",)
    assert after(done, "Y1").velocity.a == Fraction(-1, 2)


@pytest.mark.rule("PW-A55")
def test_a_reaction_beyond_standard_is_crash_acceleration() -> None:
    done = accelerated(held(sized("X1", "1015", 2), lock(doubled=True), by=beamer(size=1), options=REACTION))
    assert is_crashing(done.state, after(done, "Y1"))
    calm = accelerated(held(sized("X1", "1015", 2), lock(doubled=True), by=beamer(size=2), options=REACTION))
    assert not is_crashing(calm.state, after(calm, "Y1"))


@pytest.mark.rule("PW-A56", "PW-A69")
def test_a_base_pulls_without_moving() -> None:
    base = beamer(engines=0)
    done = accelerated(held(sized("X1", "1015", 2), lock(doubled=True), by=base, options=REACTION))
    assert after(done, "X1").velocity.a == Fraction(1, 4)
    assert after(done, "Y1") == base


@pytest.mark.rule("PW-A53", "PW-S116")
def test_pulling_at_an_anchored_base_moves_the_beamer_alone() -> None:
    done = accelerated(held(kit.craft("X1", "1015", engines=0), lock(doubled=True), options=REACTION))
    assert after(done, "X1").record == ()
    assert after(done, "Y1").record == ("5: A-",)


@pytest.mark.rule("PW-A01", "PW-M29")
@pytest.mark.parametrize(
    ("towards", "change"),
    [
        (0, ("1/2", 0)), (1, ("1/2", "1/4")), (2, ("1/4", "1/2")),
        (3, ("-1/4", 0)), (4, ("-1/4", "-1/2")), (5, ("1/4", "-1/4")),
    ],
)  # fmt: skip
def test_pushes_in_several_directions_together_are_never_more_than_twice_standard(
    towards: int, change: tuple[str, str]
) -> None:
    """Its own engines push it along A, and a beam of twice standard draws it to one of the six hexes around it."""
    other = beamer(at="1014")
    other = changed(other, at=step(kit.hexed("1015"), towards))
    ship = held(sized("X1", "1015", 1, engines=2), lock(doubled=True), by=other)
    gone = after(accelerated(ship, Accelerate("X1")), "X1").velocity
    assert gone == velocity(*change)
    assert max(abs(gone.a), abs(gone.c), abs(gone.a - gone.c)) <= Fraction(1, 2)


@pytest.mark.rule("PW-A01", "PW-M29")
@pytest.mark.parametrize("facing", "ABCDEF")
@pytest.mark.parametrize("towards", range(6))
def test_a_pull_counts_as_far_as_the_cap_lets_it_and_no_farther(facing: str, towards: int) -> None:
    other = changed(beamer(at="1014"), at=step(kit.hexed("1015"), towards))
    battle = held(sized("X1", "1015", 1, facing=facing, engines=2), lock(doubled=True), by=other)
    own = after(accelerated(changed(battle, locks=()), Accelerate("X1")), "X1").velocity
    beam = after(accelerated(battle), "X1").velocity
    both = after(accelerated(battle, Accelerate("X1")), "X1").velocity

    def size(share: Fraction) -> Fraction:
        a, c = own.a + beam.a * share, own.c + beam.c * share
        return max(abs(a), abs(c), abs(a - c)) / Fraction(1, 4)

    shares = [Fraction(n, 2) for n in range(3)]
    most = max(share for share in shares if size(share) <= 2)
    assert (both.a, both.c) == (own.a + beam.a * most, own.c + beam.c * most)


@pytest.mark.rule("PW-A04")
@pytest.mark.parametrize(("multiple", "holds"), [(Fraction(1, 2), True), (Fraction(1), True), (Fraction(3, 2), False)])
def test_beams_hold_while_their_craft_accelerates_at_standard_and_not_while_it_crash_accelerates(
    multiple: Fraction, *, holds: bool
) -> None:
    battle = held(sized("X1", "1015", 2), lock(doubled=True), by=beamer(engines=3))
    done = accelerated(battle, Accelerate("Y1", multiple))
    assert after(done, "Y1").velocity.a == multiple / 4
    assert (after(done, "X1").velocity.a > 0) is holds


@pytest.mark.rule("PW-A54", "PW-A55")
def test_a_pull_that_its_own_engines_make_up_for_is_no_crash_acceleration() -> None:
    against = held(sized("X1", "1015", 1, engines=2, facing="D"), lock(doubled=True))
    done = accelerated(against, Accelerate("X1"))
    assert after(done, "X1").velocity.a == Fraction(1, 4)
    assert not is_crashing(done.state, after(done, "X1"))
