"""What a side knows to wait in systems, and where its ambassadors are, as plaques beside the stars: round ones, each kind with a
shape of its own, so that no colour has to be told from another. A bright plaque wants an answer; a dark one only waits."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias

from render.campaign.cluster_map.marks import MARK_STORE, trimmed
from render.canvas.hex_field import Region
from render.canvas.stamps import Brush, Stamp
from render.canvas.theme import Palette, Rgb, mix
from render.words.safe_text import bare
from rules.cluster_war.chapters.encounters.known_specials import KNOWN_KIND_NAMES as SPECIAL_NAMES
from rules.cluster_war.chapters.encounters.known_specials import KnownKind, known_specials
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.values import Value

OddKind: TypeAlias = KnownKind | Literal["embassy"]
_EMBASSY: Final[tuple[OddKind, str]] = "embassy", "ambassadors"
ODDITY_NAMES: Final[dict[OddKind, str]] = dict([*SPECIAL_NAMES.items(), _EMBASSY])
"""Each kind's name, those first that weigh most."""
WAITS_FOR_ANSWER: Final = "wants an answer"
WORMHOLE_MARK: Final = "Wrm"


class OddMark(Value):
    """A kind of thing, and whether a scene about it waits for the side's answer."""

    kind: OddKind
    waits: bool = False


class Oddity(Value):
    """What is known to be in a hex, what wants an answer first."""

    hex: HexId
    marks: tuple[OddMark, ...]


def _known_oddities(view: View) -> Iterator[tuple[HexId, OddMark, str]]:
    """Everything that has a mark, with its words. The mouth of a worm hole that the map shows as such needs no other sign."""
    for one in known_specials(view):
        if one.kind != "wormhole" or one.waits or WORMHOLE_MARK not in view.objects.get(one.hex, ()):
            yield one.hex, OddMark(one.kind, one.waits), bare(one.text, 300)
    if view.me is None:
        return
    for side in view.embassies:
        theirs = sorted(
            (distance(view, view.me.home, c.hex), c.hex) for c in view.foreign_colonies.values() if c.side == side
        )
        flag = view.all_flags.get(side)
        if theirs and flag is not None:
            yield theirs[0][1], OddMark("embassy"), f"your ambassadors are with {bare(flag.name, 40)}"


def _in_order(view: View, region: Region) -> list[tuple[HexId, OddMark, str]]:
    order = {kind: at for at, kind in enumerate(ODDITY_NAMES)}
    found = [each for each in _known_oddities(view) if region.holds(each[0])]
    return sorted(found, key=lambda each: (each[0], not each[1].waits, order[each[1].kind], each[2]))


def oddities_of(view: View, region: Region) -> tuple[Oddity, ...]:
    """What a view knows to be in a region, hex by hex."""
    return tuple(
        Oddity(here, tuple(dict.fromkeys(mark for _, mark, _ in each)))
        for here, each in groupby(_in_order(view, region), key=lambda each: each[0])
    )


def odd_lines(view: View, region: Region) -> list[tuple[HexId, str]]:
    """The same in words, a line each: "monster, wants an answer: Something alive moves between the worlds here."."""
    return [
        (here, f"{ODDITY_NAMES[mark.kind]}{f', {WAITS_FOR_ANSWER}' if mark.waits else ''}: {words}")
        for here, mark, words in _in_order(view, region)
    ]


def odd_names_in(oddities: Sequence[Oddity]) -> frozenset[str]:
    """What the legend has to explain of these."""
    marks = [mark for odd in oddities for mark in odd.marks]
    return frozenset(
        {
            *(ODDITY_NAMES[mark.kind] for mark in marks),
            *([WAITS_FOR_ANSWER] if any(mark.waits for mark in marks) else ()),
        }
    )


def legend_entries(names: Collection[str]) -> list[tuple[OddMark, str]]:
    """The legend's entries: what a bright plaque means, and each kind that is there."""
    kinds = [kind for kind, name in ODDITY_NAMES.items() if name in names]
    bright = [(OddMark(kinds[0], waits=True), WAITS_FOR_ANSWER)] if WAITS_FOR_ANSWER in names and kinds else []
    return bright + [(OddMark(kind), ODDITY_NAMES[kind]) for kind in kinds]


@MARK_STORE.keeps
def plaque(marks: tuple[OddMark, ...], unit: int, palette: Palette) -> Stamp:
    """Discs side by side, one for each sign."""
    theme = palette.theme
    cell = max(14.0, unit * 1.4)
    wide = cell * len(marks)
    brush = Brush(math.ceil(wide) + 4, math.ceil(cell) + 4)
    for at, mark in enumerate(marks):
        x = -wide / 2 + cell * (at + 0.5)
        bright = theme.accent
        ground = bright if mark.waits else mix(theme.halo, theme.soft, 0.10)
        ink: Rgb = theme.halo if mark.waits else theme.ink
        if mark.waits and theme.name != "light":
            ink = theme.void
        brush.disc(x, 0, cell / 2 + 0.9, (*theme.halo, 255))
        brush.disc(x, 0, cell / 2 - 0.5, (*(bright if mark.waits else theme.ink), 255))
        brush.disc(x, 0, cell / 2 - 0.5 - max(1.1, cell * 0.07), (*ground, 255))
        glyph(brush, mark.kind, x, cell * 0.30, ink)
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


def glyph(brush: Brush, kind: OddKind, x: float, r: float, ink: Rgb) -> None:
    """One sign's shape about a point of the middle line, `r` from its middle to its rim."""
    fill, thick = (*ink, 255), max(1.3, r * 0.30)

    def at(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x + px * r, py * r) for px, py in points]

    match kind:
        case "trap":  # jaws: two rows of teeth that close
            for up in (-1, 1):
                brush.shape(
                    at(
                        [
                            (-1.1, up),
                            (-0.72, up * 0.12),
                            (-0.36, up),
                            (0, up * 0.12),
                            (0.36, up),
                            (0.72, up * 0.12),
                            (1.1, up),
                        ]
                    ),
                    fill,
                )
        case "device":  # a box with a button
            for a, b in (
                ((-0.9, -0.8), (0.9, -0.8)),
                ((0.9, -0.8), (0.9, 0.8)),
                ((0.9, 0.8), (-0.9, 0.8)),
                ((-0.9, 0.8), (-0.9, -0.8)),
            ):
                brush.line(at([a, b]), thick, fill)
            brush.disc(x, 0, r * 0.34, fill)
        case "monster":  # an eye
            brush.shape(at([(-1.2, 0), (-0.5, -0.68), (0.5, -0.68), (1.2, 0), (0.5, 0.68), (-0.5, 0.68)]), fill)
        case "strangers":  # two heads
            for side in (-1, 1):
                brush.disc(x + side * r * 0.52, -r * 0.5, r * 0.40, fill)
                brush.shape(
                    at(
                        [
                            (side * 0.52 - 0.46, 0.95),
                            (side * 0.52 - 0.2, 0.05),
                            (side * 0.52 + 0.2, 0.05),
                            (side * 0.52 + 0.46, 0.95),
                        ]
                    ),
                    fill,
                )
        case "derelict":  # a hull broken in two
            brush.shape(
                at([(-1.1, -0.45), (-0.25, -0.75), (-0.55, -0.1), (-0.15, 0.15), (-0.5, 0.6), (-1.1, 0.3)]), fill
            )
            brush.shape(at([(0.2, -0.55), (1.15, 0.0), (0.35, 0.85), (0.05, 0.6), (0.45, 0.2), (0.05, -0.15)]), fill)
        case "artifact":  # a cut stone
            brush.shape(at([(-0.62, -0.85), (0.62, -0.85), (1.05, -0.3), (0, 1.05), (-1.05, -0.3)]), fill)
        case "wormhole":  # rings within each other
            brush.ring(x, 0, r * 0.92, thick * 0.85, fill)
            brush.disc(x, 0, r * 0.38, fill)
        case "wonder":  # a star of four rays
            brush.shape(
                at(
                    [
                        (0, -1.2),
                        (0.26, -0.26),
                        (1.2, 0),
                        (0.26, 0.26),
                        (0, 1.2),
                        (-0.26, 0.26),
                        (-1.2, 0),
                        (-0.26, -0.26),
                    ]
                ),
                fill,
            )
        case "embassy":  # a roof on pillars
            brush.shape(at([(-1.05, -0.3), (0, -1.0), (1.05, -0.3)]), fill)
            for pillar in (-0.65, 0, 0.65):
                brush.line(at([(pillar, -0.2), (pillar, 0.62)]), thick * 0.85, fill)
            brush.line(at([(-1.05, 0.85), (1.05, 0.85)]), thick * 0.85, fill)
