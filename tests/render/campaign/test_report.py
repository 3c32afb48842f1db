"""Reports in words: complete, true, numbered, harmless; golden files show them whole."""

import re
from collections import Counter

import pytest

from render.campaign.cluster_map.alt_text import alt_text
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import whole_region
from render.campaign.cluster_map.text_map import write_map_text
from render.campaign.report.explanations import explain, rule_title
from render.campaign.report.lines import ROWS, SEVERAL_EMPIRES, format_event, report_lines
from render.campaign.report.pages import write_report
from render.campaign.report.rows import REPORT_SECTIONS
from render.canvas.hex_field import Region
from rules.cluster_war.model.events import ground
from rules.cluster_war.model.events.all import EVENT_TYPES
from rules.cluster_war.model.events.colonies import BudgetClosed, IncomeCounted, WorldRecovered, WorldStrained
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.industry import CrashFlawShown
from rules.cluster_war.model.events.logistics import StressChecked
from rules.cluster_war.model.events.movement import FleetLost, FleetsMet
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.events.turn import Narrated, OrderFailed
from rules.cluster_war.model.state.view import View
from rules.values import Cause, Modifier, NotYoursError, Roll, changed
from tests.approved import same_as_golden
from tests.render.campaign.happenings import happenings
from tests.render.campaign.scene import game_master, late_game, networked

EVENTS = happenings()


def why(event: Event, view: View) -> str:
    """The answer to "why" for an event alone in its line."""
    return explain(format_event(event, view), [event], view)


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
    same_as_golden("render/report.md", write_report(view, EVENTS, campaign="The Shattered Reach"))


@pytest.mark.rule("CW-4.1-04")
@pytest.mark.parametrize(
    ("week", "when"),
    [(48, "turn 13"), (49, "turn 13, week 1"), (51, "turn 13, week 3"), (52, "turn 13, week 4")],
)
def test_a_report_names_its_own_turn_from_its_beginning_to_its_end(view: View, week: int, when: str) -> None:
    event = changed(next(one for one in EVENTS if isinstance(one, FleetsMet)), week=week)
    told = write_report(view, (event,), campaign="The Shattered Reach")
    assert f", {when}: " in told
    assert "turn 14:" not in told


def test_explanations_golden(view: View) -> None:
    """The answer to "why" for each type of event."""
    same_as_golden("render/explanations.md", "\n\n".join(why(event, view) for event in EVENTS) + "\n")


def test_text_map_golden() -> None:
    """The text twin of a small empire's map."""
    shown = networked(late_game(4, 7))
    same_as_golden("render/map.txt", write_map_text(shown, Region(8, 6, 28, 26), campaign="The Shattered Reach"))


def test_lines_are_numbered_from_one_and_name_their_events(view: View) -> None:
    """Numbers run without gaps; each event stands in exactly one line; the report prints them all, in their order."""
    lines = report_lines(view, EVENTS)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert sorted(index for line in lines for index in line.events) == list(range(len(EVENTS)))
    report = write_report(view, EVENTS)
    places = [report.index(f"- [{line.number}] {line.text.splitlines()[0]}") for line in lines]
    assert places == sorted(places)


def test_news_comes_first_and_money_last_in_one_line(view: View) -> None:
    """What failed, the game master's word, contacts, discoveries, colonies, research, deliveries, fleets, one line of money."""
    told = re.findall("^## (.*)$", write_report(view, EVENTS), re.MULTILINE)
    assert told == [title for _, title in REPORT_SECTIONS]
    assert told[:2] == ["Orders that could not be carried out", "Words and rulings"]
    [money] = [line for line in report_lines(view, EVENTS) if line.section == "money"]
    assert "272 CPs to spend" in money.text
    assert "237 CPs spent" in money.text
    assert len(money.events) == 3


def test_nothing_is_said_of_zeroes(view: View) -> None:
    """Lines of the budget and sources of income with 0 CPs are left out."""
    quiet = (
        IncomeCounted("humans", 100, 0, 0, 0, cause=Cause("CW-18.0-09"), seen_by=("humans",)),
        BudgetClosed("humans", 0, 0, 0, 0, 0, 60, 40, cause=Cause("CW-5.0-18"), seen_by=("humans",)),
    )
    [money] = report_lines(view, quiet)
    assert money.text == (
        "100 CPs to spend (100 production); 60 CPs spent (60 research), 40 carried over into the treasury."
    )
    assert not re.search(r"\b0 (CPs|trade|unusual|production)", write_report(view, (*quiet, *EVENTS)))


def test_supply_and_stress_of_a_fleet_are_one_line(view: View) -> None:
    """What a fleet used, its stress and its checks stand together; another fleet has a line of its own."""
    lines = [line for line in report_lines(view, EVENTS) if "stress" in line.text and line.section == "fleets"]
    one = next(line for line in lines if line.text.startswith("Vanguard (F4)"))
    assert len(one.events) == 3
    for part in ("out of supply near 2019", "stress rose to 20 %", "stress check failed by DD21"):
        assert part in one.text
    assert len([line for line in lines if line.text.startswith("Vanguard (F4)")]) == 1
    assert any(line.text.startswith("First Survey (F1)") for line in lines)
    told = explain(one.text, [EVENTS[index] for index in one.events], view)
    assert {rule for rule in ("CW-4.3-13", "CW-4.3-19", "CW-4.3-20") if rule in told} == {
        "CW-4.3-13",
        "CW-4.3-19",
        "CW-4.3-20",
    }


def test_what_would_be_said_twice_is_said_once(view: View) -> None:
    """The same words of the same kind are one line with how often; asking why shows what is behind all of them."""
    same = Narrated("Wait for me.", cause=Cause("CW-1.0-01"), seen_by=("humans",))
    [line] = report_lines(view, (same,) * 46)
    assert line.text == "Wait for me. (46 times)"
    assert line.events == tuple(range(46))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_explanation_names_order_rule_and_dice(event: Event, view: View) -> None:
    """Every answer names the rule with its title, the order if one led to it, and all dice with what they showed."""
    told = why(event, view)
    assert f"Rule: {event.cause.rule}, {rule_title(event.cause.rule)}" in told
    assert rule_title(event.cause.rule)
    if event.cause.order:
        assert f"Order: number {event.cause.order.rsplit('-', 1)[1]} of turn 13" in told
    else:
        assert "Order:" not in told
    assert ("rolled" in told.casefold()) == ("Keys of the dice" in told) == bool(event.cause.rolls)
    for roll in event.cause.rolls:
        assert f"rolled {roll.faces[0]}" in told.casefold()
    for modifier in event.cause.modifiers:
        assert modifier.reason in told
    above, _, below = told.partition("-# Keys of the dice")
    for roll in event.cause.rolls:
        assert roll.key not in above
        assert roll.key in below.partition("||")[2]


def of_type(kind: type[Event]) -> Event:
    return next(event for event in EVENTS if isinstance(event, kind))


def with_dice(event: Event, *faces: int, modifiers: tuple[Modifier, ...]) -> Event:
    rolls = tuple(Roll(f"some/key/{at}", 100 if at == 0 else 8, (face,)) for at, face in enumerate(faces))
    return changed(event, cause=changed(event.cause, modifiers=modifiers, rolls=rolls))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (of_type(StressChecked), "DD21 (stress of DD21): needed 20 or less to break down, rolled 14: broke down."),
        (of_type(ResearchRolled), "needed 12 or less to succeed, rolled 11: success."),
        (of_type(ResearchRolled), "Chance 10 %: 8 (200 CPs so far) + 4 (40 science stations) − 2 (a hasty start)."),
        (of_type(FleetLost), "25 % chance of failure: needed 25 or less to fail, rolled 12: the drive failed."),
        (
            with_dice(
                of_type(WorldStrained), 9, modifiers=(Modifier(10, "per cent so far"), Modifier(10, "this month"))
            ),
            "needed 20 or less to harm the world, rolled 9: harmed.",
        ),
        (
            with_dice(of_type(WorldRecovered), 9, modifiers=(Modifier(10, "per cent for a world left alone"),)),
            "needed 10 or less to recover, rolled 9: recovered.",
        ),
        (
            with_dice(of_type(CrashFlawShown), 9, 3, modifiers=(Modifier(25, "per cent for a ship built in haste"),)),
            "needed 25 or less to show a flaw, rolled 9: it showed.\n- Which one: rolled 3 on 1d8, a shield buckles.",
        ),
    ],
)
def test_dice_are_told_as_one_would_tell_them(event: Event, expected: str, view: View) -> None:
    """What was needed, what was rolled, what came of it."""
    assert expected in why(event, view)


def test_a_check_that_was_passed_says_so(view: View) -> None:
    """The case of the first evening: 93 is over 10, hence held."""
    tag = Modifier(10, "stress of SC01")
    cause = Cause("CW-4.3-20", "", (tag,), (Roll("stress/humans/SC01/751ecb8a", 100, (93,)),))
    event = StressChecked("humans", "humans-F1", "1816", ("humans/SC01",), (), cause=cause, seen_by=("humans",))
    assert "SC01 (stress of SC01): needed 10 or less to break down, rolled 93: held." in why(event, view)


def test_an_older_games_dice_are_told_whatever_their_number(view: View) -> None:
    """An event whose dice are not those of its rule today still shows every die and reason."""
    cause = Cause("CW-4.3-20", "", (Modifier(10, "a tag"),), (Roll("old", 100, (93,)), Roll("older", 6, (2,))))
    event = StressChecked("humans", "humans-F1", "1816", ("humans/SC01",), (), cause=cause, seen_by=("humans",))
    told = why(event, view)
    for part in ("+10: a tag", "Rolled 93.", "Rolled 2 on 1d6.", "||old older||"):
        assert part in told


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        ((Modifier(14, "weeks for 4 hexes at 2G"),), "- 14 weeks for 4 hexes at 2G"),
        ((Modifier(1, "turns: 16 hull at 16 a turn"),), "- 1 turn: 16 hull at 16 a turn"),
        ((Modifier(20, "the highest tag among them"),), "- the highest tag among them: 20"),
        ((Modifier(400, "Terra (5251)"), Modifier(75, "Alugan IV (5152)")), "- +400: Terra (5251)\n- +75: Alugan IV"),
    ],
)
def test_one_number_is_told_as_a_number_and_several_as_a_sum(
    modifiers: tuple[Modifier, ...], expected: str, view: View
) -> None:
    """A plus belongs before what is added up."""
    event = Narrated("Thunder.", cause=Cause("CW-1.0-01", modifiers=modifiers), seen_by=("humans",))
    assert expected in why(event, view)


def test_several_dice_show_faces_and_sum(view: View) -> None:
    """3d6 shows each face and what they make."""
    event = Narrated("Thunder.", cause=Cause("CW-1.0-01", rolls=(Roll("storm", 6, (2, 5, 1)),)), seen_by=("humans",))
    assert "Rolled 2 + 5 + 1 = 8 on 3d6." in why(event, view)
    assert "||storm||" in why(event, view)


def test_what_is_for_others_is_neither_told_nor_explained(view: View) -> None:
    """Events a side may not see change no byte of its report, and asking why is refused."""
    secret = Narrated("The Vermin are building.", cause=Cause("CW-1.0-01"), seen_by=("vermin",))
    assert write_report(view, (*EVENTS, secret)) == write_report(view, EVENTS)
    with pytest.raises(NotYoursError):
        why(secret, view)
    assert "Vermin are building" in write_report(game_master(2, 2), (secret,))
    public = changed(secret, seen_by=("*",))
    assert "Vermin are building" in write_report(view, (public,))


def test_foreign_fleet_ids_are_not_told(view: View) -> None:
    """An encounter names the others' flag, never their fleet's number, which would count their fleets."""
    met = next(event for event in EVENTS if isinstance(event, FleetsMet))
    for told in (write_report(view, (met,)), why(met, view)):
        assert "F77" not in told
        assert "Vermin" in told


def test_forces_of_ones_own_that_are_no_fleet_any_more_have_met_somebody(view: View) -> None:
    """A fleet that was lost later in the month, a colony or a base: the sentence has two sides all the same."""
    met = next(event for event in EVENTS if isinstance(event, FleetsMet))
    lost = changed(met, fleets=("vermin-F77",), sides=(view.side, "vermin"))
    told = write_report(view, (lost,))
    assert "Your forces met Vermin." in told
    assert ": Vermin met." not in told


def test_names_in_reports_are_harmless(view: View) -> None:
    """A fleet called like a mention pings nobody."""
    fleets = {k: changed(f, name="@everyone <@1> `x` [a](http://b.c)") for k, f in view.fleets.items()}
    report = write_report(changed(view, fleets=fleets), EVENTS, campaign="@here")
    assert "@" not in report
    assert "<" not in report
    assert "`" not in report
    assert "](" not in report.replace("\\](", "")


def test_report_of_nothing(view: View) -> None:
    """A quiet turn says so; before the first turn there is nothing to report yet."""
    assert "A quiet turn" in write_report(view, ())
    assert "Nothing to report yet." in write_report(changed(view, turn=1), ())


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
        changed(view, fleets={}),
        changed(view, colonies={}),
        changed(view, systems={}),
        changed(view, foreign_fleets={}, foreign_colonies={}),
        changed(view, seen={}, sighted=frozenset(), grid=frozenset()),
        changed(view, ships={}),
        changed(view, flags={}),
        changed(view, objects={}),
        changed(view, me=None),
    ):
        assert alt_text(bare, whole_region(bare))
        assert write_map_text(bare)
        assert write_report(bare, EVENTS)
        assert draw_cluster_map(bare, region=Region(14, 14, 18, 18)).png


def test_game_master_reads_what_needs_a_word_first_then_empire_by_empire() -> None:
    """Questions, what failed and the game master's own words stand above the empires, each with its news and its money."""
    theirs = tuple(
        changed(event, side="vermin", seen_by=("vermin",))
        for event in EVENTS
        if isinstance(event, OrderFailed | IncomeCounted | BudgetClosed)
    )
    view = game_master(2, 2)
    report = write_report(view, (*EVENTS, *theirs))
    told = re.findall("^## (.*)$", report, re.MULTILINE)
    assert told[:3] == ["Questions for you", "Orders that could not be carried out", "Your word"]
    assert told[3:] == [SEVERAL_EMPIRES, *[flag.name for flag in view.flags.values() if flag.name in told]]
    assert len(set(told)) == len(told)
    assert "] Humans: F9 could not load" in report
    assert "] Vermin: F9 could not load" in report
    assert report.count("CPs to spend (") == 2


def test_game_masters_lines_hold_every_event_once() -> None:
    """As a player's do."""
    lines = report_lines(game_master(2, 2), EVENTS)
    assert sorted(index for line in lines for index in line.events) == list(range(len(EVENTS)))
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))


@pytest.mark.parametrize(("near", "cut"), [(True, False), (False, True)])
def test_a_conquered_world_out_of_the_grid_is_said_to_keep_what_it_makes(near: bool, cut: bool, view: View) -> None:
    home = next(colony for colony in view.colonies.values() if colony.side == view.side)
    hex_ = home.hex if near else "4848"
    taken = changed(home, id=f"{hex_}-9", hex=hex_, orbit=9)
    event = changed(next(each for each in EVENTS if isinstance(each, ground.WorldConquered)), world=taken.id, hex=hex_)
    known = changed(view, colonies={**view.colonies, taken.id: taken})
    told = write_report(known, (event,))
    assert ("cut off from your supply grid, so what it makes goes into its own store" in told) == cut
