"""A star becomes another thing, or is gone: who sees it at once, and whose map goes on showing the old light (CW-12.1-02)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.detection.network import by_courier, network
from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed

OLD_LIGHT: Final = "CW-12.1-02"


def watchers(turn: TurnState, hex_: HexId) -> tuple[SideId, ...]:
    """The sides that have a hex in view, as far as what is seen there is home at once (CW-13.0-02)."""
    found = []
    for side in sorted(turn.sides):
        within = network(turn, side) if by_courier(turn.settings) else None
        if hex_ in sight(turn, side, within=within):
            found.append(side)
    return tuple(found)


def keep_light(
    turn: TurnState, sides: Iterable[SideId], hex_: HexId, before: tuple[str, ...], now: tuple[str, ...]
) -> None:
    """The maps of these sides go on showing what a hex held before; a map whose light is that of the new thing needs no note."""
    for side in sides:
        stars = turn.knowledge[side].stars
        light = stars.get(hex_, before)
        kept = {h: codes for h, codes in stars.items() if h != hex_}
        turn.learn(side, stars=kept if light == now else {**kept, hex_: light})


def put_star(turn: TurnState, hex_: HexId, codes: tuple[str, ...]) -> tuple[SideId, ...]:
    """Something else is in a hex from now on, nothing without codes; the sides that see it at once. The others' maps go on
    showing the old light (CW-12.1-02, ruling R-155)."""
    system = turn.cluster.systems.get(hex_)
    systems = {h: found for h, found in turn.cluster.systems.items() if h != hex_}
    if codes:
        systems[hex_] = changed(system, codes=codes) if system is not None else StarSystem(hex_, codes)
    told = watchers(turn, hex_)
    for side in told:
        see_now(turn, side, hex_, worlds=bool(codes))
    before = system.codes if system is not None else ()
    keep_light(turn, [side for side in sorted(turn.sides) if side not in told], hex_, before, codes)
    turn.cluster = changed(turn.cluster, systems=dict(sorted(systems.items())))
    return told


def see_now(turn: TurnState, side: SideId, hex_: HexId, *, worlds: bool) -> None:
    """A side's map shows what is in a hex now; without `worlds` any more, its survey sheet has none either."""
    known = turn.knowledge[side]
    if hex_ in known.stars:
        turn.learn(side, stars={h: codes for h, codes in known.stars.items() if h != hex_})
    entry = known.systems.get(hex_)
    if entry is not None and entry.bodies and not worlds:
        turn.learn(side, systems={**known.systems, hex_: changed(entry, bodies=(), notes=())})
