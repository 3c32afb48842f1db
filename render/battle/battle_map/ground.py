"""The ground of a battle map: hexes, their numbers, the map's edge, and the bodies that fill hexes."""

from collections.abc import Mapping

from PIL import Image, ImageDraw

from render.battle.battle_map.glyphs import World, world
from render.canvas.hex_field import Field
from render.canvas.hex_ground import hex_mask
from render.canvas.palette import Palette
from render.canvas.theme import mix, rgb
from render.canvas.tones import WORLD, tone
from rules.pentagon_war.geometry import MAP
from rules.pentagon_war.positions.bodies import fills
from rules.pentagon_war.units import Body, UnitId


def bodies(image: Image.Image, field: Field, all_bodies: Mapping[UnitId, Body], palette: Palette) -> None:
    """Planets of one and several hexes, moons smaller than a hex, and gas giants beyond an edge, as filled hexes."""
    for _, body in sorted(all_bodies.items()):
        if body.destroyed:
            continue
        if body.edge is not None:
            _giant(image, field, body, palette)
            continue
        x, y = field.center(body.at)
        kind: World = "gas" if body.gas_giant else "rock" if body.radius < 0 else "planet"
        radius = round(field.half * (0.42 if body.radius < 0 else 0.84 if body.radius == 0 else 2 * body.radius + 0.75))
        world(max(radius, 3), kind, body.atmosphere, palette).put(image, x, y)


def _giant(image: Image.Image, field: Field, body: Body, palette: Palette) -> None:
    """A gas giant beyond an edge: bands along its rim over every hex it fills (PW-A71)."""
    inside = [here for here in (MAP.hex(*at) for at in field.region.places()) if fills(body, here)]
    if not inside or body.edge is None:
        return
    sky = palette.theme.sky[0]
    bands = Image.new("P", image.size, tone(palette, mix(rgb(WORLD["gas"]), sky, 0.35)))
    paint = ImageDraw.Draw(bands)
    dark = tone(palette, mix(rgb(WORLD["stripe"]), sky, 0.35))
    upright = body.edge[0] == "column"
    step = max(field.half, 6)
    for at in range(0, image.width if upright else image.height, 2 * step):
        box = (at, 0, at + step, image.height) if upright else (0, at, image.width, at + step)
        paint.rectangle(box, fill=dark)
    image.paste(bands, (0, 0), hex_mask(field, inside))
