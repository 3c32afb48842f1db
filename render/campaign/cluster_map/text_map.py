"""A map in words: a short description, and its text twin, a plain list of what the picture shows."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Final

from render.campaign.cluster_map.ground import format_storms, storms_of
from render.campaign.cluster_map.layout import whole_region
from render.campaign.cluster_map.oddities import ODDITY_NAMES, odd_lines, oddities_of
from render.campaign.cluster_map.strife import WAR_KINDS, format_war_sign, is_fresh, known_war
from render.campaign.names import now, short_eta, short_moment
from render.canvas.hex_field import Region
from render.words.safe_text import bare, count, fit_facts, format_list
from rules.cluster_war.chapters.detection.sensors import sensor_reach
from rules.cluster_war.chapters.movement.travel_time import eta, when_it_was
from rules.cluster_war.model.economy.supply import components, extends_grid
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.knowledge import KnownBody
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.worlds.step_codes import multiple

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
        name = bare(fleet.name, 24) or fleet.id.rsplit("-", 1)[-1]
        going = fleet.transit
        if going is None and region.holds(fleet.hex):
            facts.append(f"{name} ({count(len(fleet.ships), 'ship')}) at {fleet.hex}.")
        elif going and (region.holds(going.to) or region.holds(going.origin)):
            facts.append(f"{name} under way {going.origin} to {going.to}, due {short_eta(going.arrives)}.")
    return facts


MOST_WORLDS = 40
LONGEST_PLACE = 200


def write_map_text(view: View, region: Region | None = None, *, campaign: str = "") -> str:
    """Fleets, colonies, sightings with their dates and worlds worth settling, by hex; plain text, one fact a line."""
    area = region or whole_region(view)
    who = "Game master" if view.is_gm else _side(view, view.side)
    head = f"{bare(campaign)}. " if campaign else ""
    parts = [f"{head}Map of {who}, turn {view.turn}, {area}."]
    parts += [
        _part("Fleets" if view.is_gm else "Your fleets", _fleet_lines(view, area)),
        _part("Colonies" if view.is_gm else "Your colonies", _colony_lines(view, area)),
    ]
    if not view.is_gm or view.nprs:
        of = "Your races' " if view.is_gm else "Foreign "
        seen = "" if view.is_gm else " seen"
        parts.append(_part(f"{of}fleets{seen}", _contacts(view, area)))
        parts.append(_part(f"{of}colonies{seen}", _foreign_colonies(view, area)))
    if war := _war_lines(view, area):
        parts.append(_part("War" if view.is_gm else "War that you know of", war))
    if terrain := [f"{_place(view, here)}: {words}" for here, words in format_storms(view, area)]:
        parts.append(_part("Dangerous terrain, and the force of storms as last seen", terrain))
    if odd := odd_lines(view, area):
        parts.append(_part("Known to be there", [f"{_place(view, here)}: {words}" for here, words in odd]))
    if view.vanished:
        parts.append(_part("Last heard of", _vanished(view, area)))
    parts.append(_part("Bases" if view.is_gm else "Your bases", _bases(view, area)))
    if view.foreign_bases:
        parts.append(_part("Foreign bases seen", _foreign_bases(view, area)))
    parts.append(
        _part("Jump lines, wormholes and gates" + ("" if view.is_gm else " you know"), *_link_lines(view, area))
    )
    parts.append(_part("Worlds worth settling (surveyed, free as far as known)", *_worlds(view, area)))
    parts.append(_part("Scouted, not surveyed", *_scouted(view, area)))
    parts.append(_reach(view, area))
    return "\n\n".join(parts) + "\n"


def _part(title: str, lines: list[str], number: int | None = None) -> str:
    shown = len(lines) if number is None else number
    return "\n".join([f"{title}: {shown or 'none'}", *(f"  {line}" for line in lines)])


def _side(view: View, side: str) -> str:
    flag = view.flags.get(side) or view.others.get(side)
    return bare(flag.name if flag else side)


def _place(view: View, here: HexId) -> str:
    return bare(place_name(view, here), LONGEST_PLACE)


def _fleet_lines(view: View, area: Region) -> list[str]:
    lines = []
    for fleet in sorted(view.fleets.values(), key=lambda f: (f.hex, f.id)):
        if not any(area.holds(here) for here in _stops(fleet)):
            continue
        number = fleet.id.rsplit("-", 1)[-1]
        name = " ".join(dict.fromkeys(part for part in (number, bare(fleet.name)) if part))
        owner = f"{_side(view, fleet.side)} " if view.is_gm else ""
        doing = f", {fleet.mission}" if fleet.mission != "none" else ""
        ships = count(len(fleet.ships), "ship")
        onward = f", then to {', '.join(_place(view, leg.to) for leg in fleet.route)}" if fleet.route else ""
        lines.append(f"{_whereabouts(view, fleet)}: {owner}{name}, {ships}{doing}{onward}")
    return lines


def _stops(fleet: Fleet) -> list[HexId]:
    going = [fleet.transit.to] if fleet.transit else []
    return [fleet.hex, *going, *(leg.to for leg in fleet.route)]


def _whereabouts(view: View, fleet: Fleet) -> str:
    going = fleet.transit
    if going is None:
        return _place(view, fleet.hex)
    return f"In FTL space {going.origin} to {_place(view, going.to)}, due {eta(going.arrives)}"


def _colony_lines(view: View, area: Region) -> list[str]:
    lines = []
    homes = {(s.home, s.home_orbit) for s in (*view.sides.values(), *((view.me,) if view.me else ()))}
    for colony in sorted(view.colonies.values(), key=lambda c: (c.hex, c.orbit)):
        if not area.holds(colony.hex):
            continue
        owner = f"{_side(view, colony.side)} " if view.is_gm else ""
        home = ", home world" if (colony.hex, colony.orbit) in homes else ""
        works = (
            (colony.shipyard_bays, "shipyard bays"),
            (colony.light_industry, "light industry"),
            (colony.heavy_industry, "heavy industry"),
            (colony.training, "training"),
            (colony.science_stations, "science stations"),
        )
        has = "".join(f", {what} {number}" for number, what in works if number)
        name = f"{owner}{bare(colony.name)}".strip() or "colony"
        lines.append(f"{colony.hex} orbit {colony.orbit}: {name}, size {colony.size} CPs{home}{has}")
    return lines


def _contacts(view: View, area: Region) -> list[str]:
    seen = sorted(view.foreign_fleets.values(), key=lambda f: (f.hex, f.contact))
    return [
        f"{_place(view, f.hex)}: {f.contact}, {_side(view, f.side)}, {count(f.ships, 'ship')}, "
        f"{count(f.hull, 'hull space')}, {_when(view, f.week)}"
        for f in seen
        if area.holds(f.hex)
    ]


def _foreign_colonies(view: View, area: Region) -> list[str]:
    seen = sorted(view.foreign_colonies.values(), key=lambda c: (c.hex, c.orbit))
    return [
        f"{_place(view, c.hex)} orbit {c.orbit}: {_side(view, c.side)}"
        f"{'' if c.size is None else f', size {c.size} CPs'}, {_when(view, c.week)}"
        for c in seen
        if area.holds(c.hex)
    ]


def _war_lines(view: View, area: Region) -> list[str]:
    return [f"{_place(view, sign.hex)}: {format_war_sign(view, sign)}" for sign in known_war(view, area)]


def _vanished(view: View, area: Region) -> list[str]:
    return [
        f"{_place(view, v.hex)}: {bare(v.name)}, {count(len(v.ships), 'ship')}, {when_it_was(v.week)}"
        for v in sorted(view.vanished, key=lambda v: (v.hex, v.week, v.fleet))
        if area.holds(v.hex)
    ]


def _bases(view: View, area: Region) -> list[str]:
    lines = []
    for _, base in sorted(view.bases.items(), key=lambda item: (item[1].hex, item[1].orbit, item[0])):
        owner = view.me if view.me is not None and view.me.id == base.side else view.sides.get(base.side)
        if not area.holds(base.hex) or owner is None:
            continue
        whose = f"{_side(view, base.side)} " if view.is_gm else ""
        node = ", way station" if extends_grid(owner.designs[base.design], base, view.turn) else ""
        tow = ", in tow" if base.towed_by else ""
        lines.append(f"{_orbit(view, base.hex, base.orbit)}: {whose}{bare(base.name) or base.id}{node}{tow}")
    return lines


def _foreign_bases(view: View, area: Region) -> list[str]:
    seen = sorted(view.foreign_bases.values(), key=lambda b: (b.hex, b.orbit, b.side))
    return [
        f"{_orbit(view, b.hex, b.orbit)}: {_side(view, b.side)}, {count(b.bases, 'base')}, "
        f"{count(b.hull, 'hull space')}, {_when(view, b.week)}"
        for b in seen
        if area.holds(b.hex)
    ]


def _orbit(view: View, here: HexId, orbit: int) -> str:
    return f"{_place(view, here)} {f'orbit {orbit}' if orbit else 'deep space'}"


def _link_lines(view: View, area: Region) -> tuple[list[str], int]:
    """Known lines, those of one kind from one hex together; and how many there are."""
    joined: dict[tuple[HexId, str], list[str]] = defaultdict(list)
    for link in sorted(view.links, key=lambda link: (link.a, link.b, link.kind, link.side)):
        if area.near(link.a, link.b):
            whose = f" held by {_side(view, link.side)}" if link.side else ""
            whose += ", one way" if link.one_way else ""
            far = count(distance(view, link.a, link.b), "hex", "hexes")
            joined[link.a, link.kind].append(f"{_place(view, link.b)} ({far}{whose})")
    lines = [
        f"{_place(view, here)}: {LINK_WORDS[kind][len(ends) > 1]} to {', '.join(ends)}"
        for (here, kind), ends in joined.items()
    ]
    return lines, sum(map(len, joined.values()))


def _when(view: View, week: int) -> str:
    return "in view now" if week >= now(view.turn) else f"last seen {when_it_was(week)}"


def _taken(view: View) -> set[tuple[HexId, int]]:
    own = {(c.hex, c.orbit) for c in view.colonies.values()}
    return own | {(c.hex, c.orbit) for c in view.foreign_colonies.values()}


def _worlds(view: View, area: Region) -> tuple[list[str], int]:
    """Surveyed worlds that nobody is known to hold, those that give most for their price first (CW-2.1-05)."""
    taken = _taken(view)
    found: dict[Fraction, list[tuple[HexId, int, KnownBody, int]]] = defaultdict(list)
    for system in view.systems.values():
        if system.level != "surveyed" or not area.holds(system.hex):
            continue
        for body in system.bodies:
            if body.max_cp and (system.hex, body.orbit) not in taken:
                worth = body.max_cp / _price(view, body)
                found[worth].append((system.hex, body.orbit, body, system.turn))
    # Few worths and many worlds: fractions are slow to compare, and what is not shown is not put into words.
    ranked = (world for worth in sorted(found, reverse=True) for world in sorted(found[worth], key=lambda w: w[:2]))
    lines = [
        f"{_place(view, here)} orbit {orbit}: {_world(view, body)}, surveyed turn {turn}"
        for here, orbit, body, turn in islice(ranked, MOST_WORLDS)
    ]
    number = sum(map(len, found.values()))
    left = number - len(lines)
    return [*lines, f"and {left} less promising ones"] if left > 0 else lines, number


def _price(view: View, body: KnownBody) -> Fraction:
    """A world's price for the viewer's race in CPs for each CP of size."""
    return multiple(view.me.race, body.step, view.settings) if view.me else Fraction(1)


def _world(view: View, body: KnownBody) -> str:
    price = _price(view, body)
    cost = f" at {float(price):g} {'CP' if price == 1 else 'CPs'} each" if view.me else ""
    riches = f", {', '.join(bare(r) for r in body.resources)}" if body.resources else ""
    life = f", life: {bare(body.life)}" if body.life else ""
    return f"STEP {body.step}, up to {body.max_cp} CPs{cost}{riches}{life}"


def _scouted(view: View, area: Region) -> tuple[list[str], int]:
    rows: dict[int, list[str]] = defaultdict(list)
    for system in sorted(view.systems.values(), key=lambda s: s.hex):
        if system.level == "scouted" and area.holds(system.hex):
            text = f"{_place(view, system.hex)} ({count(len(system.bodies), 'world')})"
            rows[system.turn].append(text)
    return [f"turn {turn}: {', '.join(rows[turn])}" for turn in sorted(rows)], sum(map(len, rows.values()))


def _reach(view: View, area: Region) -> str:
    grid = sum(1 for here in view.grid if area.holds(here))
    sighted = sum(1 for here in view.sighted if area.holds(here))
    seen = sum(1 for here in view.seen if area.holds(here) and here not in view.sighted)
    total = area.columns * area.rows
    if view.is_gm:
        grids = sorted((_side(view, side), sum(map(area.holds, hexes))) for side, hexes in view.grids.items())
        return "Supply grids: " + (", ".join(f"{name} {count(n, 'hex', 'hexes')}" for name, n in grids) or "none") + "."
    apart = [sorted(c.hex for c in part) for part in components(view, view.side)[1:]]
    cut = sorted({here for part in apart for here in part if area.holds(here)})
    supply = f"Supply grid: {count(grid, 'hex', 'hexes')}"
    supply += f"; cut off from the main grid: {', '.join(_place(view, here) for here in cut)}" if cut else ""
    return f"{supply}. Of {total} hexes here {sighted} are in view now, {seen} were seen before, {total - sighted - seen} never."
