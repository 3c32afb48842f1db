"""The whole game once more, from its capsule, the one place that looks behind the scenes: dice, states, events and papers come
out the same to the byte, each month adds up, and every type of order that is asked for was carried out."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from demo import checks
from demo.cast import Cast
from demo.stage import Launch
from demo.tally import Month, Uses, amiss, format_tally, missing_orders, months, tally
from playtest.entropy import SeededEntropy
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.names import SideId
from settings import Settings
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.views import side_views
from umpire.capsules import capsule_commands
from umpire.capsules.capsule import read_capsule
from umpire.delivery.packets import make_files
from umpire.games import games
from umpire.games.seat import Seat
from umpire.outbox.outbox import Recipe
from umpire.services.services import Services

Json = dict[str, Any]
SHOWN = 5


async def check_capsule(cast: Cast, settings: Settings, launch: Launch, capsule: bytes, turns: int) -> Json:
    """The capsule's dice and turns recompute, and a game imported from it has come to the very same end by the same way."""
    services, book = cast.stage.rig.bot.services, cast.book
    found = await capsule_commands.verify(services, capsule)
    book.check(not found.differences, f"the capsule differs: {list(found.differences)[:3]}")
    book.check(found.waiting == 0, f"{found.waiting} seeds of the finished game are not told")
    book.check(found.replayed >= turns, f"{found.replayed} turns were played again, not {turns}")
    own = await capsule_commands.verify(services, cast.own_capsule) if cast.own_capsule else None
    book.check(own is None or not own.differences, "the Humans' own capsule differs")
    games_here = await games.games_of(services, cast.stage.sandbox.world.guild().id, SYSTEM)
    game_id = games_here[0].id
    with tempfile.TemporaryDirectory() as folder:
        async with launch.rigged(
            settings, str(Path(folder) / "second.db"), cast.stage.clock.now, SeededEntropy(b"a second table")
        ) as rig:
            there = rig.bot.services
            copy = await capsule_commands.import_capsule(there, capsule, guild_id=1, channel_id=2, gm_user_id=3)
            second = await side_views.view(there, Seat(copy.id, "", 3, is_gm=True))
            papers = await _check_papers(cast, there, copy.id, capsule)
    first = await side_views.view(services, Seat(game_id, "", cast.gm.human.id, is_gm=True))
    book.check(first == second, "the imported game's state differs from the original's")
    return {
        "turns": found.turns,
        "rolls": found.rolls,
        "replayed": found.replayed,
        "papers": papers,
        "differences": len(found.differences),
    }


async def _check_papers(cast: Cast, there: Services, game_id: str, capsule: bytes) -> int:
    """The game played again writes the very reports and maps in words that were delivered; how many were compared."""
    compared = 0
    for side in cast.empires:
        delivered = checks.delivered_to(cast.actor(side), side).files
        for record in read_capsule(capsule).turns():
            if not record.opening or record.state != "published":
                continue
            recipe = Recipe(game_id, record.turn, record.opening, side, "report")
            files = await make_files(there, recipe, ("report", "text-map"))
            for file in files:
                old = delivered.get(record.turn, {}).get(file.name, b"")
                if file.name == checks.REPORT:
                    old, told = _without_dice(old)
                    cast.book.check(
                        told.startswith(f"Dice of turn {record.turn}: seed `{record.seed}`"),
                        f"{file.name} of turn {record.turn} for {side} does not end with that turn's dice",
                    )
                cast.book.check(
                    old == file.data,
                    f"{file.name} of turn {record.turn} for {side} comes out otherwise when played again",
                )
                compared += 1
    return compared


def _without_dice(report: bytes) -> tuple[bytes, str]:
    """A delivered report in two: what the game wrote, and the dice that the delivery put below it."""
    body, _, told = report.decode().rpartition("\n\n")
    return f"{body}\n".encode(), told


async def check_months(cast: Cast, capsule: bytes, shown: Sequence[type[Event]], *, every_type: bool) -> Json:
    """CPs and units add up in each month, and what should be shown has happened; with `every_type`, the players had every type
    of order carried out at least once."""
    played, uses = await asyncio.to_thread(_read, capsule, [d.side for d in cast.bill.doctrines])
    for said in amiss(played)[:SHOWN]:
        cast.book.check(False, said)
    happened = {type(event) for month in played for event in month.events}
    lacking = [kind.__name__ for kind in shown if kind not in happened]
    cast.book.check(not lacking, f"what should have happened and did not: {', '.join(lacking)}")
    if every_type:
        print("\n" + format_tally(uses), flush=True)
        for said in missing_orders(uses):
            cast.book.check(False, said)
    return {
        kind.__name__: {"given": use.given, "carried_out": use.carried, "first_turn": use.first}
        for kind, use in uses.items()
    }


def _read(capsule: bytes, sides: list[SideId]) -> tuple[list[Month], Uses]:
    played = list(months(capsule))
    return played, tally(capsule, played, sides)
