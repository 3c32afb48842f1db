"""The part of the map that a view asks for."""

from render.campaign.cluster_map.layout import POSTED, POSTED_UNIT, posted_layout
from render.canvas.region import Region, column_row
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.view import View
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


def posted(view: View) -> Region:
    """The viewport of a message: the viewer's own space, and as much around it as fills a landscape picture.

    Of a space too large to be read at that size it holds what lies around the home world; `mine` and `whole` have it all.
    """
    most_columns, most_rows = _room(POSTED_UNIT)
    own = mine(view)
    if own == whole(view) and view.me is None:
        return own
    column, row = column_row(view.me.home) if view.me is not None else (own.first_column, own.first_row)
    columns = _span(own.first_column, own.last_column, column, most_columns, view.columns)
    rows = _span(own.first_row, own.last_row, row, most_rows, view.rows)
    unit = posted_layout(Region(columns[0], rows[0], columns[1], rows[1])).unit
    wide, tall = _room(unit)
    columns, rows = _grown(columns, wide, view.columns), _grown(rows, tall, view.rows)
    return Region(columns[0], rows[0], columns[1], rows[1])


def _room(unit: int) -> tuple[int, int]:
    """How many columns and rows of this unit a picture in a message has room for."""
    half = round(unit * 1.7)
    return (POSTED[0] - unit) // (3 * unit), (POSTED[1] - half) // (2 * half)


def _span(first: int, last: int, middle: int, most: int, end: int) -> tuple[int, int]:
    """The span, or as much of it as may be shown around its middle."""
    if last - first + 1 <= most:
        return first, last
    start = min(max(middle - most // 2, first, 1), max(min(last, end) - most + 1, 1))
    return start, min(start + most - 1, end)


def _grown(span: tuple[int, int], many: int, end: int) -> tuple[int, int]:
    """The span made `many` long on the map, on both sides alike as far as there is map."""
    missing = max(min(many, end) - (span[1] - span[0] + 1), 0)
    first = max(min(span[0] - missing // 2, end - (span[1] - span[0]) - missing), 1)
    return first, first + span[1] - span[0] + missing


def _clipped(view: View, left: int, top: int, right: int, bottom: int) -> Region:
    return Region(max(left, 1), max(top, 1), min(right, view.columns), min(bottom, view.rows))
