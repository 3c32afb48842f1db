"""A dogfight as an animated GIF, drawn from the log the viewer was told; always under two million bytes."""

from collections.abc import Iterable, Sequence

from PIL import Image

from render.canvas.animation import SIZE, Replay, small_enough
from render.canvas.hex_field import Field
from render.canvas.panel import Sheet
from render.canvas.strokes import Strokes, blast, spark
from render.canvas.theme import Palette, ThemeName, rgb
from render.dogfight.draw import field_around, paint_dogfight, paint_field, radius_of, spots_of
from render.dogfight.frame import SHOT_COLOUR, frame_for, framed, looks_of, sky_palette, sky_theme
from render.dogfight.text import in_order, jet_line
from render.dogfight.track import Scene, scenes, thinned
from render.words.safe_text import bare, fitting
from rules.air_force.events import Event
from rules.air_force.view import DogfightView


def make_dogfight_replay(
    start: DogfightView,
    events: Iterable[Event],
    *,
    title: str = "",
    theme: ThemeName = "dark",
    end: DogfightView | None = None,
) -> Replay:
    """Frames for energy, each move and each attack from the viewer's first view on; the same input, the same bytes.

    `end`, a later view of the same viewer, tells who comes into sight; the map as it then is stands still at the end.
    GameError for an unknown theme.
    """
    told = scenes(start, events, end)
    return small_enough(
        told,
        SIZE,
        thinned,
        lambda shown, wide: paint_frames(shown, wide, title=title, theme=theme),
        replay_alt(told, title, end),
        None if end is None else lambda wide: paint_dogfight(end, theme=theme, title=title, width=wide),
    )


def replay_alt(told: Sequence[Scene], title: str, end: DogfightView | None = None) -> str:
    """What happened, and the map at the end, at most 1,024 characters."""
    first, last = told[0].view, told[-1].view
    who = first.known.sides.get(first.side or "")
    name = bare(title or first.known.title, 60) or "Dogfight"
    turns = f"turns {first.known.now.turn} to {last.known.now.turn}"
    facts = [f"{name}: replay of {turns}, seen by {bare(who.name, 40) if who else 'all'}."]
    facts += [
        f"Turn {scene.view.known.now.turn}: {scene.told}." for scene in told[1:] if scene.shot or " · " in scene.told
    ]
    if end is not None:
        facts += ["At its end the map stands still.", *(f"{jet_line(end, jet)}." for jet in in_order(end))]
    return fitting(facts)


def paint_frames(shown: Sequence[Scene], size: int, *, title: str, theme: ThemeName) -> list[Image.Image]:
    """A palette picture for each scene, all of one palette and field, `size` pixels wide, laid out as the map is."""
    first = shown[0].view
    look = sky_theme(theme, day=first.known.sun != "night")
    looks = looks_of(first, look)
    palette = sky_palette(look, looks)
    sheet = Sheet(size, foot=True)
    places = [jet.at for scene in shown for jet in scene.view.known.jets.values() if jet.fate != "left"]
    field = field_around(first, places, sheet, margin=2)
    frame = frame_for(field, sheet)
    frames = []
    for scene in shown:
        image = framed(field, frame, scene.view, looks, title, palette, scene.told)
        ground = paint_field(scene.view, field, looks, palette, sheet, reach=False)
        _shot(ground, field, sheet, scene, palette)
        image.paste(ground, (frame.left, frame.top))
        frames.append(image)
    return frames


def _shot(image: Image.Image, field: Field, sheet: Sheet, scene: Scene, palette: Palette) -> None:
    """A solid line that ends in a star is a hit, a broken one that ends in a ring a miss; a blast is the end of a jet."""
    shot = scene.shot
    if shot is None:
        return
    shooter, target = scene.view.known.jets.get(shot.jet), scene.view.known.jets.get(shot.target)
    if target is None:
        return
    radius = radius_of(field, sheet)
    spots = spots_of(field, scene.view, radius)
    end = spots.get(target.id, field.center(target.at))
    strokes, ink = Strokes(image, palette), rgb(SHOT_COLOUR) if shot.weapon == "gun" else palette.theme.accent
    if shooter is not None and (begin := spots.get(shooter.id, field.center(shooter.at))) != end:
        strokes.line([begin, end], ink, max(field.unit * 0.2, sheet.px(1.4)), None if shot.hit else (6, 5))
    if not target.flying:
        blast(round(radius * 1.5), palette).put(image, *end)
    elif shot.hit:
        spark(round(radius * 0.8), ink, palette).put(image, *end)
    else:
        strokes.ring(end, radius * 1.2, ink, 1.8)
