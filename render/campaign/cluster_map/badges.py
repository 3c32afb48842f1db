"""What a side knows to wait in systems, and where its ambassadors are, as plaques beside the stars: round ones, each kind with
a shape of its own, so that no colour has to be told from another. A bright plaque wants an answer; a dark one only waits.

What it knows of war is badges: again a shape for every kind, bright for this month's, dark for what is past.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias

from render.campaign.cluster_map.marks import MARK_STORE, trimmed
from render.canvas.hex_field import Region
from render.canvas.stamps import SPRITE_SCALE, Brush, Stamp
from render.canvas.theme import Palette, Rgb, mix
from render.words.safe_text import bare
from rules.cluster_war.chapters.encounters.known_specials import KNOWN_KIND_NAMES as SPECIAL_NAMES
from rules.cluster_war.chapters.encounters.known_specials import KnownKind, known_specials
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import SignKind, WarSign
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


WAR_KINDS: Final[Mapping[SignKind, str]] = {
    "battle": "battle",
    "ground": "ground war",
    "bombarded": "bombarded",
    "blockade": "blockade",
    "raid": "raid",
}
"""The kinds of signs, those that weigh most first, each with its name."""
_WHOSE: Final[Mapping[SignKind, str]] = {
    "battle": "{name} held the place",
    "ground": "{name} landed or took it",
    "bombarded": "{name} fired",
    "blockade": "{name} cut it off",
    "raid": "{name} raided",
}
EARLIER_WAR: Final = "war, earlier"
_ORDER: Final = {kind: at for at, kind in enumerate(WAR_KINDS)}


class Strife(Value):
    """What is known of war in a hex: the kinds, each with whether it is of the last month or goes on."""

    hex: HexId
    signs: tuple[tuple[SignKind, bool], ...]


def is_fresh(view: View, sign: WarSign) -> bool:
    """Whether a sign is of the month that the view's side has a report of, or goes on."""
    return sign.turn >= view.turn - 1


def known_war(view: View, region: Region) -> tuple[WarSign, ...]:
    """The signs in a region, by hex, those that weigh most first."""
    found = (sign for sign in view.signs.values() if region.holds(sign.hex))
    return tuple(sorted(found, key=lambda sign: (sign.hex, _ORDER[sign.kind])))


def format_war_sign(view: View, sign: WarSign) -> str:
    """A sign in words: `battle in turn 6, 2 times; Terrans held the place`."""
    flag = view.all_flags.get(sign.by)
    name = bare(flag.name, 40) if flag else ""
    when = "now" if sign.turn >= view.turn else f"in turn {sign.turn}"
    often = f", {sign.count} times" if sign.count > 1 else ""
    whose = f"; {_WHOSE[sign.kind].format(name=name)}" if name else ""
    return f"{WAR_KINDS[sign.kind]} {when}{often}{whose}"


def strife_of(view: View, region: Region) -> tuple[Strife, ...]:
    """What a view knows of war in a region, hex by hex."""
    return tuple(
        Strife(here, tuple(sorted(((sign.kind, is_fresh(view, sign)) for sign in signs), key=_weight)))
        for here, signs in groupby(known_war(view, region), key=lambda sign: sign.hex)
    )


def _weight(sign: tuple[SignKind, bool]) -> tuple[bool, int]:
    """What is of this month comes first."""
    kind, fresh = sign
    return not fresh, _ORDER[kind]


def war_names_in(strife: Sequence[Strife]) -> frozenset[str]:
    """What the legend has to explain of these."""
    signs = [sign for place in strife for sign in place.signs]
    return frozenset(
        {*(WAR_KINDS[kind] for kind, _ in signs), *([EARLIER_WAR] if not all(fresh for _, fresh in signs) else ())}
    )


@MARK_STORE.keeps
def badge(signs: tuple[tuple[SignKind, bool], ...], unit: int, palette: Palette) -> Stamp:
    """A plate with a cell for each sign."""
    theme = palette.theme
    cell = max(13.0, unit * 1.3)
    wide = cell * len(signs)
    brush = Brush(math.ceil(wide) + 4, math.ceil(cell) + 4)
    hot = theme.stars["M"]
    for at, (kind, fresh) in enumerate(signs):
        x = -wide / 2 + cell * (at + 0.5)
        ground = hot if fresh else mix(theme.halo, theme.soft, 0.12)
        ink: Rgb = theme.void if fresh and theme.name != "light" else theme.halo if fresh else theme.soft
        _cell(brush, x, cell, theme.halo, 1.4)
        _cell(brush, x, cell, hot if fresh else theme.soft, 0.0)
        _cell(brush, x, cell, ground, -max(1.0, cell * 0.08))
        war_glyph(brush, kind, x, cell * 0.34, ink)
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


def _cell(brush: Brush, x: float, cell: float, fill: Rgb, grow: float) -> None:
    half = cell / 2 - 0.5 + grow
    (left, top), (right, bottom) = brush.at(x - half, -half), brush.at(x + half, half)
    brush.draw.rounded_rectangle((left, top, right, bottom), cell * 0.2 * SPRITE_SCALE, fill=(*fill, 255))


def war_glyph(brush: Brush, kind: SignKind, x: float, r: float, ink: Rgb) -> None:
    """One sign's shape about a point of the middle line, `r` from its middle to its rim."""
    fill, thick = (*ink, 255), max(1.3, r * 0.3)
    match kind:
        case "battle":  # crossed blades
            for side in (-1, 1):
                brush.line([(x - side * r, -r), (x + side * r * 0.95, r * 0.95)], thick, fill)
                guard = [(x + side * r * 0.15, r * 0.85), (x + side * r * 0.85, r * 0.15)]
                brush.line(guard, thick, fill)
        case "ground":  # an arrow down to the ground
            brush.line([(x, -r), (x, r * 0.2)], thick * 1.1, fill)
            brush.shape([(x - r * 0.62, -r * 0.1), (x + r * 0.62, -r * 0.1), (x, r * 0.66)], fill)
            brush.line([(x - r, r * 0.92), (x + r, r * 0.92)], thick, fill)
        case "bombarded":  # a burst
            points = []
            for corner in range(16):
                reach = r * (1.12 if corner % 2 == 0 else 0.5)
                angle = math.tau * corner / 16
                points.append((x + reach * math.cos(angle), reach * math.sin(angle)))
            brush.shape(points, fill)
        case "blockade":  # a world behind bars
            brush.disc(x, 0, r * 0.42, fill)
            for side in (-1, 1):
                brush.line([(x + side * r * 0.85, -r), (x + side * r * 0.85, r)], thick, fill)
        case "raid":  # a pennant
            brush.line([(x - r * 0.6, -r), (x - r * 0.6, r)], thick, fill)
            brush.shape([(x - r * 0.6, -r), (x + r, -r * 0.42), (x - r * 0.6, r * 0.16)], fill)
