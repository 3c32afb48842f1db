"""When turns are due: set at once, or after a second yes where a deadline would come much sooner than players were told."""

from collections.abc import Mapping

from cogs.campaign.common.campaign_context import gm_here
from cogs.common.components import DANGER, ButtonData, Handler, button_for, data_for
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of
from cogs.common.panels import Panel, button_row, text_panel
from rules.values import WrongPhaseError
from umpire.games import games
from umpire.games.games import Game
from umpire.games.moved_deadlines import is_hasty
from umpire.games.options import Schedule, describe_due, parse_schedule
from umpire.games.seat import Seat

GOLD = 0xE8B04A


async def propose_schedule(interaction: Interaction, seat: Seat, schedule: Schedule) -> None:
    """Set a schedule; one that leaves players less than a day, and less than they were told, is asked for again."""
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    due = games.due_by(services, schedule) if game.turn_state == "open" else None
    if not is_hasty(game.deadline, due, services.seconds()):
        await say(interaction, await _set(interaction, seat, schedule))
        return
    rhythm = describe_due(game.options, schedule)
    text = (
        f"### The deadline of turn {game.turn} would come sooner\nIt is <t:{game.deadline}:F> and would be <t:{due}:F> "
        f"(<t:{due}:R>), since turns would be due {rhythm}. Every player is notified in their thread, and pinged."
    )
    yes = button_for("Yes, bring it forward", data_for(game, "schedule", str(schedule)), style=DANGER)
    await say(interaction, panel=Panel(GOLD, text, button_row(yes, button_for("Cancel", data_for(game, "gm-drop")))))


async def _set(interaction: Interaction, seat: Seat, schedule: Schedule) -> str:
    game = await games.set_schedule(services_of(interaction), seat, schedule)
    bot_services(interaction).deliverer.wake()
    due = (
        f" The deadline of turn {game.turn} is <t:{game.deadline}:F>; every player is notified."
        if game.deadline
        else ""
    )
    return f"Turns are due {describe_due(game.options, game.schedule)}.{due}"


async def confirm(interaction: Interaction, data: ButtonData) -> None:
    """The button that brings a deadline forward."""
    seat = await gm_here(interaction, blind=True)
    game: Game = await games.get_game(services_of(interaction), seat.game_id)
    if (game.id, game.revision) != (data.game, data.revision):
        raise WrongPhaseError("This button belongs to a turn that is over; use /campaign schedule again.")
    await replace_message(interaction, text_panel(await _set(interaction, seat, parse_schedule(data.rest)), GOLD))


BUTTONS: Mapping[str, Handler] = {"schedule": confirm}
