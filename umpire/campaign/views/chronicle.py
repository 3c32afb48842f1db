"""The chronicle of a campaign: the whole truth for everybody when it is over and for the game master before; a side's own for its
player. It posts itself in the campaign's channel, once, when the campaign is over.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.chronicle.documents import draw_all, write_html, write_markdown
from render.campaign.chronicle.facts import Sitting, awards_of, facts_of
from render.campaign.letters.aim_texts import format_awards
from render.campaign.letters.campaign_texts import format_chronicle, format_led_by_bot, format_unnamed
from rules.cluster_war.model.state.common import SideId
from rules.values import WrongPhaseError, changed
from storage import games, governors, outbox, snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from umpire.campaign.open_turn import SYSTEM, present
from umpire.campaign.views.side_views import SavedTurn, saved_turns, seen_turns, watcher
from umpire.games.games import require_game
from umpire.games.notices import public, side_name
from umpire.games.seat import Seat
from umpire.games.seat_history import SeatTenure, sittings
from umpire.outbox.courier import File
from umpire.outbox.outbox import Recipe, enqueue
from umpire.services.services import Services, Slot

CHRONICLE_CACHE: Final[Slot[tuple[str, int, int, SideId, bool, tuple[Sitting, ...]], tuple[File, ...]]] = Slot(limit=4)
"""The chronicles made last: by game, revision, number of its start, side, whether it is over, and who led whom."""
CHRONICLE_KEY: Final = "chronicle"
"""Under this key goes the post of a finished campaign's chronicle."""
LATELY_SECONDS: Final = 7 * 86_400
"""A campaign that ended so many seconds ago has its chronicle posted, if it has not been; older ones are left alone."""


async def chronicle(
    services: Services, game_id: str, seat: Seat | None, names: Mapping[int, str] | None = None
) -> tuple[File, ...]:
    """The page and the text as the seat may have them now; `names` are people's, by user id.

    NotYoursError: somebody without a seat asks before the end. WrongPhaseError: no turn is over yet."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        over = row.status == "finished"
        side = watcher(None if over else seat, over=over, truth=False)
        now = await present(tx, row)
        led = await _led(tx, row, names or {})
        start = await snapshots.require(tx, row.id, now.revision)
        key = (row.id, now.revision, start.seq, side, over, led)
        kept = services.cache.of(CHRONICLE_CACHE).get(key)
        if kept is not None:
            return kept
        saved = await saved_turns(tx, row.id, now)
    if len(saved) < 2:
        raise WrongPhaseError(f"**{row.name}** has no turn behind it; its chronicle begins with the first.")
    return services.cache.of(CHRONICLE_CACHE).put(
        key, await services.workers.run(bind_chronicle, saved, side, row.name, led, over)
    )


def bind_chronicle(
    saved: tuple[SavedTurn, ...],
    side: SideId,
    campaign: str,
    led: tuple[Sitting, ...],
    over: bool,  # workers take no keywords
) -> tuple[File, ...]:
    """Read each turn, draw and write; runs in a worker."""
    course = seen_turns(saved, side)
    facts = changed(facts_of(course, campaign, over=over), sittings=led)
    facts = changed(facts, awards=awards_of(facts, course))
    page = File("chronicle.html", write_html(facts, draw_all(facts, course)))
    return page, File("chronicle.md", write_markdown(facts).encode())


def tell_awards(saved: tuple[SavedTurn, ...], campaign: str) -> tuple[str, ...]:
    """The awards of a campaign that is over, a line each; runs in a worker."""
    course = seen_turns(saved, "")
    return tuple(format_awards(awards_of(facts_of(course, campaign, over=True), course)))


async def _awards(services: Services, game_id: str) -> tuple[str, ...]:
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        turn = await turns.find(tx, row.id, row.revision)
        saved = () if turn is None or turn.turn < 2 else await saved_turns(tx, row.id, turn)
    return await services.workers.run(tell_awards, saved, row.name) if len(saved) > 1 else ()


async def post_chronicles(services: Services) -> None:
    """Post the chronicle of each campaign that ended lately and has none, with its awards, its film and who led whom; once,
    however often it looks. A campaign that ended before a turn was over has none."""
    now = services.seconds()
    async with services.storage.reading() as tx:
        found = await games.ended_without(tx, SYSTEM, CHRONICLE_KEY, now - LATELY_SECONDS)
    for game in found:
        awards = await _awards(services, game.id)
        async with services.storage.transaction() as tx:
            row = await games.find(tx, game.id)
            if (
                row is None
                or row.status != "finished"
                or await outbox.last_under(tx, row.id, CHRONICLE_KEY) is not None
            ):
                continue
            turn = await turns.find(tx, row.id, row.revision)
            played = turn is not None and turn.turn > 1
            recipes = tuple(
                Recipe(row.id, 0 if turn is None else turn.turn, row.revision, "", kind)
                for kind in ("chronicle", "film")
            )
            letter = changed(public(row, 0, await _farewell(tx, row, awards)), edit_key=CHRONICLE_KEY, files=recipes)
            if played:
                await enqueue(tx, services, letter)


async def _farewell(tx: Transaction, row: GameRow, awards: Sequence[str]) -> str:
    held = [one for one in await sittings(tx, row) if one.side]
    led = [(side_name(row, one.side), _mention(one), one.first, one.last) for one in held]
    return format_chronicle(row.name, led, awards)


def _mention(one: SeatTenure) -> str:
    """Discord shows a name for it; nobody is pinged."""
    return f"<@{one.user}>" if isinstance(one.user, int) else one.user


async def _led(tx: Transaction, row: GameRow, names: Mapping[int, str]) -> tuple[Sitting, ...]:
    """Who led which empire in which turns, and where nobody ever did the bot's governor."""
    found = [Sitting(one.side, _holder_name(one, names), one.first, one.last) for one in await sittings(tx, row)]
    turn = await turns.find(tx, row.id, row.revision)
    last = 1 if turn is None else turn.turn
    for governor in await governors.of_game(tx, row.id):
        if governor.role == "seat" and all(one.side != governor.side for one in found):
            found.append(Sitting(governor.side, format_led_by_bot(governor.character), 1, last))
    return tuple(sorted(found, key=lambda one: (one.side == "", one.side, one.first)))


def _holder_name(one: SeatTenure, names: Mapping[int, str]) -> str:
    return names.get(one.user, format_unnamed(is_master=not one.side)) if isinstance(one.user, int) else one.user


async def who_led(services: Services, game_id: str) -> frozenset[int]:
    """The users who have led a side of a game, or lead it as game masters."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        return frozenset(one.user for one in await sittings(tx, row) if isinstance(one.user, int))
