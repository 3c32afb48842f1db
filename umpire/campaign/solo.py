"""Campaigns that one person plays against empires led by the bot: chosen, and begun in one transaction."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from render.campaign.letters.campaign_texts import format_solo_begun
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING, DEFAULT_RULING_RULES
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Character, Profile, Strength
from rules.cluster_war.turn.aims import check_aim
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide, load_scenario
from rules.dice import SEED_BYTES
from rules.values import GameError, Value, changed, quoted, unknown
from storage import games, seats
from storage.codec import to_document
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.campaign.founding.plan import ALONE_OPTIONS, NO_MASTERS_BATTLES
from umpire.campaign.founding.switches import AIM, HANDICAPS, with_switches
from umpire.campaign.governed.ai_sides import assign_ai_in
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.adjudication import make_game
from umpire.games.games import Game, get_game, settings_of
from umpire.games.new_game import GameBeginning, NewGame, create, open_first_turn
from umpire.games.notices import public
from umpire.games.options import GameSettings
from umpire.games.seat import DEFAULT_RULER, Seat, note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

EMPIRES_SCENARIO: Final = Path(__file__).resolve().parents[2] / "scenarios" / "six_empires.toml"
MOST_RIVALS: Final = 5
SURPRISE_CHARACTER: Final = "surprise"
Characters: TypeAlias = Character | Literal["surprise"]
CROWDED_EMPIRES: Final = 5
"""From so many empires on the cluster is a sector wider each way."""
SMALL_SECTORS: Final = 5
MAP_TRIES: Final = 12
"""So many maps are tried for one with room for all."""
SOLO_SCENARIO_ID: Final = "solo"
USUAL_HANDICAP: Final = HANDICAPS[0]
USUAL_AIM: Final = "turns-24"
MOST_SOLO_CAMPAIGNS: Final = 5
"""Campaigns of one person's that may be under way alone at once."""


async def passes_when_ready(services: Services, row: GameRow, seat: Seat) -> bool:
    """Whether a month passes at this player's word alone: nobody else holds a player's seat, and no game master reviews it."""
    options = settings_of(row).options
    if not options.early or options.review:
        return False
    async with services.storage.reading() as tx:
        held = await seats.of_game(tx, row.id)
    return all(other.user_id is None for other in held if other.side and other.side != seat.side)


class SoloWish(Value):
    """Which empire is the player's, how many rivals there are, of which character ("surprise": each its own), how strong, what
    each produces in per cent of what its worlds yield, and what the campaign is played for."""

    side: SideId = "humans"
    rivals: int = 3
    character: Characters = SURPRISE_CHARACTER
    strength: Strength = "easy"
    handicap: int = USUAL_HANDICAP
    aim: str = USUAL_AIM


class SoloPlan(Value):
    """A campaign to begin: its scenario, the seed of its map, its first state, and who leads whom."""

    scenario: Scenario
    seed: bytes
    packed: bytes
    profiles: tuple[tuple[SideId, Profile], ...]


@cache
def empires() -> Scenario:
    """The ready-made empires that a player can choose from."""
    return load_scenario(EMPIRES_SCENARIO)


def check_wish(wish: SoloWish) -> SoloWish:
    """The wish, if a campaign can be made of it; GameError says what is wrong."""
    ids = [side.id for side in empires().sides]
    if wish.side not in ids:
        raise unknown(GameError, f"There is no empire {quoted(wish.side)}.", wish.side, "There are", ids)
    if not 1 <= wish.rivals <= MOST_RIVALS:
        raise GameError(f"You can have 1 to {MOST_RIVALS} rivals, not {wish.rivals}.")
    if wish.character not in (*CHARACTERS, SURPRISE_CHARACTER) or wish.strength not in STRENGTHS:
        raise GameError("That is not a character or strength of a rival; choose from the lists.")
    if wish.handicap not in HANDICAPS:
        known = ", ".join(f"{percent} %" for percent in sorted(HANDICAPS))
        raise GameError(f"Rivals can produce {known} of what their worlds yield, not {wish.handicap} %.")
    check_aim(with_switches(Settings(), {AIM: wish.aim}), wish.rivals + 1)
    return wish


def plan_solo(wish: SoloWish, seed: bytes, chance: Sequence[int]) -> SoloPlan:
    """A campaign by a wish. `chance` are numbers that nobody knew before, two for each rival: who the rivals are, and of
    what character. Runs in a worker; GameError where no map has room."""
    luck = list(chance)
    others = [side for side in empires().sides if side.id != wish.side]
    mine = next(side for side in empires().sides if side.id == wish.side)
    rivals: list[StartSide] = []
    profiles: list[tuple[SideId, Profile]] = []
    left = list(CHARACTERS)
    for _ in range(wish.rivals):
        rivals.append(others.pop(luck.pop() % len(others)))
        character = left.pop(luck.pop() % len(left)) if wish.character == SURPRISE_CHARACTER else wish.character
        profiles.append((rivals[-1].id, Profile(character, wish.strength)))
    scenario = _scenario((mine, *rivals), wish.handicap, wish.aim)
    for attempt in range(MAP_TRIES):
        tried = bytes([*seed[:-1], (seed[-1] + attempt) % 256])
        try:
            return SoloPlan(scenario, tried, make_game(scenario, tried), tuple(profiles))
        except GameError:
            continue
    raise GameError("No map was found with room for all these empires; try again, or with fewer rivals.")


def _scenario(sides: tuple[StartSide, ...], handicap: int, aim: str) -> Scenario:
    """A small cluster on which nothing waits for a game master: battles by numbers, scenes played, default rulings. All sides
    but the first have the handicap."""
    found = empires()
    size = SMALL_SECTORS + (len(sides) >= CROWDED_EMPIRES)
    rulings = {**found.settings.rulings, **dict.fromkeys(DEFAULT_RULING_RULES.values(), DEFAULT_RULING)}
    settings = changed(
        found.settings,
        sectors_across=size,
        sectors_down=size,
        battles=NO_MASTERS_BATTLES,
        encounters="played",
        rulings=rulings,
        handicaps={} if handicap == USUAL_HANDICAP else {side.id: handicap for side in sides[1:]},
    )
    aimed = with_switches(settings, {AIM: aim})
    return changed(found, id=SOLO_SCENARIO_ID, name="Alone", sides=sides, settings=aimed, placement="near")


def hello_text(name: str, plan: SoloPlan, handicap: int) -> str:
    """What stands first in the campaign's thread; a handicap is told."""
    led = {side for side, _ in plan.profiles}
    rivals = [side.name for side in plan.scenario.sides if side.id in led]
    return format_solo_begun(name, rivals, None if handicap == USUAL_HANDICAP else handicap)


async def check_room(services: Services, user_id: int) -> None:
    """GameError for one who has as many campaigns alone as anybody may."""
    async with services.storage.reading() as tx:
        mine = {seat.game for seat in await seats.of_user(tx, user_id) if not seat.side}
        found = [row for game in sorted(mine) if (row := await games.find(tx, game)) is not None]
    if sum(is_solo(row) and row.status != "finished" for row in found) >= MOST_SOLO_CAMPAIGNS:
        raise GameError(
            f"You have {MOST_SOLO_CAMPAIGNS} campaigns alone under way; end one of them with /campaign finish first."
        )


def is_solo(row: GameRow) -> bool:
    """Whether a campaign was made for one person."""
    return row.scenario.get("id") == SOLO_SCENARIO_ID


async def begin_solo(
    services: Services, guild_id: int, thread_id: int, user_id: int, name: str, wish: SoloWish
) -> Game:
    """Make a campaign for one in its own thread, and begin it. GameError for a wish that cannot be, or no room on any map."""
    check_wish(wish)
    seed = services.entropy(SEED_BYTES)
    luck = tuple(services.entropy(2 * wish.rivals))
    plan = await services.workers.run(plan_solo, wish, seed, luck, urgent=True)
    told = {"scenario": SOLO_SCENARIO_ID, "rivals": wish.rivals, "strength": wish.strength, "handicap": wish.handicap}
    told |= {"aim": wish.aim}
    begun = GameBeginning(plan.seed, to_document(plan.scenario), plan.packed, told)
    new = NewGame(SYSTEM, guild_id, thread_id, name, user_id, GameSettings(options=ALONE_OPTIONS))
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
        await seats.seat_user(tx, row.id, wish.side, None, user_id)
        await seats.change(tx, SeatRow(row.id, wish.side, 0, user_id, thread_id))
        await note(tx, services, row.id, str(user_id), "seat.taken", side=wish.side, user=user_id)
        for side, profile in plan.profiles:
            await assign_ai_in(tx, services, row, side, profile, "seat", DEFAULT_RULER)
        running, opened, due = await open_first_turn(tx, services, row, plan.scenario.turn, plan.packed, str(user_id))
        hello = public(running, 0, hello_text(row.name, plan, wish.handicap))
        await enqueue(
            tx, services, hello, *turn_letters.first_turn_letters(running, await seats.of_game(tx, row.id), opened, due)
        )
    return await get_game(services, row.id)
