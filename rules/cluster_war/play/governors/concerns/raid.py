"""Raids on commerce, for those whose way of war that is (9.5)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, courses
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.play.governors.fleets import strain
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using

CONCERN: Final = "raid"
RAIDERS: Final = 3
"""So many fleets are out to raid at once."""
SMALL: Final = 80
"""Hull spaces beyond which a fleet has better to do."""


def raid(known: Known) -> Iterator[Proposal]:
    """Small, rested fleets along the enemy's trade, those first of which most is to be expected."""
    if not known.nature.raids or not known.memory.foe or known.memory.beaten or known.refuses("first strike"):
        return
    out = sum(f.raid is not None for f in known.planned.fleets.values())
    small = [
        f
        for f in known.of_role("war")
        if 0 < known.strength(f) <= SMALL and strain(known.planned, f) < known.nature.stress
    ]
    small = [f for f in small if f.hex in known.fed]
    for fleet in sorted(small, key=lambda f: (known.strength(f), f.id))[: max(0, RAIDERS - out)]:
        for course in courses(known.view, fleet)[: known.judgment.candidates]:
            if not known.is_enemy(course.side):
                continue
            ships = [known.planned.ships[s] for s in fleet.ships]
            room = room_aboard(known.me.designs, ships, known.settings)
            why = f"{course.expected} catches to be expected on the way to {known.planned.place(course.to)}"
            order = RaidRoute(fleet.id, course.path, "take" if room else "destroy")
            weight = 660 + int(Fraction(course.expected) * 20) - len(course.path)
            uses = using(f"fleet/{fleet.id}", f"siege/{fleet.id}")  # who is away cannot fire on the world where it was
            yield Proposal(CONCERN, (order,), f"{fleet.name}: {why}", weight, uses=uses)
            break
