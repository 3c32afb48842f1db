"""The label of a suggestion is taken like its value in every option of a dogfight's commands."""

from pathlib import Path

import pytest

from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import running_table
from tests.e2e.test_typed_options import Ears, refused_labels


async def test_a_suggestions_label_is_taken_like_its_value_in_every_option_of_a_dogfight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_table(tmp_path) as table:
        cockpit = await take_off(table)
        ears = Ears(table, monkeypatch)
        tried, wrong = await refused_labels(table, ears, table.ada, cockpit.place)
    assert wrong == []
    assert {command.partition(" ")[0] for command, _ in tried} >= {"dogfight"}
