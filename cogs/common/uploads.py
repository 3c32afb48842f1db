"""Files that people send with a command."""

import discord

from cogs.common.outages import FAILED
from rules.errors import GameError


async def fetched(file: discord.Attachment, most: int) -> bytes:
    """An attachment's bytes. GameError if it has more than `most`, which is asked before it is fetched, or is gone."""
    if file.size > most:
        raise GameError(f"The file has {file.size} bytes; at most {most} are taken. Nothing was changed.")
    try:
        return await file.read()
    except FAILED as wrong:
        raise GameError("Discord does not hand that file over; attach it once more. Nothing was changed.") from wrong
