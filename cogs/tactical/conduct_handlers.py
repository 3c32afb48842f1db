"""What is said about a tactical game beside its moves: taking a turn back, pausing, more time, leaving, taking over."""

from collections.abc import Mapping
from typing import Final

import discord

from cogs.common.command_factory import Pair, plain_text
from cogs.common.components import DANGER, SUCCESS, USER_DIGITS, ButtonData, Handler, button_for, data_for, number_in
from cogs.common.interactions import Interaction, bot_services, defer, replace_message, say, services_of
from cogs.common.panels import text_panel
from cogs.common.picked_members import member_by_id, member_of
from cogs.tactical.game import Tactical
from cogs.tactical.starting_handlers import take_side
from cogs.tactical.tactical_context import game_here, game_of, host_seat, player_seat, side_seat
from render.words.safe_text import format_list, plain
from rules.values import GameError, NotYoursError, WrongPhaseError, quoted, unknown
from umpire.clock.extra_time import extend
from umpire.games import access_checks, games, seats
from umpire.games.games import Game, side_named
from umpire.games.seat import Seat
from umpire.tactical import course, seat_changes, undo

RED: Final = 0xB03A2E
GREY: Final = 0x6B7280


def poke(interaction: Interaction) -> None:
    """Have the clock and the letters look at what was changed."""
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()


async def undo_here(interaction: Interaction, of: Tactical, reason: str, *, strike: bool) -> None:
    """The host asks to take the last turn back; every other player agrees, and with the last word it is done. Each of them may
    strike the request out."""
    await defer(interaction)
    game = await game_here(interaction, of)
    services, why, key = services_of(interaction), " ".join(reason.split()), str(interaction.id)
    command = of.name("undo")
    if strike:
        if why:
            raise GameError("Give a `reason` to ask for an undo, or `strike` to take the request out, not both.")
        seat = await side_seat(interaction, game.id) or await host_seat(interaction, of, game)
        turn = await undo.strike(services, seat, idempotency_key=key)
        poke(interaction)
        await say(interaction, f"✔ The request to take turn {turn} back is withdrawn; the turn stays.")
        return
    request = await undo.request_of(services, game.id)
    if why:
        found = await undo.ask(services, await host_seat(interaction, of, game), why, request.turn, idempotency_key=key)
    elif request.reason:
        found = await undo.agree(services, await player_seat(interaction, of, game), request.turn, idempotency_key=key)
    else:
        raise GameError(
            f"Nobody has asked to take a turn back; who made this {of.kind.words.short} asks with a `reason`."
        )
    poke(interaction)
    if found.done:
        await say(
            interaction,
            f"✔ Turn {found.turn} is taken back and open again; {of.kind.words.look} shows it as it is now.",
        )
        return
    missing = format_list([plain(_side_name(game, side)) for side in found.missing])
    await say(interaction, f"✔ Said. Turn {found.turn} is taken back when these agree with {command}: {missing}.")


async def pause_here(interaction: Interaction, of: Tactical, reason: str, *, go_on: bool) -> None:
    """The host stops the game, or lets it go on."""
    game = await game_here(interaction, of)
    seat = await host_seat(interaction, of, game)
    services = services_of(interaction)
    if go_on:
        if game.status != "paused":
            raise WrongPhaseError(f"**{plain(game.name)}** is not paused, so there is nothing to go on with.")
        after = await games.resume(services, seat)
        poke(interaction)
        due = f" The deadline is <t:{after.deadline}:F>." if after.deadline else ""
        await say(interaction, f"✔ **{plain(game.name)}** goes on.{due}")
        return
    if game.status == "paused":
        raise WrongPhaseError(
            f"**{plain(game.name)}** is paused already; {of.name('pause')} with `go_on` ends the pause."
        )
    await games.pause(services, seat, " ".join(reason.split()))
    poke(interaction)
    await say(interaction, f"✔ **{plain(game.name)}** is paused; {of.name('pause')} with `go_on` ends the pause.")


async def extend_here(interaction: Interaction, of: Tactical, hours: int, reason: str) -> None:
    """The host puts the open deadline off."""
    game = await game_here(interaction, of)
    seat = await host_seat(interaction, of, game)
    if game.status == "running" and game.schedule.kind == "none":
        raise WrongPhaseError(
            f"**{plain(game.name)}** has no deadline: it waits for its players as long as they like, so nothing can be put off."
        )
    after = await extend(services_of(interaction), seat, hours, reason, idempotency_key=str(interaction.id))
    poke(interaction)
    await say(interaction, f"✔ The deadline is now <t:{after.deadline}:F> (<t:{after.deadline}:R>).")


async def leave_here(
    interaction: Interaction, of: Tactical, deputy: discord.Member | discord.User | None = None
) -> None:
    """Ask whether the giver means to leave, whoever's turn it is. WrongPhaseError: it is over."""
    await defer(interaction)
    game = await game_here(interaction, of)
    short, name = of.kind.words.short, plain(game.name)
    if game.status == "finished":
        raise WrongPhaseError(f"This {short} is over; {of.kind.words.replay} shows how it went.")
    if deputy is not None:
        seat, rest, what = await _asked_for_deputy(interaction, of, game, member_of(deputy))
        yes = "Yes, hand it over"
    elif game.status == "setup":
        off = await _calls_off(interaction, of, game)
        seat = await (host_seat if off else player_seat)(interaction, of, game)
        what = f"**{name}** is called off then." if off else "Your side is free for others then."
        rest, yes = seat.side, "Yes, leave"
    else:
        seat = await player_seat(interaction, of, game)
        side = plain(_side_name(game, seat.side))
        what = (
            f"**{side}** gives up: at once if it is your turn, else as soon as it is. This cannot be taken back."
            if of.concede is not None
            else f"**{side}** has no player then. {_meanwhile(of, game)}"
        )
        rest, yes = seat.side, "Yes, leave"
    buttons = (
        button_for(yes, data_for(game, f"{of.buttons}-leave-yes", rest), style=DANGER),
        button_for("Not yet", data_for(game, f"{of.buttons}-leave-no")),
    )
    await say(interaction, panel=text_panel(f"### Leave the {short}?\n{what}", RED, buttons))


async def _asked_for_deputy(
    interaction: Interaction, of: Tactical, game: Game, deputy: discord.Member
) -> tuple[Seat, str, str]:
    """The giver's seat, what the button carries, and what will happen."""
    seat = await player_seat(interaction, of, game)
    if deputy.id == interaction.user.id:
        raise GameError("You play it already; name somebody else, or leave `deputy` out to give your side up.")
    if deputy.bot:
        raise GameError("A bot takes over no side; leave `deputy` out to give yours up.")
    await access_checks.require_may_be_handed(services_of(interaction), game.id, seat.side, deputy.id)
    side = plain(_side_name(game, seat.side))
    what = f"{deputy.mention} plays **{side}** from then on and sees all that it knows."
    return seat, f"{seat.side}:{deputy.id}", what


def _meanwhile(of: Tactical, game: Game) -> str:
    """What becomes of a side without a player."""
    take = of.name("join") if of.kind.join_order is not None else of.name("take_over")
    when = "at each deadline" if game.schedule.hours else "as soon as all other players are done,"
    return f"Until somebody takes it with {take}, {when} {of.kind.words.in_a_late_side}."


async def _calls_off(interaction: Interaction, of: Tactical, game: Game) -> bool:
    """Whether a game that has not begun is over when the giver leaves: where two sides are challenged, its maker's word."""
    hosts = {row.user_id for row in await seats.seats(services_of(interaction), game.id) if not row.side}
    return of.gathering is None and interaction.user.id in hosts


async def leave_yes(interaction: Interaction, of: Tactical, data: ButtonData) -> None:
    """The button that means it."""
    services = services_of(interaction)
    game = await game_of(interaction, of, data.game)
    name, short = plain(game.name), of.kind.words.short
    await interaction.response.defer()
    if game.status == "finished":
        raise WrongPhaseError(f"This {short} is over; {of.kind.words.replay} shows how it went.")
    asked_side, _, deputy = data.rest.partition(":")
    if game.status == "setup" and await _calls_off(interaction, of, game):
        await course.abandon(services, await host_seat(interaction, of, game), "called off")
        said = f"**{name}** is called off."
    else:
        seat = await player_seat(interaction, of, game)
        if seat.side != asked_side:
            raise NotYoursError("You play another side now than when you were asked; ask again.")
        side = plain(_side_name(game, seat.side))
        if deputy:
            said = await _hand_over(interaction, seat, deputy, side)
        elif game.status == "setup":
            await seats.leave(services, seat)
            said = f"**{side}** of {name} is free again."
        else:
            said = await _give_up(interaction, of, game, seat)
    poke(interaction)
    await replace_message(interaction, text_panel(f"✔ You have left **{name}**.", RED))
    nobody = discord.AllowedMentions.none()
    offers = of.gathering is not None and not deputy and bool(asked_side)
    if offers and await seat_changes.is_offered(services, game.id, asked_side):
        taking = _take_button(game, f"{of.buttons}-free", asked_side)
        await interaction.followup.send(said, allowed_mentions=nobody, view=taking)
    else:
        await interaction.followup.send(said, allowed_mentions=nobody)
    after = await games.get_game(services, game.id)
    if of.show_end is not None and game.status != "setup" and after.status == "finished":
        await of.show_end(interaction, game.id)


def _take_button(game: Game, action: str, side: str) -> discord.ui.View:
    """The button below a post that a side is free."""
    view = discord.ui.View(timeout=None)
    view.add_item(button_for(f"Take {_side_name(game, side)}"[:80], data_for(game, action, side), style=SUCCESS))
    view.stop()
    return view


async def take_free(interaction: Interaction, of: Tactical, data: ButtonData) -> None:
    """The button that takes the side that somebody has left. GameError: it has a player, or is not theirs to take."""
    game = await game_of(interaction, of, data.game)
    if game.status == "finished":
        raise WrongPhaseError(f"This {of.kind.words.short} is over; {of.kind.words.replay} shows how it went.")
    await defer(interaction, public=True)
    if game.status == "setup":
        said = await take_side(interaction, of, game, data.rest)
    else:
        await seat_changes.take_over(services_of(interaction), game.id, interaction.user.id, data.rest)
        poke(interaction)
        side = plain(_side_name(game, data.rest))
        said = f"{interaction.user.mention} plays **{side}** in {plain(game.name)} now."
    await say(interaction, said, public=True)


async def _hand_over(interaction: Interaction, seat: Seat, deputy: str, side: str) -> str:
    """Pass the side on to a deputy; what is told."""
    person = await member_by_id(interaction, number_in(deputy, USER_DIGITS))
    await seats.pass_on(services_of(interaction), seat, person.id, tuple(role.id for role in person.roles))
    return f"{person.mention} plays **{side}** now, in the place of {interaction.user.mention}."


async def _give_up(interaction: Interaction, of: Tactical, game: Game, seat: Seat) -> str:
    """Concede, or leave the side to its kind where nobody can; what is told."""
    services, user, side = services_of(interaction), interaction.user.mention, plain(_side_name(game, seat.side))
    if of.concede is None:
        await seats.leave(services, seat)
        return f"**{side}** ({user}) has no player now. {_meanwhile(of, game)}"
    key = f"leave-{interaction.message.id if interaction.message else interaction.id}"
    over = await seat_changes.give_up(services, seat, of.concede(seat.side), idempotency_key=key)
    return f"**{side}** ({user}) gives up.{'' if over else ' It counts as soon as it is their turn.'}"


async def leave_no(interaction: Interaction, of: Tactical, data: ButtonData) -> None:
    """The button that does not."""
    await game_of(interaction, of, data.game)
    await replace_message(interaction, text_panel("You stay.", GREY))


async def take_over_here(
    interaction: Interaction, of: Tactical, side: str, player: discord.Member | discord.User | None
) -> None:
    """Take a side that has lost its player, or give one's own side (a host without a side: any) to somebody else."""
    await defer(interaction)
    game = await game_here(interaction, of)
    services = services_of(interaction)
    if game.status in {"setup", "finished"}:
        how = "has not begun; " + of.kind.words.join if game.status == "setup" else "is over"
        raise WrongPhaseError(f"**{plain(game.name)}** {how}.")
    own = await side_seat(interaction, game.id)
    if player is None:
        wanted = _side_id(game, side) if side.strip() else await _only_free(interaction, of, game)
        await seat_changes.take_over(services, game.id, interaction.user.id, wanted)
    else:
        member = member_of(player)
        if member.bot:
            raise GameError("A bot commands nothing; choose a person.")
        roles = tuple(role.id for role in member.roles)
        wanted = _side_id(game, side) if side.strip() else "" if own is None else own.side
        if own is not None and wanted == own.side:
            await seats.pass_on(services, own, member.id, roles)
        elif own is None:
            host = await host_seat(interaction, of, game)
            if not wanted:
                raise GameError(f"Say which `side` {plain(member.display_name)} takes over: {_sides_of(game)}.")
            await seat_changes.check_held_before(services, game.id, wanted)
            await seats.replace_player(services, host, wanted, member.id, roles)
        else:
            raise NotYoursError("That is another player's side; you can give your own to somebody else.")
    poke(interaction)
    taker = interaction.user if player is None else player
    await say(interaction, f"✔ {taker.mention} plays **{plain(_side_name(game, wanted))}** now.")
    await interaction.followup.send(
        f"{taker.mention} plays **{plain(_side_name(game, wanted))}** in {plain(game.name)} now; "
        f"{of.kind.words.look} shows how it is.",
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _only_free(interaction: Interaction, of: Tactical, game: Game) -> str:
    free = await seat_changes.free_sides(services_of(interaction), game.id)
    if len(free) == 1:
        return free[0]
    if not free:
        raise GameError(f"Every side of this {of.kind.words.short} has its player, so there is none to take over.")
    raise GameError(
        f"Say which `side`: {format_list([plain(_side_name(game, side)) for side in free])} have no player."
    )


async def side_pairs(interaction: Interaction, of: Tactical) -> list[Pair]:
    """The sides of the game that a command is about; their names are public."""
    game = await game_here(interaction, of)
    return [(plain_text(flag.name), flag.id) for flag in game.sides]


def _side_id(game: Game, text: str) -> str:
    """A side by its id or name; GameError for anything else."""
    if (side := side_named(game.sides, text)) in {flag.id for flag in game.sides}:
        return side
    raise unknown(
        GameError,
        f"{quoted(text)} is not a side of this game.",
        text,
        "Its sides are",
        [flag.name for flag in game.sides],
    )


def _sides_of(game: Game) -> str:
    return format_list([plain(flag.name) for flag in game.sides])


def _side_name(game: Game, side: str) -> str:
    return next((flag.name for flag in game.sides if flag.id == side), side)


def conduct_buttons(of: Tactical) -> Mapping[str, Handler]:
    """Who answers the question whether somebody leaves, and takes what they have left."""
    return {
        f"{of.buttons}-free": lambda interaction, data: take_free(interaction, of, data),
        f"{of.buttons}-leave-yes": lambda interaction, data: leave_yes(interaction, of, data),
        f"{of.buttons}-leave-no": lambda interaction, data: leave_no(interaction, of, data),
    }
