"""Buttons under a map: pan, zoom, the whole."""

import re
from collections.abc import Mapping

import discord

from cogs.campaign.common.campaign_context import seat_here
from cogs.common.components import ButtonData, Handler, data_for
from cogs.common.interactions import Interaction, sent_files, services_of
from render.canvas.hex_field import column_row, hex_id
from rules.values import GameError, changed
from umpire.campaign.sheets import maps
from umpire.campaign.sheets.maps import MapWish
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.games import Game

MAP_PLACE = re.compile(r"[0-9]{4}:[0-9]{1,2}")
THEMES = {"d": "dark", "l": "light", "c": "colour-blind"}
PANS = {"west": (-1, 0), "east": (1, 0), "north": (0, -1), "south": (0, 1)}
CLOSEST, WIDEST = 2, 20
ARROWS = {"west": "←", "east": "→", "north": "↑", "south": "↓"}


def map_buttons(game: Game, wish: MapWish, *, gm: bool = False) -> discord.ui.View | None:
    """Buttons to move a viewport by its radius, to zoom, and to see the whole; only for maps around a place. Below the game
    master's own maps also one for what waits in systems (`gm.special_map`)."""
    view = discord.ui.View(timeout=None)
    letter = _look(wish)
    if wish.part == "around":
        for name in PANS:
            _add(view, ARROWS[name], game, f"{name}:{wish.center}:{wish.radius}:{letter}")
        closer, wider = max(CLOSEST, wish.radius // 2), min(WIDEST, wish.radius * 2)
        if closer < wish.radius:
            _add(view, "Closer", game, f"zoom:{wish.center}:{closer}:{letter}")
        if wider > wish.radius:
            _add(view, "Wider", game, f"zoom:{wish.center}:{wider}:{letter}")
    again = f"{'dots' if wish.part == 'around' else wish.part}:{wish.center or '0101'}:{wish.radius}"
    dots = changed(wish, sensors=not wish.sensors)
    _add(view, "No sensors" if wish.sensors else "Sensors", game, f"{again}:{_look(dots)}")
    if wish.part != "whole":
        _add(view, "Whole cluster", game, f"whole:0101:6:{letter}")
    if wish.part != "mine":
        _add(view, "All empires" if gm else "My space", game, f"mine:0101:6:{letter}")
    if gm:
        about = f"{wish.center}.{wish.radius}" if wish.part == "around" else ""
        data = data_for(game, "special", about)
        view.add_item(discord.ui.Button(label="What waits here" if about else "What waits", custom_id=data.custom_id))
    view.stop()
    return view


def _look(wish: MapWish) -> str:
    """How a map is drawn, in the letters of its buttons: its theme, large where space is not coloured, and s for sensors."""
    return (wish.theme[0] if wish.tinted else wish.theme[0].upper()) + ("s" if wish.sensors else "")


def _add(view: discord.ui.View, label: str, game: Game, rest: str) -> None:
    data = data_for(game, "map", rest)
    view.add_item(discord.ui.Button(label=label, custom_id=data.custom_id))


async def show_map(interaction: Interaction, data: ButtonData) -> None:
    """Redraw the map another way, in place; always of the asker's own view as it is now."""
    seat = await seat_here(interaction)
    services = services_of(interaction)
    view = await side_views.view(services, seat)
    wish = read_wish(data.rest, view.columns, view.rows)
    await interaction.response.defer()
    picture, text = await maps.draw_map(services, seat, wish)
    game = await games.get_game(services, seat.game_id)
    files = sent_files((picture, text))
    await interaction.edit_original_response(attachments=files, view=map_buttons(game, wish, gm=seat.is_gm))


def read_wish(rest: str, columns: int, rows: int) -> MapWish:
    """What a map button carries; a pan stops at the map's edge. GameError for a button that is not ours."""
    parts = rest.split(":")
    drawn = parts[3] if len(parts) == 4 else ""
    if (
        drawn[:1].lower() not in THEMES
        or drawn[1:] not in {"", "s"}
        or not MAP_PLACE.fullmatch(f"{parts[1]}:{parts[2]}")
    ):
        raise GameError("This map button cannot be read; use /map show again.")
    how, center, radius = parts[0], parts[1], int(parts[2])
    theme, tinted, sensors = THEMES[drawn[0].lower()], drawn[0].islower(), drawn.endswith("s")
    if how in PANS:
        column, row = column_row(center)
        dx, dy = PANS[how]
        center = hex_id(min(max(column + dx * radius, 1), columns), min(max(row + dy * radius, 1), rows))
        how = "zoom"
    if how in {"zoom", "dots"}:
        return MapWish("around", center, radius, theme, tinted, sensors)  # type: ignore[arg-type] # THEMES holds theme names
    return MapWish("whole" if how == "whole" else "mine", theme=theme, tinted=tinted, sensors=sensors)  # type: ignore[arg-type] # as above


BUTTONS: Mapping[str, Handler] = {"map": show_map}
