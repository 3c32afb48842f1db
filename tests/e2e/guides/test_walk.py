"""That a guide cannot go its own way: each kind of step left over, out of order or never met fails."""

from pathlib import Path

import pytest

from tests.e2e.guides.reader import read_steps
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import Table

PAGE = """# A page
![A picture: `/not me`](x.png) leads to [a page](../a.md) with **Headings.**

1. `/help topic:dice`, **`/roll dice:2d6`**, press **Orders
   and more**; it says "2d6" and takes `secret:true`, like `4d6kh3`.

   ```
   one
   two
   ```
```sh
make play
```
    /battle status
"""


def page(folder: Path, text: str) -> str:
    """A guide of that text."""
    path = folder / "page.md"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_page_is_read_in_its_order(tmp_path: Path) -> None:
    steps = [(step.line, step.kind, step.text) for step in read_steps(Path(page(tmp_path, PAGE)))]
    assert steps == [
        (4, "command", "/help topic:dice"),
        (4, "command", "/roll dice:2d6"),
        (4, "button", "Orders and more"),
        (5, "said", "2d6"),
        (5, "option", "secret:true"),
        (5, "word", "4d6kh3"),
        (8, "block", "one\ntwo"),
        (12, "shell", "make play"),
        (14, "command", "/battle status"),
    ]


async def test_a_step_left_over_or_done_out_of_order_fails(table: Table, tmp_path: Path) -> None:
    told = page(tmp_path, "`/help topic:dice`, then `/roll dice:2d6`, and again `/help topic:dice`.")
    walk = Walk(told, table)
    await walk.use("ada", "/help topic:dice")
    with pytest.raises(AssertionError, match=r"page\.md goes on, and nobody follows"):
        walk.done()
    await walk.use("ada", "/roll dice:2d6", "2d6")
    walk.done()
    with pytest.raises(AssertionError, match=r"page\.md:1 goes on with '/help topic:dice', but carried out is '/roll"):
        await Walk(told, table).use("ada", "/roll dice:2d6")
    with pytest.raises(AssertionError, match=r"page\.md does not say '/help' here"):
        await walk.use("ada", "/help")


@pytest.mark.parametrize("left", ["`secret:true`", "`4d6kh3`", '"Nobody says this"', "**Orders**", "`/gm`"])
async def test_what_was_never_used_typed_read_or_pressed_fails(table: Table, tmp_path: Path, left: str) -> None:
    walk = Walk(page(tmp_path, f"`/roll dice:2d6` {left}"), table)
    await walk.use("ada", "/roll dice:2d6")
    with pytest.raises(AssertionError):
        walk.done()


async def test_an_answer_that_is_a_refusal_or_says_something_else_fails(table: Table, tmp_path: Path) -> None:
    told = page(tmp_path, "`/roll dice:2d6`")
    with pytest.raises(AssertionError, match="was refused"):
        await Walk(told, table).use("ada", "/roll dice:2d6", dice="two")
    with pytest.raises(AssertionError, match="should say 'thirteen'"):
        await Walk(told, table).use("ada", "/roll dice:2d6", "thirteen")


async def test_an_exception_the_guide_does_not_need_fails(table: Table, tmp_path: Path) -> None:
    walk = Walk(page(tmp_path, "`/roll dice:2d6`"), table, {"/roll dice:3d6": "nobody knows"})
    await walk.use("ada", "/roll dice:2d6")
    with pytest.raises(AssertionError, match="exceptions for what page"):
        walk.done()
