"""The rule book's turn example (section 18) played by slash commands: its sums stand in previews, receipts and reports."""

import re
from collections.abc import Mapping

import pytest

from playtest.player import GIVE_BUTTON
from sandbox.reply import Reply
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games

HOME, GREY, FALLOW = "Bland", "2525", "2526"
TOPICS = ("Better Beams", "Deep Mines", "Quiet Drives", "Long Eyes")
BUILDS: tuple[tuple[Mapping[str, object], int, int], ...] = (
    ({"design": "CA", "count": 1, "using": 40}, 233, 3167),
    ({"design": "FI", "count": 40, "using": 200}, 400, 2767),
    ({"design": "SPM", "count": 8}, 184, 2583),
    ({"design": "LB", "count": 1}, 900, 1683),
)
"""What is ordered, its price, and what is left after it."""


async def sit_down(table: Table) -> None:
    """Start the campaign of the example by commands, with Ada leading its empire."""
    made = await table.gm.slash(
        CHANNEL,
        "campaign create",
        name="The Bland Star",
        scenario="bland_star",
        schedule="none",
        review=False,
        early=False,
    )
    assert "The Bland Star" in made.text(), made
    game = await games.game_in(table.services, table.sandbox.world.guild().id, table.sandbox.world.channel(CHANNEL).id)
    table.game_id = game.id
    joined = await table.ada.slash(CHANNEL, "campaign join", side="bse")
    assert "leads" in joined.text(), joined
    table.flags = {"ada": game.sides[0].name}
    begun = await table.gm.slash(CHANNEL, "campaign begin")
    assert "turn 7 is open" in begun.text(), begun
    await table.settle()


async def give(table: Table, command: str, **options: object) -> tuple[str, str]:
    """Preview an order and give it; the texts of the preview and of the receipt."""
    preview = await table.ada.slash(CHANNEL, command, **options)
    shown = preview.text()
    receipt = await table.ada.click(preview, GIVE_BUTTON)
    assert "✔ Order given" in receipt.text(), receipt
    return shown, receipt.text()


async def give_all(table: Table) -> None:
    """All orders of the example that cost something."""
    for build, _, _ in BUILDS:
        await give(table, "build units", at=HOME, **build)
    await give(table, "fleet load", fleet="First Convoy", cps=73)
    await give(table, "fleet load", fleet="Second Convoy", cps=584)
    await give(table, "colony found", fleet="First Convoy", world=f"{GREY}-4", cps=73, name="Beige")
    await give(table, "fleet move", fleet="Second Convoy", to=FALLOW)
    await give(table, "colony found", fleet="Second Convoy", world=f"{FALLOW}-2", cps=584, name="Ecru")
    for topic in TOPICS:
        await give(table, "research start", name=topic, at=GREY, cps=200, steps=2)


def cps_left(text: str) -> int:
    """What a receipt says is left."""
    found = re.search(r"\*\*left (\d+)\*\*", text)
    assert found is not None, text
    return int(found[1])


def cost(preview: str) -> tuple[int, int]:
    """What a preview says an order costs, and what would be left."""
    found = re.search(r"Cost \*\*(\d+) CPs\*\* \([A-Za-z ]+\); \*\*(\d+) CPs\*\* left", preview)
    assert found is not None, preview
    return int(found[1]), int(found[2])


def file_of(seen: Reply, name: str) -> str:
    """A text file of an answer."""
    return next(file.read().decode() for file in seen.attachments if file.filename == name)


@pytest.mark.rule("CW-18.0-27", "CW-18.0-28", "CW-18.0-30", "CW-18.0-31", "CW-18.0-33")
async def test_previews_and_receipts_show_the_examples_sums_down_to_226_cps(table: Table) -> None:
    await sit_down(table)
    empire = (await table.ask("ada", "empire show")).text()
    assert "Money to spend: **3400 CPs** (production 2000, trade 1000, other 0, treasury 400)" in empire
    for partner, share in (("The Opulent League", 500), ("Brass Confederacy", 300), ("Cobalt Republic", 200)):
        assert f"Trade with {partner}: {share} CPs" in empire
    for build, price, remains in BUILDS:
        shown, receipt = await give(table, "build units", at=HOME, **build)
        assert cost(shown) == (price, remains)
        assert cps_left(receipt) == remains
    assert cps_left(receipt) == 3400 - 1717
    assert "spent: ships 633, bases 900, ground forces 184" in receipt
    near = await table.ask("ada", "empire system", hex=GREY)
    assert "`4` 5555 (mild world, normal air, living, active crust) · ×1 · maximum 73 CPs, full price 73" in near.text()
    far = await table.ask("ada", "empire system", hex=FALLOW)
    assert (
        "`2` 4455 (cool small world, normal air, living, active crust) · ×1.5 · maximum 389 CPs, full price 584"
        in far.text()
    )
    first, _ = await give(table, "fleet load", fleet="First Convoy", cps=73)
    second, receipt = await give(table, "fleet load", fleet="Second Convoy", cps=584)
    assert (cost(first), cost(second)) == ((73, 1610), (584, 1026))
    assert "new colonies 657" in receipt
    chance = await table.ask("ada", "research chance", cps=200, labs=0)
    assert "200 CPs: **8%**" in chance.text()
    for number, topic in enumerate(TOPICS, start=1):
        shown, receipt = await give(table, "research start", name=topic, at=GREY, cps=200, steps=2)
        assert cost(shown) == (200, 1026 - 200 * number)
        assert "16% this turn (8% for the CPs, +8 from labs)" in shown
    assert "research 800" in receipt
    assert cps_left(receipt) == 226


@pytest.mark.rule("CW-18.0-29", "CW-18.0-32", "CW-18.0-34", "CW-18.0-35", "CW-18.0-36")
async def test_the_report_of_turn_7_and_the_money_of_turn_8_are_the_examples(table: Table) -> None:
    await sit_down(table)
    await give_all(table)
    for convoy, bays in (("First Convoy", 80), ("Second Convoy", 640)):
        shown = await table.ask("ada", "fleet show", fleet=convoy)
        assert f"of {bays} CPs" in shown.text()
    await give(table, "fleet move", fleet="Escort", to=FALLOW)
    await give(table, "fleet mission", fleet="Home Defence", mission="reserve")
    for name, hex_ in (
        ("Scout North", "2521"),
        ("Scout South", "2528"),
        ("Scout East", "2728"),
        ("Scout West", "2225"),
    ):
        await give(table, "fleet move", fleet=name, to=hex_)
    await give(table, "fleet mission", fleet="Survey One", mission="survey")
    await give(table, "fleet move", fleet="Survey One", to="2723")
    await table.advance()
    report = file_of(await table.ask("ada", "turn report", turn=7), "report.md")
    for line in (
        "3400 CPs to spend",
        "(633 ship construction,",
        ", 900 base construction,",
        ", 184 ground forces,",
        ", 657 new colonies and",
        "800 research)",
        "226 carried over into the treasury",
        "40 × Fighter delivered",
        "8 × Space marine battalion delivered",
        "1 × Large base delivered",
    ):
        assert line in report, f"{line!r} is not in\n{report}"
    assert re.search(r"Cruiser started at Bland .*233 CPs, 1 turn\b", report), report
    assert re.search(r"Beige .*founded .*size 73 for 73 CPs", report)
    assert re.search(r"Ecru .*founded .*size 389 for 584 CPs", report)
    assert re.search(r"Escort .*arrived at 2526", report)
    assert "chance 16" in report
    empire = (await table.ask("ada", "empire show")).text()
    assert f"(production {2000 + 73 + 389}, trade" in empire
    assert "treasury 226)" in empire
