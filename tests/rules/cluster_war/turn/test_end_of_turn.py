"""What is long over is kept no longer, and what is still at work is; holds over what is gone do not pass to what comes after."""

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.model.events.colonies import ColonyFounded
from rules.cluster_war.model.psionics.telepaths import sway_over
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import MOLE, Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.psionics import Disguise, Ghost, Minds, Silence, Sway
from rules.cluster_war.model.state.sides import GHOST_TURNS, KnownSystem, LastHeard
from rules.cluster_war.turn.invariants import spent
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed
from tests.rules.cluster_war.build import DICE, HOMES, body, sheet, small, star, with_fleet

WORLD = "0505-1"
HOLD = Sway("zombie", "vermin", "zombies")


def late() -> GameState:
    """Turn 20 of a campaign in which much has been and little is left; the Humans have two fleets."""
    state = small(systems=[star("0505", body(1, "5555", 100))], settings=Settings(encounters="played"))
    state = with_fleet(state, "humans", HOMES["humans"], "scout", name="Alive")
    minds = Minds(
        ghosts={"G1": Ghost("G1", "humans", "0707", 2, 20, until=20), "G2": Ghost("G2", "humans", "0707", 2, 20)},
        disguises={"humans-F1": Disguise(9, 90), "humans-F7": Disguise(9, 90)},
        silences={"humans-F1": Silence(2, until=21), "humans-F7": Silence(2)},
        sways={"humans/SC01": HOLD, "humans/SC09": HOLD, WORLD: HOLD},
        caught=("3/0505/humans", "21/0505/humans"),
        hearts={"humans/scout": 5},
    )
    scene = Scene("humans-E1", "humans", "0505", "dragon", "humans-F7", 5, 17, closed=6, outcome="Over.")
    scenes = (scene, changed(scene, id="humans-E2", hex=HOMES["humans"]), changed(scene, id="humans-E3", closed=15))
    done = Operation("humans-O1", "humans", "vermin", "maps", "Old", spent=40, finished_turn=4, outcome="caught")
    mole = changed(done, id="humans-O2", kind=MOLE, outcome="success")
    net = changed(done, id="humans-O3", kind="counter", outcome="success", until=30)
    runs = changed(done, id="humans-O4", finished_turn=0, outcome="")
    lost = tuple(LastHeard(f"humans-F{n}", "Gone", "0606", week, ()) for n, week in ((7, 10), (8, 60)))
    known = changed(state.knowledge["humans"], vanished=lost)
    return changed(
        state,
        turn=20,
        minds=minds,
        scenes=scenes,
        operations={one.id: one for one in (done, mole, net, runs)},
        knowledge={**state.knowledge, "humans": known},
    )


def test_what_has_ended_or_hangs_on_nothing_is_let_go_and_the_rest_stays() -> None:
    state = late()
    done = adjudicate(state, (), DICE)
    after = done.state
    minds = after.minds
    assert (set(minds.ghosts), set(minds.disguises), set(minds.silences)) == ({"G2"}, {"humans-F1"}, {"humans-F1"})
    assert (set(minds.sways), minds.caught) == ({"humans/SC01"}, ("21/0505/humans",))
    assert minds.hearts == {"humans/scout": 5}
    assert [s.id for s in after.scenes] == ["humans-E2", "humans-E3"], "one of a place where its side still is stays"
    assert set(after.operations) == {"humans-O2", "humans-O3", "humans-O4"}
    assert [one.fleet for one in after.knowledge["humans"].vanished] == ["humans-F8"]
    assert spent(state, after, done.events, "humans") == 0, "what is let go changes no books"


@pytest.mark.rule("CW-15.1-27")
def test_a_new_colony_is_in_nobodys_hold() -> None:
    state = with_fleet(late(), "humans", "0505", "freighter", "freighter", name="Settlers")
    ships = {k: changed(s, cargo=80) if "/FF" in k else s for k, s in state.ships.items()}
    known = changed(state.knowledge["humans"], systems={"0505": KnownSystem("0505", "surveyed", 1)})
    state = changed(state, ships=ships, knowledge={**state.knowledge, "humans": known})
    order = FoundColony("humans-F2", "0505", 1, 80)
    done = adjudicate(state, sheet("humans", order, turn=20), DICE)
    assert [e.colony for e in done.events if isinstance(e, ColonyFounded)] == [WORLD]
    assert sway_over(done.state, WORLD) is None


def test_where_ships_vanished_is_shown_for_twelve_turns_and_kept_no_longer() -> None:
    """Weeks 28 and 29 of turn 20's: twelve turns before its first week, which is week 76, and one later."""
    lost = tuple(LastHeard(f"humans-F{week}", "Gone", "0606", week, ()) for week in (27, 28, 29))
    state = late()
    known = changed(state.knowledge["humans"], vanished=lost)
    state = changed(state, knowledge={**state.knowledge, "humans": known})
    assert GHOST_TURNS == 12
    assert [one.week for one in view_for(state, "humans").vanished] == [29]
    assert [one.week for one in gm_view(state).vanished] == [29]
    edge = changed(known, vanished=tuple(changed(one, week=one.week + 4) for one in lost))
    kept = adjudicate(changed(state, knowledge={**state.knowledge, "humans": edge}), (), DICE).state
    assert [one.week for one in kept.knowledge["humans"].vanished] == [33]
