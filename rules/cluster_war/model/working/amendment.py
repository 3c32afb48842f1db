"""What every amendment is, and the state that amendments change."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.places import StarSystem, grid_of
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import ScriptedDice
from rules.values import Cause, GameError, IllegalOrderError, Value, changed, quoted, unknown


class Amendment(Value, tag=True):
    """What the GM may change in a draft or between turns; each kind is a frozen class of its own, in its subject's file."""


LONGEST_WORDS: Final = 4000
MOST_CPS: Final = 1_000_000


class Amending(TurnState):
    """A state under the GM's hand. `after` holds what no turn changes: settings, trade, peace, embassies, tasks, questions,
    unusual income, NPRs, prepared systems; `cause` is why."""

    def __init__(self, state: GameState, cause: Cause) -> None:
        super().__init__(state, (), ScriptedDice(()))
        self.after = state
        self.cause = cause

    def tell(self, text: str, *sides: SideId, rule: str = "") -> None:
        """Say what was changed, to these sides and the GM."""
        cause = changed(self.cause, rule=rule) if rule else self.cause
        self.say(Amended(text=text, cause=cause, seen_by=sides))

    def side(self, side: SideId) -> Side:
        """A side by its id; GameError with those there are."""
        if side not in self.sides:
            raise unknown(GameError, f"There is no side {quoted(side)}.", side, "The sides are", sorted(self.sides))
        return self.sides[side]

    def colony(self, colony: str) -> Colony:
        """A colony by its id; GameError."""
        if colony not in self.colonies:
            raise GameError(f"There is no colony {quoted(colony)}; a colony is written hex-orbit, like 2034-3.")
        return self.colonies[colony]

    def hex(self, hex_: HexId) -> HexId:
        """A hex of the map; NotationError."""
        grid = grid_of(self.cluster.columns, self.cluster.rows)
        return grid.number(grid.parse(hex_))

    def system(self, hex_: HexId) -> StarSystem:
        """What is in a hex; GameError for empty space."""
        found = self.cluster.systems.get(self.hex(hex_))
        if found is None:
            raise GameError(f"{hex_} is empty space; there is nothing to know there.", rule="CW-2.1-01")
        return found


Apply: TypeAlias = Mapping[type[Amendment], Callable[[Amending, Any], None]]
"""By kind of amendment: what carries it out, or raises GameError with nothing changed."""


def amount(cps: int) -> int:
    """An amount of CPs that can be meant; IllegalOrderError."""
    if not 0 <= cps <= MOST_CPS:
        raise IllegalOrderError(f"An amount runs from 0 to {MOST_CPS} CPs; {cps} does not.", rule="CW-5.0-19")
    return cps
