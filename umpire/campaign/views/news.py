"""What happened to a side of a campaign since somebody was last told, from what the side's own reports hold; and what waits."""

from itertools import pairwise
from typing import Final

from render.campaign.letters import digest_texts as texts
from render.campaign.letters.dashboard_texts import format_questions
from render.campaign.news import Headline
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.model.state.common import SideId
from storage import battles, deadlines, events, games, seats, sheets, snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.turns import TurnRow
from umpire.campaign.fought.rooms import threads_of
from umpire.campaign.sheets.order_sheet import read_sheet
from umpire.campaign.views.side_views import SavedTurn, events_for, questions_at, saved_turns, seen_turns
from umpire.campaign.views.view_cache import NEWS_CACHE
from umpire.games.news_items import Item, Mark, News
from umpire.games.notices import side_name
from umpire.games.seat import Seat
from umpire.services.services import Services

MOST_TURNS: Final = 6
"""News is told of the last so many turns; of those before, only how many they were."""
A_TURN: Final = 6
WORD_WEIGHT: Final = 66


async def news_since(services: Services, game_id: str, side: SideId, user_id: int, since: Mark | None) -> News | None:
    """What happened to a side ("": to the whole campaign, for its game master) since a mark (None: since now); None before the
    first turn. A turn's news are mostly at hand from its resolution; else they are read
    in a worker, and kept."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game_id)
        now = None if row is None else await turns.find(tx, game_id, row.revision)
        if row is None or now is None or now.turn < 1:
            return None
        told = await _in_open_turn(tx, now, side)
        begin = since or (now.revision, len(told))
        passed = [t for t in await turns.of_game(tx, game_id) if begin[0] <= t.revision < now.revision and t.turn > 0]
        standing = [t for t in passed if t.state != "undone"]
        due = await deadlines.current(tx, game_id, now.revision)
        waits = await _waits(tx, services, row, now, side, user_id)
        known = services.cache.of(NEWS_CACHE)
        keys = [(game_id, t.revision, later.revision, side) for t, later in pairwise([*standing, now])]
        wanted = keys[-MOST_TURNS:]
        missing = [t.turn for t, key in zip(standing[-MOST_TURNS:], wanted, strict=True) if known.get(key) is None]
        saved = await saved_turns(tx, game_id, now, missing[0]) if missing else ()
    if missing:
        for revision, then, news in await services.workers.run(read_news, saved, side, urgent=True):
            known.put((game_id, revision, then, side), news)
    found = [one for key in wanted for one in (known.get(key) or ())[:A_TURN]]
    fresh = told[begin[1] :] if begin[0] == now.revision else told
    items = [Item(one.turn, one.weight, plain(one.short, 200)) for one in found]
    items += [Item(now.turn, WORD_WEIGHT, plain(text.split("\n", 1)[0], 110)) for text in fresh]
    return News(
        turn=now.turn,
        turns=tuple(t.turn for t in standing[-MOST_TURNS:]),
        items=tuple(sorted(items, key=lambda one: (-one.weight, -one.turn))),
        waits=waits,
        mark=(now.revision, len(told)),
        undone=any(t.state == "undone" for t in passed),
        more=max(len(standing) - MOST_TURNS, 0),
        due=None if due is None or row.status == "paused" else due.due_at,
        over=row.status == "finished",
    )


def read_news(saved: tuple[SavedTurn, ...], side: SideId) -> tuple[tuple[int, int, tuple[Headline, ...]], ...]:
    """Of each turn that is over its revision, that of the turn after it, and its news; runs in a worker."""
    course = seen_turns(saved, side)
    return tuple((a.revision, b.revision, one.news) for (a, b), one in zip(pairwise(saved), course, strict=True))


async def _in_open_turn(tx: Transaction, now: TurnRow, side: SideId) -> tuple[str, ...]:
    """The game master's words in the open turn, as far as they are a side's to know; what a draft holds is nobody's yet."""
    stored = await events.stored_of_revision(tx, now.game, now.revision)
    found = events_for([one.data for one in stored if one.phase == "start"], side)
    return tuple(str(getattr(event, "text", "")) or texts.CHANGED for event in found)


async def _waits(
    tx: Transaction, services: Services, row: GameRow, now: TurnRow, side: SideId, user_id: int
) -> tuple[str, ...]:
    if row.status == "finished":
        return ()
    if not side:
        return await _waits_for_master(tx, services, row, now)
    held = await seats.find(tx, row.id, side)
    if held is None or held.user_id != user_id:
        return ()
    fights = [texts.format_in_battle(thread) for thread in await threads_of(tx, row.id, now.revision, side)]
    if now.state != "open":
        return tuple(fights)
    sheet = await read_sheet(tx, services, Seat(row.id, side, user_id))
    open_scenes = sum(not scene.closed for scene in sheet.view.scenes)
    scenes = open_scenes - sum(isinstance(signed.order, AnswerScene) for signed in sheet.standing)
    offers = [o for o in sheet.view.offers if o.taker == side]
    wait = texts.format_sheet_waits(sheet.row.state, now.turn)
    found = [count(scenes, "encounter") if scenes > 0 else "", wait]
    found += [texts.format_offer(sheet.view, o.giver) for o in offers if o.giver in sheet.view.all_flags]
    return (*fights, *filter(None, found))


async def _waits_for_master(tx: Transaction, services: Services, row: GameRow, now: TurnRow) -> tuple[str, ...]:
    if now.state == "battles":
        left = [one for one in await battles.of_revision(tx, row.id, now.revision) if one.state != "settled"]
        return (texts.format_month_waits(len(left)),)
    key = await snapshots.require(tx, row.id, now.revision, "draft" if now.state == "draft" else "start")
    questions = sum(not question.settled_turn for question in await questions_at(tx, services, key))
    found = [format_questions(questions)] if questions else []
    if now.state == "draft":
        return (*found, texts.format_draft_waits(now.turn))
    states = {sheet.side: sheet.state for sheet in await sheets.of_revision(tx, row.id, now.revision)}
    late = [
        s for s in await seats.of_game(tx, row.id) if s.side and s.user_id is not None and states.get(s.side) != "ready"
    ]
    return (*found, texts.format_not_ready([side_name(row, s.side) for s in late])) if late else tuple(found)
