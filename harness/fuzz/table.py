"""The evening that is fuzzed: a founded Cluster War campaign of two, another campaign, a battle and a dogfight, with their
players, a game master, a visitor, and somebody who gave a seat up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playtest.player import GIVE
from sandbox.model import Channel
from tests.e2e.battle.battle_kit import begun, new_fight
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import CHANNEL, Table
from umpire.games.games import game_in

ELSEWHERE = "war-room"
"""Where the other campaign is."""
PEOPLE = {"ada": 30, "gm": 22, "dom": 14, "vik": 14, "ola": 10, "visitor": 10}
"""Who does something how often. Ola led the Dominators before Dom; Ada and Vik fight the battle; Vik sits in the other game."""


@dataclass
class Evening:
    """A table with its games; `words` are true names of things of every side of every game, and numbers of games."""

    table: Table
    games: Sequence[str]
    battle: Channel
    dogfight: Channel
    words: Sequence[str]

    @property
    def campaigns(self) -> Sequence[str]:
        """The games of Cluster War; in them each order counts, while a battle's last programme is the one that is flown."""
        return self.games[:2]

    def places(self, who: str) -> list[Channel]:
        """Where somebody may write, always in the same order."""
        return sorted(self.table.human(who).channels(), key=lambda each: each.id)


async def set_up(table: Table) -> Evening:
    """Begin all games of an evening. Time stands still, so that nothing happens but what the steps do."""
    table.clock.freeze()
    table.open_commands()
    campaign = (await table.start("duel_small", sides=["humans"], begin=False)).id
    await _seat(table, "ola", "dominators")
    await table.gm.slash(CHANNEL, "campaign begin")
    await table.settle()
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.dom.id)
    table.flags["dom"] = "Dominators"
    await _give_some_orders(table)
    words = await _words(table)
    other = await _other_campaign(table)
    fight = await begun(table, hours=0)
    await new_fight(table, "visitor", "duel", hours=0)
    await table.human("ola").slash(CHANNEL, "battle new", scenario="free", points=500)
    cockpit = await take_off(table, "vik")
    table.game_id = campaign
    for human in (table.ada, table.vik, table.visitor):
        human.open_dm()
    games = (campaign, other, fight.game_id, cockpit.game_id)
    words = sorted({*words, *games, "S1", "A1", "S", "A", "L1", "B1", "M1", "Kestrel", "kestrel_vee", "duel", "free"})
    return Evening(table, games, fight.thread, cockpit.place, words)


async def _seat(table: Table, who: str, side: str) -> None:
    joined = await table.human(who).slash(CHANNEL, "campaign join", side=side)
    assert "leads" in joined.text(), joined


async def _give_some_orders(table: Table) -> None:
    for who in ("ada", "dom"):
        asked = await table.ask(who, "orders ask", text="What now?")
        await table.human(who).click(asked, GIVE)


async def _other_campaign(table: Table) -> str:
    made: dict[str, Any] = {"name": "Another War", "scenario": "duel_small", "schedule": "none"}
    await table.gm.slash(ELSEWHERE, "campaign create", **made)
    await table.vik.slash(ELSEWHERE, "campaign join", side="humans")
    guild, channel = table.sandbox.world.guild().id, table.sandbox.world.channel(ELSEWHERE).id
    return (await game_in(table.services, guild, channel)).id


async def _words(table: Table) -> list[str]:
    view = await table.view()
    found: set[str] = {"humans", "dominators", "Terra", "SC", "DD", "DD01", "Beams"}
    for fleet in view.fleets.values():
        found |= {str(fleet.id), fleet.name}
    for colony in view.colonies.values():
        found |= {str(colony.id), colony.name, str(colony.hex)}
    return sorted(found)
