"""The umpire's shared halls know no game by name: they reach one through the lists of `systems` and `tactical_kinds`."""

from pathlib import Path

import pytest

from umpire.systems.known import SYSTEMS
from umpire.tactical_kinds.known import KINDS

ROOT = Path(__file__).parents[2]
HALLS = ("services", "outbox", "games", "tactical", "capsules", "clock", "delivery")
FILES = sorted(
    [path for hall in HALLS for path in (ROOT / "umpire" / hall).glob("*.py")]
    + [
        ROOT / "umpire" / path
        for path in ("news.py", "people.py", "tactical_kinds/kind.py", "tactical_kinds/known.py", "systems/contract.py")
    ]
)


def test_every_hall_is_a_folder_that_holds_something() -> None:
    assert {path.parent.name for path in FILES} == {*HALLS, "umpire", "tactical_kinds", "systems"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_shared_hall_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [name for name in SYSTEMS if name in text] == []
    assert [rule for rule in ("CW-", "PW-", "JET-") if f'rule="{rule}' in text] == []


def test_every_game_has_its_rules_and_every_tactical_game_is_a_game() -> None:
    assert set(KINDS) < set(SYSTEMS)
    for name, system in SYSTEMS.items():
        assert (ROOT / "rules" / name / "ledger.toml").is_file()
        assert set(system.reminders) == {"none", "partial", "complete", "ready"}
