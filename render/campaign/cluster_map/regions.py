"""The part of the map that a view asks for."""

from render.canvas.region import Region, column_row
from rules.cluster_war.state.names import HexId
from rules.cluster_war.state.view import View
from rules.errors import GameError
from rules.hexes import Grid


def whole(view: View) -> Region:
    """All of the map."""
    return Region(1, 1, view.columns, view.rows)


def around(view: View, center: HexId, radius: int) -> Region:
    """The part of the map within `radius` columns and rows (1 to 35) of a hex; GameError for a hex off the map."""
    if not 1 <= radius <= 35:
        raise GameError(f"A map shows 1 to 35 hexes around a place, not {radius}.")
    Grid(view.columns, view.rows, "odd").parse(center)
    column, row = column_row(center)
    return _clipped(view, column - radius, row - radius, column + radius, row + radius)


def mine(view: View) -> Region:
    """The part of the map that holds everything the viewer has, with room around; all of it if they have nothing."""
    places = [c.hex for c in view.colonies.values()]
    for fleet in view.fleets.values():
        places.append(fleet.hex)
        if fleet.transit:
            places.append(fleet.transit.to)
        places += [leg.to for leg in fleet.route]
    if not places:
        return whole(view)
    at = [column_row(here) for here in places]
    columns, rows = [c for c, _ in at], [r for _, r in at]
    return _clipped(view, min(columns) - 3, min(rows) - 3, max(columns) + 3, max(rows) + 3)


def _clipped(view: View, left: int, top: int, right: int, bottom: int) -> Region:
    return Region(max(left, 1), max(top, 1), min(right, view.columns), min(bottom, view.rows))
