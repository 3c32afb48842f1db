"""One side's map of the cluster as a picture, from its view alone: drawn for the size at which people see it in a message."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map import legend, marks
from render.campaign.cluster_map.alt_text import alt_text
from render.campaign.cluster_map.facts import CourseLine, MapFacts, PlannedCourse, map_facts
from render.campaign.cluster_map.ground import Objects, ground_for, signs_of
from render.campaign.cluster_map.layout import Layout, layout_for, news_hexes, whole_region
from render.campaign.cluster_map.legend import MOST_ASKED, MOST_REPORTED, label_wishes, number_wishes
from render.campaign.cluster_map.objects import palette_for
from render.campaign.cluster_map.placement import Box, MapPlan, MapPlanner
from render.campaign.cluster_map.veil import draw_veil
from render.canvas.hex_field import Region
from render.canvas.png import Picture, picture_of
from render.canvas.theme import Palette, ThemeName, drawable, nearest, theme_named
from rules.cluster_war.model.state.view import View
from rules.values import Value, changed

LEAD_WIDTH: Final = 3
"""Pixels of a line from a sign to its name or its star: one pixel on a phone."""


class MapScene(Value, eq=False):
    """A map before it is drawn: its scale, what it shows, where all of it goes, and what is written around it."""

    layout: Layout
    facts: MapFacts
    objects: Objects
    palette: Palette
    plan: MapPlan
    heading: legend.MapHeading


def draw_cluster_map(
    view: View,
    *,
    theme: ThemeName = "dark",
    region: Region | None = None,
    campaign: str = "Cluster War",
    plans: Sequence[PlannedCourse] = (),
    tinted: bool = True,
    sensors: bool = False,
    moment: str = "",
    in_report: bool = False,
    before: View | None = None,
) -> Picture:
    """The map a view holds: all of it, or a region. The same view always gives the same bytes.

    `plans` are moves ordered but not made yet; without `tinted` the empires' space is not coloured (CW-19.0-13); with `sensors`
    dots show how far long range sensors reach (CW-12.0-04). `moment` is when it is ("" for the view's turn). The map `in_report`
    has few names, and its legend explains what is new to a side that knew what it knew `before`. GameError for an unknown theme.
    """
    scene = scene_of(
        view,
        theme=theme,
        region=region,
        campaign=campaign,
        plans=plans,
        tinted=tinted,
        sensors=sensors,
        moment=moment,
        in_report=in_report,
        before=before,
    )
    image = legend.draw_frame(scene.layout, scene.heading, scene.palette).copy()
    image.paste(_field(scene), legend.field_at(scene.layout))
    area = scene.layout.region
    return picture_of(image, alt_text(view, area, campaign, moment=moment, sensors=sensors))


def scene_of(
    view: View,
    *,
    theme: ThemeName = "dark",
    region: Region | None = None,
    campaign: str = "Cluster War",
    plans: Sequence[PlannedCourse] = (),
    tinted: bool = True,
    sensors: bool = False,
    moment: str = "",
    in_report: bool = False,
    before: View | None = None,
) -> MapScene:
    """The same before it is drawn."""
    look = theme_named(theme)
    area = region or whole_region(view)
    layout = layout_for(area)
    facts = map_facts(view, area, look, plans, sensors=sensors)
    if not tinted:
        facts = changed(facts, known=changed(facts.known, grids=()))
    palette = palette_for(look, facts.banners, tuple(banner for banner, _ in facts.known.grids))
    objects = signs_of(view, area)
    wishes = label_wishes(facts, layout, look, news_hexes(view, before), gm=view.is_gm)
    plan = MapPlanner(layout, facts, objects, palette).plan(
        wishes,
        MOST_REPORTED if in_report else MOST_ASKED,
        () if in_report else number_wishes(layout, objects, look),
    )
    kinds, named = legend.signs_in(facts, objects, layout), {label.text for label in plan.labels}
    sides = legend.sides_in(facts)
    if before is not None:
        kinds -= legend.signs_in(map_facts(before, area, look), signs_of(before, area), layout)
    banner = sides.get(view.side)
    heading = legend.MapHeading(
        drawable(campaign, 40),
        "Game master" if view.is_gm else drawable(banner.name if banner else view.side, 28, view.side),
        banner,
        moment or f"Turn {view.turn}",
        kinds,
        tuple(
            one for side, one in sides.items() if side != view.side and drawable(one.name, 30, one.letter) not in named
        ),
    )
    return MapScene(layout, facts, objects, palette, plan, heading)


def _field(scene: MapScene) -> Image.Image:
    """Ground, lines, courses, signs, names; each above what comes before it."""
    layout, palette, facts = scene.layout, scene.palette, scene.facts
    settled = {spot.hex for spot in facts.settlements}
    bare = frozenset(
        one for one in scene.objects if one[0] not in settled and (not layout.is_overview or one[0] in scene.plan.stars)
    )
    ground = ground_for(layout, bare, palette.theme)
    field = draw_veil(ground, layout, facts.known, palette, bare).copy()
    for course in facts.courses:
        _course(field, layout, course, palette)
    draw, theme = ImageDraw.Draw(field), palette.theme
    halo, line = (nearest(palette.colours, colour) for colour in (theme.halo, theme.ink))
    leads = [(sign.lead, sign.at) for sign in scene.plan.signs if sign.lead]
    leads += [label.lead for label in scene.plan.labels if label.lead]
    for ends in leads:
        start, end = _outside(*ends, scene.plan.stars.values())
        draw.line((*start, *end), fill=halo, width=LEAD_WIDTH + 4)
        draw.line((*start, *end), fill=line, width=LEAD_WIDTH)
    for sign in scene.plan.signs:
        sign.stamp.put(field, *sign.at)
    for label in scene.plan.labels:
        label.stamp.put(field, label.box[0] - label.stamp.dx, label.box[1] - label.stamp.dy)
    return field


def _outside(
    start: tuple[int, int], end: tuple[int, int], stars: Iterable[Box]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """A line without the part of it that lies on the star where it begins."""
    reach = next(
        ((box[2] - box[0]) // 2 for box in stars if box[0] <= start[0] <= box[2] and box[1] <= start[1] <= box[3]), 0
    )
    away = max(math.dist(start, end), 1)
    share = min(reach / away, 1.0)
    return (round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)), end


def _course(field: Image.Image, layout: Layout, course: CourseLine, palette: Palette) -> None:
    """Dots along the legs (faint behind the fleet, bright ahead), an arrow at each stop."""
    unit = max(layout.unit, 12)
    width, height = field.size
    points = [layout.center(here) for here in course.stops]
    bright = marks.bead(course.banner, bright=True, unit=unit, palette=palette)
    faint = marks.bead(course.banner, bright=False, unit=unit, palette=palette)
    step = unit * 0.9
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
