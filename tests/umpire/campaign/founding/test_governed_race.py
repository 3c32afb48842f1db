"""The race of a seat that the bot leads is legal by every plan that a campaign can have, and fits its governor's character."""

import pytest

from rules.cluster_war.play.governors.profile import CHARACTERS, Character
from rules.cluster_war.turn.setup.presets import preset_names
from rules.values import GameError, changed
from tests.umpire.campaign.founding.founding_kit import SMALL
from umpire.campaign.founding.ai_races import PEOPLES, ai_race
from umpire.campaign.founding.homes import put_other
from umpire.campaign.founding.plan import drives, levels
from umpire.campaign.founding.race_draft import RaceDraft, judge
from umpire.campaign.founding.race_edits import set_names


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize("colonies", [500, 200, 60])
def test_it_is_legal_at_every_level_and_on_a_small_budget(character: Character, level: str, colonies: int) -> None:
    plan = changed(SMALL, level=level, colonies=colonies, budget="by colonies", barred=drives()[1:3])
    made = ai_race(character, plan, ())
    found = judge(made, plan)
    assert not (*found.problems, *found.package)
    assert made.sheet.entries
    assert found.report.left >= 0


def test_characters_differ_and_none_is_one_of_the_books_races() -> None:
    made = {character: ai_race(character, SMALL, ()) for character in CHARACTERS}
    assert len({race.sheet.entries for race in made.values()}) == len(CHARACTERS)
    assert not {race.sheet.name for race in made.values()} & set(preset_names())
    assert {c for c, race in made.items() if race.sheet.attitude == "Hostile"} == {"raider", "conqueror"}


def test_no_name_is_given_twice_however_many_there_are() -> None:
    taken: set[str] = {"skarn"}
    everybody = sum(len(people.names) for people in PEOPLES.values())
    for _ in range(everybody + 3):
        name = ai_race("raider", SMALL, taken).sheet.name.casefold()
        assert name not in taken
        taken.add(name)


@pytest.mark.parametrize("name", ["Skarn", "still  choir", "MERROW"])
def test_nobody_else_takes_a_name_of_the_bots(name: str) -> None:
    draft = RaceDraft()
    with pytest.raises(GameError, match=r"The bot calls races that it leads .* \(R-254\); choose another name"):
        set_names(draft, name, "", "")
    with pytest.raises(GameError, match=r"\(R-254\); choose another name"):
        put_other(SMALL, "", {"name": name})
    assert set_names(draft, f"{name} of the Rim", "", "").sheet.name
    assert not {name.casefold() for name in preset_names()} & {
        n.casefold() for p in PEOPLES.values() for n, _ in p.names
    }


def test_the_same_plan_and_names_give_the_same_race() -> None:
    assert ai_race("trader", SMALL, ("merrow",)) == ai_race("trader", SMALL, ("merrow",))
