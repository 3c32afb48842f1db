"""What units far from home live from, in order: what they make, bases there, their holds, stored CPs (CW-4.3, CW-5.2)."""

from typing import Any

import pytest

from rules.cluster_war.model.events.logistics import SuppliesUsed
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed as replace
from tests.rules.cluster_war.chapters.logistics.far_away import FAR, changed, play_month, said, world

FARM = "humans/FB01"
SET, WARSHIP = "humans/FS01", "humans/CA01"


def fed(turn: TurnState) -> list[tuple[str, int, int, int, int, int, tuple[str, ...]]]:
    """Whose rations: needed, made, of CPs, used, left aboard, and who was short."""
    return [(e.fleet, e.needed, e.made, e.cps, e.used, e.left, e.short) for e in said(turn, SuppliesUsed)]


def farm(state: GameState, **more: Any) -> GameState:
    """The state with a farm base far away, which makes ten points and needs five."""
    base = replace(Base(FARM, "humans", "farm", "Farm", FAR, 1), **more)
    return replace(state, bases={FARM: base})


@pytest.mark.rule("CW-4.3-14", "CW-5.2-05")
def test_a_fleet_lives_from_what_it_makes_then_from_bases_then_from_its_holds_then_from_stored_cps() -> None:
    """A set makes one point of seven; the base spares five and has the rest in its depot."""
    state = changed(world("set", "warship"), WARSHIP, supplies=4)
    month = play_month(farm(state, supplies=3))
    assert fed(month) == [("", 5, 5, 0, 0, 3, ()), ("humans-F1", 7, 1, 0, 6, 4, ())]
    assert month.bases[FARM].supplies == 2
    empty = play_month(farm(state))
    assert fed(empty) == [("", 5, 5, 0, 0, 0, ()), ("humans-F1", 7, 1, 0, 6, 3, ())]
    assert (empty.bases[FARM].supplies, empty.ships[WARSHIP].supplies) == (0, 3)
    alone = play_month(changed(state, WARSHIP, supplies=6))
    assert fed(alone) == [("humans-F1", 7, 1, 0, 6, 0, ())]
    barren = replace(world("set", "set", "set"), cluster=replace(state.cluster, systems={}))
    month = play_month(changed(changed(barren, SET, cargo=9), "humans/FS02", supplies=1))
    assert fed(month) == [("humans-F1", 3, 2, 2, 1, 0, ())]
    assert (month.ships[SET].cargo, month.ships["humans/FS02"].supplies) == (7, 0)


@pytest.mark.rule("CW-4.3-13", "CW-4.3-14")
def test_where_there_is_too_little_each_ship_in_turn_gets_all_or_nothing_and_what_is_left_stays() -> None:
    state = changed(world("scout", "warship", "destroyer"), "humans/SC01", supplies=4)
    month = play_month(state, 100)
    assert fed(month) == [("humans-F1", 9, 0, 0, 3, 1, (WARSHIP,))]
    assert {k: s.stress for k, s in month.ships.items()} == {"humans/SC01": 0, WARSHIP: 10, "humans/DD01": 0}
    exact = play_month(changed(world("scout", "warship"), "humans/SC01", supplies=7))
    assert fed(exact) == [("humans-F1", 7, 0, 0, 7, 0, ())]
    one_less = play_month(changed(world("scout", "warship"), "humans/SC01", supplies=6), 100)
    assert fed(one_less) == [("humans-F1", 7, 0, 0, 1, 5, (WARSHIP,))]


@pytest.mark.rule("CW-5.2-05", "CW-5.2-07")
def test_a_base_lives_from_what_it_makes_then_its_depot_then_its_stored_cps() -> None:
    def base(**more: Any) -> tuple[Any, ...]:
        state = farm(world(), **more)
        month = play_month(replace(state, cluster=replace(state.cluster, systems={})), *more.pop("dice", ()))
        (told,) = fed(month)
        return told[1:], month.bases[FARM].supplies, month.bases[FARM].store

    assert base(supplies=5) == ((5, 0, 0, 5, 0, ()), 0, 0)
    assert base(supplies=9) == ((5, 0, 0, 5, 4, ()), 4, 0)
    assert base(supplies=2, store=7) == ((5, 3, 3, 2, 0, ()), 0, 4)
    assert base(store=5) == ((5, 5, 5, 0, 0, ()), 0, 0)
    short = farm(world(), supplies=2, store=2)
    month = play_month(replace(short, cluster=replace(short.cluster, systems={})), 100)
    assert fed(month) == [("", 5, 0, 0, 0, 2, (FARM,))]
    assert (month.bases[FARM].supplies, month.bases[FARM].store) == (2, 2), "all or nothing"


@pytest.mark.rule("CW-5.2-07")
def test_what_is_made_beyond_all_needs_fills_the_depot_as_far_as_there_is_room() -> None:
    assert play_month(farm(world())).bases[FARM].supplies == 5
    room = 30 * 20
    assert play_month(farm(world(), supplies=room - 2)).bases[FARM].supplies == room
    assert play_month(farm(world(), supplies=room)).bases[FARM].supplies == room
    shared = play_month(farm(world("destroyer")))
    assert (fed(shared)[1][1:], shared.bases[FARM].supplies) == ((2, 0, 0, 2, 0, ()), 3)


@pytest.mark.rule("CW-4.2-03", "CW-4.3-17")
def test_craft_alone_last_a_turn_and_are_counted_together_in_the_name_of_the_first() -> None:
    state = world("gunboat", "gunboat", "scout")
    month = play_month(state, 100)
    assert fed(month) == [("humans-F1", 1, 0, 0, 0, 0, ("humans/SC01",))]
    hungry = state
    for key in ("humans/GB01", "humans/GB02"):
        hungry = changed(hungry, key, away=1)
    month = play_month(hungry, 100, 100, 100)
    assert fed(month) == [("humans-F1", 2, 0, 0, 0, 0, ("humans/SC01", "humans/GB01"))]
    assert {k: s.stress for k, s in month.ships.items()} == {"humans/GB01": 10, "humans/GB02": 10, "humans/SC01": 10}
