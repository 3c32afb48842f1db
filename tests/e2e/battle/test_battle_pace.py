"""Pace "segments" through the real client: few questions, answered by buttons, and passed over until something happens."""

from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import Fight, begun, new_fight
from tests.e2e.kit import Table
from umpire.tactical import player_actions

MOST_ASKS = 15
PASSES = ["Pass until the next impulse", "Pass until something happens", "Pass until the turn's end"]


async def is_asked(fight: Fight, side: str) -> bool:
    """Whether the battle waits for a side."""
    return (await player_actions.tactical_status(fight.table.services, fight.game_id, side)).asked


async def stop_of(fight: Fight, side: str) -> str:
    """Where the battle stands, as it stops."""
    return (await player_actions.tactical_status(fight.table.services, fight.game_id, side)).result.stop


async def test_a_duel_is_played_with_at_most_fifteen_questions_a_turn_and_captain(table: Table) -> None:
    fight = await begun(table, pace="segments")
    sides = {"ada": "S", "vik": "A"}
    counts: list[int] = []
    for turn in range(1, 4):
        given = dict.fromkeys(sides, 0)
        while not await fight.over() and await fight.turn() == turn:
            for who, side in sides.items():
                if await fight.over() or await fight.turn() != turn or not await is_asked(fight, side):
                    continue
                given[who] += 1
                seen = (await fight.use(who, "battle status")).text()
                unit, other = f"{side}1", "A1" if side == "S" else "S1"
                if "may fire: at" in seen or "or fire: at" in seen:
                    await fight.use(who, "plot now", line=f"{unit} fire L1 L2 L3 at {other}")
                elif "may turn and accelerate" in seen:
                    assert (
                        f"`{unit} accelerate`" in (await fight.use(who, "plot now", line=f"{unit} accelerate")).text()
                    )
                await fight.done(who)
        counts += given.values()
        if await fight.over():
            break
    print(f"questions a captain and turn: {counts}")
    assert max(counts) <= MOST_ASKS
    assert min(counts) >= 2


async def test_the_ways_to_pass_stand_at_every_stop_and_lead_on(table: Table) -> None:
    fight = await new_fight(table, side="S", against="aggressive", hours=0, pace="segments")
    question = await fight.use("ada", "plot done")
    assert [button.label for button in question.buttons][2:] == PASSES
    assert "keep their course and protect themselves" in question.text()
    stop = await fight.press("ada", question, "Yes, I am done")
    assert "Stopped at impulse 1" in stop.text()
    assert "may turn and accelerate" in stop.text()
    assert [button.label for button in stop.buttons][-3:] == PASSES
    later = await fight.press("ada", stop, PASSES[0])
    assert (await stop_of(fight, "S")).split("/")[1] != "1"
    over = await fight.press("ada", later, PASSES[2])
    assert "Turn 1 is played to its end" in over.text()


async def test_who_passes_until_something_happens_is_told_what_did(table: Table) -> None:
    fight = await begun(table, pace="segments")
    await fight.write("vik", "fire L1 L2 L3 at S1 when impulse >= 3")
    await passed(fight, "vik", "the turn's end")
    told = await passed(fight, "ada", "something happens")
    assert "A1 fires at S1" in told.text()
    assert "Stopped at impulse" in told.text()


async def passed(fight: Fight, who: str, until: str) -> Reply:
    """Say done by the command, with until when to pass."""
    question = await fight.use(who, "plot done", until=until)
    assert "Pass until the next impulse" not in [button.label for button in question.buttons]
    answer = await fight.press(who, question, "Yes, I am done")
    await fight.table.tick()
    return answer


async def test_in_the_other_paces_there_is_nothing_to_pass(table: Table) -> None:
    fight = await begun(table)
    refusal = await fight.refused("ada", "plot done", until="the turn's end")
    assert "Only a battle of the pace segments" in refusal
    labels = [button.label for button in (await fight.use("ada", "plot done")).buttons]
    assert labels == ["Yes, I am done", "Not yet"]
    steps = await new_fight(table, host="dom", side="S", against="cautious", hours=0, pace="steps")
    await steps.done("dom")
    assert await stop_of(steps, "S") == "1/0/2"  # the allocation of power, a step of its own there
