"""One side's map of the cluster as a picture, from its view alone."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.campaign.cluster_map import legend, marks
from render.campaign.cluster_map.facts import CourseLine, FleetMark, MapFacts, PlannedCourse, map_facts
from render.campaign.cluster_map.ground import BIG_UNIT, EARLIER_STORM, FORCE_STORE, Objects, ground_for, signs_of
from render.campaign.cluster_map.lanes import LANE_TEXTS, signs
from render.campaign.cluster_map.layout import Layout, layout_for, posted_layout, whole_region
from render.campaign.cluster_map.marks import put_badges, war_names_in
from render.campaign.cluster_map.objects import palette_for
from render.campaign.cluster_map.oddities import odd_names_in, put_oddities
from render.campaign.cluster_map.text_map import alt_text
from render.campaign.cluster_map.veil import draw_veil
from render.canvas.hex_field import Region, hex_id
from render.canvas.label_placement import TakenCells
from render.canvas.png import Picture, picture_of
from render.canvas.stamps import DrawingCache, Stamp
from render.canvas.theme import Banner, Palette, Rgb, ThemeName, drawable, mix, nearest, theme_named
from render.words.safe_text import count
from rules.cluster_war.model.state.view import View
from rules.values import changed

Label: TypeAlias = tuple[int, tuple[int, int], str, Rgb]
"""Its weight, the place it belongs to, its words, their colour."""


def draw_cluster_map(
    view: View,
    *,
    theme: ThemeName = "dark",
    region: Region | None = None,
    campaign: str = "Cluster War",
    plans: Sequence[PlannedCourse] = (),
    tinted: bool = True,
    in_message: bool = False,
    sensors: bool = False,
) -> Picture:
    """The map a view holds: all of it, or a region at a larger scale. The same view always gives the same bytes.

    With `in_message` a region (`posted_region`) is laid out landscape, with signs and lettering that can be read in the
    size at which Discord shows it. `plans` are moves ordered but not made yet; without `tinted` the empires' space is not
    coloured (CW-19.0-13); with `sensors` dots show how far long range sensors reach (CW-12.0-04). GameError for an unknown theme.
    """
    look = theme_named(theme)
    area = region or whole_region(view)
    layout = posted_layout(area) if in_message else layout_for(area, full=region is None)
    facts = map_facts(view, area, look, plans, sensors=sensors)
    if not tinted:
        facts = changed(facts, known=changed(facts.known, grids=()))
    palette = palette_for(look, facts.banners, tuple(banner for banner, _ in facts.known.grids))
    objects = signs_of(view, area)
    field = draw_veil(ground_for(layout, objects, look), layout, facts.known, palette, objects).copy()
    _above(field, layout, facts, _room_for(layout, objects).copy(), palette)
    frame = legend.frame_for(layout)
    heading = _heading(view, facts, campaign, legend.kinds_of(codes for _, codes in objects) | _signs(facts))
    image = legend.draw_frame(layout, heading, _banners(facts, view), view.is_gm, palette).copy()
    image.paste(field, (frame.left, frame.top))
    return picture_of(image, alt_text(view, area, campaign, sensors=sensors))


def _banners(facts: MapFacts, view: View) -> tuple[Banner, ...]:
    """The sides that the legend has to name: those of which the picture shows something, and whose map it is."""
    shown = {view.side} | {banner.side for banner, hexes in facts.known.grids if hexes}
    shown |= {spot.banner.side for spot in facts.settlements} | {post.banner.side for post in facts.outposts}
    shown |= {squadron.banner.side for squadron in facts.squadrons} | {course.banner.side for course in facts.courses}
    return tuple(banner for banner in facts.banners if banner.side in shown) or facts.banners


def _signs(facts: MapFacts) -> frozenset[str]:
    """Which signs, lines, bases and signs of war the legend has to explain."""
    bases = {"way station" if post.node else "base" for post in facts.outposts}
    foreign = [squadron for squadron in facts.squadrons if not squadron.own]
    there = {
        legend.HOME: any(spot.home for spot in facts.settlements),
        legend.FOREIGN: any(not spot.own for spot in facts.settlements),
        legend.MOVING: any(course.gone is not None for course in facts.courses),
        legend.COURSE: bool(facts.courses),
        legend.SIGHTED: any(squadron.fresh for squadron in foreign),
        legend.EARLIER_SEEN: any(not squadron.fresh for squadron in foreign),
        legend.SCOUTED: any(not surveyed for _, surveyed, _ in facts.known.systems),
        legend.SURVEYED: any(surveyed for _, surveyed, _ in facts.known.systems),
    }
    bases |= {name for name, is_there in there.items() if is_there}
    more = {legend.REACH_ENTRY} if facts.known.reach else set[str]()
    more |= {legend.LAST_HEARD} if any(squadron.lost for squadron in facts.squadrons) else set()
    more |= {FORCE_STORE if storm.fresh else EARLIER_STORM for storm in facts.storms}
    more |= {*war_names_in(facts.strife), *odd_names_in(facts.oddities)}
    return frozenset({*(LANE_TEXTS[lane.kind] for lane in facts.known.lanes), *bases, *more})


def _heading(view: View, facts: MapFacts, campaign: str, kinds: frozenset[str]) -> legend.MapHeading:
    banner = next((b for b in facts.banners if b.side == view.side), None)
    name = "Game master" if view.is_gm else drawable(banner.name if banner else view.side, 28, view.side)
    fleets, colonies = count(len(view.fleets), "fleet"), count(len(view.colonies), "colony", "colonies")
    figures = f"{colonies} · {fleets} · {count(len(view.ships), 'ship')}"
    if not view.is_gm:
        figures += f" · {view.income.available} CPs to spend"
    return legend.MapHeading(drawable(campaign, 40), name, banner, view.turn, figures, kinds)


def _above(field: Image.Image, layout: Layout, facts: MapFacts, room: TakenCells, palette: Palette) -> None:
    labels: list[Label] = []
    theme = palette.theme
    unit = layout.unit
    for box in signs(layout, facts.known.lanes):
        room.take(*box)
    for course in facts.courses:
        labels += _course(field, layout, course, room, palette)
    for spot in facts.settlements:
        x, y = layout.center(spot.hex)
        if spot.home:
            marks.home_mark(spot.banner, unit, palette).put(field, x, y)
        plate = marks.colony_mark(
            spot.banner, spot.value, own=spot.own, home=spot.home, unit=layout.sign, palette=palette
        )
        y += round(layout.half * 0.68)
        _put_stamp(plate, field, x, y, room)
        name = spot.name or spot.since
        if name:
            # A home's name has the place nearest its star; others, and fleets there, take what is left.
            weight = 0 if spot.own and spot.home else 2 if spot.own else 3
            labels.append((weight, (x, y), name, theme.ink if spot.own else theme.soft))
    for post in facts.outposts:
        x, y = layout.center(post.hex)
        x, y = x - round(unit * 1.2), y + round(layout.half * 0.5)
        stamp = marks.base_mark(post.banner, own=post.own, node=post.node, unit=layout.house, palette=palette)
        _put_stamp(stamp, field, x, y, room)
        if post.label:
            labels.append((3, (x, y), post.label, theme.ink if post.own else theme.soft))
    taken: dict[str, int] = {}
    for squadron in facts.squadrons:
        x, y = _berth(layout, squadron, taken)
        if squadron.lost:
            badge = marks.lost_mark(squadron.banner, layout.sign, palette)
        else:
            badge = marks.fleet_mark(
                squadron.banner, own=squadron.own, fresh=squadron.fresh, unit=layout.sign, palette=palette
            )
        _put_stamp(badge, field, x, y, room)
        colour = mix(squadron.banner.colour, theme.ink, 0.55)
        labels.append((1 if squadron.own else 2, (x, y), squadron.label, colour))
    put_badges(field, layout, facts.strife, room, palette)
    put_oddities(field, layout, facts.oddities, room, palette)
    for storm in facts.storms:
        labels.append((1, layout.center(storm.hex), storm.label, theme.ink if storm.fresh else theme.soft))
    write_labels(field, layout, labels, room, palette)


ROOM_CACHE: Final = DrawingCache[TakenCells](12)


@ROOM_CACHE.keeps
def _room_for(layout: Layout, objects: Objects) -> TakenCells:
    """Stars are never written over; hex numbers only where there is no other room, close up only empty hexes'."""
    width, height = layout.field
    room = TakenCells(width, height)
    reach, top, unit = round(layout.unit * 0.55), layout.half, layout.unit
    for here, _ in objects:
        x, y = layout.center(here)
        room.take(x - reach, y - reach, x + reach, y + reach)
    present = {here for here, _ in objects}
    for here in (hex_id(*place) for place in layout.region.places()) if unit >= BIG_UNIT else present:
        x, y = layout.center(here)
        soft = unit < BIG_UNIT or here not in present
        room.take(x - unit, y - top, x + unit, y - top + max(round(unit * 0.8), layout.letter), soft=soft)
    return room


def _put_stamp(stamp: Stamp, field: Image.Image, x: int, y: int, room: TakenCells) -> None:
    stamp.put(field, x, y)
    left, top = x + stamp.dx, y + stamp.dy
    room.take(left, top, left + stamp.size[0], top + stamp.size[1])


def _berth(layout: Layout, squadron: FleetMark, taken: dict[str, int]) -> tuple[int, int]:
    """Own fleets to the right of the star, others to the left; more of them further out."""
    x, y = layout.center(squadron.hex)
    key = f"{squadron.hex}{squadron.own}"
    number = taken.get(key, 0)
    taken[key] = number + 1
    side = (1 if squadron.own else -1) * (1 if number % 2 == 0 else -1)
    # Signs larger than their hexes stand higher, so that the colony's plate can be read.
    aside, above = max(round(layout.unit * 1.18), round(layout.sign * 0.8)), 0.18 if layout.sign == layout.unit else 0.7
    return x + side * aside, y - round(layout.half * above) + (number // 2) * round(layout.sign * 0.8)


def _course(field: Image.Image, layout: Layout, course: CourseLine, room: TakenCells, palette: Palette) -> list[Label]:
    """Dots along the legs (faint behind the fleet, bright ahead), an arrow at each stop, the fleet where it should be."""
    unit, theme = layout.unit, palette.theme
    width, height = field.size
    points = [layout.center(here) for here in course.stops]
    bright = marks.bead(course.banner, bright=True, unit=unit, palette=palette)
    faint = marks.bead(course.banner, bright=False, unit=unit, palette=palette)
    step = unit * 0.9
    at = points[-1]
    for number, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        if length < 1:
            continue
        first, last = unit * 1.1, length - unit * 1.75
        gone = (course.gone or 0.0) * length if number == 0 else 0.0
        enters, leaves = _share_in_field(field, 2 * unit, (ax, ay), (dx, dy))
        beads = max(int((last - first) // step), 0)
        from_, to = int((enters * length - first) // step), int((leaves * length - first) // step) + 1
        for index in range(max(from_, 0), min(to, beads) + 1):
            along = first + index * step
            if along > last:
                break
            x, y = round(ax + dx * along / length), round(ay + dy * along / length)
            if -unit < x < width + unit and -unit < y < height + unit:
                ahead = number == 0 and course.gone is not None and along >= gone
                (bright if ahead else faint).put(field, x, y)
        tip = length - unit * 1.2
        if enters < leaves:
            marks.arrowhead(course.banner, dx, dy, unit, palette).put(
                field, round(ax + dx * tip / length), round(ay + dy * tip / length)
            )
        if number == 0:
            share = min(max(course.gone if course.gone is not None else 0.5, 0.28), 0.72)
            at = round(ax + dx * share), round(ay + dy * share)
            if course.gone is not None:
                badge = marks.fleet_mark(course.banner, own=True, fresh=False, unit=layout.sign, palette=palette)
                _put_stamp(badge, field, *at, room)
    return [(1, at, course.label, mix(course.banner.colour, theme.ink, 0.55))] if course.label else []


def _share_in_field(
    field: Image.Image, margin: int, start: tuple[int, int], way: tuple[int, int]
) -> tuple[float, float]:
    """From which share of a straight leg to which it is no farther than this from the field; the first is the larger if never."""
    enters, leaves = 0.0, 1.0
    for at, along, size in zip(start, way, field.size, strict=True):
        if along:
            one, other = sorted(((-margin - at) / along, (size + margin - at) / along))
            enters, leaves = max(enters, one), min(leaves, other)
        elif not -margin <= at <= size + margin:
            return 1.0, 0.0
    return enters, leaves


def write_labels(
    field: Image.Image, layout: Layout, labels: Sequence[Label], room: TakenCells, palette: Palette
) -> dict[str, tuple[int, int, int, int]]:
    """Names in order of weight, each where there is room; one that finds none is left to the text twin.

    What was written is given back, each with its box: left, top, right, bottom.
    """
    size = max(round(layout.unit * 0.98), layout.letter, 13)
    draw = ImageDraw.Draw(field)
    line = nearest(palette.colours, palette.theme.soft)
    written: dict[str, tuple[int, int, int, int]] = {}
    for _, (x, y), text, colour in sorted(labels):
        words = marks.caption(text, colour, size, palette)
        wide, tall = words.size
        found = room.place((x, y), words.size, round(layout.sign * 0.95))
        if found is None:
            continue
        left, top, far = found
        written[text] = left, top, left + wide, top + tall
        if far:
            end_x = min(max(x, left), left + wide)
            end_y = min(max(y, top), top + tall)
            # The line begins where the sign ends, so that it crosses no letter of it.
            away = max(math.hypot(end_x - x, end_y - y), 1)
            start = min(layout.unit * 0.85 / away, 1)
            begin = round(x + (end_x - x) * start), round(y + (end_y - y) * start)
            # Pictures in messages are shown at half their size, in which a line of one pixel is lost.
            draw.line((*begin, end_x, end_y), fill=line, width=2 if layout.sign > layout.unit else 1)
        words.put(field, left - words.dx, top - words.dy)
    return written
