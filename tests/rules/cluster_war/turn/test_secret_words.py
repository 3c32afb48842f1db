"""The word that ends the keys of a side's secret dice is another one each turn, and tells nothing of the next."""

from pathlib import Path

import pytest

from rules.cluster_war.model.events.logistics import StressChecked
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import Dice
from rules.values import Roll, changed

SCENARIO = Path(__file__).resolve().parents[4] / "scenarios" / "duel_small.toml"
SALT = "0:00112233445566778899aabbccddeeff"


def tired(salt: str, turn: int = 1) -> GameState:
    """Humans whose ships are under stress far from home: a secret die each."""
    state = changed(new_game(load_scenario(SCENARIO), bytes(32)), turn=turn)
    home = state.sides["humans"].home
    far = next(h for h in sorted(state.cluster.systems) if abs(int(h[:2]) - int(home[:2])) > 6)
    fleets = {k: changed(f, hex=far) if f.side == "humans" else f for k, f in state.fleets.items()}
    ships = {k: changed(s, stress=40) if s.side == "humans" else s for k, s in state.ships.items()}
    sides = {**state.sides, "humans": changed(state.sides["humans"], salt=salt)}
    return changed(state, fleets=fleets, ships=ships, sides=sides)


def secret_rolls(state: GameState, seed: bytes = bytes(32), side: SideId = "humans") -> list[Roll]:
    """The stress checks of a side's month."""
    done = adjudicate(state, (), Dice(seed, "game", state.turn))
    return [r for e in done.events if isinstance(e, StressChecked) and e.side == side for r in e.cause.rolls]


def words(rolls: list[Roll]) -> set[str]:
    """What the keys end with."""
    return {roll.key.rpartition("/")[2] for roll in rolls}


@pytest.mark.rule("CW-18.0-07")
def test_who_reads_one_turns_key_learns_that_turns_dice_alone() -> None:
    [first], [second] = words(secret_rolls(tired(SALT, 1))), words(secret_rolls(tired(SALT, 2)))
    assert first != second
    assert not {first, second} & {SALT, SALT.partition(":")[2]}


@pytest.mark.rule("CW-18.0-07")
def test_a_turn_played_again_with_another_seed_has_another_word() -> None:
    assert words(secret_rolls(tired(SALT), bytes(32))) != words(secret_rolls(tired(SALT), bytes(31) + b"\1"))


@pytest.mark.rule("CW-18.0-07")
def test_without_a_salt_a_key_has_no_word() -> None:
    rolls = secret_rolls(tired(""))
    assert [roll.key.count("/") for roll in rolls] == [2] * len(rolls)
    assert rolls
