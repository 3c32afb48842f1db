"""/roll: players' own dice."""

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import game_or_none, seat_or_none
from cogs.common.interactions import Interaction, say, services_of
from rules.roll_notation.tree import doubtful, parse
from umpire.games import rolls


@app_commands.command(name="roll", description="Roll dice: 4d6kh3+2 [attack], 2d20kl1, 3d6e6, d100 (see /help dice)")
@app_commands.describe(dice="What to roll", secret="Show it only to me")  # noqa: S106 # an option's help, no password
async def roll_command(interaction: Interaction, dice: Range[str, 1, 200], secret: bool = False) -> None:
    """Roll from the campaign's checkable dice, or from a seed of its own where no campaign is on."""
    services = services_of(interaction)
    game = await game_or_none(interaction)
    if game is not None and game.turn_state == "open" and game.turn > 0:
        seat = await seat_or_none(interaction)
        side = seat.side if seat else ""
        rolled = await rolls.roll_in_game(services, game.id, interaction.user.id, side, dice, secret=secret)
    else:
        rolled = rolls.roll_alone(services, interaction.user.id, dice)
    hint = doubtful(parse(dice))
    lines = [f"🎲 {rolled.text}", *([f"-# {hint}"] if hint else []), f"-# {rolled.proof}"]
    await say(interaction, "\n".join(lines), public=not secret)
