"""A duel by post: both pilots wish for whole turns at once and in secret, with at most four taps and one ping each a turn."""

import pytest

from playtest.player import OUR_FAULT, refusal
from rules.values import seen_events
from sandbox.reply import Reply, SeenMessage
from tests.e2e.dogfight.dogfight_kit import Cockpit
from tests.e2e.dogfight.test_dogfight_duel import accepted
from tests.e2e.kit import Table
from tests.e2e.test_notify import mentioned

FLOWN, FIRE = "Maneuvers and flight", "Fire"
SECRETS = ("Hard Turn", "climb", "wish")


class Pilot:
    """One of the two, who counts their taps."""

    def __init__(self, duel: Cockpit, who: str) -> None:
        self.duel, self.who, self.taps = duel, who, 0
        self.view: Reply | SeenMessage | None = None

    async def open(self, line: SeenMessage) -> Reply:
        self.taps += 1
        self.view = await self.duel.press("My view", line, who=self.who)
        assert self.view.ephemeral
        return self.view

    async def choose(self, hint: str, *values: str) -> Reply:
        assert self.view is not None
        self.taps += 1
        self.view = await self.duel.table.human(self.who).select(self.view, self._hint(hint), *values)
        return self.view

    def _hint(self, hint: str) -> str:
        return next(one.label for one in self.view.selects if one.label.startswith(hint))  # type: ignore[union-attr]

    async def ready(self) -> Reply:
        assert self.view is not None
        self.taps += 1
        label = next(one.label for one in self.view.buttons if "Ready" in one.label)
        self.view = await self.duel.press(label, self.view, who=self.who)  # type: ignore[arg-type]
        return self.view


async def test_a_turn_is_wished_for_in_secret_with_four_taps_and_one_ping_each(table: Table) -> None:
    duel, begun = await accepted(table)
    await table.settle()
    known = {one.id for one in table.dom.messages(duel.place)}
    line = next(one for one in table.dom.messages(duel.place) if "it is your turn" in one.text())
    assert sorted(mentioned(line)) == sorted([table.ada.id, table.vik.id])
    ada, vik = Pilot(duel, "ada"), Pilot(duel, "vik")
    shown = await ada.open(line)
    print(shown.text(), [b.label for b in shown.buttons], [(s.label, s.options) for s in shown.selects])
    shown = await ada.choose(FLOWN, "turn1", "level1", "slow", "chase:P2")
    print(shown.text())
    shown = await ada.choose(FIRE, "gun:P2")
    print(shown.text())
    shown = await ada.ready()
    print(shown.text(), [b.label for b in shown.buttons])
    print((await duel.press("Refresh", shown, who="ada")).text())
    shown = await vik.open(line)
    print(shown.text())
    shown = await vik.ready()
    print(shown.text())
    await table.settle()
    for one in table.dom.messages(duel.place):
        print("----", one.id in known, mentioned(one), one.text(), [b.label for b in one.buttons], one)
    assert 0
