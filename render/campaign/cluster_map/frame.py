"""What surrounds a map: title bar, rulers along the edges, legend. Drawn once for a game's turn and kept."""

from typing import Final

from PIL import Image

from render.campaign.cluster_map import marks
from render.campaign.cluster_map.layout import Layout
from render.campaign.cluster_map.legend import Heading, below, beside, entries_of, panel_of, settle, with_room
from render.canvas.fonts import fit, font
from render.canvas.panel import WIDE, Frame, Sheet, blank, ruled
from render.canvas.stamps import Store
from render.canvas.theme import Banner, Palette

FRAMES: Final = Store[Image.Image](36_000_000, lambda image: image.width * image.height)


def frame_for(layout: Layout) -> Frame:
    """Room for bar, rulers and legend, in proportion to the picture, so that a preview can still be read."""
    wide, tall = layout.field
    if layout.letter:
        sheet = Sheet(WIDE)
        bar, ruler = sheet.px(39), sheet.px(13)
        return Frame(sheet.width, sheet.height, ruler, bar + ruler, bar, legend=0, scale=1.0, letter=layout.letter)
    scale = max(wide / 900, 0.55)
    ruler = max(round(13 * scale**0.5), 15)
    bar, legend = round(62 * scale), round((96 if wide >= 620 else 150) * scale)
    height = tall + 2 * ruler + bar + legend
    return Frame(wide + 2 * ruler, height, ruler, bar + ruler, bar, legend, scale)


@FRAMES.keeps
def framed(layout: Layout, heading: Heading, banners: tuple[Banner, ...], gm: bool, palette: Palette) -> Image.Image:
    """The whole picture but its field; kept, so never draw on it."""
    frame = frame_for(layout)
    entries, who = entries_of(frame, banners, heading, gm, palette)
    frame = frame if frame.letter else with_room(frame, entries)
    image = blank(frame.width, frame.height, palette)
    _bar(image, frame, heading, palette)
    _rulers(image, frame, layout, palette)
    if frame.letter:
        beside(image, frame, layout, entries, who, palette)
    else:
        below(image, frame, entries, who, palette)
    return ruled(image, frame, palette, max(round(frame.scale), 1))


def _bar(image: Image.Image, frame: Frame, heading: Heading, palette: Palette) -> None:
    theme, scale = palette.theme, frame.scale
    panel, draw = panel_of(frame.width, frame.bar, palette)
    margin = round(16 * scale)
    turn = f"TURN {heading.turn}"
    big = font(round(30 * scale), "Light")
    turn_wide = round(big.getlength(turn))
    draw.text((frame.width - margin, frame.bar * 0.44), turn, font=big, fill=theme.ink, anchor="rm")
    small = font(max(round(13 * scale), frame.letter), "Regular")
    weeks = f"weeks {4 * heading.turn - 3} to {4 * heading.turn}"
    draw.text((frame.width - margin, frame.bar * 0.82), weeks, font=small, fill=theme.soft, anchor="rm")
    left = margin
    if heading.banner:
        mark = marks.fleet(heading.banner, own=True, fresh=True, unit=round(27 * scale), palette=palette)
        left += mark.size[0] + round(6 * scale)
    room = frame.width - left - margin * 2 - turn_wide
    side = fit(heading.side, round(30 * scale), room * 0.72, "Semibold", frame.letter or 8)
    colour = heading.banner.colour if heading.banner else theme.ink
    draw.text((left, frame.bar * 0.44), heading.side, font=side, fill=colour, anchor="lm")
    rest = room - side.getlength(heading.side) - 14 * scale
    campaign = fit(heading.campaign, max(round(20 * scale), frame.letter), rest, "Light", frame.letter or 8)
    if heading.campaign and campaign.getlength(heading.campaign) <= rest:
        at = left + side.getlength(heading.side) + 12 * scale
        draw.text((at, frame.bar * 0.47), heading.campaign, font=campaign, fill=theme.soft, anchor="lm")
    figures = fit(heading.figures, max(round(14 * scale), frame.letter), room, "Regular", frame.letter or 8)
    draw.text((left, frame.bar * 0.82), heading.figures, font=figures, fill=theme.soft, anchor="lm")
    settle(image, panel, (0, 0), palette)
    if heading.banner:
        mark.put(image, margin + mark.size[0] // 2, frame.bar // 2)


def _rulers(image: Image.Image, frame: Frame, layout: Layout, palette: Palette) -> None:
    theme, ruler = palette.theme, frame.left
    wide, tall = layout.field
    area = layout.region
    face = font(max(min(round(ruler * 0.86), 17), frame.letter, 10), "Semibold")
    strip, draw = panel_of(wide + 2 * ruler, ruler, palette)
    for column in range(area.first_column, area.last_column + 1):
        x = ruler + layout.corner(column, area.first_row)[0] + 2 * layout.unit
        fill = theme.ink if column % 10 == 0 else theme.faint
        draw.text((x, ruler / 2), f"{column % 100:02}", font=face, fill=fill, anchor="mm")
    for y in (frame.bar, frame.bar + ruler + tall):
        settle(image, strip, (0, y), palette)
    for first, x in ((area.first_column, 0), (area.last_column, ruler + wide)):
        strip, draw = panel_of(ruler, tall, palette)
        for row in range(area.first_row, area.last_row + 1):
            y = layout.corner(first, row)[1] + layout.half
            fill = theme.ink if row % 10 == 0 else theme.faint
            draw.text((ruler / 2, y), f"{row % 100:02}", font=face, fill=fill, anchor="mm")
        settle(image, strip, (x, frame.bar + ruler), palette)
