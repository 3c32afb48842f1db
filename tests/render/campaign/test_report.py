"""Reports in words: complete, true, numbered, harmless; golden files show them whole."""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from render.campaign.cluster_map.alt import alt_text
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.regions import whole
from render.campaign.cluster_map.text_map import write_map_text
from render.campaign.report.explain import explain, rule_title
from render.campaign.report.sentences import ROWS
from render.campaign.report.write import report_lines, write_report
from render.canvas.region import Region
from rules.cluster_war.events.all import EVENT_TYPES
from rules.cluster_war.events.event import Event
from rules.cluster_war.events.movement import FleetsMet
from rules.cluster_war.events.turn import Narrated
from rules.cluster_war.state.view import View
from rules.dice import Roll
from rules.errors import NotYoursError
from rules.events import Cause
from tests.render.campaign.happenings import happenings
from tests.render.campaign.scene import game_master, late_game, networked

GOLDEN = Path(__file__).parents[2] / "golden" / "render"
EVENTS = happenings()


def same_as_golden(name: str, text: str) -> None:
    """Compare with the stored file; `GOLDEN=write` in the environment writes it anew."""
    path = GOLDEN / name
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def view() -> View:
    return late_game()


def test_samples_cover_every_type() -> None:
    """One of each, so the tests below leave none out."""
    assert {type(event) for event in EVENTS} == set(EVENT_TYPES)
    assert len(EVENTS) == len(EVENT_TYPES)


def test_every_type_has_one_row() -> None:
    """One section and one sentence for each type of event."""
    assert Counter(row.kind for row in ROWS) == Counter(EVENT_TYPES)


def test_report_golden(view: View) -> None:
    """The whole report of a turn in which everything happened."""
    same_as_golden("report.md", write_report(view, EVENTS, campaign="The Shattered Reach"))


def test_explanations_golden(view: View) -> None:
    """The answer to "why" for each type of event."""
    same_as_golden("explanations.md", "\n\n".join(explain(event, view) for event in EVENTS) + "\n")


def test_text_map_golden() -> None:
    """The text twin of a small empire's map."""
    shown = networked(late_game(4, 7))
    same_as_golden("map.txt", write_map_text(shown, Region(8, 6, 28, 26), campaign="The Shattered Reach"))


def test_lines_are_numbered_from_one_and_name_their_event(view: View) -> None:
    """Numbers run without gaps; each event has exactly one line; the report prints them all."""
    lines = report_lines(view, EVENTS)
    assert [line.number for line in lines] == list(range(1, len(EVENTS) + 1))
    assert sorted(line.event_index for line in lines) == list(range(len(EVENTS)))
    report = write_report(view, EVENTS)
    for line in lines:
        assert f"- [{line.number}] {line.text.splitlines()[0]}" in report


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_explanation_names_order_rule_and_dice(event: Event, view: View) -> None:
    """Every answer names the rule with its title, the order or that there was none, and the dice or that there were none."""
    told = explain(event, view)
    assert f"Rule: {event.cause.rule}, {rule_title(event.cause.rule)}" in told
    assert rule_title(event.cause.rule)
    if event.cause.order:
        assert f"Order: number {event.cause.order.rsplit('-', 1)[1]} of turn 13" in told
    else:
        assert "Order: none led to this" in told
    assert ("No dice." in told) == (not event.cause.rolls)
    for roll in event.cause.rolls:
        assert f"{len(roll.faces)}d{roll.sides}: {roll.faces[0]}" in told
    for modifier in event.cause.modifiers:
        assert modifier.reason in told


def test_several_dice_show_faces_and_sum(view: View) -> None:
    """3d6 shows each face and what they make."""
    event = Narrated("Thunder.", cause=Cause("CW-1.0-01", rolls=(Roll("storm", 6, (2, 5, 1)),)), seen_by=("humans",))
    assert "3d6: 2 + 5 + 1 = 8 (rolled for storm)" in explain(event, view)


def test_what_is_for_others_is_neither_told_nor_explained(view: View) -> None:
    """Events a side may not see change no byte of its report, and asking why is refused."""
    secret = Narrated("The Vermin are building.", cause=Cause("CW-1.0-01"), seen_by=("vermin",))
    assert write_report(view, (*EVENTS, secret)) == write_report(view, EVENTS)
    with pytest.raises(NotYoursError):
        explain(secret, view)
    assert "Vermin are building" in write_report(game_master(2, 2), (secret,))
    public = replace(secret, seen_by=("*",))
    assert "Vermin are building" in write_report(view, (public,))


def test_foreign_fleet_ids_are_not_told(view: View) -> None:
    """An encounter names the others' flag, never their fleet's number, which would count their fleets."""
    met = next(event for event in EVENTS if isinstance(event, FleetsMet))
    for told in (write_report(view, (met,)), explain(met, view)):
        assert "F77" not in told
        assert "Vermin" in told


def test_names_in_reports_are_harmless(view: View) -> None:
    """A fleet called like a mention pings nobody."""
    fleets = {k: replace(f, name="@everyone <@1> `x` [a](http://b.c)") for k, f in view.fleets.items()}
    report = write_report(replace(view, fleets=fleets), EVENTS, campaign="@here")
    assert "@" not in report
    assert "<" not in report
    assert "`" not in report
    assert "](" not in report.replace("\\](", "")


def test_report_of_nothing(view: View) -> None:
    """A quiet turn says so; before the first turn there is nothing to report yet."""
    assert "A quiet turn" in write_report(view, ())
    assert "Nothing to report yet." in write_report(replace(view, turn=1), ())


def test_text_map_tells_every_own_thing(view: View) -> None:
    """All fleets, colonies, sightings and their dates are in the text twin of the whole map."""
    text = write_map_text(view)
    for fleet in view.fleets.values():
        assert f" {fleet.id.rsplit('-', 1)[1]}" in text
    for colony in view.colonies.values():
        assert f"{colony.hex} orbit {colony.orbit}" in text
    for contact in view.foreign_fleets.values():
        assert f"{contact.contact}, " in text
    assert f"Supply grid: {len(view.grid)} hexes" in text
    assert f"{len(view.sighted)} are in view now" in text


def test_text_map_of_a_region_leaves_out_the_rest(view: View) -> None:
    """A viewport's twin lists what lies in it."""
    colony = next(iter(view.colonies.values()))
    column, row = int(colony.hex[:2]), int(colony.hex[2:])
    text = write_map_text(view, Region(column, row, column, row))
    assert colony.hex in text
    listed = text.split("Your colonies: ")[1]
    assert listed.startswith("1\n")


def test_descriptions_of_an_empty_view(view: View) -> None:
    """A view that lacks any one part still gives a report, a text twin and a description."""
    for bare in (
        replace(view, fleets={}),
        replace(view, colonies={}),
        replace(view, systems={}),
        replace(view, foreign_fleets={}, foreign_colonies={}),
        replace(view, seen={}, sighted=frozenset(), grid=frozenset()),
        replace(view, ships={}),
        replace(view, flags={}),
        replace(view, objects={}),
        replace(view, me=None),
    ):
        assert alt_text(bare, whole(bare))
        assert write_map_text(bare)
        assert write_report(bare, EVENTS)
        assert draw_cluster_map(bare, region=Region(14, 14, 18, 18)).png


def test_game_master_reads_who_did_what() -> None:
    """The game master's lines begin with the side they are about."""
    report = write_report(game_master(2, 2), EVENTS)
    assert "] Humans: " in report
