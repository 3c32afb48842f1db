"""The peer of a turn: late phases of standard games of Diplomacy, as the package `diplomacy` 1.1.2 plays them."""

import warnings
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

PeerGame: TypeAlias = Any
"""A `diplomacy.Game`; the package has no type information."""

FIRST_YEAR, LAST_YEAR = 1906, 1911
"""Which movement phases count as late in play."""


def late_phases(games: int) -> list[PeerGame]:
    """Games on the point of resolving each late movement phase, every unit with an order, drawn from the legal ones."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the package leaves its map cache's file open
        from diplomacy import Game  # noqa: PLC0415 # reading it is not to cost those who only collect the tests

        return [phase for seed in range(games) for phase in _played(Game(), Random(seed))]


def _played(game: PeerGame, chance: Random) -> list[PeerGame]:
    found: list[PeerGame] = []
    while not game.is_game_done and year_of(game) <= LAST_YEAR:
        _order_all(game, chance)
        if year_of(game) >= FIRST_YEAR and game.get_current_phase().endswith("M"):
            found.append(deepcopy(game))
        game.process()
    return found


def _order_all(game: PeerGame, chance: Random) -> None:
    possible = game.get_all_possible_orders()
    for power in sorted(game.powers):
        places = sorted(game.get_orderable_locations(power))
        game.set_orders(power, [chance.choice(sorted(possible[place])) for place in places if possible[place]])


def year_of(game: PeerGame) -> int:
    """The year of a game's phase; after the last one for a game that is over."""
    digits = game.get_current_phase()[1:5]
    return int(digits) if digits.isdigit() else LAST_YEAR + 1


def peer_units(game: PeerGame) -> int:
    """Armies and fleets on the map."""
    return sum(len(power.units) for power in game.powers.values())


def orders_given(game: PeerGame) -> int:
    """Orders that the game will resolve."""
    return sum(len(given) for given in game.get_orders().values())


def process_all(phases: list[PeerGame]) -> None:
    """Resolve every phase."""
    for phase in phases:
        phase.process()
