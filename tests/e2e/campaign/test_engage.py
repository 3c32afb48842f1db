"""A war from the players' side of Discord: orders for battle, a turn, and what each side reads of it."""

import io

from openpyxl import load_workbook

from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_sheets import saved
from tests.e2e.kit import CHANNEL, Table


def report(table: Table, who: str) -> str:
    """The newest report in somebody's room."""
    packet = next(
        seen
        for seen in reversed(table.human(who).messages(table.room(who)))
        if any(a.filename == "report.md" for a in seen.attachments)
    )
    return next(a for a in packet.attachments if a.filename == "report.md").read().decode()


async def at_war(table: Table) -> str:
    """Six Sabres of the Humans' and one of the Dominators' ships in one empty hex; battles are settled by numbers."""
    await table.start()
    here = await empty_star(table)
    await amended(table, "decree battle", method="fought", sizes="up to 60 quick, over 90 chair")
    await amended(table, "gm amend create", side="humans", design="DD", count=6, hex=here, fleet="Wolves")
    await amended(table, "gm amend create", side="dominators", design="BE", count=1, hex=here, fleet="Lamb")
    return here


async def test_an_attack_by_order_is_a_battle_and_each_side_reads_what_its_survivors_saw(table: Table) -> None:
    here = await at_war(table)
    refused = await table.ask("ada", "fleet engage", fleet="Wolves", stance="attack", reserve="SC99")
    assert "You have no ship called" in refused.text()
    options = {"fleet": "Wolves", "stance": "attack", "withdraw": 60, "pursue": True, "words": "No quarter."}
    await give(table, "ada", Given("fleet engage", 'engage "Wolves" attack, withdraw at 60, pursue', options))
    whole = {"stance": "defend", "words": "We never fire first."}
    await give(table, "dom", Given("fleet engage", "engage empire defend", whole))
    await table.advance()
    assert f"Fleet action against The Dominion at {here}" in report(table, "ada")
    assert "you held the place" in report(table, "ada")
    lamb = report(table, "dom")
    assert "Lamb" in lamb
    assert "did not report" in lamb or "Humans" in lamb
    shown = (await table.ask("ada", "fleet show", fleet="Wolves")).text()
    assert "Orders for battle: attack, withdraw at a loss of 60 %, pursue" in shown
    assert "Standing orders: No quarter." in shown
    roster = (await table.ask("ada", "empire designs")).text()
    assert "Met in battle" in roster
    assert "of The Dominion, hull" in roster
    why = await table.ada.click(table.last_in_room("ada"), "Why?")
    [chooser] = why.selects
    number = next(value for label, value in chooser.options if "Fleet action" in label)
    told = (await table.ada.select(why, chooser.custom_id or "", number)).text()
    assert "CW-9.0-11, Battle report" in told


async def test_where_nobody_attacks_the_meeting_is_told_and_nobody_is_asked(table: Table) -> None:
    here = await at_war(table)
    await table.advance()
    assert f"Encounter at {here}" in report(table, "ada")
    assert "The game master settles it" not in report(table, "ada")
    questions = (await table.gm.slash(CHANNEL, "gm questions")).text()
    assert here not in questions


async def test_what_cannot_be_decreed_of_battles_is_refused(table: Table) -> None:
    await table.start()
    here = await empty_star(table)
    for options, says in (
        ({"surprised": "humans"}, "Name the hex"),
        ({"hex": here, "method": "ask"}, "For one hex choose"),
        ({"hex": here, "advantage": "humans"}, "is not a side with its points"),
    ):
        assert says in (await table.gm.slash(CHANNEL, "decree battle", **options)).text()
    told = await amended(
        table, "decree battle", hex=here, method="quick", advantage="humans 10", surprised="dominators"
    )
    assert f"Battles at {here} this turn go as you say" in told


async def test_the_workbook_has_a_page_of_war_that_gives_orders(table: Table) -> None:
    await at_war(table)
    room = table.room("ada")
    sheet = await table.ada.slash(room, "empire sheet", sheet="war")
    assert "Wolves" in sheet.text()
    assert "as your empire has it" in sheet.text()
    book = load_workbook(io.BytesIO((await table.ada.slash(room, "empire workbook")).attachments[0].read()))
    page = book["war"]
    titles = [cell.value for cell in page[1]]
    row = next(n for n, cells in enumerate(page.iter_rows(values_only=True), 1) if cells[0] == "Wolves")
    page.cell(row, titles.index("new orders for battle") + 1).value = "attack, withdraw at 40"
    taken = await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))
    assert "1 order entered" in taken.text()
    assert 'engage "Wolves" attack, withdraw at 40' in (await table.ada.slash(room, "orders show")).text()
