"""Unit designs in play: drawn by players, sent to the game master, and added to the roster when they approve (CW-6.2-01). And
design sheets: what a side builds or has drawn, as text and as a picture; drawn in a worker."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from render.campaign.design_sheet import Status, draw_design_sheet, figures
from render.campaign.letters.campaign_texts import format_design_returned, format_design_submitted
from render.campaign.letters.ruling_texts import format_design_approved
from render.canvas.theme import ThemeName, theme_named
from rules.cluster_war.chapters.combat.repair_bills import condition
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.industry.drawings import MOST_DRAWINGS, fit_drive, judge_draft, read_drawing
from rules.cluster_war.model.state.common import DesignProblem, Settings, short_id
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.checks import approved_design
from rules.cluster_war.model.unit_design.drafts import AnyDraft, builder_of
from rules.cluster_war.model.unit_design.pricing import known_layout, spaces_open
from rules.cluster_war.model.unit_design.sheet import UnitText, approve_custom, describe, read_unit
from rules.cluster_war.model.unit_design.transport import transport
from rules.cluster_war.turn.gm.rulings import DEFAULT_RULING_START
from rules.dice import Dice
from rules.values import GameError, IllegalOrderError, NotYoursError, Value, WrongPhaseError, changed, quoted
from storage import documents
from storage import seats as seat_rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.documents import DocumentRow, DocumentState
from storage.games import GameRow
from umpire.campaign.gm.amendments import PlannedAmendment
from umpire.campaign.gm.rulings import RulingResult, carry_out
from umpire.campaign.open_turn import present
from umpire.campaign.views import side_views
from umpire.campaign.views.side_views import sight, state_at
from umpire.games.games import changing, is_led, require_unfinished
from umpire.games.notices import side_name, to_masters, to_player
from umpire.games.seat import Seat, note, require_gm
from umpire.games.seats import require_own
from umpire.outbox.courier import File
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

LONGEST_COMMENT: Final = 600
KIND_LETTERS: Final = 2
"""Letters of a governor's drawing that tell of which kind it is."""


class Sketch(Value):
    """What is kept of a drawing: the text, and the game master's last word on it."""

    text: UnitText
    comment: str = ""


class DrawnDesign(Value):
    """A drawing as it stands: read, priced, and with what is wrong. `design` is None where it has no price yet."""

    side: str
    version: int
    state: DocumentState
    sketch: Sketch
    draft: AnyDraft
    design: Design | None
    problems: tuple[DesignProblem, ...]

    @property
    def name(self) -> str:
        """The short id."""
        return self.sketch.text.id

    @property
    def can_be_sent(self) -> bool:
        """Whether it is priced and nothing but the game master's word is missing."""
        wrong = any(p.refused and p.rule != CUSTOM_RULE for p in self.problems)
        return self.design is not None and not wrong and self.state in {"draft", "returned"}


CUSTOM_RULE: Final = "CW-6.6-09"
"""Components of one's own wait for the game master: that is what a drawing is sent for."""


async def draw(services: Services, seat: Seat, text: UnitText) -> DrawnDesign:
    """Keep a drawing, or draw one anew under its id. WrongPhaseError for one that is with the game master, or approved."""
    async with services.storage.transaction() as tx:
        row = await _mine(tx, seat)
        side, settings = await _side(tx, services, row, seat)
        read_drawing(text, side, settings)
        now = services.seconds()
        paper = await documents.find(tx, row.id, "design", seat.side, text.id)
        if paper is None:
            if len(await documents.of_game(tx, row.id, "design", seat.side)) >= MOST_DRAWINGS:
                raise GameError(f"You have {MOST_DRAWINGS} drawings already; tear one up first.")
            # A drawing that was torn up and drawn anew is another one: no button made for the old one may fit it.
            version = 1 + int.from_bytes(services.entropy(3), "big")
            paper = await _begun(tx, services, row, seat.side, text, version)
        else:
            if paper.state in {"submitted", "approved"}:
                known = state_words(paper.state, by_the_book=not is_led(row))
                raise WrongPhaseError(f"{text.id} is {known}; give the new one another id.")
            comment = from_document(Sketch, paper.document).comment
            paper = await documents.save(tx, paper, "draft", to_document(Sketch(text, comment)), now)
        await note(tx, services, row.id, seat.actor, "design.drawn", side=seat.side, design=text.id)
        return _drawing(paper, side, settings)


async def hand_in(tx: Transaction, services: Services, row: GameRow, side: str, text: UnitText, actor: str) -> bool:
    """Keep a drawing that the bot made for a side, and send it to the game master; whether it was. It is not where the side has
    as many as it may, or one of that id, or one of the same kind is with the game master yet."""
    found = await documents.of_game(tx, row.id, "design", side)
    asked = any(paper.state == "submitted" and paper.name[:KIND_LETTERS] == text.id[:KIND_LETTERS] for paper in found)
    if asked or len(found) >= MOST_DRAWINGS or any(paper.name == text.id for paper in found):
        return False
    paper = await _begun(tx, services, row, side, text, 1)
    await note(tx, services, row.id, actor, "design.drawn", side=side, design=text.id)
    await _sent(tx, services, row, paper, actor)
    return True


async def _begun(
    tx: Transaction, services: Services, row: GameRow, side: str, text: UnitText, version: int
) -> DocumentRow:
    sketch, now = to_document(Sketch(text)), services.seconds()
    return await documents.begin(tx, row.id, "design", sketch, now, side=side, name=text.id, version=version)


async def _sent(tx: Transaction, services: Services, row: GameRow, paper: DocumentRow, actor: str) -> DocumentRow:
    saved = await documents.save(tx, paper, "submitted", paper.document, services.seconds())
    await note(tx, services, row.id, actor, "design.sent", side=paper.side, design=paper.name)
    text = format_design_submitted(row.name, side_name(row, paper.side), paper.name)
    await enqueue(tx, services, to_masters(row, 0, text))
    return saved


async def drawings(services: Services, seat: Seat) -> tuple[DrawnDesign, ...]:
    """A side's own drawings; () before the campaign has begun."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, seat.game_id)
        found = await documents.of_game(tx, row.id, "design", seat.side)
        if not found:
            return ()
        side, settings = await _side(tx, services, row, seat)
        return tuple(_drawing(paper, side, settings) for paper in found)


async def all_drawings(services: Services, gm: Seat) -> tuple[DrawnDesign, ...]:
    """What the players have sent, for the game master, oldest side first; approved ones are on the rosters."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        found = [p for p in await documents.of_game(tx, row.id, "design") if p.state == "submitted"]
        sides = {}
        for paper in found:
            if paper.side not in sides:
                sides[paper.side] = await _side(tx, services, row, changed(gm, side=paper.side))
        return tuple(_drawing(paper, *sides[paper.side]) for paper in found)


async def send(services: Services, seat: Seat, name: str) -> DrawnDesign:
    """Send a drawing to the game master; IllegalOrderError with the first thing that is wrong. Twice is once."""
    async with services.storage.transaction() as tx:
        row = await _mine(tx, seat)
        paper = await _paper(tx, row, seat.side, name)
        side, settings = await _side(tx, services, row, seat)
        drawing = _drawing(paper, side, settings)
        if paper.state in {"submitted", "approved"}:
            return drawing
        for problem in drawing.problems:
            if problem.refused and problem.rule != CUSTOM_RULE:
                raise IllegalOrderError(problem.text, rule=problem.rule)
        return _drawing(await _sent(tx, services, row, paper, seat.actor), side, settings)


async def tear_up(services: Services, seat: Seat, name: str) -> None:
    """Forget a drawing that is not on the roster; one that was sent is taken back by it."""
    async with services.storage.transaction() as tx:
        row = await _mine(tx, seat)
        paper = await _paper(tx, row, seat.side, name)
        if paper.state == "approved":
            raise WrongPhaseError(f"{name} is on your roster and stays there.")
        await documents.remove(tx, paper)
        await note(tx, services, row.id, seat.actor, "design.torn_up", side=seat.side, design=name)


async def approve(
    services: Services, gm: Seat, side: str, name: str, version: int, prices: Mapping[str, Fraction] | None = None
) -> RulingResult:
    """Add a sent drawing to its side's roster, components of the player's own at these prices; its player is told.

    IllegalOrderError if it cannot be built as things are now. WrongPhaseError: it changed since it was shown.
    """
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        sketch = from_document(Sketch, (await _as_shown(tx, row, side, name, version)).document)

    async def also(tx: Transaction) -> None:
        paper = await _as_shown(tx, row, side, name, version)
        await documents.save(tx, paper, "approved", paper.document, services.seconds())

    plan = partial(_planned, sketch.text, side, prices)
    reason = DEFAULT_RULING_START if gm.program else format_design_approved(name)
    return await carry_out(services, gm, plan, reason, also=also)


async def hand_back(services: Services, gm: Seat, side: str, name: str, version: int, comment: str) -> None:
    """Give a sent drawing back with a word on why."""
    words = " ".join(comment.split())
    if not 1 <= len(words) <= LONGEST_COMMENT or not words.isprintable():
        raise GameError(f"Say what should change in at most {LONGEST_COMMENT} ordinary characters.")
    async with changing(services, gm) as (tx, row):
        paper = await _as_shown(tx, row, side, name, version)
        sketch = changed(from_document(Sketch, paper.document), comment=words)
        await documents.save(tx, paper, "returned", to_document(sketch), services.seconds())
        await note(tx, services, row.id, gm.actor, "design.returned", side=side, design=name, comment=words)
        seat = await seat_rows.find(tx, row.id, side)
        if seat is not None:
            text = format_design_returned(row.name, name, words, by_default=bool(gm.program))
            await enqueue(tx, services, *to_player(row, seat, text))


def _planned(
    text: UnitText, side: str, prices: Mapping[str, Fraction] | None, state: GameState, _dice: Dice
) -> PlannedAmendment:
    whose = state.sides[side]
    draft = approve_custom(fit_drive(read_unit(text, state.settings), whose), prices)
    for problem in judge_draft(draft, whose, state.settings)[2]:
        if problem.refused:
            raise IllegalOrderError(problem.text, rule=problem.rule)
    design = approved_design(draft, builder_of(whose), state.settings)
    if design.kind == "facility":
        raise GameError(f"{text.id} is a facility; a colony builds those without a design.", rule="CW-6.1-05")
    drawn = AddDesign(side, design.name, design.kind, design.hull, design.cost, str(design.drive), drawn=design)
    return PlannedAmendment(drawn)


def _drawing(paper: DocumentRow, side: Side, settings: Settings) -> DrawnDesign:
    sketch = from_document(Sketch, paper.document)
    draft, design, problems = read_drawing(sketch.text, side, settings)
    if paper.state == "approved":
        problems = ()
    return DrawnDesign(paper.side, paper.version, paper.state, sketch, draft, design, problems)


async def _mine(tx: Transaction, seat: Seat) -> GameRow:
    row = await require_unfinished(tx, seat.game_id)
    await require_own(tx, row, seat)
    return row


async def _side(tx: Transaction, services: Services, row: GameRow, seat: Seat) -> tuple[Side, Settings]:
    """The side as it knows itself at the present turn, and the campaign's settings."""
    turn = await present(tx, row)
    seen = await sight(tx, services, row, turn, seat.side)
    state = await state_at(tx, services, seen.key)
    return state.sides[seat.side], state.settings


async def _paper(tx: Transaction, row: GameRow, side: str, name: str) -> DocumentRow:
    found = await documents.find(tx, row.id, "design", side, name)
    if found is None:
        raise NotYoursError(f"There is no drawing {quoted(name)}.")
    return found


async def _as_shown(tx: Transaction, row: GameRow, side: str, name: str, version: int) -> DocumentRow:
    paper = await _paper(tx, row, side, name)
    if paper.version != version or paper.state != "submitted":
        raise WrongPhaseError("This drawing has changed since it was shown to you; look at it again (/gm designs).")
    return paper


def state_words(state: DocumentState, *, by_the_book: bool = False) -> str:
    """A drawing's state as its player reads it; `by_the_book`: no game master judges it."""
    return "being judged by a default ruling" if by_the_book and state == "submitted" else DRAWING_STATE_TEXTS[state]


DRAWING_STATE_TEXTS: Final[Mapping[DocumentState, str]] = {
    "draft": "being drawn",
    "submitted": "with the game master",
    "returned": "handed back to you",
    "approved": "on your roster",
}


class DesignSheet(Value):
    """A design in words, and its picture where it has a price."""

    title: str
    text: str
    picture: File | None


async def sheet_of(services: Services, seat: Seat, name: str, theme: ThemeName = "dark") -> DesignSheet:
    """One of the side's own designs or drawings, by its id or name. NotYoursError if it has none such."""
    theme_named(theme)
    view = await side_views.view(services, seat)
    if view.me is None:
        raise NotYoursError("You hold no player's seat here.")
    wanted = name.strip().casefold()
    drawn = {d.name.casefold(): d for d in await drawings(services, seat)}
    design = next((d for d in view.me.designs.values() if wanted in {d.id.casefold(), d.name.casefold()}), None)
    found = drawn.get((design.id if design else name.strip()).casefold())
    if design is None:
        design = found.design if found is not None else None
        if found is None:
            raise NotYoursError(f"You have no design and no drawing {quoted(name)}; /empire designs lists your roster.")
    text = words_of(found, view.settings) if found is not None else design_text(design, view.settings)
    if found is not None:
        text = "\n".join([text, *_wrong(found)])
    if design is None:
        return DesignSheet(name, text, None)
    foot = (design.note,) if design.note else ()
    made = await services.workers.run(paint, design, view.settings, theme, view.me.name, foot, urgent=True)
    return DesignSheet(f"{design.name} ({design.id})", text, made)


async def status_of(services: Services, seat: Seat, name: str) -> DesignSheet:
    """The status sheet of one of the side's ships or bases, by its number: its boxes, what is damaged and destroyed crossed out
    (CW-18.0-21). NotYoursError if it has none such."""
    view = await side_views.view(services, seat)
    key = f"{view.side}/{name.strip().upper()}"
    unit = view.ships.get(key) or view.bases.get(key)
    if view.me is None or unit is None:
        raise NotYoursError(f"You have no ship or base {quoted(name)}; /fleet show lists a fleet's with their numbers.")
    design, told = view.me.designs[unit.design], tuple(condition(view, unit)) or ("Nothing is damaged.",)
    title = " ".join(part for part in (short_id(key), unit.name) if part)
    status = Status(short_id(key), unit.wounds)
    made = await services.workers.run(paint, design, view.settings, "dark", view.me.name, told, status, urgent=True)
    return DesignSheet(f"{title}, {design.name}", "\n".join([*told, design_text(design, view.settings)]), made)


def paint(
    design: Design,
    settings: Settings,
    theme: ThemeName,
    owner: str,
    lines: tuple[str, ...],
    status: Status | None = None,
) -> File:
    """Draw; runs in a worker."""
    picture = draw_design_sheet(design, settings, theme=theme, owner=owner, lines=lines, status=status)
    return File("design.png" if status is None else "status.png", picture.png, picture.alt)


def words_of(drawing: DrawnDesign, settings: Settings) -> str:
    """A drawing as its design sheet; what has no price yet as it was written."""
    try:
        return describe(drawing.draft, settings)
    except GameError:
        text = drawing.sketch.text
        return f"{text.id} · {text.name}\n{text.kind} {text.hull}\n{text.lines}"


def design_text(design: Design | None, settings: Settings) -> str:
    """A design on record in words, as far as it is known."""
    if design is None:
        return ""
    lines = [f"{design.id} · {design.name}", ", ".join(f"{title} {value}" for title, value in figures(design))]
    layout = known_layout(design, settings) if design.kind != "ground" else {}
    lines += [
        f"  {spaces} spaces · {label}" if spaces != 1 else f"  1 space · {label}" for label, spaces in layout.items()
    ]
    if layout and (rest := spaces_open(design, settings)):
        lines.append(f"  {rest} spaces · not listed" if rest != 1 else "  1 space · not listed")
    if design.kind in {"ground", "small_craft"}:
        lines.append(f"Aboard ship: {transport(design, settings).words}")
    if design.traits:
        lines.append(f"Traits: {', '.join(design.traits)}")
    if design.note:
        lines.append(f"Note: {design.note}")
    return "\n".join(lines)


def _wrong(drawing: DrawnDesign) -> list[str]:
    return [f"{'To fix' if p.refused else 'Advice'}: {p.text} ({p.rule})" for p in drawing.problems]
