"""A battle map the way one would first draw it with Pillow: the yardstick of the bench.

RGB throughout, a polygon and a text for every hex, polygons for craft, `draw.text` for every word, PNG at level 6. It shows
what `draw_battle_map` shows, at the same scale, without smooth edges; nothing is kept between calls but the fonts.
"""

import math
from io import BytesIO

from PIL import Image, ImageDraw

from render.battle.battle_map.draw import ShownField, field_shown
from render.battle.battle_map.objects import HULL_SHAPES, side_banners, things_of
from render.canvas.hex_field import HexField
from render.canvas.hex_ground import cell, hex_numbers
from render.canvas.panel import PICTURE_WIDTH, PanelLayout
from render.canvas.strokes import turn_outline
from render.canvas.theme import DARK, font, mix
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.positions import fills
from rules.pentagon_war.turn.view import BattleView


def naive_battle_map(view: BattleView) -> bytes:
    """The map as PNG bytes."""
    out = BytesIO()
    naive_battle_image(view).save(out, "PNG", compress_level=6)
    return out.getvalue()


def naive_battle_image(view: BattleView) -> Image.Image:
    """The map in RGB."""
    sheet = PanelLayout(PICTURE_WIDTH)
    field = field_shown(view, ShownField(), sheet)
    wide, tall = field.size
    image = Image.new("RGB", (sheet.width, sheet.height), DARK.panel)
    draw = ImageDraw.Draw(image)
    face = font(sheet.letter)
    for column, row in field.region.places():
        draw.polygon(cell(field, BATTLE_MAP.hex(column, row)), fill=DARK.sky[0], outline=DARK.grid)
    for (x, y), name in hex_numbers(field, sheet.letter):
        draw.text((x, y), name, font=face, fill=DARK.faint, anchor="mm")
    for body in view.known.bodies.values():
        if body.edge is None:
            x, y = field.center(body.at)
            r = field.half * (2 * max(body.radius, 0) + 0.8)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=(63, 108, 147))
    edge = view.known.edge
    for column, row in field.region.places():
        here = BATTLE_MAP.hex(column, row)
        if edge and not (edge[0] <= column <= edge[2] and edge[1] <= row <= edge[3]):
            giant = any(fills(body, here) for body in view.known.bodies.values() if body.edge)
            draw.polygon(cell(field, here), fill=(120, 90, 60) if giant else DARK.fog, outline=DARK.grid)
    _units(draw, field, view, sheet.radius)
    for number, told in enumerate(
        ("one turn's drift", "hidden", "magnetic beam", "missile", "drone", "bolt", *"ABCDEF")
    ):
        draw.text((wide + 60, 300 + 28 * number), told, font=face, fill=DARK.soft, anchor="lm")
    big = font(30, "Semibold")
    draw.text((20, tall + 30), view.known.title, font=big, fill=DARK.ink, anchor="lm")
    draw.text((wide - 20, tall + 30), f"TURN {view.known.now.turn}", font=big, fill=DARK.ink, anchor="rm")
    for number, banner in enumerate(side_banners(view, DARK).values()):
        draw.text((wide + 20, 100 + 30 * number), banner.name, font=face, fill=banner.colour, anchor="lm")
    return image


def _units(draw: ImageDraw.ImageDraw, field: HexField, view: BattleView, mark: int) -> None:
    banners = side_banners(view, DARK)
    things = things_of(view, field, mark)
    name = font(22, "Semibold")
    for ship in things.ships:
        x, y = ship.at
        banner = banners[ship.craft.side]
        dx, dy = field.along(ship.craft.velocity)
        if dx or dy:
            draw.line((x, y, x + dx, y + dy), fill=mix(banner.colour, DARK.sky[0], 0.3), width=2)
            turn = math.atan2(dy, dx)
            head = [(x + dx + 8 * math.cos(turn + a), y + dy + 8 * math.sin(turn + a)) for a in (0, 2.5, -2.5)]
            draw.polygon(head, fill=banner.colour)
        outline = turn_outline(
            HULL_SHAPES[sorted(banners).index(ship.craft.side) % len(HULL_SHAPES)], ship.craft.facing, ship.radius
        )
        draw.polygon([(x + px, y + py) for px, py in outline], fill=banner.colour, outline=DARK.halo)
        draw.text(
            (x + ship.radius + 6, y),
            ship.label,
            font=name,
            fill=DARK.ink,
            anchor="lm",
            stroke_width=2,
            stroke_fill=DARK.halo,
        )
    for swarm in things.swarms:
        x, y = swarm.at
        spike = turn_outline(((0.0, -1.1), (0.4, 0.6), (-0.4, 0.6)), swarm.heading, swarm.radius)
        draw.polygon([(x + px, y + py) for px, py in spike], fill=banners[swarm.side].colour)
    for lock in view.known.locks:
        start, end = things.spots.get(lock.craft), things.spots.get(lock.target)
        if start and end:
            draw.line((*start, *end), fill=(217, 139, 255), width=3)
