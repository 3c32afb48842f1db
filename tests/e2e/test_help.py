"""/help in a person's hands: anybody, anywhere, by command, list and button."""

import re

from cogs.shell.faces import FACES
from rules.values import changed
from tests.e2e.kit import CHANNEL, Table


async def test_a_newcomer_reads_help_before_there_is_any_campaign(table: Table) -> None:
    first = await table.visitor.slash("welcome", "help")
    assert first.ephemeral
    assert "/campaign join" in first.text()
    orders = await table.visitor.click(first, "orders")
    assert "Giving orders" in orders.text()
    assert "Your first five minutes" not in orders.text()
    offered = await table.visitor.autocomplete("welcome", "help", "topic", "dic")
    assert [choice.value for choice in offered] == ["dice"]
    unknown = await table.visitor.slash("welcome", "help", topic="`@everyone")
    assert "There is no help on" in unknown.text()


async def first_offer() -> tuple[str, str | None]:
    """What a newcomer is told of a first game, and the label of its button; of no game the first topic's."""
    face = next((face for face in FACES.values() if face.first is not None), None)
    if face is None or face.first is None:
        return "", "start"
    button = await face.first(None)
    assert button is not None
    return "**New here?** " + face.first_line.partition("(")[0], button.label


async def test_help_works_in_a_direct_message_and_in_a_game(table: Table) -> None:
    await table.start()
    mine = (await table.ada.slash(CHANNEL, "help")).text()
    assert "You lead **" in mine
    assert "Turn 1 is open for orders" in mine
    assert "holds 0 orders" in mine
    assert "New here?" not in mine
    assert re.search(r"</fleet move:\d+>", mine), "a command that can be pressed"
    await table.ask("vik", "orders write", line='ask "Anybody there?"')
    masters = (await table.gm.slash(CHANNEL, "help")).text()
    assert "You are the game master" in masters
    assert "No question waits for you." in masters
    newcomers = await table.visitor.slash(CHANNEL, "help")
    line, label = await first_offer()
    assert line in newcomers.text()
    assert newcomers.buttons[0].label == label
    for name in ("ada", "gm"):
        asked = await table.human(name).slash(CHANNEL, "help")
        assert asked.buttons[0].label == "start", "who plays here already is offered no other game first"
    assert "How a turn goes" in (await table.ada.slash(CHANNEL, "help", topic="turn")).text()
    assert "first five minutes" in (await table.ada.slash(table.ada.open_dm(), "help")).text()


async def test_help_on_a_command_tells_its_options_and_the_nearest_for_one_there_is_not(table: Table) -> None:
    told = (await table.visitor.slash("welcome", "help", command="/fleet move")).text()
    assert re.match(r"### </fleet move:\d+>", told)
    assert "**to** (needed): Where it ends" in told
    assert "**push** (may be left out)" in told
    assert "fleet split" in told
    offered = await table.visitor.autocomplete("welcome", "help", "command", "/fleet mo")
    assert offered[0].value == "fleet move"
    wrong = (await table.visitor.slash("welcome", "help", command="flet move")).text()
    assert "Did you mean fleet move" in wrong


async def test_before_turn_one_the_game_master_reads_the_way_there_in_their_thread(table: Table) -> None:
    await table.start(begin=False)
    await table.settle()
    [first] = [seen.text() for seen in table.gm.messages(table.room("gm"))]
    assert "Your way to turn 1" in first
    assert "/campaign begin opens turn 1" in first


async def test_a_campaign_begins_with_a_word_on_how_for_everybody_and_for_its_game_master(table: Table) -> None:
    await table.start()
    assert "/help shows how to begin" in table.gm.last(CHANNEL).text()
    assert any("Your first five minutes" in seen.text() for seen in table.gm.messages(table.room("gm")))


async def test_a_rule_leads_to_its_page_where_the_operator_has_a_site(table: Table) -> None:
    assert "](" not in (await table.ask("ada", "rule", rule="CW-8.0-14")).text().partition("\n")[0]
    book = table.client.bot.rulebook
    table.client.bot = changed(table.client.bot, rulebook=changed(book, site="https://example.org/docs"))
    rule = await table.ask("ada", "rule", rule="CW-8.0-14")
    assert "### [CW-8.0-14](<https://example.org/docs/rules/cw-8.html#cw-8.0-14>) " in rule.text()
    ruling = await table.ask("ada", "rule", rule="R-022")
    assert "### [R-022](<https://example.org/docs/rulings/cluster-war-4.html#r-022>) " in ruling.text()
