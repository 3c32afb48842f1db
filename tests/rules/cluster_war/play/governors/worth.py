"""What an empire is worth, in CPs: what it makes in ten turns, what it has built, and what lies in its treasury."""

from typing import Final

from rules.cluster_war.chapters.industry.facility_orders import facility_price
from rules.cluster_war.model.holdings.capacity import FACILITIES
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.views.side_views import view_for

TURNS: Final = 10
A_TECHNOLOGY: Final = 500


def worth(state: GameState, side: SideId) -> int:
    """Production and trade of ten turns, units at their price, facilities at theirs, technologies, and CPs at hand."""
    view, designs = view_for(state, side), state.sides[side].designs
    total = TURNS * (view.income.production + view.income.trade) + view.income.treasury
    total += sum(designs[ship.design].cost + ship.cargo for ship in view.ships.values())
    total += sum(designs[base.design].cost for base in view.bases.values())
    total += sum(build.paid for build in view.builds.values())
    for colony in view.colonies.values():
        total += sum(designs[key].cost * n for key, n in colony.garrison.items() if key in designs)
        for kind, facility in FACILITIES.items():
            amount = getattr(colony, facility.field) // facility.step * facility.step
            total += facility_price(kind, amount, state.settings) if amount else 0  # type: ignore[arg-type] # its own keys
    return total + A_TECHNOLOGY * len(state.sides[side].technologies)
