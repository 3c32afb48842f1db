"""A world at war as a picture: its surface, cities, forces as the viewer knows them, fights, and the words beside it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map import badges, marks
from render.campaign.cluster_map.layout import Layout
from render.campaign.front.scene import REBEL, ForceStack, FrontScene, front_alt, looks_of, scene_of
from render.canvas.hex_field import Region
from render.canvas.label_placement import TakenCells
from render.canvas.panel import PICTURE_WIDTH, PanelLayout, Pen, blank
from render.canvas.png import Picture, picture_of
from render.canvas.stamps import Brush, DrawingCache, Stamp, tactical_palette, tone
from render.canvas.strokes import Strokes, words
from render.canvas.theme import (
    Banner,
    Palette,
    Rgb,
    Theme,
    ThemeName,
    clip_text,
    drawable,
    font,
    length,
    mix,
    rgb,
    theme_named,
)
from render.words.safe_text import count
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, Front, SignKind, Terrain

TILE_STORE: Final = DrawingCache[Stamp](200)
TERRAIN_TONES: Final[Mapping[Terrain, int]] = {
    "clear": 0x9CAA6A, "ice": 0xD8E6EE, "forest": 0x3E8050, "badlands": 0xA97A4B, "swamp": 0x77805A,
    "jungle": 0x2C6B3C, "caverns": 0x7D7686, "islands": 0x4B8DB4, "ocean": 0x2C5C92,
}  # fmt: skip
"""Each terrain's colour before a theme shades it."""
TEXTURE_SPOTS: Final = ((-0.95, -0.1), (0.0, -0.48), (0.95, -0.12), (-0.5, 0.52), (0.55, 0.5), (0.0, 0.08))
"""Where a texture's strokes stand, in units across and halves down from a hex's middle."""


def ground_of(theme: Theme, kind: Terrain) -> Rgb:
    """A terrain's tone in a theme."""
    return mix(rgb(TERRAIN_TONES[kind]), theme.core if theme.name == "light" else theme.sky[0], 0.35)


def _ink_of(theme: Theme, kind: Terrain) -> Rgb:
    return mix(ground_of(theme, kind), theme.void if theme.name == "light" else theme.core, 0.5)


def front_palette(theme: Theme, sides: tuple[Banner, ...]) -> Palette:
    """The palette of a surface's picture."""
    tones = [tone(theme, kind) for tone in (ground_of, _ink_of) for kind in TERRAIN_TONES]
    return tactical_palette(theme, sides, (*tones, theme.stars["M"]))


@TILE_STORE.keeps
def tile(kind: Terrain, unit: int, half: int, palette: Palette) -> Stamp:
    """A hex of a terrain, put by its middle."""
    theme = palette.theme
    brush = Brush(4 * unit, 2 * half)
    ground, ink = ground_of(theme, kind), _ink_of(theme, kind)
    inset = 1 - 0.9 / unit
    corners = ((-unit, -half), (unit, -half), (2 * unit, 0), (unit, half), (-unit, half), (-2 * unit, 0))
    brush.shape([(x * inset, y * inset) for x, y in corners], (*ground, 255))
    for x, y in TEXTURE_SPOTS:
        _texture(brush, kind, x * unit, y * half, unit * 0.16, ink)
    return brush.stamp(palette.image, theme.panel, 128)


def _texture(brush: Brush, kind: Terrain, x: float, y: float, r: float, ink: Rgb) -> None:
    """One stroke of a terrain's texture about a point, `r` large."""
    fill, thin = (*ink, 255), max(1.0, r * 0.3)
    match kind:
        case "clear":
            brush.line([(x - r * 0.5, y), (x + r * 0.5, y)], thin, fill)
        case "ice":
            for dx, dy in ((1.0, 0.0), (0.5, 0.87), (0.5, -0.87)):
                brush.line([(x - dx * r, y - dy * r), (x + dx * r, y + dy * r)], thin, fill)
        case "forest":
            brush.shape([(x - r * 0.8, y + r), (x + r * 0.8, y + r), (x, y - r)], fill)
        case "badlands":
            brush.line([(x - r * 1.2, y + r * 0.6), (x, y - r * 0.7), (x + r * 1.2, y + r * 0.6)], thin * 1.3, fill)
        case "swamp":
            brush.line([(x - r * 1.2, y + r * 0.5), (x + r * 1.2, y + r * 0.5)], thin, fill)
            for dx in (-0.5, 0.0, 0.5):
                brush.line([(x + dx * r, y + r * 0.5), (x + dx * r * 1.8, y - r * 0.6)], thin, fill)
        case "jungle":
            brush.disc(x, y, r * 0.95, fill)
            brush.disc(x + r * 0.9, y + r * 0.5, r * 0.6, fill)
        case "caverns":
            brush.arc((x - r, y - r, x + r, y + r), (180, 360), thin * 1.6, ink)
            brush.line([(x - r, y), (x + r, y)], thin, fill)
        case "islands":
            brush.shape([(x - r * 1.1, y), (x, y - r * 0.7), (x + r * 1.2, y), (x, y + r * 0.6)], fill)
        case "ocean":
            brush.arc((x - r * 1.2, y - r * 0.5, x, y + r * 0.5), (0, 180), thin, ink)
            brush.arc((x, y - r * 0.5, x + r * 1.2, y + r * 0.5), (0, 180), thin, ink)


@TILE_STORE.keeps
def city(unit: int, palette: Palette, *, rebels: bool) -> Stamp:
    """A city's towers; behind a torn line where it is in rebellion."""
    theme = palette.theme
    r = unit * 0.62
    brush = Brush(round(r * 3) + 8, round(r * 2.4) + 8)
    for grow, colour in ((2.0, theme.halo), (0.0, theme.ink)):
        for left, wide, tall in ((-1.0, 0.55, 0.9), (-0.35, 0.7, 1.7), (0.45, 0.6, 1.2)):
            x0, x1, top = left * r - grow, (left + wide) * r + grow, (0.8 - tall) * r - grow
            brush.shape([(x0, r * 0.8 + grow), (x0, top), (x1, top), (x1, r * 0.8 + grow)], (*colour, 255))
    if rebels:
        steps = [(-1.3, 0.1), (-0.6, -0.5), (0.0, 0.2), (0.6, -0.5), (1.3, 0.1)]
        for wide, colour in ((r * 0.42, theme.halo), (r * 0.22, theme.stars["M"])):
            brush.line([(x * r, y * r) for x, y in steps], wide, (*colour, 255))
    return brush.stamp(palette.image, theme.halo, 110)


@TILE_STORE.keeps
def trench(unit: int, palette: Palette) -> Stamp:
    """What stands below those who are dug in."""
    theme = palette.theme
    r = unit * 0.5
    brush = Brush(round(r * 4.4), round(r * 1.6))
    steps = [(-1.9, -0.3), (-1.5, 0.3), (1.5, 0.3), (1.9, -0.3)]
    for wide, colour in ((r * 0.62, theme.halo), (r * 0.3, theme.ink)):
        brush.line([(x * r, y * r) for x, y in steps], wide, (*colour, 255))
    return brush.stamp(palette.image, theme.halo, 110)


LINE_HEIGHT: Final = 14.0
"""How high a line of words is, in pixels of the preview."""


def column(pen: Pen, sheet: PanelLayout, scene: FrontScene, looks: Mapping[SideId, Banner]) -> None:
    """All of it, as far down as there is room; what does not fit is in the text beside the picture."""
    left, right = sheet.column
    line, size = sheet.px(LINE_HEIGHT), sheet.letter
    y = sheet.top + line
    owner = looks.get(scene.owner)
    held = f"held by {drawable(owner.name, 24, owner.side)}" if owner is not None else "held by nobody"
    pen.write(clip_text(held, size, right - left), left, y, size, pen.theme.soft)
    y += round(line * 1.4)
    for side, (units, teams) in sides_of(scene).items():
        banner = looks.get(side, REBEL)
        own = side == scene.viewer or not scene.viewer
        plate = marks.colony_mark(banner, str(units), own=own, home=False, unit=size, palette=pen.palette)
        plate.put(pen.image, left + plate.size[0] // 2, y)
        x = left + plate.size[0] + sheet.px(4)
        name = clip_text(drawable(banner.name, 24, side), size, right - x)
        pen.write(name, x, y, size, banner.colour)
        y += line
        what = count(teams, "team")
        pen.write(what if own else f"{what} in sight", x, y, size, pen.theme.soft, bold=False)
        y += round(line * 1.25)
    for shown in scene.lines:
        for text in _broken(shown, size, right - left):
            if y + line > sheet.bottom:
                return
            pen.write(text, left, y, size, pen.theme.ink, bold=False)
            y += line
    if not scene.lines:
        _legend(pen, sheet, scene, y)


def sides_of(scene: FrontScene) -> dict[SideId, tuple[int, int]]:
    """Units and teams of each side that the viewer knows of there, the viewer's own first."""
    found: dict[SideId, tuple[int, int]] = {}
    for stack in sorted(scene.stacks, key=lambda one: (one.side != scene.viewer, one.side)):
        units, teams = found.get(stack.side, (0, 0))
        found[stack.side] = units + stack.units, teams + stack.teams
    return found


def _legend(pen: Pen, sheet: PanelLayout, scene: FrontScene, y: int) -> None:
    """The signs and terrains that this picture has."""
    left, right = sheet.column
    size, line, palette = sheet.letter, round(sheet.px(LINE_HEIGHT) * 1.2), pen.palette
    unit = max(size // 3, 5)
    signs: list[tuple[Stamp, str]] = [(city(round(unit * 1.7), palette, rebels=False), "city")]
    if any(town.rebels for town in scene.cities):
        signs.append((city(round(unit * 1.7), palette, rebels=True), "rebels"))
    if any(stack.dug for stack in scene.stacks):
        signs.append((trench(size * 2 // 3, palette), "dug in"))
    if any(stack.base for stack in scene.stacks):
        signs.append((marks.base_mark(REBEL, own=True, node=False, unit=size * 2 // 3, palette=palette), "base"))
    if scene.fights:
        signs.append((badges.badge((("battle", True),), size * 2 // 3, palette), "fight"))
    if scene.landings:
        signs.append((badges.badge((("ground", True),), size * 2 // 3, palette), "landing"))
    present = set(scene.terrain.values())
    signs += [(tile(kind, unit, round(unit * 1.7), palette), kind) for kind in TERRAIN_TONES if kind in present]
    y += line // 2
    wide = (right - left) // 2
    for number, (stamp, name) in enumerate(signs):
        x = left + number % 2 * wide
        at = y + number // 2 * line
        if at + line // 2 > sheet.bottom:
            return
        stamp.put(pen.image, x + sheet.px(8) - stamp.size[0] // 2 - stamp.dx, at)
        shown = clip_text(name, size, wide - sheet.px(18), bold=False)
        pen.write(shown, x + sheet.px(18), at, size, pen.theme.soft, bold=False)


def _broken(text: str, size: int, room: float) -> list[str]:
    """A line of words over as many lines as it needs."""
    face = font(size, "Regular")
    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and face.getlength(longer) > room:
            lines.append("  " + word)
        else:
            lines[-1] = longer
    return [
        clip_text(line, size, room, bold=False) if length(line, size, bold=False) > room else line for line in lines
    ]


BIG_LETTERS: Final = 14.0
"""The title's lettering in pixels of the preview."""
LARGEST_UNIT: Final = 60
"""The unit of the largest cells."""
ONE_UNIT: Final = ((0.0, 0.24),)
TWO_UNITS: Final = ((-1.0, 0.12), (1.0, 0.12))
MORE_UNITS: Final = ((-1.0, 0.12), (1.0, 0.12), (0.0, 0.66), (0.0, -0.42))
"""Where the sides in a hex stand, in plates' widths across and halves down from its middle: one, two, up to four."""


def draw_front(
    view: View, front: Front, happened: Iterable[Event] = (), *, theme: ThemeName = "dark", campaign: str = ""
) -> Picture:
    """A front as a view has it; the same view and events, the same bytes. GameError for an unknown theme."""
    scene = scene_of(view, front, happened)
    looks = looks_of(view, theme_named(theme))
    return picture_of(paint_scene(scene, looks, theme), front_alt(scene, looks, campaign))


def paint_scene(
    scene: FrontScene, looks: Mapping[SideId, Banner], theme: ThemeName, width: int = PICTURE_WIDTH
) -> Image.Image:
    """A scene's picture, so many pixels wide."""
    palette = front_palette(theme_named(theme), tuple(looks.values()))
    sheet = PanelLayout(width)
    layout = layout_of(scene, sheet)
    image = blank(sheet.width, sheet.height, palette)
    pen = Pen(image, palette)
    _headline(pen, sheet, scene)
    field = _ground(scene, layout, palette)
    FrontPainter(field, layout, scene, looks, palette).paint()
    left, top, wide, tall = sheet.box
    image.paste(field, (left + (wide - field.width) // 2, top + (tall - field.height) // 2))
    column(pen, sheet, scene, looks)
    return image


def layout_of(scene: FrontScene, sheet: PanelLayout) -> Layout:
    """The largest scale at which the surface fits into the sheet's box."""
    region = Region(1, 1, scene.columns, scene.rows)
    _, _, wide, tall = sheet.box
    largest = round(LARGEST_UNIT * sheet.width / PICTURE_WIDTH)
    layouts = (Layout(region, unit, round(unit * 1.7), sheet.letter) for unit in range(largest, 5, -1))
    fitting = (one for one in layouts if one.field[0] <= wide and one.field[1] <= tall)
    return next(fitting, Layout(region, 5, 9, sheet.letter))


def _headline(pen: Pen, sheet: PanelLayout, scene: FrontScene) -> None:
    big, left, right = sheet.px(BIG_LETTERS), sheet.box[0] + sheet.px(2), sheet.column[1]
    pen.write(scene.clock, right, sheet.top // 2, big, pen.theme.accent, at="r")
    room = right - left - length(scene.clock, big) - sheet.px(12)
    name = f"{drawable(scene.name, 40, scene.world)} {scene.world}"
    pen.write(clip_text(name, big, room), left, sheet.top // 2, big, pen.theme.ink)
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


class FrontPainter:
    """What stands on a surface, laid on its ground."""

    def __init__(
        self, field: Image.Image, layout: Layout, scene: FrontScene, looks: Mapping[SideId, Banner], palette: Palette
    ) -> None:
        self.field, self.layout, self.scene, self.looks, self.palette = field, layout, scene, looks, palette
        self.strokes = Strokes(field, palette)
        self.room = TakenCells(*field.size)
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
        held: defaultdict[HexId, list[ForceStack]] = defaultdict(list)
        for stack in self.scene.stacks:
            held[stack.at].append(stack)
        for stacks in held.values():
            berths = ONE_UNIT if len(stacks) == 1 else TWO_UNITS if len(stacks) == 2 else MORE_UNITS
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

    def _stack(self, stack: ForceStack, across: float, down: float) -> None:
        """A plate with the side's letter and the number of units, what is left of their strength, a trench for the dug in."""
        theme = self.palette.theme
        banner = self.looks.get(stack.side, REBEL)
        own = stack.side == self.scene.viewer or not self.scene.viewer
        plate = marks.colony_mark(banner, str(stack.units), own=own, home=False, unit=self.sign, palette=self.palette)
        wide, tall = plate.size
        x, y = self.layout.center(stack.at)
        x, y = x + round(across * (wide - 4) / 2), y + round(down * self.layout.half)
        if stack.base:
            house = marks.base_mark(banner, own=own, node=False, unit=self.sign, palette=self.palette)
            house.put(self.field, x - round(self.sign * 1.55), y)
            self._take(x - round(self.sign * 1.55), y, house.size)
        plate.put(self.field, x, y)
        bar = y + tall // 2 + 2
        full = max(stack.units * FULL_COMBAT_TEAMS, 1)
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
        stamp = badges.badge(tuple(kinds), round(self.sign * 0.72), self.palette)
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
