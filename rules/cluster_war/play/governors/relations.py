"""How a governor stands to the other empires: by its nature, by what binds them, and by what they did (CW-9.0-09, CW-11.0)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.race_design.attitudes import XENOPHOBIC
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.war import SignKind
from rules.cluster_war.play.governors.known import ENEMY, Known
from rules.cluster_war.play.governors.plan import Memory
from rules.values import changed

WRONGS: Final[Mapping[SignKind, int]] = {"battle": 4, "ground": 6, "bombarded": 6, "blockade": 3, "raid": 3}
"""What is held against whoever did it, in points, each turn in which it was done near an own colony."""
NEAR: Final = 2
"""So many hexes around own colonies a battle is somebody's attack."""
MOST: Final = 15
TRUCE: Final = 10
"""Turns for which a governor keeps the peace that it made."""
HOSTILE: Final = {"Very Hostile": -2, "Hostile": -1, "Peaceful": 1, "Pacifism": 1}


def grudges(known: Known) -> dict[SideId, int]:
    """What is held against each side now: what was held before, faded by a point, and the wrongs of the last turn."""
    found = {side: points - 1 for side, points in known.memory.grudges.items() if points > 1}
    for sign in known.view.signs.values():
        if sign.turn != known.view.turn - 1 or sign.by in {"", known.me.id} or sign.by not in known.view.flags:
            continue
        if known.from_home(sign.hex) <= NEAR:
            found[sign.by] = min(MOST, found.get(sign.by, 0) + WRONGS[sign.kind])
    return found


def relations(known: Known, memory: Memory) -> dict[SideId, int]:
    """How it stands to every other empire: its nature and its race's attitude, what binds them, less the grudge; at most at the
    edge of enmity to whom it is at war with, until that is over."""
    view = known.view
    attitudes = known.me.race.attitude.split(", ")
    usual = known.nature.trust + sum(HOSTILE.get(a, 0) for a in attitudes) - (XENOPHOBIC in attitudes)
    found: dict[SideId, int] = {}
    for side in sorted(view.flags):
        if side == view.side:
            continue
        points = max(-2, usual)  # nobody is attacked for being a stranger
        points += 2 if any(side in {p.a, p.b} for p in view.pacts) else 0
        points += 2 if side in view.embassies else 0
        points += any(r.giver == side for r in view.rights)
        points += 3 if side in view.peace or is_truce(known, memory, side) else 0
        points -= memory.grudges.get(side, 0)
        found[side] = min(points, ENEMY) if side == memory.foe else max(points, -9)
    return found


def is_truce(known: Known, memory: Memory, side: SideId) -> bool:
    """Whether the peace that it made with a side still holds it back."""
    return known.view.turn - memory.truces.get(side, -TRUCE) < TRUCE


def remembered(known: Known) -> Memory:
    """What it had in mind, with the grudges of today."""
    return changed(known.memory, grudges=grudges(known))
