"""`db backup`: a copy of the database while the bot runs."""

import argparse
import asyncio
from datetime import UTC, datetime
from pathlib import Path

from settings import Settings, SettingsError
from storage.backup import backup
from storage.kept_backups import backup_into

FILE = "admiralty-backup.db"


async def copy(settings: Settings, args: argparse.Namespace) -> int:
    """Copy the database, and check the copy."""
    if args.to:
        return await copy_into(settings, args)
    name = args.file or FILE
    size = await asyncio.to_thread(backup, settings.database_for("admiralty.db"), name)
    print(f"Backed up: {name} ({size} bytes).")
    return 0


async def copy_into(settings: Settings, args: argparse.Namespace) -> int:
    """The same into a folder, where it is named for its time and so many are kept."""
    if args.file:
        raise SettingsError(f"Name a file ({args.file}) or a folder (--to {args.to}), not both.")
    source = settings.database_for("admiralty.db")
    made = await asyncio.to_thread(backup_into, source, Path(args.to), args.keep, datetime.now(UTC))
    print(f"Backed up: {made.path} ({made.size} bytes).")
    for old in made.gone:
        print(f"Deleted: {old}.")
    return 0
