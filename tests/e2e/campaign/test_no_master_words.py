"""Where no game master rules, no text has one decide: every command of a player, the dashboard, the first turns.

Somebody holds the seat of the host there, too, whose commands are theirs alone; that may be said.
"""

import re
from typing import Any, Final

from discord.app_commands import Group

from playtest.player import GIVE_BUTTON
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.human import Human, Place
from sandbox.interactions import Exchange
from tests.e2e.campaign.default_rulings_kit import all_in_room, month, public, under_way
from tests.e2e.campaign.test_solo import begun
from tests.e2e.kit import CHANNEL, Table
from tests.e2e.test_typed_options import filled

SAID: Final = re.compile(r"[^.\n]*\bgame master\b[^.\n]*", re.IGNORECASE)
OF_THE_HOST: Final = ("Game master: <@", "Only the game master can do that")
ENDS: Final = (
    "campaign leave",
    "campaign finish",
    "campaign handover",
    "campaign solo",
    "campaign create",
    "campaign found",
)
NOT_A_PLAYERS: Final = {
    "gm",
    "npr",
    "psimaster",
    "spymaster",
    "battle",
    "plot",
    "ship",
    "dogfight",
    "privacy",
    "rule",
    "help",
}
"""A rule says what the book says, and help has a page for game masters."""
LINES: Final = (
    'ask "May we hail the derelict?"',
    'when "we are attacked" do "we flee"',
    'engage "Home Fleet" attack',
    'every turn: ask "Is anybody there?"',
)


class Words:
    """All that the bot says, in messages, panels, lists and forms."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.wrong = set[str]()
        sandbox.core.observers.append(self.hear)

    def hear(self, found: Exchange) -> None:
        """Remember what of a request speaks of a game master."""
        if "/commands" not in found.path:
            self.judge("\n".join(texts(found.body)))

    def judge(self, text: str) -> None:
        """The same of a text."""
        self.wrong |= {said.strip() for said in SAID.findall(text) if not any(known in said for known in OF_THE_HOST)}


def texts(body: Any) -> list[str]:
    """Every text in a request's body."""
    if isinstance(body, str):
        return [body]
    if isinstance(body, dict):
        return [text for value in body.values() for text in texts(value)]
    return [text for value in body for text in texts(value)] if isinstance(body, list | tuple) else []


async def use_every_command(table: Table, human: Human, place: Place) -> int:
    """Every command of a player's with values that its lists offer; how many were answered."""
    done = 0
    for command in table.client.tree.walk_commands():
        name = command.qualified_name
        if isinstance(command, Group) or name.startswith(ENDS):
            continue
        if name.split()[0] in NOT_A_PLAYERS:
            continue
        try:
            given = await filled(human, place, command)
            if given is not None:
                await human.slash(place, name, **given)
                done += 1
        except Refused:
            continue  # a command that this person is not offered
    for line in LINES:
        shown = await human.slash(place, "orders write", line=line)
        if "can be given" in shown.text() or "Before you give" in shown.text():
            await human.click(shown, GIVE_BUTTON)
    return done


async def test_a_campaign_of_ones_own_has_no_game_master_decide(table: Table) -> None:
    words = Words(table.sandbox)
    thread = await begun(table)
    assert await use_every_command(table, table.ada, thread) > 100
    assert words.wrong == set()


async def test_a_campaign_that_the_book_rules_has_no_game_master_decide(table: Table) -> None:
    words = Words(table.sandbox)
    await under_way(table)
    assert await use_every_command(table, table.dom, CHANNEL) > 100
    await month(table)
    await month(table)
    for text in (all_in_room(table, "gm"), all_in_room(table, "dom"), public(table)):
        words.judge(text)
    assert words.wrong == set()
