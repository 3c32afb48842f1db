"""`db backup`: a copy of the database while the bot runs."""

import argparse
import asyncio

from settings import Settings
from storage.backup import backup


async def copy(settings: Settings, args: argparse.Namespace) -> int:
    """Copy the database, and check the copy."""
    size = await asyncio.to_thread(backup, settings.database_for("admiralty.db"), args.file)
    print(f"Backed up: {args.file} ({size} bytes).")
    return 0
