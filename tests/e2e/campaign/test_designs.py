"""A unit drawn in play: priced at once, sent, judged by the game master, built; and its sheet as text and picture."""

from sandbox.reply import Reply
from tests.e2e.kit import CHANNEL, Table

SCOUT = "Bridge\nCrew quarters\nDrive 5G\n2 LRS"
OWN = f"{SCOUT}\ncustom: Gravity lens, 1 spaces, 5 CPs, bends light"


async def drawn(table: Table, lines: str = SCOUT, hull: int = 8, name: str = "Wisp", short: str = "WI") -> Reply:
    """A drawing of Ada's, as its panel."""
    form = await table.ada.slash(CHANNEL, "design unit")
    return await table.ada.submit(form, {"id": short, "name": name, "kind": f"ship {hull}", "lines": lines})


async def ship_hull(table: Table) -> int:
    """The hull of one of Ada's ships: her side has that template."""
    me = (await table.view("humans")).me
    assert me is not None
    return next(design.hull for design in me.designs.values() if design.kind == "ship")


async def looked_at(table: Table, short: str = "WI") -> Reply:
    """The drawing before the game master."""
    return await table.gm.select(await table.gm.slash(CHANNEL, "gm designs"), "Look at a design", f"humans:{short}")


async def test_a_drawing_is_priced_sent_approved_and_built(table: Table) -> None:
    await table.start()
    hull = await ship_hull(table)
    panel = await drawn(table, hull=hull)
    assert "CPs** each" in panel.text(), panel
    assert "It can be built as drawn" in panel.text(), panel
    sent = await table.ada.click(panel, "Send to the game master")
    assert "with the game master" in sent.text()
    assert sent.control("Send to the game master").disabled
    await table.settle()
    first = await looked_at(table)
    second = await looked_at(table)
    done = await table.gm.submit(await table.gm.click(first, "Approve"), {})
    assert "New design: Wisp" in done.text(), done
    late = await table.gm.click(second, "Approve")
    assert "does not wait" in late.text()
    await table.settle()
    assert "New design: Wisp" in table.last_in_room("ada").text()
    roster = await table.ada.slash(CHANNEL, "empire designs")
    assert "Wisp" in roster.text()
    home = next(c.name for c in (await table.view("humans")).colonies.values() if c.shipyard_bays)
    preview = await table.ada.slash(CHANNEL, "build units", design="WI", at=home)
    assert "Wisp" in preview.text(), preview
    shown = await table.ada.slash(CHANNEL, "design show", design="WI")
    assert [a.filename for a in shown.attachments] == ["design.png", "design.txt"]
    picture, text = shown.attachments
    assert picture.read().startswith(b"\x89PNG")
    assert "Design sheet: Wisp (WI)" in picture.description
    assert "LRS" in text.read().decode()
    listed = await table.ada.slash(CHANNEL, "design list")
    assert "on your roster" in listed.text()


async def test_all_designs_without_an_open_point_are_approved_at_one_press(table: Table) -> None:
    await table.start()
    hull = await ship_hull(table)
    for short, name, lines in (("WI", "Wisp", SCOUT), ("WO", "Woe", SCOUT), ("LE", "Lens", OWN)):
        await table.ada.click(await drawn(table, lines, hull, name, short), "Send to the game master")
    old = await table.gm.slash(CHANNEL, "gm designs")
    press = "Approve 2 designs without an open point"
    await table.gm.submit(await table.gm.click(await looked_at(table, "WO"), "Hand back"), {"comment": "No."})
    assert "Other designs wait for you now" in (await table.gm.click(old, press)).text()
    await table.ada.click(await drawn(table, SCOUT, hull, "Woe", "WO"), "Send to the game master")
    done = await table.gm.click(await table.gm.slash(CHANNEL, "gm designs"), press)
    assert "✔ Wisp (WI) for Human Union" in done.text(), done
    assert "✔ Woe (WO) for Human Union" in done.text()
    me = (await table.view("humans")).me
    assert me is not None
    assert {"WI", "WO"} <= set(me.designs)
    left = await table.gm.click(done, "All designs")
    assert "Lens" in left.text()
    assert "Wisp" not in left.text()
    assert not [button for button in left.buttons if button.label.startswith("Approve")]
    await table.settle()
    assert "New design: Woe" in table.last_in_room("ada").text()


async def test_a_component_of_ones_own_gets_the_game_masters_price(table: Table) -> None:
    await table.start()
    hull = await ship_hull(table)
    panel = await drawn(table, OWN, hull=hull)
    assert "waits for approval" in panel.text()
    assert "**137 CPs** each" in panel.text()
    await table.ada.click(panel, "Send to the game master")
    form = await table.gm.click(await looked_at(table), "Approve")
    wrong = await table.gm.submit(form, {"prices": "Gravity lens: dear"})
    assert "is not a price" in wrong.text()
    form = await table.gm.click(await looked_at(table), "Approve")
    done = await table.gm.submit(form, {"prices": "Gravity lens = 25"})
    assert "New design: Wisp" in done.text(), done
    after = (await table.view("humans")).me
    assert after is not None
    design = after.designs["WI"]
    assert design.layout["Gravity lens"] == 1
    assert design.cost == 157, "the lens costs 20 CPs more than it was drawn with"
    other = await table.view("dominators")
    assert other.me is not None
    assert "WI" not in other.me.designs


async def test_a_design_comes_back_with_words_and_is_torn_up(table: Table) -> None:
    await table.start()
    hull = await ship_hull(table)
    await table.ada.click(await drawn(table, hull=hull), "Send to the game master")
    form = await table.gm.click(await looked_at(table), "Hand back")
    back = await table.gm.submit(form, {"comment": "Fewer sensors, please"})
    assert "went back" in back.text()
    await table.settle()
    assert "Fewer sensors" in table.last_in_room("ada").text()
    assert "handed back" in (await table.ada.slash(CHANNEL, "design list")).text()
    panel = await drawn(table, SCOUT.replace("2 LRS", "LRS"), hull=hull)
    gone = await table.ada.click(panel, "Tear it up")
    assert "torn up" in gone.text()
    assert "drawn nothing" in (await table.ada.slash(CHANNEL, "design list")).text()
    assert "No design waits" in (await table.gm.slash(CHANNEL, "gm designs")).text()


async def test_what_cannot_be_built_is_told_with_its_rule_and_not_sent(table: Table) -> None:
    await table.start()
    unread = await drawn(table, "Warp core")
    assert "no component `Warp core`" in unread.text()
    panel = await drawn(table, "5 Beam emitter 9\n40 Cargo bay", hull=8)
    assert "⚠" in panel.text()
    assert "CW-6.6-03" in panel.text()
    assert panel.control("Send to the game master").disabled
    assert "no drawing" in (await table.ada.slash(CHANNEL, "design show", design="Nix")).text()
    assert "no palette" in (await table.ada.slash(CHANNEL, "design show", design="WI", theme="pink")).text()
    table.open_commands()
    assert "game master" in (await table.dom.slash(CHANNEL, "gm designs")).text()
    others = await table.dom.slash(CHANNEL, "design list")
    assert "drawn nothing" in others.text()
    assert "no drawing" in (await table.dom.slash(CHANNEL, "design show", design="WI")).text()


async def test_a_drawing_that_cannot_be_read_comes_back_with_the_players_own_text(table: Table) -> None:
    await table.start()
    refused = await drawn(table, "Bridge\nCrew quarters\nDrive 5G\n9 Unicorn stables `x`")
    assert "cannot be read" in refused.text(), refused
    assert "to copy and fix:\n```\nBridge\nCrew quarters\nDrive 5G\n9 Unicorn stables 'x'\n```" in refused.text()
    long = await drawn(table, "Bridge\n" + "Drive 5G\n" * 200)
    assert long.text().startswith("⚠ ")
    assert "to copy and fix" in long.text(), "as much of it as a message holds"
    assert len(long.text()) <= 2000
