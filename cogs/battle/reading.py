"""A battle read: its log by turn with numbered lines, why a line came out as it did."""

from cogs.battle.context import sight_here
from cogs.bouts.logs import check_line, say_log, say_why
from cogs.common.bot_services import Interaction, services_of
from render.battle.log import sentence, why
from rules.pentagon_war.turn.steps import where
from umpire.battle.battle_files import log_of
from umpire.battle.side_view import Turn, turn_seen


async def log_here(interaction: Interaction, turn: int | None) -> None:
    """The log of a turn as the asker's side was told it."""
    played = await _turn(interaction, turn)
    await say_log(interaction, played.number, list(log_of(played.view, played.events, numbered=True)), "/battle why")


async def why_here(interaction: Interaction, line: int, turn: int | None) -> None:
    """The rule, the modifiers and the dice behind a numbered line."""
    played = await _turn(interaction, turn)
    check_line(line, len(played.events), played.number)
    event = played.events[line - 1]
    told = sentence(event, played.view)
    await say_why(interaction, line, told, f"At {where(event.at)}", why(event), event.cause.rule)


async def _turn(interaction: Interaction, turn: int | None) -> Turn:
    _, seen = await sight_here(interaction)
    return await turn_seen(services_of(interaction), seen, turn)
