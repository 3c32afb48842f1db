"""Games beside each other in Discord: one that takes another's ids or commands is refused, and named."""

from typing import Any

import pytest
from discord import app_commands

from cogs.common.face import Face
from cogs.shell import faces
from games import known
from games.record import RecordError
from rules.values import changed

FACES = faces.FACES


def group(name: str) -> app_commands.Group:
    return app_commands.Group(name=name, description="A game's commands")


def beside(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> None:
    """A fourth game, registered like the Pentagon War, has a face that has these."""
    other = Face(**{"commands": tuple, **fields})
    origin = next(origin for origin in known.ORIGINS if origin.game.name == "pentagon_war")
    fourth = known.Origin(changed(origin.game, name="sea_duel"), "games/sea_duel.py")
    monkeypatch.setattr(known, "ORIGINS", (*known.ORIGINS, fourth))
    monkeypatch.setattr(faces, "FACES", {**FACES, "sea_duel": other})


@pytest.mark.parametrize("tables", ["buttons", "selects", "forms", "topics"])
def test_an_id_of_another_game_or_of_all_games_is_refused(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = next(iter(getattr(faces.FACES["pentagon_war"], tables)))
    beside(monkeypatch, **{tables: {taken: None}})
    with pytest.raises(RecordError, match=r'The game "sea_duel" \(games/sea_duel\.py\) is refused') as refused:
        faces.merge_tables(tables)
    assert f"there is '{taken}' among the {tables} already" in str(refused.value)
    beside(monkeypatch, **{tables: {"own": None}})
    assert "own" in faces.merge_tables(tables)
    with pytest.raises(RecordError, match="there is 'own' among"):
        faces.merge_tables(tables, {"own": None})


@pytest.mark.parametrize("kind", ["commands", "master_commands"])
def test_a_command_of_another_game_is_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    beside(monkeypatch, **{kind: lambda: (group("battle"),)})
    with pytest.raises(RecordError, match="there is a command /battle already"):
        faces.commands()
    beside(monkeypatch, **{kind: lambda: (group("duel"),)})
    assert [(command.name, masters) for command, masters in faces.commands()][-1] == ("duel", kind != "commands")
