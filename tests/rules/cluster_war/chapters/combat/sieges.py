"""A colony under fire from orbit, for tests of bombardment and blockades."""

from typing import Any

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.values import Adjudication, changed
from tests.rules.cluster_war.build import DICE, body, sheet, small, star, with_colony, with_fleet

PLAIN = Settings()
WORLD = "0505-1"
SIEGE = Design("siege", "Siege ship", "ship", 40, 300, prefix="SG", layout={"Beam emitter 3": 40, "Rail gun": 10})


def month(state: GameState, *orders: Order, owner: str = "vermin") -> Adjudication[GameState, Event]:
    """A month with these orders, in which all must add up."""
    done = adjudicate(state, sheet(owner, *orders, turn=state.turn), DICE)
    assert broken_invariants(state, done.state, done.events) == ()
    return done


def besieged(*ships: str, size: int = 250, settings: Settings | None = None, **more: Any) -> GameState:
    """A human colony of 250 CPs at 0505 under vermin guns: each siege ship does 60 points a week."""
    state = small(systems=[star("0505", body(1, "5555", 250))], settings=settings)
    sides = {key: changed(side, designs={**side.designs, "siege": SIEGE}) for key, side in state.sides.items()}
    state = with_colony(changed(state, sides=sides), "humans", "0505", 1, size, **more)
    seen = ColonySighting(WORLD, "humans", "0505", 1, 0, size)
    state = changed(
        state, knowledge={**state.knowledge, "vermin": changed(state.knowledge["vermin"], colonies={WORLD: seen})}
    )
    return with_fleet(state, "vermin", "0505", *(ships or ("siege",)), name="Hammer")
