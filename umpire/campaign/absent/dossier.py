"""A dossier made: for the holder of a seat, from that side's view, its sheet, its own plans and what it saw of the last turns."""

from typing import Final

from render.campaign.dossier import Papers, dossier_page, dossier_text
from rules.cluster_war.model.state.view import View
from rules.errors import WrongPhaseError
from rules.values import Value
from storage import governed, seats, turns
from storage.db import Transaction
from umpire.campaign.open_turn import present
from umpire.campaign.sheets.maps import MapWish, paint_map, plans_of
from umpire.campaign.sheets.order_sheet import OrderSheet, read_sheet, receipt_of
from umpire.campaign.sheets.standing_lines import told as standing_told
from umpire.campaign.views import reports
from umpire.campaign.views.campaign_film import campaign_film
from umpire.games.duty import check_holder_alone
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services

FILM_TURNS: Final = 6


class Dossier(Value):
    """A side's page: its text, and files (the map alone, the page with the map, the film of the last turns as the side saw them,
    once one is over). `left` are what the sheet still misses."""

    opening: int
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
    stands = tuple(f"{one.line} ({one.state})" for one in standing_told(sheet.stands, sheet.names) if not one.ended)
    papers = Papers(sheet.game.name, lines, receipt.missing, planned, stands, told, due)
    made = await services.workers.run(_make, sheet.view, papers, plans_of(sheet.view, sheet.standing), urgent=True)
    text, files = made
    return Dossier(sheet.turn.opening, seat.side, text, (*files, *film), receipt.missing)


def _make(view: View, papers: Papers, plans: tuple[object, ...]) -> tuple[str, tuple[File, ...]]:
    """Draw and write; runs in a worker."""
    picture, _ = paint_map(view, MapWish("mine"), papers.campaign, plans)  # type: ignore[arg-type] # what plans_of gave
    page = dossier_page(view, papers, picture.data, picture.alt)
    return dossier_text(view, papers), (picture, File("dossier.html", page))


async def _planned(tx: Transaction, sheet: OrderSheet) -> tuple[str, ...]:
    """What whoever led the side last meant to do: the aims of the governor that led it in this turn or the one before."""
    now = await present(tx, sheet.game)
    before = await turns.standing(tx, sheet.game.id, now.turn - 1)
    for opening in (now.opening, *(() if before is None else (before.opening,))):
        for row in await governed.of_opening(tx, sheet.game.id, opening):
            if row.side == sheet.seat.side and row.plan.aims:
                return row.plan.aims
    return ()
