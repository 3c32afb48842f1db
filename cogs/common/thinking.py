"""What Discord is told while an answer is worked out."""

from cogs.common.interactions import Interaction, defer


async def take_a_moment(interaction: Interaction) -> None:
    """Tell Discord that `show_panel` takes a moment: what is pressed changes then, if only its presser sees it; else an answer of
    its own comes."""
    flags = None if interaction.message is None else interaction.message.flags
    if flags is None or not (flags.ephemeral and flags.components_v2):
        await defer(interaction)
    elif not interaction.response.is_done():
        await interaction.response.defer()
