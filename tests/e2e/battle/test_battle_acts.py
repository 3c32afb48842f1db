"""Ramming, blowing up, orbits, joining and leaving in the default pace, by commands: lines of a programme, and stops."""

import re

import pytest

from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.kit import CHANNEL, Table

SWITCHES = ("ramming", "self_destruction")


async def ready(table: Table, *craft: tuple[str, str, str, str], **options: str) -> Fight:
    """A free battle in the default pace with these craft (design, side, hex, a), its first turn open."""
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    await fight.use("ada", "battle options", switch="directional_screens", value="on")
    for switch in SWITCHES:
        await fight.use("ada", "battle options", switch=switch, value=options.get(switch, "on"))
    for design, side, at, a in craft:
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=at, facing="A", a=a)
        assert f"at {at}" in placed.text(), placed.text()
    await fight.use("ada", "battle join", side="X")
    await fight.use("vik", "battle join", side="Y")
    await fight.begin("ada")
    return fight


async def log(fight: Fight) -> str:
    """The first turn's log as Ada reads it."""
    reply = await fight.use("ada", "battle log", turn=1)
    return "".join(file.read().decode() for file in reply.attachments) or reply.text()


@pytest.mark.rule("PW-B74", "PW-A20")
async def test_a_craft_rams_by_a_line_and_another_blows_itself_up_by_one(table: Table) -> None:
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "12"), ("Hot Rivet", "Y", "1517", "0"))
    told = await fight.use("ada", "plot act", what="ram", target="Y1", first=2)
    assert "`ram Y1 from 2 to 12`" in told.text()
    refused = await fight.refused("vik", "plot act", what="self-destruct")
    assert "Say when" in refused
    told = await fight.use("vik", "plot act", what="self-destruct", when="impulse >= 6")
    assert "`self-destruct when impulse >= 6`" in told.text()
    assert "self-destruct" not in (await fight.use("ada", "plot show")).text()
    await fight.done("ada")
    await fight.done("vik")
    text = await log(fight)
    assert re.search(r"(?i)\bram", text)
    assert re.search(r"(?i)self-destruct", text)
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=1)).text()


@pytest.mark.rule("PW-B74")
async def test_at_a_stop_after_the_movement_a_captain_decides_for_the_segments_to_come(table: Table) -> None:
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "12"), ("Hot Rivet", "Y", "1517", "0"))
    await fight.write("ada", "stop when range <= 0 say now or never\nscreens never")
    await fight.write("vik", "defend nothing")
    await fight.done("vik")
    asked = await fight.use("ada", "plot done")
    stop = await fight.press("ada", asked, "Yes, I am done")
    assert "Stopped at impulse 3" in stop.text()
    taken = await fight.use("ada", "plot now", line="X1 ram Y1")
    assert "X1 ram Y1" in taken.text()
    assert "decided in segment 1" in await fight.refused("ada", "plot now", line="X1 turn B")
    await fight.press("ada", stop, "Go on")
    await table.tick()
    assert await fight.turn() == 2
    assert re.search(r"(?i)\bram", await log(fight))


@pytest.mark.rule("PW-B77", "PW-B80")
async def test_a_craft_leaves_by_a_line_of_its_programme_when_it_may(table: Table) -> None:
    fight = await ready(table, ("Kestrel Vee", "X", "1590", "0"), ("Hot Rivet", "Y", "1510", "0"))
    told = await fight.use("ada", "plot act", what="leave", target="separation", when="range > 64")
    assert "`leave by separation when range > 64`" in told.text()
    await fight.done("ada")
    await fight.done("vik")
    assert await fight.over()
    assert "leaves the battle from" in await log(fight)


@pytest.mark.rule("PW-A20", "PW-C05")
async def test_without_the_switch_a_line_is_refused_and_changes_nothing(table: Table) -> None:
    off = {"ramming": "off", "self_destruction": "off"}
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "0"), ("Hot Rivet", "Y", "1501", "0"), **off)
    refused = await fight.refused("ada", "plot act", what="self-destruct", when="always")
    assert "played without self-destruction" in refused
    await fight.done("ada")
    await fight.done("vik")
    assert not await fight.over()
    assert await fight.turn() == 2


@pytest.mark.rule("PW-S141", "PW-S142", "PW-M30")
async def test_a_fighter_joins_its_carrier_and_parts_again_by_lines_and_halves_that_do_not_fit_are_not_built(
    table: Table,
) -> None:
    await table.ada.slash(CHANNEL, "ship yard", start="ember", name="Misfit")
    form = await table.ada.slash(CHANNEL, "ship text")
    assert form.modal is not None
    await table.ada.submit(form.modal, {"sheet": MISFIT})
    assert "Saved as Misfit" in (await table.ada.slash(CHANNEL, "ship save")).text()
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    for design, side, at in (("Hearth", "X", "1520"), ("Ember", "X", "1520"), ("Hot Rivet", "Y", "1501")):
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=at, facing="A", a="0")
        assert f"at {at}" in placed.text(), placed.text()
    refused = await fight.refused("ada", "battle add", design="Misfit", side="X", hex="1520", facing="A", a="0")
    assert "needs the other half of the link" in refused
    await fight.use("ada", "battle join", side="X")
    await fight.use("vik", "battle join", side="Y")
    await fight.begin("ada")
    await fight.use("ada", "plot act", what="join", target="X1", craft="X2", last=2)
    told = await fight.use("ada", "plot act", what="separate", when="impulse >= 7", craft="X2")
    assert "`join X1 from 1 to 2`" in told.text()
    await fight.write("vik", "defend nothing")
    await fight.done("vik")
    await fight.done("ada")
    text = await log(fight)
    parts = text.index("Ember (X2) parts from the craft it was joined to.")
    assert text.index("Ember (X2) and Hearth (X1) join.") < text.index("Turn 1, impulse 7") < parts


MISFIT = """
name: Misfit
crew: unmanned
screens: 3
armor: 2 1 1 0 1 1
fuel: 1
capacitors: 6
point defense: 3
radar: 6 4
engines: 2
weapons: 2 laser
attach: Hearth at 180 blocking LF
"""


@pytest.mark.rule("PW-A41")
async def test_nobody_is_asked_to_keep_survivors_where_there_are_none(table: Table) -> None:
    """After a mutual kill: no button below the end, and one sentence for the command."""
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "0"), ("Hot Rivet", "Y", "1517", "0"))
    for who in ("ada", "vik"):
        await fight.use(who, "plot act", what="self-destruct", when="impulse >= 2")
        await fight.done(who)
    assert await fight.over()
    assert not [m for m in table.ada.messages(fight.thread) if "Keep the survivors" in str(m.controls)]
    assert "No craft of" in await fight.refused("ada", "battle keep")
