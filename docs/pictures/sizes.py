"""Draws each kind of battle picture as a window and a phone show it: `.venv/bin/python -m docs.pictures.sizes`."""

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from typing import Final

from PIL import Image

from docs.pictures.camera import HERE
from render.battle.battle_map.draw import draw_battle_map
from render.battle.replay.frames import paint_frames
from render.battle.replay.track import scenes
from render.canvas.animation import ANIMATION_WIDTH
from render.canvas.panel import PREVIEW
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Body, Velocity
from rules.values import changed
from tests.render.battle.battle_scene import played
from umpire.battle.battle_files import paint_close

PHONE_WIDTH: Final = 390
GAP: Final = 8


def home_fleet() -> Battle:
    """Nineteen craft close to their star, and three that come."""
    start, _, _ = played("fleet_action", 1)
    models = list(start.craft.values())
    craft = {}
    for number in range(22):
        own = number < 19
        unit = f"S{number + 1}" if own else f"A{number - 18}"
        place = (17 + number % 4, 15 + number // 4 % 3) if own else (number + 3, 34)
        craft[unit] = changed(
            models[number % len(models)],
            id=unit,
            name="Lantern scout" if own else "Pincer frigate",
            side=unit[0],
            at=BATTLE_MAP.hex(*place),
            facing=0,
            velocity=Velocity(Fraction(1), Fraction(0)),
        )
    star = Body("star", "Terra", BATTLE_MAP.hex(20, 20), 1, star=True)
    return changed(start, craft=craft, bodies={"star": star}, edge=(1, 1, 40, 40), programmes={}, stances={})


def pictures() -> Iterator[Image.Image]:
    """An opening, a plotted path close up, a fleet action with firing arcs, a crowd, wrecks, an impulse of a replay."""
    opening, _, _ = played("duel", 1)
    _, fleet, _ = played("fleet_action", 3)
    start, end, events = played("duel", 9)
    plan = parse_programme("1 turn B; 2-8 accelerate", "S3", fleet.now.turn)
    own = view_for(fleet, "S")
    for made in (
        draw_battle_map(view_for(opening, "S"), title="Duel").png,
        paint_close(own, "Fleet action", "S3", preview(own, plan), ("S3", "A1")).data,
        draw_battle_map(own, title="Fleet action", arcs_of="S3").png,
        draw_battle_map(view_for(home_fleet(), "S"), title="Battle of Terra").png,
        draw_battle_map(view_for(end, None), title="Duel").png,
    ):
        yield Image.open(BytesIO(made))
    told = scenes(view_for(start, None), events, view_for(end, None))
    yield paint_frames(told[-1:], ANIMATION_WIDTH, title="Duel", theme="dark")[0]


def main() -> None:
    """One sheet of them all: 550 pixels wide at the left, 390 at the right."""
    shown = [picture.convert("RGB") for picture in pictures()]
    wide, tall = PREVIEW
    sheet = Image.new("RGB", (wide + PHONE_WIDTH + 3 * GAP, len(shown) * (tall + GAP) + GAP), (40, 42, 48))
    for number, picture in enumerate(shown):
        top = GAP + number * (tall + GAP)
        phone = picture.resize(
            (PHONE_WIDTH, round(PHONE_WIDTH * picture.height / picture.width)), Image.Resampling.LANCZOS
        )
        sheet.paste(picture.resize(PREVIEW, Image.Resampling.LANCZOS), (GAP, top))
        sheet.paste(phone, (wide + 2 * GAP, top))
    sheet.quantize(256).save(HERE / "battle-sizes.png", optimize=True)


if __name__ == "__main__":
    main()
