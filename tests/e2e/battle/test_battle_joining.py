"""Captains who come late, leave and take over: in every phase they can play, and the thread says when."""

from tests.e2e.battle.battle_kit import Fight, begun, new_fight
from tests.e2e.kit import CHANNEL, Table

PLAN = "1-4 accelerate\nstop when impulse >= 3"


async def alone(table: Table, **options: object) -> Fight:
    """Ada's duel, begun while nobody plays Alpha-Centauri."""
    return await begun(table, {"ada": "S"}, **options)


async def test_a_side_without_a_captain_is_asked_about_before_a_battle_begins(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    await fight.use("ada", "battle join", side="S")
    asked = await fight.use("ada", "battle begin")
    assert "**Alpha-Centauri** has no captain" in asked.text()
    await fight.press("ada", asked, "Not yet")
    assert "All sides are taken" in (await fight.use("vik", "battle join", side="A")).text()
    assert "turn 1 is open" in (await fight.use("ada", "battle begin")).text()


async def test_who_joins_before_the_first_turn_is_played_is_asked_at_once(table: Table) -> None:
    fight = await alone(table)
    joined = (await fight.use("vik", "battle join", side="A")).text()
    assert "Turn 1 waits for them now" in joined
    assert "Waiting for Alpha-Centauri, Sol." in (await fight.use("visitor", "battle status")).text()
    assert "1. `1-4 accelerate`" in (await fight.write("vik", PLAN)).text()
    await fight.done("ada")
    assert await fight.turn() == 1
    await fight.done("vik")
    for _ in range(3):
        if await fight.turn() == 2:
            break
        await fight.done("vik")
    assert await fight.turn() == 2
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=1)).text()


async def test_who_joins_while_a_turn_is_under_way_plays_from_the_next_and_is_told_so(table: Table) -> None:
    fight = await alone(table)
    await fight.write("ada", PLAN)
    await fight.done("ada")
    assert "impulse 3" in (await fight.use("ada", "battle status")).text()
    joined = (await fight.use("vik", "battle join", side="A")).text()
    assert "Turn 1 is under way" in joined
    assert "turn 2 will" in joined
    assert "You are asked" in await fight.refused("vik", "plot stance", stance="flee")
    assert "when turn 2 opens" in await fight.refused("vik", "plot done")
    await fight.done("ada")
    assert await fight.turn() == 2
    assert "Waiting for Alpha-Centauri, Sol." in (await fight.use("visitor", "battle status")).text()
    await fight.write("vik", "1 accelerate")
    await fight.done("vik")
    await fight.done("ada")
    assert await fight.turn() == 3
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=1)).text()
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=2)).text()


async def test_who_joins_a_battle_by_segments_is_asked_at_its_next_step(table: Table) -> None:
    fight = await alone(table, pace="segments")
    await fight.done("ada")
    await fight.use("vik", "battle join", side="A")
    for _ in range(4):
        if "You are asked" in (await fight.use("vik", "battle status")).text():
            break
        await fight.done("ada")
    assert "You are asked" in (await fight.use("vik", "battle status")).text()
    await fight.done("vik")


async def test_a_side_is_left_and_taken_over_in_every_phase(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    await fight.use("ada", "battle join", side="S")
    await fight.use("vik", "battle join", side="A")
    assert "free again" in await fight.leave("vik")
    assert "plays" in (await fight.use("vik", "battle join", side="A")).text()
    await fight.begin("ada")
    left = await fight.leave("vik")
    assert (
        "Until somebody takes it with /battle join, as soon as all other players are done, its stances play it" in left
    )
    assert "waits for them now" in (await fight.use("dom", "battle join", side="A")).text()
    await fight.done("dom")
    await fight.leave("dom")
    assert "What was sent for turn 1 stays" in (await fight.use("dom", "battle join", side="A")).text()
    await fight.leave("dom")
    await fight.done("ada")
    assert await fight.turn() == 2
    await fight.done("ada")
    assert await fight.turn() == 3


async def test_a_turn_taken_back_still_asks_who_came_late(table: Table) -> None:
    fight = await alone(table)
    await fight.use("vik", "battle join", side="A")
    for who in ("ada", "vik"):
        await fight.done(who)
    assert await fight.turn() == 2
    await fight.use("ada", "battle undo", reason="The wrong planet")
    await fight.use("vik", "battle undo")
    assert await fight.turn() == 1
    await table.tick()
    assert "Waiting for Alpha-Centauri, Sol." in (await fight.use("visitor", "battle status")).text()


async def test_the_opening_panel_seats_both_captains_and_begins_by_taps(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    panel = table.human("vik").last(fight.thread)
    assert "**Sol** *free*" in panel.text()
    await fight.press("vik", panel, "Take Alpha-Centauri")
    panel = table.ada.last(fight.thread)
    assert "plays **Alpha-Centauri**" in panel.text()
    assert [button.label for button in panel.buttons if button.label.startswith("Take")] == ["Take Sol"]
    refused = await table.vik.click(panel, "Begin")
    assert "Only who made this battle" in refused.text()
    await fight.press("ada", panel, "Take Sol")
    begun_ = await fight.press("ada", table.ada.last(fight.thread), "Begin")
    assert "turn 1 is open" in begun_.text()
    assert await fight.turn() == 1
    late = await table.ada.click(panel, "Begin")
    assert "has begun" in late.text()


async def test_nobody_passes_a_side_on_to_themselves(table: Table) -> None:
    fight = await begun(table)
    before = len(table.vik.messages(fight.thread))
    told = await fight.refused("ada", "battle leave", deputy=table.ada.id)
    assert "You play it already" in told
    assert len(table.vik.messages(fight.thread)) == before, "the thread hears nothing of it"


async def test_a_battle_is_made_with_a_side_by_the_name_that_the_bot_shows(table: Table) -> None:
    told = (await table.vik.slash(CHANNEL, "battle new", scenario="duel", side="Mars")).text()
    assert "is not a side of this battle. Its sides are: Sol, Alpha-Centauri" in told, told
    told = (await table.vik.slash(CHANNEL, "battle new", scenario="duel", side="sol")).text()
    assert f"**Sol** {table.vik.mention}" in told, told


async def test_a_side_is_joined_by_the_name_that_the_bot_shows(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    told = (await fight.use("ada", "battle join", side="Alpha-Centauri")).text()
    assert "plays" in told, told
