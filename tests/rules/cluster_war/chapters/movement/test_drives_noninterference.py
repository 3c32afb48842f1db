"""Fleets with other drives give nothing away but what the rules let others see: the same as in test_noninterference.

The Humans watch from the west; Vermin with any drive are among them, and others jump about in the far east.
"""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Link, Special
from rules.cluster_war.model.worlds.jump_map import draw_jump_map
from rules.values import changed
from tests.rules.cluster_war.build import DICE, body, draft_of, frozen, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import with_drives
from tests.rules.cluster_war.turn.views.test_noninterference import EAST, WEST, World, assert_same, received, renumbered

DRIVES: Final = ("scout", "jump", "far-jump", "foldspace", "fast-warp", "skip", "void-jammer", "string", "wormhole")
TRAP: Final = Special("Alien Weapon/Trap", ("Trap: Ion Storm Generator",))


def random_world(data: st.DataObject) -> World:
    """Fleets of both sides in the west on their way, with and without guards, a trap, and a jump map."""
    draw = data.draw
    stars = [star(h, body(1), codes=(draw(st.sampled_from(["G", "Neb", "Ast"])),)) for h in (*WEST[2:], *EAST[:3])]
    stars[1] = changed(stars[1], special=draw(st.sampled_from([None, TRAP])))
    state = with_drives(small(systems=stars, turn=2, settings=Settings(lrs_range=draw(st.integers(0, 2)))))
    state = changed(state, cluster=changed(state.cluster, links=draw_jump_map(state.cluster, DICE, state.settings)))
    known = {h: known_as(state.cluster.systems[h], "surveyed", 1) for h in ("0505", "0506")}
    humans = changed(state.knowledge["humans"], systems=known)
    state = changed(state, knowledge={**state.knowledge, "humans": humans})
    for owner, places in (("humans", WEST), ("vermin", WEST), ("vermin", EAST)):
        for _ in range(draw(st.integers(1, 3))):
            design, where = draw(st.sampled_from(DRIVES)), draw(st.sampled_from(places))
            mission = draw(st.sampled_from(["none", "patrol"]))
            state = with_fleet(state, owner, where, design, mission=mission)  # type: ignore[arg-type] # a mission
    draft = draft_of(state)
    refresh(draft, draft.first_week)
    state = frozen(draft, turn=2)
    return state, orders_in(data, state, "humans", WEST) + orders_in(data, state, "vermin", WEST)


def orders_in(data: st.DataObject, state: GameState, owner: str, places: tuple[str, ...]) -> tuple[SignedOrder, ...]:
    """Moves of a side's fleets that are in these places, to others of them."""
    fleets = sorted(f.id for f in state.fleets.values() if f.side == owner and f.hex in places)
    return sheet(owner, *(random_move(data, fleet, places) for fleet in fleets), turn=2)


def random_move(data: st.DataObject, fleet: str, places: tuple[str, ...]) -> MoveFleet:
    legs = data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=2))
    push, by = data.draw(st.booleans()), data.draw(st.sampled_from(["", "", "wormhole"]))
    return MoveFleet(fleet, tuple(Leg(h) for h in legs), data.draw(st.integers(0, 3)), push, by)


@pytest.mark.rule("CW-18.0-07", "CW-4.0-09", "CW-4.0-18")
@settings(max_examples=25)
@given(data=st.data())
def test_moves_out_of_sight_change_nothing_that_a_side_gets(data: st.DataObject) -> None:
    state, orders = random_world(data)
    known = len([o for o in orders if o.side == "vermin"])
    far = sorted(f.id for f in state.fleets.values() if f.side == "vermin" and f.hex in EAST)
    secret = [random_move(data, fleet, EAST) for fleet in far]
    more = [SignedOrder(f"vermin-2-{n}", "vermin", n, o) for n, o in enumerate(secret, known + 1)]
    more += [
        SignedOrder(f"vermin-2-{n}", "vermin", n, SetMission(f, "patrol"))
        for n, f in enumerate(far, known + 1 + len(secret))
    ]
    assert_same((state, orders), (state, (*orders, *more)))


@pytest.mark.rule("CW-18.0-07", "CW-4.0-19", "CW-4.0-23")
@settings(max_examples=20)
@given(data=st.data())
def test_links_bases_and_designs_of_others_change_nothing_that_a_side_gets(data: st.DataObject) -> None:
    state, orders = random_world(data)
    held = Link("0505", data.draw(st.sampled_from(EAST)), "held", "vermin")
    eastern = Link("1515", "1616", data.draw(st.sampled_from(["gate", "wormhole"])))
    vermin = state.sides["vermin"]
    slow = {key: changed(d, ftl_levels=3) if d.id == "far-jump" else d for key, d in vermin.designs.items()}
    used = {state.ships[s].design for f in state.fleets.values() if f.hex in WEST for s in f.ships}
    designs = vermin.designs if "far-jump" in used else slow
    cluster = changed(state.cluster, links=(*state.cluster.links, held, eastern))
    salted = changed(vermin, salt="5a17", designs=designs)
    other = changed(state, cluster=cluster, sides={**state.sides, "vermin": salted})
    mine = tuple(o for o in orders if o.side == "humans")
    assert_same((state, mine), (other, mine))


@pytest.mark.rule("CW-18.0-07")
@settings(max_examples=20)
@given(data=st.data(), by=st.integers(1, 30))
def test_how_many_fleets_another_ever_had_changes_nothing_that_a_side_gets(data: st.DataObject, by: int) -> None:
    state, orders = random_world(data)
    calm = tuple(
        changed(o, order=changed(o.order, push=False)) if isinstance(o.order, MoveFleet) else o for o in orders
    )
    assert_same((state, calm), renumbered((state, calm), by))


def test_the_comparison_would_notice_a_rift_in_plain_sight() -> None:
    state = with_fleet(with_drives(small(turn=2)), "humans", "0505", "scout")
    state = with_fleet(state, "vermin", "0706", "jump")
    here, there = (sheet("vermin", MoveFleet("vermin-F1", (Leg(h),)), turn=2) for h in ("0606", "0707"))
    assert received((state, here))[1] != received((state, there))[1]
