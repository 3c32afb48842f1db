"""Three governors on a small cluster: every order is legal and read as it is written, every month adds up, nobody stands idle."""

from random import Random

import pytest

from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.play.governors.play import Campaign, illegal, play_month
from tests.rules.cluster_war.play.governors.random_player import random_sheet
from tests.rules.cluster_war.play.governors.signing import signed
from tests.rules.cluster_war.play.governors.world import begun, scenario, seed_bytes
from tests.rules.cluster_war.play.governors.worth import worth

MONTHS = 8
SEATS = {
    "humans": Profile("conqueror", "hard"),
    "vermin": Profile("raider", "even"),
    "dominators": Profile("trader", "easy"),
}


@pytest.fixture(scope="module")
def played() -> Campaign:
    """A campaign of eight months, each order checked as it is entered."""
    found = scenario("four_empires", tuple(SEATS))
    game = Campaign(11, begun(found, 11), SEATS, one_by_one=True)
    for _ in range(MONTHS):
        play_month(game)
    return game


def test_every_order_is_legal_nobody_is_idle_and_each_month_adds_up(played: Campaign) -> None:
    assert played.amiss == []
    assert played.orders > 10 * MONTHS
    assert len(played.failed) <= played.orders // 50, played.failed


def test_they_do_what_empires_do(played: Campaign) -> None:
    done = {kind for kind in played.counted if not kind.startswith(("order ", "said "))}
    assert {"SystemLearned", "ColonyGrew", "ColonyFounded", "UnitsDelivered", "ResearchRolled", "FleetArrived"} <= done


def test_every_order_can_be_written_down_and_read_again(played: Campaign) -> None:
    for side, plan in played.plans.items():
        view = view_for(played.state, side)
        fresh = govern(view, SEATS[side], seed_bytes(11), plan.memory)
        sheet = signed(fresh, side, view.turn)
        for number, entry in enumerate(sheet):
            names = names_of(view, sheet[: number + 1])
            text = format_order(entry.order, names)
            read = parse_order(text, names)
            if not isinstance(read, SplitFleet):  # the new fleet's id is not written
                assert check(view, sheet[:number], read).order == entry.order, text


def test_the_same_seed_gives_the_same_plan_and_another_need_not(played: Campaign) -> None:
    view = view_for(played.state, "dominators")
    plans = [govern(view, Profile("trader", "easy"), seed_bytes(n)) for n in (1, 1, 2, 3, 4)]
    assert plans[0] == plans[1]
    assert any(plan != plans[0] for plan in plans[2:])


def test_orders_that_stand_on_the_sheet_are_left_alone(played: Campaign) -> None:
    view = view_for(played.state, "humans")
    kept = random_sheet(view, Random(5))
    assert kept
    plan = govern(view, Profile("builder", "hard"), seed_bytes(1), sheet=kept)
    assert not {entry.order for entry in kept} & {one.order for one in plan.orders}
    whole = (*kept, *signed(plan, "humans", view.turn, after=len(kept)))
    assert illegal(view, whole, one_by_one=False) == []


def test_each_outgrows_where_it_began(played: Campaign) -> None:
    start = begun(scenario("four_empires", tuple(SEATS)), 11)
    for side in SEATS:
        assert worth(played.state, side) > 2 * worth(start, side)


def test_a_plan_says_why_and_what_for(played: Campaign) -> None:
    for plan in played.plans.values():
        assert all(one.text and one.reason and one.concern for one in plan.orders)
        assert plan.aims
        assert changed(plan.memory, turn=0) != changed(plan.memory, turn=1)
