"""What a seat may see of a campaign, decoded once per snapshot and side; and turn by turn as it was saved: its atlas, charts,
films and recaps.

A side gets each turn as it saw it then. The truth is for the game master, and for everybody at the end."""

from collections.abc import Sequence
from typing import Final

from render.campaign.atlas.atlas import moment_of, write_atlas
from render.campaign.charts import HistoryPoint, draw_history, history_table, point_of
from render.campaign.film.film import make_film
from render.campaign.film.still import still_of
from render.campaign.news import SeenTurn, headlines, write_recap
from render.canvas.theme import ThemeName
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, NotYoursError, Value, WrongPhaseError
from storage import events, snapshots, turns
from storage.codec import EVENTS, decode_questions, decode_state, unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import Phase, SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import past, present
from umpire.campaign.views.view_cache import load_view, store_view
from umpire.games.games import require_game, sides_of
from umpire.games.seat import Seat, require_gm
from umpire.outbox.courier import FILE_NAMES, File
from umpire.services.services import Services, Slot


class Sight(Value):
    """A view and the snapshot it was made from."""

    key: SnapshotKey
    view: View


STATE_CACHE: Final[Slot[SnapshotKey, GameState]] = Slot(limit=8)
PACKED_CACHE: Final[Slot[SnapshotKey, bytes]] = Slot(limit=32)
"""All packets and dashboards of a turn are made of one snapshot."""
QUESTION_CACHE: Final[Slot[tuple[str, Phase], tuple[SnapshotKey, tuple[Question, ...]]]] = Slot(limit=256)
"""By game and phase, with the snapshot: the latest that was asked for."""
VIEW_CACHE: Final[Slot[tuple[str, Phase, SideId], Sight]] = Slot(limit=96)
"""By game, phase and side ("" is the game master): the latest only. A view that was made of a whole state holds most of it in
memory, so that views of past turns would keep a whole campaign there."""


async def view(services: Services, seat: Seat, turn: int | None = None) -> View:
    """What the seat sees at the start of a turn (the present one by default); the game master sees drafts too.

    WrongPhaseError: the game has not begun, or the turn has not been reached.
    """
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        wanted = now if turn is None or turn == now.turn else await past(tx, row, now, turn)
        phase: Phase = "draft" if seat.is_gm and not seat.side and wanted.state == "draft" else "start"
        return (await sight(tx, services, row, wanted, seat.side, phase)).view


async def settings(services: Services, seat: Seat) -> Settings:
    """A campaign's settings and house rules; before its first turn is open those it begins with."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        if row.status == "setup":
            packed = await snapshots.load_packed(tx, SnapshotKey(row.id, 0, "start", 0))
            return decode_state(unpack(packed)).settings
    return (await view(services, seat)).settings


async def view_of_side(
    services: Services, gm: Seat, side: str, turn: int | None = None, *, draft: bool = False
) -> View:
    """What a side sees, for the game master; with `draft`, what it would see if the draft were published."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_game(tx, gm.game_id)
        now = await present(tx, row)
        wanted = now if turn is None or turn == now.turn else await past(tx, row, now, turn)
        if draft and wanted.state != "draft":
            raise WrongPhaseError(f"Turn {wanted.turn} has no draft.")
        return (await sight(tx, services, row, wanted, side, "draft" if draft else "start")).view


async def sight(
    tx: Transaction, services: Services, row: GameRow, turn: TurnRow, side: str, phase: Phase = "start"
) -> Sight:
    """A side's view ("" is the game master's) of the last snapshot of a turn's start or draft."""
    return await _seen(tx, services, await snapshots.require(tx, row.id, turn.revision, phase), side)


async def outcome(tx: Transaction, services: Services, row: GameRow, turn: TurnRow, side: str) -> Sight:
    """A side's view of what a resolved turn led to: its draft as last amended, or else the start of what followed."""
    return await _seen(tx, services, await snapshots.result_of(tx, row.id, turn.revision), side)


async def packed_at(tx: Transaction, services: Services, key: SnapshotKey) -> bytes:
    """A snapshot, packed, for a worker."""
    kept = services.cache.of(PACKED_CACHE)
    async with services.cache.making(PACKED_CACHE, key):
        found = kept.get(key)
        return kept.put(key, await snapshots.load_packed(tx, key)) if found is None else found


async def state_at(tx: Transaction, services: Services, key: SnapshotKey) -> GameState:
    """The whole truth in a snapshot; never for players."""
    kept = services.cache.of(STATE_CACHE)
    found = kept.get(key)
    if found is not None:
        return found
    packed = await packed_at(tx, services, key)
    return kept.get_or_make(key, lambda: decode_state(unpack(packed)))


async def questions_at(tx: Transaction, services: Services, key: SnapshotKey) -> tuple[Question, ...]:
    """The questions to the game master in a snapshot, settled ones too; never for players."""
    kept, place = services.cache.of(QUESTION_CACHE), (key.game, key.phase)
    found = kept.get(place)
    if found is None or found[0] != key:
        found = kept.put(place, (key, decode_questions(unpack(await packed_at(tx, services, key)))))
    return found[1]


async def _seen(tx: Transaction, services: Services, key: SnapshotKey, side: str) -> Sight:
    kept, place = services.cache.of(VIEW_CACHE), (key.game, key.phase, side)
    found = kept.get(place)
    if found is not None and found.key == key:
        return found
    made = Sight(key, load_view(services.cache, key, side) or await _make_view(tx, services, key, side))
    return made if found is not None and found.key > key else kept.put(place, made)


async def _make_view(tx: Transaction, services: Services, key: SnapshotKey, side: str) -> View:
    state = await state_at(tx, services, key)
    return store_view(services.cache, key, side, view_for(state, side)) if side else gm_view(state)


MOST_TURNS: Final = 120
MOST_RECAP_TURNS: Final = 24
FILM_CACHE: Final[Slot[tuple[str, int, int, SideId, int, str], File]] = Slot(limit=8)
"""The films made last: by game, revision, number of its start, side, first turn and colours. Each takes seconds to make."""


class SavedTurn(Value):
    """A standing turn as it was saved: its packed start, and the encoded events of its playing (none of one not published)."""

    turn: int
    revision: int
    packed: bytes
    happened: tuple[bytes, ...]


async def saved_turns(tx: Transaction, game: str, now: TurnRow, first: int = 1) -> tuple[SavedTurn, ...]:
    """The standing turns from `first` up to the present one, oldest first; the last 120. What the present one led to is not in
    them, a draft of it neither."""
    standing = [
        row
        for row in await turns.of_game(tx, game)
        if row.state != "undone" and first <= row.turn <= now.turn and row.turn > 0 and row.revision <= now.revision
    ]
    found: list[SavedTurn] = []
    for row in standing[-MOST_TURNS:]:
        key = await snapshots.latest(tx, game, row.revision, "start")
        if key is not None:
            told = await events.encoded_of_revision(tx, game, row.revision) if row.revision < now.revision else ()
            found.append(SavedTurn(row.turn, row.revision, await snapshots.load_packed(tx, key), told))
    return tuple(found)


def seen_turns(saved: Sequence[SavedTurn], side: SideId) -> tuple[SeenTurn, ...]:
    """The turns that are over, as a side ("": the game master) saw them; for a worker, since it decodes every turn."""
    found: list[SeenTurn] = []
    before: View | None = None
    for at, one in enumerate(saved):
        view = sight_of(one.packed, side)
        if before is not None:
            last = saved[at - 1]
            told = events_for(last.happened, side)
            found.append(SeenTurn(last.turn, before, view, told, headlines(view, told, last.turn, before)))
        before = view
    return tuple(found)


def sight_of(packed: bytes, side: SideId) -> View:
    """A packed state as a side ("": the game master) sees it."""
    state = decode_state(unpack(packed))
    return view_for(state, side) if side else gm_view(state)


def events_for(happened: Sequence[bytes], side: SideId) -> tuple[Event, ...]:
    """The events that a side ("": the game master) may see."""
    told = (EVENTS.decode(event) for event in happened)
    return tuple(event for event in told if not side or may_see(event, side))


async def atlas(services: Services, seat: Seat) -> File:
    """The atlas as the seat may see it now (a game master's holds everything). WrongPhaseError before the first turn."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        packed = await starts(tx, row.id, now.revision)
    return await services.workers.run(bind, packed, seat.side, row.name, urgent=True)


async def starts(tx: Transaction, game: str, revision: int) -> tuple[bytes, ...]:
    """The packed states at the start of every standing turn up to a revision, oldest first; the last 120."""
    standing = [
        t for t in await turns.of_game(tx, game) if t.state != "undone" and t.turn > 0 and t.revision <= revision
    ]
    found: list[bytes] = []
    for turn in standing[-MOST_TURNS:]:
        key = await snapshots.latest(tx, game, turn.revision, "start")
        if key is not None:
            found.append(await snapshots.load_packed(tx, key))
    return tuple(found)


def bind(packed: tuple[bytes, ...], side: SideId, campaign: str) -> File:
    """Read each turn's view, and write the page; runs in a worker."""
    moments = []
    for data in packed:
        state = decode_state(unpack(data))
        view = view_for(state, side) if side else gm_view(state)
        moments.append(moment_of(view))
    return File(FILE_NAMES["atlas"], write_atlas(moments, view, campaign))


async def history(services: Services, seat: Seat, theme: str = "dark") -> tuple[File, File]:
    """The chart of a side's turns so far and its table in text; the last 120 turns. Drawn in a worker.

    NotYoursError without a side; WrongPhaseError before the first turn; GameError for a bad theme.
    """
    if not seat.side:
        raise NotYoursError("A history is an empire's; the game master sees each side with /gm side.")
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        packed = await starts(tx, row.id, (await present(tx, row)).revision)
    name = next((flag.name for flag in sides_of(row) if flag.id == seat.side), seat.side)
    return await services.workers.run(paint_history, packed, seat.side, name, row.name, theme, urgent=True)


def paint_history(packed: tuple[bytes, ...], side: str, empire: str, campaign: str, theme: str) -> tuple[File, File]:
    """Read each turn's view, draw, and write the table; runs in a worker."""
    points = tuple(points_of(packed, side))
    picture = draw_history(points, empire, campaign, theme)
    table = history_table(points, empire, campaign)
    return File("history.png", picture.png, picture.alt), File("history.txt", table.encode())


def points_of(packed: tuple[bytes, ...], side: str) -> list[HistoryPoint]:
    """A side's figures, turn by turn."""
    return [point_of(view_for(decode_state(unpack(data)), side)) for data in packed]


async def campaign_film(
    services: Services,
    game_id: str,
    seat: Seat | None,
    theme: ThemeName = "dark",
    *,
    turns: int = 0,
    truth: bool = False,
) -> File:
    """The film of the last so many turns (0: of all, 120 at most) as the seat sees them; with `truth` of all that there was.

    NotYoursError: the truth is the game master's until the campaign is over, and before that nothing is a visitor's;
    WrongPhaseError: no turn is over yet. GameError for an unknown theme."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        side = watcher(seat, over=row.status == "finished", truth=truth)
        now = await present(tx, row)
        first = max(now.turn - turns, 1) if turns else 1
        start = await snapshots.require(tx, row.id, now.revision)
        key = (row.id, now.revision, start.seq, side, first, theme)
        kept = services.cache.of(FILM_CACHE).get(key)
        if kept is not None:
            return kept
        saved = await saved_turns(tx, row.id, now, first)
    if len(saved) < 2:
        raise WrongPhaseError(f"**{row.name}** is in its first turn; its film begins when that is resolved.")
    return services.cache.of(FILM_CACHE).put(key, await services.workers.run(paint_film, saved, side, row.name, theme))


def watcher(seat: Seat | None, *, over: bool, truth: bool) -> SideId:
    """As whom somebody may watch: "" is the truth. NotYoursError for what is not theirs."""
    if seat is None or truth:
        if over or (seat is not None and seat.is_gm and not seat.side):
            return ""
        whose = "You hold no seat here" if seat is None else "The whole truth is the game master's"
        raise NotYoursError(f"{whose}; when the campaign is over it is everybody's.")
    return seat.side


def paint_film(saved: tuple[SavedTurn, ...], side: SideId, campaign: str, theme: ThemeName) -> File:
    """Read each turn's view and draw; runs in a worker."""
    course = seen_turns(saved, side)
    stills = [still_of(course[0].start), *(still_of(one.end, one.news) for one in course)]
    film = make_film(stills, sight_of(saved[-1].packed, side), title=campaign, theme=theme)
    return File("campaign.gif", film.gif, film.alt)


class Recap(Value):
    """The story of some turns as a seat was told of them, and their film."""

    text: str
    film: File


async def recap(services: Services, seat: Seat, turns: int, theme: ThemeName = "dark") -> Recap:
    """The last so many turns (1 to 24) as the seat saw them. WrongPhaseError before the first is over; GameError for a number
    that is none of these, or an unknown theme."""
    if not 1 <= turns <= MOST_RECAP_TURNS:
        raise GameError(f"A recap covers 1 to {MOST_RECAP_TURNS} turns, not {turns}.")
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        saved = await saved_turns(tx, row.id, now, max(now.turn - turns, 1))
    if len(saved) < 2:
        raise WrongPhaseError(f"**{row.name}** is in its first turn; there is a recap when that is resolved.")
    text = await services.workers.run(write_course, saved, seat.side, row.name, urgent=True)
    return Recap(text, await campaign_film(services, row.id, seat, theme, turns=turns))


def write_course(saved: tuple[SavedTurn, ...], side: SideId, campaign: str) -> str:
    """Read each turn's view and write; runs in a worker."""
    course = seen_turns(saved, side)
    return write_recap([(one.turn, one.news) for one in course], course[0].start, course[-1].end, campaign)
