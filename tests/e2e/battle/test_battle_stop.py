"""Stops and turns' posts, where the captain is: what happened, the threats, and the buttons for what comes next."""

from tests.e2e.battle.battle_kit import Fight, begun, new_fight
from tests.e2e.kit import Table

POST = ["Plot", "Done", "Stance", "Weapons", "Map"]
RESULT = [*POST, "Shots and damage", "Log"]


async def last_post(table: Table, fight: Fight) -> list[str]:
    """The labels of the buttons below the thread's last message."""
    await table.settle()
    return [button.label for button in table.ada.last(fight.thread).buttons]


async def test_the_answer_itself_becomes_the_stop_and_leads_on(table: Table) -> None:
    fight = await new_fight(table, side="S", against="aggressive", hours=0)
    await fight.write(
        "ada", "1-4 accelerate\nfire L1 at A1\nstop when impulse >= 3 say look around\nstop when impulse >= 6"
    )
    asked = await fight.use("ada", "plot done")
    stop = await fight.press("ada", asked, "Yes, I am done")
    text = stop.text().replace("\\", "")
    assert "Stopped at impulse 3: Hot Rivet (A1) at range" in text
    assert "look around (impulse" in text
    assert "**Since then**" in text
    assert "Impulse 1: Kestrel Vee (S1) fires" in text
    assert "No enemy missile or bolt is in flight." in text
    assert [file.filename for file in stop.attachments] == ["map.png"]
    changed = await fight.press("ada", stop, "Change")
    assert changed.modal is not None
    second = await fight.press("ada", stop, "Go on")
    assert "Stopped at impulse 6" in second.text()
    assert "Impulse 1:" not in second.text()
    over = await fight.press("ada", second, "Go on")
    assert "Turn 1 is played to its end" in over.text()
    await table.tick()
    assert await fight.turn() == 2


async def test_a_bolt_in_flight_is_told_at_the_stop_and_in_the_preview_with_when_and_how_much(table: Table) -> None:
    fight = await begun(table)
    await fight.write("vik", "fire LM1 when range <= 12")
    await fight.write("ada", "stop when missile inbound >= 1")
    for _ in range(4):
        await fight.done("vik")
        asked = await fight.use("ada", "plot done")
        answer = await fight.press("ada", asked, "Yes, I am done")
        if "Stopped at impulse" in answer.text():
            break
        await table.tick()
        await fight.write("vik", "fire LM1 when range <= 12")
        await fight.write("ada", "stop when missile inbound >= 1")
    text = answer.text()
    assert "**Threats**" in text
    assert "☄ bolt A1.LM1-" in text
    assert "strikes in impulse" in text
    assert "if it seeks this craft" in text
    assert "launches bolt A1.LM1-" in text
    assert "strikes in impulse" in (await fight.use("ada", "plot show")).text()
    assert "☄" not in (await fight.use("vik", "plot show")).text()
    letter = next(seen for seen in reversed(table.ada.dms()) if "you are asked" in seen.text())
    shown = await fight.press("ada", letter, "What now?")
    assert "Stopped at impulse" in shown.text()


async def test_a_turns_post_ends_in_what_may_be_done_now(table: Table) -> None:
    fight = await begun(table)
    assert await last_post(table, fight) == POST
    post = table.ada.last(fight.thread)
    assert [file.filename for file in (await fight.press("visitor", post, "Map")).attachments] == ["map.png", "map.txt"]
    assert "You play no side" in (await table.human("visitor").click(post, "Stance")).text()
    weapons = (await fight.press("ada", post, "Weapons")).text()
    assert "At A1 Hot Rivet, range 33" in weapons
    assert "- L1 laser: hits" in weapons
    stances = await fight.press("ada", post, "Stance")
    assert "S1 Kestrel Vee: cautious" in stances.text()
    chosen = await table.ada.select(stances, "Stance", "stand-off")
    assert "S1 Kestrel Vee: stand-off" in chosen.text()
    assert "1. `stance" in (await fight.press("ada", post, "Plot")).text()
    await fight.press("ada", await fight.press("ada", post, "Done"), "Yes, I am done")
    await fight.press("vik", await fight.press("vik", post, "Done"), "Yes, I am done")
    await table.tick()
    assert await fight.turn() == 2
    assert await last_post(table, fight) == RESULT
    assert "closed from" in table.ada.last(fight.thread).text()
