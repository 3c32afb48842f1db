"""Badges of what a side knows of war: every kind with a shape of its own, bright for this month's, dark for what is past."""

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from render.campaign.cluster_map.marks import MARK_STORE, trimmed
from render.canvas.hex_field import Region
from render.canvas.stamps import SPRITE_SCALE, Brush, Stamp
from render.canvas.theme import Palette, Rgb, mix
from render.words.safe_text import bare
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import SignKind, WarSign
from rules.values import Value

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
        glyph(brush, kind, x, cell * 0.34, ink)
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


def _cell(brush: Brush, x: float, cell: float, fill: Rgb, grow: float) -> None:
    half = cell / 2 - 0.5 + grow
    (left, top), (right, bottom) = brush.at(x - half, -half), brush.at(x + half, half)
    brush.draw.rounded_rectangle((left, top, right, bottom), cell * 0.2 * SPRITE_SCALE, fill=(*fill, 255))


def glyph(brush: Brush, kind: SignKind, x: float, r: float, ink: Rgb) -> None:
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
