"""A whole turn wished for at its panel: each list and button keeps the wishes and shows them on the same message (R-303)."""

from collections.abc import Callable, Sequence

from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, bot_services, services_of
from cogs.dogfight.fight_handlers import check_current, latest, pilot_of, show
from cogs.dogfight.fight_panel import own_jet
from cogs.dogfight.wish_panel import read_fire, read_flown
from render.dogfight.log import format_turn
from rules.air_force.jets import Jet
from rules.air_force.orders import TurnWishes
from rules.air_force.state import Dogfight
from rules.values import WrongPhaseError
from umpire.dogfight import dogfights
from umpire.dogfight.dogfights import FightSight, sight_in
from umpire.games.seat import Seat


async def flown_select(interaction: Interaction, data: ButtonData, chosen: Sequence[str]) -> None:
    """The list of maneuvers and flight."""
    await _wish(interaction, data, lambda fight, jet, before: read_flown(fight, jet, before, chosen))


async def fire_select(interaction: Interaction, data: ButtonData, chosen: Sequence[str]) -> None:
    """The list of fire."""
    await _wish(interaction, data, lambda fight, jet, before: read_fire(fight, jet, before, "".join(chosen[:1])))


async def ready_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that closes a turn's wishes; with the last pilot's the turn is flown."""
    seat, seen, teach = await _asked(interaction, data)
    bot = bot_services(interaction)
    after = await dogfights.close_wishes(bot.services, seat, seen, _key(interaction, data))
    bot.clock.poke()
    bot.deliverer.wake()
    happened = await dogfights.events_since(bot.services, seen, after)
    told = format_turn(after.view, happened) if happened else await latest(bot.services, after)
    await show(interaction, after, told, teach=teach, replace=True)


async def _wish(
    interaction: Interaction, data: ButtonData, change: Callable[[Dogfight, Jet, TurnWishes], TurnWishes]
) -> None:
    seat, seen, teach = await _asked(interaction, data)
    jet = own_jet(seen.view)
    if jet is None:
        raise WrongPhaseError("You have nothing to decide now.")
    services = services_of(interaction)
    wishes = change(seen.view.known, jet, dogfights.wished(seen, jet.id))
    after = await dogfights.wish(services, seat, seen, wishes, _key(interaction, data))
    await show(interaction, after, await latest(services, after), teach=teach, replace=True)


async def _asked(interaction: Interaction, data: ButtonData) -> tuple[Seat, FightSight, bool]:
    """The pilot who is asked, and what they see; WrongPhaseError for a list of a moment that has passed."""
    seat, case = await pilot_of(interaction, data.game)
    check_current(case, case.turn.stop, data)
    await interaction.response.defer()
    seen = await sight_in(services_of(interaction), seat, case)
    read = check_current(case, seen.standing.result.stop, data)
    if not seen.standing.asked:
        raise WrongPhaseError("Your wishes are in; the turn is flown when the other pilot has decided.")
    return seat, seen, read.teach


def _key(interaction: Interaction, data: ButtonData) -> str:
    return f"wish-{data.game}-{interaction.id}"
