"""Old light: a map goes on showing a star that is no more, until somebody has been there or is told (CW-12.1-02)."""

import pytest

from rules.cluster_war.events.detection import StarChanged
from rules.cluster_war.gm.amend import amend
from rules.cluster_war.gm.signals import ChangeStar
from rules.cluster_war.gm.worlds import GrantKnowledge
from rules.cluster_war.state.game import GameState
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.views.side_views import gm_view, view_for
from rules.errors import GameError
from tests.rules.cluster_war.build import DICE, body, small, star, with_fleet

PLACE = "0909"


def dimmed(*codes: str) -> GameState:
    """A star in nobody's view has become something else; the Vermin have a scout beside it."""
    state = with_fleet(small(systems=[star(PLACE, body(1))]), "vermin", "0910", "scout")
    return amend(state, ChangeStar(PLACE, codes), "the end of a sun").state


@pytest.mark.rule("CW-12.1-02", "CW-12.1-01")
@pytest.mark.parametrize("codes", [("Neb",), ("Hyp",), ()])
def test_who_has_not_been_there_still_sees_the_old_star(codes: tuple[str, ...]) -> None:
    state = dimmed(*codes)
    assert view_for(state, "humans").objects[PLACE] == ("G",)
    assert view_for(state, "vermin").objects.get(PLACE, ()) == codes, "in view of their scout"
    assert gm_view(state).objects.get(PLACE, ()) == codes
    later = state
    for _ in range(3):
        later = adjudicate(later, (), DICE).state
    assert view_for(later, "humans").objects[PLACE] == ("G",)
    there = adjudicate(with_fleet(later, "humans", PLACE, "scout"), (), DICE)
    assert view_for(there.state, "humans").objects.get(PLACE, ()) == codes
    (seen,) = [e for e in there.events if isinstance(e, StarChanged)]
    assert (seen.side, seen.codes, seen.cause.rule, seen.seen_by) == ("humans", codes, "CW-12.1-02", ("humans",))


@pytest.mark.rule("CW-12.1-02")
def test_who_is_told_of_it_has_a_new_map() -> None:
    told = amend(dimmed("Neb"), GrantKnowledge("humans", PLACE, "scouted"), "a courier of the Vermin").state
    assert view_for(told, "humans").objects[PLACE] == ("Neb",)


@pytest.mark.rule("CW-12.1-02")
def test_a_star_that_was_moved_is_seen_where_it_was_and_not_where_it_is() -> None:
    state = amend(dimmed(), ChangeStar("1212", ("G",)), "").state
    view = view_for(state, "humans")
    assert (view.objects[PLACE], view.objects.get("1212")) == (("G",), None)
    assert gm_view(state).objects["1212"] == ("G",)
    back = amend(state, ChangeStar(PLACE, ("G",)), "").state
    assert back.knowledge["humans"].stars == {"1212": ()}


@pytest.mark.rule("CW-12.1-02")
def test_what_cannot_be_of_a_star() -> None:
    state = dimmed("Neb")
    with pytest.raises(GameError, match="so already"):
        amend(state, ChangeStar(PLACE, ("Neb",)), "")
    with pytest.raises(GameError, match="no object of a map"):
        amend(state, ChangeStar(PLACE, ("Zzz",)), "")
    with pytest.raises(GameError, match="nothing can be left"):
        amend(state, ChangeStar("0303"), "")
