"""Buttons under a map: the atlas, arrows, closer and wider, the whole."""

import re
from collections.abc import Mapping
from typing import Final

import discord

from cogs.campaign.common.campaign_context import seat_here
from cogs.common.components import ButtonData, Handler, data_for
from cogs.common.interactions import Interaction, defer, note_opened, say, sent_files, services_of
from render.canvas.hex_field import Region, hex_id
from rules.values import GameError, WrongPhaseError, changed
from umpire.campaign.sheets import maps
from umpire.campaign.sheets.maps import MapWish
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.games import Game
from umpire.games.seat import Seat

MAP_PLACE = re.compile(r"[0-9]{4}:[0-9]{1,2}")
THEMES = {"d": "dark", "l": "light", "c": "colour-blind"}
PANS: Final = {"west": (-1, 0), "north": (0, -1), "south": (0, 1), "east": (1, 0)}
ARROWS: Final = {"west": "←", "north": "↑", "south": "↓", "east": "→"}
ZOOMS: Final = (2, 3, 5, 8, 12, 18, 26, 35)
"""How many rows a map can have above and below its middle."""
ATLAS_TEXT: Final = (
    "Your atlas: save the file and open it in a browser. It holds every turn as your side saw it then, and asks nothing of any "
    "network. `?` in it lists the keys."
)


def map_buttons(
    game: Game, wish: MapWish, shown: Region, size: tuple[int, int], *, gm: bool = False
) -> discord.ui.View | None:
    """Below a map that shows this part of a cluster of so many columns and rows: the atlas, half a picture to each side, closer
    and wider, the whole. Below the game master's own maps also one for what waits in systems (`gm.special_map`)."""
    view = discord.ui.View(timeout=None)
    letter, radius = _look(wish), max(shown.rows // 2, 1)
    column, row = (shown.first_column + shown.last_column) // 2, (shown.first_row + shown.last_row) // 2
    here = hex_id(column, row)
    _add(view, "Atlas", data_for(game, "map-atlas", ""), 0)
    ends = {
        "west": shown.first_column <= 1,
        "north": shown.first_row <= 1,
        "south": shown.last_row >= size[1],
        "east": shown.last_column >= size[0],
    }
    steps = max(shown.columns // 2, 1), max(shown.rows // 2, 1)
    for name, (dx, dy) in PANS.items():
        there = hex_id(min(max(column + dx * steps[0], 1), size[0]), min(max(row + dy * steps[1], 1), size[1]))
        _add(view, ARROWS[name], _to(game, f"{name}:{there}:{min(radius, ZOOMS[-1])}:{letter}"), 0, off=ends[name])
    closer = max((one for one in ZOOMS if one < radius), default=0)
    wider = min((one for one in ZOOMS if one > radius), default=0)
    _add(view, "Zoom in", _to(game, f"in:{here}:{closer or radius}:{letter}"), 1, off=not closer)
    whole = all(ends.values()) or not wider
    _add(view, "Zoom out", _to(game, f"out:{here}:{wider or ZOOMS[-1]}:{letter}"), 1, off=whole)
    again = f"{'dots' if wish.part == 'around' else wish.part}:{wish.center or '0101'}:{wish.radius}"
    if wish.part != "whole":
        _add(view, "Whole cluster", _to(game, f"whole:0101:6:{letter}"), 1)
    if wish.part != "mine":
        _add(view, "All empires" if gm else "My space", _to(game, f"mine:0101:6:{letter}"), 1)
    dots = _look(changed(wish, sensors=not wish.sensors))
    _add(
        view,
        "No sensors" if wish.sensors else "Sensors",
        _to(game, f"{again}:{dots}"),
        2 if wish.part == "around" else 1,
    )
    if gm:
        about = f"{wish.center}.{wish.radius}" if wish.part == "around" else ""
        _add(view, "What waits here" if about else "What waits", data_for(game, "special", about), 2)
    view.stop()
    return view


def _look(wish: MapWish) -> str:
    """How a map is drawn, in the letters of its buttons: its theme, large where space is not coloured, and s for sensors."""
    return (wish.theme[0] if wish.tinted else wish.theme[0].upper()) + ("s" if wish.sensors else "")


def _to(game: Game, rest: str) -> ButtonData:
    return data_for(game, "map", rest)


def _add(view: discord.ui.View, label: str, data: ButtonData, row: int, *, off: bool = False) -> None:
    view.add_item(discord.ui.Button(label=label, custom_id=data.custom_id, row=row, disabled=off))


async def buttons_for(interaction: Interaction, seat: Seat, wish: MapWish) -> discord.ui.View | None:
    """The buttons below a seat's map as it is now."""
    services = services_of(interaction)
    view = await side_views.view(services, seat)
    game = await games.get_game(services, seat.game_id)
    return map_buttons(game, wish, maps.region_of(view, wish), (view.columns, view.rows), gm=seat.is_gm)


async def show_map(interaction: Interaction, data: ButtonData) -> None:
    """Draw the map another way, in place; always of the asker's own view as it is now."""
    seat = await _presser(interaction, data)
    services = services_of(interaction)
    wish = read_wish(data.rest)
    maps.region_of(await side_views.view(services, seat), wish)
    alone = interaction.message is not None and interaction.message.flags.ephemeral
    if alone:
        await interaction.response.defer()
    else:
        await defer(interaction)  # what others may read never shows a side's map
    files = await maps.draw_map(services, seat, wish)
    game = await games.get_game(services, seat.game_id)
    said = f"-# {wish.theme} map · text twin attached"
    if data.revision != game.revision:
        said = f"The turn whose map this was is over; this is the map of turn {game.turn}.\n{said}"
    below = await buttons_for(interaction, seat, wish)
    if alone:
        await interaction.edit_original_response(content=said, attachments=sent_files(files), view=below)
    else:
        await say(interaction, said, files=files, buttons=below)


async def show_atlas(interaction: Interaction, data: ButtonData) -> None:
    """The presser's atlas as it is now."""
    seat = await _presser(interaction, data)
    note_opened(interaction, seat)
    await defer(interaction)
    await say(interaction, ATLAS_TEXT, files=[await side_views.atlas(services_of(interaction), seat)])


async def _presser(interaction: Interaction, data: ButtonData) -> Seat:
    seat = await seat_here(interaction)
    if seat.game_id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    return seat


def read_wish(rest: str) -> MapWish:
    """What a map button carries. GameError for a button that is not ours."""
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
    if how in {"whole", "mine"}:
        return MapWish(how, theme=theme, tinted=tinted, sensors=sensors)  # type: ignore[arg-type] # parts and themes by name
    return MapWish("around", center, radius, theme, tinted, sensors)  # type: ignore[arg-type] # THEMES holds theme names


BUTTONS: Mapping[str, Handler] = {"map": show_map, "map-atlas": show_atlas}
