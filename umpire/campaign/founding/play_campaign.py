"""Ready-made campaigns: made from a scenario, and what `bot.py play` and the operator's commands need of one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING, DEFAULT_RULING_RULES
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.dice import SEED_BYTES
from rules.values import changed
from storage.codec import to_document
from storage.errors import StorageError
from umpire.campaign.founding.plan import ALONE_OPTIONS, NO_MASTERS_BATTLES
from umpire.campaign.governed import ai_sides
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.campaign.turn.adjudication import make_game, make_game_around
from umpire.games import games, seats
from umpire.games.games import Game, get_game
from umpire.games.new_game import GameBeginning, NewGame, check_new, create
from umpire.games.options import GameSettings, Options, parse_schedule
from umpire.games.seat import DEFAULT_RULER
from umpire.services.services import Services

SEEDS_TRIED: Final = 12
"""So many maps are looked at for one in which a side begins in the midst of the others."""
SMALLEST_SECTORS: Final = 5
"""Sectors each way (CW-B-01)."""
CAMPAIGN_NAME = "Four Empires"
PLAYERS_BY_SIDE = {"humans": "ada", "vermin": "vik", "dominators": "dom", "oolab": "ola"}
SOLO_SIDE = "humans"
"""The seat of who plays alone."""
RIVALS: Final[Mapping[SideId, Profile]] = {
    "vermin": Profile("conqueror"),
    "dominators": Profile("trader"),
    "oolab": Profile("raider"),
}
HASTE: Final = {
    "CW-TAB-GOVERNORS/conqueror/wars_from": "6",
    "CW-TAB-GOVERNORS/raider/wars_from": "7",
    **{f"CW-TAB-GOVERNORS/{who}/explore": "20" for who in ("conqueror", "raider")},
    **{f"CW-TAB-GOVERNORS/{who}/scouts": "9" for who in ("conqueror", "raider")},
    **{f"CW-TAB-GOVERNORS/{who}/probes": "2" for who in ("conqueror", "raider")},
    **{f"CW-TAB-GOVERNORS/{who}/superiority": "100" for who in ("conqueror", "raider")},
    **{f"CW-TAB-GOVERNORS/{who}/trust": "-3" for who in ("conqueror", "raider")},
}
"""House rules of an evening: who thinks of war looks for its neighbours, likes no strangers, tests their defences as soon as it
knows where they live, and goes to war early, at even odds."""
SCHEDULE = "every 168h"
"""The rhythm of a table; alone a month passes when the player is ready."""
DATABASE_FILE = "play.db"
SANDBOX_FILE = "play-discord.db"
COMMANDS_HASH_FILE = "play-commands.sha256"
PLAY_FILES = (
    DATABASE_FILE, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-shm", SANDBOX_FILE, f"{SANDBOX_FILE}-wal", f"{SANDBOX_FILE}-shm",
    COMMANDS_HASH_FILE,
)  # fmt: skip
SANDBOX_PICTURES = f"{SANDBOX_FILE}.files"
"""The folder of what the local Discord was sent."""


async def create_game(services: Services, new: NewGame, scenario: Scenario, *, amid: SideId = "") -> Game:
    """Make a game from a scenario: its map is rolled at once, its seats are open, its first turn is not. A side that is to begin
    `amid` the others does, if one of some maps has it so.

    GameError: a bad name, schedule or option, or a channel where another game is still on.
    """
    async with services.storage.reading() as tx:
        await check_new(tx, new)
    if amid:
        seeds = tuple(services.entropy(SEED_BYTES) for _ in range(SEEDS_TRIED))
        seed, packed = await services.workers.run(make_game_around, scenario, seeds, amid, urgent=True)
    else:
        seed = services.entropy(SEED_BYTES)
        packed = await services.workers.run(make_game, scenario, seed, urgent=True)
    begun = GameBeginning(seed, to_document(scenario), packed, {"scenario": scenario.id})
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
    return await get_game(services, row.id)


def for_an_evening(scenario: Scenario) -> Scenario:
    """A scenario for one player and rivals that the bot leads: the smallest cluster, homes close together, rivals in haste, and
    nothing for which a month would wait, or which would need a game master: battles by numbers, encounters played, default
    rulings on all questions."""
    settings = changed(
        scenario.settings,
        sectors_across=SMALLEST_SECTORS,
        sectors_down=SMALLEST_SECTORS,
        battles=NO_MASTERS_BATTLES,
        encounters="played",
        aim="turns",
        rulings={**scenario.settings.rulings, **dict.fromkeys(DEFAULT_RULING_RULES.values(), DEFAULT_RULING)},
        overrides={**scenario.settings.overrides, **HASTE},
    )
    return changed(scenario, settings=settings, placement="near")


async def seed(
    services: Services,
    scenario: Path,
    guild_id: int,
    channel_id: int,
    users: Mapping[str, int],
    *,
    anew: bool = True,
    table: bool = False,
) -> None:
    """Make the demo campaign of the local Discord, unless there is one: four empires, not yet begun. The bot leads three of them,
    the player is its host, and the book rules; with `table` all seats are people's, on a full cluster, and a game master looks at
    results first.

    StorageError, unless it may begin `anew`: there was one, and the database has lost it.
    """
    known = await games.games_of(services, guild_id, SYSTEM)
    begun = next((game for game in known if game.status == "setup" and game.name == CAMPAIGN_NAME), None)
    if known and begun is None:
        return
    if not known and not anew:
        raise StorageError(
            f"The local Discord shows a campaign that {services.storage.where} does not hold. Put that file back (or a "
            "backup of it), or start over with --fresh."
        )
    host = users["gm" if table else PLAYERS_BY_SIDE[SOLO_SIDE]]
    alone = GameSettings(options=ALONE_OPTIONS)
    settings = GameSettings(parse_schedule(SCHEDULE), Options(review=True, early=True)) if table else alone
    new = NewGame(SYSTEM, guild_id, channel_id, CAMPAIGN_NAME, host, settings)
    found = load_scenario(scenario)
    game = begun
    if game is None and table:
        game = await create_game(services, new, found)
    elif game is None:
        game = await create_game(services, new, for_an_evening(found), amid=SOLO_SIDE)
    held = {seat.side for seat in await seats.seats(services, game.id) if seat.user_id is not None}
    for side, player in PLAYERS_BY_SIDE.items():
        if side in held:
            continue  # the last start was killed in the midst of this
        if table or side == SOLO_SIDE:
            await seats.take(services, game.id, users[player], side)
        else:
            await ai_sides.assign_ai(services, game.id, side, RIVALS[side], "seat", DEFAULT_RULER)
    await services.storage.checkpoint()


async def begin(services: Services, guild_id: int) -> None:
    """Open the demo campaign's first turn, unless it has begun."""
    for game in await games.games_of(services, guild_id, SYSTEM):
        if game.status == "setup" and game.name == CAMPAIGN_NAME:
            [host] = [seat for seat in await seats.seats(services, game.id) if not seat.side]
            await turns.open_first(services, await seats.gm_seat(services, game.id, host.user_id or 0, blind=True))
            await services.storage.checkpoint()


async def adjudicate_now(services: Services, game_id: str) -> str:
    """Resolve a game's open turn; a sentence about it. GameError if it cannot be."""
    game = await games.get_game(services, game_id)
    after = await turns.advance(services, game_id, "operator", "the operator's word", game.turn)
    return f"Turn {game.turn} of {game.name} is resolved; it is now at turn {after.turn} ({after.turn_state})."
