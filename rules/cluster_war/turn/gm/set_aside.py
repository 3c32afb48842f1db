"""Fleets that are kept out of a month which cannot be resolved with them."""

from typing import Final

from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId
from rules.cluster_war.model.state.holdings import Course, Fleet, Transit
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.values import GameError, changed, quoted, unknown


class SetAside(Amendment):
    """Keep fleets out of the month: they are nowhere, do nothing, lose nothing, and are back where they were in the first week of
    the next month. Who was under way arrives so much later."""

    fleets: tuple[FleetId, ...]


def _set_aside(turn: Amending, order: SetAside) -> None:
    for key in order.fleets:
        if key not in turn.fleets:
            names = turn.fleets
            raise unknown(GameError, f"There is no fleet {quoted(key)}.", key, "There are", names)
    for key in order.fleets:
        turn.fleets[key] = found = _nowhere(turn, turn.fleets[key])
        turn.tell(
            f"{found.name} is set aside for this month, because the month could not be resolved with it. It keeps all "
            f"that it has, and is at {found.transit.to if found.transit else found.hex} again in the next month.",
            found.side,
        )


def _nowhere(turn: Amending, fleet: Fleet) -> Fleet:
    back = turn.first_week + WEEKS_PER_TURN + 1
    if fleet.transit is not None:
        return changed(fleet, transit=changed(fleet.transit, arrives=max(back, fleet.transit.arrives)))
    course = fleet.course
    if course is not None:
        course = Course(course.path, tuple(due + WEEKS_PER_TURN + 1 for due in course.due))
    return changed(fleet, course=course, transit=Transit(fleet.hex, fleet.hex, turn.first_week, back))


APPLY: Final[Apply] = {SetAside: _set_aside}
