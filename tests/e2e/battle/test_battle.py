"""Battles from first command to last, through the sandbox with the real client."""

from tests.e2e.battle.battle_kit import begun, new_fight
from tests.e2e.kit import CHANNEL, Table

PLAN = "1-4 accelerate\nfire all when range <= 8\nstance aggressive"


async def test_a_duel_is_made_joined_plotted_and_played_to_its_end(table: Table) -> None:
    fight = await begun(table)
    receipt = (await fight.write("ada", PLAN)).text()
    assert "1. `1-4 accelerate`" in receipt
    assert "receipt `" in receipt
    assert "speed " in receipt
    await fight.write("vik", PLAN)
    await fight.done("ada")
    assert await fight.turn() == 1
    await fight.done("vik")
    assert await fight.turn() == 2
    told = await fight.use("ada", "battle log", turn=1)
    log = told.attachments[0].read().decode() if told.attachments else told.text()
    assert "1. Turn 1 begins" in log
    assert "PW-C" in (await fight.use("ada", "battle why", line=1, turn=1)).text()
    for _ in range(40):
        if await fight.over():
            break
        for who in ("ada", "vik"):
            await fight.use(who, "plot stance", stance="aggressive")
            await fight.done(who)
    assert await fight.over()
    assert "Over after turn" in (await fight.use("visitor", "battle status")).text()
    assert "is over" in (await fight.refused("ada", "plot done"))


async def test_a_solo_battle_begins_at_once_and_is_played(table: Table) -> None:
    fight = await new_fight(table, side="S", against="aggressive", hours=0)
    assert await fight.turn() == 1
    await fight.use("ada", "plot stance", stance="aggressive")
    await fight.done("ada")
    assert await fight.turn() == 2


async def test_what_is_no_battle_is_said(table: Table) -> None:
    reply = await table.ada.slash(CHANNEL, "battle status")
    assert "no battle in this thread" in reply.text()
    assert "There is no battle" in (await table.ada.slash(CHANNEL, "battle new", scenario="🚀")).text()


async def test_a_battle_by_segments_asks_at_every_step_and_takes_single_decisions(table: Table) -> None:
    fight = await new_fight(table, side="S", against="cautious", hours=0, pace="segments")
    await fight.done("ada")
    assert "decided in segment 7" in await fight.refused("ada", "plot now", line="S1 fire L1 at A1")
    for _ in range(6):
        asked = (await fight.use("ada", "battle status")).text()
        if "segment 1 (rotation)" in asked:
            break
        await fight.done("ada")
    receipt = (await fight.use("ada", "plot now", line="s1 turn b")).text()
    assert "`S1 turn B`" in receipt
    other = (await fight.use("ada", "plot now", line="S1 turn F")).text()
    assert "`S1 turn F`" in other
    assert "`S1 turn B`" not in other
    number = next(line.split(".")[0] for line in other.split("\n") if "`S1 turn F`" in line)
    assert "taken back" in (await fight.use("ada", "plot now", take_back=number)).text()
    await fight.use("ada", "plot now", line="S1 turn B")
    await fight.done("ada")
    assert "turns from A to B" in (await fight.use("ada", "battle log")).text()


async def test_a_captain_may_concede_leave_and_be_replaced(table: Table) -> None:
    fight = await begun(table)
    assert "no player now" in await fight.leave("vik")
    await fight.use("dom", "battle join", side="A")
    await fight.use("ada", "battle concede")
    assert not await fight.over(), "it is asked first"
    await fight.concede("ada")
    assert await fight.over()
    assert "Alpha-Centauri has won" in (await fight.use("visitor", "battle status")).text()


async def test_a_host_ends_a_battle_and_everything_can_be_read_then(table: Table) -> None:
    fight = await begun(table)
    assert "by its host's word" in (await fight.use("ada", "battle end", reason="Dinner")).text()
    assert await fight.over()
    assert "Ended by its host" in (await fight.use("vik", "battle status")).text()
    assert "is over" in await fight.refused("vik", "plot move", impulse=1)


async def test_a_free_battle_is_put_together_craft_by_craft_within_its_points(table: Table) -> None:
    fight = await new_fight(table, scenario="free", hours=0, points=500)
    empty = await fight.use("ada", "battle show")
    assert [file.filename for file in empty.attachments] == ["map.png", "map.txt"]
    await fight.use("ada", "battle join", side="X")
    assert "has no craft yet" in await fight.refused("ada", "battle begin")
    options = {"design": "Kestrel Vee", "side": "X", "hex": "1520"}
    assert "PW-" in await fight.refused("ada", "battle add", **options)
    assert "on now" in (await fight.use("ada", "battle options", switch="directional_screens", value="on")).text()
    for bad, said in (
        ({"design": "nothing"}, "not a design"),
        ({"side": "Q"}, "not a side"),
        ({"hex": "zz"}, "hex"),
        ({"a": "fast"}, "not a velocity"),
        ({"a": "90"}, "velocity component"),
    ):
        assert said in await fight.refused("ada", "battle add", **{**options, **bad})
    placed = (await fight.use("ada", "battle add", **options, a="2 1/2", c="-1", facing="B", name="First")).text()
    assert "X1 First at 1520 facing B, speed 3 1/2, 2 1/2 toward A and 1 toward F" in placed
    mapped = await fight.use("visitor", "battle show")
    assert "X1 First" in mapped.attachments[1].read().decode()
    cell = {"switch": "PW-T04/Laser/first", "value": "8"}
    assert "is 8 now" in (await fight.use("ada", "battle options", **cell)).text()
    assert "PW-T04/Laser/first is 8" in (await fight.use("vik", "battle options")).text().replace("\\", "")
    assert "ramming is on or off" in await fight.refused("ada", "battle options", switch="ramming", value="maybe")
    assert "may spend 500" in await fight.refused("ada", "battle add", **options)
    await fight.use("ada", "battle add", design="hot_rivet", side="Y", hex="1510", facing="D")
    assert "Y1" in (await fight.use("vik", "battle status")).text()
    await fight.use("ada", "battle remove", craft="y1")
    assert "Y1" not in (await fight.use("vik", "battle status")).text()
    await fight.use("ada", "battle add", design="hot_rivet", side="Y", hex="1510", facing="D")
    await fight.begin("ada")
    await fight.done("ada")
    assert await fight.turn() == 2


async def test_battles_go_on_side_by_side_in_their_threads(table: Table) -> None:
    one = await new_fight(table, hours=0)
    two = await new_fight(table, host="vik", scenario="escort", hours=0)
    assert one.thread.id != two.thread.id
    assert "### Duel" in (await one.use("visitor", "battle status")).text()
    assert "Barge" in (await two.use("visitor", "battle status")).text()
    assert "no battle in this thread" in (await table.ada.slash(CHANNEL, "battle log")).text()


async def test_a_turn_is_taken_back_when_its_maker_asks_and_the_captains_agree(table: Table) -> None:
    fight = await begun(table)
    assert "so there is nothing to undo" in await fight.refused("ada", "battle undo", reason="Too early")
    for who in ("ada", "vik"):
        await fight.write(who, PLAN)
        await fight.done(who)
    assert await fight.turn() == 2
    assert "Nobody has asked" in await fight.refused("vik", "battle undo")
    assert "Only who made" in await fight.refused("vik", "battle undo", reason="I lost")
    assert "Alpha-Centauri" in (await fight.use("ada", "battle undo", reason="We forgot the planet")).text()
    assert await fight.turn() == 2
    assert "taken back" in (await fight.use("vik", "battle undo")).text()
    assert await fight.turn() == 1
    await table.tick()
    assert "`1-4 accelerate`" in (await fight.use("ada", "plot show")).text()
    for who in ("ada", "vik"):
        await fight.done(who)
    assert await fight.turn() == 2
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=1)).text()
