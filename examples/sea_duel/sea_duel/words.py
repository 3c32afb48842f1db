"""A duel in words: the map's text twin, what its picture is described by, its log, its headlines."""

from collections.abc import Iterable, Sequence

from render.words.safe_text import count, fitting
from rules.hexes import distance
from sea_duel.rules import COURSES, LAST_TURN, RUDDER, SEA, Duel, Ended, Event, Fired, Plot, Sailed, Ship, Struck


def ship_line(ship: Ship) -> str:
    """A ship in one line."""
    state = f"speed {ship.speed}, hull {ship.hull}" if ship.hull else "sunk"
    return f"{ship.name} at {SEA.name(ship.at)}, heading {COURSES[ship.heading]}, {state}"


def _facts(duel: Duel) -> list[str]:
    blue, red = duel.ships["blue"], duel.ships["red"]
    when = f"Turn {duel.now.turn} of {LAST_TURN}" if duel.winner is None else ended(duel)
    return [f"{when}.", *(f"{ship_line(one)}." for one in (blue, red)), f"Range {distance(blue.at, red.at)}."]


def alt(duel: Duel) -> str:
    """What the map shows, at most 1,024 characters."""
    return fitting(["A sea of hexes with two ships.", *_facts(duel)])


def text(duel: Duel) -> str:
    """The map in words, a fact a line."""
    return "\n".join([*_facts(duel), ""])


def ended(duel: Duel) -> str:
    """Who has won."""
    return f"{duel.ships[duel.winner].name} has won" if duel.winner else "The duel is a draw"


def plot_line(plot: Plot, ship: Ship) -> str:
    """A plot as its captain reads it."""
    return f"{RUDDER[plot.rudder]}, speed {plot.speed} ({COURSES[(ship.heading + plot.rudder) % 6]})"


def line(event: Event, duel: Duel) -> str:
    """What happened, as the log tells it."""
    name = f"**{duel.ships[event.side].name}**" if event.side else ""
    match event:
        case Sailed():
            return f"{name} sails to {SEA.name(event.at)}, {COURSES[event.heading]}, speed {event.speed}."
        case Fired():
            return f"{name} fires: {event.total}, {count(event.damage, 'hit') if event.damage else 'a miss'}."
        case Struck():
            return f"{name} strikes its colours."
        case _:
            return f"**{ended(duel)}.**"


def headlines(duel: Duel, events: Sequence[Event]) -> Iterable[tuple[int, str]]:
    """What is worth telling who comes back, and how much it weighs (1 to 99)."""
    for event in events:
        if isinstance(event, Ended | Struck) or (isinstance(event, Fired) and event.damage):
            yield (50 if isinstance(event, Fired) else 90), line(event, duel)
