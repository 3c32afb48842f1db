"""A world at war as a picture: its surface, cities, everybody's forces as the viewer knows them, and the month's fights."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map import marks
from render.campaign.cluster_map.layout import Layout
from render.campaign.front.column import column
from render.campaign.front.look import city, front_palette, tile, trench
from render.campaign.front.scene import REBEL, FrontScene, Stack, front_alt, looks_of, scene_of
from render.canvas.fonts import clipped, drawable, length
from render.canvas.label_placing import Room
from render.canvas.panel import WIDE, Pen, Sheet, blank
from render.canvas.png import Picture, picture_of
from render.canvas.region import Region
from render.canvas.stamps import tone
from render.canvas.strokes import Strokes, words
from render.canvas.theme import Banner, Palette, ThemeName, mix, theme_named
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL, Front, SignKind

BIG: Final = 14.0
"""The title's lettering in pixels of the preview."""
LARGEST: Final = 60
"""The unit of the largest cells."""
ONE: Final = ((0.0, 0.24),)
TWO: Final = ((-1.0, 0.12), (1.0, 0.12))
MORE: Final = ((-1.0, 0.12), (1.0, 0.12), (0.0, 0.66), (0.0, -0.42))
"""Where the sides in a hex stand, in plates' widths across and halves down from its middle: one, two, up to four."""


def draw_front(
    view: View, front: Front, happened: Iterable[Event] = (), *, theme: ThemeName = "dark", campaign: str = ""
) -> Picture:
    """A front as a view has it; the same view and events, the same bytes. GameError for an unknown theme."""
    scene = scene_of(view, front, happened)
    looks = looks_of(view, theme_named(theme))
    return picture_of(paint_scene(scene, looks, theme), front_alt(scene, looks, campaign))


def paint_scene(scene: FrontScene, looks: Mapping[SideId, Banner], theme: ThemeName, width: int = WIDE) -> Image.Image:
    """A scene's picture, so many pixels wide."""
    palette = front_palette(theme_named(theme), tuple(looks.values()))
    sheet = Sheet(width)
    layout = layout_of(scene, sheet)
    image = blank(sheet.width, sheet.height, palette)
    pen = Pen(image, palette)
    _headline(pen, sheet, scene)
    field = _ground(scene, layout, palette)
    Painter(field, layout, scene, looks, palette).paint()
    left, top, wide, tall = sheet.box
    image.paste(field, (left + (wide - field.width) // 2, top + (tall - field.height) // 2))
    column(pen, sheet, scene, looks)
    return image


def layout_of(scene: FrontScene, sheet: Sheet) -> Layout:
    """The largest scale at which the surface fits into the sheet's box."""
    region = Region(1, 1, scene.columns, scene.rows)
    _, _, wide, tall = sheet.box
    largest = round(LARGEST * sheet.width / WIDE)
    layouts = (Layout(region, unit, round(unit * 1.7), sheet.letter) for unit in range(largest, 5, -1))
    fitting = (one for one in layouts if one.field[0] <= wide and one.field[1] <= tall)
    return next(fitting, Layout(region, 5, 9, sheet.letter))


def _headline(pen: Pen, sheet: Sheet, scene: FrontScene) -> None:
    big, left, right = sheet.px(BIG), sheet.box[0] + sheet.px(2), sheet.column[1]
    pen.write(scene.clock, right, sheet.top // 2, big, pen.theme.accent, at="r")
    room = right - left - length(scene.clock, big) - sheet.px(12)
    name = f"{drawable(scene.name, 40, scene.world)} {scene.world}"
    pen.write(clipped(name, big, room), left, sheet.top // 2, big, pen.theme.ink)
    edge = tone(pen.palette, pen.theme.panel_edge)
    ImageDraw.Draw(pen.image).line((0, sheet.top - 1, sheet.width, sheet.top - 1), fill=edge, width=2)


def _ground(scene: FrontScene, layout: Layout, palette: Palette) -> Image.Image:
    """The empty surface with its hexes' numbers."""
    field = Image.new("P", layout.field, tone(palette, palette.theme.panel))
    field.putpalette(palette.image.getpalette() or [])
    faint = mix(palette.theme.soft, palette.theme.ink, 0.3)
    for at, kind in sorted(scene.terrain.items()):
        x, y = layout.center(at)
        tile(kind, layout.unit, layout.half, palette).put(field, x, y)
        stamp = words(at, layout.letter, faint, palette, weight="Regular")
        stamp.put(field, x - stamp.size[0] // 2, y - layout.half + round(layout.letter * 0.75))
    return field


class Painter:
    """What stands on a surface, laid on its ground."""

    def __init__(
        self, field: Image.Image, layout: Layout, scene: FrontScene, looks: Mapping[SideId, Banner], palette: Palette
    ) -> None:
        self.field, self.layout, self.scene, self.looks, self.palette = field, layout, scene, looks, palette
        self.strokes = Strokes(field, palette)
        self.room = Room(*field.size)
        self.sign = max(layout.sign, min(round(layout.unit * 0.62), 30))

    def paint(self) -> None:
        """Cities, ways, forces, signs of what happened, names: the later above the earlier."""
        letter = self.layout.letter
        for at in self.scene.terrain:
            x, y = self.layout.center(at)
            top = y - self.layout.half
            self.room.take(x - 2 * letter, top, x + 2 * letter, top + round(letter * 1.3), soft=True)
        for town in self.scene.cities:
            x, y = self._city_at(town.hex)
            stamp = city(round(self.layout.unit * 0.7), self.palette, rebels=town.rebels)
            stamp.put(self.field, x, y)
            self._take(x, y, stamp.size)
        self._arrows()
        held: defaultdict[HexId, list[Stack]] = defaultdict(list)
        for stack in self.scene.stacks:
            held[stack.at].append(stack)
        for stacks in held.values():
            berths = ONE if len(stacks) == 1 else TWO if len(stacks) == 2 else MORE
            for stack, (across, down) in zip(stacks, berths, strict=False):
                self._stack(stack, across, down)
        for at in sorted({*self.scene.fights, *self.scene.landings}):
            self._sign(at)
        self._names()

    def _city_at(self, at: HexId) -> tuple[int, int]:
        """To the left of the hex's upper half; what happened there stands to the right."""
        x, y = self.layout.center(at)
        return x - round(self.layout.unit * 0.82), y - round(self.layout.half * 0.36)

    def _take(self, x: int, y: int, size: tuple[int, int]) -> None:
        wide, tall = size
        self.room.take(x - wide // 2, y - tall // 2, x + wide // 2 + 1, y + tall // 2 + 1)

    def _stack(self, stack: Stack, across: float, down: float) -> None:
        """A plate with the side's letter and the number of units, what is left of their strength, a trench for the dug in."""
        theme = self.palette.theme
        banner = self.looks.get(stack.side, REBEL)
        own = stack.side == self.scene.viewer or not self.scene.viewer
        plate = marks.colony(banner, str(stack.units), own=own, home=False, unit=self.sign, palette=self.palette)
        wide, tall = plate.size
        x, y = self.layout.center(stack.at)
        x, y = x + round(across * (wide - 4) / 2), y + round(down * self.layout.half)
        if stack.base:
            house = marks.base(banner, own=own, node=False, unit=self.sign, palette=self.palette)
            house.put(self.field, x - round(self.sign * 1.55), y)
            self._take(x - round(self.sign * 1.55), y, house.size)
        plate.put(self.field, x, y)
        bar = y + tall // 2 + 2
        full = max(stack.units * FULL, 1)
        draw = ImageDraw.Draw(self.field)
        ends, thick = (x - wide // 2 + 4, x + wide // 2 - 4), max(self.sign // 6, 3)
        middle = ends[0] + round((ends[1] - ends[0]) * min(stack.teams / full, 1))
        draw.rectangle((ends[0] - 1, bar - 1, ends[1] + 1, bar + thick + 1), fill=tone(self.palette, theme.halo))
        draw.rectangle((ends[0], bar, ends[1], bar + thick), fill=tone(self.palette, theme.faint))
        if middle > ends[0]:
            draw.rectangle((ends[0], bar, middle, bar + thick), fill=tone(self.palette, theme.ink))
        if stack.dug:
            trench(self.sign, self.palette).put(self.field, x, bar + thick + round(self.sign * 0.35))
        self._take(x, y + self.sign // 4, (wide, tall + self.sign))

    def _arrows(self) -> None:
        for arrow in self.scene.arrows:
            (ax, ay), (bx, by) = self.layout.center(arrow.start), self.layout.center(arrow.end)
            colour = self.looks.get(arrow.side, REBEL).colour
            start, end = (ax + (bx - ax) * 0.2, ay + (by - ay) * 0.2), (ax + (bx - ax) * 0.82, ay + (by - ay) * 0.82)
            wide, head = self.layout.letter * 0.2, self.layout.letter * 0.85
            if arrow.made:
                self.strokes.arrow(start, end, self.palette.theme.halo, wide + 4, head + 5)
                self.strokes.arrow(start, end, colour, wide, head)
            else:
                neck = ax + (bx - ax) * 0.7, ay + (by - ay) * 0.7
                self.strokes.line([start, neck], colour, wide, (head * 0.45, head * 0.45))
                self.strokes.arrow(neck, end, colour, wide, head)

    def _sign(self, at: HexId) -> None:
        """Where it was fought, and where troops came down, to the right of the hex's upper half."""
        kinds: list[tuple[SignKind, bool]] = []
        kinds += [("battle", True)] if at in self.scene.fights else []
        kinds += [("ground", True)] if at in self.scene.landings else []
        stamp = marks.badge(tuple(kinds), round(self.sign * 0.72), self.palette)
        x, y = self.layout.center(at)
        x, y = x + round(self.layout.unit * 0.98), y - round(self.layout.half * 0.36)
        stamp.put(self.field, x, y)
        self._take(x, y, stamp.size)

    def _names(self) -> None:
        size = self.layout.letter
        for town in self.scene.cities:
            stamp = words(drawable(town.name, 20, "city"), size, self.palette.theme.ink, self.palette)
            found = self.room.place(self._city_at(town.hex), stamp.size, round(self.layout.unit * 0.55))
            if found is not None:
                stamp.put(self.field, found[0] - stamp.dx, found[1] - stamp.dy)
