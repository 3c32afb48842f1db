"""`bot.py play` with chance that repeats: `python -m tests.browser.program_by_chance WORD --quiet --fresh`. All else is the
program as a newcomer starts it; the same word and the same orders give the same campaign."""

import asyncio
import os
import sys

import bot
from playtest.entropy import by_length
from program.local_play import play_here
from program.start import set_up, until_stopped
from settings import read_settings


def main(word: str, options: list[str]) -> int:
    """Play until Ctrl+C; the exit status."""
    settings = read_settings(os.environ)
    set_up(settings)
    try:
        return asyncio.run(
            until_stopped(play_here(settings, bot.parser().parse_args(["play", *options]), by_length(word)))
        )
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
