"""Whatever is ordered in the movement segments: nothing breaks, and what must hold holds."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import Dice
from rules.hexes import distance
from rules.pentagon_war.designs import DesignLink, WeaponBox
from rules.pentagon_war.events import Event, Moved, NotDone
from rules.pentagon_war.movement import acceleration, rotation, travel
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, Decision, Rotate, SetBeam
from rules.pentagon_war.positions import TOP_SPEED
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.steps import SEGMENTS
from rules.pentagon_war.units import Body, Craft, Lock
from rules.values import GameError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bolt, drone, fight, missile
from tests.rules.pentagon_war.movement.stage import clock, decided, marked, moving, sized

DICE = Dice(bytes(32), "movement", 1)
BEAMS: dict[str, Any] = {"weapons": (WeaponBox("beam"), WeaponBox("beam"))}
CRAFT = ("X1", "X2", "X3", "Y1", "Y2")
UNITS = (*CRAFT, "X1.D1", "X1.M1", "Y1.LM1-1", "Q7")

quarters = st.integers(-48, 48).map(lambda n: Fraction(n, 4))
options = st.builds(
    Options,
    fractional_movement=st.booleans(),
    midturn_velocity=st.booleans(),
    magbeam_reaction=st.booleans(),
    crash_acceleration=st.booleans(),
    trig_speed=st.booleans(),
    max_absolute_speed=st.sampled_from([None, 6]),
)
modes = st.sampled_from(["attract", "repel", "cancel", "cut"])
orders: st.SearchStrategy[Decision] = st.one_of(
    st.builds(Rotate, st.sampled_from(UNITS), st.integers(-1, 6)),
    st.builds(Accelerate, st.sampled_from(UNITS), st.fractions(0, 3, max_denominator=6), st.booleans()),
    st.builds(SetBeam, st.sampled_from(CRAFT), st.sampled_from(["B1", "B2", "B3"]), modes),
)


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """Five craft (two joined), a drone, a missile, a bolt, two beams at work, a planet and a gas giant."""
    chosen = draw(options)

    def ship(unit: str, at: str, size: int, **given: Any) -> Craft:
        going = (draw(quarters), draw(quarters))
        marks = {
            "evading": draw(st.booleans()),
            "main_control": draw(st.integers(0, 1)),
            "engines": draw(st.integers(0, 4)),
        }
        return marked(sized(unit, at, size, velocity=going, options=chosen, **BEAMS, **given), **marks)

    link = DesignLink("Twin", 3, "L")
    joined = ship("X2", "1520", 1, name="Twin", attachments=(link,))
    twin = changed(joined, id="X3", name="X3", facing=3)
    flying = (
        drone("X1.D1", "1518", velocity=(draw(st.integers(-6, 6)), draw(st.integers(-6, 6)))),
        missile("X1.M1", "1512", "Y1", heading=draw(st.sampled_from("ABCDEF"))),
        bolt("Y1.LM1-1", "1515", "X1", heading=draw(st.sampled_from("ABCDEF"))),
    )
    battle = fight(
        ship("X1", "1517", 2, scoop=draw(st.sampled_from(["none", "magnascoop"]))),
        *(marked(unit, joined="X2+X3") for unit in (joined, twin)),
        ship("Y1", "1516", draw(st.integers(1, 3)), manned=draw(st.booleans())),
        marked(moving(ship("Y2", "1518", 1), 0, 0), engines=0, anchored=True),
        *flying,
        options=chosen,
        bodies={
            "mars": Body("mars", "Mars", kit.hexed("2020"), radius=1),
            "jupiter": Body("jupiter", "Jupiter", kit.hexed("0120"), gas_giant=True, edge=("column", 8, -1)),
        },
        locks=(Lock("Y1", "B1", "X1", doubled=draw(st.booleans())), Lock("X1", "B1", "X1.D1"), Lock("Y2", "B1", "X3")),
    )
    return break_locks(battle)[0]  # as segment 11 leaves it


def _play(battle: Battle, given_orders: list[Decision]) -> tuple[Battle, list[Event]]:
    """Three impulses of segments 1 to 3 with the same orders."""
    events: list[Event] = []
    for impulse in (1, 2, 3):
        for segment, step in enumerate((rotation.resolve, acceleration.resolve, travel.resolve), 1):
            kinds = SEGMENTS[segment - 1].decisions
            mine = [order for order in given_orders if isinstance(order, kinds)]
            done = step(clock(battle, impulse, segment), decided(*mine), DICE)
            battle, events = done.state, [*events, *done.events]
    return battle, events


@given(battles(), st.lists(orders, max_size=8))
@settings(max_examples=200)
def test_any_orders_are_carried_out_or_refused_to_their_own_side(battle: Battle, given_orders: list[Decision]) -> None:
    after, events = _play(battle, given_orders)
    for craft in after.craft.values():
        assert max(abs(craft.velocity.a), abs(craft.velocity.c)) <= TOP_SPEED
        assert max(abs(craft.counted.a), abs(craft.counted.c)) <= TOP_SPEED
        assert craft.column_before is None
    one, other = after.craft["X2"], after.craft["X3"]
    assert (one.at, one.velocity, one.counted) == (other.at, other.velocity, other.counted)
    assert (other.facing - one.facing) % 6 == 3
    base = after.craft["Y2"]
    assert (base.at, base.velocity) == (battle.craft["Y2"].at, battle.craft["Y2"].velocity)
    for event in events:
        if isinstance(event, Moved):
            assert all(distance(a, b) == 1 for a, b in zip(event.path, event.path[1:], strict=False))
        if isinstance(event, NotDone):
            assert len(event.seen_by) == 1
            assert event.why.endswith(".")


@given(battles(), st.lists(orders, max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_order_in_which_orders_of_different_units_come_does_not_matter(
    battle: Battle, given_orders: list[Decision], chance: Any
) -> None:
    by_unit = {repr(getattr(order, "unit", getattr(order, "craft", ""))): order for order in given_orders}
    alone = list(by_unit.values())
    shuffled = [*alone]
    chance.shuffle(shuffled)
    assert _play(battle, alone) == _play(battle, shuffled)


@given(battles(), orders)
@settings(max_examples=60)
def test_what_a_check_allows_is_done_and_what_it_refuses_is_not(battle: Battle, order: Decision) -> None:
    segment = next(step for step in SEGMENTS if isinstance(order, step.decisions))
    battle = clock(battle, 2, segment.number)
    part = segment.parts[0]
    assert part.check is not None
    side = decided(order)[0].side
    try:
        part.check(battle, side, order)
        legal = True
    except GameError:
        legal = False
    done = part.resolve(battle, decided(order), DICE)
    assert legal is not any(isinstance(event, NotDone) for event in done.events)
