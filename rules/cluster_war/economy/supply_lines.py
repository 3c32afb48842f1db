"""Which colonies and way stations a side's supply joins, as few lines as can show it (CW-7.0-09)."""

from rules import hexes
from rules.cluster_war.economy.supply import grids_in
from rules.cluster_war.state.geometry import hex_at
from rules.cluster_war.state.names import HexId, SideId
from rules.cluster_war.state.view import View


def supply_lines(view: View, side: SideId) -> tuple[tuple[HexId, HexId], ...]:
    """Pairs of hexes that join each of a side's connected grids, nearest first; sorted. Grids apart have none between."""
    found: list[tuple[HexId, HexId]] = []
    for group in grids_in(view, side):
        first, *rest = sorted(group)
        # Prim's tree: each hex still outside remembers the nearest one inside.
        at = {number: hex_at(view.columns, view.rows, number) for number in group}
        near = {number: (hexes.distance(at[number], at[first]), first) for number in rest}
        while near:
            number = min(near, key=lambda n: (near[n], n))
            _, joined = near.pop(number)
            found.append((min(number, joined), max(number, joined)))
            for other, kept in near.items():
                near[other] = min(kept, (hexes.distance(at[other], at[number]), number))
    return tuple(sorted(found))
