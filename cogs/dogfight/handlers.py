"""A dogfight flown by buttons: each press is decided, played on to the next question, and shown on the same message."""

from collections.abc import Awaitable, Callable, Sequence

from cogs.common.answers import Attachment, replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import ButtonData, Handler
from cogs.dogfight import reading
from cogs.dogfight.context import check_current, pilot_here, sight_of
from cogs.dogfight.panel import PICTURE, PanelTexts, fight_panel, pressed
from render.dogfight.digest import digest
from rules.air_force.choices import choices, repeated
from rules.errors import GameError
from umpire.dogfight import flying
from umpire.dogfight.dogfight_files import paint_fight
from umpire.dogfight.flying import FightSight
from umpire.games.seat import Seat


async def sheet_of(
    interaction: Interaction, seen: FightSight, told: Sequence[str], *, teach: bool
) -> tuple[PanelTexts, Attachment]:
    """The panel's content with its picture, as the viewer's side knows it."""
    case = seen.standing.case
    picture = await services_of(interaction).workers.run(paint_fight, seen.view, case.game.name, urgent=True)
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
    return sheet, Attachment(PICTURE, picture.data, picture.alt)


async def show(
    interaction: Interaction, seen: FightSight, told: Sequence[str], *, teach: bool, replace: bool, public: bool = True
) -> None:
    """Show a moment: on the pressed message, or as a new one."""
    sheet, picture = await sheet_of(interaction, seen, told, teach=teach)
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
        _, seen = await sight_of(interaction, data.game)
        await send(interaction, seen)

    return pressed_by


async def give_up(interaction: Interaction, seat: Seat, seen: FightSight) -> FightSight:
    """Every jet of the side is out of the fight."""
    bot = bot_services(interaction)
    after = await flying.concede(bot.services, seat, seen, f"leave-{interaction.id}")
    bot.clock.poke()
    bot.deliverer.wake()
    return after
