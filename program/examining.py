"""`doctor`: what a first evening on a real server trips over."""

import argparse
from functools import partial

from cogs.shell.doctor import examine
from cogs.shell.live_round import Round
from settings import Settings


async def doctor(settings: Settings, args: argparse.Namespace) -> int:
    """What a first evening on a real server trips over, and how to mend each."""
    live = None if args.live is None else partial(Round(args.live).play, settings.token)
    return await examine(settings, live=live)
