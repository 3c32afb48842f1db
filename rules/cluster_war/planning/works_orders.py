"""Orders to mines against a side's picture: each returns its preview, or says why not."""

from rules.cluster_war.colonies.mining import mine, strip
from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.sites import find_site
from rules.cluster_war.orders.previews import Note, Preview


def plan_mine(planned: PlannedState, order: MineWorld) -> Preview:
    """Mining stations of a fleet at work (CW-7.1-01)."""
    fleet = mine(planned, order)
    if not order.orbit:
        return Preview(order=order, text=f"{fleet.name} stops mining.")
    doing = "strip-mines" if order.strip else "mines"
    text = f"{fleet.name} {doing} world {order.orbit} of {planned.place(fleet.hex)}; the CPs count from next turn."
    return Preview(order=order, text=text, notes=_risk(order.strip, fleet.hex, order.orbit, planned))


def plan_strip(planned: PlannedState, order: StripMine) -> Preview:
    """Strip-mining by a colony or base (CW-7.1-05)."""
    hex_, orbit = strip(planned, order)
    name = find_site(planned, order.place).name
    doing = "strip-mines its world from next turn" if order.on else "stops strip-mining"
    return Preview(order=order, text=f"{name} {doing}.", notes=_risk(order.on, hex_, orbit, planned))


def _risk(strip_mined: bool, hex_: str, orbit: int, planned: PlannedState) -> tuple[Note, ...]:
    if not strip_mined:
        return ()
    strain = planned.view.strains.get(f"{hex_}-{orbit}")
    stress = strain.stress if strain is not None else 0
    return (Note(f"Each turn adds 10% to the world's stress, {stress}% now; a failed check harms it.", "CW-7.1-06"),)
