"""What is offered for a repair: what is damaged, who could repair it with price and days, and who could give components."""

from collections.abc import Iterable

from discord.app_commands import Choice

from cogs.campaign.common.choices import known_to
from cogs.common.autocomplete import Pair, choices_from, plain_text
from cogs.common.bot_services import Interaction
from rules.cluster_war.chapters.combat.battle_orders import repair_meant
from rules.cluster_war.chapters.combat.repair_shops import unit_of
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import short_id
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.wounded import is_whole
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.turn.planning.suggestions.suggestion import picture
from rules.cluster_war.turn.planning.suggestions.works import offers, state_of, waiting
from rules.errors import GameError


def damaged(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Fleets with damaged ships that nobody repairs yet, bases, and then each of these ships by itself; nothing for who leads
    no side."""
    if view.me is None:
        return
    found = list(waiting(picture(view, sheet)))
    for name, fleet, units in found:
        what = "; ".join(state_of(unit) for unit in units)
        yield f"{plain_text(name)} ({what})", fleet or short_id(units[0].id)
    for _, fleet, units in found:
        for unit in units if fleet and len(units) > 1 else ():
            yield state_of(unit), short_id(unit.id)


async def repairer_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Who could repair what was chosen, the best first: price, days and bays."""
    known = await known_to(interaction)
    if known is None or known[0].me is None:
        return []
    planned = picture(*known)
    units = _meant(planned, names_of(*known), str(interaction.namespace.what or ""))
    pairs = [(f"{plain_text(shop.name)} ({told})", shop.key) for shop, told in offers(planned, units)] if units else []
    return choices_from(pairs, typed)


def _meant(planned: PlannedState, names: Names, what: str) -> list[Ship | Base]:
    """The damaged units that were chosen; none while that cannot be read."""
    try:
        fleet, units = repair_meant(names, what)
        named = [unit_of(planned, unit) for unit in units]
    except GameError:
        return []
    ships = planned.fleets[fleet].ships if fleet in planned.fleets else ()
    waits = {unit.id for _, _, found in waiting(planned) for unit in found}
    return [unit for unit in (*named, *(planned.ships[s] for s in ships)) if unit.id in waits]


def wrecks(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's ships that could give components, those that are damaged themselves first."""
    for key, ship in sorted(view.ships.items(), key=lambda item: (is_whole(item[1].wounds), item[0])):
        told = state_of(ship) if not is_whole(ship.wounds) else short_id(key)
        yield told, short_id(key)
