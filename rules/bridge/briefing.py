"""What a captain is told before a campaign's battle is fought: what it is about, what their craft are, what ends it."""

from collections.abc import Iterator

from rules.bridge.battle import NO_ORDERS, STAR, Field
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.names import SideId
from rules.pentagon_war.geometry import hex_name


def objective(field_: Field, battle: Battle, camp: str) -> str:
    """What a camp is there for, from where it stands and what its sides' orders are; and what it has to keep clear of."""
    star = field_.battle.bodies.get(STAR)
    if star is None:
        return _aim(field_, battle, camp)
    where = f"{star.name} at {hex_name(star.at)}, {star.radius} rings wide"
    zone = (
        f" Within {count(star.radiation)} of its surface radiation harms craft without screens."
        if star.radiation
        else ""
    )
    return f"{_aim(field_, battle, camp)} {where}: it hides what is behind it, and whoever runs into it is lost.{zone}"


def count(hexes: int) -> str:
    """So many hexes, in words."""
    return f"{hexes} hex" if hexes == 1 else f"{hexes} hexes"


def _aim(field_: Field, battle: Battle, camp: str) -> str:
    sides = field_.camps[camp]
    here = {f.first.place for f in field_.formations.values() if f.first.side in sides}
    there = {f.first.place for f in field_.formations.values() if f.first.side not in sides}
    place = f"the orbit of {battle.world}" if battle.world else "the field"
    stances = {battle.plans.get(side, NO_ORDERS).stance for side in sides}
    if stances == {"evade"}:
        run = "Run the blockade" if "centre" in there else "Break through"
        return f"{run}: get your craft away from the map."
    if "centre" in here:
        return f"Hold {place}: whoever has a craft there when the others are gone holds it."
    if "centre" in there:
        return f"Take {place}: destroy those who hold it, or make them leave."
    return f"Hold {place}: destroy the others, or make them leave."


def roster(field_: Field, side: SideId) -> Iterator[str]:
    """A side's craft, by the ids that all see and the names that it alone knows; then who is kept back."""
    for unit, formation in field_.formations.items():
        if formation.first.side == side:
            own = "" if formation.name == formation.kind else f" {formation.name},"
            yield f"{unit}:{own} {formation.kind}"
    held = [unit for unit in field_.kept_back if unit.side == side]
    if held:
        yield f"Kept back: {len(held)}."


def orders(battle: Battle, side: SideId, *, opens: bool) -> Iterator[str]:
    """What of a side's orders is kept to where nobody commands it, and whether its commander has the initiative (CW-17.1-25)."""
    plan = battle.plans.get(side, NO_ORDERS)
    if opens:
        yield "Your commander has the initiative: your fire is better in the first turn. `CW-17.1-25`"
    if plan.withdraw_at:
        yield f"Nobody there to command: your craft withdraw at a loss of {plan.withdraw_at} %, as ordered. `CW-9.7-05`"
    if plan.pursue:
        yield "Nobody there to command: your craft follow who flees, as ordered. `CW-9.0-13`"
