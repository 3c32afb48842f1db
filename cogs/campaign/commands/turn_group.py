"""/turn: where the campaign stands, what the last turn brought, and why."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.commands.report_handlers import say_why
from cogs.campaign.common.campaign_context import game_here, gm_here, seat_here, seat_or_none
from cogs.campaign.common.campaign_texts import led_by, status_text
from cogs.campaign.common.sheet_handlers import ask_undo
from cogs.common.command_factory import ThemeOption, command
from cogs.common.interactions import MOST_TEXT, Interaction, begin_text, defer, note_opened, say, services_of
from cogs.common.members import gone_from
from render.campaign.letters.turn_texts import format_drawn
from render.words.safe_text import plain
from umpire.campaign.fought.rooms import current_threads
from umpire.campaign.governed.ai_sides import governors_of
from umpire.campaign.views import reports
from umpire.campaign.views import side_views as recaps
from umpire.capsules.capsule_export import RevealedDice, revealed_dice
from umpire.delivery import packets
from umpire.games import seats
from umpire.games.absence import away_now
from umpire.outbox import courier
from umpire.outbox.courier import File
from umpire.outbox.outbox import Recipe


class TurnGroup(
    app_commands.Group, name="turn", description="The campaign's state, what the last turn brought, and why"
):
    """Status, reports, explanations."""

    @command("Turn, deadline, and who is ready")
    async def status(self, interaction: Interaction) -> None:
        game = await game_here(interaction)
        held = await seats.seats(services_of(interaction), game.id)
        ready = await seats.ready_sides(services_of(interaction), game.id)
        seat = await seat_or_none(interaction)
        if seat is not None:
            note_opened(interaction, seat)
        fights = (
            await current_threads(services_of(interaction), game.id, seat.side)
            if seat is not None and seat.side
            else ()
        )
        away = await away_now(services_of(interaction), game.id, all_of_it=seat is not None and seat.is_gm)
        led = led_by(await governors_of(services_of(interaction), game.id))
        await defer(interaction)
        gone = await gone_from(interaction.client, game, held)
        lines = [
            status_text(game, held, ready, led, away, gone),
            *(f"Your forces are in battle: <#{thread}>" for thread in fights),
        ]
        await say(interaction, "\n".join(lines))

    @command("The report of a turn again: what happened, your map, and the map in words")
    async def report(
        self,
        interaction: Interaction,
        turn: Annotated[Range[int, 1, 9999] | None, "Which turn (default: the last)"] = None,
    ) -> None:
        seat = await seat_here(interaction)
        note_opened(interaction, seat)
        await defer(interaction)
        services = services_of(interaction)
        report = await reports.report(services, seat, turn)
        recipe = Recipe(seat.game_id, report.turn, report.revision, seat.side, "report")
        files = await packets.make_files(services, recipe, courier.PACKET_FILES, urgent=True)
        await say(interaction, report.text, files=files)

    @command("The story of the last turns, in words and as a film: what mattered, few lines a turn")
    async def recap(
        self,
        interaction: Interaction,
        turns: Annotated[Range[int, 1, 24], "How many turns back"] = 5,
        theme: ThemeOption = "dark",
    ) -> None:
        seat = await seat_here(interaction)
        note_opened(interaction, seat)
        await defer(interaction)
        revealed_dice = await recaps.recap(services_of(interaction), seat, turns, theme)
        whole = [File("recap.md", revealed_dice.text.encode())] if len(revealed_dice.text) > MOST_TEXT else []
        await say(interaction, begin_text(revealed_dice.text, "recap.md"), files=[revealed_dice.film, *whole])

    @command("Why a line of the report came out as it did: order, rule, modifiers, dice")
    async def why(
        self,
        interaction: Interaction,
        line: Annotated[Range[int, 1, 9999], "The line's number in the report"],
        turn: Annotated[Range[int, 1, 9999] | None, "Of which turn (default: the last)"] = None,
    ) -> None:
        seat = await seat_here(interaction)
        report = await reports.report(services_of(interaction), seat, turn)
        await say_why(interaction, seat.game_id, report, line)

    @command("Take the last turn back, orders kept: for the campaign's leader; shows the result first")
    async def undo(
        self, interaction: Interaction, reason: Annotated[Range[str, 1, 200], "Why, for everybody to read"]
    ) -> None:
        await ask_undo(interaction, await gm_here(interaction, blind=True), reason)

    @command("The dice in full: what this turn's were promised as, and the seeds of all turns before")
    async def dice(self, interaction: Interaction) -> None:
        game = await game_here(interaction)
        known = await revealed_dice(services_of(interaction), game.id)
        now = (
            f"### Dice of {plain(game.name)}, turn {game.turn}\nSHA-256 of the seed is `{game.commitment}`\n"
            f"{_promise(next((one for one in known if one.revision == game.revision), None))}\n"
        )
        over = [one for one in known if one.turn and one.seed is not None and one.revision < game.revision]
        before = f"{dice_line(over[-1])}\n" if over else ""
        text = (
            f"{now}{before}"
            "You see a seed when its turn is published or taken back. "
            "dice.md holds all of them. /campaign export gives a capsule, and docs/verify.md (or "
            "`python bot.py verify CAPSULE`) recomputes every roll. /orders word mixes your word into the seed."
        )
        lines = [f"# Dice of {plain(game.name)}", *(f"- {dice_line(one)}" for one in known)]
        await say(interaction, text, files=[File("dice.md", "\n".join([*lines, ""]).encode())])


def _promise(known: RevealedDice | None) -> str:
    """When a turn's dice were drawn."""
    if known is not None and known.draws:
        return format_drawn(known.draws)
    if known is not None and known.again:
        return "Promised when the turn was opened once more, after a playing of it was taken back."
    return "Promised when the turn opened, before anybody gave orders."


def dice_line(known: RevealedDice) -> str:
    """One playing of a turn: its promise, and its seed and words once they are told."""
    seed = f"seed `{known.seed}`, " if known.seed is not None else ""
    words = ", ".join(f"{side}: `{word}`" for side, word in sorted(known.words.items()))
    gone = " (taken back)" if known.state == "undone" else ""
    what = f"Turn {known.turn}{gone}" if known.turn else "The making of the cluster"
    when = (
        f"drawn after the turn was seen (draw {known.draws} of {known.draws}), SHA-256"
        if known.draws
        else "promised as"
    )
    return f"{what}: {seed}{when} `{known.commitment}`" + (f"; words {words}" if words else "")
