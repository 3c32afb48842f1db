"""Dice that somebody would know before they fall, or have fallen as it suits them, without anybody reading of it."""

import re
from typing import Final

from harness.attack.trial import Trial
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.dice import Dice
from rules.roll_notation.explain import explain
from rules.roll_notation.resolve import resolve
from rules.roll_notation.tree import parse
from sandbox.reply import Reply
from storage import governors, orders
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.governed.ai_turns import key_of

FORETOLD: Final = "docs/verify.md: nothing is rolled from a seed that is told"
CHOSEN: Final = "docs/verify.md: nobody works out from a told seed what a side that the bot leads chooses at random"
DRAWS: Final = "docs/verify.md: each draw of a what-if's dice is on record, and told with its number when one is used"
PROMISED: Final = re.compile(r"[Pp]romise stood before|[Pp]romised when the turn opened|seed committed as")
ROLLS_MADE: Final = 4
ROLL_NOTATION: Final = "3d1000"
TURNS_PLAYED: Final = 2


async def shown_seeds(table: Table) -> dict[int, bytes]:
    """The seeds that anybody finds in /turn dice, by turn; of a turn that was played twice the last."""
    reply = await table.visitor.slash(CHANNEL, "turn dice")
    [file] = [each for each in reply.attachments if each.filename == "dice.md"]
    found = re.findall(r"Turn (\d+).*?: seed `([0-9a-f]{64})`", file.read().decode())
    return {int(turn): bytes.fromhex(seed) for turn, seed in found}


async def _foretold(table: Table, who: str) -> None:
    """Somebody rolls, and what they roll is held against what each told seed would have given them."""
    human, seeds = table.human(who), await shown_seeds(table)
    assert seeds, "there is a told seed to foretell from"
    dice = {turn: Dice(seed, table.game_id, turn) for turn, seed in seeds.items()}
    for at in range(1, ROLLS_MADE + 1):
        reply = await human.slash(CHANNEL, "roll", dice=ROLL_NOTATION)
        for turn, known in dice.items():
            texts = [
                explain(resolve(parse(ROLL_NOTATION), known, f"roll/{human.id}/{number}"))
                for number in range(1, at + 1)
            ]
            found = [text for text in texts if text in reply.text()]
            assert not found, f"{who}'s roll was foretold by the told seed of turn {turn}: {found[0]}"


async def _after_the_end(table: Table) -> None:
    """A campaign is over, the seed of its open turn is told, and everybody rolls in its channel."""
    await table.start(review=False)
    await table.advance()
    asked = await table.gm.slash(CHANNEL, "campaign finish", reason="A good end.")
    await table.gm.click(asked, "Yes, end it")
    await table.settle()
    assert (await table.game()).status == "finished"
    for who in ("ada", "dom", "visitor"):
        await _foretold(table, who)


async def _drawn(table: Table, draws: int) -> Reply:
    """The last turn forked and other dice drawn so often; the panel."""
    panel = await table.gm.click(await table.gm.slash(CHANNEL, "gm whatif"), "Turn 1, published")
    for at in range(draws):
        panel = await table.gm.click(panel, "Other dice")
        if at + 1 < draws:
            panel = await table.gm.click(panel, "The turn's dice")
    return panel


async def _picked(table: Table) -> None:
    """A game master draws dice for a turn they have seen until they like them, throws a what-if away in between, and adopts."""
    await table.start(review=False)
    await table.advance()
    await table.gm.click(await _drawn(table, 3), "Throw it away")
    seen = await table.gm.click(await _drawn(table, 2), "What would be different")
    posts = len(table.visitor.messages(CHANNEL, 200))
    await table.gm.click(seen, "Adopt")
    await table.settle()
    posted = "\n".join(post.text() for post in table.visitor.messages(CHANNEL, 200)[posts:])
    assert "draw 5 of 5" in posted, f"nobody is told how often dice were drawn: {posted[:500]}"
    asked = await table.visitor.slash(CHANNEL, "turn dice")
    lines = asked.attachments[0].read().decode().splitlines()
    [line] = [each for each in lines if each.startswith("- Turn 1:")]
    assert "draw 5 of 5" in line, f"/turn dice does not say so: {line}"
    assert not PROMISED.search(line), f"dice drawn after the turn was seen are called promised: {line}"
    letters = "\n".join(post.text() for post in table.ada.messages(table.room("ada"), 50))
    assert "draw 5 of 5" in posted + letters
    log = (await table.gm.slash(CHANNEL, "gm audit")).text()
    assert log.count("whatif.drawn") == 5 or "drawn" in log, f"draws are not on record: {log[:400]}"


async def _governors_choices(table: Table) -> None:
    """Somebody who knows all that a side of the bot's sees, and the told seeds, works out what it ordered."""
    await table.start("four_empires", review=False, sides=("humans", "dominators", "oolab"), begin=False)
    await table.gm.slash(CHANNEL, "gm seat bot_player", side="vermin", character="explorer", strength="hard")
    await table.gm.slash(CHANNEL, "campaign begin")
    await table.settle()
    views = []
    for _ in range(TURNS_PLAYED):
        await table.tick()
        views.append(await table.view("vermin"))
        await table.advance()
    seeds = await shown_seeds(table)
    same = []
    for view in views:
        async with table.services.storage.reading() as tx:
            memory = await governors.memory_before(tx, table.game_id, "vermin", view.turn)
            given = [
                row.order for row in orders.rows_in_force(await orders.of_side(tx, table.game_id, view.turn, "vermin"))
            ]
        plan = govern(view, Profile("explorer", "hard"), key_of(seeds[view.turn], "vermin"), memory, ())
        assert given, "the bot orders something"
        same.append([one.order for one in plan.orders] == given)
    assert not all(same), "every order of the bot's is worked out from the told seeds"


DICE_TRIALS: Final = (
    Trial("rolls after the end of a campaign are foretold", FORETOLD, _after_the_end),
    Trial("dice drawn again and again until they suit the game master", DRAWS, _picked),
    Trial("what a governor chooses is worked out from the told seed", CHOSEN, _governors_choices),
)
