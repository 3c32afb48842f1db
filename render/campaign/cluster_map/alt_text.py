"""A map in a few words, for who cannot see the picture: true to what it shows, and telling what it leaves out."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from render.campaign.cluster_map.badges import ODDITY_NAMES, WAR_KINDS, is_fresh, known_war, oddities_of
from render.campaign.cluster_map.ground import storms_of
from render.campaign.names import short_eta, short_moment
from render.canvas.hex_field import Region
from render.words.safe_text import bare, count, fit_facts, format_list
from rules.cluster_war.chapters.detection.sensors import sensor_reach
from rules.cluster_war.model.orders.names import on_maps
from rules.cluster_war.model.state.view import View

MOST_WAR: Final = 6
MOST_STORMS: Final = 6
MOST_ODD: Final = 6
LINK_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "jump": ("jump line", "jump lines"),
    "gate": ("jump gate", "jump gates"),
    "wormhole": ("wormhole", "wormholes"),
    "held": ("held wormhole", "held wormholes"),
}
"""The kinds of lines between two hexes: one, and several."""


def alt_text(view: View, region: Region, campaign: str = "", *, moment: str = "", sensors: bool = False) -> str:
    """What the map shows, at most 1,024 characters; ends before the limit, never in the middle of a fact."""
    flag = view.flags.get(view.side)
    who = "the game master" if view.is_gm else bare(flag.name if flag else view.side, 40)
    head = f"{bare(campaign, 60)}: " if campaign else ""
    when = moment.lower() or f"turn {view.turn}"
    facts = [f"{head}star map of {who}, {when}, {region}."]
    facts += [
        _colonies_fact(view, region),
        _fleets_fact(view, region),
        _war_fact(view, region),
        _storms_fact(view, region),
    ]
    facts += [_oddities_fact(view, region)]
    if not view.is_gm:
        facts += [_foreign_fact(view, region)]
    facts += [_lost_fact(view, region), _sensors_fact(view, region) if sensors else ""]
    facts += [_links_fact(view, region), _outside_fact(view, region), *_named(view, region)]
    return fit_facts(facts)


def _colonies_fact(view: View, region: Region) -> str:
    here = [c for c in view.colonies.values() if region.holds(c.hex)]
    if not here:
        return "No colonies."
    whole = f"{count(len(here), 'colony', 'colonies')} worth {sum(c.size for c in here)} CPs"
    largest = sorted(here, key=lambda c: (-c.size, c.hex, c.orbit))[:3]
    return f"{whole}; largest: {', '.join(f'{bare(c.name, 24) or c.id} at {c.hex} ({c.size})' for c in largest)}."


def _fleets_fact(view: View, region: Region) -> str:
    here = [f for f in view.fleets.values() if f.transit is None and region.holds(f.hex)]
    moving = [
        f for f in view.fleets.values() if f.transit and (region.holds(f.transit.to) or region.holds(f.transit.origin))
    ]
    if not here and not moving:
        return "No fleets."
    return f"{count(len(here), 'fleet')} in place, {len(moving)} in FTL space."


def _foreign_fact(view: View, region: Region) -> str:
    fleets = [f for f in view.foreign_fleets.values() if region.holds(f.hex)]
    colonies = [c for c in view.foreign_colonies.values() if region.holds(c.hex)]
    if not fleets and not colonies:
        return "Nothing foreign seen here."
    seen = f"Foreign: {count(len(fleets), 'fleet')} and {count(len(colonies), 'colony', 'colonies')} seen"
    last = sorted(fleets, key=lambda f: (-f.week, f.hex, f.contact))[:3]
    text = ", ".join(f"{bare(f.contact, 10)} at {f.hex} ({short_moment(f.week)})" for f in last)
    return f"{seen}; latest {text}." if text else f"{seen}."


def _outside_fact(view: View, region: Region) -> str:
    """What of one's own the picture leaves out; "" where it has all."""
    colonies = sum(not region.holds(colony.hex) for colony in view.colonies.values())
    fleets = sum(
        not region.holds(fleet.hex)
        if fleet.transit is None
        else not region.near(fleet.transit.origin, fleet.transit.to)
        for fleet in view.fleets.values()
    )
    facts = [count(colonies, "colony", "colonies")] if colonies else []
    facts += [count(fleets, "fleet")] if fleets else []
    return f"Outside the picture: {format_list(facts)}." if facts else ""


def _lost_fact(view: View, region: Region) -> str:
    """Where own ships were last heard of, the latest first; "" for none."""
    here = sorted((v for v in view.vanished if region.holds(v.hex)), key=lambda v: (-v.week, v.hex, v.fleet))
    facts = [f"{bare(v.name, 24)} at {v.hex} ({short_moment(v.week)})" for v in here[:3]]
    return f"Last heard of: {format_list(facts)}." if facts else ""


def _sensors_fact(view: View, region: Region) -> str:
    """How many of the hexes shown long range sensors reach."""
    sides = sorted(view.sides) if view.is_gm else [view.side]
    reached = {here for side in sides for here in sensor_reach(view, side) if region.holds(here)}
    return f"Dots around the {count(len(reached), 'hex', 'hexes')} that long range sensors reach."


def _war_fact(view: View, region: Region) -> str:
    """The war of the last month, and how much of earlier; "" where nothing is known of any."""
    signs = known_war(view, region)
    fresh = [f"{WAR_KINDS[sign.kind]} at {sign.hex}" for sign in signs if is_fresh(view, sign)]
    earlier = len(signs) - len(fresh)
    text = fresh[:MOST_WAR] + ([f"{len(fresh) - MOST_WAR} more"] if len(fresh) > MOST_WAR else [])
    text += [f"{count(earlier, 'place')} of earlier war"] if earlier else []
    return f"War: {format_list(text)}." if text else ""


def _storms_fact(view: View, region: Region) -> str:
    """Storms whose force is known; "" where none is."""
    marks = storms_of(view, region)
    facts = [f"{mark.label} at {mark.hex}" for mark in marks[:MOST_STORMS]]
    facts += [f"{len(marks) - MOST_STORMS} more"] if len(marks) > MOST_STORMS else []
    return f"Storms by force: {format_list(facts)}." if facts else ""


def _oddities_fact(view: View, region: Region) -> str:
    """What is known to wait in systems, what wants an answer first; "" where nothing is."""
    marks = [(odd.hex, mark) for odd in oddities_of(view, region) for mark in odd.marks]
    marks.sort(key=lambda pair: not pair[1].waits)
    facts = [
        f"{ODDITY_NAMES[mark.kind]} at {here}{' (wants an answer)' if mark.waits else ''}"
        for here, mark in marks[:MOST_ODD]
    ]
    facts += [f"{len(marks) - MOST_ODD} more"] if len(marks) > MOST_ODD else []
    return f"Known to be there: {format_list(facts)}." if facts else ""


def _links_fact(view: View, region: Region) -> str:
    """How many lines of each kind; "" where none is known."""
    kinds: Counter[str] = Counter(link.kind for link in view.links if region.near(link.a, link.b))
    facts = [count(number, *names) for kind, names in LINK_WORDS.items() if (number := kinds[kind])]
    bases = sum(region.holds(base.hex) for base in view.bases.values())
    facts += [count(bases, "base")] if bases else []
    return f"Also {format_list(facts)}." if facts else ""


def _named(view: View, region: Region) -> list[str]:
    """One fact a fleet, so that as many as fit are told."""
    facts = []
    for fleet in sorted(view.fleets.values(), key=lambda f: (-len(f.ships), f.id)):
        name = bare(on_maps(fleet.name), 24) or fleet.id.rsplit("-", 1)[-1]
        going = fleet.transit
        if going is None and region.holds(fleet.hex):
            facts.append(f"{name} ({count(len(fleet.ships), 'ship')}) at {fleet.hex}.")
        elif going and (region.holds(going.to) or region.holds(going.origin)):
            facts.append(f"{name} under way {going.origin} to {going.to}, due {short_eta(going.arrives)}.")
    return facts
