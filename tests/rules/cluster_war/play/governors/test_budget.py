"""The budget: nothing twice, nothing beyond the purse, parts of what can be divided; and the sheet's check has the last word."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.play.governors.budget import choose, prove
from rules.cluster_war.play.governors.profile import AiRandom, Profile
from rules.cluster_war.play.governors.situation import (
    GovernorMemory,
    Line,
    Proposal,
    Situation,
    best_first,
    used_things,
)
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import small, with_fleet

STATE = with_fleet(small(), "humans", "0303", "scout", name="Scouts")
VIEW = view_for(STATE, "humans")
LINES: tuple[Line, ...] = ("free", "duty", "grow", "settle", "explore", "fleet", "research", "works")


def knowing(strength: str = "hard") -> Situation:
    """The Humans' turn as a builder sees it."""
    return Situation(VIEW, Profile("builder", strength), AiRandom(b"", "humans", 1), GovernorMemory(), ())  # type: ignore[arg-type] # a strength


proposals = st.lists(
    st.builds(
        lambda n, line, cost, weight, uses, least: Proposal(
            f"c{n}",
            (ExpandColony(f"x{n}", cost),),
            "why",
            weight,
            line,
            0 if line == "free" else cost,
            used_things(*uses),
            least,
        ),
        st.integers(0, 10**6),
        st.sampled_from(LINES),
        st.integers(1, 800),
        st.integers(0, 900),
        st.lists(st.sampled_from("abcdefgh"), max_size=2),
        st.sampled_from((0, 1)),
    ),
    max_size=25,
    unique_by=lambda p: p.key,
)


@settings(max_examples=60)
@given(found=proposals, purse=st.integers(0, 3000))
def test_no_more_is_spent_than_there_is_and_nothing_is_taken_twice(found: list[Proposal], purse: int) -> None:
    chosen = choose(knowing(), found, purse, used=("a",))
    assert sum(one.cost for one in chosen) <= purse
    used = [thing for one in chosen for thing in one.uses]
    assert len(used) == len(set(used))
    assert "a" not in used
    assert all(one.orders[0].cps == one.cost for one in chosen if one.cost)  # type: ignore[attr-defined] # ExpandColony all


def test_the_heavier_of_two_that_want_one_thing_is_taken() -> None:
    light, heavy = (Proposal("c", (ExpandColony("x", 1),), str(n), n, uses=used_things("fleet/1")) for n in (1, 2))
    assert choose(knowing(), [light, heavy], 0) == [heavy]


def test_what_cannot_wait_is_paid_before_growth() -> None:
    owed = Proposal("build", (ExpandColony("x", 900),), "owed", 1, "duty", 900, used_things("x"))
    growth = Proposal("grow", (ExpandColony("y", 900),), "grow", 999, "grow", 900, used_things("y"), least=1)
    chosen = {one.concern: one.cost for one in choose(knowing(), [growth, owed], 1000)}
    assert chosen["build"] == 900
    assert 0 < chosen["grow"] <= 100


def test_an_easy_governor_leaves_more_unspent() -> None:
    growth = [Proposal("grow", (ExpandColony("y", 9000),), "grow", 999, "grow", 9000, used_things("y"), least=1)]
    spent = [sum(one.cost for one in choose(knowing(s), growth, 1000)) for s in ("easy", "even", "hard")]
    assert spent == sorted(spent)
    assert spent[0] < spent[2] <= 1000


def test_what_the_check_refuses_is_taken_off_whole_and_the_rest_stays() -> None:
    scouts = next(iter(VIEW.fleets))
    good = Proposal("explore", (MoveFleet(scouts, (Leg("0404"),)),), "look", 1)
    half = Proposal("odd", (SetMission(scouts, "patrol"), BuildUnits("nowhere", "scout", 1, 0)), "no", 1)
    proven = prove(VIEW, (), (), [good, half])
    assert [p for _, p in proven.entries] == [good]
    assert proven.refused == (half,)
    assert [one.concern for one in proven.reasoned()] == ["explore"]


def test_an_order_that_stood_on_the_sheet_does_not_suffer() -> None:
    rich = view_for(
        changed(STATE, colonies={k: changed(c, shipyard_bays=10) for k, c in STATE.colonies.items()}), "humans"
    )
    kept = SignedOrder("o1", "humans", 1, BuildUnits("0303-3", "scout", 1, 10, 60))
    more = Proposal("build", (BuildUnits("0303-3", "scout", 1, 10, 60),), "another", 1)
    proven = prove(rich, (kept,), (), [more])
    assert proven.entries == ()
    assert proven.refused == (more,)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=12), st.integers(0, 14))
def test_the_best_few_are_the_first_of_all(made: list[tuple[int, int]], most: int) -> None:
    found = [Proposal(f"c{n}", (ExpandColony("x", 1),), "why", weight) for weight, n in made]
    assert best_first(found, most) == best_first(found)[:most]
