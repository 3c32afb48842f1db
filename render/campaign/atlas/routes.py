"""What an atlas needs to measure a route as the rules do: each fleet's way to travel, the table of its drive, the chart."""

from contextlib import suppress
from fractions import Fraction
from typing import Final

from render.campaign.atlas.hazards import fleet_risks, risks
from render.page.page import Json
from rules.cluster_war.chapters.movement.journey import GATE, WORMHOLE
from rules.cluster_war.chapters.movement.move_orders import MOST_LEGS
from rules.cluster_war.chapters.movement.navigation import Mode, chart_in, mode_of
from rules.cluster_war.chapters.movement.travel_time import weeks
from rules.cluster_war.model.orders.names import Names, fleet_text
from rules.cluster_war.model.state.names import WEEKS_PER_TURN
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drive_kinds import drive_of, ruled
from rules.cluster_war.model.worlds.terrain import NAMES, kind_of
from rules.cluster_war.play.notation import names_of
from rules.errors import IllegalOrderError

SECOND_STAGE: Final = "second stage"


def charts(view: View) -> dict[str, Json]:
    """What is the same for all fleets of a side, in one turn."""
    if view.me is None:
        return {}
    chart, settings = chart_in(view), view.settings
    chart_facts: dict[str, Json] = {
        "gates": sorted(chart.gates),
        "passes": dict(chart.passes),
        "monopoles": chart.monopoles or not settings.monopoles,
        "pushAdds": ruled("hexes a push adds", settings),
        "delay": ruled("weeks lost at asteroids", settings),
        "forming": max(1, ruled("weeks a wormhole forms", settings)),
        "string": max(0, settings.string_weeks),
        "range": drive_of(WORMHOLE, settings).range,
        "natural": settings.natural_wormholes == "travel",
        "month": WEEKS_PER_TURN,
        "legs": MOST_LEGS,
        **risks(view),
    }
    return {"chart": chart_facts}


def voyages(view: View) -> dict[str, Json]:
    """How each own fleet travels, by its id: by its own drive, by gate and by wormhole, or why it cannot; and how an order
    names it."""
    if view.me is None:
        return {}
    names = names_of(view)
    return {fleet.id: _voyage(view, fleet, names) for fleet in view.fleets.values()}


def _voyage(view: View, fleet: Fleet, names: Names) -> Json:
    found: dict[str, Json] = {"line": fleet_text(names, fleet.id), "at": fleet.hex}
    if fleet.transit is not None:
        found["why"] = f"It is in FTL space until it reaches {fleet.transit.to} and cannot be called back."
        return found
    try:
        found["drive"] = _drive(_mode(view, fleet), view.settings)
    except IllegalOrderError as refused:
        found["why"] = str(refused)
    with suppress(IllegalOrderError):
        found["hull"] = _mode(view, fleet, GATE).hull
    return found | fleet_risks(view, fleet)


def _mode(view: View, fleet: Fleet, by: str = "") -> Mode:
    designs = view.me.designs if view.me else {}
    return mode_of(fleet.name, designs, [view.ships[ship] for ship in fleet.ships], view.settings, by)


def _drive(mode: Mode, settings: Settings) -> Json:
    drive = mode.drive
    told: dict[str, Json] = {"family": drive.family, "name": drive.name, "rating": mode.rating, "pushes": drive.pushes}
    if drive.family == SECOND_STAGE:
        told["table"] = str(mode.gravity)
    if drive.family == "displacement":
        told |= {"month": mode.month, "needs": drive.id == "jump"}
    if drive.family != "linear":
        shut = {code for code in drive.banned if kind_of(code) in settings.terrain}
        told |= {"closed": {code: NAMES[kind_of(code)] for code in sorted(shut)}} if shut else {}
    if drive.family == "linear":
        told |= {"month": mode.month, "banned": sorted(drive.banned), "delays": sorted(drive.delays)}
    if drive.family == "wormhole":
        told["range"] = drive.range
    return told


def travel_tables(view: View) -> dict[str, Json]:
    """Weeks by hexes, from none to as far as the map is wide, for every rating in G that own fleets have (CW-4.0-01)."""
    if view.me is None:
        return {}
    ratings: set[Fraction] = set()
    for fleet in view.fleets.values():
        try:
            mode = _mode(view, fleet)
        except IllegalOrderError:
            continue
        if mode.drive.family == SECOND_STAGE and mode.gravity > 0:
            ratings.add(mode.gravity)
    far = _widest(view)
    return {str(rating): [weeks(n, rating, view.settings) for n in range(far + 1)] for rating in sorted(ratings)}


def _widest(view: View) -> int:
    """Hexes between the corners of the map that lie furthest apart."""
    columns, rows = view.columns % 100, view.rows % 100
    ends = [f"{column:02}{row:02}" for column in (1, columns) for row in (1, rows)]
    return max(distance(view, one, other) for one in ends for other in ends)
