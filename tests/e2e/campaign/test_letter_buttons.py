"""What a letter tells its reader to type, they can press: replies, offers, seats, races, the atlas, the dice."""

from collections.abc import Iterator

from playtest.player import GIVE_BUTTON
from sandbox.model import Channel
from sandbox.reply import SeenMessage
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_founding import founded
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.letter_buttons import NAMED_COMMANDS, RUN
from umpire.outbox.named_commands import named_in

EPHEMERAL = 64
"""The flag of an answer for one person's eyes, which is no letter."""
STALE = "is no longer open"


def letters(table: Table, *people: str) -> Iterator[SeenMessage]:
    """All messages that these people can read, once each."""
    seen: set[int] = set()
    for who in people:
        human = table.human(who)
        places: list[Channel | str] = [CHANNEL, *human.threads(CHANNEL)]
        for place in places:
            for message in human.messages(place, 500):
                own = message.payload["author"].get("bot") and not message.payload.get("flags", 0) & EPHEMERAL
                if own and message.id not in seen:
                    seen.add(message.id)
                    yield message


def lacking(message: SeenMessage) -> list[str]:
    """Commands that a letter names and has no button for."""
    labels = {button.label for button in message.buttons}
    return [name for name in named_in(message.text(), NAMED_COMMANDS) if NAMED_COMMANDS[name].label not in labels]


async def test_letters_of_a_campaign_have_a_button_for_what_they_name(table: Table) -> None:
    await table.start(review=False)
    await amended(table, "decree embassy", one="humans", other="dominators")
    await table.settle()

    # A letter is answered where it stands.
    await table.ask("dom", "treaty message", side="humans", text="Peace? /campaign leave")
    await table.settle()
    letter = table.last_in_room("ada")
    assert [button.label for button in letter.buttons] == ["Reply"], "others' words make no button"
    form = await table.ada.click(letter, "Reply")
    answered = await table.ada.submit(form, {"text": "Peace it is."})
    assert "✔ Sent to **The Dominion**; the game master has a copy." in answered.text()
    await table.settle()
    assert "> Peace it is." in table.last_in_room("dom").text()
    assert "this is for players" in (await table.gm.click(letter, "Reply")).text()

    # An offer of trade is taken below the report that tells of it.
    await give(
        table, "dom", Given("treaty offer", 'trade "Human Union" limited', {"side": "humans", "level": "limited"})
    )
    await table.advance()
    packet = table.last_in_room("ada")
    refused = await table.ada.click(packet, "Decline: trade with The Dominion")
    assert "Before you give this order" in refused.text()
    preview = await table.ada.click(packet, "Accept: trade with The Dominion")
    assert "accept" in preview.text().casefold()
    assert "✔" in (await table.ada.click(preview, GIVE_BUTTON)).text()
    atlas = await table.ada.click(packet, "Atlas")
    assert [file.filename for file in atlas.attachments] == ["atlas.html"]
    await table.advance()
    assert STALE in (await table.ada.click(packet, "Accept: trade with The Dominion")).text()

    # What is named is done as by the command; a form asks for what it needs.
    told = table.visitor.last(CHANNEL)
    assert "turn 2 is resolved" in told.text()
    dice = await table.visitor.click(told, "Dice")
    assert "SHA-256 of the seed is" in dice.text()
    assert dice.ephemeral
    wrong = [f"{message.text()[:60]!r} lacks {lacking(message)}" for message in letters(table, "gm", "ada", "dom")]
    assert "\n".join(line for line in wrong if not line.endswith("[]")) == ""
    welcome = next(message for message in letters(table, "ada") if "Welcome to" in message.text())
    assert [button.label for button in welcome.buttons] == [
        "Your first turn, step by step", "Dossier", "My orders", "Map", "Atlas", "Dice",
    ]  # fmt: skip
    dossier = await table.ada.click(welcome, "Dossier")
    assert "dossier.html" in {file.filename for file in dossier.attachments}
    step = await table.ada.click(dossier, "On with the first turn")
    assert "2 of 6: Send somebody out" in step.text()


async def test_a_founded_campaign_is_joined_and_its_races_looked_at_by_buttons(table: Table) -> None:
    await founded(table, seats=3)
    notice = next(message for message in table.visitor.messages(CHANNEL, 50) if "is founded" in message.text())
    assert {"Join", "Design my race", "Rules"} <= {button.label for button in notice.buttons}
    offered = await table.ola.click(notice, "Join")
    assert offered.ephemeral
    assert "Open seats of" in offered.text()
    lead = next(button.label for button in offered.buttons if button.label.startswith("Lead "))
    assert "leads" in (await table.ola.click(offered, lead)).text()
    again = await table.ola.click(notice, "Join")
    assert lead not in {button.label for button in again.buttons}
    rules = await table.visitor.click(notice, "Rules")
    assert "The plan of" in rules.text()
    assert RUN == "run-command"


async def test_a_public_answer_has_one_button_for_each_command_that_it_names(table: Table) -> None:
    made = await table.gm.slash(CHANNEL, "campaign create", name="G", scenario="duel_small", schedule="every 24h")
    assert "Take one with /campaign join" in made.text()
    assert [button.label for button in made.buttons] == ["Join", "Begin"]
