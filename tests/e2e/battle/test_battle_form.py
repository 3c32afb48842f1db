"""The form of a whole programme: every mistake at once, by its line, and a button that opens it again as it was written."""

from tests.e2e.battle.battle_kit import begun
from tests.e2e.kit import Table

WRONG = """1-4 acelerate
6 turn B
fier L1 at A1
fire L9 at A1

fire L1 when rang <= 6
stance agressive
fire L1 at Z9"""


async def test_all_mistakes_are_told_by_line_with_what_was_meant_and_the_text_is_mended(table: Table) -> None:
    fight = await begun(table)
    refused = await fight.write("ada", WRONG)
    text = refused.text().replace("\\", "")
    assert "⚠ Nothing was changed: 6 lines to fix." in text
    assert "- Line 1, `1-4 acelerate`: `acelerate` is not a move. Did you mean accelerate?" in text
    assert "- Line 3: `fier L1 at A1` cannot be read. Did you mean fire?" in text
    assert "- Line 4, `fire L9 at A1`: Kestrel Vee has no `L9` aboard. `PW-B92`" in text
    assert "- Line 6, `fire L1 when rang <= 6`: `rang <= 6` is not a condition. Did you mean range?" in text
    assert "Did you mean aggressive?" in text
    assert "- Line 8, `fire L1 at Z9`: `Z9` is nothing you can see in this battle." in text
    assert "Line 2" not in text
    assert "nothing plotted" in (await fight.use("ada", "plot show")).text()
    again = await fight.press("ada", refused, "Fix")
    assert again.modal is not None
    assert "fier L1 at A1\\nfire L9 at A1" in str(again.modal.components)
    receipt = await table.ada.submit(again.modal, {"plan": "1-4 accelerate\nfire L1 at A1 when range <= 6"})
    assert "1. `1-4 accelerate`" in receipt.text()


async def test_what_is_cut_or_kept_is_said(table: Table) -> None:
    fight = await begun(table)
    await fight.use("ada", "plot stance", stance="aggressive")
    receipt = await fight.write("ada", f"stop when range < 3 say {'look ' * 30}\nscreens to save armor")
    text = receipt.text().replace("\\", "")
    assert "Line 1: a note has at most 100 characters; the rest of it was cut off." in text
    assert "No line names a stance: it stays aggressive." in text
    assert "`stance aggressive`" in text
    assert "As usual: `screens to save armor`" in text
    form = await fight.use("ada", "plot text")
    assert form.modal is not None
    assert "screens to save armor\\ndefend missiles, drones, craft\\nstance aggressive" in str(form.modal.components)


async def test_what_the_rules_refuse_opens_again_too(table: Table) -> None:
    fight = await begun(table)
    refused = await fight.write("ada", "power invisible")
    assert "no radar invisibility" in refused.text()
    again = await fight.press("ada", refused, "Fix")
    assert again.modal is not None
    assert "power invisible" in str(again.modal.components)
