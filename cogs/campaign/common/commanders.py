"""Who leads a fleet and its ships, and what their crews are, as parts of a fleet's text."""

from collections.abc import Iterator

from render.words.safe_text import count, plain
from rules.cluster_war.chapters.officers.ratings import (
    admiral_of,
    captain_ratings,
    commander_of,
    counts_as,
    crew_attack,
    engineer_bays,
    initiative_bonus,
)
from rules.cluster_war.model.state.officers import in_charge
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.state.view import View


def leaders(view: View, fleet: Fleet) -> Iterator[str]:
    """A line for the admiral and the commander in charge of a fleet (CW-17.1-26)."""
    admiral, commander = (find(view, fleet.side, fleet.ships) for find in (admiral_of, commander_of))
    if admiral is not None:
        yield f"Admiral: {plain(admiral.name)} (strategy {admiral.strategy})"
    if commander is not None:
        bonus = initiative_bonus(view, fleet.side, fleet.ships)
        yield f"Commander: {plain(commander.name)} (initiative +{bonus})"


def manned(view: View, ship: Ship) -> Iterator[str]:
    """What a ship's captain, engineers and crew are worth, where there is something to say."""
    captain = in_charge(view.officers.values(), "captain", {ship.id})
    if captain is not None:
        attack, defense = captain_ratings(view, ship.id)
        yield f"captain {plain(captain.name)} (attack +{attack}, defense {defense})"
    if bays := engineer_bays(view, ship.id, view.settings):
        yield f"{count(bays, 'repair bay')} by engineers"
    if view.settings.graded_crews and (ship.grade != "regular" or ship.settling):
        grade = counts_as(ship)
        yield f"{grade} crew (attack {crew_attack(grade, view.settings):+d} %)"
