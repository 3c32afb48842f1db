"""Texts of a campaign's letters: what stands in them when there is one of a thing, several, or none."""

import pytest

from render.campaign.letters import battle_texts, governor_texts, turn_texts


@pytest.mark.parametrize(
    ("questions", "says"),
    [
        (0, "draft. Read"),
        (1, "draft. One question waits for your answer. Read"),
        (3, "draft. 3 questions wait for your"),
    ],
)
def test_a_draft_counts_its_questions(questions: int, says: str) -> None:
    assert says in turn_texts.format_draft("War", 4, questions)


@pytest.mark.parametrize(("review", "says"), [(True, "You look first"), (False, "lets you look first")])
def test_a_game_master_reads_whether_they_look_at_results_first(review: bool, says: str) -> None:
    assert says in turn_texts.format_gm_welcome("War", 1, None, review=review)


def test_nobody_who_gave_orders_for_a_player_is_named() -> None:
    assert turn_texts.format_given_for_you(1, by_bot=True).endswith(
        "1 order of it was given for you by the bot: /away review."
    )
    assert "2 orders of it were given for you by a deputy" in turn_texts.format_given_for_you(2, by_bot=False)


def test_orders_that_cannot_be_given_any_more_are_listed() -> None:
    kept = turn_texts.format_kept_orders("War", 5, 1, ["build x"])
    assert kept.startswith("Turn 4 of **War** was played again. One order is kept for turn 5 on your sheet.")
    assert "- build x" in kept
    assert "withdrawn" not in turn_texts.format_kept_orders("War", 5, 2, [])


def test_a_change_that_a_side_does_not_see_is_no_letter() -> None:
    assert turn_texts.format_amended("War", [], "") == ""


@pytest.mark.parametrize(
    ("captain", "says"), [(None, "You command **Blue**"), ("Red", "commanded by Red"), ("", "its stances")]
)
def test_a_briefing_says_who_commands_against_whom(captain: str | None, says: str) -> None:
    told = battle_texts.format_briefing("Battle of Terra", 5, "Blue", captain, [("Green", 3), ("Grey", 0)], ["Hold."])
    assert says in told
    assert "**Battle of Terra** is fought now: <#5>." in told
    assert "Against you: Green (3 craft in sight), Grey (no craft in sight)." in told


def test_a_battle_is_named_by_its_world_or_its_hex_without_markup() -> None:
    assert battle_texts.format_battle_name("Terra", "0805") == "Battle of Terra"
    assert battle_texts.format_battle_name("", "0805") == "Battle at 0805"
    assert battle_texts.format_battle_name("<@1> *Big*", "0805") == "Battle of \uff201 Big"


def test_a_turn_waits_for_one_battle_or_several() -> None:
    assert "waits for a battle." in battle_texts.format_waiting_battles("War", 3, ["one"])
    assert "waits for 2 battles." in battle_texts.format_waiting_battles("War", 3, ["one", "two"])


def test_a_governors_message_pings_nobody() -> None:
    assert "@everyone" not in governor_texts.format_message("Red @everyone", "hello @everyone")
    assert "@everyone" not in governor_texts.format_message_copy("Red", "Blue @everyone", "@everyone")
