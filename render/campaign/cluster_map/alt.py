"""A map in words for those who do not see it: true, short, from the same view."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from render.campaign.cluster_map.ground import storms_of
from render.campaign.cluster_map.marks import WAR_KINDS, is_fresh, known_war
from render.campaign.cluster_map.oddities import NAMES, oddities_of
from render.campaign.names import short_moment
from render.canvas.region import Region
from render.words.safe_text import bare, count, fitting, listed
from rules.cluster_war.chapters.detection.sensors import sensor_reach
from rules.cluster_war.model.state.view import View

MOST_WAR: Final = 6
MOST_STORMS: Final = 6
MOST_ODD: Final = 6
LINKS: Final[Mapping[str, tuple[str, str]]] = {
    "jump": ("jump line", "jump lines"),
    "gate": ("jump gate", "jump gates"),
    "wormhole": ("wormhole", "wormholes"),
    "held": ("held wormhole", "held wormholes"),
}
"""The kinds of lines between two hexes: one, and several."""


def alt_text(view: View, region: Region, campaign: str = "", *, sensors: bool = False) -> str:
    """What the map shows, at most 1,024 characters; ends before the limit, never in the middle of a fact."""
    flag = view.flags.get(view.side)
    who = "the game master" if view.is_gm else bare(flag.name if flag else view.side, 40)
    head = f"{bare(campaign, 60)}: " if campaign else ""
    facts = [f"{head}star map of {who}, turn {view.turn}, {region}."]
    facts += [_colonies(view, region), _fleets(view, region), _war(view, region), _storms(view, region)]
    facts += [_oddities(view, region)]
    if not view.is_gm:
        facts += [_foreign(view, region)]
    facts += [_lost(view, region), _sensors(view, region) if sensors else ""]
    facts += [_links(view, region), *_named(view, region)]
    return fitting(facts)


def _colonies(view: View, region: Region) -> str:
    here = [c for c in view.colonies.values() if region.holds(c.hex)]
    if not here:
        return "No colonies."
    whole = f"{count(len(here), 'colony', 'colonies')} worth {sum(c.size for c in here)} CPs"
    largest = sorted(here, key=lambda c: (-c.size, c.hex, c.orbit))[:3]
    return f"{whole}; largest: {', '.join(f'{bare(c.name, 24) or c.id} at {c.hex} ({c.size})' for c in largest)}."


def _fleets(view: View, region: Region) -> str:
    here = [f for f in view.fleets.values() if f.transit is None and region.holds(f.hex)]
    moving = [
        f for f in view.fleets.values() if f.transit and (region.holds(f.transit.to) or region.holds(f.transit.origin))
    ]
    if not here and not moving:
        return "No fleets."
    return f"{count(len(here), 'fleet')} in place, {len(moving)} in FTL space."


def _foreign(view: View, region: Region) -> str:
    fleets = [f for f in view.foreign_fleets.values() if region.holds(f.hex)]
    colonies = [c for c in view.foreign_colonies.values() if region.holds(c.hex)]
    if not fleets and not colonies:
        return "Nothing foreign seen here."
    seen = f"Foreign: {count(len(fleets), 'fleet')} and {count(len(colonies), 'colony', 'colonies')} seen"
    last = sorted(fleets, key=lambda f: (-f.week, f.hex, f.contact))[:3]
    told = ", ".join(f"{bare(f.contact, 10)} at {f.hex} ({short_moment(f.week)})" for f in last)
    return f"{seen}; latest {told}." if told else f"{seen}."


def _lost(view: View, region: Region) -> str:
    """Where own ships were last heard of, the latest first; "" for none."""
    here = sorted((v for v in view.vanished if region.holds(v.hex)), key=lambda v: (-v.week, v.hex, v.fleet))
    told = [f"{bare(v.name, 24)} at {v.hex} ({short_moment(v.week)})" for v in here[:3]]
    return f"Last heard of: {listed(told)}." if told else ""


def _sensors(view: View, region: Region) -> str:
    """How many of the hexes shown long range sensors reach."""
    sides = sorted(view.sides) if view.is_gm else [view.side]
    reached = {here for side in sides for here in sensor_reach(view, side) if region.holds(here)}
    return f"Dots around the {count(len(reached), 'hex', 'hexes')} that long range sensors reach."


def _war(view: View, region: Region) -> str:
    """The war of the last month, and how much of earlier; "" where nothing is known of any."""
    signs = known_war(view, region)
    fresh = [f"{WAR_KINDS[sign.kind]} at {sign.hex}" for sign in signs if is_fresh(view, sign)]
    earlier = len(signs) - len(fresh)
    told = fresh[:MOST_WAR] + ([f"{len(fresh) - MOST_WAR} more"] if len(fresh) > MOST_WAR else [])
    told += [f"{count(earlier, 'place')} of earlier war"] if earlier else []
    return f"War: {listed(told)}." if told else ""


def _storms(view: View, region: Region) -> str:
    """Storms whose force is known; "" where none is."""
    marks = storms_of(view, region)
    told = [f"{mark.label} at {mark.hex}" for mark in marks[:MOST_STORMS]]
    told += [f"{len(marks) - MOST_STORMS} more"] if len(marks) > MOST_STORMS else []
    return f"Storms by force: {listed(told)}." if told else ""


def _oddities(view: View, region: Region) -> str:
    """What is known to wait in systems, what wants an answer first; "" where nothing is."""
    marks = [(odd.hex, mark) for odd in oddities_of(view, region) for mark in odd.marks]
    marks.sort(key=lambda pair: not pair[1].waits)
    told = [
        f"{NAMES[mark.kind]} at {here}{' (wants an answer)' if mark.waits else ''}" for here, mark in marks[:MOST_ODD]
    ]
    told += [f"{len(marks) - MOST_ODD} more"] if len(marks) > MOST_ODD else []
    return f"Known to be there: {listed(told)}." if told else ""


def _links(view: View, region: Region) -> str:
    """How many lines of each kind; "" where none is known."""
    kinds: Counter[str] = Counter(link.kind for link in view.links if region.near(link.a, link.b))
    told = [count(number, *names) for kind, names in LINKS.items() if (number := kinds[kind])]
    bases = sum(region.holds(base.hex) for base in view.bases.values())
    told += [count(bases, "base")] if bases else []
    return f"Also {listed(told)}." if told else ""


def _named(view: View, region: Region) -> list[str]:
    """One fact a fleet, so that as many as fit are told."""
    told = []
    for fleet in sorted(view.fleets.values(), key=lambda f: (-len(f.ships), f.id)):
        name = bare(fleet.name, 24) or fleet.id.rsplit("-", 1)[-1]
        going = fleet.transit
        if going is None and region.holds(fleet.hex):
            told.append(f"{name} ({count(len(fleet.ships), 'ship')}) at {fleet.hex}.")
        elif going and (region.holds(going.to) or region.holds(going.origin)):
            told.append(f"{name} under way {going.origin} to {going.to}, due {short_moment(going.arrives)}.")
    return told
