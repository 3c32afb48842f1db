"""What comes of scenes for good or ill: CPs, discoveries, technology, data, sickness (CW-B-12, CW-B-16, CW-B-27)."""

import re
from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.detection.scouting import knows, learn
from rules.cluster_war.chapters.encounters.specials import FOUND_DRIVES, FOUND_TECH, Fate, line
from rules.cluster_war.chapters.research.projects import advance, tell_gains
from rules.cluster_war.chapters.research.tasks import knows_field
from rules.cluster_war.model.state.names import HexId, KnowledgeLevel, ShipId, SideId
from rules.cluster_war.model.state.places import Special, sector_of
from rules.cluster_war.model.state.settings import tables
from rules.cluster_war.model.state.sides import Received
from rules.cluster_war.model.working.turn_state import TurnState, id_number
from rules.events import Cause
from rules.values import changed

_SHARE: Final = re.compile(r"(\d+) ?%")
WHOLE: Final = 100


def infected(special: Special) -> int:
    """The share of crews that parasites infect, in percent (CW-B-16)."""
    found = next((m for d in special.details if d.startswith("Monster: ") and (m := _SHARE.search(d))), None)
    return int(found[1]) if found is not None else 25


def infect(turn: TurnState, ships: Iterable[ShipId], share: int) -> None:
    """Sick crews wear out: their ships' stress rises by the share that is ill, or falls by it, 0 to 100 (ruling R-163)."""
    for key in ships:
        ship = turn.ships.get(key)
        if ship is not None:
            turn.ships[key] = changed(ship, stress=max(0, min(WHOLE, ship.stress + share)))


def discover(turn: TurnState, side: SideId, field: str) -> str:
    """A field is discovered; what is told, "" if it was known."""
    owner = turn.sides[side]
    if knows_field(owner, field):
        return ""
    turn.sides[side] = changed(owner, discoveries=(*owner.discoveries, field))
    return f"A discovery: {field}."


def succeed(turn: TurnState, side: SideId) -> str:
    """A free success, as one by research is, for the side's running project of the lowest number not on its last step, else for
    the first (CW-8.0-06); what is told."""
    mine = sorted((p for p in turn.projects.values() if p.side == side), key=lambda p: id_number(p.id))
    running = [p for p in mine if not p.finished_turn]
    found = next((p for p in running if p.step < p.steps), next(iter(running), None))
    if found is None:
        return ""
    finished = advance(turn, found)
    tell_gains(turn, found, finished=finished)
    if not finished:
        return f"It helps {found.name}: a success."
    return f"It helps {found.name}: the last success{'' if found.incremental else ', and it works'}."


def find_technology(turn: TurnState, side: SideId, fate: Fate) -> str:
    """Technology in an alien device, to be fitted in before it works (CW-8.1-04)."""
    row = tables(turn.settings)[FOUND_TECH].by_roll(fate.hundred("technology"))
    return _receive(turn, side, row["technology"], int(row["successes"]))


def find_drive(turn: TurnState, side: SideId, special: Special | None) -> str:
    """The drive of a wreck, to be understood before it works (CW-B-31)."""
    said = line(special, "Drive") if special is not None else ""
    table = tables(turn.settings)[FOUND_DRIVES]
    row = next((row for key, row in table.named_rows() if said.startswith(key)), None)
    if row is None:
        return discover(turn, side, "Time and stasis") or succeed(turn, side)
    return _receive(turn, side, row["technology"], int(row["successes"]))


def _receive(turn: TurnState, side: SideId, technology: str, successes: int) -> str:
    owner = turn.sides[side]
    if technology in owner.technologies or technology in owner.received:
        return f"{technology}: we have that already. {succeed(turn, side)}".strip()
    new = Received(successes, whole=True, paid=True)
    turn.sides[side] = changed(owner, received={**owner.received, technology: new})
    takes = f"{successes} success{'' if successes == 1 else 'es'}"
    return f"{technology}: ours once understood, which takes {takes}."


def read_maps(turn: TurnState, side: SideId, hex_: HexId, level: KnowledgeLevel, week: int, rule: str) -> str:
    """All systems of the hex's sector are known at a level (CW-B-12); what is told."""
    here, new = sector_of(turn.cluster, hex_), 0
    for each, system in sorted(turn.cluster.systems.items()):
        if sector_of(turn.cluster, each) == here and system.codes and not knows(turn, side, system, level):
            learn(turn, side, system, level, week=week, cause=Cause(rule))
            new += 1
    return f"{new} systems of this sector were new to us." if new else "We knew it all before."
