"""What deputies try: orders beyond their powers by way of what stands from turn to turn, and what outlasts their duty."""

from typing import Final

from harness.attack.trial import Trial, give_line, laid, refused
from sandbox.reply import Reply
from tests.e2e.campaign.dashboard_kit import standing
from tests.e2e.kit import CHANNEL, Table

POWERS_DOCUMENTED: Final = "docs/guide-player.md: what a deputy may do is what you gave them"
ATTACK_LINE: Final = 'ask "I attack everybody at dawn."'
LATER_LINE: Final = f"when turn 2 has come then {ATTACK_LINE}, once"
OWN_LINE: Final = 'every turn: mission "Home Fleet" patrol'


async def on_duty(table: Table, powers: str) -> None:
    """Ada, who leads the Humans and has a standing order, is away, and a visitor with these powers acts for her."""
    await table.start(review=False)
    assert "is laid down" in (await laid(table.ada, OWN_LINE)).text()
    named = await table.ada.slash(CHANNEL, "away deputy", member=table.visitor.id, powers=powers)
    await table.ada.click(named, "Yes, they may")
    assert "You are away" in (await table.ada.slash(CHANNEL, "away plan", until="20 days")).text()
    await table.tick()
    assert "⚠" not in (await table.visitor.slash(CHANNEL, "fleet list")).text(), "a deputy acts"


async def listed(table: Table) -> Reply:
    """What stands from turn to turn, as the player reads it."""
    return await table.ada.slash(CHANNEL, "orders standing")


async def _laid_beyond_powers(table: Table) -> None:
    """A deputy who keeps things running would have an attack given by what they lay down for later."""
    await on_duty(table, "upkeep")
    refused(await give_line(table.visitor, ATTACK_LINE), "beyond that")
    await laid(table.visitor, LATER_LINE)
    await laid(table.visitor, 'every turn: rename "Home Fleet" to "The Deputy\'s Own"')
    await laid(table.visitor, "keep 5000 CPs in reserve")
    await table.advance()
    await table.tick()
    orders = [str(row.order) for row in await standing(table, "humans")]
    assert not any("dawn" in order or "Deputy" in order for order in orders), f"given for the player: {orders}"
    text = (await listed(table)).text()
    assert not [words for words in ("dawn", "5000") if words in text], f"stands on: {text[:400]}"


async def _players_own_taken_off(table: Table) -> None:
    """A deputy, even one of full powers, would remove or change what the player laid down."""
    await on_duty(table, "all")
    for button in ("Remove", "Change"):
        one = await table.visitor.select(await table.visitor.slash(CHANNEL, "orders standing"), "1")
        answer = await table.visitor.click(one, button)
        if button == "Change":
            form = await table.visitor.click(answer, "Change the text")
            answer = await table.visitor.submit(form, {"line": 'every turn: mission "Home Fleet" none'})
            answer = await table.visitor.click(answer, "Lay it down")
        refused(answer, "player's own")
    assert "patrol" in (await listed(table)).text()


async def _outlasts_the_duty(table: Table) -> None:
    """What a deputy of full powers laid down would go on when the player is back, who would not know whose it is."""
    await on_duty(table, "all")
    assert "is laid down" in (await laid(table.visitor, LATER_LINE)).text()
    review = await table.ada.slash(CHANNEL, "away review")
    assert "dawn" in review.text(), f"/away review hides it: {review.text()[:400]}"
    assert table.visitor.mention in review.text(), "/away review does not say who laid it down"
    assert "⚠" not in (await give_line(table.ada, 'ask "Here again."')).text()
    await table.advance()
    await table.tick()
    orders = [str(row.order) for row in await standing(table, "humans")]
    assert not any("dawn" in order for order in orders), f"given after the duty: {orders}"


async def _word_and_ready(table: Table) -> None:
    """A deputy would add a word of theirs to the player's dice."""
    await on_duty(table, "all")
    refused(await table.visitor.slash(CHANNEL, "orders word", word="luck"), "word for the dice")


DEPUTY_TRIALS: Final = (
    Trial("a deputy's standing order beyond their powers", POWERS_DOCUMENTED, _laid_beyond_powers),
    Trial("a deputy takes the player's own standing order off", POWERS_DOCUMENTED, _players_own_taken_off),
    Trial("a deputy's standing order outlasts their duty", POWERS_DOCUMENTED, _outlasts_the_duty),
    Trial("a deputy's word for the player's dice", POWERS_DOCUMENTED, _word_and_ready),
)
