"""Maps on demand: drawn in a worker from the asking seat's view, before any deadline's batch."""

from typing import Literal

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.facts import PlannedCourse, due_label
from render.campaign.cluster_map.layout import own_region, posted_region, viewport, whole_region
from render.campaign.cluster_map.text_map import write_map_text
from render.canvas.hex_field import Region
from render.canvas.theme import ThemeName
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.values import Value
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services


class MapWish(Value):
    """What part of the map, and how: the whole, the side's own space with its fleets near it, or so many rows above and below
    a hex; `tinted` colours the empires' space (CW-19.0-13), `sensors` shows how far long range sensors reach (CW-12.0-04)."""

    part: Literal["whole", "mine", "around"] = "mine"
    center: str = ""
    radius: int = 6
    theme: ThemeName = "dark"
    tinted: bool = True
    sensors: bool = False


async def draw_map(services: Services, seat: Seat, wish: MapWish) -> tuple[File, File]:
    """A picture and its text twin. GameError for a hex off the map."""
    view = await side_views.view(services, seat)
    game = await games.get_game(services, seat.game_id)
    region_of(view, wish)
    plans: tuple[PlannedCourse, ...] = ()
    if seat.side and game.turn_state == "open":
        plans = plans_of(view, (await orders.sheet_of(services, seat)).standing)
    return await services.workers.run(paint_map, view, wish, game.name, plans, urgent=True)


def plans_of(view: View, sheet: tuple[SignedOrder, ...]) -> tuple[PlannedCourse, ...]:
    """The moves on a sheet as courses, each with its fleet's name and when it would arrive."""
    _, previews, _ = plan_sheet(view, sheet, warn=False)
    return tuple(
        PlannedCourse(
            view.fleets[o.order.fleet].hex,
            tuple(leg.to for leg in o.order.legs),
            due_label(view.fleets[o.order.fleet], previews[o.id].arrives if o.id in previews else None),
        )
        for o in sheet
        if isinstance(o.order, MoveFleet) and o.order.fleet in view.fleets
    )


def region_of(view: View, wish: MapWish) -> Region:
    """The rectangle a wish means."""
    match wish.part:
        case "whole":
            return whole_region(view)
        case "mine":
            return posted_region(view)
        case "around":
            return viewport(view, wish.center, wish.radius)


def paint_map(view: View, wish: MapWish, campaign: str, plans: tuple[PlannedCourse, ...]) -> tuple[File, File]:
    """Draw and describe; runs in a worker."""
    region = region_of(view, wish)
    picture = draw_cluster_map(
        view,
        theme=wish.theme,
        region=None if wish.part == "whole" else region,
        campaign=campaign,
        plans=plans,
        tinted=wish.tinted,
        sensors=wish.sensors,
    )
    # In words a side has all that is its own, fleets far off too.
    text = write_map_text(view, own_region(view) if wish.part == "mine" else region, campaign=campaign)
    return File("map.png", picture.png, picture.alt), File("map.txt", text.encode())
