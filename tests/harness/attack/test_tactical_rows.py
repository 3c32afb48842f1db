"""Every tactical game has its rows in the attack, and they are whole: a new kind of news, decision or group of commands without
its row fails here."""

import ast
import inspect
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from cogs.shell.faces import FACES
from games.known import ORIGINS
from harness.attack.row import TacticalRow
from harness.games.known import ROWS, TACTICAL_ROWS
from harness.games.rows import AttackRows
from tests.lists import assert_listed, rows_of
from umpire.tactical_kinds.known import KINDS

OURS = {origin.game.name: origin.where for origin in ORIGINS if not origin.package}
"""Where the records of this tree are; a package from outside attacks its game in its own tests."""


def groups_of(game: str) -> list[str]:
    """A game's groups of commands, in which players act or look."""
    return [command.name for command in FACES[game].commands()]


def tactical_groups() -> frozenset[str]:
    """The groups of all tactical games, which have their own evenings."""
    return frozenset(group for game in KINDS for group in groups_of(game))


def lacking(games: Mapping[str, Iterable[str]], attacks: Mapping[str, AttackRows | None]) -> list[str]:
    """What tactical games lack of rows, by their groups of commands; each with the file to write in."""
    found = []
    for game, groups in games.items():
        attack = attacks.get(game)
        if attack is None or not attack.rows:
            found.append(f"{OURS.get(game, f'games/{game}.py')}: {game} has no rows (`attack` of what its `rows` name)")
            continue
        asked = {group for row in attack.rows for group in row.asked} | set(attack.unasked)
        found += [f"{rows_of(game)}: no row asks /{group}" for group in groups if group not in asked]
    return found


def test_every_tactical_game_has_rows_and_each_of_its_groups_is_asked_in_one() -> None:
    games = {game: groups_of(game) for game in KINDS if game in OURS}
    assert lacking(games, {game: rows.attack for game, rows in ROWS.items()}) == []


def test_a_game_without_rows_and_a_group_that_no_row_asks_are_named_with_their_file() -> None:
    game = next(game for game, rows in ROWS.items() if rows.attack is not None)
    own = {game: [*groups_of(game), "broadside"], "sea_duel": ["seaduel"]}
    assert lacking(own, {game: ROWS[game].attack}) == [
        f"{rows_of(game)}: no row asks /broadside",
        "games/sea_duel.py: sea_duel has no rows (`attack` of what its `rows` name)",
    ]


@pytest.mark.parametrize("row", TACTICAL_ROWS, ids=lambda row: row.name)
def test_what_a_row_asks_is_in_its_evening(row: TacticalRow) -> None:
    assert row.asked
    said = words_of(inspect.getmodule(row.play))
    assert [group for group in row.asked if not any(word.startswith(f"{group} ") for word in said)] == []


def words_of(module: object, deep: int = 2) -> set[str]:
    """The texts in a module and in what it imports of harness/attack and of evenings in tests/e2e."""
    path = Path(inspect.getfile(module))  # type: ignore[arg-type] # a module
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    if deep:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith(("harness.attack", "tests.e2e")):
                found |= words_of(sys.modules[str(node.module)], deep - 1)
    return found


def test_whoever_plays_has_a_name_of_its_own_for_each_row() -> None:
    names = [row.name for row in TACTICAL_ROWS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", [game for game in ROWS if ROWS[game].attack])
def test_every_decision_and_every_kind_of_news_has_a_row_or_says_why_not(game: str) -> None:
    attack = ROWS[game].attack
    assert attack is not None
    where = f"the attack of {rows_of(game)}"
    assert_listed(attack.decisions - attack.tried, attack.untried, f"{where}, decisions without a row (untried)")
    assert_listed(attack.events, [*attack.news, *attack.no_news], f"{where}, news (news or no_news)")
    assert not set(attack.news) & set(attack.no_news)
    assert set(attack.news.values()) <= {row.name for row in attack.rows}
    assert all(len(why) > 10 for why in (*attack.untried.values(), *attack.no_news.values(), *attack.unasked.values()))
