"""What a view puts on a map, in a fixed order: colonies, fleets, sightings and courses as plain values."""

from collections.abc import Sequence

from render.campaign.cluster_map.badges import Oddity, Strife, oddities_of, strife_of
from render.campaign.cluster_map.ground import StormMark, storms_of
from render.campaign.cluster_map.lanes import Lane, rank
from render.campaign.cluster_map.veil import KnownGround
from render.campaign.names import now, short_eta, short_moment
from render.canvas.hex_field import Region
from render.canvas.theme import Banner, Theme, banners, drawable
from rules.cluster_war.chapters.detection.sensors import sensor_reach
from rules.cluster_war.model.economy.supply import extends_grid, supply_lines
from rules.cluster_war.model.orders.names import on_maps
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.sides import FleetSighting
from rules.cluster_war.model.state.view import View
from rules.values import Value

UNKNOWN_VALUE = "?"


class PlannedCourse(Value):
    """A move ordered but not yet made, to be drawn as a course: where from, the waypoints, and a few words."""

    origin: HexId
    stops: tuple[HexId, ...]
    label: str = ""


class ColonyMark(Value):
    """All colonies of one side in a hex: their `size` in CPs together (0 if not known), and the largest one's name."""

    hex: HexId
    banner: Banner
    own: bool
    home: bool
    size: int
    name: str


class FleetMark(Value):
    """Fleets of one side in a hex, how many, and what to call them; `lost` are own ones that were last heard of there."""

    hex: HexId
    banner: Banner
    own: bool
    label: str
    fresh: bool
    lost: bool = False
    fleets: int = 1


class Outpost(Value):
    """A base that stands by itself: `node` where it carries supply on (a way station)."""

    hex: HexId
    banner: Banner
    own: bool
    node: bool
    label: str


class CourseLine(Value):
    """A way across the map. `gone` is the share of the first leg already behind, None for a course only planned."""

    stops: tuple[HexId, ...]
    banner: Banner
    gone: float | None
    label: str


class MapFacts(Value):
    """Everything drawn above the ground."""

    banners: tuple[Banner, ...]
    known: KnownGround
    settlements: tuple[ColonyMark, ...]
    squadrons: tuple[FleetMark, ...]
    courses: tuple[CourseLine, ...]
    outposts: tuple[Outpost, ...] = ()
    strife: tuple[Strife, ...] = ()
    storms: tuple[StormMark, ...] = ()
    oddities: tuple[Oddity, ...] = ()


def map_facts(
    view: View, region: Region, theme: Theme, plans: Sequence[PlannedCourse] = (), *, sensors: bool = False
) -> MapFacts:
    """What the view shows of a region; with `sensors` how far long range sensors reach, too."""
    looks = banners(view.flags, theme, view.others)
    return MapFacts(
        banners=tuple(looks.values()),
        known=_known_ground(view, region, looks, sensors=sensors),
        settlements=_settlements(view, region, looks),
        squadrons=_squadrons(view, region, looks),
        courses=_courses(view, region, looks, plans),
        outposts=_outposts(view, region, looks),
        strife=strife_of(view, region),
        storms=storms_of(view, region),
        oddities=oddities_of(view, region),
    )


def banner_of(looks: dict[SideId, Banner], side: SideId) -> Banner:
    """A side's banner; a grey one for a side without a flag."""
    return looks.get(side) or Banner(side, side, (150, 150, 150), "plain", UNKNOWN_VALUE)


def _known_ground(view: View, region: Region, looks: dict[SideId, Banner], *, sensors: bool) -> KnownGround:
    reach = tuple(
        (banner_of(looks, side), hexes)
        for side in (sorted(view.sides) if view.is_gm else [view.side])
        if sensors and (hexes := sensor_reach(view, side) & region.ids())
    )
    grids = view.grids if view.is_gm else {view.side: view.grid}
    areas = {side: set(grids[side]) for side in grids if grids[side]}
    for seen in view.foreign_colonies.values():
        areas.setdefault(seen.side, set()).add(seen.hex)
    whole = region.ids()
    # The smaller lie above the larger, where the spaces of several overlap.
    ranked = sorted(areas, key=lambda side: (-len(areas[side]), side))
    inside = tuple((banner_of(looks, side), shown) for side in ranked if (shown := frozenset(areas[side]) & whole))
    if view.is_gm:
        return KnownGround(inside, frozenset(), frozenset(), frozenset(), _lanes(view, region, looks), reach)
    unseen = whole - view.sighted
    dim = unseen & view.seen.keys()
    settled = {colony.hex for colony in view.colonies.values()} | {seen.hex for seen in view.foreign_colonies.values()}
    systems = frozenset(
        (s.hex, s.level == "surveyed")
        for s in view.systems.values()
        if s.level != "map" and s.hex in whole and s.hex not in settled
    )
    return KnownGround(inside, frozenset(dim), frozenset(unseen - dim), systems, _lanes(view, region, looks), reach)


def _lanes(view: View, region: Region, looks: dict[SideId, Banner]) -> tuple[Lane, ...]:
    """Known links and what supply joins, where an end is in the region or the line may cross it."""
    found = [
        Lane(
            link.kind,
            link.a,
            link.b,
            banner_of(looks, link.side) if link.kind == "held" and link.side else None,
            link.one_way,
        )
        for link in view.links
        if region.near(link.a, link.b)
    ]
    for side in sorted(view.sides) if view.is_gm else [view.side]:
        found += [
            Lane("supply", a, b, banner_of(looks, side)) for a, b in supply_lines(view, side) if region.near(a, b)
        ]
    return tuple(sorted(set(found), key=rank))


def _outposts(view: View, region: Region, looks: dict[SideId, Banner]) -> tuple[Outpost, ...]:
    found: list[Outpost] = []
    for _, base in sorted(view.bases.items()):
        owner = view.me if view.me is not None and view.me.id == base.side else view.sides.get(base.side)
        if region.holds(base.hex) and not base.towed_by and owner is not None:
            node = extends_grid(owner.designs[base.design], base, view.turn)
            label = drawable(base.name, 22)
            found.append(Outpost(base.hex, banner_of(looks, base.side), own=True, node=node, label=label))
    for _, seen in sorted(view.foreign_bases.items()):
        if region.holds(seen.hex):
            fresh = seen.week >= now(view.turn)
            label = f"×{seen.bases}" + ("" if fresh else f" {short_moment(seen.week)}")
            found.append(Outpost(seen.hex, banner_of(looks, seen.side), own=False, node=False, label=label))
    return tuple(found)


def _settlements(view: View, region: Region, looks: dict[SideId, Banner]) -> tuple[ColonyMark, ...]:
    homes = {(s.id, s.home) for s in (*view.sides.values(), *((view.me,) if view.me else ()))}
    own: dict[tuple[HexId, SideId], list[tuple[int, str]]] = {}
    inside = region.ids()
    colonies = [colony for colony in view.colonies.values() if colony.hex in inside]
    for colony in sorted(colonies, key=lambda c: (c.hex, c.orbit, c.id)):
        own.setdefault((colony.hex, colony.side), []).append((colony.size, colony.name))
    found = [
        ColonyMark(
            here,
            banner_of(looks, side),
            own=True,
            home=(side, here) in homes,
            size=sum(size for size, _ in sizes),
            name=drawable(next((name for _, name in sorted(sizes, key=lambda s: -s[0]) if name), ""), 22),
        )
        for (here, side), sizes in sorted(own.items())
    ]
    foreign: dict[tuple[HexId, SideId], int] = {}
    sightings = [seen for seen in view.foreign_colonies.values() if seen.hex in inside]
    for seen in sorted(sightings, key=lambda c: (c.hex, c.orbit)):
        foreign[seen.hex, seen.side] = foreign.get((seen.hex, seen.side), 0) + (seen.size or 0)
    for (here, side), size in sorted(foreign.items()):
        found.append(
            ColonyMark(here, banner_of(looks, side), own=False, home=(side, here) in homes, size=size, name="")
        )
    return tuple(found)


def _squadrons(view: View, region: Region, looks: dict[SideId, Banner]) -> tuple[FleetMark, ...]:
    groups: dict[tuple[HexId, SideId], list[Fleet]] = {}
    inside = region.ids()
    there = [fleet for fleet in view.fleets.values() if fleet.transit is None and fleet.hex in inside]
    for fleet in sorted(there, key=lambda f: (f.hex, -len(f.ships), f.id)):
        groups.setdefault((fleet.hex, fleet.side), []).append(fleet)
    found = []
    for (here, side), fleets in sorted(groups.items()):
        more = f" +{len(fleets) - 1}" if len(fleets) > 1 else ""
        label = _called(fleets[0]) + more
        found.append(FleetMark(here, banner_of(looks, side), own=True, label=label, fresh=True, fleets=len(fleets)))
    contacts: dict[tuple[HexId, SideId, bool], list[FleetSighting]] = {}
    for seen in sorted(view.foreign_fleets.values(), key=lambda f: (f.hex, -f.ships, f.contact)):
        if seen.hex in inside:
            contacts.setdefault((seen.hex, seen.side, seen.week >= now(view.turn)), []).append(seen)
    for (here, side, fresh), seen_there in sorted(contacts.items()):
        first, *others = seen_there
        date = "" if fresh else f" {short_moment(first.week)}"
        more = f" +{len(others)}" if others else ""
        label = f"{drawable(first.contact, 8, 'contact')} ×{first.ships}{more}{date}"
        found.append(
            FleetMark(here, banner_of(looks, side), own=False, label=label, fresh=fresh, fleets=len(seen_there))
        )
    for heard in sorted(view.vanished, key=lambda v: (v.hex, v.week, v.fleet)):
        if region.holds(heard.hex):
            side = heard.fleet.rpartition("-")[0]
            name = drawable(on_maps(heard.name), 24, heard.fleet.rsplit("-", 1)[-1])
            label = f"{name}? {short_moment(heard.week)}"
            found.append(FleetMark(heard.hex, banner_of(looks, side), own=True, label=label, fresh=False, lost=True))
    return tuple(found)


def _called(fleet: Fleet) -> str:
    number = fleet.id.rsplit("-", 1)[-1]
    return drawable(on_maps(fleet.name), 24, number) or number


def due_label(fleet: Fleet, week: int | None) -> str:
    """What stands beside a fleet's course: its name and, where it is known, when it arrives."""
    return _called(fleet) + (f" › {short_eta(week)}" if week is not None else "")


def _courses(
    view: View, region: Region, looks: dict[SideId, Banner], plans: Sequence[PlannedCourse]
) -> tuple[CourseLine, ...]:
    week, inside = now(view.turn), region.ids()
    found = []
    for fleet in sorted(view.fleets.values(), key=lambda f: f.id):
        legs = tuple(leg.to for leg in fleet.route)
        going = fleet.transit
        stops = (going.origin, going.to, *legs) if going else (fleet.hex, *legs)
        if len(stops) < 2 or inside.isdisjoint(stops):
            continue
        gone: float | None = None
        label = ""
        if going:
            gone = min(max((week - going.departs) / max(going.arrives - going.departs, 1), 0.0), 1.0)
            label = due_label(fleet, going.arrives)
        found.append(CourseLine(stops, banner_of(looks, fleet.side), gone, label))
    mine = banner_of(looks, view.side)
    found += [CourseLine((p.origin, *p.stops), mine, None, drawable(p.label, 28)) for p in plans if p.stops]
    return tuple(found)
