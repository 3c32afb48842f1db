"""Systems with something in them, and fleets that come there in a real month."""

from collections.abc import Sequence

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Transit
from rules.cluster_war.model.state.places import Special, StarSystem
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice, Roller
from rules.values import Adjudication, Roll, changed
from tests.rules.cluster_war.build import body, small, star, with_fleet

PLAYED = Settings(encounters="played")
HERE = "1010"


class Loaded(Roller):
    """Real dice but for keys that begin so: these show what a test wants, each die of them."""

    def __init__(self, **faces: int) -> None:
        self.dice, self.faces, self.asked = Dice(bytes(32), "test", 1), faces, list[str]()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """The face wanted for any key that holds the word, else what the dice say."""
        self.asked.append(key)
        for word, face in self.faces.items():
            if word in key.split("/"):
                return Roll(key, sides, (min(face, sides),) * count)
        return self.dice.roll(key, sides, count)


def trap(name: str) -> Special:
    """A trap as generation writes it."""
    return Special("Alien Weapon/Trap", (f"Trap: {name}",))


def lair(special: Special | None, *, hex_: str = HERE, settings: Settings = PLAYED, **more: object) -> GameState:
    """A small campaign with something in a system of one world."""
    found = star(hex_, body(1), special=special)
    found = changed(found, **more)  # type: ignore[arg-type] # keywords are StarSystem's own fields
    return small(systems=[found], settings=settings)


def coming(
    state: GameState, *designs: str, to: str = HERE, side: str = "humans", week: int = 1, route: tuple[Leg, ...] = ()
) -> GameState:
    """A fleet of a side that comes out of FTL space at the end of a week of this month."""
    week += 4 * (state.turn - 1)
    name = f"{side.title()} Fleet"
    return with_fleet(state, side, to, *designs, name=name, transit=Transit("0909", to, week - 1, week), route=route)


def play(state: GameState, *orders: SignedOrder, dice: Roller | None = None) -> Adjudication[GameState, Event]:
    """A whole month."""
    return adjudicate(state, orders, dice or Loaded())


def told(events: Sequence[Event], kind: type[Event], side: str = "humans") -> list[Event]:
    """What a side was told of a kind."""
    return [e for e in events if type(e) is kind and side in e.seen_by]


def system_at(state: GameState | TurnState, hex_: str = HERE) -> StarSystem:
    """What is in a hex."""
    return state.cluster.systems[hex_]
