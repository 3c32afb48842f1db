"""What lies under the jets on a dogfight's map: what can be seen, what can be hit, contrails, the map's edge."""

from itertools import pairwise
from typing import Final

from PIL import Image

from render.canvas.hex_field import Field
from render.canvas.hex_ground import cell, tint
from render.canvas.strokes import Strokes
from render.canvas.theme import Banner, Palette, Rgb, mix
from rules.air_force.changes import grid
from rules.air_force.jets import Jet, in_nose_cone, on_nose_line
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.hexes import Hex, disk, distance

AGES: Final = (0.85, 0.5, 0.26)
"""How bright a contrail is by its age in turns; older ones are gone."""


def gun_hexes(view: DogfightView, jet: Jet) -> tuple[Hex, ...]:
    """The hexes on the nose line that a jet's guns reach, its own included (JET-X07); none without rounds."""
    if jet.stores is None or jet.stores.guns < 1 or jet.stalled:
        return ()
    most = number(view.known.options, "gun_range_max")
    return tuple(here for here in disk(jet.at, most) if on_nose_line(jet, here, most) is not None)


def missile_hexes(view: DogfightView, jet: Jet) -> tuple[Hex, ...]:
    """The hexes of the nose cone that a jet's missiles reach (JET-X09); none without missiles."""
    if jet.stores is None or jet.stores.missiles < 1 or jet.stalled:
        return ()
    low, high = number(view.known.options, "missile_range_min"), number(view.known.options, "missile_range_max")
    return tuple(here for here in disk(jet.at, high) if distance(jet.at, here) >= low and in_nose_cone(jet, here))


def draw_reach(image: Image.Image, field: Field, view: DogfightView, jet: Jet, palette: Palette, ink: Rgb) -> None:
    """A jet's missile cone tinted, its gun line outlined."""
    board = grid(view.known)
    reached = (*missile_hexes(view, jet), *gun_hexes(view, jet))
    tint(image, field, (here for here in reached if board.contains(here) and field.holds(here)), palette.tints[0])
    strokes = Strokes(image, palette)
    for here in gun_hexes(view, jet):
        if here != jet.at and board.contains(here):
            corners = [(float(x), float(y)) for x, y in cell(field, here)]
            strokes.line([*corners, corners[0]], ink, max(field.unit * 0.1, 1.6))


def draw_veil(image: Image.Image, field: Field, view: DogfightView, palette: Palette) -> None:
    """At night, what lies out of the sight of the viewer's own pilots is dimmed; everybody's for who looks on."""
    known = view.known
    if known.sun != "night":
        return
    sight = number(known.options, "night_sight")
    eyes = [
        jet.at for jet in known.jets.values() if jet.flying and (view.side not in known.sides or jet.side == view.side)
    ]
    board = grid(known)
    places = field.region.places()
    inside = [board.hex(c, r) for c, r in places if 1 <= c <= board.columns and 1 <= r <= board.rows]
    dark = (here for here in inside if all(distance(eye, here) > sight for eye in eyes))
    tint(image, field, dark, palette.tints[1])


def draw_contrails(
    image: Image.Image, field: Field, view: DogfightView, looks: dict[str, Banner], palette: Palette
) -> None:
    """The way each jet came in the last turns, fainter and thinner with every turn."""
    strokes, sky = Strokes(image, palette), palette.theme.sky[0]
    for _, jet in sorted(view.known.jets.items()):
        spots = [(spot.turn, field.center(spot.hex)) for spot in jet.trail]
        spots.append((view.known.now.turn, field.center(jet.at)))
        banner = looks[jet.side]
        for age in reversed(range(len(AGES))):
            colour = mix(sky, mix(banner.colour, palette.theme.ink, 0.35), AGES[age])
            width = max(field.unit * (0.3 - 0.08 * age), 1.4)
            for (_, start), (turn, end) in pairwise(spots):
                if view.known.now.turn - turn == age and start != end:
                    strokes.line([start, end], colour, width)
