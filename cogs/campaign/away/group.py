"""/away: days away, time from the bank, deputies; for the game master what a campaign has of it."""

from typing import Annotated, Final, Literal

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.away import panel
from cogs.campaign.away.handlers import bank_shown, enter_absence, named_panel, side_choices
from cogs.campaign.common.campaign_context import game_here, gm_here, player_here, seat_here, seat_or_none
from cogs.common.command_factory import command
from cogs.common.durations import DURATION_TEXT, hours_in, hours_offered
from cogs.common.interactions import Interaction, bot_services, say, server_of, services_of
from cogs.common.picked_members import human_of
from render.words.safe_text import count, plain
from rules.values import changed
from umpire.campaign.absent_player import review
from umpire.games import absence, bank, deputies, games, notices
from umpire.games.attendance import Powers
from umpire.games.options import Calendar, DeputiesFrom

Bot = Literal["own", "explorer", "trader", "builder", "raider", "conqueror", "hermit", "nobody"]
POWERS_OFFERED: Final = [
    Choice(name="All orders", value="all"),
    Choice(name="Orders, but no treaties, no war, no spies", value="careful"),
    Choice(name="Only what keeps things running", value="upkeep"),
]
Side = Annotated[str, "Which side", side_choices]
Missed = Range[int, 0, 12]


class AwayGroup(
    app_commands.Group, name="away", description="Days away, more time, deputies; your seat outlives a holiday"
):
    """Absences of a campaign's players."""

    @command("Enter days on which you are away; others are notified once")
    async def plan(
        self,
        interaction: Interaction,
        until: Annotated[Range[str, 1, 40], 'Your last day away: "24 December", "Friday", "10 days"'],
        from_: Annotated[Range[str, 1, 40], "Your first day away (default: today)"] = "today",
        word: Annotated[Range[str, 0, 100], "A word on it, for readers of the calendar"] = "",
        everywhere: Annotated[bool, "In all your games of this server, not in this one alone"] = False,
    ) -> None:
        await enter_absence(interaction, from_, until, word, everywhere=everywhere, key=str(interaction.id))

    @command("Who is away, and when; and what you have arranged")
    async def list_(self, interaction: Interaction) -> None:
        game, services = await game_here(interaction), services_of(interaction)
        seat = await seat_or_none(interaction)
        found = await absence.calendar(
            services, game.id, all_of_it=seat is not None and not seat.side, user=interaction.user.id
        )
        text = panel.calendar_text(game.name, found, services.seconds())
        if seat is not None and seat.side:
            with_me = await named_panel(interaction, seat)
            text = f"{text}\n{with_me}" if with_me else text
        await say(interaction, text)

    @command("You are back: your absence ends now, and nobody acts for you")
    async def back(self, interaction: Interaction) -> None:
        text = await absence.end_absences(
            services_of(interaction), server_of(interaction), interaction.user.id, idempotency_key=str(interaction.id)
        )
        bot_services(interaction).clock.poke()
        await say(interaction, plain(text, 1900))

    @command("Take absences that have not begun out of the calendar")
    async def cancel(self, interaction: Interaction) -> None:
        gone = await absence.cancel(
            services_of(interaction), server_of(interaction), interaction.user.id, idempotency_key=str(interaction.id)
        )
        bot_services(interaction).deliverer.wake()
        await say(interaction, f"{count(gone, 'absence')} taken out of the calendar.")

    @command("Put the deadline off with hours of your own from the bank; without a length it shows what you have")
    async def more(
        self,
        interaction: Interaction,
        hours: Annotated[DURATION_TEXT, "How much later: 6h, 1 day", hours_offered(1, 6, 12, 24)] = "",
    ) -> None:
        seat = await player_here(interaction)
        services = services_of(interaction)
        if not hours:
            await say(interaction, panel=await bank_shown(interaction, seat))
            return
        left = await bank.draw(services, seat, hours_in(hours, 1, 672), idempotency_key=str(interaction.id))
        bot_services(interaction).clock.poke()
        await say(interaction, f"✔ The deadline is <t:{left.due}:F> now. {count(left.left, 'hour')} left in your bank.")

    @command("Who acts for you while you are away: somebody from outside, or the bot")
    @app_commands.choices(powers=POWERS_OFFERED)
    async def deputy(
        self,
        interaction: Interaction,
        member: Annotated[discord.Member | discord.User | None, "Somebody without a seat here"] = None,
        bot: Annotated[Bot | None, "The bot instead, in which style; or nobody"] = None,
        powers: Annotated[Choice[str] | None, "What they may do (all orders by default)"] = None,
    ) -> None:
        seat, services = await player_here(interaction), services_of(interaction)
        wanted: Powers = powers.value if powers is not None else "all"  # type: ignore[assignment] # one of those offered
        if member is not None:
            person = human_of(member, "/away deputy bot:own has me act for you.")
            await deputies.may_be_named(services, seat, person.id, [role.id for role in person.roles])
            game = await games.get_game(services, seat.game_id)
            await say(interaction, panel=panel.confirm_panel(person.id, wanted, seat.side, game.id, game.revision))
            return
        if bot is not None:
            now = await deputies.name_bot(services, seat, "" if bot == "nobody" else bot)
            bot_services(interaction).clock.poke()
        else:
            now = await deputies.arrangement_of(services, seat)
        await say(interaction, panel.arranged_text(now))

    @command("What was done for you while you were away, and the way to take it back")
    async def review(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        found = await review(services_of(interaction), seat)
        await say(interaction, panel=panel.review_panel(found, seat.side, seat.game_id))

    @command("What this campaign has for absences; the GM sets it here")
    async def rules(
        self,
        interaction: Interaction,
        calendar: Annotated[Calendar | None, "Who reads the calendar: all, or the GM"] = None,
        bank_: Annotated[
            DURATION_TEXT, "What is in each side's bank: 48h, 2 days; none", hours_offered(24, 48, 72, 0)
        ] = "",
        in_a_turn: Annotated[
            DURATION_TEXT, "How much of it in one turn at most: 24h, 1 day", hours_offered(6, 12, 24, 48)
        ] = "",
        asks: Annotated[bool | None, "The calendar takes time from the bank by itself"] = None,
        remind: Annotated[Missed | None, "Missed turns until a reminder (0: never)"] = None,
        deputy: Annotated[Missed | None, "Missed turns until a deputy acts (0: never)"] = None,
        open_: Annotated[Missed | None, "Missed turns until the seat is open (0: never)"] = None,
        deputies_: Annotated[DeputiesFrom | None, "Who may be a deputy: outside, or other players too"] = None,
    ) -> None:
        services = services_of(interaction)
        given = {
            "calendar": calendar, "bank_hours": hours_in(bank_, 0, 1440) if bank_ else None,
            "bank_turn_hours": hours_in(in_a_turn, 1, 1440) if in_a_turn else None, "bank_asks": asks, "missed_remind": remind,
            "missed_deputy": deputy, "missed_open": open_, "deputies": deputies_,
        }  # fmt: skip
        changes = {name: value for name, value in given.items() if value is not None}
        if not changes:
            await seat_here(interaction)
            await say(interaction, panel.rules_text((await game_here(interaction)).options))
            return
        gm = await gm_here(interaction)
        old = (await games.get_game(services, gm.game_id)).options
        game = await games.set_options(services, gm, changed(old, **changes))  # type: ignore[arg-type] # its fields
        bot_services(interaction).clock.poke()
        await say(interaction, panel.rules_text(game.options))

    @command("GM: give a side hours for its bank (or take some back, below 0)")
    async def grant(
        self,
        interaction: Interaction,
        side: Side,
        hours: Annotated[DURATION_TEXT, "How much: 12h, 1 day, or -6h", hours_offered(6, 12, 24, 48)],
    ) -> None:
        gm, given = await gm_here(interaction), hours_in(hours, -1440, 1440)
        left = await bank.top_up(services_of(interaction), gm, side, given, idempotency_key=str(interaction.id))
        await say(interaction, f"✔ The bank holds {count(left, 'hour')} now.")

    @command("GM: offer an open seat in the channel, with a button to take it")
    async def offer(self, interaction: Interaction, side: Side) -> None:
        gm = await gm_here(interaction)
        await notices.offer_by_hand(services_of(interaction), gm, side)
        bot_services(interaction).deliverer.wake()
        await say(interaction, "✔ The seat is offered in the channel.")
