"""Squadrons at the table: a battle is won, its survivors are kept, mended at dock and fight again with what is not mended."""

import re

import pytest

from playtest.player import OUR_FAULT
from rules.pentagon_war.state import Battle
from rules.values import changed
from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.kit import CHANNEL, Table
from umpire.battle import setup
from umpire.games.seat import Seat

FLEET = (
    ("hearth", "X", "1520", "A"), ("ember", "X", "1520", "A"), ("halyard", "X", "1560", "A"),
    ("halyard", "Y", "1514", "D"), ("Hot Rivet", "Y", "1514", "D"),
)  # fmt: skip


async def won(table: Table, fleet: tuple[tuple[str, str, str, str], ...] = FLEET) -> Fight:
    """A free battle that Ada (Indigo) has won: a turn of fire, and what is left of Vik's side gives up."""
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    for who, side in (("ada", "X"), ("vik", "Y")):
        await fight.use(who, "battle join", side=side)
    for design, side, at, facing in fleet:
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=at, facing=facing)
        assert placed.text().startswith("✔"), placed.text()
    await fight.begin("ada")
    for who in ("ada", "vik"):
        await fight.use(who, "plot stance", stance="aggressive")
        await fight.done(who)
    if not await fight.over():
        await fight.concede("vik")
    assert "Indigo has won" in (await fight.use("ada", "battle status")).text()
    return fight


async def dock(table: Table, who: str = "ada", **options: object) -> Reply:
    """`/ship dock`; only its giver sees it."""
    reply = await table.human(who).slash(CHANNEL, "ship dock", **options)
    assert OUR_FAULT not in reply.text(), reply.text()
    assert reply.ephemeral
    return reply


def line_of(reply: Reply, unit: str) -> str:
    """What a dock's panel says of a craft."""
    return next(line for line in reply.text().splitlines() if line.startswith(f"**{unit} "))


def gone(line: str) -> int:
    """How many boxes a craft lacks, by its line in a dock: "L4, armor 1 ×2, 1 empty tank" lacks three."""
    short = line.partition(": ")[2].split(", ")
    return sum(int(each.partition(" ×")[2] or 1) for each in short if not each[0].isdigit())


async def keep(fight: Fight, who: str = "ada") -> Reply:
    """The button below the post of the battle's end."""
    (posted,) = [m for m in fight.table.human(who).messages(fight.thread) if "Keep the survivors" in str(m.controls)]
    return await fight.press(who, posted, "Keep the survivors")


async def test_a_battle_won_its_survivors_kept_mended_in_part_and_in_the_next_battle_with_the_rest(
    table: Table,
) -> None:
    fight = await won(table)
    kept = await keep(fight)
    assert "✔ Kept as" in kept.text()
    assert kept.ephemeral
    name = kept.text().split("**")[1]
    other = await fight.use("ada", "battle keep")  # the same panel once more
    wounded = line_of(kept, "X1")
    assert "armor" in wounded
    form = await fight.press("ada", kept, "Choose repairs")
    assert form.modal is not None
    told = await table.ada.submit(form.modal, {"mends": "X1 wings", "broken": ""})
    assert "nothing of `wings` on X1" in told.text()
    broken = re.findall(r"armor [1-6](?: ×\d)?", wounded)
    form = await fight.press("ada", kept, "Choose repairs")
    assert form.modal is not None
    first = broken[0].replace("×", "x")
    after = await table.ada.submit(form.modal, {"mends": f"X1 {first}", "broken": ""})
    assert "✔ Repaired as you wrote" in after.text()
    mended = line_of(after, "X1")
    assert broken[0] not in mended
    assert "hull" not in mended
    assert "are done" in after.text()
    refused = await fight.press("ada", other, "Repair all that can be")  # of before
    assert "has changed since" in refused.text()
    again = await new_fight(table, scenario="free", hours=0, points=0)
    await again.use("ada", "battle join", side="X")
    await again.use("vik", "battle join", side="Y")
    await again.use("ada", "battle add", design="halyard", side="Y", hex="1510", facing="D")
    came = await again.use("ada", "battle bring", squadron=name, side="X", hex="1540")
    assert "as it is: 3 craft" in came.text()
    assert "Take it back" in str((await dock(table)).controls)
    await again.begin("ada")
    shown = await again.use("vik", "ship show", craft="X1")  # displays are open: the damage came along
    listed = shown.text() + "".join(
        file.read().decode() for file in shown.attachments if file.filename.endswith(".txt")
    )
    whole = re.search(r"(\d+) of (\d+) boxes left", listed)
    assert whole is not None, listed
    assert int(whole[2]) - int(whole[1]) == gone(mended) > 0
    fighting = await dock(table)
    assert "fights in" in fighting.text()
    assert "Take it back" not in str(fighting.controls)
    await again.concede("vik")
    assert await again.over()
    home = await dock(table)
    assert line_of(home, "X1") == mended
    assert "★" in home.text()  # a new pause: there are repairs again
    assert "is at dock again" in (await keep(again)).text()


async def test_only_who_led_them_keeps_survivors_and_everything_wrong_is_one_sentence(table: Table) -> None:
    fight = await won(table)
    assert "Only who commanded" in (await keep(fight, "visitor")).text()
    await keep(fight)
    name = (await keep(fight)).text().split("**")[1]  # pressed twice: the same squadron
    assert "You have no squadron in this server" in (await dock(table, "vik", squadron=name)).text()
    again = await new_fight(table, scenario="free", hours=0, points=300)
    for options, said in (
        ({"squadron": "Nobody's", "side": "X", "hex": "1520"}, "not one of your squadrons"),
        ({"squadron": name, "side": "Q", "hex": "1520"}, "not a side of this battle"),
        ({"squadron": name, "side": "X", "hex": "99"}, ""),
        ({"squadron": name, "side": "X", "hex": "1520", "a": "fast"}, "not a velocity"),
        ({"squadron": name, "side": "X", "hex": "1520", "craft": "X9"}, "not a craft of"),
        ({"squadron": name, "side": "X", "hex": "1520"}, "it may spend 300"),
    ):
        assert said in await again.refused("ada", "battle bring", **options)
    assert "X1" not in (await again.use("ada", "battle status")).text()
    assert "Repair" in str((await dock(table)).controls)  # still at dock
    await again.refused("ada", "battle keep")


async def test_a_squadron_of_several_docks_is_filled_and_let_go_by_taps(table: Table) -> None:
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    for design, side, at, facing in FLEET:
        await fight.use("ada", "battle add", design=design, side=side, hex=at, facing=facing)

    def dry(start: Battle) -> Battle:
        ember = start.craft["X2"]
        emptied = changed(ember, tanks_full=0, tanks_empty=ember.design.fuel_tanks)
        return changed(start, craft={**start.craft, "X2": emptied})

    await setup.change_set_up(table.services, Seat(fight.game_id, "", table.ada.id, is_gm=True), dry)
    await fight.use("ada", "battle join", side="X")
    await fight.use("vik", "battle join", side="Y")
    await fight.begin("ada")
    await fight.concede("vik")
    panel = await keep(fight)
    assert "empty tank" in line_of(panel, "X2")
    other = await table.ada.select(panel, "Dock", "X3")
    assert "Nobody here can repair" in other.text()
    panel = await table.ada.select(other, "Dock", "X1")
    passed = await table.ada.select(panel, "Pass fuel", panel.control("Pass fuel").options[0][1])
    assert "X1 has given X2" in passed.text()
    filled = await table.ada.select(passed, "Refuel", passed.control("Refuel").options[0][1])
    assert "added to this squadron's price" in filled.text()
    asked = await fight.press("ada", filled, "Let the squadron go")
    gone = await fight.press("ada", asked, "Yes, let it go")
    assert "Let go" in gone.text()
    assert "no squadron" in (await dock(table)).text()


@pytest.mark.rule("PW-M26")
async def test_a_craft_that_is_put_far_away_says_how_far_and_how_it_is_taken_back(table: Table) -> None:
    fight = await new_fight(table, "ada", "free", points=0)
    first = await fight.use("ada", "battle add", design="halyard", side="X", hex="2080", facing="A")
    assert "from the nearest craft" not in first.text()
    near = await fight.use("ada", "battle add", design="halyard", side="X", hex="2079", facing="A")
    assert "1 hex from the nearest craft." in near.text()
    assert "⚠" not in near.text().splitlines()[0]
    far = await fight.use("ada", "battle add", design="halyard", side="X", hex="9999", facing="A")
    assert "hexes from the nearest craft. ⚠ That is far: /battle remove craft:" in far.text()
