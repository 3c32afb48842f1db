"""Where colonies could be founded and grow: by price and by how much a world takes (5.0-21, 7.0)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid, founding
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.model.economy.holds import cargo_held
from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.knowledge import KnownBody, KnownSystem
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, HexId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.step_codes import colony_cost, multiple, plain_multiple
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, picture, ranked


def colonies(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """The cheapest worlds first, and of those the ones that take most: colonies from fleets that carry CPs and are there this
    turn, from the pool inside the grid where the campaign allows that, and growth of the side's own colonies."""
    planned = picture(view, sheet)
    found = [*_landings(planned), *_in_grid(planned), *_growth(planned)]
    return ranked(view, sheet, [one for _, _, _, one in sorted(found, key=lambda f: f[:3])])


Priced = tuple[Fraction, int, str, Suggestion]


def _landings(planned: PlannedState) -> Iterator[Priced]:
    """Worlds for the CPs that fleets carry where they are; they come before what the pool has to pay."""
    for fleet in sorted(planned.fleets.values(), key=lambda f: f.name):
        held = cargo_held([planned.ships[s] for s in fleet.ships])
        here = _there_this_turn(planned, fleet)
        for hex_, body in _free_worlds(planned, held, here):
            share, most = _price(planned, body)
            size, used = founding(held, share, most)
            if size >= 1:
                why = f"×{plain_multiple(share)} world, {used} of the {held} CPs aboard: size {size} of {most}"
                order = FoundColony(fleet.id, hex_, body.orbit, 0)
                yield (
                    share - 1000,
                    -most,
                    f"{hex_}-{body.orbit}",
                    Suggestion(order, f"{fleet.name} founds world {body.orbit} of {planned.place(hex_)}", why),
                )


def _there_this_turn(planned: PlannedState, fleet: Fleet) -> HexId:
    if fleet.transit is not None:
        soon = fleet.transit.arrives <= planned.first_week + WEEKS_PER_TURN
        return fleet.transit.to if soon else ""
    if fleet.id in planned.moving:
        soon = planned.moving[fleet.id] <= planned.first_week + WEEKS_PER_TURN
        return planned.heading.get(fleet.id, ("",))[-1] if soon else ""
    return fleet.hex


def _free_worlds(planned: PlannedState, cps: int, hex_: HexId) -> Iterator[tuple[HexId, KnownBody]]:
    known = planned.view.systems.get(hex_)
    if cps > 0 and known is not None:
        yield from ((hex_, body) for body in _unsettled(planned, known))


def _unsettled(planned: PlannedState, known: KnownSystem) -> Iterator[KnownBody]:
    """Surveyed worlds of a system that take people and have no colony, nor one ordered."""
    if known.level != "surveyed":
        return
    for body in known.bodies:
        key = f"{known.hex}-{body.orbit}"
        settled = key in planned.colonies or key in planned.view.foreign_colonies
        if body.max_cp and not settled and f"settle {key}" not in planned.ordered:
            yield body


def _in_grid(planned: PlannedState) -> Iterator[Priced]:
    if planned.settings.colony_freighters != "outside-grid" or planned.purse < 1:
        return
    grid = main_grid(planned.view, planned.me.id)
    for hex_, known in planned.view.systems.items():
        for body in _unsettled(planned, known) if hex_ in grid else ():
            share, most = _price(planned, body)
            size, used = founding(planned.purse, share, most)
            if size >= 1:
                why = f"×{plain_multiple(share)} world in your grid, {used} CPs: size {size} of {most}"
                order = SettleInGrid(hex_, body.orbit, used)
                label = f"Settle world {body.orbit} of {planned.place(hex_)}"
                yield share, -most, f"{hex_}-{body.orbit}", Suggestion(order, label, why)


def _growth(planned: PlannedState) -> Iterator[Priced]:
    for colony in planned.colonies.values():
        world = planned.world(colony.hex, colony.orbit)
        if world is None or world.max_cp is None or colony.size >= world.max_cp:
            continue
        share = multiple(planned.me.race, world.step, planned.settings)
        whole = colony_cost(world.max_cp - colony.size, share)
        added, cost = growth(min(planned.purse, whole), share, colony.size, world.max_cp)
        if added >= 1:
            why = f"×{plain_multiple(share)} world, {cost} CPs: size {colony.size} to {colony.size + added} of {world.max_cp}"
            one = Suggestion(ExpandColony(colony.id, cost), f"{colony.name} grows", why)
            yield share, -(world.max_cp - colony.size), colony.id, one


def _price(planned: PlannedState, body: KnownBody) -> tuple[Fraction, int]:
    return multiple(planned.me.race, body.step, planned.settings), body.max_cp or 0
