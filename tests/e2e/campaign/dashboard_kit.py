"""The dashboard of a person's thread, for tests, and a person who taps."""

from dataclasses import dataclass

from playtest.player import Player
from sandbox.human import Human, Place
from sandbox.reply import Reply, SeenMessage
from storage import orders
from storage.orders import OrderRow
from tests.e2e.kit import CHANNEL, Table


@dataclass
class Thumb(Player):
    """A person who only taps, and counts the taps: a button is one, and so is a line of a list."""

    place: Place = CHANNEL
    taps: int = 0

    def took(self, did: str, reply: Reply) -> None:
        self.taps += 1
        super().took(did, reply)


async def said_to(human: Human, seen: SeenMessage, label: str) -> str:
    """All that a press is answered with: what changes, and what comes below it."""
    told = await human.click(seen, label)
    return "\n".join(one.text() for one in (told, *told.followups))


def starred(seen: SeenMessage) -> list[str]:
    """The buttons of what is advised."""
    return [b.label for b in seen.buttons if b.label and b.label.startswith("★ ")]


def advised(seen: SeenMessage, word: str) -> str:
    """The first button of what is advised that says this."""
    return next(label for label in starred(seen) if word in label)


def give_button(seen: SeenMessage) -> str:
    """The button that gives what a preview or list shows, one order or several."""
    return next(b.label for b in seen.buttons if b.label and b.label.startswith("Give"))


def choice(seen: SeenMessage, label: str) -> str:
    """What the line of the only list carries that says this."""
    (found,) = seen.selects
    return next(value for words, value in found.options if words.removeprefix("★ ") == label)


async def standing(table: Table, side: str) -> list[OrderRow]:
    turn = (await table.game()).turn
    async with table.services.storage.reading() as tx:
        found = await orders.of_side(tx, table.game_id, turn, side)
    return [row for row in found if row.withdrawn_at is None]


def dashboard_of(table: Table, who: str) -> SeenMessage:
    """The one pinned message of a person's thread."""
    pinned = [seen for seen in table.human(who).messages(table.room(who), 500) if seen.payload["pinned"]]
    assert len(pinned) == 1, [seen.text() for seen in pinned]
    return pinned[0]
