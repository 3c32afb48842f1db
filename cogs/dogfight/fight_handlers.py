"""A dogfight by buttons: each press is decided, played on to the next question and shown on the same message; looked at
and read as the asker's side knows it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from cogs.common.components import ButtonData, Handler
from cogs.common.interactions import (
    BotServices,
    Interaction,
    bot_services,
    defer,
    game_in_channel,
    note_opened,
    replace_message,
    say,
    sent_files,
    services_of,
)
from cogs.common.panels import Panel
from cogs.dogfight.fight_panel import MAP_FILE, PanelTexts, Pressed, all_odds_text, fight_panel, own_jet, pressed
from cogs.tactical.game import Because
from render.canvas.theme import ThemeName
from render.dogfight.ending import format_ending
from render.dogfight.log import format_digest, format_event, format_turn
from render.dogfight.text import card_text
from render.words.causes import format_cause
from rules.air_force.choices import choices, repeated_choice
from rules.air_force.events import EnergyRolled, Event, Fired, TurnTried
from rules.air_force.jets import Jet
from rules.air_force.orders import PHASES
from rules.air_force.view import DogfightView
from rules.values import GameError, NotYoursError, WrongPhaseError, quoted, unknown
from umpire.dogfight import dogfight_files as pictures
from umpire.dogfight import dogfights
from umpire.dogfight.career import has_flown
from umpire.dogfight.dogfight_files import paint_fight
from umpire.dogfight.dogfights import NO_FIGHT, FightSight, FightTurn, read_for, sight_in
from umpire.dogfight.kind import DOGFIGHT
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services
from umpire.tactical.player_actions import OpenTacticalTurn

MOST_LATEST_LINES: Final = 8
"""Lines of what happened that a panel shows when it is asked for anew."""


async def latest(services: Services, seen: FightSight) -> list[str]:
    """The last lines of what happened in this turn; at the beginning of one that is decided whole, those of the turn before."""
    if not seen.events and seen.turn > 1 and not seen.over:
        return format_turn(seen.view, (await dogfights.turn_seen(services, seen)).events)
    return format_digest(seen.view, seen.events)[-MOST_LATEST_LINES:]


async def to_teach(interaction: Interaction, seat: Seat | None) -> bool:
    """Whether a panel that is opened anew has lessons: for a pilot who has never flown a fight to its end."""
    return seat is not None and not await has_flown(services_of(interaction), interaction.user.id)


def jet_named(seen: FightSight, text: str) -> Jet:
    """A jet in sight by id or name, the own one for ""; NotYoursError for anything else."""
    wanted = text.strip().casefold()
    if not wanted:
        own = own_jet(seen.view)
        if own is None:
            raise GameError("You fly no jet here; say which `jet`.")
        return own
    for jet in seen.view.known.jets.values():
        if wanted in {jet.id.casefold(), jet.name.casefold()}:
            return jet
    known = [jet.name or jet.id for jet in seen.view.known.jets.values()]
    raise unknown(NotYoursError, f"{quoted(text)} is not a jet you can see.", text, "You see", known)


async def send_card(interaction: Interaction, seen: FightSight, jet: str, theme: ThemeName) -> None:
    """A jet's card with its words."""
    found = jet_named(seen, jet)
    await defer(interaction)
    picture = await services_of(interaction).workers.run(
        pictures.paint_card_of, seen.view, found.id, theme, urgent=True
    )
    await say(interaction, f"```\n{card_text(seen.view, found)}```", files=[picture])


def log_lines(played: FightTurn) -> list[str]:
    """A numbered line for each event, under a heading for each phase."""
    lines: list[str] = []
    phase = 0
    for number, event in enumerate(played.events, 1):
        if event.at.phase != phase:
            phase = event.at.phase
            lines.append(f"**{PHASES[phase - 1].capitalize()}**")
        lines.append(f"{number}. {format_event(event, played.view)}")
    return lines


def event_reason(event: Event, view: DogfightView) -> Because:
    """The rule, the modifiers and the dice behind an event."""
    place = f"Turn {event.at.turn}, {PHASES[event.at.phase - 1]}"
    return Because(format_event(event, view), place, format_cause(event.cause), event.cause.rule)


def puzzling_line(played: FightTurn, jet: str) -> int | None:
    """The number of the last line with a pilot's own dice, which is their shot if they have shot; None if there is none."""
    found = [
        number
        for number, event in enumerate(played.events, 1)
        if isinstance(event, Fired | EnergyRolled | TurnTried) and event.jet == jet
    ]
    return found[-1] if found else None


async def line_to_explain(services: Services, seen: FightSight) -> tuple[int | None, int | None]:
    """Line and turn of what a pilot has rolled last, in this turn or else the one before; None for both if there is nothing."""
    own, now = own_jet(seen.view), seen.view.known.now.turn
    for turn in (now, now - 1):
        if own is not None and turn > 0:
            line = puzzling_line(await dogfights.turn_seen(services, seen, turn), own.id)
            if line is not None:
                return line, turn
    return None, None


async def send_odds(interaction: Interaction, seen: FightSight) -> None:
    """Every choice that is open now, with its odds and what they come from."""
    found = choices(seen.view) if seen.standing.asked and not seen.over else ()
    if not found:
        raise WrongPhaseError("You have nothing to decide now; /dogfight show has the present decision.")
    await say(interaction, all_odds_text(found))


async def send_replay(interaction: Interaction, seen: FightSight, turn: int | None, theme: ThemeName) -> None:
    """A turn, or all of it, as a moving picture: the own knowledge while it is on, the truth when it is over."""
    services = services_of(interaction)
    played = (
        await dogfights.whole_seen(services, seen) if turn is None else await dogfights.turn_seen(services, seen, turn)
    )
    if not played.told:
        raise GameError("Nothing has happened yet that could be shown.")
    await defer(interaction)
    part = (
        "the fight so far" if turn is None and not seen.over else "the whole fight" if turn is None else f"turn {turn}"
    )
    side = seen.reads_as
    made = await services.workers.run(
        pictures.paint_fight_replay,
        played.start,
        played.end,
        played.told,
        side,
        seen.standing.case.game.name,
        theme,
        urgent=True,
    )
    knowledge = "everything, as it was" if seen.over else "what you could see"
    await say(interaction, f"-# Replay of {part}: {knowledge}", files=[made])


async def fight_here(interaction: Interaction) -> Game:
    """The dogfight of this channel, thread or direct message, the newest first. NotYoursError if there is none."""
    game = await game_in_channel(interaction, DOGFIGHT)
    if game is not None:
        return game
    raise NotYoursError(NO_FIGHT)


async def sight_of(interaction: Interaction, game_id: str) -> tuple[Seat | None, FightSight]:
    """What the giver sees of a dogfight. WrongPhaseError before it has begun, NotYoursError for another kind of game."""
    services = services_of(interaction)
    seat, case = await read_for(services, game_id, interaction.user.id)
    return seat, await sight_in(services, seat, case)


async def sight_here(interaction: Interaction) -> tuple[Seat | None, FightSight]:
    """The same of this place's dogfight; Discord is told at once that the answer takes a moment."""
    await defer(interaction)
    return await sight_of(interaction, (await fight_here(interaction)).id)


async def opened(interaction: Interaction) -> tuple[Seat | None, FightSight]:
    """The same for what opens a report: who comes back to the fight is told there what happened meanwhile."""
    return noted(interaction, *await sight_here(interaction))


def noted(interaction: Interaction, seat: Seat | None, seen: FightSight) -> tuple[Seat | None, FightSight]:
    """Note that a report is opened, by a pilot."""
    if seat is not None:
        note_opened(interaction, seat)
    return seat, seen


async def sight_or_none(interaction: Interaction) -> FightSight | None:
    """The same for suggestions: None instead of an error."""
    try:
        return (await sight_here(interaction))[1]
    except GameError:
        return None


async def pilot_of(interaction: Interaction, game_id: str) -> tuple[Seat, OpenTacticalTurn]:
    """A pilot's seat and the open turn, before anything is played; NotYoursError for who only looks on."""
    seat, case = await read_for(services_of(interaction), game_id, interaction.user.id)
    if seat is None:
        raise NotYoursError("You do not fly in this dogfight; /dogfight new starts one of your own.")
    return seat, case


def check_current(case: OpenTacticalTurn, stop: str, data: ButtonData) -> Pressed:
    """What a button carries; WrongPhaseError for one of a moment that has passed."""
    read = pressed(data)
    if case.game.status == "finished":
        raise WrongPhaseError("This dogfight is over; /dogfight replay shows how it went.")
    if case.turn.revision != data.revision or stop != read.stop:
        raise WrongPhaseError(
            "That button is for a moment that has passed; the fight's newest panel shows what is now."
        )
    return read


async def sheet_of(
    services: Services, seen: FightSight, told: Sequence[str], *, teach: bool
) -> tuple[PanelTexts, File]:
    """The panel's content with its picture, as the viewer's side knows it."""
    case = seen.standing.case
    picture = await services.workers.run(paint_fight, seen.view, case.game.name, urgent=True)
    found = choices(seen.view) if seen.standing.asked and not seen.over else ()
    if seen.over:
        told = format_ending(seen.view, (await dogfights.whole_seen(services, seen)).events)
    own = own_jet(seen.view)
    whole = seen.standing.asked and not seen.over and seen.view.known.now.phase == 1
    sheet = PanelTexts(
        game=case.game.id,
        name=case.game.name,
        revision=case.turn.revision,
        stop=seen.standing.result.stop,
        view=seen.view,
        told=tuple(told),
        choices=found,
        again=repeated_choice(seen.view, found),
        asked=seen.standing.asked,
        teach=teach,
        wishes=dogfights.wished(seen, own.id) if whole and own is not None else None,
        promise=case.turn.commitment,
        alt=picture.alt,
    )
    return sheet, File(MAP_FILE, picture.data, picture.alt)


async def sheet_for(bot: BotServices, seen: FightSight, user: int | None) -> tuple[Panel, File]:
    """The panel for a pilot (None: for everybody) with its picture; a newcomer's has lessons."""
    teach = user is not None and not await has_flown(bot.services, user)
    sheet, picture = await sheet_of(bot.services, seen, await latest(bot.services, seen), teach=teach)
    return fight_panel(sheet), picture


async def show(
    interaction: Interaction, seen: FightSight, told: Sequence[str], *, teach: bool, replace: bool, public: bool = True
) -> None:
    """Show a moment: on the pressed message, or as a new one."""
    sheet, picture = await sheet_of(services_of(interaction), seen, told, teach=teach)
    if replace:
        await replace_message(interaction, fight_panel(sheet), files=[picture])
    else:
        await say(interaction, panel=fight_panel(sheet), files=[picture], public=public)


async def do_button(interaction: Interaction, data: ButtonData) -> None:
    """A choice's button."""
    await _choose(interaction, data, pressed(data).rest)


async def do_select(interaction: Interaction, data: ButtonData, chosen: Sequence[str]) -> None:
    """The list of all choices."""
    await _choose(interaction, data, chosen[0] if chosen else "")


async def _choose(interaction: Interaction, data: ButtonData, wanted: str) -> None:
    """Decide, play on, and show what came of it."""
    seat, case = await pilot_of(interaction, data.game)
    check_current(case, case.turn.stop, data)
    await interaction.response.defer()
    seen = await sight_in(services_of(interaction), seat, case)
    read = check_current(case, seen.standing.result.stop, data)
    choice = next((one for one in choices(seen.view) if one.id == wanted), None)
    if choice is None:
        raise GameError("That choice is not open now; the panel shows those that are.")
    bot = bot_services(interaction)
    idempotency_key = f"fly-{data.game}-{read.stop}-{interaction.message.id if interaction.message else 0}"
    after = await dogfights.decide(bot.services, seat, seen, choice.decision, idempotency_key)
    bot.clock.poke()
    bot.deliverer.wake()
    told = format_digest(after.view, await dogfights.events_since(bot.services, seen, after))
    await show(interaction, after, told, teach=read.teach, replace=True)


async def show_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the fight as it is now."""
    services = services_of(interaction)
    seat, case = await read_for(services, data.game, interaction.user.id)
    await interaction.response.defer()
    seen = await sight_in(services, seat, case)
    await show(interaction, seen, await latest(services, seen), teach=pressed(data).teach, replace=True)


async def teach_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that switches the lessons."""
    seat, case = await pilot_of(interaction, data.game)
    await interaction.response.defer()
    services = services_of(interaction)
    seen = await sight_in(services, seat, case)
    await show(interaction, seen, await latest(services, seen), teach=not pressed(data).teach, replace=True)


def reading_button(send: Callable[[Interaction, FightSight], Awaitable[None]]) -> Handler:
    """A button that shows something of its fight, as the presser's side knows it."""

    async def pressed_by(interaction: Interaction, data: ButtonData) -> None:
        await defer(interaction)
        _, seen = noted(interaction, *await sight_of(interaction, data.game))
        await send(interaction, seen)

    return pressed_by


async def show_end(interaction: Interaction, game_id: str) -> None:
    """Show everybody a fight that has ended, below the answer."""
    _, seen = await sight_of(interaction, game_id)
    services = services_of(interaction)
    sheet, picture = await sheet_of(services, seen, await latest(services, seen), teach=False)
    await interaction.followup.send(view=fight_panel(sheet), files=sent_files([picture]))
