"""A replaced player, through the whole bot: the key they read in "why" tells no secret die of their successor's."""

import re

from rules.dice import Dice
from storage import turns
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.views.reports import report

PROJECT = 'research "Beams" at "Mother Mire" steps 9 with 120'
KEY = re.compile(r"research/dominators-P\d+/[^\s`,)]+")


async def test_a_replaced_player_cannot_work_out_the_successors_research(table: Table) -> None:
    await table.start(review=False)
    await table.order("dom", PROJECT)
    await table.advance()
    whys = [(await table.dom.slash(CHANNEL, "turn why", line=line, turn=1)).text() for line in range(1, 9)]
    [read] = {found[0] for found in map(KEY.search, whys) if found}
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert "leads" in replaced.text()
    await table.order("visitor", 'fund "Beams" 120')
    await table.advance()
    async with table.services.storage.reading() as tx:
        row = next(row for row in await turns.of_game(tx, table.game_id) if row.turn == 2)
    rolled = [r for e in (await report(table.services, table.gm_seat(), 2)).events for r in e.cause.rolls]
    [secret] = [roll for roll in rolled if roll.key.startswith("research/dominators")]
    dice = Dice(row.seed, row.dice_name, 2)  # the seed is public now
    assert dice.percent(secret.key) == secret
    assert secret.key.rpartition("/")[0] == read.rpartition("/")[0]
    assert secret.key != read
