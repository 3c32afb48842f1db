"""Work that is kept for other evenings: the same task is done once, another task is done anew, a failure is not kept."""

from pathlib import Path

import pytest

from harness.attack.kept_work import KeptWork


def noted(folder: Path, text: str, at: int) -> list[str]:
    """Add a line to a file and give all lines; fails for no text."""
    if not text:
        raise ValueError("nothing to note")
    with (folder / "notes").open("a") as file:
        file.write(f"{text} {at}\n")
    return (folder / "notes").read_text().splitlines()


async def test_a_task_is_done_once_for_all_who_share_a_folder_and_its_result_is_each_ones_own(tmp_path: Path) -> None:
    first = await KeptWork(tmp_path / "made").run(noted, tmp_path, "one", 1)
    assert first == ["one 1"]
    first.append("changed by whoever has it")
    assert await KeptWork(tmp_path / "made").run(noted, tmp_path, "one", 1) == ["one 1"]
    assert (tmp_path / "notes").read_text() == "one 1\n"


async def test_a_task_that_differs_in_anything_is_done_anew(tmp_path: Path) -> None:
    work = KeptWork(tmp_path / "made")
    for text, at in (("one", 1), ("one", 2), ("two", 1)):
        assert (await work.run(noted, tmp_path, text, at))[-1] == f"{text} {at}"
    assert await KeptWork(tmp_path / "elsewhere").run(noted, tmp_path, "one", 1) == ["one 1", "one 2", "two 1", "one 1"]


async def test_what_fails_is_tried_again(tmp_path: Path) -> None:
    work = KeptWork(tmp_path / "made")
    for _ in range(2):
        with pytest.raises(ValueError, match="nothing to note"):
            await work.run(noted, tmp_path, "", 1)
    assert list((tmp_path / "made").iterdir()) == []
