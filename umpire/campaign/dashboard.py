"""The dashboard: a seat's pinned message, how things stand and what can be done next. A player's is made from their own sheet,
the game master's from the whole game.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal

from render.campaign.letters import dashboard_texts as texts
from render.campaign.letters.aim_texts import format_standing
from render.words.safe_text import format_list, plain
from render.words.seat_letters import NOT_HERE
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.values import changed
from storage import absences, battles, deadlines, games, governors, seats, sheets, snapshots, turns
from storage.battles import BattleRow
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.campaign.fought.rooms import threads_of
from umpire.campaign.sheets.order_sheet import OrderSheet, read_sheet, receipt_of
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.turn.turn_letters import battle_line
from umpire.campaign.views.side_views import questions_at
from umpire.games.attendance import attendance
from umpire.games.bank import balance
from umpire.games.games import is_led, settings_of
from umpire.games.membership import gone_players
from umpire.games.notices import side_name
from umpire.games.seat import Seat
from umpire.outbox.outbox import Dashboard, LetterButton
from umpire.services.services import Services

STAFF_BUTTON: Final = "Do as my staff advises"
ACTIONS: Final = (
    ("Move a fleet", "desk-move"),
    ("Explore", "desk-explore"),
    ("Build", "desk-build"),
    ("Research", "desk-research"),
    ("Colonies", "desk-colonies"),
    ("Facilities", "desk-works"),
    ("Treaties", "desk-treaties"),
    ("Relations", "desk-relations"),
    ("Intelligence", "desk-spy"),
    ("War", "desk-war"),
    ("Standing orders", "desk-standing"),
    ("Map", "desk-map"),
    ("What would happen", "desk-forecast"),
)


async def make_dashboard(tx: Transaction, services: Services, game_id: str, side: str) -> Dashboard:
    """A seat's dashboard as it is at this moment; of a seat nobody holds, or a game that is over, it says only that."""
    row = await games.find(tx, game_id)
    held = await seats.find(tx, game_id, side)
    turn = None if row is None else await turns.find(tx, game_id, row.revision)
    if row is None or turn is None or row.status == "finished":
        return Dashboard(texts.CAMPAIGN_OVER)
    if held is None or held.user_id is None:
        return Dashboard(texts.OPEN_SEAT)
    until = await deadlines.current(tx, row.id, row.revision)
    if side:
        sheet = await read_sheet(tx, services, Seat(row.id, side, held.user_id))
        known = await attendance(tx, row.id, side)
        hours = balance(row, known, until).most if turn.state == "open" else 0
        acts = held.deputy_id is not None or known.kept.bot_acts
        alone = not any(s.user_id is not None for s in await seats.of_game(tx, row.id) if s.side and s.side != side)
        fights = await threads_of(tx, row.id, turn.revision, side)
        return _players(row, turn, sheet, fights, hours, acts=acts, alone=alone)
    states = {s.side: s.state for s in await sheets.of_revision(tx, row.id, row.revision)}
    away = {side for side, _ in await absences.sides_away(tx, row.guild_id, row.id, services.seconds())}
    players = [s for s in await seats.of_game(tx, row.id) if s.side]
    led = {one.side for one in await governors.of_game(tx, row.id)}
    free = sum(s.user_id is None for s in players)
    players = [changed(s, away=s.side in away) for s in players]
    waiting = [s for s in players if states.get(s.side) != "ready" and (s.side not in led or s.user_id is not None)]
    key = await snapshots.require(tx, row.id, turn.revision, "draft" if turn.state == "draft" else "start")
    questions = sum(not question.settled_turn for question in await questions_at(tx, services, key))
    if turn.state == "battles":
        return _waits(row, turn, await battles.of_revision(tx, row.id, turn.revision), questions)
    due = None if until is None else until.due_at
    gone = await gone_players(tx, row.id)
    named = format_list([f"**{plain(side_name(row, seat.side))}**{_holder(seat, gone)}" for seat in waiting])
    return _masters(row, turn, due, named, questions, key.seq, governors_=len(led) if free else None)


def _players(
    row: GameRow,
    turn: TurnRow,
    sheet: OrderSheet,
    fights: Sequence[int] = (),
    hours: int = 0,
    *,
    acts: bool = False,
    alone: bool = False,
) -> Dashboard:
    receipt = receipt_of(sheet, sheet.row)
    lines = [texts.format_heading(row.name, turn.turn)]
    if turn.state == "open":
        untold = alone and receipt.deadline is None and row.status != "paused"
        due = "" if untold else _due(receipt.deadline, row)
        lines.append(texts.format_sheet_state(receipt.state, due, unspent=receipt.forecast.left > 0))
    else:
        lines.append(texts.format_closed(by_person=is_led(row)))
    if acts:
        lines.append(texts.DEPUTY_ACTS)
    elif sheet.stirs:
        lines.append(texts.COUNTS_AS_AWAY)
    lines += [texts.format_fight(thread) for thread in fights]
    met = sum(not scene.closed for scene in sheet.view.scenes)
    answered = sum(isinstance(signed.order, AnswerScene) for signed in sheet.standing)
    waiting = max(0, met - answered)
    lines += texts.format_encounters(met, waiting)
    income, left = receipt.forecast.income, receipt.forecast.left
    idle = turn.state == "open" and left * texts.IDLE_PART > income.production + income.trade
    lines.append(texts.format_left(left, income.available, idle=idle))
    if standing := format_standing(sheet.view):
        lines.append(standing)
    lines += _orders(receipt)
    lines += texts.format_chains([one.progress for one in receipt.standing if one.progress])
    lines += texts.format_missing(receipt.missing, receipt.stands)
    ready = receipt.state == "ready"
    side, is_open = sheet.seat.side, turn.state == "open"
    done = LetterButton(
        "Not ready after all" if ready else "I am ready",
        "desk-unready" if ready else "desk-ready",
        turn.revision,
        side,
        "secondary" if ready else "success",
    )
    style: Literal["primary", "secondary"] = "primary" if receipt.state == "none" and is_open else "secondary"
    staff = [LetterButton(STAFF_BUTTON, "desk-staff", turn.revision, side, style)]
    spend = [LetterButton(f"Spend {left} CPs", "desk-idle", turn.revision, side)] if idle else []
    lines.append(texts.HOW_TO)
    presses = [*staff, *spend, *(LetterButton(label, action, turn.revision, side) for label, action in ACTIONS)]
    label = f"Encounters ({waiting})"
    by_vote = settings_of(row).options.gm == "council" and turn.state == "open"
    asked = len(sheet.view.asked) if by_vote else 0
    votes = (
        [LetterButton(f"Ask the council ({asked})", "council-mine", turn.revision, sheet.seat.side)] if asked else []
    )
    scenes = [LetterButton(label, "desk-scenes", turn.revision, sheet.seat.side, "primary")] if waiting else []
    theirs = acts and ready and sheet.stirs  # a deputy was ready; who is so themselves takes over from them
    own = [LetterButton("I am ready", "desk-ready", turn.revision, side, "success")] if theirs else []
    says = [*own, done] if is_open else []  # in a turn that is closed nobody has anything to declare
    return Dashboard("\n".join(lines), (*presses, *scenes, *votes, *says, *_absence(turn, sheet, hours), _pings(turn)))


def _absence(turn: TurnRow, sheet: OrderSheet, hours: int) -> list[LetterButton]:
    """Being back, more time where the bank has some that can be taken, and all else of absences."""
    side = sheet.seat.side
    back = [LetterButton("I am back", "away-back", turn.revision, side, "primary")] if sheet.stirs else []
    more = [LetterButton("More time", "time-more", turn.revision, side)] if hours else []
    return [*back, *more, LetterButton("Away", "away", turn.revision, side)]


def _pings(turn: TurnRow) -> LetterButton:
    """What its presser is named for, in all games of the server."""
    return LetterButton("Pings", "notify", turn.revision)


def _orders(receipt: Receipt) -> list[str]:
    shown = [
        texts.format_order(line.number, line.text, standing=bool(line.standing), problem=bool(line.problem))
        for line in receipt.lines[: texts.MOST_ORDERS]
    ]
    more = len(receipt.lines) - len(shown)
    return [*shown, texts.format_more_orders(more)] if more else shown


def _masters(
    row: GameRow,
    turn: TurnRow,
    due: int | None,
    waiting: str,
    questions: int,
    version: int,
    *,
    governors_: int | None,
) -> Dashboard:
    """`waiting` names who is not ready, if anybody; `governors_`: how many seats the bot leads, None where none is open to be
    led."""
    lines = [texts.format_heading(row.name, turn.turn, gm=True)]
    draft = turn.state == "draft"
    if draft:
        lines.append(texts.DRAFT_WAITS)
    else:
        lines += texts.format_open_turn(_due(due, row), waiting)
    lines.append(texts.format_questions(questions))
    revision = turn.revision
    asked = LetterButton(
        f"Questions ({questions})", "gm-questions", revision, "", "primary" if questions else "secondary"
    )
    undo = LetterButton("Undo", "desk-undo", revision, "", "danger")
    if draft:
        review = LetterButton("Review", "gm-review", revision, "", "primary")
        publish = LetterButton("Publish", "gm-publish", revision, f"{turn.turn}.{version}", "success")
        return Dashboard("\n".join(lines), (asked, review, publish, undo, _pings(turn)))
    extend = LetterButton("Extend", "desk-extend", revision)
    advance = LetterButton("Advance", "desk-advance", revision)
    can_extend = (extend,) if due is not None and row.status == "running" else ()
    can_undo = (undo,) if turn.turn > 1 else ()
    leads = () if governors_ is None else (LetterButton(f"Bot players ({governors_})", "gm-governors", revision),)
    return Dashboard("\n".join(lines), (asked, *can_extend, advance, *can_undo, *leads, _pings(turn)))


def _waits(row: GameRow, turn: TurnRow, met: tuple[BattleRow, ...], questions: int) -> Dashboard:
    """The game master's dashboard while the month waits for battles."""
    left = [battle for battle in met if battle.state != "settled"]
    shown = [battle_line(row, battle) for battle in left[: texts.MOST_ORDERS]]
    lines = [texts.format_heading(row.name, turn.turn, gm=True), *texts.format_battles_left(len(left), shown)]
    settle = LetterButton(f"Battles ({len(left)})", "gm-battles", turn.revision, "", "primary")
    asked = LetterButton(f"Questions ({questions})", "gm-questions", turn.revision)
    undo = LetterButton("Undo", "desk-undo", turn.revision, "", "danger")
    return Dashboard("\n".join(lines), (settle, asked, undo, _pings(turn)))


def _holder(seat: SeatRow, gone: Collection[int]) -> str:
    """Nobody is named by a mention: it could bring a player into the game master's thread."""
    if seat.user_id is None:
        return texts.SEAT_OPEN
    if seat.user_id in gone:
        return NOT_HERE
    return texts.SEAT_AWAY if seat.away else ""


def _due(due: int | None, row: GameRow) -> str:
    return texts.format_due(due, paused=row.status == "paused")
