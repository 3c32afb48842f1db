"""What a campaign is played for (R-260): counted from the true state at each month's end; how a side stands, from its view."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.view import View
from rules.values import GameError, Value

PER_CENT: Final = 100
MOST_TURNS: Final = 999


class Outcome(Value):
    """A campaign has come to its end by its aim; several `winners` share it. `standings` are all empires, the first one first."""

    winners: tuple[SideId, ...]
    standings: tuple["Standing", ...]


class Standing(Value):
    """What an empire has: CPs of its worlds together, how many there are, its ships, and its technologies."""

    side: SideId
    cps: int
    worlds: int
    ships: int
    technologies: int


def check_aim(settings: Settings, sides: int) -> None:
    """GameError for an aim that cannot be played for by so many sides."""
    if settings.aim == "turns" and not 1 <= settings.aim_turns <= MOST_TURNS:
        raise GameError(f"A campaign can end after 1 to {MOST_TURNS} turns, not {settings.aim_turns}.")
    if settings.aim == "share" and not PER_CENT < sides * settings.aim_share <= sides * PER_CENT:
        raise GameError(
            f"With {sides} empires the aim must be more than {PER_CENT // sides} % of the worlds, which each has at the start, "
            f"and at most {PER_CENT} %; not {settings.aim_share} %."
        )


def standings(state: GameState) -> tuple[Standing, ...]:
    """All empires, the one with most CPs in its worlds first."""
    found = []
    for side in state.sides.values():
        own = [colony for colony in state.colonies.values() if colony.side == side.id]
        ships = sum(ship.side == side.id for ship in state.ships.values())
        found.append(Standing(side.id, sum(one.size for one in own), len(own), ships, len(side.technologies)))
    return tuple(sorted(found, key=lambda one: (-one.cps, -one.ships, one.side)))


def outcome_of(state: GameState) -> Outcome | None:
    """What the campaign has come to where its aim is reached by the month that led to `state`; None while it goes on.

    By turns those win whose worlds have most CPs after the last of them; by share whoever holds so many of all worlds that
    empires hold, those with most of them if several do; the last one standing is the last to hold a world, and where nobody
    does, all share. Who is even shares.
    """
    all_ = standings(state)
    match state.settings.aim:
        case "turns" if state.turn > state.settings.aim_turns:
            most = max(one.cps for one in all_)
            won = [one.side for one in all_ if one.cps == most]
        case "share":
            held = sum(one.worlds for one in all_)
            wanted = state.settings.aim_share * held
            most = max(one.worlds for one in all_)
            won = [one.side for one in all_ if one.worlds == most > 0 and one.worlds * PER_CENT >= wanted]
        case "last":
            standing = [one.side for one in all_ if one.worlds]
            won = [] if len(standing) > 1 else standing or [one.side for one in all_]
        case _:
            won = []
    return Outcome(tuple(sorted(won)), all_) if won else None


def known_worlds(view: View) -> Mapping[SideId, int]:
    """How many worlds each empire holds as far as a side knows: its own, and those of others that it has seen."""
    own = sum(colony.side == view.side for colony in view.colonies.values())
    seen = {side: 0 for side in view.flags if side != view.side}
    for one in view.foreign_colonies.values():
        if one.side in seen:
            seen[one.side] += 1
    return {view.side: own, **seen}
