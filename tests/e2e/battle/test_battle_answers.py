"""Questions in the middle of a turn answered by buttons and lists, and in the words that previews print."""

from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.kit import Table


async def asking(table: Table) -> tuple[Fight, Reply]:
    """Ada alone in pace "segments", and the first question of her turn: her course."""
    fight = await new_fight(table, side="S", against="aggressive", hours=0, pace="segments")
    question = await fight.use("ada", "plot done")
    return fight, await fight.press("ada", question, "Yes, I am done")


async def to_fire(table: Table) -> tuple[Fight, Reply]:
    """Ada goes on until she may fire; the stop at which she may."""
    fight, stop = await asking(table)
    for _ in range(40):
        if "may fire: at" in stop.text():
            return fight, stop
        if "Stopped" in stop.text():
            stop = await fight.press("ada", stop, "Go on")
            continue
        await fight.table.tick()
        stop = await fight.press("ada", await fight.use("ada", "plot done"), "Yes, I am done")
    raise AssertionError(stop.text())


async def test_an_answer_is_typed_as_the_preview_prints_it_and_the_receipt_tells_what_it_comes_to(table: Table) -> None:
    fight, _ = await to_fire(table)
    for typed in ("S1 fire all at A1", "fire L1-L4 at A1", "fire all at A1", "→ Impulse 1: fire L1-L4 at A1"):
        receipt = (await fight.use("ada", "plot now", line=typed)).text()
        assert "No shot comes about" not in receipt, receipt
        assert "→ Impulse" in receipt, receipt
        assert ": fire " in receipt, receipt
    assert receipt.count("`S1 fire") == 1
    assert "`S1 fire L1-L4 at A1`" in receipt
    assert "L9" in await fight.refused("ada", "plot now", line="fire L9 at A1")


def labels(seen: Reply) -> list[str]:
    return [button.label for button in seen.buttons]


async def test_who_may_fire_presses_what_to_fire_and_sees_what_it_comes_to(table: Table) -> None:
    fight, stop = await to_fire(table)
    star = next(label for label in labels(stop) if label.startswith("★ Fire all at A1: "))
    assert "%" in star
    assert "Hold fire, go on" in labels(stop)
    assert "It fires nothing" in stop.text()
    fired = await fight.press("ada", stop, star)
    assert "✔ Decided: `S1 fire " in fired.text()
    assert "→ Impulse" in fired.text()
    one = await table.ada.select(fired, "Fire ...: weapons and targets", "L1 at A1")
    assert "✔ Decided: `S1 fire L1 at A1`." in one.text()
    later = await fight.press("ada", one, "Go on")
    assert "fires L1 at Hot Rivet" in later.text().replace("\\", "")


async def test_to_hold_fire_takes_the_shots_of_this_impulse_back_and_goes_on(table: Table) -> None:
    fight, stop = await to_fire(table)
    fired = await fight.press("ada", stop, next(label for label in labels(stop) if label.startswith("★ Fire")))
    held = await fight.press("ada", fired, "Hold fire, go on")
    assert "Kestrel Vee (S1) fires" not in held.text()


async def test_who_may_turn_presses_a_side_and_the_thrust_and_the_path_is_drawn(table: Table) -> None:
    fight, stop = await asking(table)
    assert [label.split()[0] for label in labels(stop)[:5]] == ["★", "Left", "Right", "Thrust", "Keep"]
    before = stop.attachments[0].read()
    right = await fight.press("ada", stop, "Right to B")
    assert "It turns to B and coasts." in right.text()
    assert right.attachments[0].read() != before
    thrust = await fight.press("ada", right, "Thrust 3")
    assert "It turns to B and thrusts on 3 impulses." in thrust.text()
    shown = (await fight.use("ada", "plot show")).text()
    assert "`1 turn B, accelerate`" in shown
    assert "fire" not in shown.split("**If nobody")[0]
    star = await fight.press("ada", thrust, labels(thrust)[0])
    assert "It keeps A" in star.text() or "It turns to" in star.text()
    later = await fight.press("ada", star, "Keep course, go on")
    assert "Stopped at impulse" in later.text()


async def test_a_stop_line_asks_with_the_same_buttons_and_keeps_what_its_stance_would_do(table: Table) -> None:
    fight = await new_fight(table, side="S", against="aggressive", hours=0)
    await fight.use("ada", "plot stance", stance="aggressive")
    added = await fight.use("ada", "plot stop", when="impulse >= 3")
    assert "as its stance aggressive plays it" in added.text()
    assert "accelerate`" in added.text(), "the lines that the stance would play"
    stop = await fight.press("ada", await fight.use("ada", "plot done"), "Yes, I am done")
    assert "Stopped at impulse 3" in stop.text()
    assert any(label.startswith("Left to") for label in labels(stop))
