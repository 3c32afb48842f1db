"""The buttons of absences and of seats that change hands: days away, time from the bank, a deputy, a seat taken with its
dossier."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord

from cogs.campaign.away.panel import absence_panel, arranged_text, bank_panel, review_panel
from cogs.campaign.common.campaign_context import game_here, player_pressed, seat_or_none
from cogs.campaign.common.membership import take_seat
from cogs.common import components
from cogs.common.command_factory import Pair, lookup
from cogs.common.interactions import Interaction, bot_services, defer, say, server_of, services_of, show_panel
from cogs.common.panels import Panel, clip_text
from cogs.common.picked_members import human_of, member_by_id
from render.words.safe_text import count, plain
from rules.values import GameError, NotYoursError, WrongPhaseError
from umpire.campaign.absent_player import dossier, review, take_back
from umpire.games import absence, bank, deputies, games
from umpire.games.absence import span_of
from umpire.games.attendance import Powers
from umpire.games.seat import Seat


async def dossier_shown(interaction: Interaction, data: components.ButtonData) -> None:
    """The dossier, for the eyes of the seat's player alone."""
    seat = await player_pressed(interaction, data, "button")
    await defer(interaction)
    made = await dossier(services_of(interaction), seat)
    step = components.ButtonData("first-turn", seat.game_id, made.revision, f"{seat.side}:2")
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="On with the first turn", style=components.PRIMARY, custom_id=step.custom_id))
    view.stop()
    await say(interaction, clip_text(made.text, 1900), files=made.files, buttons=view)


DEPUTY_POWERS: Final[Mapping[str, Powers]] = {"all": "all", "careful": "careful", "upkeep": "upkeep"}


async def sides(interaction: Interaction) -> Iterable[Pair]:
    """The campaign's sides; their names are public."""
    return [(flag.name, flag.id) for flag in (await game_here(interaction)).sides]


side_choices = lookup(sides)


async def enter_absence(
    interaction: Interaction, since: str, until: str, word: str, *, everywhere: bool, key: str
) -> None:
    """Enter days away as they were written, in the time zone of this campaign's schedule, and say what was understood."""
    services, user = services_of(interaction), interaction.user.id
    seat = await seat_or_none(interaction)
    game = await game_here(interaction) if seat is not None or not everywhere else None
    zone = "UTC" if game is None else await absence.zone_here(services, game.id)
    span = span_of(services, zone, since, until, word)
    guild = server_of(interaction) if game is None else game.guild_id
    told = await absence.plan(
        services, guild, user, span, "" if everywhere or game is None else game.id, idempotency_key=key
    )
    bot = bot_services(interaction)
    bot.clock.poke()
    bot.deliverer.wake()
    where = f"{count(told, 'game')} of this server" if everywhere else "this campaign"
    who = f"\n{await named_panel(interaction, seat)}" if seat is not None and seat.side else ""
    text = f"✔ You are away {absence.format_absence(span)}, in {where}, by the clocks of {plain(zone)}. Others are notified once."
    await say(interaction, f"{text}{who}\n-# Back early? /away back, or give an order.")


async def named_panel(interaction: Interaction, seat: Seat) -> str:
    """What the player of a seat has arranged, "" for their deputy."""
    try:
        return arranged_text(await deputies.arrangement_of(services_of(interaction), seat))
    except NotYoursError:
        return ""


async def bank_shown(interaction: Interaction, seat: Seat, before: str = "") -> Panel:
    """A seat's bank with its buttons."""
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    now = await bank.bank_of(services, seat)
    return bank_panel(now, seat.side, game.id, game.revision, now.left, before)


async def own(interaction: Interaction, data: components.ButtonData) -> tuple[Seat, str]:
    """The presser's seat and the rest of what the button carries. NotYoursError if it is another side's."""
    seat = await player_pressed(interaction, data, "button")
    side, _, rest = data.rest.partition(":")
    if seat.side != side:
        raise NotYoursError("This is another side's button; yours is on your own dashboard.")
    return seat, rest


async def absence_shown(interaction: Interaction, data: components.ButtonData) -> None:
    """The dashboard's button: how its player stands, and what they might want."""
    seat, _ = await own(interaction, data)
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    mine = await absence.mine(services, game.guild_id, seat.user_id)
    mine = tuple(row for row in mine if row.game in {"", game.id})
    who, now = await deputies.arrangement_of(services, seat), await bank.bank_of(services, seat)
    away = any(row.since <= services.seconds() for row in mine)
    panel = absence_panel(mine, who, now, seat.side, game.id, game.revision, away=away)
    await show_panel(interaction, panel)


async def away_for(interaction: Interaction, data: components.ButtonData) -> None:
    """So many days from today on, today among them."""
    _, rest = await own(interaction, data)
    days = components.number_in(rest)
    key = f"away-{interaction.message.id if interaction.message else interaction.id}"
    await enter_absence(interaction, "today", f"{max(days - 1, 0)} days", "", everywhere=False, key=f"{key}-{days}")


async def form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """Days as somebody writes them."""
    await own(interaction, data)
    fields = (
        components.Field("from", "First day away", "Like 24 December, Friday or today", "today", needed=True, most=40),
        components.Field("until", "Last day away", "Like 6 January, Friday or 10 days", needed=True, most=40),
        components.Field("word", "A word on it", "For readers of the calendar; may be empty", most=100),
    )

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        await enter_absence(later, given["from"], given["until"], given["word"], everywhere=False, key=str(later.id))

    return components.Form("Away", fields, sent, data)


async def back(interaction: Interaction, data: components.ButtonData) -> None:
    """I am back, by one tap."""
    seat, _ = await own(interaction, data)
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    text = await absence.end_absences(services, game.guild_id, seat.user_id, idempotency_key=str(interaction.id))
    bot_services(interaction).clock.poke()
    await say(interaction, plain(text, 1900))


async def bot_acts(interaction: Interaction, data: components.ButtonData) -> None:
    """The bot is to act in the player's own style."""
    seat, _ = await own(interaction, data)
    now = await deputies.name_bot(services_of(interaction), seat, "own")
    bot_services(interaction).clock.poke()
    await say(interaction, arranged_text(now))


async def more(interaction: Interaction, data: components.ButtonData) -> None:
    """The bank, with its buttons."""
    seat, _ = await own(interaction, data)
    await show_panel(interaction, await bank_shown(interaction, seat))


async def take(interaction: Interaction, data: components.ButtonData) -> None:
    """Hours from the bank, once for each panel that offers them: the key is what the bank held when it was shown."""
    seat, rest = await own(interaction, data)
    hours, _, held = rest.partition(".")
    key = f"time-{seat.game_id}-{seat.side}-{data.revision}-{components.number_in(held)}"
    now = await bank.draw(
        services_of(interaction), seat, components.number_in(hours), expect=data.revision, idempotency_key=key
    )
    bot_services(interaction).clock.poke()
    await show_panel(interaction, await bank_shown(interaction, seat, f"✔ The deadline is <t:{now.due}:F> now."))


async def deputy_yes(interaction: Interaction, data: components.ButtonData) -> None:
    """The yes to a deputy."""
    seat, rest = await own(interaction, data)
    user, _, powers = rest.partition(":")
    if powers not in DEPUTY_POWERS:
        raise GameError("This button cannot be read; use /away deputy again.")
    found = await member_by_id(interaction, components.number_in(user, components.USER_DIGITS))
    person = human_of(found, "/away deputy bot:own has me act for you.")
    now = await deputies.name_deputy(
        services_of(interaction), seat, person.id, DEPUTY_POWERS[powers], [role.id for role in person.roles],
        idempotency_key=str(interaction.id),
    )  # fmt: skip
    bot_services(interaction).clock.poke()
    await say(interaction, arranged_text(now))


async def reviewed(interaction: Interaction, data: components.ButtonData) -> None:
    """What was done for the presser by others."""
    seat, _ = await own(interaction, data)
    found = await review(services_of(interaction), seat)
    await show_panel(interaction, review_panel(found, seat.side, seat.game_id))


async def undo_one(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """One act of a deputy taken back."""
    await _undo(interaction, data, components.number_in(values[0]) if values else -1)


async def undo_all(interaction: Interaction, data: components.ButtonData) -> None:
    """All of them."""
    await _undo(interaction, data, 0)


async def _undo(interaction: Interaction, data: components.ButtonData, number: int) -> None:
    seat, _ = await own(interaction, data)
    services = services_of(interaction)
    receipt = await take_back(services, seat, number, data.revision, idempotency_key=str(interaction.id))
    bot_services(interaction).clock.poke()
    found = await review(services, seat)
    await show_panel(interaction, review_panel(found, seat.side, seat.game_id, " ".join(receipt.notes)))


async def seat_take(interaction: Interaction, data: components.ButtonData) -> None:
    """The button of an open seat that is offered."""
    game = await games.get_game(services_of(interaction), data.game)
    if interaction.guild_id != game.guild_id:
        raise WrongPhaseError("This seat is offered on another server.")
    await take_seat(interaction, game, data.rest)


FORMS: Mapping[str, components.FormMaker] = {"away-form": form}
BUTTONS: Mapping[str, components.Handler] = {
    "dossier": dossier_shown,
    "away": absence_shown,
    "away-for": away_for,
    "away-form": components.opener(form),
    "away-back": back,
    "away-bot": bot_acts,
    "time-more": more,
    "time-take": take,
    "deputy-yes": deputy_yes,
    "deputy-review": reviewed,
    "deputy-undo-all": undo_all,
    "seat-take": seat_take,
}
SELECTS: Mapping[str, components.SelectHandler] = {"deputy-undo": undo_one}
