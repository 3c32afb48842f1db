"""A campaign's course by buttons: when turns are due, set at once or, where a deadline would come much sooner than players were
told, after a second yes; its end, its move, another game master, by its game master's word or a server manager's where they
have gone; a player gives up their seat. Each asks first."""

from collections.abc import Mapping
from typing import Final

import discord

from cogs.campaign.common.campaign_context import game_here, gm_here, seat_here
from cogs.campaign.common.membership import how_to_see
from cogs.common import components
from cogs.common.components import DANGER, ButtonData, Handler, button_for, data_for
from cogs.common.interactions import Interaction, bot_services, replace_message, say, server_of, services_of
from cogs.common.panels import Panel, Part, button_row, line_in, order_line, text_panel
from cogs.common.picked_members import human_of, roles_of
from cogs.common.thread_keeper import see_to_threads
from render.words.safe_text import plain
from rules.values import NotYoursError, WrongPhaseError, quoted
from umpire.campaign.ending import tell_result
from umpire.campaign.open_turn import SYSTEM
from umpire.games import game_handover, games, seats
from umpire.games.games import Game
from umpire.games.moved_deadlines import is_hasty
from umpire.games.options import Schedule, describe_due, parse_schedule
from umpire.games.seat import Manager, Overseer, Seat, clean_reason
from umpire.systems.known import system_of

GOLD = 0xE8B04A


async def propose_schedule(interaction: Interaction, seat: Seat, schedule: Schedule) -> None:
    """Set a schedule; one that leaves players less than a day, and less than they were told, is asked for again."""
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    due = games.due_by(services, schedule) if game.turn_state == "open" else None
    if not is_hasty(game.deadline, due, services.seconds()):
        await say(interaction, await _set(interaction, seat, schedule))
        return
    rhythm = describe_due(game.options, schedule)
    text = (
        f"### The deadline of turn {game.turn} would come sooner\nIt is <t:{game.deadline}:F> and would be <t:{due}:F> "
        f"(<t:{due}:R>), since turns would be due {rhythm}. Every player is notified in their thread, and pinged."
    )
    yes = button_for("Yes, bring it forward", data_for(game, "schedule", str(schedule)), style=DANGER)
    await say(interaction, panel=Panel(GOLD, text, button_row(yes, button_for("Cancel", data_for(game, "gm-drop")))))


async def _set(interaction: Interaction, seat: Seat, schedule: Schedule) -> str:
    game = await games.set_schedule(services_of(interaction), seat, schedule)
    bot_services(interaction).deliverer.wake()
    due = (
        f" The deadline of turn {game.turn} is <t:{game.deadline}:F>; every player is notified."
        if game.deadline
        else ""
    )
    return f"Turns are due {describe_due(game.options, game.schedule)}.{due}"


async def confirm(interaction: Interaction, data: ButtonData) -> None:
    """The button that brings a deadline forward."""
    seat = await gm_here(interaction, blind=True)
    game: Game = await games.get_game(services_of(interaction), seat.game_id)
    if (game.id, game.revision) != (data.game, data.revision):
        raise WrongPhaseError("This button belongs to a turn that is over; use /campaign schedule again.")
    await replace_message(interaction, text_panel(await _set(interaction, seat, parse_schedule(data.rest)), GOLD))


RED: Final = 0xC0392B
GREY: Final = 0x808080
ONLY_MASTERS: Final = "Only the game master can do that, or a member with Manage Server."
MANAGER_NOT_MASTER: Final = (
    "You manage this server and are not its game master: the channel and the game master see that it was you."
)


async def overseer_here(interaction: Interaction, campaign: str = "") -> Overseer:
    """Who may end this channel's campaign (or another of this server, by id), move it and hand it over: its game master, else
    whoever manages the server. NotYoursError for anybody else."""
    if interaction.guild_id is None:
        return await gm_here(interaction, blind=True)
    services = services_of(interaction)
    game = await games.get_game(services, campaign) if campaign else await game_here(interaction)
    if game.guild_id != interaction.guild_id:
        raise NotYoursError(f"There is no game {quoted(campaign)}.")  # what other servers play is theirs
    if game.system != SYSTEM:
        other = system_of(game.system)
        raise NotYoursError(
            f"**{plain(game.name)}** is {other.noun}, not a campaign: {other.repair} repairs its thread."
        )
    try:
        return await seats.gm_seat(services, game.id, interaction.user.id, roles_of(interaction), blind=True)
    except NotYoursError:
        if not interaction.permissions.manage_guild:
            raise NotYoursError(ONLY_MASTERS) from None
        return Manager(game.id, interaction.user.id)


def _confirmation_panel(
    game: Game, by: Overseer, text: str, yes: discord.ui.Button[discord.ui.LayoutView], reason: str = ""
) -> Panel:
    parts: list[Part] = [text, *([MANAGER_NOT_MASTER] if isinstance(by, Manager) else [])]
    if reason:
        parts += ["Everybody will read this last word:", order_line(reason)]
    return Panel(
        RED, *parts, button_row(yes, components.button_for("Cancel", components.data_for(game, "campaign-keep")))
    )


async def ask_finish(interaction: Interaction, reason: str) -> None:
    """What the end of the campaign means, and whether it is meant."""
    by = await overseer_here(interaction)
    game = await _unfinished(interaction, by)
    text = (
        f"### End {plain(game.name)}?\nNo more orders and no more turns, and it cannot be taken up again. All dice and secrets "
        "become open to everybody. /campaign pause stops the clock instead."
    )
    yes = components.button_for(
        "Yes, end it", components.data_for(game, "campaign-end", str(interaction.user.id)), style=components.DANGER
    )
    why = clean_reason(reason).replace("`", "'") if reason.strip() else ""
    await say(interaction, panel=_confirmation_panel(game, by, text, yes, why))


async def finish(interaction: Interaction, data: components.ButtonData) -> None:
    """The yes; the last word is on the message."""
    components.check_asked(data, interaction.user.id)
    by = await _overseer_of(interaction, data)
    game = await games.finish(services_of(interaction), by, line_in(interaction.message))
    await tell_result(services_of(interaction), game.id)
    bot_services(interaction).deliverer.wake()
    text = f"{plain(game.name)} is finished. /campaign export gives the whole of it."
    await replace_message(interaction, text_panel(text, GREY))


async def ask_hand_over(interaction: Interaction, person: discord.Member | discord.User) -> None:
    """Who steps down and who sees everything then, and whether it is meant."""
    server_of(interaction)
    by = await overseer_here(interaction)
    member = human_of(person, "Choose a person who is to lead the campaign.")
    game = await _unfinished(interaction, by)
    whose = "All its present game masters step down." if isinstance(by, Manager) else "You step down yourself."
    role = f" Members of <@&{game.gm_role_id}> stay game masters too." if game.gm_role_id else ""
    text = (
        f"### Hand {plain(game.name)} over?\n{member.mention} becomes its game master and sees everything. {whose}{role} "
        "Everybody is notified."
    )
    hint = how_to_see(interaction, member)
    text += f"\n⚠ {hint}" if hint else ""
    yes = components.button_for(
        "Yes, hand it over", components.data_for(game, "campaign-give", str(member.id)), style=components.DANGER
    )
    await say(interaction, panel=_confirmation_panel(game, by, text, yes))


async def hand_over(interaction: Interaction, data: components.ButtonData) -> None:
    """The yes; old and new threads' members follow."""
    by = await _overseer_of(interaction, data)
    bot, user_id = bot_services(interaction), components.number_in(data.rest, components.USER_DIGITS)
    await game_handover.hand_over(bot.services, by, user_id)
    await interaction.response.defer()
    problems = await see_to_threads(interaction.client, await games.get_game(bot.services, data.game))
    bot.deliverer.wake()
    text = "\n".join([f"✔ <@{user_id}> is the game master now.", *(f"⚠ {problem}" for problem in problems)])
    await replace_message(interaction, text_panel(text, GREY))


async def ask_leave(interaction: Interaction) -> None:
    """What giving up one's seat means, and whether it is meant."""
    seat = await _own(interaction)
    game = await _unfinished(interaction, seat)
    name = next(flag.name for flag in game.sides if flag.id == seat.side)
    text = (
        f"### Give up {plain(name)}?\nSomebody else may take your seat in {plain(game.name)} then. What the side has, its orders "
        "and its thread stay for them; you leave the thread. For some days away there is /away plan instead."
    )
    yes = components.button_for(
        "Yes, give it up",
        components.data_for(game, "campaign-leave", str(interaction.user.id)),
        style=components.DANGER,
    )
    await say(
        interaction,
        panel=Panel(
            RED, text, button_row(yes, components.button_for("Cancel", components.data_for(game, "campaign-keep")))
        ),
    )


async def leave(interaction: Interaction, data: components.ButtonData) -> None:
    """The yes; whoever leaves is shown out of the side's thread."""
    components.check_asked(data, interaction.user.id)
    seat, services = await _own(interaction), services_of(interaction)
    if seat.game_id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    await interaction.response.defer()
    await seats.leave(services, seat)
    game = await games.get_game(services, seat.game_id)
    problems = await see_to_threads(interaction.client, game, only={seat.side})
    bot_services(interaction).deliverer.wake()
    text = "You have given up your seat and left its thread. /campaign join takes one again."
    await replace_message(interaction, text_panel("\n".join([text, *(f"⚠ {p}" for p in problems)]), GREY))


async def _own(interaction: Interaction) -> Seat:
    """The seat of whoever holds it; NotYoursError for a deputy and everybody else."""
    seat = await seat_here(interaction)
    held = await seats.seats(services_of(interaction), seat.game_id)
    if not seat.side or all((one.side, one.user_id) != (seat.side, seat.user_id) for one in held):
        raise NotYoursError("You hold no player's seat here.")
    return seat


async def keep(interaction: Interaction, _: components.ButtonData) -> None:
    """Nothing is done."""
    await replace_message(interaction, text_panel("Nothing was changed.", GREY))


async def _overseer_of(interaction: Interaction, data: components.ButtonData) -> Overseer:
    by = await overseer_here(interaction)
    if by.game_id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    return by


async def _unfinished(interaction: Interaction, by: Overseer | Seat) -> Game:
    game = await games.get_game(services_of(interaction), by.game_id)
    if game.status == "finished":
        raise WrongPhaseError(f"**{plain(game.name)}** is over.")
    return game


BUTTONS: Mapping[str, Handler] = {
    "schedule": confirm,
    "campaign-end": finish,
    "campaign-give": hand_over,
    "campaign-keep": keep,
    "campaign-leave": leave,
}
