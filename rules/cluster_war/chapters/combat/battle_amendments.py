"""The GM's hand on battles before they are fought and on damage: how a battle is settled, surprise, hidden advantage,
placement; wounds of ships and bases, salvage, small enhancements by repair bays (chapter 9, 9.6)."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.repair_shops import DAYS_A_TURN, check_together, shop_of
from rules.cluster_war.model.economy.holds import recount, room_aboard
from rules.cluster_war.model.holdings.order_kind import TurnHoldings
from rules.cluster_war.model.state.common import HexId, Settings, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Base, Design, Ship
from rules.cluster_war.model.state.war import BattleTerms, Mending, Wounds
from rules.cluster_war.model.unit_design.drafts import catalogue
from rules.cluster_war.model.unit_design.pricing import known_layout, spaces_open
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.cluster_war.model.unit_design.wounded import component_of, damage_text, shields_of
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.values import EVERYONE, GameError, IllegalOrderError, changed, field, quoted, unknown

Way: TypeAlias = Literal["ask", "quick", "chair", "fought", "narrated"]
BATTLE_METHODS: Final[Mapping[str, str]] = {
    "ask": "meetings are put before the game master",
    "quick": "battles are settled by numbers",
    "chair": "battles are fought by the tactical engine after each side's orders",
    "fought": "players fight their battles themselves",
    "narrated": "the game master says how battles end",
}
MOST_ADVANTAGE: Final = 100
AS_IT_IS: Final = -1
MOST_DAMAGE: Final = 10_000
LONGEST_UPGRADE: Final = 60
MOST_DAYS: Final = 10 * DAYS_A_TURN


class SetBattle(Amendment):
    """Set how battles in a hex go this turn (CW-9.0-02): the method, "" for the campaign's; who is surprised (CW-9.7-03); points
    of advantage that no player hears of (CW-9.7-06); units, by id, put at the centre or the edge (CW-9.1-06)."""

    hex: HexId
    method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    surprised: tuple[SideId, ...] = ()
    advantage: Mapping[SideId, int] = field(default_factory=dict)
    centre: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()


class SetBattles(Amendment):
    """Set how the campaign's battles are settled from now on (CW-9.0-02): those of up to `small` units and those of more than
    `largest` in ways of their own, "" as it is; -1 leaves a size as it is, 0 ends it."""

    method: Way
    largest: int = -1
    small: int = -1
    small_method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    large_method: Literal["", "quick", "chair", "fought", "narrated"] = ""


def _battle(turn: Amending, order: SetBattle) -> None:
    here = turn.hex(order.hex)
    for side in (*order.surprised, *order.advantage):
        turn.side(side)
    if any(abs(points) > MOST_ADVANTAGE for points in order.advantage.values()):
        raise IllegalOrderError(f"An advantage is at most {MOST_ADVANTAGE} points.", rule="CW-9.7-06")
    for unit in (*order.centre, *order.edge):
        colony = unit.partition("|")[0]
        if unit not in turn.ships and unit not in turn.bases and colony not in turn.colonies:
            raise GameError(f"There is no ship or base {quoted(unit)}; units are written side/id, like humans/DD01.")
    terms = {h: t for h, t in turn.start.terms.items() if t.turn == turn.turn and h != here}
    told = BattleTerms(turn.turn, order.method, order.surprised, order.advantage, order.centre, order.edge)
    if told != BattleTerms(turn.turn):
        terms[here] = told
    turn.after = changed(turn.after, terms=terms)
    how = f" They are settled so: {order.method}." if order.method else ""
    turn.tell(f"Battles at {here} this turn go as you say.{how}", rule="CW-9.0-02")


def _battles(turn: Amending, order: SetBattles) -> None:
    if order.method not in BATTLE_METHODS:
        raise GameError(f"Battles can be {', '.join(BATTLE_METHODS)}, not {quoted(order.method)}.", rule="CW-9.0-02")
    now = turn.settings
    settings = changed(
        now,
        battles=order.method,
        largest_battle=now.largest_battle if order.largest < 0 else order.largest,
        small_battle=now.small_battle if order.small < 0 else order.small,
        small_battles=order.small_method or now.small_battles,
        large_battles=order.large_method or now.large_battles,
    )
    small, large = settings.small_battle, settings.largest_battle
    if small and large and small > large:
        raise GameError(f"Battles of up to {small} units cannot be small where more than {large} are large.")
    turn.after = changed(turn.after, settings=settings)
    turn.tell(f"From now on {' '.join(by_size(settings))}", EVERYONE, rule="CW-9.0-02")


def by_size(settings: Settings) -> tuple[str, ...]:
    """How a campaign settles its battles, a sentence for each size that has a way of its own."""
    said = [f"{BATTLE_METHODS[settings.battles]}."]
    if settings.battles != "ask" and settings.small_battle:
        said.append(f"Of up to {settings.small_battle} units, {BATTLE_METHODS[settings.small_battles]}.")
    if settings.battles != "ask" and settings.largest_battle:
        said.append(f"Of more than {settings.largest_battle} units, {BATTLE_METHODS[settings.large_battles]}.")
    return tuple(said)


APPLY_TO_BATTLES: Final[Apply] = {SetBattle: _battle, SetBattles: _battles}


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
        if not AS_IT_IS <= number <= MOST_DAMAGE:
            raise GameError(f"Damage runs from 0 to {MOST_DAMAGE}; {number} does not.", rule="CW-9.6-04")
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
            damaged=recount({**wounds.damaged, label: 0}, label, damaged),
            destroyed=recount({**wounds.destroyed, label: 0}, label, destroyed),
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
        return alike[0], layout[alike[0]] or MOST_DAMAGE
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
    if not 0 <= order.count <= MOST_DAMAGE or room > free:
        raise GameError(
            f"{short_id(ship.id)} has room for {free // bay_capacity(turn.settings)} salvaged components more.",
            rule="CW-9.6-05",
        )
    held = recount(ship.salvage, label, more)
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


APPLY_TO_DAMAGE: Final[Apply] = {
    SetDamage: _damage,
    SetSalvage: _salvage,
    ApproveUpgrade: _upgrade,
}
