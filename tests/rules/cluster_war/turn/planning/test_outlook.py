"""What things are for: designs, technologies, and when they may be there."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.research.tasks import printed_tasks
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design, Task
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.cluster_war.turn.planning.suggestions.outlook import (
    arrival_words,
    design_words,
    is_scout,
    months_to_come,
    step_words,
    technology_words,
)
from rules.cluster_war.turn.planning.suggestions.works import facilities
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.build import small, with_colony

RULES = Settings()


@pytest.mark.parametrize(
    ("design", "words"),
    [
        (Design("a", "A", "ship", 8, 30, Fraction(5), lrs=1, cargo_bays=1), "scout, finds stars and neighbours, fast"),
        (Design("b", "B", "ship", 16, 60, Fraction(4), lrs=3, survey_bays=2), "survey ship, finds worlds to settle"),
        (Design("c", "C", "ship", 24, 64, Fraction(2), cargo_bays=10), "freighter, carries 200 CPs or supplies, slow"),
        (Design("d", "D", "ship", 20, 112, Fraction(4), note="3 beams", launchers=2), "warship, missiles"),
        (
            Design("e", "E", "ship", 40, 150, Fraction(4), barracks=6, cargo_bays=2),
            "trooper, takes worlds, carries 6 battalions",
        ),
        (Design("f", "F", "base", 90, 341, note="12 beams"), "fortress, guards a world"),
        (Design("g", "G", "ground", 1, 10), "troops, hold or take a world"),
        (Design("h", "H", "small_craft", 4, 10), "small craft, guards its base or carrier"),
    ],
)
def test_a_design_says_what_it_is_good_at(design: Design, words: str) -> None:
    assert design_words(design, RULES) == words


def test_a_scout_is_whoever_looks_and_neither_fights_nor_hauls() -> None:
    scout = Design("a", "A", "ship", 8, 30, Fraction(5), lrs=1)
    assert is_scout(scout, RULES)
    assert not is_scout(Design("b", "B", "ship", 8, 30, Fraction(5), lrs=1, note="2 beams"), RULES)
    assert not is_scout(Design("c", "C", "ship", 8, 30, Fraction(5), lrs=1, cargo_bays=4), RULES)


def test_each_technology_that_the_book_lists_says_what_it_does() -> None:
    listed = [task.technology for task in printed_tasks(RULES) if task.successes > 1]
    assert listed
    assert all(technology_words(name) for name in listed)
    assert technology_words("Sun Sail", Task("Sun Sail", 2, effect="Faster")) == "Faster"
    assert technology_words("Sun Sail") == ""


@pytest.mark.rule("CW-8.0-10")
def test_research_is_there_sooner_for_more_cps_and_in_years_for_next_to_nothing() -> None:
    planned = picture(view_for(with_colony(small(turn=3), "humans", "0505", 1, 100), "humans"), ())
    slow, fast = (months_to_come(planned, "0505", 3, 0, cps) for cps in (50, 1200))
    assert fast is not None
    assert slow is None or fast < slow
    assert 3 <= fast <= 5
    assert months_to_come(planned, "0505", 3, 0, 1) is None
    assert arrival_words(None) == "there in years at this pace"
    assert (arrival_words(1), arrival_words(4)) == ("there next month, with luck", "there in about 4 months")


def test_steps_are_told_in_words() -> None:
    assert step_words(2, 3, "Jump Drive") == "second of three steps to Jump Drive"
    assert step_words(1, 1, "it") == "the one step to it"
    assert step_words(3, 12, "Armor") == "step 3 of 12 to Armor"


@pytest.mark.rule("CW-6.1-05")
def test_facilities_are_offered_with_price_and_purpose_as_far_as_the_cps_go() -> None:
    state = with_colony(small(turn=3), "humans", "0505", 1, 100)
    found = facilities(view_for(state, "humans"), ())
    assert found
    assert all("CPs, " in one.reason and ";" in one.reason for one in found)
