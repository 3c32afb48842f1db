"""What surrounds a map: title bar, rulers, and the legend with the signs that are on it, beside the field or below it."""

import math
from collections.abc import Iterable
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.campaign.cluster_map import marks
from render.campaign.cluster_map.ground import EARLIER_STORM as STORM_EARLIER
from render.campaign.cluster_map.ground import FORCE_STORE
from render.campaign.cluster_map.lanes import LANE_TEXTS, lane_sample
from render.campaign.cluster_map.layout import Layout
from render.campaign.cluster_map.marks import EARLIER_WAR, WAR_KINDS, badge
from render.campaign.cluster_map.objects import is_star, stamp_for
from render.campaign.cluster_map.oddities import legend_entries, plaque
from render.campaign.cluster_map.veil import knowledge_mark, pattern_mask, reach_mark
from render.canvas.panel import PICTURE_WIDTH, FieldFrame, PanelLayout, blank, draw_ruled_lines
from render.canvas.stamps import DrawingCache, Stamp
from render.canvas.theme import Banner, Palette, drawable, fit, font, mix
from rules.values import Value, changed

LegendEntry: TypeAlias = tuple[Stamp | str, str]
"""A sign, or the name of one that is drawn in parts, and its words."""
LEGEND_ROW: Final = 26
"""Pixels of a row of a legend below the field, for a picture of 900 pixels."""
REACH_ENTRY: Final = "sensors reach"
LAST_HEARD: Final = "last heard of"
HOME: Final = "home world"
MOVING: Final = "under way"
FOREIGN: Final = "foreign colony"
SIGHTED: Final = "sighted now"
EARLIER_SEEN: Final = "seen earlier"
SCOUTED: Final = "scouted"
SURVEYED: Final = "surveyed"
COURSE: Final = "course, due"
"""Words of the legend for what is drawn only where it is asked for, or known."""
HALF_ROW_WIDTH: Final = 152
"""Pixels of half a row of a message's legend, where two short entries stand side by side."""


class MapHeading(Value):
    """The words of the title bar: campaign, whose map, turn, a line of figures; and the `kinds` of objects, bases, lines and
    signs of war to explain."""

    campaign: str
    side: str
    banner: Banner | None
    turn: int
    figures: str
    kinds: frozenset[str]


def panel_of(width: int, height: int, palette: Palette) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A strip in the colour of panels, and what draws on it."""
    panel = Image.new("RGB", (width, height), palette.theme.panel)
    return panel, ImageDraw.Draw(panel)


def settle(image: Image.Image, panel: Image.Image, at: tuple[int, int], palette: Palette) -> None:
    """Put a strip into a picture, in the picture's own colours."""
    image.paste(panel.quantize(palette=palette.image, dither=Image.Dither.NONE), at)


def entries_of(
    frame: FieldFrame, banners: tuple[Banner, ...], heading: MapHeading, gm: bool, palette: Palette
) -> tuple[list[LegendEntry], Banner]:
    """What a map's legend has to explain, each a sign with its words, in the order of its weight; and whose signs they are."""
    unit = max(round(11 * frame.scale), math.ceil(frame.letter / 0.84), 8)
    theme = palette.theme
    small = min(unit, 15) if frame.letter else unit
    who = heading.banner or (banners[0] if banners else Banner("", "", theme.ink, "plain", "?"))
    items: list[LegendEntry] = [
        (_swatch(banner, small, palette), drawable(banner.name, 14, banner.letter)) for banner in banners[:8]
    ]
    items += [
        (marks.colony_mark(who, "45", own=True, home=False, unit=unit, palette=palette), "colony, CPs"),
        *_entry_if(HOME, marks.home_mark(who, small, palette), heading),
        (marks.fleet_mark(who, own=True, fresh=True, unit=unit, palette=palette), "fleet"),
        *_entry_if(MOVING, marks.fleet_mark(who, own=True, fresh=False, unit=unit, palette=palette), heading),
    ]
    if not gm:
        other = next((banner for banner in banners if banner != who), who)
        items += [
            *_entry_if(
                FOREIGN, marks.colony_mark(other, "?", own=False, home=False, unit=unit, palette=palette), heading
            ),
            *_entry_if(SIGHTED, marks.fleet_mark(other, own=False, fresh=True, unit=unit, palette=palette), heading),
            *_entry_if(
                EARLIER_SEEN, marks.fleet_mark(other, own=False, fresh=False, unit=unit, palette=palette), heading
            ),
        ]
    items += [(reach_mark(who, small, palette), REACH_ENTRY)] if REACH_ENTRY in heading.kinds else []
    items += [(marks.lost_mark(who, unit, palette), LAST_HEARD)] if LAST_HEARD in heading.kinds else []
    items += [
        *((badge(((kind, True),), small, palette), name) for kind, name in WAR_KINDS.items() if name in heading.kinds),
        *(((badge((("battle", False),), small, palette), EARLIER_WAR),) if EARLIER_WAR in heading.kinds else ()),
        *(
            (marks.caption(text, theme.ink if name == FORCE_STORE else theme.soft, max(unit, 11), palette), name)
            for text, name in (("F3", FORCE_STORE), ("F3 T6", STORM_EARLIER))
            if name in heading.kinds
        ),
    ]
    items += [(plaque((mark,), small, palette), name) for mark, name in legend_entries(heading.kinds)]
    if not gm:
        items += [
            *_entry_if(SCOUTED, knowledge_mark(False, unit, palette), heading),
            *_entry_if(SURVEYED, knowledge_mark(True, unit, palette), heading),
        ]
    items += [
        *_entry_if(COURSE, "course", heading),
        *(
            (marks.base_mark(who, own=True, node=node, unit=small, palette=palette), name)
            for name, node in (("base", False), ("way station", True))
            if name in heading.kinds
        ),
        *((lane_sample(kind, who, small, palette), name) for kind, name in LANE_TEXTS.items() if name in heading.kinds),
        *((stamp_for((code,), theme, small, 1), name) for code, name in _OBJECTS if _kind(code) in heading.kinds),
    ]
    return items, who


def _entry_if(name: str, sign: Stamp | str, heading: MapHeading) -> list[LegendEntry]:
    """An entry of the legend, if the picture has such a thing."""
    return [(sign, name)] if name in heading.kinds else []


def _rows(items: list[LegendEntry], most: int, letter: int) -> list[list[LegendEntry]]:
    """The entries in rows, one each; where they are too many, two short ones share a row, and what there is still no room for is
    left out from the end."""
    if len(items) <= most:
        return [[item] for item in items]
    face = font(letter, "Regular")

    def is_short(item: LegendEntry) -> bool:
        sign, words = item
        return isinstance(sign, Stamp) and sign.size[0] <= 40 and face.getlength(words) <= HALF_ROW_WIDTH - 44

    rows: list[list[LegendEntry]] = []
    half: list[LegendEntry] | None = None
    for item in items:
        if half is not None and is_short(item):
            half.append(item)
            half = None
        elif len(rows) < most:
            rows.append([item])
            half = rows[-1] if is_short(item) else half
    return rows


def draw_beside(
    image: Image.Image,
    frame: FieldFrame,
    layout: Layout,
    items: list[LegendEntry],
    who: Banner,
    palette: Palette,
) -> None:
    """Signs with their words below one another beside the field, two in a row where they are many; as many as there is room
    for."""
    theme, face = palette.theme, font(frame.letter, "Regular")
    left = layout.field[0] + 2 * frame.left + 8
    step, middle = round(frame.letter * 1.5), left + 46
    rows = _rows(items, (frame.height - frame.bar - 12) // step, frame.letter)
    panel, draw = panel_of(frame.width - left, frame.height - frame.bar - 4, palette)
    for number, row in enumerate(rows):
        for at, (_, words) in enumerate(row):
            across = at * HALF_ROW_WIDTH + 40 if len(row) > 1 else 92
            draw.text((across, (number + 0.5) * step + 4), words, font=face, fill=theme.soft, anchor="lm")
    settle(image, panel, (left, frame.bar + 4), palette)
    unit = math.ceil(frame.letter / 1.6)
    for number, row in enumerate(rows):
        sign = row[0][0]
        y = round(frame.bar + 8 + (number + 0.5) * step)
        for at, (each, _) in enumerate(row):
            if isinstance(each, Stamp):
                middle_of = left + at * HALF_ROW_WIDTH + 19 if len(row) > 1 else middle
                each.put(image, middle_of - each.size[0] // 2 - each.dx, y)
        if isinstance(sign, Stamp):
            continue
        dot = marks.bead(who, bright=True, unit=unit, palette=palette)
        for at in range(3):
            dot.put(image, middle - 26 + at * 14, y)
        marks.arrowhead(who, 1, 0, unit, palette).put(image, middle + 18, y)


_OBJECTS: Final = (
    ("O", "O"), ("B", "B"), ("A", "A"), ("F", "F"), ("G", "G"), ("K", "K"), ("M", "M"),
    ("Mg", "giant"), ("Msg", "super giant"), ("Adw", "dwarf"), ("Mva", "variable"), ("Mfl", "flare"),
    ("Neb", "nebula"), ("Ast", "asteroids"), ("Ion", "ion storm"), ("Mag", "magnetic"), ("Grv", "gravitic"),
    ("Rad", "radiation"), ("Neu", "neutron star"), ("Pul", "pulsar"), ("Hyp", "hypermass"), ("Wrm", "wormhole"),
)  # fmt: skip


def kinds_of(codes: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """What the legend has to explain for these objects: spectral classes, kinds of stars, other objects."""
    found = {code for here in codes for code in here}
    return frozenset({_kind(code) for code in found} | {code[0] for code in found if is_star(code)})


def _kind(code: str) -> str:
    return code[1:] or code if is_star(code) else code


def _swatch(banner: Banner, unit: int, palette: Palette) -> Stamp:
    """A square of a side's tint with its pattern and letter, as its supply grid looks."""
    side = round(unit * 2.1)
    theme = palette.theme
    image = Image.new("RGB", (side, side), banner.colour)
    edge = max(unit // 6, 2)
    ground = mix(theme.sky[0], banner.colour, theme.tint + 0.06)
    image.paste(ground, (edge, edge, side - edge, side - edge))
    pattern = pattern_mask(banner.pattern, max(unit, 9), (side, side))
    if pattern is not None:
        inner = Image.new("1", (side, side))
        inner.paste(1, (edge, edge, side - edge, side - edge))
        mark = mix(theme.sky[0], banner.colour, theme.pattern + 0.2)
        image.paste(mark, (0, 0), Image.composite(pattern, Image.new("1", (side, side)), inner))
    ImageDraw.Draw(image).text(
        (side / 2, side / 2), banner.letter, font=font(round(unit * 1.5), "Black"), fill=theme.ink, anchor="mm",
        stroke_width=max(unit // 7, 1), stroke_fill=theme.halo,
    )  # fmt: skip
    return Stamp(image.quantize(palette=palette.image, dither=Image.Dither.NONE), None, -(side // 2), -(side // 2))


def _in_rows(frame: FieldFrame, items: list[LegendEntry]) -> list[list[tuple[Stamp | str, str, int, int]]]:
    """The entries of a legend below the field, row by row: sign, words, left edge, width of the sign."""
    scale = frame.scale
    face = font(max(round(13.5 * scale), 11), "Regular")
    unit = max(round(11 * scale), 8)
    gap, margin = round(5 * scale), round(14 * scale)
    rows: list[list[tuple[Stamp | str, str, int, int]]] = [[]]
    x = margin
    for sign, words in items:
        wide = sign.size[0] if isinstance(sign, Stamp) else round(unit * 4.2)
        step = wide + gap + round(face.getlength(words)) + round(14 * scale)
        if x + step > frame.width - margin + round(14 * scale) and rows[-1]:
            rows.append([])
            x = margin
        rows[-1].append((sign, words, x, wide))
        x += step
    return rows


def with_room(frame: FieldFrame, items: list[LegendEntry]) -> FieldFrame:
    """The frame, taller where its legend has more rows than it has room for."""
    more = len(_in_rows(frame, items)) * round(LEGEND_ROW * frame.scale) - frame.legend
    return frame if more <= 0 else changed(frame, height=frame.height + more, legend=frame.legend + more)


def below(image: Image.Image, frame: FieldFrame, items: list[LegendEntry], who: Banner, palette: Palette) -> None:
    """Signs with their words in rows, all rows spread over the legend's height."""
    scale, theme = frame.scale, palette.theme
    face = font(max(round(13.5 * scale), 11), "Regular")
    unit, gap = max(round(11 * scale), 8), round(5 * scale)
    rows = _in_rows(frame, items)
    panel, draw = panel_of(frame.width, frame.legend, palette)
    tall = frame.legend / len(rows)
    for number, row in enumerate(rows):
        for _, words, at, wide in row:
            draw.text((at + wide + gap, tall * (number + 0.5)), words, font=face, fill=theme.soft, anchor="lm")
    top = frame.height - frame.legend
    settle(image, panel, (0, top), palette)
    for number, row in enumerate(rows):
        y = top + round(tall * (number + 0.5))
        for sign, _, at, wide in row:
            if isinstance(sign, Stamp):
                sign.put(image, at - sign.dx, y)
                continue
            dot = marks.bead(who, bright=True, unit=unit, palette=palette)
            for step in range(3):
                dot.put(image, at + round(unit * (0.5 + step * 0.9)), y)
            marks.arrowhead(who, 1, 0, unit, palette).put(image, at + wide - unit // 2, y)


FRAME_CACHE: Final = DrawingCache[Image.Image](36_000_000, lambda image: image.width * image.height)


def frame_for(layout: Layout) -> FieldFrame:
    """Room for bar, rulers and legend, in proportion to the picture, so that a preview can still be read."""
    wide, tall = layout.field
    if layout.letter:
        sheet = PanelLayout(PICTURE_WIDTH)
        bar, ruler = sheet.px(39), sheet.px(13)
        return FieldFrame(sheet.width, sheet.height, ruler, bar + ruler, bar, legend=0, scale=1.0, letter=layout.letter)
    scale = max(wide / 900, 0.55)
    ruler = max(round(13 * scale**0.5), 15)
    bar, legend = round(62 * scale), round((96 if wide >= 620 else 150) * scale)
    height = tall + 2 * ruler + bar + legend
    return FieldFrame(wide + 2 * ruler, height, ruler, bar + ruler, bar, legend, scale)


@FRAME_CACHE.keeps
def draw_frame(
    layout: Layout, heading: MapHeading, banners: tuple[Banner, ...], gm: bool, palette: Palette
) -> Image.Image:
    """The whole picture but its field; kept, so never draw on it."""
    frame = frame_for(layout)
    entries, who = entries_of(frame, banners, heading, gm, palette)
    frame = frame if frame.letter else with_room(frame, entries)
    image = blank(frame.width, frame.height, palette)
    _bar(image, frame, heading, palette)
    _rulers(image, frame, layout, palette)
    if frame.letter:
        draw_beside(image, frame, layout, entries, who, palette)
    else:
        below(image, frame, entries, who, palette)
    return draw_ruled_lines(image, frame, palette, max(round(frame.scale), 1))


def _bar(image: Image.Image, frame: FieldFrame, heading: MapHeading, palette: Palette) -> None:
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
        mark = marks.fleet_mark(heading.banner, own=True, fresh=True, unit=round(27 * scale), palette=palette)
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


def _rulers(image: Image.Image, frame: FieldFrame, layout: Layout, palette: Palette) -> None:
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
