"""Which words a map would have, those first that tell most: few beside a report, more on a map that somebody asked for."""

from collections.abc import Collection, Iterator
from typing import Final

from render.campaign.cluster_map.facts import MapFacts
from render.campaign.cluster_map.ground import Objects
from render.campaign.cluster_map.layout import NUMBERED_UNIT, Layout
from render.campaign.cluster_map.placement import HOME_WEIGHT, LabelWish
from render.canvas.theme import Banner, Theme, clip_text, drawable, length, mix
from rules.cluster_war.model.state.common import HexId, SideId

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
