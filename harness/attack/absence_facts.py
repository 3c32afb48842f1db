"""Hidden things of absences: where the game master alone reads the calendar nobody hears who is away or who acts for them."""

from typing import Final

from harness.attack.fact import Fact, Played, Use, Words, WrittenOrder
from playtest.player import GIVE_BUTTON
from sandbox.model import Member
from tests.e2e.kit import CHANNEL, Table

HIDE_CALENDAR: Final = Use("away rules", {"calendar": "gm"})
GO_AWAY: Final = Use("away plan", {"until": "3 days", "word": "Secret shore leave"}, who="ada")
ORDER: Final = 'rename "Works" to "Stand In"'


async def deputed(table: Table, name: str, line: str, until: str = "3 days") -> None:
    """Somebody from outside acts for a player who is away, and gives an order for them."""
    world, player = table.sandbox.world, table.human(name)
    friend = world.add_user("friend")
    world.guild().members[friend.id] = Member(friend.id)
    named = await player.slash(CHANNEL, "away deputy", member=friend.id)
    assert "acts for you" in (await player.click(named, "Yes, they may")).text()
    assert "You are away" in (await player.slash(CHANNEL, "away plan", until=until)).text()
    await table.tick()
    preview = await table.human("friend").slash(CHANNEL, "orders write", line=line)
    assert "✔ Order given" in (await table.human("friend").click(preview, GIVE_BUTTON)).text()
    await table.settle()


async def _for_ada(table: Table, words: Words) -> None:
    """The order is one that the game master alone can tell from Ada's."""
    await deputed(table, "ada", ORDER)


ABSENCE_FACTS: Final[tuple[Fact, ...]] = (
    Fact("an absence that the game master alone may read", "away plan", (HIDE_CALENDAR, GO_AWAY), alone=True,
         instead=(HIDE_CALENDAR,)),
    Fact("who acts for somebody, and what they ordered", "away deputy", (HIDE_CALENDAR, Played(_for_ada)), alone=True,
         instead=(HIDE_CALENDAR, WrittenOrder(ORDER))),
    Fact("who is to act for somebody some day", "away deputy", (Use("away deputy", {"bot": "hermit"}, who="ada"),), alone=True),
)  # fmt: skip
