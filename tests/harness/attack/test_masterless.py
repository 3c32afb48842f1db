"""Where nobody rules: who votes how, what a council was asked, what the bot bought, drew and ordered for somebody, and what
deputies and standing orders do are heard by nobody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest

from harness.attack.evenings import Heard, difference
from harness.attack.masterless import (
    HANDICAPS_SET,
    KEEPERS,
    LISTENERS,
    NAMES_GIVEN,
    QUESTIONS_ASKED,
    Act,
    Truth,
    beginning,
    evening,
)
from tests.e2e.campaign.default_rulings_kit import under_way
from tests.e2e.kit import CHANNEL, running_table


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all evenings keep the work of their workers."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture(scope="module")
def plain(made: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Heard, Truth]:
    """The evening as it is; played in a thread of its own, since it outlives the loop of any one test."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, evening(tmp_path_factory.mktemp("plain"), made)).result()


def leaks(without: Heard, with_it: Heard, *changed: Act) -> list[object]:
    """What anybody heard whose affair it is not."""
    keepers = frozenset[str]().union(*(KEEPERS[act] for act in changed))
    found = [difference(without, with_it, name) for name in LISTENERS if name not in keepers]
    return [one for one in found if one is not None]


async def test_who_votes_how_and_what_the_bot_buys_and_draws_is_heard_by_nobody(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("undo ballots", "council ballots", "race", "drawing")
    heard, truth = await evening(tmp_path, made, changed)
    before = plain[1]
    assert (before.undo["gold"], truth.undo["gold"]) == ("no", "yes")
    assert (before.vote["blue"], truth.vote["blue"]) == ("no", "yes")
    assert len(before.bought) > len(truth.bought)
    assert before.drawn
    assert not truth.drawn
    assert leaks(plain[0], heard, *changed) == []


async def test_what_a_player_asked_laid_down_and_has_the_bot_do_as_a_deputy_is_heard_by_nobody_else(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("question", "bot deputy", "standing orders")
    heard, truth = await evening(tmp_path, made, changed)
    assert (plain[1].questions, truth.questions) == ([QUESTIONS_ASKED[0]], [QUESTIONS_ASKED[1]])
    assert (len(plain[1].sheet), len(truth.sheet)) == (1, 1)
    assert plain[1].sheet != truth.sheet
    assert plain[1].stood_in
    assert truth.stood_in
    assert set(plain[1].stood_in) != set(truth.stood_in)
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "dom") is not None, "the facts were real, and ears can tell"


async def test_what_a_deputy_did_is_heard_by_nobody_but_the_player(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("deputy",)
    heard, truth = await evening(tmp_path, made, changed)
    assert (NAMES_GIVEN[0] in plain[1].fleets, NAMES_GIVEN[1] in truth.fleets) == (True, True)
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "vik") is not None, "the fact was real, and ears can tell"


@pytest.mark.rule("CW-5.0-14")
async def test_what_rivals_of_the_bots_produce_is_for_all_who_play_to_see(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("handicap",)
    heard = await beginning(tmp_path, made, changed)
    words = f"produces {HANDICAPS_SET[1]} % of what its worlds yield"
    for name in LISTENERS:
        told = plain[0].by[name][: len(heard.by[name])]
        assert not any(words in each for each in told), name
        assert any(words in each for each in heard.by[name]) is (name in KEEPERS["handicap"]), name
        assert name in KEEPERS["handicap"] or told == heard.by[name], name


async def test_where_nobody_rules_nobody_amends_what_a_side_produces(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        await under_way(table)
        for human in (table.gm, table.dom, table.visitor):
            refused = await human.slash(CHANNEL, "gm amend handicap", side="gold", percent=150)
            assert refused.text().startswith("⚠"), refused.text()
        assert "of what its worlds yield" not in (await table.dom.slash(CHANNEL, "campaign rules")).text()


def test_every_act_has_its_keepers() -> None:
    assert set(KEEPERS) == set(get_args(Act))
