"""A dogfight as an animated GIF, drawn from the log the viewer was told; always under two million bytes."""

from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.animation import Replay, Sizes, small_enough
from render.canvas.fonts import drawable, fitted, length
from render.canvas.hex_field import Field, field_for
from render.canvas.hex_field import fitted as region_of
from render.canvas.marks import blast, spark
from render.canvas.palette import Palette
from render.canvas.panel import Pen, blank
from render.canvas.safe_text import bare, fitting
from render.canvas.strokes import Strokes
from render.canvas.theme import Banner, ThemeName, rgb
from render.canvas.tones import tone
from render.dogfight.draw import paint_field, radius_of, spot_of
from render.dogfight.frame import light_words, phase_word
from render.dogfight.look import SHOT, looks_of, sky_palette, sky_theme
from render.dogfight.track import Scene, scenes, thinned
from rules.air_force.events import Event
from rules.air_force.view import DogfightView

SIZE: Final = 640
MARGIN: Final = 12


def make_dogfight_replay(
    start: DogfightView,
    events: Iterable[Event],
    *,
    title: str = "",
    theme: ThemeName = "dark",
    end: DogfightView | None = None,
) -> Replay:
    """Frames for energy, each move and each attack from the viewer's first view on; the same input, the same bytes.

    `end`, a later view of the same viewer, tells who comes into sight. GameError for an unknown theme.
    """
    told = scenes(start, events, end)
    alt = replay_alt(told, title)
    return small_enough(
        told, SIZE, thinned, lambda shown, wide: paint_frames(shown, wide, title=title, theme=theme), alt
    )


def replay_alt(told: Sequence[Scene], title: str) -> str:
    """What happened, at most 1,024 characters."""
    first, last = told[0].view, told[-1].view
    who = first.known.sides.get(first.side or "")
    name = bare(title or first.known.title, 60) or "Dogfight"
    turns = f"turns {first.known.now.turn} to {last.known.now.turn}"
    facts = [f"{name}: replay of {turns}, seen by {bare(who.name, 40) if who else 'all'}."]
    facts += [
        f"Turn {scene.view.known.now.turn}: {scene.told}." for scene in told[1:] if scene.shot or " · " in scene.told
    ]
    return fitting(facts)


def paint_frames(shown: Sequence[Scene], size: int, *, title: str, theme: ThemeName) -> list[Image.Image]:
    """A palette picture for each scene, all of one size and one palette, about `size` pixels wide."""
    first = shown[0].view
    look = sky_theme(theme, day=first.known.sun != "night")
    looks = looks_of(first, look)
    palette = sky_palette(look, looks)
    sizes = _sizes(shown, size)
    still = _still(first, sizes, title, palette)
    return [_frame(still, scene, sizes, looks, palette) for scene in shown]


def _sizes(shown: Sequence[Scene], size: int) -> Sizes:
    view = shown[0].view
    places = [jet.at for scene in shown for jet in scene.view.known.jets.values() if jet.fate != "left"]
    field = field_for(
        region_of(places, (1, 1, view.known.columns, view.known.rows), margin=2), size - 2 * MARGIN, round(size * 1.1)
    )
    scale = max(size / 640, 0.65)
    width = max(field.size[0] + 2 * MARGIN, round(460 * scale))
    top, foot = round(64 * scale), round(40 * scale)
    return Sizes(field, width, top + field.size[1] + foot, top, (width - field.size[0]) // 2, foot, scale)


def _still(view: DogfightView, sizes: Sizes, title: str, palette: Palette) -> Image.Image:
    """What no frame changes: panel, title, light."""
    theme, scale = palette.theme, sizes.scale
    image = blank(sizes.width, sizes.height, palette)
    pen = Pen(image, palette)
    name = drawable(title or view.known.title, 48, "Dogfight") or "Dogfight"
    room = sizes.width - 3 * MARGIN - length("TURN 88 · MOVEMENT", round(22 * scale))
    pen.write(name, MARGIN, round(22 * scale), fitted(name, round(22 * scale), room), theme.ink)
    pen.write(light_words(view), MARGIN, round(47 * scale), round(15 * scale), theme.soft, bold=False)
    return image


def _frame(still: Image.Image, scene: Scene, sizes: Sizes, looks: dict[str, Banner], palette: Palette) -> Image.Image:
    image, field, theme, scale = still.copy(), sizes.field, palette.theme, sizes.scale
    pen = Pen(image, palette)
    ground = paint_field(scene.view, field, looks, palette, reach=False)
    _shot(ground, field, scene, palette)
    image.paste(ground, (sizes.left, sizes.top))
    clock = f"TURN {scene.view.known.now.turn} · {phase_word(scene.view)}"
    pen.write(clock, sizes.width - MARGIN, round(22 * scale), round(22 * scale), theme.accent, at="r")
    x = float(sizes.width - MARGIN)
    for side in sorted(looks, reverse=True):
        left = sum(jet.flying for jet in scene.view.known.jets.values() if jet.side == side)
        told = f"{drawable(looks[side].name, 20, side)} {left}"
        pen.write(told, x, round(47 * scale), round(15 * scale), looks[side].colour, at="r")
        x -= length(told, round(15 * scale)) + MARGIN
    size = fitted(scene.told, round(18 * scale), sizes.width - 2 * MARGIN)
    pen.write(drawable(scene.told, 160), MARGIN, sizes.height - sizes.foot // 2, size, theme.ink)
    ImageDraw.Draw(image).line(
        (0, sizes.height - sizes.foot, sizes.width, sizes.height - sizes.foot), fill=tone(palette, theme.panel_edge)
    )
    return image


def _shot(image: Image.Image, field: Field, scene: Scene, palette: Palette) -> None:
    """A solid line that ends in a star is a hit, a broken one that ends in a ring a miss; a blast is the end of a jet."""
    shot = scene.shot
    if shot is None:
        return
    shooter, target = scene.view.known.jets.get(shot.jet), scene.view.known.jets.get(shot.target)
    if target is None:
        return
    radius = radius_of(field)
    end = spot_of(field, scene.view, target)
    strokes, ink = Strokes(image, palette), rgb(SHOT) if shot.weapon == "gun" else palette.theme.accent
    if shooter is not None and (begin := spot_of(field, scene.view, shooter)) != end:
        strokes.line([begin, end], ink, max(field.unit * 0.2, 2.2), None if shot.hit else (6, 5))
    if not target.flying:
        blast(round(radius * 1.5), palette).put(image, *end)
    elif shot.hit:
        spark(round(radius * 0.8), ink, palette).put(image, *end)
    else:
        strokes.ring(end, radius * 1.2, ink, 1.8)
