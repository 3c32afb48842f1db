"""Chains through months that are played: a colony and a conquest step by step, what each is told to be, and why one stops."""

from typing import Final

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.industry.drawings import read_drawing
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Pact
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.play.standing_orders.chain_kinds import WARNING, Chain
from rules.cluster_war.play.standing_orders.chain_offers import (
    colony_offers,
    conquest_offers,
    why_no_colony,
    why_no_conquest,
)
from rules.cluster_war.play.standing_orders.chains import chain_title, steps_of
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld
from rules.cluster_war.play.standing_orders.evaluate import end_orders, evaluate
from rules.cluster_war.play.standing_orders.goals import situation_of
from rules.cluster_war.play.standing_orders.lines import StandingOrder, format_standing, parse_standing
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import NotationError, changed
from tests.rules.cluster_war.play.governors.kit import ENEMY, FAR, NEAR, fleet, looked, world
from tests.rules.cluster_war.play.standing_orders.test_evaluate import HOME, played, standing

MOST_TURNS: Final = 20


def given(state: GameState, line: str) -> tuple[list[Order], str]:
    """What a chain orders this turn, and what is said of it."""
    found = evaluate(view_for(state, "humans"), standing(state, line))
    told = [one.reason for one in found.laid] or [*found.waits.values(), *found.failed.values()]
    return [one.order for one in found.laid], told[0]


def carried_through(state: GameState, line: str) -> tuple[GameState, list[str], str]:
    """The state at a chain's end, nothing but its orders given; what was said each turn, and how it ended."""
    (one,) = standing(state, line)
    told: list[str] = []
    for _ in range(MOST_TURNS):
        view = view_for(state, "humans")
        (one,) = end_orders((one,), view)
        if one.ended:
            return state, told, one.ended
        found = evaluate(view, (one,))
        told += [found.laid[0].reason if found.laid else [*found.waits.values(), *found.failed.values()][0]]
        state, _ = played(state, *(each.order for each in found.laid))
    raise AssertionError(told)


def steps(told: list[str]) -> list[int]:
    """The numbers of the steps, each once as it comes."""
    numbers = [int(text.casefold().removeprefix("step ")[0]) for text in told]
    return [number for at, number in enumerate(numbers) if not at or numbers[at - 1] != number]


def convoy() -> GameState:
    return fleet(fleet(world(), "Convoy", HOME, "FF"), "Scouts", HOME, "SV")


def invaders(garrison: int = 10, *, trooper: str = "TR") -> GameState:
    """The Vermin near, two fleets at home and one away, and battalions at home."""
    state = fleet(fleet(world(vermin=50), "Guard", HOME, "DD", "DD"), "Troopers", HOME, trooper)
    home = changed(state.colonies["0303-3"], garrison={"INF": garrison})
    state = changed(state, colonies={**state.colonies, "0303-3": home})
    return looked(fleet(state, "Late", NEAR, "DD"))


def with_design(state: GameState, design: Design) -> GameState:
    side = state.sides["humans"]
    return changed(state, sides={**state.sides, "humans": changed(side, designs={**side.designs, design.id: design})})


def drawn(state: GameState, text: UnitText) -> Design:
    """A design as a player draws it, with nothing amiss."""
    view = view_for(state, "humans")
    assert view.me is not None
    _, design, problems = read_drawing(text, view.me, view.settings)
    assert design is not None
    assert not [problem for problem in problems if problem.refused]
    return changed(design, id=text.id, prefix=text.id)


COLONY: Final = f"found a colony at {NEAR}-1 with Convoy"
FAR_COLONY: Final = f"found a colony at {FAR}-1 with Convoy, surveyed by Scouts"
CONQUEST: Final = f"take {ENEMY}-1 with Troopers and Guard and Late"


@pytest.mark.rule("CW-7.0-06")
def test_a_surveyed_world_is_settled_by_a_chain_alone_in_the_turn_that_was_told() -> None:
    state = convoy()
    situation = situation_of(view_for(state, "humans"), ())
    (one,) = standing(state, COLONY)
    assert isinstance(one.does, Chain)
    plan = steps_of(situation, one.does)
    assert [step.number for step in plan] == [2, 3, 4]
    orders, told = given(state, COLONY)
    assert [type(order) for order in orders] == [LoadCargo, LoadSupplies, MoveFleet]
    assert told == "step 2 of 4, Convoy loads 20 CPs and 12 supply points; arrives in turn 5"
    after, _, ended = carried_through(state, COLONY)
    assert ended == "the colony is founded"
    assert after.colonies[f"{NEAR}-1"].size == 20
    assert after.turn == plan[-1].turn


@pytest.mark.rule("CW-12.1-07", "CW-7.0-06")
def test_a_world_that_was_only_seen_is_surveyed_first() -> None:
    state = convoy()
    orders, told = given(state, FAR_COLONY)
    assert orders == [SetMission("humans-F2", "survey"), MoveFleet("humans-F2", orders[1].legs)]  # type: ignore[attr-defined] # a move
    assert told.startswith("step 1 of 4, Scouts goes to survey 0808")
    situation = situation_of(view_for(state, "humans"), ())
    plan = steps_of(situation, SettleWorld(FAR, 1, "humans-F1", "humans-F2"))
    after, texts, ended = carried_through(state, FAR_COLONY)
    assert (steps(texts), ended) == ([1, 2, 3, 4], "the colony is founded")
    assert after.turn == plan[-1].turn


def test_colonists_that_are_aboard_go_there_and_found_at_once_where_they_are() -> None:
    state = convoy()
    ship = next(key for key, each in state.ships.items() if each.design == "FF")
    laden = changed(state, ships={**state.ships, ship: changed(state.ships[ship], cargo=30)})
    orders, told = given(laden, COLONY)
    assert [type(order) for order in orders] == [MoveFleet]
    assert told.startswith("step 3 of 4, Convoy takes 30 CPs to")
    there = changed(laden, fleets={**laden.fleets, "humans-F1": changed(laden.fleets["humans-F1"], hex=NEAR)})
    assert given(there, COLONY)[0] == [FoundColony("humans-F1", NEAR, 1, 30, "0503 1", waits=True)]
    empty = changed(state, fleets={**state.fleets, "humans-F1": changed(state.fleets["humans-F1"], hex=NEAR)})
    assert given(empty, COLONY)[1].startswith("step 2 of 4, Convoy goes to 0303")


@pytest.mark.rule("CW-9.2-05", "CW-6.5-22")
def test_a_world_is_taken_by_a_chain_alone() -> None:
    state = invaders()
    plan = steps_of(
        situation_of(view_for(state, "humans"), ()), ConquerWorld(f"{ENEMY}-1", "humans-F2", ("humans-F1", "humans-F3"))
    )
    assert [step.number for step in plan] == [1, 2, 3, 4]
    after, texts, ended = carried_through(state, CONQUEST)
    assert (steps(texts), ended) == ([1, 2, 3, 4], "the world is yours")
    assert after.colonies[f"{ENEMY}-1"].side == "humans"
    assert after.colonies["0303-3"].garrison == {"INF": 4}
    assert set(after.fleets) == {"humans-F2"}


@pytest.mark.rule("CW-6.3-06")
def test_drawn_ships_go_as_well_as_those_of_the_roster() -> None:
    state = invaders()
    trooper = drawn(state, UnitText("LS", "Landing Ship", "ship", 40, "Bridge\n4 Crew quarters\nDrive 4G\n8 Barracks"))
    freighter = drawn(state, UnitText("TG", "Tug", "ship", 24, "Bridge\n3 Crew quarters\nDrive 3G\n8 Cargo bay"))
    state = with_design(with_design(state, trooper), freighter)
    state = looked(fleet(fleet(state, "Marines", HOME, "LS"), "Tugs", HOME, "TG"))
    after, _, ended = carried_through(state, f"found a colony at {NEAR}-1 with Tugs")
    assert (ended, f"{NEAR}-1" in after.colonies) == ("the colony is founded", True)
    taken, _, ended = carried_through(state, f"take {ENEMY}-1 with Marines and Guard")
    assert (ended, taken.colonies[f"{ENEMY}-1"].side) == ("the world is yours", "humans")


def test_what_is_ordered_by_hand_comes_first_and_the_chain_goes_on_from_there() -> None:
    state = convoy()
    by_hand, _ = played(state, LoadCargo("humans-F1", 30))
    orders, told = given(by_hand, COLONY)
    assert [type(order) for order in orders] == [MoveFleet]
    assert "takes 30 CPs" in told


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"found a colony at {FAR}-1 with Convoy", 'write surveyed by "Scouts" behind this order'),
        (f"found a colony at {NEAR}-1 with Scouts", "has no cargo bays; change this order to a fleet of freighters"),
        (f"found a colony at {NEAR}-9 with Convoy", "no world in orbit 9; its orbits are 1, 2"),
        (f"take {ENEMY}-1 with Scouts", "You know of no colony on"),
    ],
)
def test_why_a_chain_cannot_go_on_is_one_sentence_with_what_helps(line: str, says: str) -> None:
    orders, told = given(convoy(), line)
    assert orders == []
    assert says in told


@pytest.mark.parametrize(
    ("garrison", "line", "says"),
    [
        (4, CONQUEST, "No battalion can be spared at 0303 Humans 0303, where 4 stay as a garrison; train more"),
        (10, f"take {ENEMY}-1 with Guard", "Guard can take no battalions aboard; build a Trooper"),
    ],
)
def test_why_troops_do_not_go_is_told(garrison: int, line: str, says: str) -> None:
    state = invaders(garrison)
    late = changed(state, fleets={**state.fleets, "humans-F3": changed(state.fleets["humans-F3"], hex=HOME)})
    orders, told = given(late, line)
    assert orders == []
    assert says in told


@pytest.mark.rule("CW-9.2-01")
def test_nobody_takes_a_world_of_those_they_are_at_peace_with() -> None:
    state = invaders()
    peaceful = changed(state, peace=("humans|vermin",))
    orders, told = given(peaceful, CONQUEST)
    assert orders == []
    assert "You are at peace with Vermin, who have 0707-1." in told


def test_a_stronger_force_over_the_world_stops_the_landing_and_says_so() -> None:
    state = invaders()
    ship = next(key for key, each in state.ships.items() if each.design == "TR")
    aboard = changed(state.ships[ship], crates={"INF": 4})
    over = changed(state.fleets["humans-F2"], hex=ENEMY)
    state = changed(state, ships={**state.ships, ship: aboard}, fleets={**state.fleets, "humans-F2": over})
    orders, told = given(looked(state), CONQUEST)
    assert [type(order) for order in orders] == [InvadeWorld]
    assert told == "step 4 of 4, Troopers lands on 0707-1"
    beaten = looked(fleet(state, "Picket", ENEMY, "DD", side="vermin"))
    assert given(beaten, CONQUEST)[1] == "step 4 of 4, Troopers lands on 0707-1 once hull 20 of others is beaten"
    strong = looked(fleet(state, "Swarm", ENEMY, *("DD",) * 9, side="vermin"))
    orders, told = given(strong, CONQUEST)
    assert orders == []
    assert told.startswith("Hull 180 of others was seen over 0707-1, and yours there is 40; Troopers lands once more")


def test_a_fleet_without_troops_over_the_world_is_sent_for_some() -> None:
    state = invaders()
    over = changed(state.fleets["humans-F2"], hex=ENEMY)
    orders, told = given(looked(changed(state, fleets={**state.fleets, "humans-F2": over})), CONQUEST)
    assert orders == []
    assert told == (
        "Troopers is over 0707-1 and has no troops; send it to a colony with battalions, and it goes on from there."
    )


@pytest.mark.parametrize("line", [COLONY, FAR_COLONY, CONQUEST])
def test_a_chain_is_typed_back_as_it_is_printed(line: str) -> None:
    state = invaders() if line == CONQUEST else convoy()
    names = names_of(view_for(state, "humans"))
    one = parse_standing(line, names)
    assert parse_standing(format_standing(one, names), names) == one


def test_who_joined_the_leader_is_left_out_of_the_line() -> None:
    names = names_of(view_for(invaders(), "humans"))
    one = StandingOrder(1, ConquerWorld(f"{ENEMY}-1", "humans-F2", ("humans-F1", "humans-F99")))
    assert format_standing(one, names) == f'take {ENEMY}-1 with "Troopers" and "Guard"'


def test_a_fleet_that_is_none_is_named_in_the_refusal() -> None:
    names = names_of(view_for(convoy(), "humans"))
    with pytest.raises(NotationError, match="You have no fleet called `Nobody`"):
        parse_standing(f"take {ENEMY}-1 with Nobody", names)


def test_a_chain_is_over_when_its_fleet_is_gone_or_another_has_the_world() -> None:
    state = convoy()
    (one,) = standing(state, COLONY)
    view = view_for(state, "humans")
    (lost,) = end_orders((one,), changed(view, fleets={}))
    assert lost.ended == "the fleet that leads it is not there; give it to another"
    rival = changed(
        view, foreign_colonies={f"{NEAR}-1": view_for(world(vermin=50), "humans").foreign_colonies[f"{ENEMY}-1"]}
    )
    assert end_orders((one,), rival)[0].ended == "somebody else has settled that world; choose another"


def test_offers_are_the_best_first_with_price_multiple_turn_and_payback() -> None:
    view = view_for(convoy(), "humans")
    first, *others = colony_offers(situation_of(view, ()))
    assert first.label == f"Found a colony at {NEAR}-1"
    assert first.reason == "20 CPs at ×1, holds 200; founded in turn 5 by Convoy; pays for itself in 1 month then"
    assert (first.starred, any(one.starred for one in others)) == (True, False)
    assert chain_title(view, first.chain) == f"Colony at {NEAR}-1"
    again = colony_offers(situation_of(view, ()), [first.chain])
    assert first.chain not in [one.chain for one in again]
    assert again == ()
    assert "your freighters have their orders (Convoy)" in why_no_colony(situation_of(view, ()), [first.chain])


def test_a_conquest_is_offered_with_what_is_known_of_who_is_there() -> None:
    view = view_for(invaders(), "humans")
    (only,) = conquest_offers(situation_of(view, ()))
    assert only.label == f"Take {ENEMY}-1"
    assert only.reason.startswith("a world of Vermin; nobody seen there within the month, yours is 80")
    assert only.starred
    (friend,) = conquest_offers(situation_of(changed(view, pacts=(Pact("humans", "vermin", "limited", 1),)), ()))
    assert not friend.starred  # its preview warns of the agreement


@pytest.mark.rule("CW-4.3-13")
def test_no_chain_with_a_warning_is_advised() -> None:
    """Full holds leave no room for the supply points of the way."""
    state = invaders()
    full = changed(state, ships={key: changed(ship, cargo=1_000) for key, ship in state.ships.items()})
    situation = situation_of(view_for(full, "humans"), ())
    (only,) = conquest_offers(situation)
    told = " ".join(one.text for one in steps_of(situation, only.chain))
    assert f"{WARNING} 24 supply points are needed on the way and 0 go along" in told
    assert not only.starred


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (world(treasury=0), "Your sheet spends all your CPs"),
        (world(), f"{NEAR}-1 waits for colonists, and you have no freighter. Build a Freighter."),
    ],
)
def test_why_no_colony_can_be_founded_is_the_true_reason(state: GameState, says: str) -> None:
    broke = says.startswith("Your sheet")
    situation = situation_of(view_for(state, "humans"), ())
    if broke:
        situation.planned.purse = 0
    assert says in why_no_colony(situation)


def test_why_no_world_can_be_taken_is_the_true_reason() -> None:
    assert "You know of no colony of others" in why_no_conquest(situation_of(view_for(convoy(), "humans"), ()))
    unarmed = looked(fleet(world(vermin=50), "Guard", HOME, "DD"))
    assert "Build a Trooper" in why_no_conquest(situation_of(view_for(unarmed, "humans"), ()))
    bare = situation_of(view_for(invaders(4), "humans"), ())
    assert conquest_offers(bare) == ()
    assert "You can spare no battalion" in why_no_conquest(bare)
