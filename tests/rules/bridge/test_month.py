"""A month whose battle is fought from the admiral's chair: once, to the end, and the same when played again."""

import hashlib

import pytest

from rules.bridge.auto_resolve import settle_under
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import Roll
from tests.rules.cluster_war.chapters.combat.battles import facing
from tests.test_roll_keys import fitting


class Heard(Dice):
    """Dice that remember the keys they were asked for."""

    keys: list[str] = []  # noqa: RUF012 # a frozen value's fields are its seed; this is the test's ear

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        self.keys.append(key)
        return super().roll(key, sides, count)


@pytest.mark.rule("CW-9.0-05")
def test_a_month_fights_its_battle_in_the_chair_and_everybody_is_accounted_for() -> None:
    settings = Settings(battles="chair")
    state = facing(settings=settings)
    dice = Heard(hashlib.sha256(b"month").digest(), "campaign", state.turn)
    done = adjudicate(state, (), dice, settle=settle_under(settings))
    record = next(iter(done.state.battles))
    assert (record.method, record.hex, record.sides) == ("chair", "0505", ("humans", "vermin"))
    assert sum(record.lost.values()) > 0
    assert broken_invariants(state, done.state, done.events) == ()
    again = adjudicate(state, (), dice, settle=settle_under(settings))
    assert again == done
    chair = [key for key in dice.keys if "/chair/" in key]
    assert chair
    assert [key for key in chair if not any("/chair/" in row.form for row in fitting(f"{key}/{'0' * 16}"))] == []
