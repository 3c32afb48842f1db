"""Telling whether a bout's dice hold."""

from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, services_of
from umpire.bouts.played_turns import verify
from umpire.bouts.sending import Standing


async def say_verified(interaction: Interaction, standing: Standing, turn: int) -> None:
    """A past turn of any bout played again: the promise, the seed, and whether all comes out the same."""
    await defer(interaction)
    found = await verify(services_of(interaction), standing, turn)
    kept = "✔ The seed is the one that was promised." if found.promised else "✗ The seed is not the promised one."
    same = (
        "✔ Played again with everything that was sent, the turn comes out the same, event by event."
        if found.same
        else "✗ Played again, the turn comes out otherwise."
    )
    text = f"### Dice of turn {found.turn}\nPromised as `{found.commitment}`\nSeed `{found.seed}`\n{kept}\n{same}"
    await say(interaction, text)
