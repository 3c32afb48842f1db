"""The scripted player: what it does reaches the bot, every answer is taken in, and what a script did not expect stops it."""

from dataclasses import dataclass, field

import pytest

from playtest.player import OUR_FAULT, Player, ScriptError, full_text, refusal
from sandbox.reply import AutocompleteChoice, Reply
from tests.e2e.kit import CHANNEL, Table


@dataclass
class Diary(Player):
    """A player who writes everything down."""

    lines: list[str] = field(default_factory=list)

    def took(self, did: str, reply: Reply) -> None:
        super().took(did, reply)
        self.lines.append(did)

    def suggested(self, did: str, found: list[AutocompleteChoice]) -> None:
        self.lines.append(f"{did} {len(found) > 0}")


async def test_an_order_is_given_and_everything_is_taken_in(table: Table) -> None:
    await table.start()
    ada = Diary(table.ada, table.room("ada"))
    assert await ada.suggest("fleet move", "fleet", "Home")
    receipt = await ada.give("orders write", line='rename "Home Fleet" to "Vanguard"')
    assert "Vanguard" in receipt.text()
    form = await ada.use("orders form")
    answer = await ada.fill(form, whatever='rename "Home Fleet" to "Rearguard"')
    assert "Rearguard" in full_text(answer)
    assert ada.lines == [
        "/fleet move fleet:Home True",
        '/orders write line:rename "Home Fleet" to "Vanguard"',
        "[Give this order]",
        "/orders form",
        f"(form {form.modal.title if form.modal else None})",
    ]


async def test_an_order_that_cannot_be_given_stops_the_script_with_the_bots_words(table: Table) -> None:
    await table.start()
    with pytest.raises(ScriptError, match=r"orders write line:rename Nobody .* was refused"):
        await table.player("ada").give("orders write", line='rename Nobody to "Vanguard"')


async def test_no_form_is_no_form(table: Table) -> None:
    vik = table.player("visitor")
    with pytest.raises(ScriptError, match="no form was opened"):
        await vik.fill(await vik.use("roll", dice="2d6"), text="x")


async def test_a_refusal_is_one_sentence_to_its_reader_alone(table: Table) -> None:
    await table.start()
    visitor = table.player("visitor")
    assert refusal(await visitor.use("orders show")).startswith("⚠ ")
    with pytest.raises(ScriptError, match="not one clear sentence"):
        refusal(await visitor.use("roll", dice="2d6"))


async def test_a_fault_of_the_bots_is_noticed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = await table.ada.slash(CHANNEL, "roll", dice="2d6")
    monkeypatch.setattr(Reply, "text", lambda _: f"⚠ {OUR_FAULT} (code 1234).")
    with pytest.raises(ScriptError, match=OUR_FAULT):
        table.player("ada").took("/roll", reply)
