"""The small colony with magnetic materials that a race with jump drives begins with, where they are needed (CW-4.0-10)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from rules.cluster_war.movement.drives.chart import MONOPOLES
from rules.cluster_war.state.geometry import distance
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import ColonyId, HexId
from rules.cluster_war.state.places import Body, Cluster
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.worlds.generation.names import world_name

SMALL: Final = 10
"""CPs of a colony made for the purpose, or as many as its world holds."""


def with_monopoles(
    cluster: Cluster, sides: Iterable[Side], colonies: Mapping[ColonyId, Colony], settings: Settings
) -> tuple[Cluster, dict[ColonyId, Colony]]:
    """The start with the materials on a small colony of every side that has jump drives and none of them yet.

    It is the side's smallest colony but the home world; without one, a new one of 10 CPs on the nearest free world.
    """
    held = dict(colonies)
    if not settings.monopoles:
        return cluster, held
    for side in sides:
        own = [c for _, c in sorted(held.items()) if c.side == side.id]
        has = any(MONOPOLES in _body(cluster, c.hex, c.orbit).resources for c in own)
        if has or not any(design.ftl == "jump" for design in side.designs.values()):
            continue
        others = [c for c in own if (c.hex, c.orbit) != (side.home, side.home_orbit)]
        if others:
            chosen = min(others, key=lambda c: (c.size, c.id))
        else:
            found = _nearest(cluster, side, held)
            if found is None:
                continue
            chosen = held[found.id] = found
        cluster = _rich(cluster, chosen)
    return cluster, held


def _body(cluster: Cluster, hex_: HexId, orbit: int) -> Body:
    return next(body for body in cluster.systems[hex_].bodies if body.orbit == orbit)


def _nearest(cluster: Cluster, side: Side, held: Mapping[ColonyId, Colony]) -> Colony | None:
    """A new colony on the free world nearest to the home; None if the map has no other world."""
    worlds = [
        (distance(cluster, side.home, hex_), hex_, body.orbit)
        for hex_, system in cluster.systems.items()
        for body in system.bodies
        if body.max_cp > 0 and f"{hex_}-{body.orbit}" not in held
    ]
    if not worlds:
        return None
    _, hex_, orbit = min(worlds)
    system = cluster.systems[hex_]
    name = world_name(system.name or hex_, orbit)
    size = min(SMALL, _body(cluster, hex_, orbit).max_cp)
    return Colony(f"{hex_}-{orbit}", side.id, name, hex_, orbit, size)


def _rich(cluster: Cluster, colony: Colony) -> Cluster:
    system = cluster.systems[colony.hex]
    bodies = tuple(
        replace(b, resources=(*b.resources, MONOPOLES)) if b.orbit == colony.orbit else b for b in system.bodies
    )
    return replace(cluster, systems={**cluster.systems, colony.hex: replace(system, bodies=bodies)})
