"""`make newgame`: what it writes passes every check as it stands, and a name that cannot be is refused with the reason."""

from pathlib import Path

import pytest

from harness.checkgame import check
from harness.newgame import write
from rules.values import GameError


@pytest.mark.parametrize("name", ["ox", "a_rather_long_name_of_a_game"])
def test_a_new_game_passes_its_checks_as_it_stands(tmp_path: Path, name: str) -> None:
    folder = write(name, tmp_path)
    assert check(folder, types=name == "ox") == {}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Ox", "small letters"),
        ("", "small letters"),
        ("class", "a word of Python's own"),
        ("pentagon_war", "a game `pentagon_war` already"),
        ("rules", "would hide it"),
        ("json", "would hide it"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        write(name, tmp_path)
    assert not any(tmp_path.iterdir())


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "ox").mkdir()
    with pytest.raises(GameError, match="is there already"):
        write("ox", tmp_path)
