"""A dogfight flown by buttons: each press is decided, played on to the next question, and shown on the same message."""

from collections.abc import Awaitable, Callable, Sequence

from cogs.bouts.seats import side_seat
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import ButtonData, Handler
from cogs.common.context import game_in_channel
from cogs.common.looked import looks
from cogs.dogfight import reading
from cogs.dogfight.panel import PICTURE, PanelTexts, Pressed, fight_panel, pressed
from render.dogfight.digest import digest
from render.words.safe_text import plain
from rules.air_force.choices import choices, repeated
from rules.errors import GameError, NotYoursError, WrongPhaseError
from umpire.bout_kinds.dogfight import DOGFIGHT
from umpire.dogfight import flying
from umpire.dogfight.dogfight_files import paint_fight
from umpire.dogfight.flying import FightSight, fight_sight
from umpire.games import games
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services

NO_FIGHT = "There is no dogfight here. /dogfight new starts one."


async def fight_here(interaction: Interaction) -> Game:
    """The dogfight of this channel, thread or direct message, the newest first. NotYoursError if there is none."""
    game = await game_in_channel(interaction, DOGFIGHT)
    if game is not None:
        return game
    raise NotYoursError(NO_FIGHT)


async def sight_of(interaction: Interaction, game_id: str) -> tuple[Seat | None, FightSight]:
    """What the giver sees of a dogfight. WrongPhaseError before it has begun, NotYoursError for another kind of game."""
    game = await games.get_game(services_of(interaction), game_id)
    if game.system != DOGFIGHT:
        raise NotYoursError(NO_FIGHT)
    if game.status == "setup":
        raise WrongPhaseError(
            f"**{plain(game.name)}** waits for its second pilot; /dogfight join takes the other side."
        )
    seat = await side_seat(interaction, game_id)
    return seat, await fight_sight(services_of(interaction), game_id, "" if seat is None else seat.side)


async def sight_here(interaction: Interaction) -> tuple[Seat | None, FightSight]:
    """The same of this place's dogfight."""
    return await sight_of(interaction, (await fight_here(interaction)).id)


async def opened(interaction: Interaction) -> tuple[Seat | None, FightSight]:
    """The same for what opens a report: who comes back to the fight is told there what happened meanwhile."""
    return noted(interaction, *await sight_here(interaction))


def noted(interaction: Interaction, seat: Seat | None, seen: FightSight) -> tuple[Seat | None, FightSight]:
    """Note that a report is opened, by a pilot."""
    if seat is not None:
        looks(interaction, seat)
    return seat, seen


async def sight_or_none(interaction: Interaction) -> FightSight | None:
    """The same for suggestions: None instead of an error."""
    try:
        return (await sight_here(interaction))[1]
    except GameError:
        return None


async def pilot_here(interaction: Interaction, game_id: str) -> tuple[Seat, FightSight]:
    """A pilot's seat and sight; NotYoursError for who only looks on."""
    seat, seen = await sight_of(interaction, game_id)
    if seat is None:
        raise NotYoursError("You do not fly in this dogfight; /dogfight new starts one of your own.")
    return seat, seen


def check_current(seen: FightSight, data: ButtonData) -> Pressed:
    """What a button carries; WrongPhaseError for one of a moment that has passed."""
    read = pressed(data)
    if seen.over:
        raise WrongPhaseError("This dogfight is over; /dogfight replay shows how it went.")
    if seen.standing.case.turn.opening != data.opening or seen.standing.result.stop != read.stop:
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
    sheet = PanelTexts(
        game=case.game.id,
        name=case.game.name,
        opening=case.turn.opening,
        stop=seen.standing.result.stop,
        view=seen.view,
        told=tuple(told),
        choices=found,
        again=repeated(seen.view, found),
        asked=seen.standing.asked,
        teach=teach,
        promise=case.turn.commitment,
        alt=picture.alt,
    )
    return sheet, File(PICTURE, picture.data, picture.alt)


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
    seat, seen = await pilot_here(interaction, data.game)
    read = check_current(seen, data)
    choice = next((one for one in choices(seen.view) if one.id == wanted), None)
    if choice is None:
        raise GameError("That choice is not open now; the panel shows those that are.")
    await interaction.response.defer()
    bot = bot_services(interaction)
    idempotency_key = f"fly-{data.game}-{read.stop}-{interaction.message.id if interaction.message else 0}"
    after = await flying.decide(bot.services, seat, seen, choice.decision, idempotency_key)
    bot.clock.poke()
    bot.deliverer.wake()
    told = digest(after.view, await flying.told_since(bot.services, seen, after))
    await show(interaction, after, told, teach=read.teach, replace=True)


async def show_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the fight as it is now."""
    _, seen = await sight_of(interaction, data.game)
    await interaction.response.defer()
    await show(interaction, seen, reading.latest(seen), teach=pressed(data).teach, replace=True)


async def teach_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that switches the lessons."""
    _, seen = await pilot_here(interaction, data.game)
    await interaction.response.defer()
    await show(interaction, seen, reading.latest(seen), teach=not pressed(data).teach, replace=True)


def reading_button(send: Callable[[Interaction, FightSight], Awaitable[None]]) -> Handler:
    """A button that shows something of its fight, as the presser's side knows it."""

    async def pressed_by(interaction: Interaction, data: ButtonData) -> None:
        _, seen = noted(interaction, *await sight_of(interaction, data.game))
        await send(interaction, seen)

    return pressed_by


async def give_up(interaction: Interaction, seat: Seat, seen: FightSight) -> FightSight:
    """Every jet of the side is out of the fight."""
    bot = bot_services(interaction)
    after = await flying.concede(bot.services, seat, seen, f"leave-{interaction.id}")
    bot.clock.poke()
    bot.deliverer.wake()
    return after
