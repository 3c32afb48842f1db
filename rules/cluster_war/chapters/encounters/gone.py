"""What is not there any more: who is in a system sees it, and strikes it from the survey sheet (CW-18.0-18, CW-12.1-06)."""

from rules.cluster_war.chapters.detection.scouting import notes_on
from rules.cluster_war.chapters.encounters.known import is_of_special
from rules.cluster_war.chapters.encounters.specials import sleeping_trap, trap_row
from rules.cluster_war.chapters.movement.fleets import present
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


def note_gone(turn: TurnState, week: int) -> None:
    """At a week's end, notes on what waited in a system are struck from the sheets of sides that have a fleet there, if it is
    gone or is another thing; what is hidden from everybody stays as it was noted. Other notes are kept."""
    del week
    if turn.settings.encounters != "played":
        return
    for hex_, fleets in sorted(present(turn.fleets.values()).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.hidden:
            continue
        for side in sorted({fleet.side for fleet in fleets}):
            known = turn.knowledge[side].systems
            notes = known[hex_].notes if hex_ in known else ()
            kept = tuple(n for n in notes if not is_of_special(turn.settings, n) or n in _true(turn, system))
            if kept != notes:
                turn.learn(side, systems={**known, hex_: changed(known[hex_], notes=kept)})


def _true(turn: TurnState, system: StarSystem) -> tuple[str, ...]:
    """The notes that may stand on a sheet about what waits in a system now."""
    special = system.special
    trap = sleeping_trap(special, turn.settings) if special is not None else ""
    told = (f"{trap_row(turn.settings, trap)['seen']}.",) if trap else ()
    return (*notes_on(system, "surveyed"), *told)
