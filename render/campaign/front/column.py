"""The words beside a surface: who holds it, each side's forces there, what happened, and what the signs mean."""

from collections.abc import Mapping
from typing import Final

from render.campaign.cluster_map import marks
from render.campaign.front.look import NAMES, city, tile, trench
from render.campaign.front.scene import REBEL, FrontScene
from render.canvas.fonts import clipped, drawable, font, length
from render.canvas.panel import Pen, Sheet
from render.canvas.stamps import Stamp
from render.canvas.theme import Banner
from render.words.safe_text import count
from rules.cluster_war.model.state.names import SideId

LINE: Final = 14.0
"""How high a line of words is, in pixels of the preview."""


def column(pen: Pen, sheet: Sheet, scene: FrontScene, looks: Mapping[SideId, Banner]) -> None:
    """All of it, as far down as there is room; what does not fit is in the text beside the picture."""
    left, right = sheet.column
    line, size = sheet.px(LINE), sheet.letter
    y = sheet.top + line
    owner = looks.get(scene.owner)
    held = f"held by {drawable(owner.name, 24, owner.side)}" if owner is not None else "held by nobody"
    pen.write(clipped(held, size, right - left), left, y, size, pen.theme.soft)
    y += round(line * 1.4)
    for side, (units, teams) in sides_of(scene).items():
        banner = looks.get(side, REBEL)
        own = side == scene.viewer or not scene.viewer
        plate = marks.colony(banner, str(units), own=own, home=False, unit=size, palette=pen.palette)
        plate.put(pen.image, left + plate.size[0] // 2, y)
        x = left + plate.size[0] + sheet.px(4)
        name = clipped(drawable(banner.name, 24, side), size, right - x)
        pen.write(name, x, y, size, banner.colour)
        y += line
        what = count(teams, "team")
        pen.write(what if own else f"{what} in sight", x, y, size, pen.theme.soft, bold=False)
        y += round(line * 1.25)
    for told in scene.told:
        for text in _broken(told, size, right - left):
            if y + line > sheet.bottom:
                return
            pen.write(text, left, y, size, pen.theme.ink, bold=False)
            y += line
    if not scene.told:
        _legend(pen, sheet, scene, y)


def sides_of(scene: FrontScene) -> dict[SideId, tuple[int, int]]:
    """Units and teams of each side that the viewer knows of there, the viewer's own first."""
    found: dict[SideId, tuple[int, int]] = {}
    for stack in sorted(scene.stacks, key=lambda one: (one.side != scene.viewer, one.side)):
        units, teams = found.get(stack.side, (0, 0))
        found[stack.side] = units + stack.units, teams + stack.teams
    return found


def _legend(pen: Pen, sheet: Sheet, scene: FrontScene, y: int) -> None:
    """The signs and terrains that this picture has."""
    left, right = sheet.column
    size, line, palette = sheet.letter, round(sheet.px(LINE) * 1.2), pen.palette
    unit = max(size // 3, 5)
    signs: list[tuple[Stamp, str]] = [(city(round(unit * 1.7), palette, rebels=False), "city")]
    if any(town.rebels for town in scene.cities):
        signs.append((city(round(unit * 1.7), palette, rebels=True), "rebels"))
    if any(stack.dug for stack in scene.stacks):
        signs.append((trench(size * 2 // 3, palette), "dug in"))
    if any(stack.base for stack in scene.stacks):
        signs.append((marks.base(REBEL, own=True, node=False, unit=size * 2 // 3, palette=palette), "base"))
    if scene.fights:
        signs.append((marks.badge((("battle", True),), size * 2 // 3, palette), "fight"))
    if scene.landings:
        signs.append((marks.badge((("ground", True),), size * 2 // 3, palette), "landing"))
    present = set(scene.terrain.values())
    signs += [(tile(kind, unit, round(unit * 1.7), palette), name) for kind, name in NAMES.items() if kind in present]
    y += line // 2
    wide = (right - left) // 2
    for number, (stamp, name) in enumerate(signs):
        x = left + number % 2 * wide
        at = y + number // 2 * line
        if at + line // 2 > sheet.bottom:
            return
        stamp.put(pen.image, x + sheet.px(8) - stamp.size[0] // 2 - stamp.dx, at)
        pen.write(
            clipped(name, size, wide - sheet.px(18), bold=False), x + sheet.px(18), at, size, pen.theme.soft, bold=False
        )


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
    return [clipped(line, size, room, bold=False) if length(line, size, bold=False) > room else line for line in lines]
