"""How a report tells of fleets that their crews took away: by name, in a sentence, after all that came before."""

import pytest

from render.campaign.report.fleet_sentences import format_stress_result
from render.campaign.report.lines import report_lines
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import AnswerByTheBook
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice
from rules.values import Cause
from rules.values import changed as replace
from storage.codec import EVENTS, encode_state, pack
from tests.rules.cluster_war.build import sheet
from tests.rules.cluster_war.chapters.logistics.far_away import changed, world
from umpire.campaign.views.packet_files import draw

FLEET = "humans-F1"
LOST = "Lantern One (F1) failed a stress check: DD01's crew mutinied and is lost to you (by default ruling)."


def mutinied(*orders: Order) -> tuple[GameState, GameState, tuple[Event, ...]]:
    """A month in which the crew of a fleet of one ship far away mutinies: the state before it, the one after, its events."""
    state = changed(world("destroyer", name="Lantern One"), "humans/DD01", stress=100, failures=2)
    before = amend(state, AnswerByTheBook("stress"), "less to do").state
    found = adjudicate(before, sheet("humans", *orders), Dice(bytes(32), "t", 1))
    return before, found.state, found.events


@pytest.mark.rule("CW-4.3-21")
def test_a_fleet_that_left_and_mutinied_is_told_of_by_name_and_its_loss_comes_last() -> None:
    _, state, events = mutinied(MoveFleet(FLEET, (Leg("0303"),)))
    assert FLEET not in state.fleets
    view = view_for(state, "humans")
    lines = [line for line in report_lines(view, events) if "(F1)" in line.text]
    assert [line.section for line in lines] == ["losses"] * len(lines)
    told = [line.text for line in lines]
    assert told[0].startswith("Lantern One (F1) left 1010 for 0303 ")
    assert "stress check failed by DD01" in told[-2]
    assert told[-1] == LOST
    assert FLEET not in view.fleets, "the view itself has it no more"
    of_master = [line.text for line in report_lines(gm_view(state), events)]
    assert LOST in of_master
    assert of_master.index(LOST) > of_master.index(told[0])


def test_a_fleet_that_no_event_names_is_named_as_before_the_turn() -> None:
    before, state, events = mutinied()
    view = view_for(state, "humans")
    assert report_lines(view, events, {FLEET: "Lantern One"})[-1].number
    assert LOST in [line.text for line in report_lines(view, events, {FLEET: "Lantern One"})]
    assert LOST.replace("Lantern One (F1)", "F1") in [line.text for line in report_lines(view, events)]

    def report(start: bytes) -> str:
        happened = tuple(EVENTS.encode(event) for event in events)
        (file,) = draw(pack(encode_state(state)), happened, "humans", ("report",), "", 1, (), start)
        return file.data.decode()

    assert LOST in report(pack(encode_state(before)))


def test_nobody_else_reads_the_name_of_a_fleet_that_was_lost() -> None:
    before, state, events = mutinied(MoveFleet(FLEET, (Leg("0303"),)))
    names = {key: fleet.name for key, fleet in before.fleets.items()}
    assert "Lantern" not in " ".join(line.text for line in report_lines(view_for(state, "vermin"), events, names))


@pytest.mark.parametrize(
    ("effect", "words", "told"),
    [
        ("nothing", "SC01: the crew pulls itself together.", "SC01's crew pulls itself together"),
        ("damage", "SC01: a component takes 1 damage.", "SC01 takes 1 damage to a component"),
        ("return", "SC01: it turns back to 0303.", "SC01 drops its orders and makes for 0303 Humans 0303"),
        ("rogue", "SC01: they went rogue and obey no longer.", "SC01 went rogue and obeys no longer"),
        ("mutiny", "SC01: they mutinied and are lost to you.", "SC01's crew mutinied and is lost to you"),
        (
            "retire",
            "SC01: they left for a neutral world and will not come back.",
            "SC01 left for a neutral world and will not come back",
        ),
        ("surrender", "SC01: they surrendered.", "SC01 surrendered"),
    ],
)
def test_events_that_were_saved_before_are_told_in_a_sentence(effect: str, words: str, told: str) -> None:
    view = view_for(world("destroyer"), "humans")
    event = settled_stress(view, effect, f"By default ruling: {words}")
    assert (
        format_stress_result(event, "Lantern (F3)", view)
        == f"Lantern (F3) failed a stress check: {told} (by default ruling)."
    )


def test_several_units_are_told_of_together_and_other_words_stay_as_they_are() -> None:
    view = view_for(world("destroyer"), "humans")
    two = replace(
        settled_stress(view, "mutiny", "By default ruling: SC01, SC02: they mutinied."),
        ships=("humans/SC01", "humans/SC02"),
    )
    assert format_stress_result(two, "F3", view).endswith(
        ": the crews of SC01 and SC02 mutinied and are lost to you (by default ruling)."
    )
    assert (
        format_stress_result(settled_stress(view, "mutiny", "The captain had had enough."), "F3", view)
        == "F3: The captain had had enough."
    )


def settled_stress(view: View, effect: str, text: str) -> StressSettled:
    return StressSettled(view.side, "humans-F3", "1010", ("humans/SC01",), effect, text, cause=Cause("CW-4.3-21"))
