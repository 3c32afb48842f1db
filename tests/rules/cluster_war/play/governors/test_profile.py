"""Characters and strengths: tables that are whole, words for every occasion, judgment and nothing else between the strengths."""

from typing import get_args

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.play.governors.budget import GROWTH_LINES
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Profile, judgment_of, weights_of
from rules.cluster_war.play.governors.speech import GOVERNOR_WORDS_TABLE, Occasion
from rules.values import GameError

PLAIN = Settings()


def test_every_character_shares_out_all_it_has() -> None:
    for character in CHARACTERS:
        weights = weights_of(Profile(character), PLAIN)
        assert sum(weights.share(line) for line in ("grow", *GROWTH_LINES)) == 100, character


def test_strengths_are_judgment_each_better_than_the_one_before() -> None:
    easy, even, hard = (judgment_of(Profile("builder", strength), PLAIN) for strength in STRENGTHS)
    for less, more in ((easy, even), (even, hard)):
        assert less.horizon < more.horizon
        assert less.candidates < more.candidates
        assert less.overlooks > more.overlooks
        assert less.rounds < more.rounds
    weights = {weights_of(Profile("builder", strength), PLAIN) for strength in STRENGTHS}
    assert len(weights) == 1


def test_a_campaign_may_change_what_a_character_is_like() -> None:
    house = Settings(overrides={"CW-TAB-GOVERNORS/hermit/wars_from": "3", "CW-TAB-JUDGMENT/hard/overlooks": "50"})
    assert weights_of(Profile("hermit"), house).wars_from == 3
    assert judgment_of(Profile("hermit", "hard"), house).overlooks == 50
    assert weights_of(Profile("hermit"), PLAIN).wars_from == 0


def test_nobody_governs_who_is_of_no_known_character() -> None:
    with pytest.raises(GameError, match=r"There are: explorer"):
        Profile("pirate")  # type: ignore[arg-type] # on purpose
    with pytest.raises(GameError, match=r"hrad"):
        Profile("raider", "hrad")  # type: ignore[arg-type] # on purpose


def test_there_are_words_for_every_occasion_and_nobody_says_another_s() -> None:
    table = tables(PLAIN)[GOVERNOR_WORDS_TABLE]
    assert set(table.keys) == set(get_args(Occasion))
    told = [way for _, row in table.named_rows() for c in CHARACTERS for way in row[c].split(" | ")]
    assert all(0 < len(way) <= 160 for way in told)
    assert len(set(told)) == len(told)
    assert all(way.replace("{them}", "").replace("{us}", "").count("{") == 0 for way in told)
