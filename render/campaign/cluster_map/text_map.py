"""A map in words: its text twin, a plain list of what the picture shows."""

from collections import defaultdict
from fractions import Fraction
from itertools import islice

from render.campaign.cluster_map.alt_text import LINK_WORDS
from render.campaign.cluster_map.badges import format_war_sign, known_war, odd_lines
from render.campaign.cluster_map.ground import format_storms
from render.campaign.cluster_map.layout import whole_region
from render.campaign.names import now
from render.canvas.hex_field import Region
from render.words.safe_text import bare, count
from rules.cluster_war.chapters.movement.travel_time import eta, when_it_was
from rules.cluster_war.model.economy.supply import components, extends_grid
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.sides import KnownBody
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.worlds.step_codes import multiple

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
