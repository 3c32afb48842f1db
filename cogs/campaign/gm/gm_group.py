"""/gm: resolve, review, publish and undo turns; see what each side sees; rule on questions; replace players, keep seats
and share the work."""

from typing import Annotated, Literal, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.empire_texts import system_sheet
from cogs.campaign.common.membership import how_to_see
from cogs.campaign.common.sheet_handlers import ask_undo
from cogs.campaign.gm import draft_handlers, gm_options
from cogs.campaign.gm.amend_group import AmendGroup
from cogs.campaign.gm.approval_handlers import show_designs, show_races
from cogs.campaign.gm.battle_handlers import battle_option, show_battles, take_file
from cogs.campaign.gm.draft_handlers import (
    announce,
    ask_advance,
    gm_context,
    publish_now,
    show_audit,
    show_questions,
    show_review,
)
from cogs.campaign.gm.forecast_texts import near_text, plot_text
from cogs.campaign.gm.gm_options import gm_complete, side_option
from cogs.campaign.gm.gm_texts import name_of, ruled_text, sheet_text, troubles_text
from cogs.campaign.gm.governor_handlers import NO_GOVERNOR, profile_of, set_governor, show_plan
from cogs.campaign.gm.npr_group import NprGroup
from cogs.campaign.gm.turn_handlers import narrate, narrative_form
from cogs.campaign.gm.whatif_handlers import show as show_whatif
from cogs.common.command_factory import command
from cogs.common.components import data_for, open_form
from cogs.common.interactions import Interaction, bot_services, defer, say
from cogs.common.members import gone_from
from cogs.common.picked_members import human_of
from cogs.common.thread_keeper import see_to_threads
from render.words.safe_text import plain
from rules.cluster_war.play.governors.profile import Strength
from rules.cluster_war.play.notation import names_of
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import changed_sides
from umpire.campaign.views import side_views
from umpire.games import seats
from umpire.games.seat_history import seen_before

Side = Annotated[str, "Which side", side_option]
Leader: TypeAlias = Literal["explorer", "trader", "builder", "raider", "conqueror", "hermit", "nobody"]
Person: TypeAlias = discord.Member | discord.User
"""Whoever can be picked: a member in a server; in a direct message nobody but its two."""


def with_problems(text: str, problems: list[str]) -> str:
    """What was done, and what could not be done beside it."""
    return "\n".join([text, *(f"⚠ {problem}" for problem in problems)])


class SeatGroup(
    app_commands.Group,
    name="seat",
    description="Seats: replace players, keep seats open and play them, share your work",
):
    """Who sits where, and orders for seats nobody holds."""

    @command("Take a seat from its player and keep it open; you can give its orders")
    async def hold(self, interaction: Interaction, side: Side) -> None:
        gm = await gm_context(interaction, blind=True)
        wanted = gm.side(side)
        await defer(interaction)
        before = await seats.hold_open(gm.services, gm.seat, wanted)
        problems = await see_to_threads(interaction.client, gm.game, only={wanted})
        text = (
            f"✔ The seat of **{name_of(gm.game, wanted)}** is open (it was <@{before.user_id}>'s). Its orders stay; "
            "/gm seat order and /gm seat ready act for it, /gm seat bot_player has the bot lead it, /campaign join or /gm seat "
            "replace fills it."
        )
        await say(interaction, with_problems(text, problems))

    @command("Give a seat to another player; its orders, reports and thread stay with it")
    async def replace(self, interaction: Interaction, side: Side, member: Annotated[Person, "The new player"]) -> None:
        gm = await gm_context(interaction, blind=True)
        wanted = gm.side(side)
        roles = [role.id for role in human_of(member, "/gm seat bot_player has me lead an open seat.").roles]
        await defer(interaction)
        before = await changed_sides.replace_player(gm.services, gm.seat, wanted, member.id, roles)
        seen = await seen_before(gm.services, gm.game.id, member.id, wanted)
        problems = await see_to_threads(interaction.client, gm.game)
        was = f" (before: <@{before.user_id}>)" if before.user_id is not None else ""
        text = f"✔ {member.mention} leads **{name_of(gm.game, wanted)}** now{was}."
        if seen:
            problems = [f"They have seen secrets of this game before, {seen}.", *problems]
        await say(interaction, with_problems(text, problems))

    @command("Have the bot lead an open seat, in a character of your choice; or nobody")
    async def bot_player(
        self,
        interaction: Interaction,
        side: Side,
        character: Annotated[Leader, "What it is like; nobody takes the bot player away"],
        strength: Annotated[Strength, "How well it judges; all see and pay the same"] = "even",
    ) -> None:
        gm = await gm_context(interaction, blind=True)
        await defer(interaction)
        profile = None if character == NO_GOVERNOR else profile_of(f"{character}.{strength}")
        done = await set_governor(gm, gm.side(side), profile)
        announce(interaction)
        await say(interaction, done)

    @command("What the bot player of a side plans, with its reasons")
    async def plan(
        self,
        interaction: Interaction,
        side: Side,
        turn: Annotated[Range[int, 1, 9999] | None, "Which turn; the last one it led if left out"] = None,
    ) -> None:
        gm = await gm_context(interaction)
        await show_plan(interaction, gm, gm.side(side), turn)

    @command("Make somebody game master beside you")
    async def add_gm(
        self, interaction: Interaction, member: Annotated[Person, "Who; they will see everything"]
    ) -> None:
        gm = await gm_context(interaction, blind=True)
        person = human_of(member, "Choose a person who is to see everything.")
        await defer(interaction)
        await seats.add_gm(gm.services, gm.seat, person.id)
        problems = await see_to_threads(interaction.client, gm.game)
        text = f"✔ {member.mention} is game master of {plain(gm.game.name)} too."
        problems += [hint] if (hint := how_to_see(interaction, member)) else []
        await say(interaction, with_problems(text, problems))

    @command("Take a game master's seat away; the last one stays")
    async def remove_gm(self, interaction: Interaction, member: Annotated[discord.User, "Who"]) -> None:
        gm = await gm_context(interaction, blind=True)
        await defer(interaction)
        await seats.remove_gm(gm.services, gm.seat, member.id)
        problems = await see_to_threads(interaction.client, gm.game, only={""})
        text = f"✔ {member.mention} is no longer game master of {plain(gm.game.name)}."
        await say(interaction, with_problems(text, problems))

    @command("Give an order for a side whose seat is open")
    async def order(
        self,
        interaction: Interaction,
        side: Side,
        line: Annotated[Range[str, 1, 2000], 'The order, like: move "1st Fleet" to 2034 (see /help notation)'],
    ) -> None:
        gm = await gm_context(interaction)
        seat = await seats.stand_in(gm.services, gm.seat, gm.side(side))
        now, key = gm.game.revision, str(interaction.id)
        receipt = await orders.enter_line(gm.services, seat, line, expect=now, idempotency_key=key)
        await say(interaction, f"✔ Order given.\n{sheet_text(gm.game, receipt)}")

    @command("Declare an open seat's orders ready, or not ready after all")
    async def ready(
        self, interaction: Interaction, side: Side, ready: Annotated[bool, "No: you want to change something"] = True
    ) -> None:
        gm = await gm_context(interaction)
        seat = await seats.stand_in(gm.services, gm.seat, gm.side(side))
        now, key = gm.game.revision, str(interaction.id)
        receipt = await orders.set_ready(gm.services, seat, ready, expect=now, idempotency_key=key)
        bot_services(interaction).clock.poke()
        await say(interaction, sheet_text(gm.game, receipt))


question_option = gm_complete(gm_options.questions)


class GmGroup(app_commands.Group, name="gm", description="The game master: resolve, review, rule, publish, undo"):
    """The game master's commands; the umpire asks for their seat in each."""

    amend = AmendGroup()
    npr = NprGroup()
    seat = SeatGroup()

    @command("Resolve the open turn now; shows first who is not ready")
    async def advance(self, interaction: Interaction) -> None:
        await ask_advance(interaction, await gm_context(interaction, blind=True))

    @command("The draft side by side: each side's report, what failed, what waits for you")
    async def review(self, interaction: Interaction) -> None:
        await show_review(interaction)

    @command("Publish the draft: packets go out and the next turn opens")
    async def publish(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        await publish_now(interaction, gm, gm.game.turn, idempotency_key=str(interaction.id))

    @command("Take the draft, or the last turn, back; everybody's orders are kept")
    async def undo(
        self, interaction: Interaction, reason: Annotated[Range[str, 1, 200], "Why, for everybody to read"]
    ) -> None:
        await ask_undo(interaction, await gm_here(interaction, blind=True), reason)

    @command("Play a turn differently in private: change it, see what would differ, adopt it or throw it away")
    async def whatif(
        self,
        interaction: Interaction,
        reason: Annotated[Range[str, 0, 200], "Of a what-if there is: what everybody reads if you adopt it"] = "",
    ) -> None:
        await show_whatif(interaction, reason)

    @command("Exactly what one side sees: its map, its report; of a draft, what it would get")
    async def side(
        self,
        interaction: Interaction,
        side: Side,
        turn: Annotated[
            Range[int, 1, 9999] | None, "At the start of which turn, with that turn's report (default: now)"
        ] = None,
    ) -> None:
        gm = await gm_context(interaction)
        wanted = gm.side(side)
        await defer(interaction)
        files = await gm_queries.files_side_sees(gm.services, gm.seat, wanted, turn)
        when = f"turn {turn}" if turn else f"turn {gm.game.turn}"
        draft = ", the draft included" if gm.game.turn_state == "draft" and turn in {None, gm.game.turn} else ""
        text = f"What **{name_of(gm.game, wanted)}** sees ({when}{draft}), and nothing more."
        await say(interaction, text, files=files)

    @command("A side's order sheet, as its player has it")
    async def sheet(self, interaction: Interaction, side: Side) -> None:
        gm = await gm_context(interaction)
        receipt = await gm_queries.sheet_of(gm.services, gm.seat, gm.side(side))
        await say(interaction, sheet_text(gm.game, receipt))

    @command("All empires' war in one .xlsx file: orders for battle, forces, officers, repairs; for you alone")
    async def workbook(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        file = await gm_queries.workbook(gm.services, gm.seat)
        await say(interaction, "Every side's secrets are in this file: keep it to yourself.", files=[file])

    @command("What waits for your word: encounters, free text, contingencies, catastrophes")
    async def questions(
        self, interaction: Interaction, settled: Annotated[bool, "Show answered ones too"] = False
    ) -> None:
        await show_questions(interaction, settled=settled)

    @command("Answer a question; the change itself is made with /gm amend")
    async def settle(
        self,
        interaction: Interaction,
        question: Annotated[str, "Which question", question_option],
        answer: Annotated[Range[str, 1, 1500], "Your ruling"],
        tell: Annotated[
            Range[str, 1, 200],
            'Who reads it: sides with commas, "all" or "nobody" (default: the one who asked)',
            side_option,
        ] = "",
    ) -> None:
        gm = await gm_context(interaction)
        wanted, told, key = question.strip().upper(), gm.sides(tell) if tell else None, str(interaction.id)
        await defer(interaction)
        ruled = await rulings.settle(gm.services, gm.seat, wanted, answer, told, idempotency_key=key)
        await draft_handlers.answer_ruling(interaction, gm, ruled)

    @command("Battles for which the turn waits: settle them by numbers, by the engine, or in your words")
    async def battle(
        self,
        interaction: Interaction,
        battle: Annotated[str, "Which one (default: all of this turn)", battle_option] = "",
        outcome: Annotated[discord.Attachment | None, "The result, in the file of its forces"] = None,
        reason: Annotated[Range[str, 0, 200], "Of one that is settled: why it is set right"] = "",
    ) -> None:
        if outcome is None:
            await show_battles(interaction, battle)
        else:
            await take_file(interaction, battle, outcome, reason)

    @command("Systems that players will reach soon and nobody has prepared, and a tenth more")
    async def near(
        self,
        interaction: Interaction,
        turns: Annotated[Range[int, 1, 12], "How many turns to look ahead (default: 2)"] = 2,
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        look = await gm_queries.look_ahead(gm.services, gm.seat, turns)
        await say(interaction, near_text(gm.game, await side_views.view(gm.services, gm.seat), look))

    @command("Mark a system as prepared, or let the dice make its contents anew")
    async def prepare(
        self,
        interaction: Interaction,
        hex_: Annotated[str, "Which system", gm_complete(gm_options.systems)],
        fill: Annotated[bool, "Make worlds and what hides there by the dice of Appendix B"] = False,
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        here = names_of(await side_views.view(gm.services, gm.seat)).hex(hex_)
        ruled = await gm_queries.prepare(gm.services, gm.seat, here, fill=fill, idempotency_key=str(interaction.id))
        view = await side_views.view(gm.services, gm.seat)
        await say(interaction, f"{ruled_text(gm.game, ruled)}\n{system_sheet(view, here)}")

    @command("Where courses lead and meet: one fleet, two fleets, or all that will meet")
    async def plot(
        self,
        interaction: Interaction,
        fleet: Annotated[str, "A fleet", gm_complete(gm_options.fleets)] = "",
        other: Annotated[str, "Another one: do they meet?", gm_complete(gm_options.fleets)] = "",
        turns: Annotated[Range[int, 1, 24], "How many turns ahead"] = 6,
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        view = await side_views.view(gm.services, gm.seat)
        chosen = tuple(names_of(view).fleet(text) for text in (fleet, other) if text)
        look = await gm_queries.look_ahead(gm.services, gm.seat, turns)
        await say(interaction, plot_text(gm.game, view, look, chosen))

    @command("Write a narrative for one side or for all")
    async def narrate(
        self,
        interaction: Interaction,
        to: Annotated[str, 'A side, or "all"', gm_complete(gm_options.sides_or_all)],
        text: Annotated[Range[str, 0, 3000], "Your words; default: write them in a form (up to 4,000 characters)"] = "",
    ) -> None:
        gm = await gm_context(interaction)
        side = gm.side_or_all(to)
        if text:
            await narrate(interaction, side, text)
        else:
            await open_form(interaction, await narrative_form(interaction, data_for(gm.game, "gm-narrate", side)))

    @command("Unit designs that players ask for: look, approve at a price, hand back")
    async def designs(self, interaction: Interaction) -> None:
        await show_designs(interaction)

    @command("The races of a campaign that is being made: look, price, approve, hand back")
    async def races(self, interaction: Interaction) -> None:
        await show_races(interaction)

    @command("Who did what to the campaign, newest first")
    async def audit(self, interaction: Interaction) -> None:
        await show_audit(interaction)

    @command("What could not be delivered, and why")
    async def problems(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        held = await seats.seats(gm.services, gm.game.id)
        gone = await gone_from(interaction.client, gm.game, held)
        left = [each for each in held if each.user_id in gone]
        await say(interaction, troubles_text(gm.game, await gm_queries.troubles(gm.services, gm.seat), left))
