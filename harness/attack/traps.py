"""Traps that do catch: where nobody looks, and a fleet that is a week away from it."""

from typing import Final

from harness.attack.fact import Played, Use, Words
from harness.attack.other_facts import rewritten
from rules.cluster_war.model.state.common import WEEKS_PER_TURN
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.values import changed

STASIS: Final = "Stasis Field Generator"


def laid(what: str = STASIS, **more: object) -> Use:
    """The game master puts a trap where nobody has been."""
    return Use("special place", {"hex": "{deeper}", "kind": "Alien Weapon/Trap", "what": what, **more})


def lured(fleet: str, to: str = "deeper") -> Played:
    """A fleet of the Humans' is on its way there (or to another such place), and comes in this month's first week."""

    def done(state: GameState, words: Words) -> GameState:
        found = next(f for f in state.fleets.values() if f.name == fleet)
        week = (state.turn - 1) * WEEKS_PER_TURN
        transit = Transit(found.hex, words[to], week - 1, week + 1)
        return changed(state, fleets={**state.fleets, found.id: changed(found, transit=transit)})

    return rewritten(done)
