"""Orders for battle: who has no weapons gets away, fleets defend what is theirs, attack enemies whom they outnumber (9.0-09)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.chapters.combat.fleet_orders import SetEngagement
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.war import Stance
from rules.cluster_war.play.governors.concerns.probe import WARY, is_probe
from rules.cluster_war.play.governors.known import Known, bound_for
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.meetings import ends_at, foes_at

CONCERN: Final = "engage"
CAUTION: Final = 50
BOLD: Final = 70
"""The loss of hull in percent at which a fleet withdraws: usually, and where it attacks with more than the other has."""


def engage(known: Known) -> Iterator[Proposal]:
    """The empire's rules of engagement once; ships that cannot fight; then each war fleet whose orders do not fit what it will
    meet."""
    mine = known.me.engagement
    if (mine.stance, mine.withdraw_at) != ("defend", CAUTION) and "engage " not in known.planned.ordered:
        why = "nobody opens fire without a word of ours, and nobody stays to the last ship"
        yield Proposal(CONCERN, (SetEngagement("", "defend", CAUTION),), why, 940, uses=using("engage/"))
    for fleet in known.planned.fleets.values():
        if f"engage {fleet.id}" in known.planned.ordered:
            continue
        if known.roles.get(fleet.id) == "war":
            yield from _for_fleet(known, fleet)
        elif fleet.engagement.stance != "evade":
            why = f"{fleet.name} cannot fight, and keeps away from whoever can"
            order = SetEngagement(fleet.id, "evade", CAUTION)
            yield Proposal(CONCERN, (order,), why, 900, uses=using(f"engage/{fleet.id}"))


def _for_fleet(known: Known, fleet: Fleet) -> Iterator[Proposal]:
    stance, loss, why = _manner(known, fleet)
    if stance == "attack" and known.refuses("first strike"):
        stance = "defend"
    now = fleet.engagement
    if now == NOTHING_SAID and (stance, loss) == ("defend", CAUTION):
        return  # as the empire has it
    if (now.stance, now.withdraw_at) != (stance, loss):
        order = SetEngagement(fleet.id, stance, loss, pursue=stance == "attack")
        text = f"{fleet.name}: {why}"
        yield Proposal(CONCERN, (order,), text, 930, uses=using(f"engage/{fleet.id}"))


def _manner(known: Known, fleet: Fleet) -> tuple[Stance, int, str]:
    """What a fleet does where it will be at the month's end: stance, loss at which it withdraws, and why."""
    here = ends_at(known.planned, fleet)
    if is_probe(known, fleet) and here not in known.fed:
        return "attack", WARY, "it tests what holds a world of others, and no longer than that costs little"
    if any(c.hex == here for c in known.enemy_worlds) or _bound_for_war(known, fleet):
        return "attack", BOLD, "it goes where the enemy is, to fight"
    at_home = any(c.hex == here for c in known.colonies)
    theirs = sum(hull for side, hull in foes_at(known.planned, here).items() if _opposes(known, side, at_home=at_home))
    if not theirs:
        return "defend", CAUTION, "it defends itself and what is ours"
    ours = _with(known, here)
    if ours * 100 >= theirs * 110:
        return "attack", BOLD, f"hull {theirs} of those we want gone, against our {ours}"
    if at_home and ours * 100 >= theirs * 70:
        return "defend", BOLD, f"hull {theirs} of others against our {ours}, at our own worlds"
    return "evade", CAUTION, f"hull {theirs} of others is more than our {ours} should meet"


def _bound_for_war(known: Known, fleet: Fleet) -> bool:
    """Whether a fleet is on its way to an enemy's world."""
    return any(c.hex == bound_for(known, fleet) for c in known.enemy_worlds)


def _opposes(known: Known, side: str, *, at_home: bool) -> bool:
    """Whether a side's ships are to be driven off there: enemies, and at own worlds whom the governor distrusts."""
    return known.is_enemy(side) or (at_home and known.feels(side) < 0)


def _with(known: Known, hex_: HexId) -> int:
    """Armed hull of the side's fleets that end the month there."""
    fleets = known.planned.fleets.values()
    return sum(known.strength(f) for f in fleets if ends_at(known.planned, f) == hex_)
