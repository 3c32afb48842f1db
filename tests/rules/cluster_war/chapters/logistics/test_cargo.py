"""Freight: bays, convoys, loading and unloading."""

import pytest

from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.model.economy.holds import bays_needed, cargo_capacity, cargo_held
from rules.cluster_war.model.events.logistics import CargoLoaded, CargoUnloaded
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, draft_of, sheet, small, with_colony, with_fleet

CONVOY = "humans-F1"


@pytest.mark.rule("CW-5.1-03", "CW-18.0-35")
@pytest.mark.parametrize(("cps", "bays"), [(73, 4), (584, 30), (20, 1), (21, 2), (1, 1), (0, 0)])
def test_a_bay_carries_20_cps(cps: int, bays: int) -> None:
    assert bays_needed(cps) == bays


def test_a_house_rule_may_change_what_a_bay_holds() -> None:
    settings = Settings(overrides={"CW-TAB-CAPACITY/cargo bay (starship scale)/CPs of goods/capacity": "30"})
    assert bays_needed(73, settings) == 3


@pytest.mark.rule("CW-5.1-06", "CW-18.0-35")
def test_a_convoy_counts_as_one() -> None:
    state = with_fleet(small(), "humans", "0303", *["freighter"] * 8, "destroyer")
    ships = list(state.ships.values())
    assert cargo_capacity(DESIGNS, ships) == 640
    month = run(state, LoadCargo(CONVOY, 584))
    assert cargo_held(month.ships.values()) == 584
    assert not failures(month)


@pytest.mark.rule("CW-5.1-06", "CW-18.0-35")
def test_seven_small_freighters_are_too_few_for_584_cps() -> None:
    month = run(with_fleet(small(), "humans", "0303", *["freighter"] * 7), LoadCargo(CONVOY, 584))
    assert failures(month) == ["The cargo bays have room for 560 CPs more; 584 CPs fill 30 bays."]
    assert cargo_held(month.ships.values()) == 0
    assert month.purse["humans"] == 1_000


@pytest.mark.rule("CW-5.0-11", "CW-5.1-03")
def test_loading_takes_cps_from_the_pool_under_new_colonies_and_fills_ships_in_order() -> None:
    month = run(with_fleet(small(), "humans", "0303", "freighter", "scout", "freighter"), LoadCargo(CONVOY, 100))
    assert {key: s.cargo for key, s in month.ships.items()} == {"humans/FF01": 80, "humans/SC01": 0, "humans/FF02": 20}
    assert month.purse["humans"] == 900
    assert month.spent["humans"]["colonies"] == 100
    loaded = next(e for e in month.events if isinstance(e, CargoLoaded))
    assert (loaded.cps, loaded.hex, loaded.seen_by, loaded.cause.order) == (100, "0303", ("humans",), "humans-1-1")


def test_what_is_aboard_already_leaves_less_room() -> None:
    state = with_fleet(small(), "humans", "0303", "freighter")
    month = run(state, LoadCargo(CONVOY, 50), LoadCargo(CONVOY, 40), LoadCargo(CONVOY, 30))
    assert month.ships["humans/FF01"].cargo == 80
    assert failures(month) == ["The cargo bays have room for 30 CPs more; 40 CPs fill 2 bays."]


@pytest.mark.rule("CW-5.0-19")
def test_more_than_the_pool_holds_is_not_loaded() -> None:
    state = with_fleet(small(), "humans", "0303", *["freighter"] * 20)
    month = run(state, LoadCargo(CONVOY, 1_001))
    assert failures(month) == ["This needs 1001 CPs and you have 1000 left to spend this turn."]
    assert cargo_held(month.ships.values()) == 0


@pytest.mark.rule("CW-5.0-10", "CW-7.0-11")
def test_a_cut_off_colony_loads_from_its_own_store() -> None:
    state = with_fleet(small(), "humans", "1010", "freighter")
    state = with_colony(state, "humans", "1010", 1, 40, store=30)
    state = with_colony(state, "humans", "1010", 2, 40, store=25)
    month = run(state, LoadCargo(CONVOY, 45), LoadCargo(CONVOY, 11))
    assert month.ships["humans/FF01"].cargo == 45
    assert [month.colonies[c].store for c in ("1010-1", "1010-2")] == [0, 10]
    assert failures(month) == ["Humans 1010 is cut off and holds 10 CPs of its own; this needs 11."]
    assert month.purse["humans"] == 1_000


def test_unloading_at_a_connected_colony_fills_the_pool() -> None:
    month = run(loaded("0303", 60, 30), UnloadCargo(CONVOY, 70, "0303-3"))
    assert month.purse["humans"] == 1_070
    assert [s.cargo for s in month.ships.values()] == [0, 20]
    unloaded = next(e for e in month.events if isinstance(e, CargoUnloaded))
    assert (unloaded.cps, unloaded.to_pool) == (70, True)


@pytest.mark.rule("CW-5.0-10", "CW-6.1-04")
def test_unloading_at_a_cut_off_colony_fills_its_store() -> None:
    state = with_colony(loaded("1010", 60), "humans", "1010", 1, 40, store=5)
    month = run(state, UnloadCargo(CONVOY, 60, "1010-1"))
    assert month.colonies["1010-1"].store == 65
    assert month.purse["humans"] == 1_000


def test_what_was_unloaded_can_be_loaded_again_in_the_same_turn() -> None:
    turn = draft_of(loaded("0303", 60), *sheet("humans", LoadCargo(CONVOY, 80), UnloadCargo(CONVOY, 60, "0303-3")))
    carry_out(Phase.UNLOAD, Phase.LOAD)(turn)
    assert turn.ships["humans/FF01"].cargo == 80
    assert turn.purse["humans"] == 980


COLONIES = "Humans 0303 (0303), Humans 1010 (1010)"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (UnloadCargo(CONVOY, 61, "0303-3"), "Only 60 of these 61 CPs are aboard."),
        (UnloadCargo(CONVOY, 10, "1818-3"), f"You have no colony `1818-3`. Your colonies: {COLONIES}."),
        (UnloadCargo(CONVOY, 10, "1010-1"), "Fleet 1 is at 0303 and Humans 1010 at 1010; unload where the colony is."),
        (
            UnloadCargo("vermin-F1", 10, "0303-3"),
            "You have no fleet `vermin-F1`. Your fleets: Fleet 1, Fleet 2, Fleet 3.",
        ),
        (UnloadCargo(CONVOY, 0, "0303-3"), "Give the number of CPs, at least 1."),
        (LoadCargo(CONVOY, -5), "Give the number of CPs, at least 1."),
        (LoadCargo("humans-F2", 5), "Fleet 2 is in FTL space until it reaches 0606."),
        (LoadCargo("humans-F3", 5), "Fleet 3 is at 1212, where you have no colony; CPs are loaded at your colonies."),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_changes(order: LoadCargo | UnloadCargo, sentence: str) -> None:
    state = with_colony(loaded("0303", 60), "humans", "1010", 1, 40)
    state = with_fleet(state, "humans", "0303", "freighter", transit=Transit("0303", "0606", 0, 9))
    state = with_fleet(state, "humans", "1212", "freighter")
    state = with_fleet(state, "vermin", "0303", "freighter")
    month = run(state, order)
    assert failures(month) == [sentence]
    assert month.ships == state.ships
    assert month.colonies == state.colonies
    assert month.purse == {"humans": 1_000, "vermin": 1_000}


def loaded(hex_: str, *cargo: int) -> GameState:
    """Humans' freighters in a hex with these CPs aboard."""
    state = with_fleet(small(), "humans", hex_, *["freighter"] * len(cargo))
    ships = {key: changed(s, cargo=cps) for (key, s), cps in zip(state.ships.items(), cargo, strict=True)}
    return changed(state, ships=ships)


def run(state: GameState, *orders: LoadCargo | UnloadCargo) -> TurnState:
    """The cargo steps of a turn for the humans."""
    turn = draft_of(state, *sheet("humans", *orders))
    carry_out(Phase.UNLOAD, Phase.LOAD)(turn)
    return turn


def failures(turn: TurnState) -> list[str]:
    """What the humans are told could not be done."""
    return [e.reason for e in turn.events if isinstance(e, OrderFailed) and e.seen_by == ("humans",)]
