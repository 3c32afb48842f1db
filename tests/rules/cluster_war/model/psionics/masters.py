"""Psychics for tests: designs with abilities, sides whose races have them, and holds over others."""

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.psionics.abilities import all_abilities, race_entry
from rules.cluster_war.model.psionics.units import psi_trait
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.values import changed

REASON = "their minds are strong"


def trained(state: GameState, side: SideId, design: str, *abilities: str, traits: tuple[str, ...] = ()) -> GameState:
    """The state in which a side's units of a design have these abilities, as its race has, and other traits."""
    owner = state.sides[side]
    entries = (race_entry(all_abilities()[ability]) for ability in abilities)
    race = changed(owner.race, abilities=tuple(dict.fromkeys((*owner.race.abilities, *entries))))
    unit = owner.designs[design]
    marked = tuple(dict.fromkeys((*unit.traits, *map(psi_trait, abilities), *traits)))
    designs = {**owner.designs, design: changed(unit, traits=marked)}
    return changed(state, sides={**state.sides, side: changed(owner, race=race, designs=designs)})


def ruled(state: GameState, *amendments: Amendment) -> tuple[GameState, tuple[Event, ...]]:
    """The state after the game master's amendments, and all that was told."""
    events: list[Event] = []
    for amendment in amendments:
        done = amend(state, amendment, REASON)
        state, events = done.state, [*events, *done.events]
    return state, tuple(events)


def after(state: GameState, *amendments: Amendment) -> GameState:
    """The state after them."""
    return ruled(state, *amendments)[0]
