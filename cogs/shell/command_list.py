"""The list of commands that Discord has. It is sent when it has changed. A refusal is logged and kept for `doctor`.

The commands that Discord knows go on working, so a bot whose new list is refused is of more use than none."""

import hashlib
import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands

from cogs.common.outages import is_outage
from umpire.services.doctor import Check
from umpire.services.observer import Observer

log = logging.getLogger(__name__)

REFUSED_FILE: Final = "commands.refused"
"""In the data folder while Discord refuses the list: the first of its reasons."""
MOST_FAULTS: Final = 3
START_VERSION_BEFORE: Final = (
    "The commands that Discord knows go on working. Start the version before this one if one is missing, and tell the makers "
    "of the bot what Discord said; the next start tries again."
)


async def sync(
    tree: app_commands.CommandTree[Any], application: int | None, stamp: Path, seen: Observer
) -> Mapping[str, int]:
    """Send the commands to Discord if they differ from those it was last told, or it has lost them; the id of each that Discord
    has. `stamp` is the file that remembers what it was told."""
    given = [command.to_dict(tree) for command in tree.get_commands()]
    told = json.dumps([application, given], sort_keys=True, default=str)
    digest = hashlib.sha256(told.encode()).hexdigest()
    if _last_told(stamp) == digest:
        known = await _known(tree)
        if known.keys() == {command.name for command in tree.get_commands()}:
            _settled(digest, stamp, seen)
            return known
    try:
        taken = {command.name: command.id for command in await tree.sync()}
    except discord.RateLimited as wait:
        # A server takes two hundred new commands a day: those it has go on working, the rest come at a later start.
        log.warning("Discord takes no more new commands for %.0f s; those it knows are used.", wait.retry_after)
        return await _known(tree)
    except discord.HTTPException as wrong:
        if is_outage(wrong) or isinstance(wrong, discord.NotFound):
            raise
        _refused(wrong, stamp, seen)
        return await _known(tree)
    _settled(digest, stamp, seen)
    log.info("Discord has %s commands.", len(given))
    return taken


def check_refused(data: Path) -> Check | None:
    """Whether Discord has refused the list of commands since it last took one; None if it has not."""
    try:
        why = (data / REFUSED_FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return Check("Command list", False, f"Discord refuses it ({why})", START_VERSION_BEFORE)


async def _known(tree: app_commands.CommandTree[Any]) -> Mapping[str, int]:
    return {command.name: command.id for command in await tree.fetch_commands()}


def _refused(wrong: discord.HTTPException, stamp: Path, seen: Observer) -> None:
    why = faults_in(wrong)
    log.error("Discord refuses the list of commands; those that it knows go on working. It said: %s", why)
    seen.commands(refused=True)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.with_name(REFUSED_FILE).write_text(why, encoding="utf-8")


def _last_told(stamp: Path) -> str:
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else ""


def _settled(digest: str, stamp: Path, seen: Observer) -> None:
    seen.commands(refused=False)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest, encoding="utf-8")
    stamp.with_name(REFUSED_FILE).unlink(missing_ok=True)


def faults_in(wrong: discord.HTTPException) -> str:
    """The first faults that Discord named, of what may be hundreds of lines, in one line."""
    lines = [line.strip() for line in str(wrong).splitlines() if line.strip()]
    more = len(lines) - MOST_FAULTS - 1
    return " · ".join(lines[: MOST_FAULTS + 1]) + (f" · and {more} more" if more > 0 else "")
