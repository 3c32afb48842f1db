"""/campaign: start a campaign, take a seat, see who plays, keep the clock, mend what broke."""

from collections.abc import Iterable
from typing import Annotated

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.commands.course_handlers import ask_finish, ask_hand_over, ask_leave, overseer_here, propose_schedule
from cogs.campaign.commands.report_handlers import send_chronicle
from cogs.campaign.common import campaign_texts
from cogs.campaign.common.campaign_context import game_here, game_or_none, gm_here, player_here, seat_here, seat_or_none
from cogs.campaign.common.membership import how_to_see, take_seat, where_now
from cogs.campaign.common.named_buttons import named_view
from cogs.campaign.founding.founding_form import ask_founding, asked_for, found_here
from cogs.campaign.founding.handlers import begin_here, change_cell, house_cell_option, house_table_option, panel_for
from cogs.campaign.founding.panel import rules_text
from cogs.campaign.founding.solo_handlers import ask_solo
from cogs.common.command_factory import Pair, command, fixed, lookup
from cogs.common.durations import DURATION_TEXT, hours_in, hours_offered, minutes_in, minutes_offered
from cogs.common.interactions import Interaction, bot_services, defer, say, say_more, server_of, services_of
from cogs.common.members import gone_from
from cogs.common.thread_keeper import see_to_threads
from render.campaign.letters.aim_texts import AIMS, format_aim_option
from render.words.safe_text import count, plain
from rules.values import changed
from umpire.campaign.founding import play_campaign
from umpire.campaign.founding.open_campaign import founding
from umpire.campaign.founding.welcome import welcome_master
from umpire.campaign.gm.player_votes import votes_go_on
from umpire.campaign.governed.ai_sides import governors_of, read_plan
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.views import side_views
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_commands import split_capsule
from umpire.clock.extra_time import extend
from umpire.delivery import undelivered
from umpire.games import games, seats
from umpire.games.absence import away_now
from umpire.games.durations import parse_reminders
from umpire.games.options import Ruling, Spectators, parse_schedule
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.pulse import pulse, pulse_text

NOTED_AWAY = "Noted: you are away. Nothing of this campaign pings you until you say /campaign away away:False."
NO_SEAT = Seat("", "", 0)
"""Who has no seat here."""


async def seat_sides(interaction: Interaction) -> Iterable[Pair]:
    """The game's sides, also for those who have no seat yet; their names are public."""
    return [(flag.name, flag.id) for flag in (await game_here(interaction)).sides]


scenario_option = fixed(lambda: ((f"{s.name}: {s.blurb}", s.id) for s in campaign_texts.scenarios()))
seat_side_option = lookup(seat_sides)
aim_option = fixed(lambda: ((f"The campaign {format_aim_option(one)}", one) for one in AIMS))

Rhythm = Annotated[Range[str, 1, 60], 'When turns are due: "weekly Sunday 20:00 Europe/Berlin", "every 48h", or "none"']
Rulings = Annotated[
    Ruling,
    "Who rules where no rule does: you; default rulings, so that you may play; or a council, which votes (you may play)",
]
Aim = Annotated[
    Range[str, 1, 40],
    "How it is won and ends: 24 turns, 60 % (of all worlds), last (to hold a world), or none",
    aim_option,
]
GmRole = Annotated[discord.Role | None, "A role whose members are game masters too"]


class CampaignGroup(
    app_commands.Group, name="campaign", description="Campaigns: start one, take a seat, keep the clock"
):
    """What a group of players needs around the game."""

    @command("Start a campaign in this channel, with you as its game master")
    async def create(
        self,
        interaction: Interaction,
        name: Annotated[Range[str, 1, 80], "What it is called"],
        scenario_: Annotated[str, "Which ready-made campaign", scenario_option],
        schedule: Rhythm = "none",
        review: Annotated[bool, "Look at every result before it is published (yes by default)"] = True,
        early: Annotated[bool, "Resolve a turn as soon as everybody is ready"] = True,
        gm_role: GmRole = None,
        rulings: Rulings = "person",
        terrain: Annotated[bool, "Storms, asteroids and radiation harm fleets (yes by default)"] = True,
        aim: Aim = "none",
    ) -> None:
        options = campaign_texts.ruled_by(rulings, changed(campaign_texts.PATIENT_OPTIONS, review=review, early=early))
        new = asked_for(interaction, "Start", name, schedule, options, gm_role)
        bot = bot_services(interaction)
        found = campaign_texts.with_terrain(campaign_texts.scenario(scenario_), on=terrain)
        chosen = campaign_texts.aimed_scenario(aim, campaign_texts.ruled_scenario(rulings, found))
        await games.check_free(bot.services, new.guild_id, new.channel_id)
        await defer(interaction, public=True)  # what is refused above is for the asker's eyes alone
        game = await play_campaign.create_game(bot.services, new, chosen)
        problems = await see_to_threads(interaction.client, game)
        hint = how_to_see(interaction, interaction.user, gm_role)
        await welcome_master(bot.services, game.id, hint)
        bot.deliverer.wake()
        sides = ", ".join(plain(flag.name) for flag in game.sides)
        text = (
            f"### {plain(game.name)}\n{plain(chosen.blurb, 300)}\nGame master: {interaction.user.mention}. Seats: {sides}.\n"
            "Take one with /campaign join; the game master opens the first turn with /campaign begin."
        )
        said = "\n".join([text, *(f"⚠ {p}" for p in problems)])
        await say(interaction, said, public=True, buttons=named_view(game, text), named=True)
        if hint:
            await interaction.followup.send(f"⚠ {hint}", ephemeral=True)

    @command("A campaign for you alone, against empires that the bot leads; begins at once, in a private thread")
    async def solo(self, interaction: Interaction) -> None:
        await ask_solo(interaction)

    @command("Found a campaign whose players design their own races; again: go on with its plan")
    async def found(
        self,
        interaction: Interaction,
        name: Annotated[
            Range[str, 0, 80], "What it is called (default: go on with the plan of the one in this channel)"
        ] = "",
        seats_: Annotated[Range[int, 2, 10], "How many players, 2 to 10"] = 4,
        schedule: Rhythm = "none",
        gm_role: GmRole = None,
        rulings: Rulings = "person",
        aim: Aim = "none",
    ) -> None:
        if name:
            await found_here(interaction, name, schedule, seats_, rulings, gm_role, aim)
        elif await game_or_none(interaction) is None:
            await ask_founding(interaction, schedule, seats_, rulings, gm_role, aim)
        else:
            await panel_for(interaction, (await gm_here(interaction, blind=True)).game_id)

    @command("GM: a house rule for the plan: one cell of a table, picked from lists that show what it is now")
    async def house(
        self,
        interaction: Interaction,
        table: Annotated[Range[str, 1, 100], "Which table; type a word of its title", house_table_option],
        cell: Annotated[Range[str, 1, 100], "Row and column, with the value now", house_cell_option],
        value: Annotated[Range[str, 0, 60], "The new value; default: as printed"] = "",
    ) -> None:
        await change_cell(interaction, table, cell, value)

    @command("This campaign: turn, deadline, seats")
    async def info(self, interaction: Interaction) -> None:
        game = await game_here(interaction)
        services = services_of(interaction)
        held, ready = await seats.seats(services, game.id), await seats.ready_sides(services, game.id)
        led = campaign_texts.led_by(await governors_of(services, game.id))
        beat = pulse_text(await pulse(services), services.seconds())
        away = await away_now(services, game.id, all_of_it=(await seat_or_none(interaction) or NO_SEAT).is_gm)
        await defer(interaction)
        gone = await gone_from(interaction.client, game, held)
        await say(interaction, f"{campaign_texts.status_text(game, held, ready, led, away, gone)}\n{beat}")

    @command("All campaigns of this server")
    async def list_(self, interaction: Interaction) -> None:
        found = await games.games_of(services_of(interaction), server_of(interaction), SYSTEM)
        lines = [f"**{plain(g.name)}** {where_now(interaction, g)}: {g.status}, turn {g.turn}" for g in found]
        await say(interaction, "\n".join(lines) or "No campaigns here yet. /campaign create starts one.")

    @command("Who plays what, and which seats are open")
    async def players(self, interaction: Interaction) -> None:
        game = await game_here(interaction)
        services = services_of(interaction)
        held, ready = await seats.seats(services, game.id), await seats.ready_sides(services, game.id)
        away = await away_now(services, game.id, all_of_it=(await seat_or_none(interaction) or NO_SEAT).is_gm)
        led = campaign_texts.led_by(await governors_of(services, game.id))
        await defer(interaction)
        gone = await gone_from(interaction.client, game, held)
        await say(
            interaction,
            "\n".join([f"### {plain(game.name)}", *campaign_texts.player_lines(game, held, ready, led, away, gone)]),
        )

    @command("What the bot planned for a side that it led: your own, or any once the campaign is over")
    async def bot_player(
        self,
        interaction: Interaction,
        side: Annotated[str, "Which side", seat_side_option],
        turn: Annotated[Range[int, 1, 9999] | None, "Which turn; the last one it led if left out"] = None,
    ) -> None:
        game = await game_here(interaction)
        reader = await seat_or_none(interaction) or Seat(game.id, "", interaction.user.id)
        wanted = next((flag.id for flag in game.sides if side in {flag.id, flag.name}), side)
        await defer(interaction)
        await say(
            interaction, campaign_texts.plan_text(game, await read_plan(services_of(interaction), reader, wanted, turn))
        )

    @command("Take an open seat")
    async def join(self, interaction: Interaction, side: Annotated[str, "Which side", seat_side_option]) -> None:
        await take_seat(interaction, await game_here(interaction), side)

    @command("Give up your seat, after a question; everything the side has stays for the next player")
    async def leave(self, interaction: Interaction) -> None:
        await ask_leave(interaction)

    @command("Tell others that you are away, or back")
    async def away(self, interaction: Interaction, away: Annotated[bool, "Whether you are away"] = True) -> None:
        seat = await player_here(interaction)
        await seats.set_away(services_of(interaction), seat, away=away)
        await say(interaction, NOTED_AWAY if away else "Welcome back.")

    @command("House rules and switches of this campaign, as all players may see them")
    async def rules(self, interaction: Interaction) -> None:
        game = await game_here(interaction)
        if game.is_open:
            await say(interaction, rules_text(await founding(services_of(interaction), game.id)))
            return
        seat = await seat_here(interaction)
        names = {flag.id: flag.name for flag in game.sides}
        await say(
            interaction, campaign_texts.house_text(await side_views.settings(services_of(interaction), seat), names)
        )

    @command("GM: open the first turn")
    async def begin(self, interaction: Interaction) -> None:
        await begin_here(interaction, await gm_here(interaction, blind=True))

    @command('GM: when turns are due: "weekly Sunday 20:00 Europe/Berlin", "every 48h", "none"')
    async def schedule(self, interaction: Interaction, when: Annotated[Range[str, 1, 60], "The rhythm"]) -> None:
        await propose_schedule(interaction, await gm_here(interaction, blind=True), parse_schedule(when))

    @command("GM: review, early advance, reminders, grace, how far a deadline may be put off")
    async def options(
        self,
        interaction: Interaction,
        review: Annotated[bool | None, "Look at every result before it is published"] = None,
        early: Annotated[bool | None, "Resolve as soon as everybody is ready"] = None,
        reminders: Annotated[Range[str, 0, 40] | None, "How long before the deadline: 24 h, 3 h; or none"] = None,
        grace: Annotated[
            DURATION_TEXT,
            "How long to wait after the deadline for those who are not ready: 30 min, 2h; none",
            minutes_offered(),
        ] = "",
        extension: Annotated[
            DURATION_TEXT,
            "How long one deadline may be put off in all: 72h, 1 week; none",
            hours_offered(24, 48, 72, 168, 0),
        ] = "",
        spectators: Annotated[Spectators | None, "Who else may look on at battles that players fight"] = None,
        rulings: Annotated[
            Ruling | None, "Who rules where no rule does: a person, default rulings, or a council of players"
        ] = None,
        book: Annotated[
            DURATION_TEXT,
            "After how long a default ruling answers what nobody has: 24h, 2 days; 0 as usual",
            hours_offered(24, 48, 72),
        ] = "",
    ) -> None:
        seat = await gm_here(interaction, blind=True)
        services = services_of(interaction)
        old = (await games.get_game(services, seat.game_id)).options
        new = changed(
            old,
            review=old.review if review is None else review,
            early=old.early if early is None else early,
            reminder_hours=old.reminder_hours if reminders is None else parse_reminders(reminders),
            grace_minutes=minutes_in(grace, 0, 1440) if grace else old.grace_minutes,
            extension_hours=hours_in(extension, 0, 672) if extension else old.extension_hours,
            spectators=spectators or old.spectators,
            gm=rulings or old.gm,
            book_hours=hours_in(book, 0, 672) if book else old.book_hours,
        )
        game = await games.set_options(services, seat, new)
        await say(interaction, campaign_texts.options_text(game.options, game.schedule))

    @command("GM: stop the clock; orders may still be written")
    async def pause(
        self, interaction: Interaction, reason: Annotated[Range[str, 0, 200], "Why, for everybody to read"] = ""
    ) -> None:
        seat = await gm_here(interaction, blind=True)
        game = await games.pause(services_of(interaction), seat, reason)
        await say(interaction, f"{plain(game.name)} is paused.")

    @command("GM: let the clock go on")
    async def resume(self, interaction: Interaction) -> None:
        seat = await gm_here(interaction, blind=True)
        game = await games.resume(services_of(interaction), seat, votes_go_on)
        due = f" The deadline is <t:{game.deadline}:F>." if game.deadline else ""
        await say(interaction, f"{plain(game.name)} goes on.{due}")

    @command("GM: put this turn's deadline off")
    async def extend_(
        self,
        interaction: Interaction,
        hours: Annotated[DURATION_TEXT, "By how much: 24h, 1 day 12 hours", hours_offered()],
        reason: Annotated[Range[str, 1, 200], "Why, for everybody to read"],
    ) -> None:
        seat, length = await gm_here(interaction, blind=True), hours_in(hours, 1, 672)
        game = await extend(services_of(interaction), seat, length, reason, idempotency_key=str(interaction.id))
        await say(interaction, f"The deadline is now <t:{game.deadline}:F> (<t:{game.deadline}:R>).")

    @command("GM or server manager: repair threads and letters after channels, members or permissions changed")
    async def repair(
        self,
        interaction: Interaction,
        move_here: Annotated[bool, "Move the campaign to this channel"] = False,
        campaign: Annotated[str, "Its id, where its own channel is gone (/campaign list)"] = "",
    ) -> None:
        bot = bot_services(interaction)
        await defer(interaction)
        seat = await overseer_here(interaction, campaign)
        if move_here and isinstance(interaction.channel, discord.TextChannel):
            await games.move_channel(bot.services, seat, interaction.channel.id)
            bot.deliverer.wake()
        game = await games.get_game(bot.services, seat.game_id)
        problems = await see_to_threads(interaction.client, game, anew=True)
        again = await undelivered.retry(bot.services, game.id)
        text = [f"⚠ {p}" for p in problems] or ["Threads and permissions are in order."]
        await say(
            interaction,
            "\n".join(
                [*text, f"{count(again, 'letter is', 'letters are')} sent again." if again else "No letter has failed."]
            ),
        )

    @command("GM or server manager: end the campaign; asks first, then all dice and secrets are open")
    async def finish(
        self, interaction: Interaction, reason: Annotated[Range[str, 0, 200], "A last word for everybody"] = ""
    ) -> None:
        await ask_finish(interaction, reason)

    @command("GM or server manager: give the campaign to another game master, who will see everything")
    async def handover(
        self, interaction: Interaction, member: Annotated[discord.Member | discord.User, "The new game master"]
    ) -> None:
        await ask_hand_over(interaction, member)

    @command("The story of the campaign: a page and a text; the whole truth once it is over, your own before")
    async def chronicle(self, interaction: Interaction) -> None:
        await send_chronicle(interaction)

    @command("The campaign as one file: for checking dice; for the GM also for keeping and moving")
    async def export(
        self,
        interaction: Interaction,
        complete: Annotated[bool, "GM who plays a side too: the whole game instead of your own part"] = False,
    ) -> None:
        seat = await gm_here(interaction) if complete else await seat_here(interaction)
        await defer(interaction)
        capsule = await capsule_commands.export_capsule(services_of(interaction), seat)
        secret = "" if seat.side else " It holds what all sides keep secret; do not pass it on before the end."
        parts = split_capsule(capsule, interaction.filesize_limit)
        if len(parts) == 1:
            text = f"The capsule. `python bot.py verify campaign.capsule` recomputes its dice.{secret}"
            await say(interaction, text, files=[File("campaign.capsule", capsule)])
            return
        text = (
            f"The capsule, in {len(parts)} parts, since it is larger than a file may be here: this one and those below. "
            f"`python bot.py verify` (or `import`) takes all of them together, in any order.{secret}"
        )
        files = [File(f"campaign-part-{number}-of-{len(parts)}.capsule", part) for number, part in enumerate(parts, 1)]
        await say(interaction, text, files=files[:1])
        for number, file in enumerate(files[1:], 2):
            await say_more(interaction, f"Part {number} of {len(parts)}.", [file])
