"""Lists the game master turns pages in: open questions and the audit log."""

from cogs.campaign.gm.handlers import gm_context
from cogs.campaign.gm.panels import questions_panel, row
from cogs.campaign.gm.texts import audit_text, questions_text
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.buttons import button_for, data_for
from umpire.campaign.gm import rulings
from umpire.games import audit

AUDIT_PAGE = 15


async def show_questions(interaction: Interaction, *, settled: bool = False, page: int = 0) -> None:
    """What waits for the game master's word, each with its buttons; with `settled` everything there was, as a list."""
    gm = await gm_context(interaction)
    found = await rulings.questions(gm.services, gm.seat, settled=settled)
    if settled or not found:
        await say(interaction, questions_text(gm.game, found))
    else:
        await say(interaction, panel=questions_panel(gm.game, found, page))


async def show_audit(interaction: Interaction, before: int | None = None) -> None:
    """A page of the log, with a button to the one before it in time."""
    gm = await gm_context(interaction)
    rows = await audit.log(gm.services, gm.seat, AUDIT_PAGE, before)
    older = None
    if len(rows) == AUDIT_PAGE:
        older = row(button_for("Older", data_for(gm.game, "gm-audit", str(rows[-1].id))))
    await say(interaction, audit_text(rows), buttons=older)
