"""The same map as `draw_cluster_map` draws, the way one would first write it with Pillow: the yardstick of the bench.

RGB throughout, one polygon a hex, `draw.text` for every word, ellipses for stars, PNG at Pillow's level 6. Nothing is
kept between calls but the fonts (which Pillow users load once). It draws the same facts: all that `facts_of` gives.
"""

import math
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw

from render.campaign.cluster_map.facts import CourseLine, MapFacts, map_facts
from render.campaign.cluster_map.layout import Layout, layout_for, whole_region
from render.campaign.cluster_map.objects import is_star
from render.canvas.hex_field import Region, column_row, hex_id
from render.canvas.theme import DARK, Rgb, Theme, font, mix
from rules.cluster_war.model.state.view import View

RADII = {"O": 6.2, "B": 5.6, "A": 5.1, "F": 4.7, "G": 4.4, "K": 4.0, "M": 3.6}


def naive_map(view: View, region: Region | None = None) -> bytes:
    """The map as PNG bytes."""
    theme = DARK
    area = region or whole_region(view)
    layout = layout_for(area)
    facts = map_facts(view, area, theme)
    wide, tall = layout.field
    image = Image.new("RGB", (wide + 40, tall + 370), theme.panel)
    draw = ImageDraw.Draw(image)
    _hexes(draw, layout, facts, theme)
    _objects(draw, layout, view, theme)
    _borders(draw, layout, facts)
    _systems(draw, layout, facts, theme)
    for course in facts.courses:
        _course(draw, layout, course, theme)
    _signs(draw, layout, facts, theme)
    _frame(draw, layout, facts, view, theme)
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _center(layout: Layout, here: str) -> tuple[int, int]:
    x, y = layout.center(here)
    return x + 20, y + 170


def _corners(layout: Layout, x: int, y: int) -> list[tuple[int, int]]:
    u, h = layout.unit, layout.half
    return [(x - u, y - h), (x + u, y - h), (x + 2 * u, y), (x + u, y + h), (x - u, y + h), (x - 2 * u, y)]


def _hexes(draw: ImageDraw.ImageDraw, layout: Layout, facts: MapFacts, theme: Theme) -> None:
    u, h = layout.unit, layout.half
    for column, row in layout.region.places():
        here = hex_id(column, row)
        x, y = _center(layout, here)
        colour: Rgb = theme.sky[(column * 7 + row * 3) % 2]
        marked: Rgb | None = None
        for banner, hexes in facts.known.grids:
            if here in hexes:
                colour, marked = mix(colour, banner.colour, theme.tint), mix(colour, banner.colour, theme.pattern)
        if here in facts.known.dim:
            colour = mix(colour, theme.fog, theme.remembered)
        elif here in facts.known.dark:
            colour = mix(colour, theme.fog, theme.never)
            marked = mix(colour, theme.sector, 0.3)
        corners = _corners(layout, x, y)
        draw.polygon(corners, fill=colour)
        draw.line([*corners, corners[0]], fill=theme.grid)
        if marked:
            for shift in (-u, 0, u):
                draw.line((x + shift - h // 2, y - h // 2, x + shift + h // 2, y + h // 2), fill=marked)


def _objects(draw: ImageDraw.ImageDraw, layout: Layout, view: View, theme: Theme) -> None:
    scale = layout.unit / 10
    face = font(max(round(layout.unit * 0.82), 9), "Semibold")
    for here, codes in sorted(view.objects.items()):
        if not layout.region.holds(here):
            continue
        x, y = _center(layout, here)
        for index, code in enumerate(codes):
            at = x + index * 6
            if is_star(code):
                hue, radius = theme.stars[code[0]], RADII[code[0]] * scale
                for grow in (6, 4, 2):
                    r = radius + grow * scale
                    draw.ellipse((at - r, y - r, at + r, y + r), fill=mix(hue, theme.sky[0], 0.6 + grow * 0.06))
                draw.ellipse((at - radius, y - radius, at + radius, y + radius), fill=hue)
                r = radius / 2
                draw.ellipse((at - r, y - r, at + r, y + r), fill=mix(hue, theme.core, 0.55))
            else:
                hue = theme.storms.get(code, theme.nebula)
                for turn in range(12):
                    px, py = at + 8 * scale * math.cos(turn), y + 8 * scale * math.sin(turn)
                    r = 4 * scale
                    draw.ellipse((px - r, py - r, px + r, py + r), fill=mix(hue, theme.sky[0], 0.7))
                for turn in range(24):
                    px, py = at + turn % 6 * 4 - 10, y + turn // 6 * 4 - 8
                    draw.ellipse((px - 1, py - 1, px + 1, py + 1), fill=hue)
        draw.text(
            (x, y - layout.half + 8),
            here,
            font=face,
            fill=theme.faint,
            anchor="mm",
            stroke_width=1,
            stroke_fill=theme.halo,
        )


def _borders(draw: ImageDraw.ImageDraw, layout: Layout, facts: MapFacts) -> None:
    for banner, hexes in facts.known.grids:
        for here in hexes:
            column, row = column_row(here)
            up = row - 1 + column % 2
            around = [(column, row - 1), (column + 1, up), (column + 1, up + 1), (column, row + 1)]
            around += [(column - 1, up + 1), (column - 1, up)]
            corners = _corners(layout, *_center(layout, here))
            for side, (c, r) in enumerate(around):
                if hex_id(c, r) not in hexes:
                    draw.line((corners[side], corners[(side + 1) % 6]), fill=banner.colour, width=2)


def _systems(draw: ImageDraw.ImageDraw, layout: Layout, facts: MapFacts, theme: Theme) -> None:
    for here, surveyed in facts.known.systems:
        x, y = _center(layout, here)
        y += 11
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=theme.accent if surveyed else None, outline=theme.accent)


def _course(draw: ImageDraw.ImageDraw, layout: Layout, course: CourseLine, theme: Theme) -> None:
    points = [_center(layout, here) for here in course.stops]
    for (ax, ay), (bx, by) in pairwise(points):
        length = max(math.hypot(bx - ax, by - ay), 1)
        step = layout.unit * 0.9
        for number in range(int(length // step)):
            x, y = ax + (bx - ax) * number * step / length, ay + (by - ay) * number * step / length
            draw.ellipse((x - 2.5, y - 2.5, x + 2.5, y + 2.5), fill=theme.halo)
            draw.ellipse((x - 1.5, y - 1.5, x + 1.5, y + 1.5), fill=course.banner.colour)
        turn = math.atan2(by - ay, bx - ax)
        head = [(bx + 7 * math.cos(turn + a), by + 7 * math.sin(turn + a)) for a in (0, 2.45, -2.45)]
        draw.polygon(head, fill=course.banner.colour)
    face = font(max(round(layout.unit * 0.98), 13), "Semibold")
    (ax, ay), (bx, by) = points[0], points[1]
    at = ((ax + bx) / 2 + 8, (ay + by) / 2)
    draw.text(at, course.label, font=face, fill=theme.ink, anchor="lm", stroke_width=2, stroke_fill=theme.halo)


def _signs(draw: ImageDraw.ImageDraw, layout: Layout, facts: MapFacts, theme: Theme) -> None:
    unit = layout.unit
    plate = font(max(round(unit * 0.95), 11), "Bold")
    face = font(max(round(unit * 0.98), 13), "Semibold")
    for spot in facts.settlements:
        x, y = _center(layout, spot.hex)
        y += round(layout.half * 0.68)
        if spot.home:
            draw.ellipse((x - unit, y - 2 * unit, x + unit, y), outline=theme.accent)
        draw.rounded_rectangle((x - 14, y - 7, x + 14, y + 7), 4, fill=spot.banner.colour, outline=theme.halo)
        draw.text((x, y), f"{spot.banner.letter} {spot.size}", font=plate, fill=theme.halo, anchor="mm")
        draw.text(
            (x, y + 14), spot.name, font=face, fill=theme.ink, anchor="mm", stroke_width=2, stroke_fill=theme.halo
        )
    for squadron in facts.squadrons:
        x, y = _center(layout, squadron.hex)
        x += unit if squadron.own else -unit
        draw.polygon([(x, y - 8), (x + 7, y), (x, y + 8), (x - 7, y)], fill=squadron.banner.colour, outline=theme.halo)
        draw.text((x, y), squadron.banner.letter, font=plate, fill=theme.halo, anchor="mm")
        draw.text(
            (x + 10, y), squadron.label, font=face, fill=theme.ink, anchor="lm", stroke_width=2, stroke_fill=theme.halo
        )


def _frame(draw: ImageDraw.ImageDraw, layout: Layout, facts: MapFacts, view: View, theme: Theme) -> None:
    area = layout.region
    face = font(16, "Semibold")
    for column in range(area.first_column, area.last_column + 1):
        x = layout.corner(column, area.first_row)[0] + 2 * layout.unit + 20
        for y in (160, layout.field[1] + 180):
            draw.text((x, y), f"{column % 100:02}", font=face, fill=theme.faint, anchor="mm")
    for row in range(area.first_row, area.last_row + 1):
        y = layout.corner(area.first_column, row)[1] + layout.half + 170
        for x in (10, layout.field[0] + 30):
            draw.text((x, y), f"{row % 100:02}", font=face, fill=theme.faint, anchor="mm")
    draw.text((30, 60), f"{view.side} turn {view.turn}", font=font(60, "Semibold"), fill=theme.ink, anchor="lm")
    for number, banner in enumerate(facts.banners):
        x, y = 40 + number * 250, layout.field[1] + 260
        draw.rectangle((x, y - 12, x + 24, y + 12), fill=banner.colour)
        draw.text((x + 34, y), banner.name, font=font(30), fill=theme.soft, anchor="lm")
