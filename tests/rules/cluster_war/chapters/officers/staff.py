"""A campaign with flag officers for tests: the Humans have ships with every kind of post, and a military base at home."""

from fractions import Fraction

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Officer, Post, PostKind
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import Adjudication, changed
from tests.rules.cluster_war.build import DESIGNS, sheet, small, with_fleet

HOME = "0303-3"
FLAGSHIP = Design(
    "flagship",
    "Flagship",
    "ship",
    40,
    200,
    Fraction(4),
    prefix="CA",
    layout={"Bridge": 1, "Flag bridge": 1, "Combat information center": 1, "Beam emitter 3": 3},
)
MILITIA = Design("militia", "Militia", "ground", 1, 6, ratings=(2, 2, 1, 1))


def staffed(*officers: Officer, flag_officers: bool = True, graded_crews: bool = True) -> GameState:
    """The Humans with two flagships and a destroyer at home, a lone destroyer far away, and these officers."""
    settings = Settings(flag_officers=flag_officers, graded_crews=graded_crews)
    state = small(settings=settings, turn=3)
    designs = {**DESIGNS, FLAGSHIP.id: FLAGSHIP, MILITIA.id: MILITIA}
    state = changed(
        state,
        sides={key: changed(side, designs=designs, treasury=500) for key, side in state.sides.items()},
        colonies={
            key: changed(colony, training=50, shipyard_bays=40, garrison={"militia": 3})
            for key, colony in state.colonies.items()
        },
    )
    state = with_fleet(state, "humans", "0303", "flagship", "flagship", "destroyer", name="1st Fleet")
    state = with_fleet(state, "humans", "1010", "destroyer", name="Far Eye")
    counters = {**state.counters, "officer/humans": len(officers)}
    return changed(state, officers={o.id: o for o in officers}, counters=counters)


def officer(
    number: int = 1, name: str = "Talon", post: PostKind | None = None, unit: str = "", **more: object
) -> Officer:
    """An officer of the Humans with ratings of 5, maybe in a post."""
    plain = Officer(f"humans/O{number}", "humans", name, 5, 5, 5, 5, post=Post(post, unit) if post else None)
    return changed(plain, **more)  # type: ignore[arg-type] # keywords are Officer's own fields


def month(state: GameState, *orders: Order) -> Adjudication[GameState, Event]:
    """A month in which the Humans give these orders."""
    return adjudicate(state, sheet("humans", *orders, turn=state.turn), Dice(bytes(32), "test", state.turn))
