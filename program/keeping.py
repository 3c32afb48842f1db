"""`db backup`: a copy of the database while the bot runs."""

import argparse
import asyncio
from datetime import UTC, datetime
from pathlib import Path

from settings import Settings
from storage.backup import backup
from storage.kept_backups import backup_into

FILE = "admiralty-backup.db"
URL_START = "sqlite+aiosqlite:///"


async def copy(settings: Settings, args: argparse.Namespace) -> int:
    """Copy the database, to a file or into a folder of which so many are kept, and check the copy."""
    source = settings.database_for("admiralty.db").removeprefix(URL_START)
    if args.to is None:
        name = args.file or FILE
        size = await asyncio.to_thread(backup, source, name)
        print(f"Backed up: {name} ({size} bytes).")
        return 0
    made = await asyncio.to_thread(backup_into, source, Path(args.to), args.keep, datetime.now(UTC))
    print(f"Backed up: {made.path} ({made.size} bytes).")
    for old in made.gone:
        print(f"Deleted: {old}.")
    return 0
