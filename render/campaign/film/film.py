"""A campaign so far as an animated GIF below two million bytes: empires' space, fleets, fights, news, worth over time."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map.marks import ink_on
from render.campaign.film.still import FilmStill, WorthFigures, region_of
from render.canvas.animation import ANIMATION_WIDTH, FramePace, Replay, small_enough
from render.canvas.hex_field import Region, column_row
from render.canvas.panel import PanelLayout, Pen, blank
from render.canvas.stamps import Brush, Stamp, tactical_palette, tone
from render.canvas.strokes import GLYPH_STORE, blast
from render.canvas.theme import (
    Banner,
    Palette,
    Rgb,
    Theme,
    ThemeName,
    banners,
    clip_text,
    drawable,
    length,
    mix,
    theme_named,
)
from render.words.safe_text import bare, count, fit_facts
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.values import Value

BIG_LETTERS: Final = 14.0
LINE_HEIGHT: Final = 13.0
FOOT_LINES: Final = 2
"""Lettering of the title, height of a line (pixels of the preview), and lines of news below the map."""
BADGE_WIDTH: Final = 56.0
"""What a page's badge for a picture's words covers at the left of those lines (pixels of the preview)."""
TINT_SHARE: Final = 0.42
NEVER_SEEN: Final = 0.75
SEEN_BEFORE: Final = 0.13
SEEN_NOW: Final = 0.26
"""How much of a side's colour its space has; how much fog there is where the watcher never looked, how much light where they
looked before and where they look now."""
TURNS_PER_YEAR: Final = 12
"""Months, which are turns, in a year."""
COLONY_RADIUS: Final = 0.30
FLEET_SIZE: Final = 7.0
FIGHT_SIZE: Final = 8.0
"""The radius of a colony in hexes' heights; the size of a fleet and of a fight in pixels of the preview."""
Spot = tuple[float, float]


class FilmStage(Value):
    """What all frames of a film share: its watcher, title, what it shows of the map, how each empire looks, and all its stills,
    for the lines of the past."""

    title: str
    side: SideId
    region: Region
    looks: Mapping[SideId, Banner]
    theme: Theme
    course: Sequence[FilmStill]

    @property
    def palette(self) -> Palette:
        """One for all frames."""
        return _palette(self.theme, tuple(self.looks.values()))


@lru_cache(maxsize=8)
def _palette(theme: Theme, banners: tuple[Banner, ...]) -> Palette:
    sky = theme.sky[0]
    more = [mix(sky, banner.colour, TINT_SHARE) for banner in banners]
    return tactical_palette(theme, banners, (*more, *_veils(theme)))


def _veils(theme: Theme) -> tuple[Rgb, Rgb, Rgb]:
    """The ground where the watcher never looked, looked before, and looks now; one sky where nothing is veiled."""
    sky = theme.sky[0]
    return mix(sky, theme.fog, NEVER_SEEN), mix(sky, theme.soft, SEEN_BEFORE), mix(sky, theme.soft, SEEN_NOW)


class WorthPlot(Value):
    """Hexes on the field: `size` is a hex's height, the middle of the region's first hex at `left`, `top`."""

    left: float
    top: float
    size: float

    def spot(self, column: float, row: float) -> Spot:
        """The middle of a place between hexes; odd columns lie half a hex lower (CW-2.0-02)."""
        low = abs((column % 2) - 1)  # 0 for odd columns, 1 for even ones
        return self.left + column * self.size * 0.87, self.top + (row + 0.5 * (1 - low)) * self.size

    def middle(self, here: HexId) -> Spot:
        """The middle of a hex."""
        return self.spot(*column_row(here))

    def corners(self, here: HexId) -> list[Spot]:
        """The six corners, from the upper left clockwise."""
        x, y = self.middle(here)
        wide, tall = self.size * 0.58, self.size * 0.5
        return [
            (x - wide / 2, y - tall), (x + wide / 2, y - tall), (x + wide, y),
            (x + wide / 2, y + tall), (x - wide / 2, y + tall), (x - wide, y),
        ]  # fmt: skip


def plot_for(region: Region, box: tuple[int, int, int, int]) -> WorthPlot:
    """The largest scale at which a region fits into a box, in its middle."""
    left, top, wide, tall = box
    size = min(wide / (region.columns * 0.87 + 0.3), tall / (region.rows + 0.5))
    across, down = size * (region.columns * 0.87 + 0.3), size * (region.rows + 0.5)
    return WorthPlot(
        left + (wide - across) / 2 + size * (0.58 - region.first_column * 0.87),
        top + (tall - down) / 2 + size * (0.5 - region.first_row),
        size,
    )


def paint_still(stage: FilmStage, still: FilmStill, width: int) -> Image.Image:
    """One frame, so many pixels wide, in the film's palette."""
    sheet, palette = PanelLayout(width), stage.palette
    image = blank(sheet.width, sheet.height, palette)
    pen = Pen(image, palette)
    foot = sheet.height - sheet.px(LINE_HEIGHT) * FOOT_LINES - sheet.px(6)
    box = field_box(stage.region, sheet, foot)
    field = Image.new("P", (box[2], box[3]), tone(palette, stage.theme.panel))
    field.putpalette(palette.image.getpalette() or [])
    _field(field, stage, still, plot_for(stage.region, (0, 0, box[2], box[3])), sheet)
    image.paste(field, (box[0], box[1]))
    _bar(pen, sheet, stage, still)
    _news(pen, sheet, still, foot)
    _side_column(pen, sheet, stage, still, (box[0] + box[2] + sheet.px(6), sheet.top, sheet.column[1], foot))
    return image


def field_box(region: Region, sheet: PanelLayout, foot: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of the map: as wide as the region's shape wants, the column beside it not too narrow."""
    pad = sheet.px(4)
    tall = foot - sheet.top - 2 * pad
    wide = min(round(tall * (region.columns * 0.87 + 0.3) / (region.rows + 0.5)), sheet.box[2])
    return pad, sheet.top + pad, max(wide, tall // 2), tall


def _field(field: Image.Image, stage: FilmStage, still: FilmStill, plot: WorthPlot, sheet: PanelLayout) -> None:
    palette, theme = stage.palette, stage.theme
    draw = ImageDraw.Draw(field)
    sky = theme.sky[0]
    tones = [tone(palette, ground) for ground in (*_veils(theme), sky)]
    for column, row in stage.region.places():
        here = f"{column % 100:02}{row % 100:02}"
        known = 3 if not still.veiled else 2 if here in still.sighted else 1 if here in still.seen else 0
        draw.polygon(plot.corners(here), fill=tones[known])
    for side, hexes in still.grids.items():
        fill = tone(palette, mix(sky, stage.looks[side].colour, TINT_SHARE))
        for here in sorted(hexes):
            draw.polygon(plot.corners(here), fill=fill)
    for side, hexes in still.grids.items():
        _border(draw, plot, hexes, tone(palette, stage.looks[side].colour), max(sheet.px(1), 2))
    star, r = tone(palette, theme.soft), max(plot.size * 0.07, 1.0)
    for here in still.stars:
        if stage.region.holds(here):
            x, y = plot.middle(here)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=star)
    _things(field, draw, stage, still, plot, sheet)


def _things(
    field: Image.Image,
    draw: ImageDraw.ImageDraw,
    stage: FilmStage,
    still: FilmStill,
    plot: WorthPlot,
    sheet: PanelLayout,
) -> None:
    """Colonies, homes, fleets and fights above the map."""
    palette, halo = stage.palette, tone(stage.palette, stage.theme.halo)
    r = max(plot.size * COLONY_RADIUS, sheet.px(1.6))
    for here, side, own in still.colonies:
        if side in stage.looks:
            x, y = plot.middle(here)
            colour = tone(palette, stage.looks[side].colour)
            draw.ellipse((x - r - 1, y - r - 1, x + r + 1, y + r + 1), fill=halo)
            draw.ellipse(
                (x - r, y - r, x + r, y + r), fill=colour if own else halo, outline=colour, width=max(round(r / 3), 2)
            )
    size = sheet.px(FLEET_SIZE) / 2
    for column, row, side, own in still.fleets:
        if side in stage.looks:
            x, y = plot.spot(column, row)
            x, y = x + plot.size * 0.3, y - plot.size * 0.3
            shape = [(x, y - size), (x + size, y + size * 0.8), (x - size, y + size * 0.8)]
            around = [(x, y - size * 1.6), (x + size * 1.5, y + size * 1.2), (x - size * 1.5, y + size * 1.2)]
            colour = tone(palette, stage.looks[side].colour)
            ink = tone(palette, mix(stage.looks[side].colour, stage.theme.ink, 0.4))
            draw.polygon(around, fill=halo)
            draw.polygon(shape, fill=ink if own else halo, outline=colour, width=2)
    for side, here in sorted(still.homes.items()):
        if side in stage.looks:
            plate = _letter(stage.looks[side], sheet.letter, palette)
            x, y = plot.middle(here)
            plate.put(field, round(x), round(y))
    fight = blast(sheet.px(FIGHT_SIZE), palette)
    for here in still.fights:
        x, y = plot.middle(here)
        fight.put(field, round(x), round(y))


@GLYPH_STORE.keeps
def _letter(banner: Banner, size: int, palette: Palette) -> Stamp:
    """An empire's letter on a disc of its colour."""
    brush = Brush(round(size * 1.3) + 6, round(size * 1.3) + 6)
    brush.disc(0, 0, size * 0.65 + 1.6, (*palette.theme.halo, 255))
    brush.disc(0, 0, size * 0.65, (*banner.colour, 255))
    brush.text(0, 0, banner.letter, size, ink_on(banner.colour), "Black")
    return brush.stamp(palette.image, palette.theme.halo, 110)


_SIDES: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def _border(draw: ImageDraw.ImageDraw, plot: WorthPlot, hexes: frozenset[HexId], colour: int, width: int) -> None:
    """A line where the space of an empire ends."""
    inside = {column_row(here) for here in hexes}
    for column, row in sorted(inside):
        low = column % 2
        corners = plot.corners(f"{column % 100:02}{row % 100:02}")
        for at, (dx, dy) in enumerate(_SIDES):
            other = (column + dx, row + dy + (low if dx else 0))
            if other not in inside:
                draw.line((*corners[at], *corners[(at + 1) % 6]), fill=colour, width=width)


def _bar(pen: Pen, sheet: PanelLayout, stage: FilmStage, still: FilmStill) -> None:
    big, left, right = sheet.px(BIG_LETTERS), sheet.px(6), sheet.column[1]
    year, month = divmod(still.turn - 1, TURNS_PER_YEAR)
    clock = f"TURN {still.turn}"
    pen.write(clock, right, sheet.top // 2, big, pen.theme.accent, at="r")
    date = f"year {year + 1}, month {month + 1}"
    taken = length(clock, big) + sheet.px(8)
    pen.write(date, right - taken, sheet.top // 2, sheet.letter, pen.theme.soft, at="r")
    taken += length(date, sheet.letter) + sheet.px(10)
    who = drawable(stage.looks[stage.side].name, 30, stage.side) if stage.side in stage.looks else "the whole truth"
    text = f"{drawable(stage.title, 40, 'Cluster War')} · {who}"
    pen.write(clip_text(text, big, right - left - taken), left, sheet.top // 2, big, pen.theme.ink)
    edge = tone(pen.palette, pen.theme.panel_edge)
    ImageDraw.Draw(pen.image).line((0, sheet.top - 1, sheet.width, sheet.top - 1), fill=edge, width=2)


def _news(pen: Pen, sheet: PanelLayout, still: FilmStill, top: int) -> None:
    size, left, right = sheet.letter, sheet.px(BADGE_WIDTH), sheet.width - sheet.px(6)
    for number, one in enumerate(still.headlines[:FOOT_LINES]):
        y = top + sheet.px(LINE_HEIGHT) * (number + 0.5)
        ink = pen.theme.ink if number == 0 else pen.theme.soft
        shown = clip_text(drawable(one.short, 160), size, right - left, bold=number == 0)
        pen.write(shown, left, y, size, ink, bold=number == 0)


def _side_column(
    pen: Pen, sheet: PanelLayout, stage: FilmStage, still: FilmStill, box: tuple[int, int, int, int]
) -> None:
    """Each empire that is known with its figures, and below, as far as there is room, its colonies over time."""
    left, top, right, bottom = box
    size, line = sheet.letter, sheet.px(LINE_HEIGHT)
    y = top + round(line * 0.9)
    wide = right - left > sheet.px(200)
    for side, known in sorted(still.figures.items(), key=lambda one: (not one[1].own, -one[1].colonies, one[0])):
        if side not in stage.looks or y + line > bottom - sheet.px(60):
            continue
        banner = stage.looks[side]
        plate = _letter(banner, size, pen.palette)
        plate.put(pen.image, left + plate.size[0] // 2, y)
        x = left + plate.size[0] + sheet.px(3)
        shown = _figures(known)
        if wide:
            room = right - x - length(shown, size, bold=False) - sheet.px(6)
            pen.write(clip_text(drawable(banner.name, 30, side), size, room), x, y, size, banner.colour)
            pen.write(shown, right, y, size, pen.theme.soft, at="r", bold=False)
        else:
            pen.write(clip_text(drawable(banner.name, 30, side), size, right - x), x, y, size, banner.colour)
            y += line
            pen.write(clip_text(shown, size, right - x, bold=False), x, y, size, pen.theme.soft, bold=False)
        y += round(line * 1.15)
    _lines(pen, sheet, stage, still, (left, y, right, bottom - sheet.px(2)))


def _figures(known: WorthFigures) -> str:
    text = f"{count(known.colonies, 'colony', 'colonies')} · {count(known.ships, 'ship')}"
    return text if known.own else f"{text} seen"


def _lines(pen: Pen, sheet: PanelLayout, stage: FilmStage, still: FilmStill, box: tuple[int, int, int, int]) -> None:
    """Colonies known of each empire, turn by turn up to now, on the scale of the film's end."""
    left, top, right, bottom = box
    size = sheet.letter
    if bottom - top < sheet.px(48) or len(stage.course) < 2:
        return
    pen.write("colonies", left, top + size * 0.6, size, pen.theme.soft, bold=False)
    top += round(size * 1.4)
    draw, width = ImageDraw.Draw(pen.image), max(sheet.px(1.2), 2)
    draw.line((left, bottom, right, bottom), fill=tone(pen.palette, pen.theme.panel_edge), width=2)
    most = max((f.colonies for one in stage.course for f in one.figures.values()), default=1) or 1
    first, last = stage.course[0].turn, stage.course[-1].turn
    facts = [one for one in stage.course if one.turn <= still.turn]
    for side, banner in stage.looks.items():
        way = [
            (
                left + (right - left) * (one.turn - first) / max(last - first, 1),
                bottom - (bottom - top) * one.figures[side].colonies / most,
            )
            for one in facts
            if side in one.figures
        ]
        colour = tone(pen.palette, banner.colour)
        for a, b in pairwise(way):
            draw.line((*a, *b), fill=colour, width=width)
        if way:
            plate = _letter(banner, size, pen.palette)
            x, y = way[-1]
            plate.put(pen.image, min(round(x), right - plate.size[0] // 2), max(round(y), top + plate.size[1] // 2))


FILM_PACE: Final = FramePace(each=1500, quiet=700, last=6000)
"""Milliseconds for a turn with great news, for another, and for the last."""
FOR_ALT: Final = 12


def make_film(
    stills: Sequence[FilmStill], last: View, *, title: str = "", theme: ThemeName = "dark", size: int = ANIMATION_WIDTH
) -> Replay:
    """The film of these turns, oldest first; `last` is the watcher's view at its end, by which empires have their looks.

    The same stills give the same bytes. ValueError for none, GameError for an unknown theme."""
    if not stills:
        raise ValueError("a film shows at least one turn")
    look = theme_named(theme)
    looks = known_looks(stills, banners(last.flags, look, last.others))
    stage = FilmStage(title, last.side, region_of(stills, last.columns, last.rows), looks, look, tuple(stills))
    return small_enough(
        tuple(stills),
        size,
        fewer,
        lambda shown, wide: [paint_still(stage, still, wide) for still in shown],
        alt_of(stills, looks, title, last.side),
        pace=FILM_PACE,
    )


def known_looks(stills: Sequence[FilmStill], looks: Mapping[SideId, Banner]) -> dict[SideId, Banner]:
    """The looks of those of whom the film shows anything."""
    shown = {side for one in stills for side in (*one.figures, *one.grids, *one.homes)}
    return {side: banner for side, banner in looks.items() if side in shown}


def fewer(stills: tuple[FilmStill, ...], most: int) -> tuple[FilmStill, ...]:
    """At most so many of the turns, spread evenly, first and last among them."""
    if len(stills) <= most:
        return stills
    return tuple(stills[at * (len(stills) - 1) // max(most - 1, 1)] for at in range(most))


def alt_of(stills: Sequence[FilmStill], looks: Mapping[SideId, Banner], title: str, side: SideId) -> str:
    """The film in words: who watches, how far, how things stand at its end, and its greatest news."""
    first, last = stills[0], stills[-1]
    who = f"as {bare(looks[side].name, 40)} saw it" if side in looks else "the whole truth"
    facts = [f"{bare(title, 60) or 'The campaign'}, turns {first.turn} to {last.turn}, {who}, as a film."]
    facts += [
        f"At its end {bare(looks[one].name, 40)}: {count(known.colonies, 'colony', 'colonies')}, {count(known.ships, 'ship')}"
        f"{'' if known.own else ' known'}."
        for one, known in last.figures.items()
        if one in looks
    ]
    news = sorted((seen for one in stills for seen in one.headlines[:1]), key=lambda seen: -seen.weight)[:FOR_ALT]
    facts += [f"Turn {seen.turn}: {seen.short}" for seen in sorted(news, key=lambda seen: seen.turn)]
    return fit_facts(facts)
