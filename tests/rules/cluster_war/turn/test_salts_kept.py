"""A side's secret word ends the keys of its secret dice; who learns it can work out that turn's. It never reaches another."""

import pytest

from rules.cluster_war.model.events.colonies import WorldRecovered, WorldStrained
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Fleet, Mining
from rules.cluster_war.model.state.places import Strain
from rules.dice import secret_word
from rules.values import Adjudication, changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import Rigged, empire, fleet, rich, told, turn

SALTS = {"humans": "0:5a17000000000001", "vermin": "0:5a17000000000002"}


def salted(state: GameState) -> GameState:
    """The state with a salt for each side."""
    return changed(state, sides={k: changed(s, salt=SALTS.get(k, "")) for k, s in state.sides.items()})


def leaks(done: Adjudication[GameState, Event], dice: Rigged) -> list[Event]:
    """Events that show a side another side's salt, or its word of this turn in the keys of their dice."""
    secrets = {side: (salt, secret_word(salt, done.state.turn - 1, dice)) for side, salt in SALTS.items()}
    return [
        event
        for event in done.events
        for side in SALTS
        for other in SALTS
        if other != side and may_see(event, side) and any(secret in repr(event) for secret in secrets[other])
    ]


@pytest.mark.rule("CW-7.1-09", "CW-18.0-07")
@pytest.mark.parametrize("care", [0, 5])
def test_neighbours_see_a_world_recover_but_not_the_owners_dice_nor_his_care(care: int) -> None:
    state = with_colony(empire(rich("0304", 200, step="5655")), "humans", "0304", 2, 20)
    state = with_colony(salted(state), "vermin", "0304", 3, 20)
    state = changed(state, strains={"0304-2": Strain(20, "5555", care, side="humans")})
    dice = Rigged("fallow/0304-2", face=1)
    done = turn(state, dice=dice)
    seen = {e.side: e for e in told(done, WorldRecovered)}
    assert set(seen) == {"humans", "vermin"}
    assert [e.cause.rolls for e in seen.values()] == [(), ()], "a die that one sees tells the other of work done here"
    assert [m.value for m in seen["vermin"].cause.modifiers] == [1]
    assert leaks(done, dice) == []


@pytest.mark.rule("CW-7.1-06", "CW-18.0-07")
def test_of_two_who_strip_mine_one_world_neither_learns_the_others_salt() -> None:
    state = salted(fleet(empire(rich("0304", 200)), "0304", "digger"))
    mine = changed(state.fleets["humans-F1"], mining=Mining("0304", 2, strip=True))
    ships = {f"vermin/{k.partition('/')[2]}": changed(s, side="vermin", id=f"vermin/{k.partition('/')[2]}")
             for k, s in state.ships.items()}  # fmt: skip
    theirs = Fleet("vermin-F1", "vermin", "Gnawers", "0304", tuple(ships), mining=mine.mining)
    designs = {**state.sides["vermin"].designs, **state.sides["humans"].designs}
    state = changed(
        state,
        fleets={mine.id: mine, theirs.id: theirs},
        ships={**state.ships, **ships},
        sides={**state.sides, "vermin": changed(state.sides["vermin"], designs=designs)},
    )
    dice = Rigged("strip-mining/0304-2", face=90)
    done = turn(state, dice=dice)
    assert {e.side for e in told(done, WorldStrained)} == {"humans", "vermin"}
    assert leaks(done, dice) == []
