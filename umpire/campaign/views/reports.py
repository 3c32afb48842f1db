"""What turns brought a side: the report with its numbered lines and their reasons, former fleets, and search by words; and the
chronicle of a campaign.

Search covers the nine sheets and the reports. A fleet that a side no longer has is found by the side's own views and reports.
The chronicle is the whole truth for everybody when it is over and for the game master before; a side's own for its player. It
posts itself in the campaign's channel, once, when the campaign is over.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.campaign.chronicle.documents import draw_all, write_html, write_markdown
from render.campaign.chronicle.facts import Sitting, awards_of, facts_of
from render.campaign.letters.aim_texts import format_awards
from render.campaign.letters.campaign_texts import format_chronicle, format_led_by_bot, format_unnamed
from render.campaign.report.explanations import explain
from render.campaign.report.lines import ReportLine, report_lines
from render.campaign.report.pages import write_report
from rules.cluster_war.chapters.logistics.stress import LEAVING_TEXTS
from rules.cluster_war.model.events.battles import BattleFought, BattleSettled
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.movement import FleetsMerged
from rules.cluster_war.model.state.common import FleetId, HexId, SideId, short_id
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets.holdings import WorkbookRow, WorkbookSheet
from rules.cluster_war.play.sheets.workbook import all_sheets
from rules.values import GameError, Value, WrongPhaseError, changed, field
from storage import events, games, governors, outbox, snapshots, turns
from storage.codec import decode_state, unpack
from storage.db import Transaction
from storage.games import GameRow
from umpire.campaign.open_turn import SYSTEM, past, present
from umpire.campaign.views import side_views
from umpire.campaign.views.side_views import SavedTurn, outcome, saved_turns, seen_turns, sight_of, watcher
from umpire.games.games import require_game
from umpire.games.notices import public, side_name
from umpire.games.seat import Seat
from umpire.games.seat_history import SeatTenure, sittings
from umpire.outbox.courier import File
from umpire.outbox.outbox import Recipe, enqueue
from umpire.services.services import Services, Slot

STRESS_SETTLED_TAG: Final = StressSettled.__name__.encode()
LEAVING_EFFECTS: Final = tuple(f'"{effect}"'.encode() for effect in LEAVING_TEXTS)
MOST_TURNS = 24
MOST_LINES = 4
MOST_HITS = 40
SHORTEST_SEARCH = 2


async def start_of(tx: Transaction, game: str, revision: int, happened: Iterable[bytes | Event]) -> bytes:
    """The packed state at the start of a revision, where what happened in it (as values, or encoded) may have cost fleets that no
    event of it names; else nothing."""
    if not any(_may_cost(one) for one in happened):
        return b""
    key = await snapshots.latest(tx, game, revision, "start")
    return b"" if key is None else await snapshots.load_packed(tx, key)


def names_in(packed: bytes, side: SideId) -> Mapping[FleetId, str]:
    """The names of a side's own fleets in a packed state ("": the game master's, of all); none in nothing."""
    if not packed:
        return {}
    fleets = decode_state(unpack(packed)).fleets
    return {key: fleet.name for key, fleet in fleets.items() if side in {"", fleet.side}}


def _may_cost(one: bytes | Event) -> bool:
    if isinstance(one, bytes):
        return STRESS_SETTLED_TAG in one and any(effect in one for effect in LEAVING_EFFECTS)
    return isinstance(one, StressSettled) and one.effect in LEAVING_TEXTS


class TurnReport(Value):
    """A turn's report as one seat may read it: the turn, its name in the campaign, the view after it, and its events; `before`
    are fleets' names before it, where some were lost."""

    campaign: str
    turn: int
    revision: int
    view: View
    events: tuple[Event, ...]
    before: Mapping[FleetId, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The whole report, lines numbered."""
        return write_report(self.view, self.events, campaign=self.campaign, turn=self.turn, before=self.before)

    @property
    def lines(self) -> tuple[ReportLine, ...]:
        """The numbered lines."""
        return report_lines(self.view, self.events, self.before)

    def why(self, number: int) -> str:
        """Why a numbered line came out as it did: order, rule, modifiers, dice. GameError if there is no such line."""
        lines = self.lines
        for line in lines:
            if line.number == number:
                told = [self.events[index] for index in line.events]
                return explain(line.text, told, self.view, self.events)
        last = f"1 to {lines[-1].number}" if lines else "none"
        raise GameError(f"The report of turn {self.turn} has no line {number}; its lines are {last}.")

    def filmed(self, number: int) -> tuple[HexId, int] | None:
        """Hex and week of the battle that a numbered line tells of, if it was fought on a map and its reader was there."""
        found = [self.events[index] for line in self.lines if line.number == number for index in line.events]
        for event in found:
            there = isinstance(event, BattleSettled) or (isinstance(event, BattleFought) and bool(event.foes))
            if isinstance(event, BattleFought | BattleSettled) and there and event.method == "chair":
                return event.hex, event.week
        return None


async def report(services: Services, seat: Seat, turn: int | None = None) -> TurnReport:
    """The report of a turn (the last published one by default; for the game master also a draft).

    WrongPhaseError: nothing has been published yet, or not that turn.
    """
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        drafted = seat.is_gm and not seat.side and now.state == "draft"
        wanted = turn if turn is not None else (now.turn if drafted else now.turn - 1)
        done = now if drafted and wanted == now.turn else None
        if done is None:
            if not 1 <= wanted < now.turn:
                raise WrongPhaseError(
                    f"There is no report of turn {wanted} yet; **{row.name}** is at turn {now.turn}."
                    if wanted
                    else f"**{row.name}** is in its first turn; its first report comes when that is resolved."
                )
            done = await past(tx, row, now, wanted)
        saw = await outcome(tx, services, row, done, seat.side)
        happened = tuple(found.event for found in await events.of_revision(tx, row.id, done.revision))
        before = names_in(await start_of(tx, row.id, done.revision, happened), seat.side)
    seen = happened if not seat.side else tuple(event for event in happened if may_see(event, seat.side))
    return TurnReport(row.name, wanted, done.revision, saw.view, seen, before)


class FormerFleet(Value):
    """A fleet as it was when the turn in which it ended began (`view` is of then), what that turn's report says of it, and the
    name of the fleet that it joined, "" for none."""

    fleet: Fleet
    turn: int
    view: View
    lines: tuple[str, ...]
    joined: str = ""


async def former_fleet(services: Services, seat: Seat, now: View, text: str) -> FleetId | FormerFleet | None:
    """What became of a fleet that `text` meant in one of the side's last 24 turns: the fleet, if the side still has it and it
    has another name now. None if there never was one. The turns are read in a worker, so this may take seconds."""
    found = await _looked_back(services, seat, text) if seat.side else None
    if found is None:
        return None
    saw, fleet = found
    if fleet.id in now.fleets:
        return fleet.id
    return _former_fleet(fleet, saw.turn, saw, await report(services, seat, saw.turn))


async def _looked_back(services: Services, seat: Seat, text: str) -> tuple[View, Fleet] | None:
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        saved = await saved_turns(tx, row.id, now, now.turn - MOST_TURNS)
    before = tuple(one.packed for one in saved if one.turn < now.turn)
    return await services.workers.run(last_seen, before, seat.side, text, urgent=True) if before else None


def last_seen(packed: tuple[bytes, ...], side: SideId, text: str) -> tuple[View, Fleet] | None:
    """The latest of these states, oldest first, in which a side had a fleet of this id, name or number, as the side saw it; runs
    in a worker."""
    wanted = " ".join(text.split()).casefold()
    for one in reversed(packed):
        view = sight_of(one, side)
        for fleet in view.fleets.values():
            names = (fleet.id, fleet.name, short_id(fleet.id), fleet.id.rpartition("-")[2])
            if fleet.side == side and wanted in {name.casefold() for name in names}:
                return view, fleet
    return None


def _former_fleet(fleet: Fleet, turn: int, view: View, told: TurnReport) -> FormerFleet:
    marks = [re.escape(mark) for mark in (fleet.name, *map(short_id, fleet.ships))]
    named = re.compile(rf"(?<!\w)({'|'.join(marks)})(?!\w)", re.IGNORECASE)
    lines = [
        line.text
        for line in told.lines
        if any(getattr(told.events[index], "fleet", "") == fleet.id for index in line.events) or named.search(line.text)
    ]
    joined = [
        other.name
        for event in told.events
        if isinstance(event, FleetsMerged)
        and event.fleet == fleet.id
        and (other := told.view.fleets.get(event.into) or view.fleets.get(event.into)) is not None
    ]
    return FormerFleet(fleet, turn, view, tuple(lines[-MOST_LINES:]), joined[-1] if joined else "")


class SearchHit(Value):
    """One find: where ("Surveys", "Report of turn 4, line 3") and the text; `world` is its hex and orbit, like 2034-3, if
    what was found is a world of the survey sheet."""

    where: str
    text: str
    world: str = ""


async def find(services: Services, seat: Seat, text: str) -> tuple[SearchHit, ...]:
    """What holds all the words, sheets first, then reports from the newest; 40 at most. GameError for too short a text."""
    words = text.casefold().split()
    if not words or max(len(word) for word in words) < SHORTEST_SEARCH:
        raise GameError(f"Search for a word of at least {SHORTEST_SEARCH} letters.")
    view = await side_views.view(services, seat)
    hits: list[SearchHit] = []
    if view.me is not None:
        for sheet in all_sheets(view):
            for row in sheet.rows:
                told = zip(sheet.columns, row.cells, strict=True)
                named = [
                    (column.title, str(cell)) for column, cell in told if cell not in {"", "?"} and not column.fill
                ]
                held = " ".join(cell for _, cell in named).casefold()
                if all(word in held for word in words):
                    hits.append(_hit(sheet, row, named))
    for turn in range(view.turn - 1, max(0, view.turn - 1 - MOST_TURNS), -1):
        if len(hits) >= MOST_HITS:
            break
        hits += await _in_report(services, seat, turn, words)
    return tuple(hits[:MOST_HITS])


def _hit(sheet: WorkbookSheet, row: WorkbookRow, named: Sequence[tuple[str, str]]) -> SearchHit:
    """A row in words: its first cell as it stands, the others each with its column's title."""
    first, *others = named
    line = " · ".join([first[1], *(f"{title} {cell}" for title, cell in others)])
    return SearchHit(sheet.title, line, row.key if sheet.id == "surveys" and "-" in row.key else "")


async def _in_report(services: Services, seat: Seat, turn: int, words: list[str]) -> list[SearchHit]:
    try:
        told = await report(services, seat, turn)
    except WrongPhaseError:  # a turn before the campaign's first
        return []
    return [
        SearchHit(f"Report of turn {turn}, line {line.number}", line.text)
        for line in told.lines
        if all(word in line.text.casefold() for word in words)
    ]


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
