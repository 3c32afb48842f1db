"""A unit design, or one ship's status, as a picture: name and figures, the hull space by space, and what fills it. Of a ship the
spaces that are damaged are struck through, those that are destroyed crossed out."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.png import Picture, picture_of
from render.canvas.theme import Rgb, Theme, ThemeName, brightness, drawable, fit, font, mix, rgb, theme_named
from render.words.safe_text import LONGEST_ALT, bare, count
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.drafts import number
from rules.cluster_war.model.unit_design.pricing import CUSTOM_GROUP, group_of, known_layout
from rules.values import Value

SHEET_WIDTH: Final = 900
MARGIN: Final = 36
MOST_CELLS: Final = 600
"""Hulls beyond this many spaces are drawn with several spaces to a cell."""
MOST_ROWS: Final = 28
OPEN_SPACE: Final = "open"
COMPONENT_GROUPS: Final[Mapping[str, tuple[str, int]]] = {
    "hull": ("drives and frame", 0x7F8FB8),
    "control": ("control", 0xE7C377),
    "crew": ("crew", 0x8FBF6A),
    "weapons": ("weapons", 0xD9624D),
    "defences": ("defenses", 0x4F9DDE),
    "sensors": ("sensors and labs", 0xB07CD8),
    "command": ("command", 0xE08A3C),
    "industry": ("industry", 0x9A8466),
    "holds": ("holds and hangars", 0x2FB5A0),
    CUSTOM_GROUP: ("of its own", 0xE07BA8),
    OPEN_SPACE: ("not drawn", 0x000000),
}
CLASS_WORDS: Final = {
    "ship": "starship",
    "small_craft": "small craft",
    "ground": "ground force",
    "base": "base",
    "facility": "facility",
}


class _SpaceBlock(Value):
    """So many spaces of one thing."""

    label: str
    group: str
    spaces: int


class Status(Value):
    """Which ship a sheet is of, by its number and name, and what is wrong with it."""

    ship: str
    wounds: Wounds


def draw_design_sheet(
    design: Design,
    settings: Settings,
    *,
    theme: ThemeName = "dark",
    owner: str = "",
    lines: Sequence[str] = (),
    status: Status | None = None,
) -> Picture:
    """The sheet of one design, or with a `status` of one ship of it; `lines` stand at its foot (its price, for instance). The
    same design, the same bytes.

    GameError for an unknown theme.
    """
    look = theme_named(theme)
    blocks = _blocks(design, settings)
    foot = [drawable(line, 110) for line in lines if line.strip()]
    share = _share(blocks)
    if share > 1:
        foot.insert(0, f"Each cell is {share} spaces, the last of each part for what is left.")
    image = _paint(design, blocks, look, owner, foot, status)
    reduced = image.quantize(colors=256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return picture_of(reduced, _alt(design, blocks, owner, status))


def figures(design: Design) -> tuple[tuple[str, str], ...]:
    """The figures below the name: title and value."""
    tenth = design.kind == "small_craft"
    found = [("Price", f"{design.cost} CPs"), ("Tenth-scale hull" if tenth else "Hull", f"{design.hull}")]
    if design.kind == "ground":
        found[1] = ("Size", str(design.hull))
    if design.drive:
        found.append(("Drive", f"{number(design.drive)}G"))
    if design.kind == "ship" and design.ftl:
        found.append(("FTL", design.ftl.replace("-", " ")))
    if design.ratings:
        far, near, guard, close = (*design.ratings, 0, 0, 0, 0)[:4]
        found += [("AR", f"{far}/{near}"), ("DR", f"{guard}/{close}")]
    if design.lrs:
        found.append(("LRS", str(design.lrs)))
    if design.hangar:
        found.append(("Hangar", f"{design.hangar} hull"))
    return tuple(found[:7])


def _blocks(design: Design, settings: Settings) -> tuple[_SpaceBlock, ...]:
    """What fills the hull in the order of the groups, and the spaces of which nothing is known."""
    if design.kind == "ground":
        return ()
    order = list(COMPONENT_GROUPS)
    known = known_layout(design, settings)
    filled = [_SpaceBlock(label, group_of(label, settings), spaces) for label, spaces in known.items()]
    filled.sort(key=lambda b: (order.index(b.group), b.label))
    rest = design.hull - sum(block.spaces for block in filled)
    return (*filled, _SpaceBlock("not drawn", OPEN_SPACE, rest)) if rest > 0 else tuple(filled)


def _paint(
    design: Design,
    blocks: tuple[_SpaceBlock, ...],
    theme: Theme,
    owner: str,
    lines: Sequence[str],
    status: Status | None,
) -> Image.Image:
    cells = _cells(blocks, status)
    across, size = _grid(len(cells), SHEET_WIDTH - 2 * MARGIN)
    rows = -(-len(cells) // across) if cells else 0
    named = [block for block in blocks if block.spaces or block.group != OPEN_SPACE]
    legend = -(-len(named) // 2)
    head, strip = 96, 74
    height = head + strip + rows * size + (24 if rows else 0) + legend * 26 + (20 if legend else 0)
    height += len(lines) * 24 + 20
    image = Image.new("RGB", (SHEET_WIDTH, height), theme.panel)
    pen = ImageDraw.Draw(image)
    _head(pen, design, theme, owner, status)
    _figures(pen, design, theme, head)
    top = head + strip
    _hull(pen, cells, (across, size), theme, top)
    top += rows * size + (24 if rows else 0)
    _legend(pen, named, theme, top, status)
    top += legend * 26 + (20 if legend else 0)
    small = font(15, "Regular")
    for at, text in enumerate(lines):
        pen.text((MARGIN, top + at * 24), text, font=small, fill=theme.soft)
    pen.rectangle((0, 0, SHEET_WIDTH - 1, height - 1), outline=theme.panel_edge, width=2)
    return image


def _head(pen: ImageDraw.ImageDraw, design: Design, theme: Theme, owner: str, status: Status | None) -> None:
    name = drawable(design.name, 48, design.id)
    mark = design.id if status is None else status.ship
    big = fit(name, 40, SHEET_WIDTH - 2 * MARGIN - 160, "Semibold", 10)
    pen.text((MARGIN, 44), name, font=big, fill=theme.ink, anchor="lm")
    pen.text((SHEET_WIDTH - MARGIN, 44), drawable(mark, 24), font=font(40, "Light"), fill=theme.accent, anchor="rm")
    kind = design.unit or CLASS_WORDS[design.kind]
    words = f"{kind} of {drawable(owner, 40)}" if owner else kind
    pen.text((MARGIN, 80), words, font=font(18), fill=theme.soft, anchor="lm")
    pen.line((MARGIN, 98, SHEET_WIDTH - MARGIN, 98), fill=theme.panel_edge, width=2)


def _figures(pen: ImageDraw.ImageDraw, design: Design, theme: Theme, top: int) -> None:
    shown = figures(design)
    step = (SHEET_WIDTH - 2 * MARGIN) / max(len(shown), 4)
    for at, (title, value) in enumerate(shown):
        x = MARGIN + round(at * step)
        pen.text((x, top + 24), title.upper(), font=font(13, "Semibold"), fill=theme.faint, anchor="lm")
        pen.text((x, top + 48), value, font=fit(value, 25, step - 10, "Regular", 10), fill=theme.ink, anchor="lm")


def _cells(blocks: tuple[_SpaceBlock, ...], status: Status | None) -> list[tuple[_SpaceBlock, int]]:
    """One entry for each cell of the hull, and how many strokes go through it: one where it is damaged, two where it is
    destroyed. Large hulls have several spaces to a cell, every part at least one; what is hurt of a cell shows."""
    share = _share(blocks)
    found: list[tuple[_SpaceBlock, int]] = []
    for block in blocks:
        damaged, destroyed = _hurt(block, status)
        gone, hit = -(-destroyed // share), -(-damaged // share)
        cells = -(-block.spaces // share)
        found += [(block, 2 if at < gone else 1 if at < gone + hit else 0) for at in range(cells)]
    return found


def _hurt(block: _SpaceBlock, status: Status | None) -> tuple[int, int]:
    """Spaces of a part that are damaged and destroyed."""
    if status is None:
        return 0, 0
    return status.wounds.damaged.get(block.label, 0), status.wounds.destroyed.get(block.label, 0)


def _share(blocks: tuple[_SpaceBlock, ...]) -> int:
    """Hull spaces to a cell."""
    return max(1, -(-sum(block.spaces for block in blocks) // MOST_CELLS))


def _grid(cells: int, inner: int) -> tuple[int, int]:
    """Cells in a row and their size in pixels."""
    if not cells:
        return 1, 0
    across = max(10, math.ceil(math.sqrt(cells * 3)))
    across = max(across, -(-cells // MOST_ROWS))
    return across, max(14, min(44, inner // across))


def _hull(
    pen: ImageDraw.ImageDraw, cells: list[tuple[_SpaceBlock, int]], grid: tuple[int, int], theme: Theme, top: int
) -> None:
    across, size = grid
    left = MARGIN + max(0, (SHEET_WIDTH - 2 * MARGIN - min(across, len(cells) or 1) * size) // 2)
    for at, (block, strokes) in enumerate(cells):
        x, y = left + at % across * size, top + at // across * size
        box = (x + 1, y + 1, x + size - 2, y + size - 2)
        colour = _colour(block.group, theme)
        colour = (
            mix(colour, theme.panel, 0.75) if strokes == 2 else mix(colour, theme.panel, 0.4) if strokes else colour
        )
        pen.rounded_rectangle(box, radius=max(2, size // 8), fill=colour, outline=mix(colour, theme.ink, 0.35))
        if block.group != OPEN_SPACE and size >= 20:
            ink = theme.halo if brightness(colour) > 0.22 else (255, 255, 255)
            mark = _mark(block)
            pen.text(
                (x + size / 2, y + size / 2), mark, font=font(max(10, size * 2 // 5), "Semibold"), fill=ink, anchor="mm"
            )
        if strokes:
            pen.line((x + 3, y + size - 4, x + size - 4, y + 3), fill=theme.ink, width=max(2, size // 12))
        if strokes == 2:
            pen.line((x + 3, y + 3, x + size - 4, y + size - 4), fill=theme.ink, width=max(2, size // 12))


def _legend(
    pen: ImageDraw.ImageDraw, named: Sequence[_SpaceBlock], theme: Theme, top: int, status: Status | None
) -> None:
    half = (SHEET_WIDTH - 2 * MARGIN) // 2
    for at, block in enumerate(named):
        x, y = MARGIN + at % 2 * half, top + at // 2 * 26 + 12
        colour = _colour(block.group, theme)
        pen.rounded_rectangle((x, y - 9, x + 30, y + 9), radius=3, fill=colour, outline=mix(colour, theme.ink, 0.35))
        if block.group != OPEN_SPACE:
            ink = theme.halo if brightness(colour) > 0.22 else (255, 255, 255)
            pen.text((x + 15, y), _mark(block), font=font(12, "Semibold"), fill=ink, anchor="mm")
        label = drawable(block.label, 44)
        spaces = count(block.spaces, "space") if block.spaces else "outside the hull"
        text = f"{label} · {spaces}{_hurt_words(block, status)}"
        pen.text((x + 40, y), text, font=fit(text, 16, half - 50, "Regular", 10), fill=theme.ink, anchor="lm")


def _hurt_words(block: _SpaceBlock, status: Status | None) -> str:
    """What is wrong with a part: ", 2 damaged, 1 destroyed"."""
    damaged, destroyed = _hurt(block, status)
    return (f", {damaged} damaged" if damaged else "") + (f", {destroyed} destroyed" if destroyed else "")


def _mark(block: _SpaceBlock) -> str:
    """Two letters that tell a part apart from others of its colour."""
    words = [word for word in drawable(block.label, 40).replace(",", " ").split() if word[0].isalpha()]
    if not words:
        return "?"
    return (words[0][0] + words[1][0] if len(words) > 1 else words[0][:2]).upper()


def _colour(group: str, theme: Theme) -> Rgb:
    if group == OPEN_SPACE:
        return mix(theme.panel, theme.panel_edge, 0.6)
    if theme.sides:
        return theme.sides[list(COMPONENT_GROUPS).index(group) % len(theme.sides)]
    return rgb(COMPONENT_GROUPS[group][1])


def _alt(design: Design, blocks: tuple[_SpaceBlock, ...], owner: str, status: Status | None) -> str:
    """The picture in words."""
    whose = f" of {bare(owner, 40)}" if owner else ""
    kind = design.unit or CLASS_WORDS[design.kind]
    head = f"Design sheet: {bare(design.name)} ({bare(design.id, 12)}), {kind}{whose}."
    if status is not None:
        head = f"Status of {bare(status.ship, 24)}, {bare(design.name)}, {kind}{whose}."
    words = "; ".join(f"{title} {value}" for title, value in figures(design))
    parts = ", ".join(f"{bare(b.label, 44)} {b.spaces}{_hurt_words(b, status)}" for b in blocks if b.spaces)
    text = f"{head} {words}." + (f" Hull spaces: {parts}." if parts else "")
    return text if len(text) <= LONGEST_ALT else text[: LONGEST_ALT - 1] + "…"
