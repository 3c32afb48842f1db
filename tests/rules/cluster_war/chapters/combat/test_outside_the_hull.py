"""What hangs outside the hull counts as often as it was bought, in battles by numbers, on the tactical map and in a month."""

import pytest

from rules.bridge.craft import blueprint
from rules.cluster_war.chapters.combat.quick_engine import settle
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.checks import design_of
from rules.cluster_war.model.unit_design.drafts import Fitting
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.fleets import FREIGHTER, battle, dice, lost_share, ships
from tests.rules.cluster_war.chapters.combat.test_arms_in_a_month import meeting, months
from tests.rules.cluster_war.chapters.combat.test_arms_played import PLANS, SEEDS
from tests.rules.cluster_war.model.unit_design.drawing import PLAIN, ship

NUMBERS, SETTINGS = numbers_of(Settings()), Settings()


def armed(count: int, component: str = "XO rack") -> Design:
    """A ship of twenty spaces with so many of a component outside its hull."""
    hung = (Fitting(component, count),) if count else ()
    return changed(design_of(ship(20, *hung), PLAIN), id="rack", prefix="RK")


@pytest.mark.rule("CW-A-23", "CW-A-22")
@pytest.mark.parametrize("count", [1, 2, 8])
def test_each_rack_carries_a_missile_that_is_fired_once_and_takes_no_hull(count: int) -> None:
    design, bare = armed(count), armed(0)
    (one,), (none,), (single,) = ships("a", design), ships("a", bare), ships("a", armed(1))
    strength = strength_of(one, NUMBERS, SETTINGS)
    assert strength.racks == count * strength_of(single, NUMBERS, SETTINGS).racks > 0
    assert strength == changed(strength_of(none, NUMBERS, SETTINGS), racks=strength.racks)
    assert sum(design.layout.values()) == sum(bare.layout.values())
    assert design.cost - bare.cost == count
    assert blueprint(design, SETTINGS).boxes()["missile"] == count


@pytest.mark.rule("CW-A-22")
def test_gun_pods_count_each_and_jammers_do_not_add_up() -> None:
    beams = [strength_of(ships("a", armed(n, "Gun pod"))[0], NUMBERS, SETTINGS).beams for n in (1, 3)]
    assert beams[1] == 3 * beams[0] > 0
    cover = [strength_of(ships("a", armed(n, "ECM"))[0], NUMBERS, SETTINGS).cover for n in (1, 3)]
    assert cover[0] == cover[1]


@pytest.mark.rule("CW-A-23")
def test_racks_need_no_munitions_and_are_empty_after_one_shot() -> None:
    def harm(count: int) -> float:
        fought = battle(*ships("a", armed(count)), *ships("b", FREIGHTER), plans=PLANS)
        return sum(lost_share(fought, settle(fought, {}, dice(seed)), "b") for seed in SEEDS)

    few, many = harm(1), harm(8)
    assert 0 < few < many


@pytest.mark.rule("CW-A-23")
def test_in_a_month_eight_racks_do_more_than_one() -> None:
    def hit(count: int) -> int:
        found = 0
        for done in months(meeting([armed(count)], [FREIGHTER])):
            left = [s.wounds for s in done.state.ships.values() if s.design == FREIGHTER.id]
            found += sum(sum(w.damaged.values()) + sum(w.destroyed.values()) for w in left) if left else FREIGHTER.hull
        return found

    assert 0 == hit(0) < hit(1) < hit(8)
