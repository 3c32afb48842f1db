"""Jump lines, wormholes and gates between systems, and which of them a side knows (CW-4.0-19)."""

from typing import Final

from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.knowledge import Knowledge
from rules.cluster_war.state.places import Cluster, Link
from rules.cluster_war.state.rulesets import keeps_secrets
from rules.cluster_war.state.sides import Side
from rules.cluster_war.worlds.jump_map import DRAWN, has_point_sensors, has_transit_gear, needs_jump_map

EVERYBODY: Final = ""


def known_links(cluster: Cluster, side: Side, known: Knowledge) -> tuple[Link, ...]:
    """The links a side knows: its own held wormholes, and what starts or ends in a system it has surveyed.

    Warp points show only to those with string drives or sensors for them; with such sensors scouting is enough, as it
    is for gates (CW-3.1-58, CW-4.0-19). A survey of a natural wormhole shows where it leads (CW-4.0-24).
    """
    sharp = has_point_sensors(side)
    blind = not sharp and not has_transit_gear(side)
    surveyed = {h for h, system in known.systems.items() if system.level == "surveyed"}
    scouted = {h for h, system in known.systems.items() if system.level != "map"} if cluster.links else set()
    found: list[Link] = []
    for link in cluster.links:
        if link.kind == "jump" and blind:
            continue
        seen = scouted if (sharp and link.kind == "jump") or link.kind == "gate" else surveyed
        if (link.kind == "held" and link.side in {side.id, EVERYBODY}) or (
            link.kind != "held" and (link.a in seen or link.b in seen)
        ):
            found.append(link)
    for hex_ in sorted(surveyed):
        system = cluster.systems.get(hex_)
        if system is not None and system.destination:
            a, b = sorted((hex_, system.destination))
            found.append(Link(a, b, "wormhole"))
    return tuple(dict.fromkeys(found))


def all_links(state: GameState) -> tuple[Link, ...]:
    """Every link of the map, for the game master; jump lines once somebody can find them, or the GM has drawn one."""
    wormholes = [(h, s.destination) for h, s in sorted(state.cluster.systems.items()) if s.destination]
    natural = (Link(min(pair), max(pair), "wormhole") for pair in wormholes)
    waits = (
        keeps_secrets(state.ruleset)
        and state.settings.jump_map == "when-needed"
        and DRAWN not in state.counters
        and not needs_jump_map(state.sides.values(), state.settings)
    )
    links = [link for link in state.cluster.links if not (waits and link.kind == "jump")]
    return tuple(dict.fromkeys((*links, *natural)))
