"""A jet's card as it is drawn: the boxes ticked, and what it holds (JET-E05, JET-X03)."""

from dataclasses import dataclass

from rules.air_force.changes import card, max_speed
from rules.air_force.energy import MOST_MANEUVERS
from rules.air_force.state import Dogfight, Jet, Maneuvers
from rules.air_force.tables_of import Aircraft


@dataclass(frozen=True, slots=True)
class Card:
    """Everything on one card. `fuel`, `guns` and `missiles` are None where they are not known."""

    aircraft: Aircraft
    speed: int
    max_speed: int
    altitude: int
    heading: int
    boxes: tuple[tuple[str, bool], ...]
    afterburner: bool
    hits: int
    fuel: int | None
    guns: int | None
    missiles: int | None


def boxes(chosen: Maneuvers) -> tuple[tuple[str, bool], ...]:
    """The five boxes and whether each is ticked: Turn three times, Jink, Aim (JET-E05)."""
    turns = tuple(("Turn", count < chosen.hard_turns) for count in range(MOST_MANEUVERS))
    return (*turns, ("Jink", chosen.jink), ("Aim", chosen.aim))


def card_now(fight: Dogfight, jet: Jet) -> Card:
    """A jet's card as it stands; of a view, what that side knows."""
    held = jet.stores
    return Card(
        card(fight, jet),
        jet.speed,
        max_speed(fight, jet),
        jet.altitude,
        jet.heading,
        boxes(jet.maneuvers),
        jet.afterburner,
        jet.hits,
        None if held is None else held.fuel,
        None if held is None else held.guns,
        None if held is None else held.missiles,
    )
