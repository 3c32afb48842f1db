"""What a player who was away is given: the dossier of their side, what others did for them, and the bot as their deputy.

The bot leads in the character that fits what the player ordered so far.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from render.campaign.dossier import Papers, dossier_page, dossier_text
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.profile import CHARACTERS, Character, Profile
from rules.cluster_war.play.notation import format_order
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import GameError, Value, WrongPhaseError, changed
from storage import audit, governors, orders, seats, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.orders import OrderRow
from umpire.campaign.governed.ai_sides import assign_ai_in
from umpire.campaign.open_turn import present
from umpire.campaign.sheets.maps import MapWish, paint_map, plans_of
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, edit_sheet, read_sheet, receipt_of
from umpire.campaign.sheets.orders import restored
from umpire.campaign.sheets.receipt import Receipt, standing_lines
from umpire.campaign.sheets.sheet_checks import BY_DEPUTY
from umpire.campaign.views import reports
from umpire.campaign.views.side_views import campaign_film
from umpire.games.deputies import check_holder_alone
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.nearest import format_refusal
from umpire.services.services import Services

FILM_TURNS: Final = 6
TURNS_BACK: Final = 12
LOOKED_AT: Final = 12
"""So many turns back count."""
CHARACTER_SIGNS: Final[dict[Character, dict[str, int]]] = {
    "raider": {"fleet raid": 6, "fleet bombard": 4},
    "conqueror": {"invade land": 8, "invade army": 2, "fleet engage": 2, "fleet embark": 1},
    "trader": {
        "treaty offer": 4, "treaty accept": 4, "treaty grant": 3, "treaty ambassadors": 3, "treaty technology": 3,
        "treaty data": 2, "fleet aid": 2,
    },
    "builder": {
        "build facility": 2, "colony expand": 2, "colony found": 2, "colony settle": 2, "research start": 2, "research fund": 1,
        "build units": 1, "base mine": 1,
    },
    "explorer": {"fleet move": 1, "fleet mission": 2, "encounter answer": 2},
}  # fmt: skip
"""What an order speaks for, by its command, and how much."""
QUIET_ORDERS_A_TURN: Final = 2
"""Who orders less than this much a turn, all told, keeps to themselves."""


class Dossier(Value):
    """A side's page: its text, and files (the map alone, the page with the map, the film of the last turns as the side saw them,
    once one is over). `left` are what the sheet still misses."""

    revision: int
    side: str
    text: str
    files: tuple[File, ...]
    left: tuple[str, ...]


async def dossier(services: Services, seat: Seat) -> Dossier:
    """The page of a seat's own side. NotYoursError for anybody but its player."""
    async with services.storage.reading() as tx:
        check_holder_alone(await seats.find(tx, seat.game_id, seat.side), seat.user_id)
        sheet = await read_sheet(tx, services, seat)
        planned = await _planned(tx, sheet)
    try:
        told = (await reports.report(services, seat)).events
    except WrongPhaseError:  # the first turn has no report before it
        told = ()
    film = (await campaign_film(services, seat.game_id, seat, turns=FILM_TURNS),) if sheet.view.turn > 1 else ()
    receipt = receipt_of(sheet, sheet.row)
    due = (
        "No deadline is set."
        if sheet.deadline is None
        else f"Orders are due <t:{sheet.deadline}:F> (<t:{sheet.deadline}:R>)."
    )
    lines = tuple(line.text for line in receipt.lines)
    stands = tuple(f"{one.line} ({one.state})" for one in standing_lines(sheet.stands, sheet.names) if not one.ended)
    papers = Papers(sheet.game.name, lines, receipt.missing, planned, stands, told, due)
    made = await services.workers.run(_make, sheet.view, papers, plans_of(sheet.view, sheet.standing), urgent=True)
    text, files = made
    return Dossier(sheet.turn.revision, seat.side, text, (*files, *film), receipt.missing)


def _make(view: View, papers: Papers, plans: tuple[object, ...]) -> tuple[str, tuple[File, ...]]:
    """Draw and write; runs in a worker."""
    picture, _ = paint_map(view, MapWish("mine"), papers.campaign, plans)  # type: ignore[arg-type] # what plans_of gave
    page = dossier_page(view, papers, picture.data, picture.alt)
    return dossier_text(view, papers), (picture, File("dossier.html", page))


async def _planned(tx: Transaction, sheet: OrderSheet) -> tuple[str, ...]:
    """What whoever led the side last meant to do: the aims of the governor that led it in this turn or the one before."""
    now = await present(tx, sheet.game)
    before = await turns.current_row(tx, sheet.game.id, now.turn - 1)
    for revision in (now.revision, *(() if before is None else (before.revision,))):
        for row in await governors.bot_turns_of(tx, sheet.game.id, revision):
            if row.side == sheet.seat.side and row.plan.aims:
                return row.plan.aims
    return ()


class Act(Value):
    """One thing that was done for a player: an order given, or one of theirs `withdrawn`. `by` is a user id, 0 for the bot."""

    turn: int
    number: int
    text: str
    by: int
    withdrawn: bool = False


class Review(Value):
    """All of it: what of this turn's can be taken back while the turn is open, and what earlier turns were played with.
    `standing` are the standing orders that a deputy laid down; their numbers are those of /orders standing."""

    revision: int
    turn: int
    open: bool
    now: tuple[Act, ...]
    before: tuple[Act, ...]
    standing: tuple[Act, ...] = ()


async def review(services: Services, seat: Seat) -> Review:
    """What others did for the player of a seat. NotYoursError for anybody but the player."""
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
        check_holder_alone(await seats.find(tx, seat.game_id, seat.side), seat.user_id)
        before: list[Act] = []
        for turn in range(max(1, sheet.turn.turn - TURNS_BACK), sheet.turn.turn):
            given = await orders.of_side(tx, seat.game_id, turn, seat.side)
            before += [_act(sheet, row) for row in given if _for_them(sheet, row)]
        laid = await _laid_by(tx, seat)
    standing = tuple(
        Act(sheet.turn.turn, one.number, f"{one.line} ({one.state})", laid.get(one.number, sheet.deputy or 0))
        for one in standing_lines(sheet.stands, sheet.names)
        if any(each.number == one.number and each.deputed for each in sheet.stands.orders)
    )
    now = tuple(_act(sheet, row) for row in sheet.orders if _for_them(sheet, row))
    return Review(sheet.turn.revision, sheet.turn.turn, sheet.turn.state == "open", now, tuple(before), standing)


async def _laid_by(tx: Transaction, seat: Seat) -> dict[int, int]:
    """Who laid down or last changed each of a side's standing orders, by its number."""
    found: dict[int, int] = {}
    for act in await audit.of_actions(tx, seat.game_id, "standing.added"):
        numbers = act.detail.get("standing")
        if act.detail.get("side") == seat.side and isinstance(numbers, list) and act.actor.isdecimal():
            found.update({int(str(number)): int(act.actor) for number in numbers})
    return found


async def take_back(
    services: Services, seat: Seat, number: int, revision: int, *, idempotency_key: str = ""
) -> Receipt:
    """Undo what was done for the player in the open turn: an order by its number, or with 0 all of it. They are
    back then. GameError: nothing of that number was done for them."""

    async def work(sheet: OrderSheet) -> Edit:
        if sheet.powers is not None:
            raise WrongPhaseError("Only the player takes back what a deputy did; you can withdraw your own orders.")
        found = [row for row in sheet.orders if _for_them(sheet, row) and number in {0, row.number}]
        if not found:
            raise GameError(
                "Nothing of that was done for you, or it is taken back already. /away review shows what is left."
            )
        given = [changed(row, withdrawn_at=sheet.now, withdrawn_why="withdrawn") for row in found if not _is_gone(row)]
        sheet, wrong = await restored(services, sheet.with_changed(*given), [row for row in found if _is_gone(row)])
        notes = [f"Order {old} stays withdrawn: {format_refusal(why)}" for old, why in wrong.items()]
        done = len(found) - len(notes)
        return Edit(sheet, "orders.taken_back", (f"{done} taken back of what was done for you.", *notes))

    return await edit_sheet(services, seat, revision, idempotency_key, work)


def _is_gone(row: OrderRow) -> bool:
    return row.withdrawn_at is not None


def _for_them(sheet: OrderSheet, row: OrderRow) -> bool:
    """Whether an order stands that somebody else gave, or one of the player's was withdrawn by a deputy."""
    given = row.withdrawn_at is None and sheet.is_by_another(row)
    return given or (row.withdrawn_why == BY_DEPUTY and row.entered_by == sheet.holder)


def _act(sheet: OrderSheet, row: OrderRow) -> Act:
    text = format_order(row.order, sheet.names)
    return Act(row.turn, row.number, text, row.entered_by, row.withdrawn_at is not None)


def style_of(turns_: Iterable[Iterable[Order]]) -> Character:
    """The character that fits what a side ordered, turn by turn: where the most signs point; of equals the first in the table.
    Who ordered next to nothing is a hermit."""
    signs: Counter[Character] = Counter()
    turns = 0
    for given in turns_:
        turns += 1
        for order in given:
            command = KIND_OF[type(order)].command
            signs.update(
                {character: weights[command] for character, weights in CHARACTER_SIGNS.items() if command in weights}
            )
    if not turns or signs.total() < QUIET_ORDERS_A_TURN * turns:
        return "hermit" if turns else "builder"
    return max(CHARACTERS, key=lambda one: (signs[one], -CHARACTERS.index(one)))


async def deputize(tx: Transaction, services: Services, row: GameRow, side: str, style: str) -> None:
    """Have a governor lead a side for its player: of the named character, or of the side's own style."""
    known = next((one for one in CHARACTERS if one == style), None)
    profile = Profile(known or await own_style(tx, row, side), "even")
    await assign_ai_in(tx, services, row, side, profile, "deputy", "clock")


async def own_style(tx: Transaction, row: GameRow, side: str) -> Character:
    """The character of what people have ordered for a side in its last turns."""
    now = (await present(tx, row)).turn
    found = []
    for turn in range(max(1, now - LOOKED_AT), now):
        given = orders.rows_in_force(await orders.of_side(tx, row.id, turn, side))
        found.append([one.order for one in given if one.entered_by])
    return style_of(found)
