"""War at a glance: of all that could be done the most pressing, with its reason."""

from collections.abc import Iterator, Sequence

from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions import dealings, meetings, works
from rules.cluster_war.turn.planning.suggestions.sieges import army_advice, landings, relief
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, picture, ranked


def war(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What is advised of each part of war: landings first, fleets that would meet somebody, repairs, blockades, armies, the
    empire's rules of engagement, officers. Of one kind of order one is starred. What begins a war, a raid or a blockade, is
    advised in its own list alone."""
    return ranked(view, sheet, _all(picture(view, sheet)), _is_of_another_kind)


def _all(planned: PlannedState) -> Iterator[Suggestion]:
    yield from landings(planned)
    yield from meetings.advice(planned)
    yield from works.repairs(planned)
    yield from works.passages(planned)
    yield from relief(planned)
    yield from army_advice(planned)
    yield from dealings.post_advice(planned)


def _is_of_another_kind(one: Suggestion, other: Suggestion) -> bool:
    return type(one.order) is not type(other.order)
