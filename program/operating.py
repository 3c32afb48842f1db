"""`adjudicate`, `forget` and `db check`: what an operator does to the games themselves."""

import argparse

from program.rig import rigged
from settings import Settings
from umpire.campaign.founding import play_campaign
from umpire.people import removal


async def adjudicate(settings: Settings, args: argparse.Namespace) -> int:
    """Resolve a game's open turn now, as the operator; the running bot delivers the result."""
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        print(await play_campaign.adjudicate_now(rig.bot.services, args.game))
    return 0


async def forget(settings: Settings, args: argparse.Namespace) -> int:
    """Remove a person's data, for somebody who has left; `/privacy` lets people do it themselves."""
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        print(await removal.remove_as_operator(rig.bot.services, args.user))
    return 0


async def check(settings: Settings, _: argparse.Namespace) -> int:
    """Whether the database opens and is up to date."""
    where = settings.database_for("admiralty.db")
    async with rigged(settings, where) as rig:
        print(f"{rig.bot.services.storage.where} opens and is up to date.")
    return 0
