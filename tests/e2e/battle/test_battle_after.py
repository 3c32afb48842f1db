"""A battle from its briefing to its ending, and once more: what its first and last posts hold, and what may be pressed there."""

from sandbox.reply import SeenMessage
from tests.e2e.battle.battle_kit import Fight, begun, new_fight
from tests.e2e.kit import CHANNEL, Table

PICTURE, TEXT = 12, 10


def post(table: Table, fight: Fight, words: str) -> SeenMessage:
    """The one message of the thread with these words."""
    (found,) = [seen for seen in table.visitor.messages(fight.thread, 200) if words in seen.text()]
    return found


def parts(seen: SeenMessage) -> list[int]:
    """The kinds of the parts of a post, in order."""
    return [one["type"] for one in seen.payload["components"][0]["components"]]


async def conceded(table: Table, fight: Fight, who: str = "vik") -> SeenMessage:
    """Somebody gives up; the last post."""
    await fight.concede(who)
    assert await fight.over()
    return post(table, fight, "is over after turn")


async def test_the_first_post_is_a_briefing_with_the_map_above_it(table: Table) -> None:
    fight = await begun(table)
    opening = post(table, fight, "**Alpha-Centauri** against **Sol**")
    assert parts(opening)[:2] == [PICTURE, TEXT]
    assert [file.filename for file in opening.attachments] == ["map.png"]
    text = opening.text()
    for said in ("### Duel", "S1 Kestrel Vee: 4 lasers", "The aim: ", "Press **Plot** first", "dice promised"):
        assert said in text, text
    assert [button.label for button in opening.buttons] == ["Plot", "Done", "Stance", "Weapons", "Map"]


async def test_the_last_post_says_how_it_was_won_and_shows_the_whole_of_it(table: Table) -> None:
    fight = await begun(table)
    last = await conceded(table, fight)
    text = last.text()
    assert "Sol has won" in text
    assert "Alpha-Centauri gave up." in text
    assert "**Hot Rivet** (Alpha-Centauri) gives up" in text
    labels = [button.label for button in last.buttons]
    assert labels[:4] == ["Replay all", "Atlas", "Rematch", "Change sides"]
    assert "Keep the survivors" in labels
    whole = await fight.press("visitor", last, "Replay all")
    assert "the whole truth" in whole.text()
    assert [file.filename for file in (await fight.press("vik", last, "Atlas")).attachments] == ["atlas.html"]
    assert "not over" not in (await fight.press("ada", last, "Log")).text()


async def test_a_player_has_one_message_that_asks_and_at_last_says_how_it_ended(table: Table) -> None:
    fight = await begun(table)
    for turn in (1, 2):
        for who in ("ada", "vik"):
            asked = [seen for seen in table.human(who).messages(table.human(who).open_dm()) if "Duel" in seen.text()]
            assert len(asked) == 1
            assert f"turn {turn}: you are asked to decide" in asked[0].text()
            await fight.done(who)
    await conceded(table, fight)
    for who in ("ada", "vik"):
        (told,) = [seen for seen in table.human(who).messages(table.human(who).open_dm()) if "Duel" in seen.text()]
        assert f"Sol has won. <#{fight.thread.id}>" in told.text()
        assert "asked" not in told.text()


async def test_a_rematch_against_stances_begins_at_once_under_a_name_of_its_own(table: Table) -> None:
    fight = await new_fight(table, side="S", against="aggressive", hours=0)
    last = await conceded(table, fight, "ada")
    assert "Only its captains" in (await fight.press("visitor", last, "Rematch")).text()
    again = await fight.press("ada", last, "Change sides")
    assert "✔ **Duel 2** is made" in again.text()
    assert "It has begun" in again.text()
    assert "A rematch is on already" in (await fight.press("ada", last, "Change sides")).text()
    await table.tick()
    (thread,) = [each for each in table.ada.threads(CHANNEL) if each.name == "Duel 2"]
    assert "Alpha-Centauri** <@" in (await table.ada.slash(thread, "battle status")).text()


async def test_in_a_rematch_of_two_the_other_takes_their_side_by_a_button(table: Table) -> None:
    fight = await begun(table)
    last = await conceded(table, fight)
    again = (await fight.press("vik", last, "Rematch")).text()
    assert f"{table.ada.mention} takes **Sol** there" in again
    await table.tick()
    (thread,) = [each for each in table.ada.threads(CHANNEL) if each.name == "Duel 2"]
    panel = next(seen for seen in table.ada.messages(thread) if seen.buttons)
    assert "Take Sol" in [button.label for button in panel.buttons]
    assert "Take Alpha-Centauri" not in [button.label for button in panel.buttons]


async def test_craft_come_in_groups_with_one_stance_each(table: Table) -> None:
    fight = await new_fight(table, scenario="escort", side="H", against="aggressive", hours=0)
    opening = post(table, fight, "**Human-Centauri** against **Sirius**")
    panel = await fight.press("ada", opening, "Stance")
    assert "**Line**" in panel.text()
    assert "**Fighters**" in panel.text()
    after = await table.ada.select(panel, "Stance of your fighters (3)", "flee")
    assert "Your fighters (3 craft) follow the stance flee" in after.text()
    lines = [line for line in after.text().splitlines() if line.startswith("- ")]
    assert [line.split(": ")[1].split(",")[0] == "flee" for line in lines] == [False, False, True, True, True]
