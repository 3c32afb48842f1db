"""The GM's hand on damage: wounds of ships and bases, salvage in cargo bays, small enhancements by repair bays (9.6)."""

from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.combat.repair_shops import DAYS_A_TURN, check_together, shop_of
from rules.cluster_war.model.economy.holds import recounted, room_aboard
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import ShipId, short_id
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.war import Mending, Wounds
from rules.cluster_war.model.unit_design.catalogue import catalogue
from rules.cluster_war.model.unit_design.layout import known_layout, spaces_open
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.cluster_war.model.unit_design.wounded import component_of, damage_text, shields_of
from rules.cluster_war.model.working.amending import Amending, Apply
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError, IllegalOrderError, quoted, unknown
from rules.values import changed

AS_IT_IS: Final = -1
MOST: Final = 10_000
LONGEST_UPGRADE: Final = 60
MOST_DAYS: Final = 10 * DAYS_A_TURN


class SetDamage(Amendment):
    """Set what is wrong with ships or bases (CW-9.6-04): how many hull spaces of a component are damaged and destroyed, how
    many shield generators are off line, how many points of damage nobody has placed; -1 leaves a number as it is.

    With nothing but units, everything about them is whole again, and any repair of them ends.
    """

    units: tuple[str, ...]
    component: str = ""
    damaged: int = AS_IT_IS
    destroyed: int = AS_IT_IS
    burnt: int = AS_IT_IS
    loose: int = AS_IT_IS


class SetSalvage(Amendment):
    """Set how many salvaged components of a kind a ship has in its cargo bays, each of which fills a bay (CW-9.6-05)."""

    ship: ShipId
    component: str
    count: int


class ApproveUpgrade(Amendment):
    """Let repair bays build a small enhancement into units, in so many days of one bay (CW-9.6-09).

    `by` is the fleet, colony or base that does it; they stay together until it is done. What it does is the GM's to say.
    """

    units: tuple[str, ...]
    upgrade: str
    by: str
    days: int = 1


def units_named(turn: Amending, keys: Sequence[str]) -> list[Ship | Base]:
    """Ships and bases by their ids, each once; GameError for what is not there."""
    found = [turn.ships.get(key) or turn.bases.get(key) for key in dict.fromkeys(keys)]
    missing = next((key for key, unit in zip(dict.fromkeys(keys), found, strict=True) if unit is None), None)
    if missing is not None or not found:
        lead = (
            f"There is no ship or base {quoted(missing)}" if missing is not None else "Name at least one ship or base"
        )
        raise GameError(f"{lead}; units are written side/id, like humans/DD01.")
    return [unit for unit in found if unit is not None]


def _damage(turn: Amending, order: SetDamage) -> None:
    for number in (order.damaged, order.destroyed, order.burnt, order.loose):
        if not AS_IT_IS <= number <= MOST:
            raise GameError(f"Damage runs from 0 to {MOST}; {number} does not.", rule="CW-9.6-04")
    if order.component and max(order.damaged, order.destroyed) == AS_IT_IS:
        raise GameError(f"Say how many of {order.component} are damaged or destroyed.", rule="CW-9.6-04")
    if not order.component and max(order.damaged, order.destroyed) > AS_IT_IS:
        raise GameError("Say which component is damaged or destroyed.", rule="CW-9.6-04")
    made = [(unit, _wounded(turn, unit, order)) for unit in units_named(turn, order.units)]
    for unit, after in made:
        turn.put_unit(after)
        name = short_id(unit.id)
        turn.tell(
            f"{name}: {damage_text(after.wounds, after.damage) or 'everything works again'}.",
            unit.side,
            rule="CW-9.6-04",
        )


def _wounded(turn: Amending, unit: Ship | Base, order: SetDamage) -> Ship | Base:
    if order == SetDamage(order.units):
        return changed(unit, wounds=Wounds(), damage=0, mending=Mending())
    design, wounds = turn.sides[unit.side].designs[unit.design], unit.wounds
    if order.component:
        label, most = component_in(turn, design, order.component)
        damaged = wounds.damaged.get(label, 0) if order.damaged == AS_IT_IS else order.damaged
        destroyed = wounds.destroyed.get(label, 0) if order.destroyed == AS_IT_IS else order.destroyed
        if damaged + destroyed > most:
            raise GameError(
                f"{short_id(unit.id)} has {most} of {label}; {damaged} damaged and {destroyed} destroyed are more.",
                rule="CW-9.6-04",
            )
        wounds = changed(
            wounds,
            damaged=recounted({**wounds.damaged, label: 0}, label, damaged),
            destroyed=recounted({**wounds.destroyed, label: 0}, label, destroyed),
        )
    if order.burnt != AS_IT_IS:
        if order.burnt > shields_of(design):
            raise GameError(
                f"{short_id(unit.id)} has {shields_of(design)} shield generators that can burn out, not {order.burnt}.",
                rule="CW-9.6-11",
            )
        wounds = changed(wounds, burnt=order.burnt)
    return changed(unit, wounds=wounds, damage=unit.damage if order.loose == AS_IT_IS else order.loose)


def component_in(turn: Amending, design: Design, name: str) -> tuple[str, int]:
    """A component of a design as its layout calls it, and how many hull spaces of it there are (of one outside the hull, how
    many may be meant); GameError names those there are. Where nobody has listed all of a hull, it may hold anything."""
    layout, wanted = known_layout(design, turn.settings), name.strip().casefold()
    exact = [label for label in layout if label.casefold() == wanted]
    alike = exact or [label for label in layout if component_of(label).casefold() == wanted]
    if len(alike) == 1:
        return alike[0], layout[alike[0]] or MOST
    room = spaces_open(design, turn.settings)
    if not alike and not design.layout and room and component_of(name.strip()).casefold() in catalogue(turn.settings):
        return name.strip(), room
    lead = f"{design.name} has no component {quoted(name)}."
    if alike:
        lead = f"{design.name} has more than one {quoted(name)}: {', '.join(sorted(alike))}."
    raise unknown(GameError, lead, name, "It has", sorted(layout), rule="CW-9.6-06")


def _salvage(turn: Amending, order: SetSalvage) -> None:
    ship = turn.ships.get(order.ship)
    if ship is None:
        raise GameError(f"There is no ship {quoted(order.ship)}; ships are written side/id, like humans/DD01.")
    label = " ".join(order.component.split())
    if component_of(label or "-").casefold() not in catalogue(turn.settings):
        names = sorted(part.name for part in catalogue(turn.settings).values())
        raise unknown(GameError, f"The catalogue has no component {quoted(label)}.", label, "It has", names)
    more = order.count - ship.salvage.get(label, 0)
    room = more * bay_capacity(turn.settings)
    free = room_aboard(turn.sides[ship.side].designs, [ship], turn.settings)
    if not 0 <= order.count <= MOST or room > free:
        raise GameError(
            f"{short_id(ship.id)} has room for {free // bay_capacity(turn.settings)} salvaged components more.",
            rule="CW-9.6-05",
        )
    held = recounted(ship.salvage, label, more)
    turn.ships[ship.id] = changed(ship, salvage=held, crate_room=ship.crate_room + room)
    turn.tell(f"{short_id(ship.id)} now has {order.count} salvaged {label} aboard.", ship.side, rule="CW-9.6-05")


def _upgrade(turn: Amending, order: ApproveUpgrade) -> None:
    what = " ".join(order.upgrade.split())
    if not 1 <= len(what) <= LONGEST_UPGRADE or not what.isprintable():
        raise GameError(f"Say in 1 to {LONGEST_UPGRADE} characters what is built in.", rule="CW-9.6-09")
    if not 1 <= order.days <= MOST_DAYS:
        raise GameError(f"It takes 1 to {MOST_DAYS} days, not {order.days}.", rule="CW-9.6-09")
    units = units_named(turn, order.units)
    for unit in units:
        holdings = TurnHoldings(turn, unit.side)
        shop = shop_of(holdings, order.by)
        check_together(holdings, unit, shop)
        if not shop.bays:
            raise IllegalOrderError(f"{shop.name} has no repair bays.", rule="CW-9.6-09")
        if unit.mending.by:
            raise GameError(f"{short_id(unit.id)} is being repaired; let that be done first.", rule="CW-9.6-05")
    for unit in units:
        work = Mending(by=order.by, upgrade=what, upgrade_days=order.days)
        turn.put_unit(changed(unit, mending=work))
        days = "1 day" if order.days == 1 else f"{order.days} days"
        text = f"Approved for {short_id(unit.id)}: {what}, {days} of one repair bay."
        turn.tell(text, unit.side, rule="CW-9.6-09")


APPLY: Final[Apply] = {
    SetDamage: _damage,
    SetSalvage: _salvage,
    ApproveUpgrade: _upgrade,
}
