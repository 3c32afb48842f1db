"""More facts a side may not know: bases, stress and its care, the game master's races, research tasks, trade of old."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.model.state.dealings import TradeRecord
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Task
from rules.cluster_war.model.state.npr import Npr, NprColony, NprForce
from rules.cluster_war.model.state.places import Link, Strain
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import small, with_colony, with_fleet
from tests.rules.cluster_war.turn.views.test_noninterference import EAST, Change, assert_same, random_world

FAR: Final = ("1616", "1713", "1820")


def other_bases(data: st.DataObject, state: GameState) -> GameState:
    """A base of the Vermin's out of sight, with what is in it."""
    where = data.draw(st.sampled_from(FAR))
    base = Base("vermin/WS01", "vermin", "destroyer", "Burrow", where, 0, store=data.draw(st.integers(0, 90)))
    return changed(state, bases={base.id: base}, counters={**state.counters, "ship/vermin/WS": 1})


def other_stress(data: st.DataObject, state: GameState) -> GameState:
    """Worlds in the east worn out."""
    strain = Strain(data.draw(st.integers(1, 60)), "5555", data.draw(st.integers(0, 20)), "vermin")
    return changed(state, strains={f"{hex_}-1": strain for hex_ in ("1515", *FAR)})


def other_race(data: st.DataObject, state: GameState) -> GameState:
    """A race of the game master's, far away and not met."""
    at = data.draw(st.sampled_from(FAR))
    npr = Npr(
        "grey-ones",
        "Grey Ones",
        at,
        data.draw(st.integers(0, 900)),
        colonies=(NprColony(at, 1),),
        forces=(NprForce("1", "Watch", at, 3, 40),),
        relations={"humans": -3},
        story="They wait.",
        salt="ab",
    )
    return changed(state, nprs={npr.id: npr}, prepared=(at,))


def other_papers(data: st.DataObject, state: GameState) -> GameState:
    """What the Vermin were told of research, their trade of old, their salt, links far away, a peace with nobody here."""
    task = Task("Death Ray", data.draw(st.integers(1, 9)), side="vermin")
    record = TradeRecord(1, "Guild", "full", data.draw(st.integers(1, 99)))
    cluster = changed(state.cluster, links=(Link("1616", "1713", "held", "vermin"), Link("1713", "1820", "jump")))
    vermin = changed(state.sides["vermin"], salt="0123456789abcdef")
    return changed(
        state,
        tasks=(task,),
        trade_history={"vermin": (record,)},
        cluster=cluster,
        sides={**state.sides, "vermin": vermin},
    )


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize(
    "change", [other_bases, other_stress, other_race, other_papers], ids=lambda change: change.__name__
)
@settings(max_examples=25)
@given(data=st.data())
def test_a_hidden_fact_of_later_chapters_changes_nothing_that_a_side_gets(change: Change, data: st.DataObject) -> None:
    state, orders = random_world(data)
    assert set(FAR) <= set(EAST)
    assert_same((state, orders), (change(data, state), orders))


@pytest.mark.rule("CW-18.0-07")
def test_a_visitor_sees_a_worlds_stress_but_not_what_its_owner_spends_on_it() -> None:
    state = with_fleet(with_colony(small(turn=2), "vermin", "0505", 1, 30), "humans", "0505", "destroyer")
    views = [
        view_for(changed(state, strains={"0505-1": Strain(30, "5555", care, "vermin")}), "humans") for care in (0, 15)
    ]
    assert views[0] == views[1]
    assert views[0].strains["0505-1"].stress == 30
    mine = changed(state, strains={"0505-1": Strain(30, "5555", 15, "humans")})
    assert view_for(mine, "humans").strains["0505-1"].care == 15
