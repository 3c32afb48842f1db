"""The star that a campaign's battle is at: how large it is on the tactical map, and where it stands (CW-14.0-31, R-165)."""

from collections.abc import Collection, Iterator
from itertools import count
from typing import Final

from rules.bridge.tables_of import bridge_tables, number
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.worlds.terrain import Star, star_of
from rules.errors import GameError
from rules.hexes import Hex, distance, line, ring
from rules.pentagon_war.units import Body

STAR: Final = "star"
CENTRE: Final = Hex(0, 0)
CLEAR: Final = 2
"""Hexes at least between a star's surface and every place where somebody starts, and the straight way from it to the centre."""


def star_beside(code: str, starts: Collection[Hex], settings: Settings) -> Body:
    """The star of a code of the map ("MSg") as a body: as near to the centre as the table says, or as near as leaves all `starts`
    and ways to the centre clear, on the side that is farthest from them. GameError for a code that is no star's."""
    star = star_of(code)
    if star is None:
        raise GameError(f"{code} is no star.", rule="CW-14.0-30")
    radius = rings(star, settings)
    at = next(_clear(set(_ways(starts)), number(settings, "star") + radius, radius + CLEAR))
    zone = number(settings, "star, radiation") if "RAD" in settings.terrain else 0
    return Body(STAR, f"{star.words[:1].upper()}{star.words[1:]}", at, radius=radius, star=True, radiation=zone)


def rings(star: Star, settings: Settings) -> int:
    """How many rings of hexes a star fills: by its kind, if that has a row, else by its class."""
    table = bridge_tables(settings)["BR-T07"]
    return table.number(star.kind if star.kind in table.keys else star.spectral, "radius")


def _clear(ways: Collection[Hex], nearest: int, clear: int) -> Iterator[Hex]:
    """The roomiest place at each distance from the centre at which there is room enough: there is always one farther out."""
    for far in count(nearest):
        room, _, _, at = max((_room(here, ways), -here.q, -here.r, here) for here in ring(CENTRE, far))
        if room > clear:
            yield at


def _ways(starts: Collection[Hex]) -> Iterator[Hex]:
    for start in starts:
        for step in line(start, CENTRE):
            yield from step


def _room(here: Hex, ways: Collection[Hex]) -> int:
    return min((distance(here, way) for way in ways), default=distance(here, CENTRE))
