"""Leaving a battle by the rules, offered where it is possible or a chase has no end; and no shot at oneself."""

from tests.e2e.battle.battle_kit import Fight, begun, new_fight
from tests.e2e.kit import Table

SELF = "Kestrel Vee cannot fire at itself"


async def apart(table: Table, hexes: int) -> Fight:
    """A free battle of two so many hexes apart."""
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    await fight.use("ada", "battle options", switch="directional_screens", value="on")
    for design, side, at, facing in (("Kestrel Vee", "X", 90, "D"), ("Hot Rivet", "Y", 90 - hexes, "A")):
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=f"15{at:02}", facing=facing, a="0")
        assert "at 15" in placed.text(), placed.text()
    await fight.use("ada", "battle join", side="X")
    await fight.use("vik", "battle join", side="Y")
    await fight.begin("ada")
    return fight


async def test_a_craft_that_may_leave_is_offered_it_and_leaves_at_the_turns_end(table: Table) -> None:
    fight = await apart(table, 70)
    shown = await fight.use("ada", "plot show")
    assert "may leave the battle when this turn ends, by separation (PW-B80)" in shown.text()
    left = await fight.press("ada", shown, "Leave the battle")
    assert "leaves the battle when this turn ends" in left.text()
    assert "`X1 leave by separation`" in left.text()
    assert not await fight.over()
    await fight.done("ada")
    await fight.done("vik")
    assert await fight.over()
    assert "leaves the battle from" in (await fight.use("vik", "battle log", turn=1)).text()
    assert "Amber has won" in (await fight.use("visitor", "battle status")).text()


async def test_in_a_chase_the_receipt_says_what_leaving_takes_and_an_order_too_early_is_told(table: Table) -> None:
    fight = await apart(table, 40)
    shown = await fight.use("ada", "plot show")
    text = shown.text()
    assert "must have a velocity component of 12" in text
    assert "40 hexes from Hot Rivet" in text
    assert "Leave the battle" not in [button.label for button in shown.buttons]
    said = (await fight.use("ada", "plot now", line="X1 leave")).text()
    assert "Decided for the turn's end" in said
    for who in ("ada", "vik"):
        await fight.done(who)
    assert await fight.turn() == 2
    for who in ("ada", "vik"):
        await fight.use(
            who, "battle log", turn=1
        )  # with what happened since they last looked, which leaves it less room
    assert "40 hexes from Hot Rivet" in (await fight.use("ada", "battle log", turn=1)).text()
    assert "40 hexes from" not in (await fight.use("vik", "battle log", turn=1)).text()


async def test_nobody_fires_at_oneself(table: Table) -> None:
    fight = await begun(table)
    for refusal in (
        await fight.refused("ada", "plot fire", weapons="L1", target="S1"),
        await fight.refused("ada", "plot fire", weapons="L1", target="Kestrel Vee"),
        (await fight.write("ada", "fire L1 at S1")).text(),
    ):
        assert SELF in refusal
        assert "PW-B92" in refusal
    assert "nothing plotted" in (await fight.use("ada", "plot show")).text()
