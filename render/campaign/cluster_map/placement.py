"""Where signs and lettering of a map go: fleets fanned out around their star, names beside what they name, nothing over a star.

All is placed before anything is drawn, so that a test can measure what a picture will hold.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from render.campaign.cluster_map import marks
from render.campaign.cluster_map.badges import badge, plaque
from render.campaign.cluster_map.facts import ColonyMark, CourseLine, FleetMark, MapFacts
from render.campaign.cluster_map.ground import Objects
from render.campaign.cluster_map.lanes import signs as lane_signs
from render.campaign.cluster_map.layout import Layout
from render.campaign.cluster_map.objects import star_reach
from render.campaign.cluster_map.veil import has_lozenges, knowledge_mark, lozenge_place
from render.canvas.hex_field import hex_id
from render.canvas.label_placement import TakenCells
from render.canvas.stamps import Stamp
from render.canvas.theme import Banner, Palette, Rgb
from rules.cluster_war.model.state.common import HexId
from rules.values import Value

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in the field."""
Spot: TypeAlias = tuple[int, int]
SignRole: TypeAlias = Literal["world", "fleet", "base", "note"]
MOST_FANNED: Final = 3
"""So many fleets of a side in a hex have a sign each; what they are called tells how many more there are."""
FAN: Final = (-35, -95, 25, -155, 85, 145, -65, -5, 55, -125, 115, 175)
"""Degrees from the right, clockwise, at which signs stand around a star: one's own; those of strangers are mirrored."""
LABEL_GAPS: Final = (3, 10, 24, 44)
"""Pixels between a name and its sign; from the third on a line leads from one to the other."""
LEAD_FROM: Final = 20
NEARER_BY: Final = 3
"""Pixels by which words are nearer to their own sign than to any other."""
HOME_WEIGHT: Final = 0.0
"""The weight of one's own home's name, which has its place before there are fleets around it."""


class PlacedSign(Value, eq=False):
    """A sign and where it stands: `key` is of all signs that one name is for; from `lead` a line runs to it."""

    key: str
    hex: HexId
    role: SignRole
    stamp: Stamp
    at: Spot
    lead: Spot | None = None

    @property
    def box(self) -> Box:
        return box_of(self.stamp, self.at)


class PlacedLabel(Value, eq=False):
    """Words and where they stand: beside the sign of their `key` ("" for the numbers along the edges), with a `lead` if away."""

    key: str
    text: str
    stamp: Stamp
    box: Box
    lead: tuple[Spot, Spot] | None = None


class LabelWish(Value):
    """Words that are to stand beside the signs of a `key`, in a colour; the least `weight` has the first choice."""

    weight: float
    key: str
    text: str
    colour: Rgb


class MapPlan(Value, eq=False):
    """All that is drawn above the ground, and the stars below it that show, each with the box it takes."""

    stars: dict[HexId, Box]
    signs: tuple[PlacedSign, ...]
    labels: tuple[PlacedLabel, ...]


def box_of(stamp: Stamp, at: Spot) -> Box:
    """Where a sprite put at a point lies."""
    left, top = at[0] + stamp.dx, at[1] + stamp.dy
    return left, top, left + stamp.size[0], top + stamp.size[1]


def apart(one: Box, other: Box) -> float:
    """How far two boxes are from each other; 0 if they touch or overlap."""
    across = max(one[0] - other[2], other[0] - one[2], 0)
    return math.hypot(across, max(one[1] - other[3], other[1] - one[3], 0))


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class MapPlanner:
    """Places what a map's facts hold on the field of a layout."""

    def __init__(self, layout: Layout, facts: MapFacts, objects: Objects, palette: Palette) -> None:
        self.layout, self.facts, self.palette = layout, facts, palette
        self.room = TakenCells(*layout.field)
        self.signs: list[PlacedSign] = []
        self.labels: list[PlacedLabel] = []
        settled = {spot.hex for spot in facts.settlements}
        self.stars: dict[HexId, Box] = {}
        for here, codes in objects:
            reach = star_reach(codes, layout.unit)
            if reach and here not in settled:
                x, y = layout.center(here)
                self.stars[here] = (x - reach, y - reach, x + reach, y + reach)
        if not layout.is_overview:
            lozenges = [
                box_of(knowledge_mark(surveyed, layout.unit, palette), lozenge_place(layout, here))
                for here, surveyed in facts.known.systems
                if has_lozenges(layout)
            ]
            for box in (*self.stars.values(), *lane_signs(layout, facts.known.lanes), *lozenges):
                self.room.take(*box)

    def plan(self, wishes: Sequence[LabelWish], most: int, numbers: Sequence[LabelWish] = ()) -> MapPlan:
        """Everything with its place; of the names at most so many, of hex `numbers` as many as there is room for."""
        ranked = sorted(wishes, key=lambda one: (one.weight, one.key, one.text))
        self._worlds()
        for wish in ranked:
            if wish.weight <= HOME_WEIGHT:
                self._label(wish)
        for number, course in enumerate(self.facts.courses):
            if course.gone is not None:
                self._under_way(f"course{number}", course)
        for squadron in sorted(self.facts.squadrons, key=lambda one: (not one.own, one.lost, not one.fresh, one.hex)):
            self._squadron(squadron)
        self._notes()
        self._edges()
        for wish in ranked:
            if wish.weight > HOME_WEIGHT and sum(bool(label.key) for label in self.labels) < most:
                self._label(wish)
        for wish in numbers:
            self._label(wish, LABEL_GAPS[:2])
        stars = self.stars
        if self.layout.is_overview:
            stars = {here: box for here, box in stars.items() if self.room.free(*box, soft=False)}
        return MapPlan(stars, tuple(self.signs), tuple(self.labels))

    # Signs

    def _worlds(self) -> None:
        """A disc in place of each colony's star; with its letter where it covers no other, those first that weigh most."""
        ranked = sorted(self.facts.settlements, key=lambda one: (not one.home, not one.own, -one.size, one.hex))
        for spot in ranked:
            self.room.take(*self._dot_box(spot.hex))
        filled: set[HexId] = set()
        lettered: list[Box] = []
        for spot in ranked:
            key = f"{spot.hex}/{spot.banner.side}/world"
            if spot.hex in filled:
                self._beside(key, spot.hex, "world", self._small_world(spot), own=spot.own)
                continue
            filled.add(spot.hex)
            stamp = marks.world_mark(
                spot.banner, own=spot.own, home=spot.home, unit=self.layout.sign, palette=self.palette
            )
            box = box_of(stamp, self.layout.center(spot.hex))
            others = [self._dot_box(one.hex) for one in ranked if one.hex != spot.hex]
            others += [*lettered, *(() if self.layout.is_overview else self.stars.values())]
            fits = not any(overlap(box, other) for other in others)
            if not (fits or spot.home) or (self.layout.is_overview and not spot.home):
                stamp = self._small_world(spot)
            lettered.append(box_of(stamp, self.layout.center(spot.hex)))
            self._put(PlacedSign(key, spot.hex, "world", stamp, self.layout.center(spot.hex)))
        self.signs.reverse()  # a home lies above the colonies that its sign is wide enough to touch

    def _small_world(self, spot: ColonyMark) -> Stamp:
        return marks.small_mark(spot.banner, "world", full=spot.own, unit=self.layout.unit, palette=self.palette)

    def _dot_box(self, here: HexId) -> Box:
        (x, y), reach = self.layout.center(here), max(self.layout.unit, 8)
        return x - reach, y - reach, x + reach, y + reach

    def _under_way(self, key: str, course: CourseLine) -> None:
        """A fleet in FTL space, as far along its way as it should be, but clear of both ends."""
        (ax, ay), (bx, by) = (self.layout.center(here) for here in course.stops[:2])
        share = min(max(course.gone or 0.0, 0.28), 0.72)
        for stamp in self._fleet_stamps(course.banner, own=True, fresh=False):
            for nudge in (0.0, 0.1, -0.1, 0.2, -0.2):
                at = round(ax + (bx - ax) * (share + nudge)), round(ay + (by - ay) * (share + nudge))
                if self._is_free(key, "fleet", box_of(stamp, at)):
                    self._put(PlacedSign(key, "", "fleet", stamp, at))
                    return
        at = round(ax + (bx - ax) * share), round(ay + (by - ay) * share)
        if 0 <= at[0] < self.layout.field[0] and 0 <= at[1] < self.layout.field[1]:
            self._around(key, "", "fleet", self._fleet_stamps(course.banner, own=True, fresh=False)[-1:], at, 4, FAN)

    def _fleet_stamps(self, banner: Banner, *, own: bool, fresh: bool) -> tuple[Stamp, ...]:
        """The sign with a letter, and the small one for where there is no room for it."""
        small = marks.small_mark(
            banner, "fleet" if own else "stranger", full=fresh, unit=self.layout.unit, palette=self.palette
        )
        if self.layout.is_overview:
            return (small,)
        return marks.fleet_mark(banner, own=own, fresh=fresh, unit=self.layout.sign, palette=self.palette), small

    def _squadron(self, squadron: FleetMark) -> None:
        """A sign for each fleet, as far as three, fanned out around their star."""
        kind = "lost" if squadron.lost else "fresh" if squadron.fresh else "earlier"
        key = f"{squadron.hex}/{squadron.banner.side}/{kind}"
        stamps = self._fleet_stamps(squadron.banner, own=squadron.own, fresh=squadron.fresh)
        if squadron.lost and not self.layout.is_overview:
            stamps = (marks.lost_mark(squadron.banner, self.layout.sign, self.palette), stamps[-1])
        for _ in range(min(squadron.fleets, MOST_FANNED)):
            self._beside(key, squadron.hex, "fleet", *stamps, own=squadron.own)

    def _notes(self) -> None:
        """Badges of war, plaques of what waits, and bases."""
        unit = max(round(self.layout.letter * 0.75), self.layout.unit) if not self.layout.is_overview else 17
        for place in self.facts.strife:
            stamps = (badge(place.signs[:cells], unit, self.palette) for cells in (len(place.signs), 1))
            self._beside(f"{place.hex}//war", place.hex, "note", *stamps, own=True)
        for odd in self.facts.oddities:
            stamps = (plaque(odd.marks[:cells], unit, self.palette) for cells in (len(odd.marks), 1))
            self._beside(f"{odd.hex}//odd", odd.hex, "note", *stamps, own=False)
        for post in self.facts.outposts if not self.layout.is_overview else ():
            stamp = marks.base_mark(
                post.banner, own=post.own, node=post.node, unit=self.layout.house, palette=self.palette
            )
            self._beside(f"{post.hex}/{post.banner.side}/base", post.hex, "base", stamp, own=False)

    def _beside(self, key: str, here: HexId, role: SignRole, *stamps: Stamp, own: bool) -> None:
        """In an empty hex's middle, else around what stands there."""
        at = self.layout.center(here)
        around = [sign for sign in self.signs if sign.hex == here]
        middle = next((sign for sign in around if sign.at == at), None)
        if here in self.stars:
            left, _, right, _ = self.stars[here]
            core = (right - left) // 2
        elif middle is not None:
            core = max(middle.stamp.size) // 2
        else:
            core = -1
        for stamp in stamps:
            if core < 0 and self._is_free(key, role, box_of(stamp, at)):
                self._put(PlacedSign(key, here, role, stamp, at))
                return
        self._around(key, here, role, stamps, at, max(core, 0), FAN if own else tuple(180 - turn for turn in FAN))

    def _around(
        self,
        key: str,
        here: HexId,
        role: SignRole,
        stamps: Iterable[Stamp],
        at: Spot,
        core: int,
        fan: Sequence[int],
    ) -> None:
        """The first of these that finds room in a ring around a point; none where there is none."""
        sprites = list(stamps)
        for rings in ((0.0, 0.9), (1.9,), (3.0, 4.2)):
            for stamp in sprites:
                half = max(stamp.size) // 2
                middle = stamp.dx + stamp.size[0] // 2, stamp.dy + stamp.size[1] // 2
                for away in (core + half + 3 + round(ring * half) for ring in rings):
                    for turn in fan:
                        x = at[0] + round(away * math.cos(math.radians(turn))) - middle[0]
                        y = at[1] + round(away * math.sin(math.radians(turn))) - middle[1]
                        if self._is_free(key, role, box_of(stamp, (x, y))):
                            far = away > core + 2 * half or away > 2.4 * self.layout.unit
                            lead = at if far and not self.layout.is_overview else None
                            self._put(PlacedSign(key, here, role, stamp, (x, y), lead))
                            return

    def _is_free(self, key: str, role: SignRole, box: Box) -> bool:
        """Whether a sign has room there, and no name that is written already stands as near to it as to its own."""
        if not self.room.free(*box, soft=False):
            return False
        return role == "note" or all(
            apart(label.box, box) >= min(apart(label.box, one) for one in self._named_by(label.key)) + NEARER_BY
            for label in self.labels
            if label.key != key
        )

    def _put(self, sign: PlacedSign) -> None:
        self.signs.append(sign)
        self.room.take(*sign.box)

    # Lettering

    def _edges(self) -> None:
        """Columns' numbers along the upper edge, rows' along the left one, as many as there is room for."""
        layout, area, size = self.layout, self.layout.region, self.layout.letter
        soft = self.palette.theme.soft
        for many, pitch, is_column in ((size * 2.2, 3 * layout.unit, True), (size * 1.6, 2 * layout.half, False)):
            step = next((each for each in (1, 2, 5, 10) if each * pitch >= many), 20)
            first, last = (area.first_column, area.last_column) if is_column else (area.first_row, area.last_row)
            for number in range(first, last + 1):
                if number % step:
                    continue
                stamp = marks.caption(f"{number % 100:02}", soft, size, self.palette)
                wide, tall = stamp.size
                if is_column:
                    x = layout.center(hex_id(number, area.first_row))[0] - wide // 2
                    box = (x, 2, x + wide, 2 + tall)
                else:
                    y = layout.center(hex_id(area.first_column, number))[1] - tall // 2
                    box = (2, y, 2 + wide, y + tall)
                if self.room.free(*box, soft=False):
                    self.room.take(*box)
                    self.labels.append(PlacedLabel("", f"{number % 100:02}", stamp, box))

    def _label(self, wish: LabelWish, gaps: Sequence[int] = LABEL_GAPS) -> None:
        """Beside one of its signs and nearer to it than to any other's."""
        mine = self._named_by(wish.key)
        stamp = marks.caption(wish.text, wish.colour, self.layout.letter, self.palette)
        for gap in gaps:
            for anchor in mine:
                for left, top in _tries(anchor, stamp.size, gap):
                    box = (left, top, left + stamp.size[0], top + stamp.size[1])
                    if not self.room.free(*box, soft=False):
                        continue
                    if not self._is_clear(wish.key, box):
                        continue
                    lead = _lead(anchor, box) if gap >= LEAD_FROM else None
                    if lead and not self.room.free_along(*_shortened(*lead, 5)):
                        continue
                    self.room.take(*box)
                    self.labels.append(PlacedLabel(wish.key, wish.text, stamp, box, lead))
                    return

    def _named_by(self, key: str) -> list[Box]:
        """The signs that words with this key belong to."""
        return [sign.box for sign in self.signs if sign.key == key] or self._bare(key)

    def _is_clear(self, key: str, box: Box) -> bool:
        """Whether words in this box stand nearer to their own sign than to any other."""
        near = min((apart(box, one) for one in self._named_by(key)), default=0.0)
        others = (sign for sign in self.signs if sign.key != key and sign.role != "note")
        return all(apart(box, other.box) >= near + NEARER_BY for other in others)

    def _bare(self, key: str) -> list[Box]:
        """The place of words without a sign: the star, or the middle of the hex."""
        here = key.split("/", 1)[0]
        if len(here) != 4 or not self.layout.region.holds(here) or not key.endswith("/star"):
            return []
        x, y = self.layout.center(here)
        reach = round(self.layout.unit * 0.4)
        return [self.stars.get(here, (x - reach, y - reach, x + reach, y + reach))]


def _lead(anchor: Box, box: Box) -> tuple[Spot, Spot]:
    """A line from the edge of a sign to the nearest point of its name."""
    x, y = (anchor[0] + anchor[2]) // 2, (anchor[1] + anchor[3]) // 2
    end = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
    return (min(max(end[0], anchor[0]), anchor[2]), min(max(end[1], anchor[1]), anchor[3])), end


def _shortened(start: Spot, end: Spot, by: int) -> tuple[Spot, Spot]:
    """A line without so many pixels at each end."""
    away = max(math.dist(start, end), 1)
    dx, dy = round((end[0] - start[0]) * by / away), round((end[1] - start[1]) * by / away)
    return (start[0] + dx, start[1] + dy), (end[0] - dx, end[1] - dy)


def _tries(anchor: Box, size: tuple[int, int], gap: int) -> Iterable[Spot]:
    """Places for a name around a sign: beside it, below and above it, slid along it."""
    left, top, right, bottom = anchor
    wide, tall = size
    x, y = (left + right) // 2, (top + bottom) // 2
    for slip in (0, -tall // 2, tall // 2):
        yield right + gap, y - tall // 2 + slip
        yield left - gap - wide, y - tall // 2 + slip
        if not slip:
            yield x - wide // 2, bottom + gap
            yield x - wide // 2, top - gap - tall
    for shift in (wide // 4, 3 * wide // 4, wide // 8, 7 * wide // 8):
        yield x - shift, bottom + gap
        yield x - shift, top - gap - tall
