"""The worlds of a battle map: stars, planets and moons, and the rim of a gas giant beyond an edge."""

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.battle.battle_map.objects import WorldKind, world_sign
from render.canvas.hex_field import HexField, Region
from render.canvas.hex_ground import hex_mask
from render.canvas.stamps import WORLD_COLOURS, DrawingCache, tone
from render.canvas.theme import Palette, mix, rgb
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.positions import fills
from rules.pentagon_war.units import Body, UnitId

BODY_RIM: Final = 2
MASK_CACHE: Final = DrawingCache[Image.Image](8)


def draw_worlds(
    image: Image.Image,
    field: HexField,
    all_bodies: Mapping[UnitId, Body],
    palette: Palette,
    bounds: tuple[int, int, int, int] | None = None,
) -> None:
    """Stars, planets of one and several hexes, moons smaller than a hex, and gas giants beyond an edge, as filled hexes.

    Of a gas giant no more than a rim beyond the map's edge (`bounds`) is shown.
    """
    for _, body in sorted(all_bodies.items()):
        if body.destroyed:
            continue
        if body.edge is not None:
            _giant(image, field, body, palette, bounds)
            continue
        x, y = field.center(body.at)
        kind: WorldKind = "star" if body.star else "gas" if body.gas_giant else "rock" if body.radius < 0 else "planet"
        radius = round(field.half * (0.42 if body.radius < 0 else 0.84 if body.radius == 0 else 2 * body.radius + 0.75))
        world_sign(max(radius, 3), kind, body.atmosphere, palette).put(image, x, y)


def _giant(
    image: Image.Image, field: HexField, body: Body, palette: Palette, bounds: tuple[int, int, int, int] | None
) -> None:
    """A gas giant beyond an edge: bands along its rim over every hex it fills (PW-A71)."""
    mask = _filled(field, body, bounds)
    if mask.getbbox() is None or body.edge is None:
        return
    sky = palette.theme.sky[0]
    bands = Image.new("P", image.size, tone(palette, mix(rgb(WORLD_COLOURS["gas"]), sky, 0.35)))
    paint = ImageDraw.Draw(bands)
    dark = tone(palette, mix(rgb(WORLD_COLOURS["stripe"]), sky, 0.35))
    upright = body.edge[0] == "column"
    step = max(field.half, 6)
    for at in range(0, image.width if upright else image.height, 2 * step):
        box = (at, 0, at + step, image.height) if upright else (0, at, image.width, at + step)
        paint.rectangle(box, fill=dark)
    image.paste(bands, (0, 0), mask)


@MASK_CACHE.keeps
def _filled(field: HexField, body: Body, bounds: tuple[int, int, int, int] | None) -> Image.Image:
    """The hexes of a field that a gas giant fills, no further than a rim beyond the edge."""
    area = field.region
    if bounds is not None:
        area = Region(
            max(area.first_column, bounds[0] - BODY_RIM),
            max(area.first_row, bounds[1] - BODY_RIM),
            min(area.last_column, bounds[2] + BODY_RIM),
            min(area.last_row, bounds[3] + BODY_RIM),
        )
    return hex_mask(field, [here for here in (BATTLE_MAP.hex(*at) for at in area.places()) if fills(body, here)])
