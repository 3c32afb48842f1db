"""`adjudicate`, `forget` and `db check`: what an operator does to the games themselves."""

import argparse

from program.existing import RIGHT, existing, full
from program.rig import rigged
from render.words.safe_text import count
from settings import Settings
from storage.errors import StorageError
from umpire.campaign.founding import play_campaign
from umpire.games import rulesets
from umpire.people import personal_data
from umpire.services.doctor import told_of


async def adjudicate(settings: Settings, args: argparse.Namespace) -> int:
    """Resolve a game's open turn now, as the operator; the running bot delivers the result."""
    where, _ = await existing(settings)
    async with rigged(settings, where) as rig:
        await rulesets.announce(rig.bot.services)
        print(await play_campaign.adjudicate_now(rig.bot.services, args.game))
    return 0


async def forget(settings: Settings, args: argparse.Namespace) -> int:
    """Remove a person's data, for somebody who has left; `/privacy` lets people do it themselves.

    StorageError where there is no game and nothing of the person: that is hardly the database that was meant.
    """
    where, found = await existing(settings)
    async with rigged(settings, where) as rig:
        done, told = await personal_data.remove_as_operator(rig.bot.services, args.user)
    if not (found.games or done.rows):
        raise StorageError(f"{full(where)} holds no game, and nothing of {args.user}. {RIGHT}")
    print(f"{told}\nLooked through: {full(where)}, with {count(found.games, 'game')}.")
    return 0


async def check(settings: Settings, args: argparse.Namespace) -> int:
    """Whether a database, the one that is set or a file that is named, is sound, and of which version; it is not changed."""
    where, found = await existing(settings, "whole", args.file or "")
    looked = told_of(full(where), where, found)
    if not looked.ok:
        raise StorageError(f"The database {looked.text}. {looked.mend}")
    print(f"{looked.text}. It holds {count(found.games, 'game')}.")
    return 0
