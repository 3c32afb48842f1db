"""Jump lines, wormholes and gates between systems, and which of them a side knows (CW-4.0-19)."""

from collections.abc import Sequence
from typing import Final

from rules.cluster_war.model.state.common import HexId, Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.knowledge import Knowledge
from rules.cluster_war.model.state.places import Cluster, Link, StarSystem
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.worlds.jump_map import (
    JUMP_MAP_COUNTER,
    has_point_sensors,
    has_transit_gear,
    needs_jump_map,
)
from rules.values import Value, changed

ALL_SIDES: Final = ""


def leading_on(cluster: Cluster) -> tuple[HexId, ...]:
    """The systems from which a wormhole leads on, sorted."""
    return tuple(sorted([hex_ for hex_, system in cluster.systems.items() if system.destination]))


class Lines(Value):
    """What is the same for whoever asks for links: those of a cluster that are no jump lines, and what `leading_on` gives."""

    others: tuple[Link, ...]
    lead_on: tuple[HexId, ...]


def lines_of(cluster: Cluster) -> Lines:
    """The lines of a cluster."""
    return Lines(tuple([link for link in cluster.links if link.kind != "jump"]), leading_on(cluster))


def known_links(cluster: Cluster, side: Side, known: Knowledge, lines: Lines | None = None) -> tuple[Link, ...]:
    """The links a side knows: its own held wormholes, and what starts or ends in a system it has surveyed.

    Warp points show only to those with string drives or sensors for them; with such sensors scouting is enough, as it
    is for gates (CW-3.1-58, CW-4.0-19). A survey of a natural wormhole shows where it leads (CW-4.0-24). `lines` are
    those of the cluster, where the caller has them already.
    """
    sharp = has_point_sensors(side)
    blind = not sharp and not has_transit_gear(side)
    lines = lines_of(cluster) if lines is None else lines
    links, lead_on = lines.others if blind else cluster.links, lines.lead_on
    surveyed = {h for h, system in known.systems.items() if system.level == "surveyed"} if links or lead_on else set()
    scouted = {h for h, system in known.systems.items() if system.level != "map"} if links else set()
    found: list[Link] = []
    for link in links:
        seen = scouted if (sharp and link.kind == "jump") or link.kind == "gate" else surveyed
        if (link.kind == "held" and link.side in {side.id, ALL_SIDES}) or (
            link.kind != "held" and (link.a in seen or link.b in seen)
        ):
            found.append(link)
    for hex_ in lead_on:
        system = cluster.systems[hex_]
        if hex_ in surveyed and not system.hole:
            a, b = sorted((hex_, system.destination))
            found.append(Link(a, b, "wormhole"))
    found += _holes(cluster, known, lead_on)
    return tuple(dict.fromkeys(found))


def _holes(cluster: Cluster, known: Knowledge, lead_on: Sequence[HexId]) -> list[Link]:
    """The worm holes whose two ends a side knows: of an open pair, if it has been at either end; of any other, if it came through
    (CW-14.0-32, CW-14.0-33)."""
    if not any(cluster.systems[hex_].hole for hex_ in lead_on):
        return []
    been = {h for h, system in known.systems.items() if system.level != "map"}
    return [
        hole_link(hex_, system)
        for hex_, system in ((hex_, cluster.systems[hex_]) for hex_ in lead_on)
        if not system.hidden
        and (
            (system.hole == "open" and not been.isdisjoint((hex_, system.destination)))
            or (system.hole in {"closed", "both"} and hex_ in known.passages)
        )
    ]


def hole_link(hex_: HexId, system: StarSystem) -> Link:
    """A worm hole as a line of the map: one way from its entry, or both ways."""
    if system.hole == "closed":
        return Link(hex_, system.destination, "wormhole", one_way=True)
    return Link(min(hex_, system.destination), max(hex_, system.destination), "wormhole")


def with_hole(system: StarSystem, settings: Settings) -> StarSystem:
    """The system with its worm hole closed, as most are (CW-14.0-33), where encounters are played and nobody said otherwise."""
    is_one = (
        system.destination
        or "Wrm" in system.codes
        or (system.special is not None and system.special.kind == "Wormhole")
    )
    if settings.encounters != "played" or not is_one or system.hole:
        return system
    return changed(system, hole="closed")


def all_links(state: GameState) -> tuple[Link, ...]:
    """Every link of the map, for the game master; jump lines once somebody can find them, or the GM has drawn one."""
    wormholes = [(h, s.destination) for h, s in sorted(state.cluster.systems.items()) if s.destination]
    natural = (hole_link(h, state.cluster.systems[h]) for h, _ in wormholes)
    waits = (
        state.settings.jump_map == "when-needed"
        and JUMP_MAP_COUNTER not in state.counters
        and not needs_jump_map(state.sides.values(), state.settings)
    )
    links = [link for link in state.cluster.links if not (waits and link.kind == "jump")]
    return tuple(dict.fromkeys((*links, *natural)))
