"""What only the game master looks up: what a side sees and was sent, its order sheet, what could not be delivered, operations;
and what they prepare: systems that fleets will reach, and races that they run themselves (19.0).

Operations are judged by the suggested chance with every modifier, and by both societies (CW-10.0-04). Courses are plotted from
all sheets, and the contents of systems made on demand. Races are made and changed as whole profiles, and led through their
pseudo-turn.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeAlias

from render.campaign.letters.ruling_texts import MADE_ON_DEMAND, PREPARED, PSEUDO_TURN, format_race_made
from rules.cluster_war.chapters.colonies.amendments import PrepareSystem
from rules.cluster_war.chapters.espionage import chances
from rules.cluster_war.chapters.espionage.operations import asks_about
from rules.cluster_war.chapters.npr import amendments
from rules.cluster_war.chapters.npr.advance import advance
from rules.cluster_war.model.orders.order import Forecast, SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.dealings import Operation, OperationId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets.warfare import war_of_all
from rules.cluster_war.turn.gm.look_ahead import (
    Meeting,
    SaltedDice,
    SystemToPrepare,
    Track,
    due_systems,
    make_contents,
    meetings_ahead,
    plot,
)
from rules.dice import Dice
from rules.values import GameError, Value, changed, quoted, unknown
from storage import audit, games, orders, outbox, seats
from storage.audit import ProblemRow
from umpire.campaign.gm.amendments import PlannedAmendment, just
from umpire.campaign.gm.rulings import RulingResult, carry_out
from umpire.campaign.open_turn import standing_at
from umpire.campaign.sheets.maps import MapWish, paint_map
from umpire.campaign.sheets.order_sheet import read_sheet, receipt_of
from umpire.campaign.sheets.receipt import Receipt, plan_of
from umpire.campaign.sheets.workbook import write_overview
from umpire.campaign.views import reports, side_views
from umpire.campaign.views.packet_files import draw_packet
from umpire.campaign.views.side_views import state_at, view_of_side
from umpire.games.games import get_game, require_unfinished, settings_of
from umpire.games.seat import Seat, require_gm
from umpire.games.seats import stand_in
from umpire.outbox.courier import File
from umpire.outbox.outbox import Recipe, letter_of
from umpire.services.services import Services


class Societies(Value):
    """Two peoples beside each other: their names, rows of what is looked at and how it is with each, and what the game master
    has set between them (None: the tables')."""

    one: str
    other: str
    rows: tuple[tuple[str, str, str], ...]
    points: int | None = None
    note: str = ""


class JudgedOperation(Value):
    """An operation as the game master judges it: `question` is the open question of its step, "" where no die is cast;
    `officer` who heads it; `societies` None for counter-intelligence."""

    operation: Operation
    side: str
    target: str
    found: chances.OperationChance
    question: str = ""
    officer: str = ""
    societies: Societies | None = None


async def weigh(services: Services, gm: Seat, operation: OperationId) -> JudgedOperation:
    """One operation with all that bears upon it; GameError if there is none of that id."""
    state = await _state(services, gm)
    one = state.operations.get(operation)
    if one is None:
        there = sorted(state.operations)
        raise unknown(GameError, f"There is no operation {quoted(operation)}.", operation, "There are", there)
    question = next((q.id for q in state.questions if asks_about(q, one)), "")
    officer = state.officers.get(one.officer)
    return JudgedOperation(
        one,
        _name(state, one.side),
        _name(state, one.target),
        chances.full_chance(state, one),
        question,
        officer.name if officer is not None else "",
        _beside(state, one.side, one.target) if one.target else None,
    )


async def operation_asked(services: Services, gm: Seat, question: str) -> OperationId:
    """The operation that an open question is about; GameError if it is answered."""
    state = await _state(services, gm)
    found = next(
        (q for q in state.questions if q.id == question and q.kind == "operation" and not q.settled_turn), None
    )
    if found is None:
        raise GameError(f"{question} is answered already; press Questions to see what still waits.")
    return found.subjects[1]


async def societies(services: Services, gm: Seat, one: SideId, other: SideId) -> Societies:
    """Two peoples beside each other (CW-16.0-03). GameError for a name that is not a people's."""
    state = await _state(services, gm)
    for side in (one, other):
        if chances.race_of(state, side) is None:
            there = (*sorted(state.sides), *sorted(state.nprs))
            raise unknown(GameError, f"There is no people {quoted(side)}.", side, "There are", there)
    return _beside(state, one, other)


def _beside(state: GameState, one: SideId, other: SideId) -> Societies:
    mine, theirs = chances.race_of(state, one), chances.race_of(state, other)
    rows = chances.compare_races(mine, theirs, state.settings) if mine is not None and theirs is not None else ()
    said = chances.difference_between(state, one, other)
    points, note = (said.points, said.note) if said is not None else (None, "")
    return Societies(_name(state, one), _name(state, other), rows, points, note)


def _name(state: GameState, side: SideId) -> str:
    if side in state.sides:
        return state.sides[side].name
    return state.nprs[side].name if side in state.nprs else side


async def _state(services: Services, gm: Seat) -> GameState:
    require_gm(gm)
    async with services.storage.reading() as tx:
        _, _, key = await standing_at(tx, gm.game_id)
        return await state_at(tx, services, key)


class Stuck(Value):
    """A letter that waits for somebody to mend something: what it is, for which side ("" is nobody's), and what is wrong."""

    turn: int
    side: SideId
    text: str
    error: str


class Troubles(Value):
    """Problems that are not mended, and the letters that wait because of them."""

    problems: tuple[ProblemRow, ...]
    stuck: tuple[Stuck, ...]


async def files_side_sees(services: Services, gm: Seat, side: SideId, turn: int | None = None) -> tuple[File, ...]:
    """Exactly what a side sees: its map, the map in words, and its newest report (of a draft: what it would be sent).

    With `turn`, its map at that turn's start and that turn's report. WrongPhaseError: that turn was not reached.
    """
    require_gm(gm)
    game = await get_game(services, gm.game_id)
    draft = turn in {None, game.turn} and game.turn_state == "draft"
    view = await view_of_side(services, gm, side, turn, draft=draft)
    files = list(await services.workers.run(paint_map, view, MapWish("whole"), game.name, (), urgent=True))
    if draft:
        recipe = Recipe(game.id, game.turn, game.revision, side, "report")
        return (*await draw_packet(services, game.name, recipe, ("report",), urgent=True), *files)
    told = turn if turn is not None else game.turn - 1
    if 1 <= told < game.turn:
        report = await reports.report(services, Seat(game.id, side, gm.user_id, is_gm=True), told)
        files.insert(0, File("report.md", report.text.encode()))
    return tuple(files)


async def workbook(services: Services, gm: Seat) -> File:
    """All sides' war, forces, officers and repairs as one workbook; of a draft, as it would be published."""
    require_gm(gm)
    game = await get_game(services, gm.game_id)
    draft = game.turn_state == "draft"
    views = [await view_of_side(services, gm, flag.id, draft=draft) for flag in game.sides]
    data = await services.workers.run(paint_overview, tuple(views), game.name, game.turn, urgent=True)
    return File(f"all-empires-turn-{game.turn:02d}.xlsx", data)


def paint_overview(views: tuple[View, ...], campaign: str, turn: int) -> bytes:
    """The workbook's bytes, from the views of all sides; runs in a worker."""
    return write_overview(war_of_all(views), campaign, turn)


async def sheet_of(services: Services, gm: Seat, side: SideId) -> Receipt:
    """A side's order sheet as its player has it. NotYoursError for anybody but the game master."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        await require_unfinished(tx, gm.game_id)
        held = await seats.find(tx, gm.game_id, side)
    seat = (
        await stand_in(services, gm, side)
        if held is None or held.user_id is None
        else Seat(gm.game_id, side, held.user_id)
    )
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
    return receipt_of(sheet, sheet.row)


async def at_stake(services: Services, gm: Seat, sides: Collection[SideId]) -> Mapping[SideId, Forecast]:
    """Of these sides, those that would lose work by the open turn's end as their sheets stand, and all that those would do.
    behind the GM screen the game master learns it of their own seat alone."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        held = {seat.side: seat.user_id for seat in await seats.of_game(tx, row.id)}
        screened = settings_of(row).options.wall
        found = {}
        for side in sides:
            user = held.get(side)
            if side not in held or (screened and user != gm.user_id):
                continue
            seat = Seat(row.id, side, gm.user_id, is_gm=True) if user is None else Seat(row.id, side, user)
            sheet = await read_sheet(tx, services, seat)
            plan = plan_of(sheet.view, sheet.standing)
            if plan.lapses:
                found[side] = plan
        return found


async def troubles(services: Services, gm: Seat) -> Troubles:
    """What could not be delivered or resolved, oldest first; who has left the server is asked of Discord, and is not among it."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        if await games.find(tx, gm.game_id) is None:
            return Troubles((), ())
        known = await audit.open_problems(tx, gm.game_id)
        failed = await outbox.of_game(tx, gm.game_id, "failed")
    letters = [(letter_of(row), row.error) for row in failed]
    known = tuple(problem for problem in known if problem.kind != audit.LEFT_SERVER)
    return Troubles(known, tuple(Stuck(letter.turn, letter.side, letter.text, error) for letter, error in letters))


SALT_BYTES = 8
Change: TypeAlias = Callable[[Npr], Npr]
"""Makes a race of a race; it is sent to a worker, so it is a module's function or `functools.partial` of one."""


class PreparationOutlook(Value):
    """All fleets' tracks for so many turns, by fleet; who will meet whom; and what is to be prepared."""

    turn: int
    turns: int
    tracks: Mapping[str, Track]
    meetings: tuple[Meeting, ...]
    due: tuple[SystemToPrepare, ...]


async def look_ahead(services: Services, gm: Seat, turns: int) -> PreparationOutlook:
    """Plot all courses under way and all moves on the open turn's sheets (CW-19.0-03, CW-19.0-22). The game master's alone.

    A draft is plotted as it will be published. GameError for no such number of turns.
    """
    require_gm(gm)
    async with services.storage.reading() as tx:
        row, turn, key = await standing_at(tx, gm.game_id)
        state = await state_at(tx, services, key)
        given = () if key.phase == "draft" else await orders.of_turn(tx, row.id, turn.turn)
    return await services.workers.run(outlook, state, orders.in_force(given), turns, urgent=True)


def outlook(state: GameState, signed: tuple[SignedOrder, ...], turns: int) -> PreparationOutlook:
    """The plot itself; runs in a worker."""
    tracks = plot(state, signed, turns)
    return PreparationOutlook(state.turn, turns, tracks, meetings_ahead(state, tracks), due_systems(state, tracks))


async def prepare(services: Services, gm: Seat, hex_: str, *, fill: bool, idempotency_key: str = "") -> RulingResult:
    """Mark a system as ready for players to find; with `fill`, the dice of Appendix B make its contents anew (CW-19.0-03).

    GameError: no system is there, or with `fill` somebody knows it or lives there.
    """
    salt = services.entropy(SALT_BYTES).hex()
    plan = partial(_filled, hex_, salt) if fill else partial(just, PrepareSystem(hex_))
    why = MADE_ON_DEMAND if fill else PREPARED
    return await carry_out(services, gm, plan, why, idempotency_key=idempotency_key)


def _filled(hex_: str, salt: str, state: GameState, dice: Dice) -> PlannedAmendment:
    salted = SaltedDice(dice, salt)
    made = make_contents(state, hex_, salted)
    return PlannedAmendment(PrepareSystem(hex_, made), tuple(salted.rolls))


class PseudoTurn(Value):
    """What a pseudo-turn brought one race."""

    name: str
    lines: tuple[str, ...]


class PseudoTurns(Value):
    """A pseudo-turn of one race or of all, the turn it was of, and how many dice were rolled."""

    turn: int
    months: tuple[PseudoTurn, ...]
    rolls: int


async def races(services: Services, gm: Seat) -> tuple[Npr, ...]:
    """All races of the game master's, by name."""
    require_gm(gm)
    view = await side_views.view(services, gm)
    return tuple(sorted(view.nprs.values(), key=lambda npr: npr.name.casefold()))


async def make(
    services: Services, gm: Seat, name: str, home: str, change: Change, *, idempotency_key: str = ""
) -> RulingResult:
    """A new race with a colony on its home world. GameError: its name or a part of its profile cannot be."""
    plan = partial(_plan_race, name, home, change, services.entropy(SALT_BYTES).hex())
    return await carry_out(services, gm, plan, format_race_made(name), idempotency_key=idempotency_key)


def _plan_race(name: str, home: str, change: Change, salt: str, state: GameState, _: Dice) -> PlannedAmendment:
    called = amendments.slug_of(name)
    if called in state.nprs:
        raise GameError(f"There is a race called {state.nprs[called].name} already.")
    bare = Npr(id=called, name=name.strip(), home=home, gross=0, advanced=state.turn - 1, salt=salt)
    return PlannedAmendment(amendments.SetNpr(amendments.with_home_colony(state, change(bare))))


async def change_race(
    services: Services, gm: Seat, name: str, change: Change, reason: str, *, idempotency_key: str = ""
) -> RulingResult:
    """A race as `change` makes it of what it is now. GameError: there is none of that name, or it cannot be so."""
    return await carry_out(services, gm, partial(_changed, name, change), reason, idempotency_key=idempotency_key)


def _changed(name: str, change: Change, state: GameState, _: Dice) -> PlannedAmendment:
    npr = amendments.npr_named(state.nprs, name)
    return PlannedAmendment(amendments.SetNpr(changed(change(npr), id=npr.id, salt=npr.salt)))


async def remove(services: Services, gm: Seat, name: str, reason: str, *, idempotency_key: str = "") -> RulingResult:
    """Take a race out of the game. GameError if there is none of that name."""
    return await carry_out(services, gm, partial(_removed, name), reason, idempotency_key=idempotency_key)


def _removed(name: str, state: GameState, _: Dice) -> PlannedAmendment:
    return PlannedAmendment(amendments.RemoveNpr(amendments.npr_named(state.nprs, name).id))


async def pseudo_turn(services: Services, gm: Seat, name: str = "", *, idempotency_key: str = "") -> PseudoTurns:
    """Lead one race, or all that have not had this turn, through it (CW-19.0-20).

    GameError: there is no race. WrongPhaseError: all have had this turn.
    """
    reason = PSEUDO_TURN
    ruled = await carry_out(services, gm, partial(_advanced, name), reason, idempotency_key=idempotency_key)
    if ruled.planned is None or not isinstance(done := ruled.planned.amendment, amendments.AdvanceNprs):
        return PseudoTurns(ruled.turn, (), 0)
    months = tuple(PseudoTurn(npr.name, lines) for npr, lines in zip(done.nprs, done.lines, strict=True))
    return PseudoTurns(done.nprs[0].advanced, months, len(ruled.planned.rolls))


def _advanced(name: str, state: GameState, dice: Dice) -> PlannedAmendment:
    chosen = [amendments.npr_named(state.nprs, name)] if name else _waiting(state)
    months = [advance(state, npr, dice) for npr in chosen]
    amendment = amendments.AdvanceNprs(tuple(m.npr for m in months), tuple(m.lines for m in months))
    return PlannedAmendment(amendment, tuple(roll for m in months for roll in m.rolls))


def _waiting(state: GameState) -> list[Npr]:
    """The races that have not had this turn; where all have, the first, which says so."""
    everyone = sorted(state.nprs.values(), key=lambda npr: npr.id)
    if not everyone:
        raise GameError("You run no race yet; make one with /gm npr set.")
    return [npr for npr in everyone if npr.advanced < state.turn] or everyone[:1]
