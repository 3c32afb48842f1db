"""First visits to dangerous places: the game master settles them (CW-12.1-04)."""

from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.detection.specials import is_hazard
from rules.cluster_war.chapters.movement.fleets import in_order, present
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState

FIRST_ENTRY_RULE: Final = "CW-12.1-04"
SUGGESTION: Final = "Play what the visitors run into, then tell those of them who live to report it."


def first_entries(turn: TurnState) -> None:
    """The first fleet ever in a system with something dangerous in it: a question for the GM alone (CW-12.1-04); where
    encounters are played, `encounters` does it."""
    if turn.settings.encounters == "played":
        return
    asked = {q.hex for q in turn.questions if q.kind == "first-entry"}
    for hex_, fleets in sorted(present(turn.fleets.values()).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.special is None or hex_ in asked or not is_hazard(system.special):
            continue
        sides = tuple(sorted({f.side for f in fleets}))
        turn.put_question(
            "first-entry", sides, _entry_text(turn, hex_, system.special, fleets), FIRST_ENTRY_RULE, SUGGESTION, hex_
        )


def _entry_text(turn: TurnState, hex_: HexId, special: Special, fleets: Sequence[Fleet]) -> str:
    visitors = ", ".join(f"{turn.sides[f.side].name} {f.name} ({f.id})" for f in in_order(fleets))
    details = f" ({', '.join(special.details)})" if special.details else ""
    orbit = f" in orbit {special.orbit}" if special.orbit else ""
    return f"First visit to {hex_} by {visitors}. There{orbit}: {special.kind}{details}."
