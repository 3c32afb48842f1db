"""Races of an open campaign: designed by their players, submitted, and approved or handed back by the game master.

Nobody but the player and the game master is ever given a race's paper.
"""

from collections.abc import Callable

from render.campaign.letters.campaign_texts import format_race_judged, format_race_submitted
from rules.cluster_war.model.race_design.sheet import RaceSheet
from rules.cluster_war.turn.setup import races
from rules.cluster_war.turn.setup.presets import preset
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed, quoted
from storage import documents
from storage import seats as seat_rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.documents import DocumentRow, DocumentState
from storage.games import GameRow
from umpire.campaign.founding.ai_races import ai_drafts
from umpire.campaign.founding.open_campaign import plan_in, require_open
from umpire.campaign.founding.plan import FoundingPlan, settings_of_plan
from umpire.campaign.founding.race_draft import Judgement, RaceDraft, judge, usual_kit, with_units
from umpire.games.games import is_led, is_open, require_game, settings_of, sides_of
from umpire.games.notices import side_name, to_masters, to_player
from umpire.games.seat import Seat, note, require_gm
from umpire.games.seats import require_own
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

LONGEST_COMMENT = 600
MOST_AP = 200


class RacePaper(Value):
    """A race as it is kept, in the campaign's plan, and what is to be said of it."""

    side: str
    version: int
    state: DocumentState
    draft: RaceDraft
    plan: FoundingPlan
    judgement: Judgement
    is_open: bool
    by_default: bool = False

    @property
    def judge(self) -> str:
        """Who approves it: where no person rules, "the book"."""
        return "a default ruling" if self.by_default else "the game master"

    @property
    def sheet(self) -> RaceSheet:
        """The race design."""
        return self.draft.sheet

    @property
    def can_be_changed(self) -> bool:
        """Whether its player may change it now."""
        return self.is_open and self.state in {"draft", "returned"}


async def my_race(services: Services, seat: Seat) -> RacePaper:
    """A player's own race. NotYoursError for a seat without one, WrongPhaseError where none were designed."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        plan = await plan_in(tx, row)
        return _read(row, plan, await _paper(tx, row, seat.side))


async def all_races(services: Services, gm: Seat) -> tuple[RacePaper, ...]:
    """Every race of the campaign, for the game master."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_game(tx, gm.game_id)
        plan = await plan_in(tx, row)
        return tuple([await _of_side(tx, row, plan, flag.id) for flag in sides_of(row)])


async def race_of_side(services: Services, gm: Seat, side: str) -> RacePaper:
    """One race, for the game master."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_game(tx, gm.game_id)
        return await _of_side(tx, row, await plan_in(tx, row), side)


async def change_race(services: Services, seat: Seat, change: Callable[[RaceDraft], RaceDraft], what: str) -> RacePaper:
    """Change one's own race and save it. WrongPhaseError while it is with the game master, or approved."""
    async with services.storage.transaction() as tx:
        row, plan, paper = await _mine(tx, seat)
        before = from_document(RaceDraft, paper.document)
        after = change(before)
        if after == before:
            return _read(row, plan, paper)
        if paper.state not in {"draft", "returned"}:
            raise WrongPhaseError(_closed(row, paper.state), rule="CW-19.0-08")
        saved = await documents.save(tx, paper, paper.state, to_document(after), services.seconds())
        await note(tx, services, row.id, seat.actor, "race.changed", side=seat.side, what=what)
        return _read(row, plan, saved)


async def submit(services: Services, seat: Seat) -> RacePaper:
    """Hand the race to the game master; IllegalOrderError with the first thing that is to be mended."""
    async with services.storage.transaction() as tx:
        row, plan, paper = await _mine(tx, seat)
        if paper.state in {"submitted", "approved"}:
            return _read(row, plan, paper)
        found = _read(row, plan, paper)
        found.judgement.require_good()
        draft = with_units(found.draft, settings_of_plan(plan))
        draft = changed(draft, sheet=races.submit(draft.sheet, settings_of_plan(plan)))
        saved = await documents.save(tx, paper, "submitted", to_document(draft), services.seconds())
        await note(tx, services, row.id, seat.actor, "race.submitted", side=seat.side)
        text = format_race_submitted(row.name, side_name(row, seat.side))
        await enqueue(tx, services, to_masters(row, 0, text))
        return _read(row, plan, saved)


async def take_back(services: Services, seat: Seat) -> RacePaper:
    """Take a submitted race back to change it; nothing happens to one that is not submitted."""
    async with services.storage.transaction() as tx:
        row, plan, paper = await _mine(tx, seat)
        if paper.state == "approved":
            raise WrongPhaseError(_closed(row, "approved"), rule="CW-19.0-08")
        if paper.state != "submitted":
            return _read(row, plan, paper)
        draft = from_document(RaceDraft, paper.document)
        draft = changed(draft, sheet=changed(draft.sheet, status="draft"))
        saved = await documents.save(tx, paper, "draft", to_document(draft), services.seconds())
        await note(tx, services, row.id, seat.actor, "race.taken_back", side=seat.side)
        return _read(row, plan, saved)


async def approve(services: Services, gm: Seat, side: str, version: int, comment: str = "") -> RacePaper:
    """Approve the race as it was shown; its player is told. IllegalOrderError while anything is open in it."""

    def ruled(paper: RacePaper) -> RaceDraft:
        if paper.state == "approved":
            raise WrongPhaseError("This race is approved already.")
        if paper.state != "submitted":
            raise WrongPhaseError("This race has not been submitted; its player is still at work on it.")
        paper.judgement.require_good()
        settings = settings_of_plan(paper.plan)
        return changed(paper.draft, sheet=races.approve(paper.sheet, _comment(comment), settings))

    return await _rule(services, gm, side, version, ruled, "approved", "race.approved")


async def hand_back(services: Services, gm: Seat, side: str, version: int, comment: str) -> RacePaper:
    """Give a race back to its player with a comment, also one that was approved, until there is a cluster (CW-19.0-09)."""

    def ruled(paper: RacePaper) -> RaceDraft:
        if paper.state not in {"submitted", "approved"}:
            raise WrongPhaseError("This race is with its player already.")
        words = _comment(comment)
        if not words:
            raise GameError("Say what should change; the player reads it.", rule="CW-19.0-09")
        return changed(paper.draft, sheet=races.hand_back(changed(paper.sheet, status="submitted"), words))

    return await _rule(services, gm, side, version, ruled, "returned", "race.returned")


async def price_custom(
    services: Services, gm: Seat, side: str, version: int, name: str, ap: int | None, comment: str = ""
) -> RacePaper:
    """Allow a custom entry of a submitted race at a price in AP (negative gives back), or refuse it with None."""

    def ruled(paper: RacePaper) -> RaceDraft:
        if paper.state != "submitted":
            raise WrongPhaseError("Entries are priced while the race is submitted.")
        if ap is not None and abs(ap) > MOST_AP:
            raise GameError(f"A price is {-MOST_AP} to {MOST_AP} AP, not {ap}.", rule="CW-3.1-04")
        words = _comment(comment)
        if ap is None:
            return changed(paper.draft, sheet=races.refuse_custom(paper.sheet, name, words))
        return changed(paper.draft, sheet=races.price_custom(paper.sheet, name, ap, words))

    return await _rule(services, gm, side, version, ruled, "submitted", "race.priced")


async def assign(services: Services, gm: Seat, side: str, version: int, race: str) -> RacePaper:
    """Give a seat without a player one of the printed races with its roster, approved. GameError for a held seat."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_open(tx, gm.game_id)
        seat = await seat_rows.find(tx, row.id, side)
        if seat is None or seat.user_id is not None:
            raise NotYoursError("This seat has a player, who designs the race.")
        paper = await _as_shown(tx, row, side, version)
        plan = await plan_in(tx, row)
        sheet = preset(race)
        draft = RaceDraft(changed(sheet, package=usual_kit(sheet, settings_of_plan(plan))))
        judge(draft, plan).require_good()
        saved = await documents.save(tx, paper, "approved", to_document(draft), services.seconds())
        await note(tx, services, row.id, gm.actor, "race.assigned", side=side, race=race)
        return _read(row, plan, saved)


async def _rule(
    services: Services,
    gm: Seat,
    side: str,
    version: int,
    ruled: Callable[[RacePaper], RaceDraft],
    state: DocumentState,
    action: str,
) -> RacePaper:
    told = state != "submitted"
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_open(tx, gm.game_id)
        plan = await plan_in(tx, row)
        paper = await _as_shown(tx, row, side, version)
        draft = ruled(_read(row, plan, paper))
        saved = await documents.save(tx, paper, state, to_document(draft), services.seconds())
        comment = draft.sheet.gm_comment if told else ""
        await note(tx, services, row.id, gm.actor, action, side=side, comment=comment)
        seat = await seat_rows.find(tx, row.id, side)
        if told and seat is not None and seat.user_id is not None:
            text = format_race_judged(row.name, state, comment, by_default=bool(gm.program))
            await enqueue(tx, services, *to_player(row, seat, text))
        return _read(row, plan, saved)


async def _of_side(tx: Transaction, row: GameRow, plan: FoundingPlan, side: str) -> RacePaper:
    """A race as the game master sees it: its player's, or the one that the bot makes for a seat that it leads."""
    paper = _read(row, plan, await _paper(tx, row, side))
    made = (await ai_drafts(tx, row, plan)).get(side) if is_open(row) else None
    return paper if made is None else changed(paper, draft=made, judgement=judge(made, plan))


async def _mine(tx: Transaction, seat: Seat) -> tuple[GameRow, FoundingPlan, DocumentRow]:
    row = await require_open(tx, seat.game_id)
    await require_own(tx, row, seat)
    return row, await plan_in(tx, row), await _paper(tx, row, seat.side)


async def _as_shown(tx: Transaction, row: GameRow, side: str, version: int) -> DocumentRow:
    paper = await _paper(tx, row, side)
    if paper.version != version:
        raise WrongPhaseError("This race has changed since it was shown to you; look at it again (/gm races).")
    return paper


async def _paper(tx: Transaction, row: GameRow, side: str) -> DocumentRow:
    found = await documents.find(tx, row.id, "race", side) if side else None
    if found is None:
        raise NotYoursError(f"There is no race of {quoted(side)} in **{row.name}**.")
    return found


def _read(row: GameRow, plan: FoundingPlan, paper: DocumentRow) -> RacePaper:
    draft = from_document(RaceDraft, paper.document)
    still = is_open(row) and row.status != "finished"
    by_default = settings_of(row).options.gm != "person"
    return RacePaper(
        paper.side, paper.version, paper.state, draft, plan, judge(draft, plan), is_open=still, by_default=by_default
    )


def _comment(text: str) -> str:
    words = " ".join(text.split())
    if len(words) > LONGEST_COMMENT or not words.isprintable():
        raise GameError(f"A comment has at most {LONGEST_COMMENT} ordinary characters.")
    return words


def _closed(row: GameRow, state: DocumentState) -> str:
    if state == "approved":
        ask = (
            "; ask the game master to hand it back if something must change."
            if is_led(row)
            else ", and stays as it is."
        )
        return f"Your race is approved{ask}"
    return f"Your race is {'with the game master' if is_led(row) else 'handed in'}; take it back first to change it."
