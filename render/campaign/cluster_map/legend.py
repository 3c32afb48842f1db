"""What surrounds a map: the title above it, and the signs that its reader may not know, below the field or beside it. And which
words it would have, those first that tell most: few beside a report, more on a map that somebody asked for."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.campaign.cluster_map import marks
from render.campaign.cluster_map.badges import (
    EARLIER_WAR,
    WAR_KINDS,
    badge,
    legend_entries,
    odd_names_in,
    plaque,
    war_names_in,
)
from render.campaign.cluster_map.facts import MapFacts
from render.campaign.cluster_map.ground import EARLIER_STORM as STORM_EARLIER
from render.campaign.cluster_map.ground import FORCE_STORE, Objects
from render.campaign.cluster_map.lanes import LANE_TEXTS, lane_sample
from render.campaign.cluster_map.layout import BAR_HEIGHT, FOOT_HEIGHT, NUMBERED_UNIT, Layout
from render.campaign.cluster_map.objects import is_star, stamp_for
from render.campaign.cluster_map.placement import HOME_WEIGHT, LabelWish
from render.campaign.cluster_map.veil import has_lozenges, knowledge_mark, reach_mark
from render.canvas.panel import PICTURE_WIDTH, blank
from render.canvas.stamps import DrawingCache, Stamp
from render.canvas.theme import Banner, Palette, Theme, clip_text, drawable, font, length, mix
from rules.cluster_war.model.state.common import HexId, SideId
from rules.values import Value

LegendEntry: TypeAlias = tuple[Stamp, str]
"""A sign and its words."""
REACH_ENTRY: Final = "sensors reach"
LAST_HEARD: Final = "last heard of"
HOME: Final = "home"
MOVING: Final = "under way"
FOREIGN: Final = "foreign colony"
SIGHTED: Final = "sighted now"
EARLIER_SEEN: Final = "seen earlier"
SCOUTED: Final = "scouted"
SURVEYED: Final = "surveyed"
"""Words of the legend for signs that are there only where something is known."""
COLUMN_FROM: Final = 170
"""With so many pixels free beside the field the legend stands there, a row for each sign, and not below it."""
BADGE_WIDTH: Final = PICTURE_WIDTH * 18 // 100
"""What a page's badge for a picture's words covers at the left of the last line, where the picture is small."""
GAP: Final = 12
LONGEST_WORDS: Final = 300
"""Pixels between a sign and its words, and of these."""


class MapHeading(Value):
    """The words of the title bar: campaign, whose map, when; and the `kinds` of signs and the `sides` to explain."""

    campaign: str
    side: str
    banner: Banner | None
    moment: str
    kinds: frozenset[str]
    sides: tuple[Banner, ...] = ()


def signs_in(facts: MapFacts, objects: Objects, layout: Layout) -> frozenset[str]:
    """Everything on a map that a legend can explain; an overview has no bases, lines and lozenges."""
    foreign = [squadron for squadron in facts.squadrons if not squadron.own]
    there = {
        HOME: any(spot.home for spot in facts.settlements),
        FOREIGN: any(not spot.own for spot in facts.settlements),
        MOVING: any(course.gone is not None for course in facts.courses),
        SIGHTED: any(squadron.fresh for squadron in foreign),
        EARLIER_SEEN: any(not squadron.fresh for squadron in foreign),
        SCOUTED: has_lozenges(layout) and any(not surveyed for _, surveyed in facts.known.systems),
        SURVEYED: has_lozenges(layout) and any(surveyed for _, surveyed in facts.known.systems),
        REACH_ENTRY: bool(facts.known.reach),
        LAST_HEARD: any(squadron.lost for squadron in facts.squadrons),
    }
    found = {name for name, is_there in there.items() if is_there}
    if not layout.is_overview:
        found |= {"way station" if post.node else "base" for post in facts.outposts}
        found |= {LANE_TEXTS[lane.kind] for lane in facts.known.lanes}
    found |= {FORCE_STORE if storm.fresh else STORM_EARLIER for storm in facts.storms}
    found |= {*war_names_in(facts.strife), *odd_names_in(facts.oddities)}
    return frozenset(found | kinds_of(codes for _, codes in objects))


def sides_in(facts: MapFacts) -> dict[SideId, Banner]:
    """The sides of which a map shows anything."""
    found = [banner for banner, hexes in facts.known.grids if hexes] + [spot.banner for spot in facts.settlements]
    found += [post.banner for post in facts.outposts] + [squadron.banner for squadron in facts.squadrons]
    found += [course.banner for course in facts.courses]
    return {banner.side: banner for banner in facts.banners if banner in found}


def entries_of(layout: Layout, heading: MapHeading, palette: Palette) -> list[LegendEntry]:
    """The signs to explain, each with its words, in the order of their weight."""
    unit, kinds, theme = layout.sign, heading.kinds, palette.theme
    small = round(layout.letter * 0.7)
    who = heading.banner or next(iter(heading.sides), Banner("", "", theme.ink, "plain", "?"))
    other = next((banner for banner in heading.sides if banner != who), who)
    items: list[LegendEntry] = [
        (
            marks.world_mark(banner, own=True, home=False, unit=unit, palette=palette),
            drawable(banner.name, 30, banner.letter),
        )
        for banner in heading.sides
    ]
    rows: list[tuple[str, Stamp]] = [
        *((name, badge(((kind, True),), small, palette)) for kind, name in WAR_KINDS.items()),
        (LAST_HEARD, marks.lost_mark(who, unit, palette)),
        *((name, plaque((mark,), small, palette)) for mark, name in legend_entries(kinds)),
        (FOREIGN, marks.world_mark(other, own=False, home=False, unit=unit, palette=palette)),
        (SIGHTED, marks.fleet_mark(other, own=False, fresh=True, unit=unit, palette=palette)),
        (EARLIER_SEEN, marks.fleet_mark(other, own=False, fresh=False, unit=unit, palette=palette)),
        (EARLIER_WAR, badge((("battle", False),), small, palette)),
        (MOVING, marks.fleet_mark(who, own=True, fresh=False, unit=unit, palette=palette)),
        (HOME, marks.world_mark(who, own=True, home=True, unit=unit, palette=palette)),
        *(
            (name, marks.base_mark(who, own=True, node=node, unit=layout.house, palette=palette))
            for name, node in _BASES
        ),
        (REACH_ENTRY, reach_mark(who, small, palette)),
        (FORCE_STORE, marks.caption("F3", theme.ink, layout.letter, palette)),
        (STORM_EARLIER, marks.caption("F3 T6", theme.soft, layout.letter, palette)),
        (SCOUTED, knowledge_mark(False, small, palette)),
        (SURVEYED, knowledge_mark(True, small, palette)),
        *((name, lane_sample(kind, who, small * 2 // 3, palette)) for kind, name in LANE_TEXTS.items()),
    ]
    items += [(stamp, name) for name, stamp in rows if name in kinds]
    return items + [
        (marks.trimmed(stamp_for((code,), theme, small, 1)), name) for code, name in _OBJECTS if _kind(code) in kinds
    ]


_BASES: Final = (("base", False), ("way station", True))
_OBJECTS: Final = (
    ("Wrm", "wormhole"), ("Hyp", "hypermass"), ("Neu", "neutron star"), ("Pul", "pulsar"), ("Ion", "ion storm"),
    ("Mag", "magnetic"), ("Grv", "gravitic"), ("Rad", "radiation"), ("Mfl", "flare"), ("Mva", "variable"), ("Adw", "dwarf"),
    ("Msg", "super giant"), ("Mg", "giant"), ("Neb", "nebula"), ("Ast", "asteroids"),
)  # fmt: skip


def kinds_of(codes: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """Which kinds of objects are not plain stars."""
    found = {_kind(code) for here in codes for code in here}
    return frozenset(found & {_kind(code) for code, _ in _OBJECTS})


def _kind(code: str) -> str:
    return code[1:] or code if is_star(code) else code


FRAME_CACHE: Final = DrawingCache[Image.Image](36_000_000, lambda image: image.width * image.height)


def field_at(layout: Layout) -> tuple[int, int]:
    """Where in the picture the field lies: in the middle, or at the left where the legend stands beside it."""
    beside = PICTURE_WIDTH - layout.field[0]
    foot = 0 if has_column(layout) else FOOT_HEIGHT
    spare = layout.height - BAR_HEIGHT - foot - layout.field[1]
    return (4 if has_column(layout) else beside // 2), BAR_HEIGHT + spare // 2


def has_column(layout: Layout) -> bool:
    """Whether the legend stands beside the field."""
    return PICTURE_WIDTH - layout.field[0] >= COLUMN_FROM


@FRAME_CACHE.keeps
def draw_frame(layout: Layout, heading: MapHeading, palette: Palette) -> Image.Image:
    """The whole picture but its field; kept, so never draw on it."""
    image = blank(PICTURE_WIDTH, layout.height, palette)
    panel = Image.new("RGB", image.size, palette.theme.panel)
    draw = ImageDraw.Draw(panel)
    signs = _title(draw, layout, heading, palette)
    entries = entries_of(layout, heading, palette)
    if not has_column(layout) and sum(_wide(layout, *entry) for entry in entries) > PICTURE_WIDTH - 2 - BADGE_WIDTH:
        sides = len(heading.sides)
        entries = [(stamp, _first_word(words)) for stamp, words in entries[:sides]] + entries[sides:]
    signs += (_column if has_column(layout) else _foot)(draw, layout, entries, palette)
    image.paste(panel.quantize(palette=palette.image, dither=Image.Dither.NONE))
    for stamp, at in signs:
        stamp.put(image, *at)
    line = palette.index(palette.theme.panel_edge)
    ImageDraw.Draw(image).line((0, BAR_HEIGHT - 2, PICTURE_WIDTH, BAR_HEIGHT - 2), fill=line, width=2)
    return image


def _title(
    draw: ImageDraw.ImageDraw, layout: Layout, heading: MapHeading, palette: Palette
) -> list[tuple[Stamp, tuple[int, int]]]:
    """Whose map, of which campaign, and when."""
    theme, size, middle = palette.theme, layout.letter, BAR_HEIGHT // 2 - 1
    left, right = 14, PICTURE_WIDTH - 14
    draw.text((right, middle), heading.moment, font=font(size + 3, "Semibold"), fill=theme.accent, anchor="rm")
    right -= round(length(heading.moment, size + 3)) + 24
    signs = []
    if heading.banner:
        mark = marks.world_mark(heading.banner, own=True, home=False, unit=layout.sign, palette=palette)
        signs.append((mark, (left - mark.dx, middle)))
        left += mark.size[0] + GAP
    name = clip_text(heading.side, size + 3, right - left)
    colour = heading.banner.colour if heading.banner else theme.ink
    draw.text((left, middle), name, font=font(size + 3, "Semibold"), fill=colour, anchor="lm")
    left += round(length(name, size + 3)) + 20
    if heading.campaign and length(heading.campaign, size, bold=False) <= right - left:
        draw.text((left, middle), heading.campaign, font=font(size, "Regular"), fill=theme.soft, anchor="lm")
    return signs


def _wide(layout: Layout, stamp: Stamp, words: str) -> int:
    """Pixels of a sign and its words in a line."""
    text = clip_text(words, layout.letter, LONGEST_WORDS, bold=False)
    return stamp.size[0] + GAP + round(length(text, layout.letter, bold=False)) + GAP


def _first_word(name: str) -> str:
    """An empire's name in brief: "Dominion" for "The Dominion"."""
    return name.removeprefix("The ").split(" ")[0]


def _foot(
    draw: ImageDraw.ImageDraw, layout: Layout, entries: list[LegendEntry], palette: Palette
) -> list[tuple[Stamp, tuple[int, int]]]:
    """As many signs as a line has room for, at its right: pages put their badge for a picture's words at the left."""
    shown: list[tuple[Stamp, str, int]] = []
    room = PICTURE_WIDTH - 2
    for stamp, words in entries:
        text, wide = clip_text(words, layout.letter, LONGEST_WORDS, bold=False), _wide(layout, stamp, words)
        if wide > room - BADGE_WIDTH:
            break
        room -= wide
        shown.append((stamp, text, wide))
    x, y, signs = room, layout.height - FOOT_HEIGHT // 2, []
    for stamp, text, wide in shown:
        signs.append((stamp, (x - stamp.dx, y - stamp.dy - stamp.size[1] // 2)))
        at = x + stamp.size[0] + GAP
        draw.text((at, y), text, font=font(layout.letter, "Regular"), fill=palette.theme.soft, anchor="lm")
        x += wide
    return signs


def _column(
    draw: ImageDraw.ImageDraw, layout: Layout, entries: list[LegendEntry], palette: Palette
) -> list[tuple[Stamp, tuple[int, int]]]:
    """A row for each sign beside the field, as far as there is room; long words take a second row, or stand below their sign."""
    left = layout.field[0] + field_at(layout)[0] + GAP
    room = PICTURE_WIDTH - left - 2
    y, line, signs = BAR_HEIGHT + 8, round(layout.letter * 1.1), []
    face = font(layout.letter, "Regular")
    for stamp, words in entries:
        beside = left + stamp.size[0] + GAP
        rows = _rows(words, layout.letter, left + room - beside)
        below = any(length(row, layout.letter, bold=False) > left + room - beside for row in rows)
        if below:
            rows = [clip_text(row, layout.letter, room, bold=False) for row in _rows(words, layout.letter, room)]
        tall = stamp.size[1] + line * len(rows) if below else max(stamp.size[1], line * len(rows))
        if y + tall > layout.height - 8:
            break
        signs.append((stamp, (left - stamp.dx, y - stamp.dy)))
        top = y + (stamp.size[1] if below else max(stamp.size[1] - line * len(rows), 0) // 2)
        for number, row in enumerate(rows):
            at = left if below else beside, top + line * (number + 0.5)
            draw.text(at, row, font=face, fill=palette.theme.soft, anchor="lm")
        y += tall + 10
    return signs


def _rows(words: str, size: int, room: int) -> list[str]:
    """Words in a row, or in two where they are too long for one and can be parted."""
    return [words] if length(words, size, bold=False) <= room else words.split(" ", 1)


MOST_REPORTED: Final = 7
MOST_ASKED: Final = 20
"""Names in a picture beside a report, and in one that was asked for."""
LONGEST_NAME, LONGEST_SIDE = 280, 300
"""Pixels of a name, and of an empire's; a longer one is cut."""
INK_SHARE: Final = 0.5


def label_wishes(
    facts: MapFacts, layout: Layout, theme: Theme, news: Collection[HexId], *, gm: bool
) -> tuple[LabelWish, ...]:
    """The words with their weights: homes, fleets under way and last heard of, strangers' names, what has news, and the rest."""

    def short(words: str) -> str:
        """Cut where it is too long, but never the number that tells it from others of its name."""
        name, blank, number = words.rpartition(" ")
        if not number.isdigit():
            return clip_text(words, layout.letter, LONGEST_NAME)
        return clip_text(name, layout.letter, LONGEST_NAME - length(blank + number, layout.letter)) + blank + number

    def ink(banner: Banner) -> tuple[int, int, int]:
        return mix(banner.colour, theme.ink, INK_SHARE)

    found: list[LabelWish] = []
    for spot in facts.settlements:
        key = f"{spot.hex}/{spot.banner.side}/world"
        if spot.name and spot.own and not gm:
            weight = HOME_WEIGHT if spot.home else 3.0 if spot.hex in news else 6.0 - spot.size / 10_000
            found.append(LabelWish(weight, key, short(spot.name), theme.ink))
        elif spot.name and not layout.is_overview:
            found.append(LabelWish(7.0, key, short(spot.name), theme.ink))
    for number, course in enumerate(facts.courses):
        name, arrow, due = course.label.partition(" › ")
        if course.label and not layout.is_overview:
            key = f"course{number}" if course.gone is not None else f"{course.stops[-1]}/star"
            found.append(LabelWish(1.0, key, short(name) + arrow + due, ink(course.banner)))
    names = {key: banner for banner, key in _namesakes(facts, gm=gm)}
    found += [
        LabelWish(2.0, key, clip_text(drawable(one.name, 30, one.letter), layout.letter, LONGEST_SIDE), ink(one))
        for key, one in names.items()
    ]
    for squadron in facts.squadrons:
        kind = "lost" if squadron.lost else "fresh" if squadron.fresh else "earlier"
        key = f"{squadron.hex}/{squadron.banner.side}/{kind}"
        weight = 1.5 if squadron.lost else 4.0 if squadron.own else 4.5 if squadron.fresh else 8.0
        if key not in names and not layout.is_overview:
            name, more, rest = squadron.label.partition(" +")
            found.append(LabelWish(weight, key, short(name) + more + rest, ink(squadron.banner)))
    found += [LabelWish(5.0, f"{storm.hex}/star", storm.label, theme.soft) for storm in facts.storms]
    found += [
        LabelWish(5.5, f"{post.hex}/{post.banner.side}/base", short(post.label), ink(post.banner))
        for post in facts.outposts
        if post.label
    ]
    return tuple(found)


def number_wishes(layout: Layout, objects: Objects, theme: Theme) -> tuple[LabelWish, ...]:
    """The numbers of hexes with something in them, on a map close enough for them."""
    if layout.unit < NUMBERED_UNIT:
        return ()
    return tuple(LabelWish(9.0, f"{here}/star", here, theme.soft) for here, _ in sorted(objects))


def _namesakes(facts: MapFacts, *, gm: bool) -> Iterator[tuple[Banner, str]]:
    """Each empire but one's own with the sign that has its name: its home, its largest colony, or a fleet of its."""
    named: set[SideId] = set()
    ranked = sorted(facts.settlements, key=lambda one: (not one.home, -one.size, one.hex))
    for spot in ranked:
        if (gm or not spot.own) and spot.banner.side not in named:
            named.add(spot.banner.side)
            yield spot.banner, f"{spot.hex}/{spot.banner.side}/world"
    for squadron in sorted(facts.squadrons, key=lambda one: (not one.fresh, one.hex)):
        if not squadron.own and squadron.banner.side not in named:
            named.add(squadron.banner.side)
            kind = "fresh" if squadron.fresh else "earlier"
            yield squadron.banner, f"{squadron.hex}/{squadron.banner.side}/{kind}"
