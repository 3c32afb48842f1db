"""What hinders a colony for a time, and ends by itself: unrest by operations, and the hearts that zombies cost (ruling R-197)."""

from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


def settle_hindrance(turn: TurnState, colony: Colony) -> None:
    """What a colony loses is settled by another word, or it is another's from now on: of what hindered it before nothing is left
    that could end later and take from that."""
    for key, one in list(turn.operations.items()):
        if one.points and one.place == colony.id:
            turn.operations[key] = changed(one, points=0)
    owner = turn.sides.get(colony.side)
    if owner is not None and f"{owner.home}-{owner.home_orbit}" == colony.id and turn.minds.hearts:
        kept = {key: n for key, n in turn.minds.hearts.items() if key.partition("/")[0] != owner.id}
        turn.minds = changed(turn.minds, hearts=kept)
