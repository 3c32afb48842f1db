"""A campaign of two people and two governors through three weeks away: a deputy, the return, the ladder, a seat handed over."""

import asyncio

from playtest.player import GIVE_BUTTON
from rules.cluster_war.play.governors.profile import Profile
from sandbox.reply import SeenMessage
from tests.e2e.campaign.dashboard_kit import dashboard_of, standing
from tests.e2e.kit import CHANNEL, Table
from tests.patience import WAIT_SECONDS
from umpire.campaign.governed.ai_sides import assign_ai
from umpire.campaign.governed.ai_turns import GOVERNOR_USER_ID

OUR_FAULT = "Something went wrong"


async def begun(table: Table) -> None:
    """Ada leads the Humans, Dom the Dominators, governors the two others; turns are due each week and published at once."""
    await table.start("four_empires", sides=("humans", "dominators"), schedule="every 7d", review=False)
    for side, character in (("vermin", "raider"), ("oolab", "trader")):
        await assign_ai(table.services, table.game_id, side, Profile(character), "seat", "test")  # type: ignore[arg-type] # words


async def week(table: Table) -> None:
    """A turn passes by its deadline."""
    before = (await table.game()).turn
    table.clock.forward(days=7, minutes=1)
    for _ in range(4):
        await table.tick()
        if (await table.game()).turn > before:
            break
    assert (await table.game()).turn == before + 1
    await table.tick()


async def until_inside(table: Table, who: str, thread: object, *, inside: bool) -> None:
    """Until somebody is in a thread, or out of it."""
    async with asyncio.timeout(WAIT_SECONDS):
        while (table.human(who).id in thread.thread_members) != inside:  # type: ignore[attr-defined] # noqa: ASYNC110 # a channel; nothing tells
            await asyncio.sleep(0.2)


def posts(table: Table, words: str) -> list[SeenMessage]:
    """What stands in the campaign's channel with these words."""
    return [seen for seen in table.gm.messages(CHANNEL, 200) if words in seen.text()]


async def test_three_weeks_away_with_a_deputy_and_back(table: Table) -> None:
    await begun(table)
    ada, friend = table.ada, table.visitor
    thread = table.room("ada")
    asked = await ada.slash(CHANNEL, "away deputy", member=friend.id, powers="careful")
    assert "all that your side knows" in asked.text()
    assert "acts for you while you are away" in (await ada.click(asked, "Yes, they may")).text()
    assert friend.id not in thread.thread_members
    assert "hold no seat" in (await friend.slash(CHANNEL, "orders show")).text()
    refused = await ada.slash(CHANNEL, "away deputy", member=table.dom.id)
    assert "two sides' secrets" in refused.text()

    planned = await ada.slash(CHANNEL, "away plan", until="20 days", word="Sailing ⛵ @everyone")
    assert "21 days" in planned.text()
    await table.tick()
    assert len(posts(table, "Sailing")) == 1
    await until_inside(table, "visitor", thread, inside=True)
    assert "(away)" in (await table.dom.slash(CHANNEL, "campaign players")).text()
    assert "Sailing" in (await table.dom.slash(CHANNEL, "away list")).text()

    wrong = await friend.slash(CHANNEL, "orders write", line='ask "May we make peace?"')
    assert "beyond that" in (await friend.click(wrong, GIVE_BUTTON)).text()
    right = await friend.slash(CHANNEL, "orders write", line='rename "Lantern One" to "Kept Warm"')
    receipt = await friend.click(right, GIVE_BUTTON)
    assert f"by {friend.mention}" in receipt.text()
    assert "A deputy acts for you" in dashboard_of(table, "ada").text()
    for forbidden in ("campaign leave", "away review", "away back"):
        answer = (await friend.slash(CHANNEL, forbidden)).text()
        assert "⚠" in answer, answer
    await week(table)
    await week(table)
    assert "Kept Warm" in (await friend.slash(thread, "fleet list")).text()
    assert any("given for you by a deputy" in seen.text() for seen in ada.messages(thread, 50))

    right = await friend.slash(CHANNEL, "orders write", line='rename "Kept Warm" to "Third Week"')
    await friend.click(right, GIVE_BUTTON)
    back = await ada.click(dashboard_of(table, "ada"), "I am back")
    assert "nobody else acts" in back.text()
    assert OUR_FAULT not in (await ada.click(dashboard_of(table, "ada"), "Away")).text()
    await table.tick()
    await until_inside(table, "visitor", thread, inside=False)
    assert "hold no seat" in (await friend.slash(CHANNEL, "orders show")).text()
    shown = await ada.slash(CHANNEL, "away review")
    assert "Third Week" in shown.text()
    assert "Turn 1" in shown.text()
    assert friend.mention in shown.text()
    taken = await ada.click(shown, "Take all of it back")
    assert "1 taken back" in taken.text()
    assert "nothing ordered yet" in (await ada.slash(CHANNEL, "orders show")).text()
    assert "(away)" not in (await table.dom.slash(CHANNEL, "campaign players")).text()
    assert len(posts(table, "Sailing")) == 1


async def test_who_misses_turns_is_reminded_deputised_and_their_seat_is_handed_over(table: Table) -> None:
    await begun(table)
    dom, heir = table.dom, table.ola
    room = table.room("dom")

    def told(words: str) -> int:
        return sum(words in seen.text() for seen in dom.messages(room, 200))

    async def played() -> None:
        await table.ada.click(dashboard_of(table, "ada"), "I am ready")
        await week(table)

    await played()
    assert told("had no orders from you in turn 1") == 1
    await played()
    assert told("so a deputy acts for") == 1
    assert not posts(table, "has missed")  # that is between them and the game master
    back = await dom.click(dashboard_of(table, "dom"), "I am ready")
    assert "You are back" in back.text()
    await table.tick()
    for _ in range(5):  # the first of them is not missed
        assert not posts(table, "needs a leader")
        await played()
    [offer] = posts(table, "needs a leader")
    assert "The Dominion" in offer.text()
    assert "hold no seat" in (await dom.slash(CHANNEL, "orders show")).text()

    taken = await heir.click(offer, "Lead The Dominion")
    assert f"{heir.mention} leads" in taken.text()
    twice = await table.visitor.click(offer, "Lead The Dominion")
    assert "has a player already" in twice.text()
    table.flags["ola"] = table.flags["dom"]
    await table.tick()
    [welcome] = [seen for seen in heir.messages(room, 200) if "Welcome to" in seen.text() and "you lead" in seen.text()]
    page = await heir.click(welcome, "Dossier")
    assert "Status" in page.text()
    assert {file.filename for file in page.attachments} == {"dossier.html", "map.png", "campaign.gif"}
    html = next(file for file in page.attachments if file.filename == "dossier.html").read().decode()
    for heading in ("To decide now", "Status", "Whom it deals with", "What it planned"):
        assert heading in html
    assert "Human Union" not in html.partition("Turn ")[0]  # the Dominators have not met them
    other = await table.ada.click(welcome, "Dossier") if table.ada.id in room.thread_members else None
    assert other is None
    step = await heir.click(welcome, "Your first turn, step by step")
    assert "1 of 6: Look" in step.text()
    step = await heir.click(step, "Next")
    assert "2 of 6: Send somebody out" in step.text()
    listed = await heir.click(step, "Explore")
    assert "Where you have not been" in listed.text()
    step = await heir.click(await heir.click(welcome, "Your first turn, step by step"), "Next")
    for name in ("3 of 6: Let your worlds grow", "4 of 6: Build", "5 of 6: Research", "6 of 6: Say that you are ready"):
        step = await heir.click(step, "Next")
        assert name in step.text()
    assert "✔ You are ready" in (await heir.click(step, "I am ready")).text()


async def test_time_from_the_bank_by_buttons_once_however_often_pressed(table: Table) -> None:
    await begun(table)
    before = (await table.game()).deadline
    assert before is not None
    panel = await table.ada.click(dashboard_of(table, "ada"), "More time")
    assert "48 hours left" in panel.text()
    both = await asyncio.gather(*(table.ada.click(panel, "6 hours later") for _ in range(2)))
    for each in both:
        assert "42 hours left" in each.text()
    assert (await table.game()).deadline == before + 6 * 3600
    await table.settle()
    assert len(posts(table, "takes 6 hours")) == 1
    assert "In one turn 24 hours" in (await table.ada.slash(CHANNEL, "away more", hours=19)).text()
    assert "no seat" in (await table.visitor.slash(CHANNEL, "away more", hours=1)).text()
    theirs = await table.dom.click(dashboard_of(table, "dom"), "More time")
    assert "48 hours left" in theirs.text()


async def test_the_game_masters_rules_and_bad_input_at_the_table(table: Table) -> None:
    await begun(table)
    refused = await table.ada.slash(CHANNEL, "away rules", bank=100)
    assert "Only the game master" in refused.text()
    set_ = await table.gm.slash(
        CHANNEL, "away rules", calendar="gm", bank="10 h", asks=True, remind=2, deputy=0, open=3
    )
    assert "game master alone" in set_.text()
    assert "after 2 missed turns the player is reminded; after 3 missed turns the seat is open" in set_.text()
    assert "come one after the other" in (await table.gm.slash(CHANNEL, "away rules", remind=3)).text()
    for hours, holds in (("5", 15), ("1 day 6 hours", 45), ("-1 day", 21)):
        granted = await table.gm.slash(CHANNEL, "away grant", side=table.flags["ada"], hours=hours)
        assert f"holds {holds} hours" in granted.text()
    for hours, says in (
        ("1 month", "no fixed length"),
        ("90 min", "whole hours"),
        ("700h", "1 to 672 hours, not `700h`"),
    ):
        assert says in (await table.ada.slash(CHANNEL, "away more", hours=hours)).text()
    assert "has a player" in (await table.gm.slash(CHANNEL, "away offer", side=table.flags["ada"])).text()
    for until, says in (
        ("2020-01-01", "over already"), ("🏖️", "A day is written like"), ("999 days", "180 days at once"),
    ):  # fmt: skip
        answer = (await table.ada.slash(CHANNEL, "away plan", until=until)).text()
        assert says in answer, answer
    form = await table.ada.click(await table.ada.click(dashboard_of(table, "ada"), "Away"), "Days of my own")
    sent = await table.ada.submit(form, {"from": "Friday", "until": "tomorrow", "word": "x" * 90})
    assert "before it begins" in sent.text() or "away" in sent.text()
    await table.ada.slash(CHANNEL, "away plan", until="3 days")
    await table.tick()
    assert not posts(table, "is away")
    assert "Human Union" not in (await table.dom.slash(CHANNEL, "away list")).text()
    assert "Human Union" in (await table.gm.slash(CHANNEL, "away list")).text()
    assert "Welcome back" in (await table.ada.slash(CHANNEL, "away back")).text()
    assert "not away now" in (await table.ada.slash(CHANNEL, "away back")).text()


async def test_the_bot_stands_in_in_the_players_own_style_marked_and_until_they_are_back(table: Table) -> None:
    await begun(table)
    for line in ('facility 1 shipyard at "Terra"', 'facility 1 lab at "Terra"', 'build 1 DD at "Terra"'):
        await table.ada.click(await table.ask("ada", "orders write", line=line), GIVE_BUTTON)
    await week(table)
    assert "your own style" in (await table.ask("ada", "away deputy", bot="own")).text()
    assert not await standing(table, "humans")
    await table.ask("ada", "away plan", until="20 days")
    for _ in range(3):
        await table.tick()
    given = await standing(table, "humans")
    assert given
    assert {row.entered_by for row in given} == {GOVERNOR_USER_ID}
    plan = (await table.ask("ada", "campaign bot_player", side="humans")).text()
    assert "builder" in plan
    assert posts(table, "is led by the bot for its player.")
    for who in ("dom", "visitor"):  # in what style would tell them what Ada has ordered
        for command in ("campaign info", "campaign players", "turn status"):
            told = (await table.human(who).slash(CHANNEL, command)).text()
            assert "led by the bot for its player" in told, (who, command)
            assert "builder" not in told, (who, command)
    assert not posts(table, "builder")
    sheet = (await table.ask("ada", "orders show")).text()
    assert "by the bot" in sheet
    listed = await table.ask("ada", "away review")
    assert "the bot" in listed.text()
    back = await table.ada.click(dashboard_of(table, "ada"), "I am back")
    assert "nobody else acts" in back.text()
    await week(table)
    assert not await standing(table, "humans"), "it stopped the moment they were back"


async def test_in_what_character_the_bot_leads_on_for_who_gave_the_seat_up_is_told_to_nobody(table: Table) -> None:
    await begun(table)
    await table.ask("ada", "away deputy", bot="hermit")
    await table.ask("ada", "away plan", until="20 days")
    for _ in range(3):
        await table.tick()
    await table.leave("ada")
    await week(table)
    for who in ("dom", "visitor", "ada"):
        for command in ("campaign info", "campaign players", "turn status"):
            told = (await table.human(who).slash(CHANNEL, command)).text()
            assert "led by the bot, which was its player's deputy" in told, (who, command)
            assert "hermit" not in told, (who, command)
    assert not posts(table, "hermit")
    assert await standing(table, "humans"), "it leads on"
