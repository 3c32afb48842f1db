"""What the game master's commands and buttons do alike: show a draft, resolve, publish, undo."""

import discord

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.sheet_handlers import lapses_text
from cogs.campaign.gm.gm_panel import advance_panel, answered_panel, questions_panel, review_row, row
from cogs.campaign.gm.gm_texts import audit_text, name_of, questions_text, review_text, ruled_text, waiting_text
from cogs.common.components import ButtonData, button_for, data_for
from cogs.common.interactions import (
    Interaction,
    bot_services,
    defer,
    note_change,
    note_opened,
    replace_message,
    say,
    services_of,
    show_panel,
)
from cogs.common.panels import Panel
from render.words.safe_text import count, plain
from rules.values import EVERYONE, GameError, Value, WrongPhaseError, quoted, unknown
from storage.votes import VoteRow
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.gm.rulings import RulingResult
from umpire.campaign.gm.undo_consent import take_back
from umpire.campaign.turn import turns
from umpire.delivery import packets
from umpire.games import games, seats
from umpire.games.games import Game, side_named
from umpire.games.seat import Seat, audit_log
from umpire.outbox.courier import File
from umpire.outbox.outbox import Recipe
from umpire.services.services import Services

MOST_REPORTS = 9
DRAFT_CHANGED = "⚠ The draft has changed since that button was made, so nothing was published. This is what it is now:"


class GmContext(Value):
    """The game master's place: the services, their seat and their game."""

    services: Services
    seat: Seat
    game: Game

    def side(self, text: str) -> str:
        """A side by id or name; GameError with those there are."""
        there = [flag.id for flag in self.game.sides]
        if (side := side_named(self.game.sides, text)) in there:
            return side
        raise unknown(GameError, f"There is no side {quoted(text)}.", text, "The sides are", there)

    def side_or_all(self, text: str) -> str:
        """A side, or everybody for "all"."""
        return EVERYONE if text.strip().casefold() in {"all", "everybody", EVERYONE} else self.side(text)

    def sides(self, text: str) -> tuple[str, ...]:
        """Sides separated by commas; "all" is everybody, "nobody" none."""
        if text.strip().casefold() in {"nobody", "none"}:
            return ()
        named = tuple(self.side_or_all(part) for part in text.split(",") if part.strip())
        return (EVERYONE,) if EVERYONE in named else tuple(dict.fromkeys(named))


async def gm_context(interaction: Interaction, *, blind: bool = False) -> GmContext:
    """The game master's place in this channel's game; NotYoursError for everybody else. `blind` as in `gm_here`."""
    services = services_of(interaction)
    seat = await gm_here(interaction, blind=blind)
    return GmContext(services, seat, await games.get_game(services, seat.game_id))


async def gm_pressed(interaction: Interaction, control: ButtonData) -> GmContext:
    """The game master's place, for a control of this channel's game."""
    gm = await gm_context(interaction)
    if gm.game.id != control.game:
        raise WrongPhaseError("This belongs to another campaign.")
    return gm


async def current_gm(interaction: Interaction, data: ButtonData, *, blind: bool = False) -> GmContext:
    """The game master's place in the button's game; WrongPhaseError when the button's turn is over. `blind` as in `gm_here`."""
    gm = await gm_context(interaction, blind=blind)
    if gm.game.id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    if gm.game.revision != data.revision and interaction.type is discord.InteractionType.modal_submit:
        raise WrongPhaseError(f"The game has moved on meanwhile; it is at turn {gm.game.turn}. Look again.")
    if gm.game.revision != data.revision:
        raise WrongPhaseError(f"This button belongs to a turn that is over; the game is at turn {gm.game.turn}.")
    note_opened(interaction, gm.seat)
    return gm


def announce(interaction: Interaction) -> None:
    """Have letters about a change sent, and the dashboards, which say something else now."""
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()


async def answer_ruling(interaction: Interaction, gm: GmContext, ruled: RulingResult) -> None:
    """Say what was changed, and have the letters about it sent."""
    note_change(interaction)
    announce(interaction)
    await say(interaction, ruled_text(gm.game, ruled))


async def show_left(interaction: Interaction, gm: GmContext, ruled: RulingResult) -> None:
    """As `answer_ruling`, on the list of questions that was pressed, above those that are left."""
    announce(interaction)
    await replace_message(interaction, await _open_questions_panel(gm, ruled_text(gm.game, ruled)))


async def _open_questions_panel(gm: GmContext, done: str = "", page: int = 0) -> Panel:
    """The open questions, or that there are none."""
    found = await rulings.questions(gm.services, gm.seat)
    if found:
        return questions_panel(gm.game, found, page, done)
    drafted = gm.game.turn_state == "draft"
    version = await turns.draft_version(gm.services, gm.seat, gm.game.revision) if drafted else None
    return answered_panel(gm.game, done, version)


async def show_review(interaction: Interaction, above: str = "") -> None:
    """The draft side by side, each side's report as a file, with the buttons to publish or undo; `above` is said first."""
    gm = await gm_context(interaction)
    await defer(interaction)
    services, game = gm.services, gm.game
    draft = await turns.draft(services, gm.seat)
    files: list[File] = []
    for packet in draft.packets[:MOST_REPORTS]:
        recipe = Recipe(game.id, game.turn, game.revision, packet.side, "report")
        made = await packets.make_files(services, recipe, ("report",), urgent=True)
        files += [File(f"{packet.side}-{file.name}", file.data) for file in made]
    text = review_text(game, draft.packets, await rulings.questions(services, gm.seat))
    await say(interaction, f"{above}\n{text}" if above else text, files=files, buttons=review_row(game, draft.version))


async def ask_advance(interaction: Interaction, gm: GmContext) -> None:
    """Before the open turn is resolved by hand: who is not ready, and what they would lose as `/orders ready` has it, as far as
    the asker may know. WrongPhaseError if none is open."""
    if gm.game.turn_state != "open" and gm.game.options.wall:
        raise WrongPhaseError(f"Turn {gm.game.turn} is being resolved, and goes on by itself.")
    if gm.game.turn_state == "battles":
        raise WrongPhaseError(
            f"Turn {gm.game.turn} waits for its battles, and goes on when they are settled: /gm battle."
        )
    if gm.game.turn_state != "open" or not gm.game.turn:
        raise WrongPhaseError("There is no open turn; /gm review shows a draft, /campaign begin opens the first turn.")
    ready = await seats.ready_sides(gm.services, gm.game.id)
    unready = [flag.id for flag in gm.game.sides if flag.id not in ready]
    await defer(interaction)
    own = {seat.side for seat in await seats.seats(gm.services, gm.game.id) if seat.user_id == gm.seat.user_id}
    loses = [
        lapses_text(plan, "You" if side in own else f"**{name_of(gm.game, side)}**")
        for side, plan in (await gm_queries.at_stake(gm.services, gm.seat, unready)).items()
    ]
    await say(interaction, panel=advance_panel(gm.game, waiting_text(gm.game, unready, loses)))


async def resolve_now(interaction: Interaction, gm: GmContext, turn: int, idempotency_key: str) -> None:
    """Resolve the open turn; a game that reviews shows the draft, another is told that it is published."""
    await defer(interaction)
    game = await turns.advance(
        gm.services, gm.game.id, gm.seat, "The game master resolved it.", turn, idempotency_key=idempotency_key
    )
    announce(interaction)
    if game.options.wall and game.turn == turn:
        await say(interaction, f"Turn {turn} is being resolved, and goes on by itself. Orders are closed.")
        return
    if game.turn_state == "draft":
        await show_review(interaction)
        return
    if game.turn_state == "battles":
        await say(
            interaction, f"Turn {turn} has met battles and waits for them: /gm battle settles them. Orders are closed."
        )
        return
    await say(interaction, f"✔ Turn {turn} is resolved and published; turn {game.turn} is open.")


async def publish_shown(interaction: Interaction, gm: GmContext, turn: int, version: int, idempotency_key: str) -> None:
    """Publish the draft if it is still as its button's message shows it; else show what it is now."""
    await defer(interaction)
    if await turns.draft_version(gm.services, gm.seat, gm.game.revision) != version:
        await show_review(interaction, DRAFT_CHANGED)
        return
    await publish_now(interaction, gm, turn, idempotency_key, version)


async def publish_now(
    interaction: Interaction, gm: GmContext, turn: int, idempotency_key: str, version: int | None = None
) -> None:
    """Publish the draft, whatever its version unless one is given."""
    await defer(interaction)
    game = await turns.publish(gm.services, gm.seat, turn, version=version, idempotency_key=idempotency_key)
    announce(interaction)
    due = f" Its deadline is <t:{game.deadline}:F>." if game.deadline else ""
    left = len(await rulings.questions(gm.services, gm.seat))
    waits = f" Still for your answer: {count(left, 'question')} (/gm questions)." if left else ""
    await say(
        interaction,
        f"✔ Turn {turn} is published and its packets are on their way. Turn {game.turn} is open.{due}{waits}",
    )


async def undo_now(interaction: Interaction, gm: GmContext, reason: str, turn: int, idempotency_key: str) -> None:
    """Take the draft or the last turn back, or ask those who play beside the game master."""
    await defer(interaction)
    game = await take_back(gm.services, gm.seat, reason, turn, idempotency_key=idempotency_key)
    announce(interaction)
    if isinstance(game, VoteRow):
        await say(interaction, "✔ Put to all players, in the campaign's channel: more than half of them must say yes.")
        return
    await say(
        interaction,
        f"✔ Undone: turn {game.turn} of {plain(game.name)} is open again with everybody's orders. Nobody counts as ready "
        "until they say so again.",
    )


AUDIT_PAGE = 15


async def show_questions(interaction: Interaction, *, settled: bool = False, page: int = 0) -> None:
    """What waits for the game master's word, each with its buttons; with `settled` everything there was, as a list."""
    gm = await gm_context(interaction)
    if settled:
        await say(interaction, questions_text(gm.game, await rulings.questions(gm.services, gm.seat, settled=True)))
    else:
        await show_panel(interaction, await _open_questions_panel(gm, page=page))


async def show_audit(interaction: Interaction, before: int | None = None) -> None:
    """A page of the log, with a button to the one before it in time."""
    gm = await gm_context(interaction)
    rows = await audit_log(gm.services, gm.seat, AUDIT_PAGE, before)
    older = None
    if len(rows) == AUDIT_PAGE:
        older = row(button_for("Older", data_for(gm.game, "gm-audit", str(rows[-1].id))))
    await say(interaction, audit_text(rows), buttons=older)
