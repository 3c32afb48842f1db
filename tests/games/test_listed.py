"""Lists that are written by hand name every registered game: import contracts, documents, golden files. What one lacks is told
with its file and line."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from games.known import ORIGINS
from games.record import GameRecord
from harness.games.known import ROWS
from rules.values import changed
from tests.absent import absent_folders
from tests.lists import assert_listed

ROOT = Path(__file__).parents[2]
OURS = [origin.game for origin in ORIGINS if not origin.package]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
CONTRACT = "[[tool.importlinter.contracts]]"
ROOMS = ("cogs", "umpire", "render")


def names_of(game: GameRecord) -> Mapping[str, str]:
    """What contracts call a game's parts, by room."""
    return {"rules": game.rules, **{room: f"{room}.{game.folder}" for room in ROOMS}}


def contracts(text: str) -> Iterator[tuple[int, str]]:
    """Each import contract with the number of its first line."""
    for begin in re.finditer(re.escape(CONTRACT), text):
        end = text.find("\n[", begin.end())
        yield text.count("\n", 0, begin.start()) + 1, text[begin.start() : None if end < 0 else end]


def lacking(text: str, games: Iterable[GameRecord]) -> list[str]:
    """What import contracts lack that name two games or more: file and line, and what to add."""
    found, all_of = [], list(games)
    for line, contract in contracts(text):
        inside = re.search(r'containers = \["(\w+)"\]', contract)
        for room in ("rules", *ROOMS):
            named = [names_of(game)[room] for game in all_of]
            if inside is not None and inside[1] == room:
                named = [name.rpartition(".")[2] for name in named]
            for form, what in ((r"(?<![\w.]){}(?![\w.])", '"{}"'), (r"(?<![\w.]){}(?=\.)", 'a module of "{}"')):
                at = {name: re.search(form.format(re.escape(name)), contract) for name in named}
                there = [hit.start() for hit in at.values() if hit is not None]
                if len(there) > 1:
                    where = line + contract.count("\n", 0, min(there))
                    found += [
                        f"pyproject.toml:{where}: add {what.format(name)}" for name, hit in at.items() if hit is None
                    ]
    return found


def test_every_import_contract_that_names_two_games_names_all() -> None:
    assert lacking(PYPROJECT, OURS) == []


def test_a_contract_that_lacks_a_game_is_named_with_its_line() -> None:
    fourth = changed(
        OURS[0], name="sea_duel", ledger="rules.sea_duel/ledger.toml", face="cogs.seaduel.face:FACE", needs=()
    )
    told = lacking(PYPROJECT, [*OURS, fourth])
    lines = PYPROJECT.splitlines()
    assert len(told) >= 9
    for sentence in told:
        number = re.match(r"pyproject\.toml:(\d+): add ", sentence)
        assert number is not None
        assert any(name in lines[int(number[1]) - 1] for game in OURS for name in (game.rules, game.folder)), sentence
    assert {name for sentence in told for name in re.findall(r'"(.+)"', sentence)} == {
        "rules.sea_duel", "cogs.seaduel", "render.seaduel", "seaduel", "umpire.seaduel",
    }  # fmt: skip
    whole = PYPROJECT.replace('"rules.pentagon_war"', '"rules.pentagon_war", "rules.sea_duel"')
    assert len(lacking(whole, [*OURS, fourth])) < len(told)


DOCUMENTS: Mapping[str, Callable[[GameRecord], tuple[str, ...]]] = {
    "docs/architecture.md": lambda game: (f"`{game.folder}`", f"`{game.rules.replace('.', '/')}/`"),
    "docs/roll-keys.md": lambda game: (f"`{game.dice_prefix.partition('/')[0]}/",) if game.dice_prefix else (),
}
"""By document what it says of each game."""


def untold(page: str, text: str, games: Iterable[GameRecord]) -> list[str]:
    """What a document lacks of games."""
    return [f"{page}: write of {words}" for game in games for words in DOCUMENTS[page](game) if words not in text]


@pytest.mark.parametrize("page", DOCUMENTS)
def test_a_document_that_tells_of_every_game_lacks_none(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert untold(page, text, OURS) == []
    fourth = changed(
        OURS[0], ledger="rules.sea_duel/ledger.toml", face="cogs.seaduel.face:FACE", dice_prefix="sea_duel/{}"
    )
    assert untold(page, text, [fourth])


def test_every_folder_of_golden_files_is_of_a_games_rows_and_every_game_has_some() -> None:
    named = [folder for rows in ROWS.values() for folder in rows.golden]
    there = {path.name for path in (ROOT / "tests/golden").iterdir() if any(path.iterdir())}
    if not absent_folders():
        assert_listed(there, named, "tests/golden, in `golden` of the rows in harness/games")
    assert all(rows.golden for rows in ROWS.values())
    assert set(named) <= there


@pytest.mark.parametrize("game", [game for game in OURS if game.rows], ids=lambda game: game.name)
def test_what_a_games_rows_and_record_name_is_there(game: GameRecord) -> None:
    rows = ROWS[game.name]
    assert [path for path in (*game.tests, *rows.postgresql) if not (ROOT / path).exists()] == []
    modules = [*rows.storm, *(f"harness.kills.{story}" for story in rows.kills)]
    assert [name for name in modules if not (ROOT / f"{name.replace('.', '/')}.py").is_file()] == []
    assert rows.kills or len(rows.no_kills) > 10
    assert rows.baseline
    assert set(rows.kills_of_two) <= set(rows.kills)


def test_every_game_of_this_tree_has_rows() -> None:
    assert [f"games/{game.name}.py: write `rows` and `tests`" for game in OURS if not (game.rows and game.tests)] == []
