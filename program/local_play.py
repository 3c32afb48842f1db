"""`play` and `demo`: a sandbox and the bot in one process."""

import argparse
import secrets
import webbrowser
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from cogs.common.refusals import PERMISSIONS_ASKED
from demo.campaign import run_demo
from demo.stage import Launch
from games.known import guide
from program.application import PROJECT_FOLDER, open_application, overseen, seen_by
from program.connection import connected
from program.data_folder import lock_data_folder, play_folder, set_aside
from sandbox import store
from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from sandbox.world import DEMO_USERS, World, demo_world
from settings import Settings, SettingsError, port_trouble
from storage.address import DatabaseAddress
from umpire.campaign.founding import play_campaign

WELCOME_TEXT = """
  Admiralty is ready: {url}
  {who} their dashboard opens, with buttons; /help has the rest. Ctrl+C stops; everything is kept for next time.
"""
PICK_A_PERSON = "Pick a person:"
LEADER = "ada"
ON_LEADER = "Leads the Human Union against three bot players."
ON_OTHERS = "Has no empire yet; /help says how to begin a game of your own."
BE_ADA = "Be Ada, who leads the Human Union against three bot players:"


def people_alone() -> World:
    """The newcomers' server where one of them leads an empire and all others have none."""
    users = [
        (
            name,
            shown if name == LEADER else shown.partition(" (")[0],
            colour,
            ON_LEADER if name == LEADER else ON_OTHERS,
        )
        for name, shown, colour, _ in DEMO_USERS
    ]
    return demo_world(users)


async def play_here(
    settings: Settings, args: argparse.Namespace, entropy: Callable[[int], bytes] = secrets.token_bytes
) -> int:
    """A sandbox and the bot in one process, with a campaign ready to play."""
    folder = play_folder(settings, table=args.table)
    with lock_data_folder(folder, "play --table" if args.table else "play") as say:
        return await _play_in(folder, settings, args, entropy, say)


async def _play_in(
    folder: Path,
    settings: Settings,
    args: argparse.Namespace,
    entropy: Callable[[int], bytes],
    say: Callable[[str], None],
) -> int:
    state = folder / play_campaign.SANDBOX_FILE
    database = DatabaseAddress.of(folder / play_campaign.DATABASE_FILE)
    if args.fresh and (kept := set_aside(folder, datetime.now().astimezone())) is not None:
        print(f"The campaign that was here is kept in {kept}. Delete that folder when you do not want it.")
    try:
        world = None if args.table else people_alone()
        asked = PERMISSIONS_ASKED.value
        sandbox = await Sandbox.start(state, settings.port, world=world, bot_permissions=asked, guide=guide())
    except store.StateError as wrong:
        raise SettingsError(str(wrong)) from wrong
    except OSError as wrong:
        raise SettingsError(port_trouble(settings.port, wrong)) from wrong
    say(f"at {sandbox.url}")
    try:
        watched = open_application(settings, database, entropy=entropy, seen=seen_by(settings))
        async with watched as app, overseen(settings, app, database):
            guild = sandbox.world.guild()
            users = {user.username: user.id for user in sandbox.world.users.values()}
            channel = sandbox.world.channel("campaign").id
            await play_campaign.seed(
                app.bot.services,
                PROJECT_FOLDER / "scenarios" / "four_empires.toml",
                guild.id,
                channel,
                users,
                anew=not sandbox.has_been_told(),
                table=args.table,
            )

            async def begin() -> None:
                await play_campaign.begin(app.bot.services, guild.id)
                app.bot.clock.poke()  # the bot's empires give their orders
                print(WELCOME_TEXT.format(url=sandbox.url, who=PICK_A_PERSON if args.table else BE_ADA), flush=True)
                if not args.quiet:
                    webbrowser.open(sandbox.url)

            with pointed_at(sandbox.url):
                await connected(
                    app,
                    sandbox.token,
                    folder / play_campaign.COMMANDS_HASH_FILE,
                    begin=begin,
                    gm_open=settings.gm_commands == "everybody",
                    connector=sealed_connector,
                    guild_ready_timeout=0.2,
                )
    finally:
        await sandbox.stop()
    return 0


async def demo(settings: Settings, args: argparse.Namespace) -> int:
    """The scripted campaign, whose files go into out/demo of the folder that it is started in."""
    return await run_demo(
        settings, Path("out", "demo"), Launch(open_application, connected), full=args.full, turns=args.turns
    )
