"""What lies on a fleet's way, and the chance in percent of harm, by what its side knows (CW-14.0-04, CW-14.0-13)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.terrain import ship_damage
from rules.cluster_war.chapters.terrain.strikes import SMALL_CRAFT_KIND, SMALL_CRAFT_RULE, ZONE_RULES
from rules.cluster_war.chapters.terrain.week_and_month import CROSSED_TERRAIN, zone_of
from rules.cluster_war.model.holdings.order_kind import TripEntry
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.sides import SeenWeather
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.unit_design.wounded import crew_of
from rules.cluster_war.model.worlds.terrain import RADIANT, STORMS, TERRAIN_NAMES, hazards
from rules.values import Value

HYPERMASS_RULE: Final = "CW-14.0-13"
HARMFUL_TERRAIN: Final = frozenset({"HYP", *ship_damage.DAMAGE_TABLES, *RADIANT})
"""What a way is warned of."""


def known_hazards(view: View, hex_: HexId) -> tuple[str, ...]:
    """The kinds of terrain of a hex whose dangers are carried out, as far as the side knows them."""
    seen = view.weather.get(hex_)
    return hazards(view.objects.get(hex_, ()), None if seen is None else seen.around, view.settings)


def known_force(view: View, hex_: HexId, kind: str, week: int | None) -> int | None:
    """A storm's force in a week (None for one not known), if the side has seen what it is in that turn; None if it has not."""
    seen = view.weather.get(hex_)
    if seen is None or week is None or seen.turn != (week - 1) // WEEKS_PER_TURN + 1:
        return None
    return seen.force.get(kind)


class Exposure(Value):
    """How many ships of a fleet terrain can reach: all of them, those that roll for each kind of it, and those without shields in
    a radiation zone, ships and small craft."""

    ships: int
    rolling: Mapping[str, int]
    bare: int
    craft: int


def exposure(view: View, ships: Iterable[Ship]) -> Exposure:
    """What of a fleet is open to terrain, by its own side's view."""
    if view.me is None:
        return Exposure(0, {}, 0, 0)
    designs = view.me.designs
    there = ship_damage.exposed_ships(designs, ships, view.settings)
    unsafe = [s for s in there if not _stands(view, s)]
    craft = sum(designs[s.design].kind == SMALL_CRAFT_KIND for s in unsafe)
    rolling = {
        kind: len(ship_damage.those_at_risk(designs, there, kind, view.settings)) for kind in ship_damage.DAMAGE_TABLES
    }
    return Exposure(len(there), rolling, len(unsafe) - craft, craft)


def warnings(view: View, ships: Iterable[Ship], entries: Sequence[TripEntry]) -> tuple[Note, ...]:
    """A note for each danger on a way, in its order: what it is, how likely harm is, and for whom."""
    if view.me is None or not view.settings.terrain:
        return ()
    dangerous = [entry for entry in entries if not HARMFUL_TERRAIN.isdisjoint(known_hazards(view, entry.hex))]
    if not dangerous:  # most ways are safe, and what a fleet is open to takes long to find out
        return ()
    found = exposure(view, ships)
    return tuple(dict.fromkeys(note for entry in dangerous for note in _warned(view, found, entry)))


def _warned(view: View, found: Exposure, entry: TripEntry) -> Iterator[Note]:
    kinds = known_hazards(view, entry.hex)
    where = place_name(view, entry.hex)
    if entry.crossed:
        where = f"On the way, {where}"
    elif "HYP" in kinds:
        yield Note(f"{where}, hypermass: whatever surrounds it may strike at once; keep away by FTL.", HYPERMASS_RULE)
    for kind in kinds:
        if kind in ship_damage.DAMAGE_TABLES and (not entry.crossed or kind in CROSSED_TERRAIN):
            rolling = found.rolling[kind]
            if rolling:
                yield Note(
                    f"{where}, {_odds(view, entry, kind)}{_share_of_ships(rolling, found.ships)}.",
                    ship_damage.RULE_OF[kind],
                )
    zone = zone_of(kinds)
    if zone and not entry.crossed:
        yield from _radiation(view, found, entry, where, zone)


def _odds(view: View, entry: TripEntry, kind: str) -> str:
    """ "ion storm F3: harm on 80 of 100" as players read it."""
    force = known_force(view, entry.hex, kind, entry.week)
    each = ship_damage.chance_of_harm(kind, force, view.settings)
    dead = ship_damage.chance_of_harm(kind, force, view.settings, deadly=True)
    harmed = ship_damage.as_percent(ship_damage.chance_over(each, entry.stays))
    told = f"{TERRAIN_NAMES[kind]}{_strength(view, entry, kind, force)}: harm to a ship on {harmed} of 100"
    if dead:
        told += f", its end on {ship_damage.as_percent(ship_damage.chance_over(dead, entry.stays))}"
    return told + (f", in {entry.stays} weeks" if entry.stays > 1 else "")


def _strength(view: View, entry: TripEntry, kind: str, force: int | None) -> str:
    if kind not in STORMS:
        return ""
    if force is not None:
        return f" F{force}"
    seen = view.weather.get(entry.hex)
    if seen is None or kind not in seen.force:
        return " of unknown force"
    return f" (F{seen.force[kind]} in turn {seen.turn}, another each turn)"


def _share_of_ships(rolling: int, ships: int) -> str:
    """For how many ships it holds, where it is not all of them."""
    return "" if rolling == ships else f", for {rolling} of {ships} ships"


def _radiation(view: View, found: Exposure, entry: TripEntry, where: str, zone: str) -> Iterator[Note]:
    if found.bare:
        share = ship_damage.number("radiation casualties", view.settings)
        who = "each ship" if found.bare == found.ships else f"{found.bare} of {found.ships} ships"
        weeks = f", {entry.stays} times" if entry.stays > 1 else " at once and each further week"
        text = (
            f"{where}, {TERRAIN_NAMES[zone]}: {who} without shields: {share} % of the crew and a critical hit{weeks}."
        )
        yield Note(text, ZONE_RULES[zone])
    if found.craft:
        what = f"{found.craft} small craft"
        text = f"{where}, {TERRAIN_NAMES[zone]}: {what} outside hangars without shields all around would lose the crew."
        yield Note(text, SMALL_CRAFT_RULE)


def terrain_words(view: View, hex_: HexId) -> tuple[str, ...]:
    """What the terrain of a hex is, in words, as far as the side knows it: kinds with their force and when that was seen."""
    seen = view.weather.get(hex_, SeenWeather(0))
    found: list[str] = []
    for kind in known_hazards(view, hex_):
        if kind == "STAR":
            continue
        force = seen.force.get(kind)
        when = "" if seen.turn == view.turn else f" in turn {seen.turn}"
        found.append(TERRAIN_NAMES[kind] + (f" F{force}{when}" if force is not None else ""))
    return tuple(found)


def way_warning(view: View, ships: Iterable[Ship], entries: Iterable[TripEntry]) -> str:
    """The dangers of a way in a few words for a list: "harm 84 % (ion storm)", for the ship that is worst off; "" for none."""
    if view.me is None or not view.settings.terrain:
        return ""
    there, spared, worst = (
        ship_damage.exposed_ships(view.me.designs, ships, view.settings),
        Fraction(1),
        (Fraction(0), ""),
    )
    radiates = False
    for entry in entries:
        kinds = known_hazards(view, entry.hex)
        for kind in kinds:
            if kind in ship_damage.DAMAGE_TABLES and (not entry.crossed or kind in CROSSED_TERRAIN):
                if not ship_damage.those_at_risk(view.me.designs, there, kind, view.settings):
                    continue
                each = ship_damage.chance_over(
                    ship_damage.chance_of_harm(kind, known_force(view, entry.hex, kind, entry.week), view.settings),
                    entry.stays,
                )
                spared *= 1 - each
                worst = max(worst, (each, TERRAIN_NAMES[kind]))
        radiates |= bool(zone_of(kinds)) and not entry.crossed and any(not _stands(view, ship) for ship in there)
    found = [f"harm {ship_damage.as_percent(1 - spared)} % ({worst[1]})"] if spared < 1 else []
    return ", ".join([*found, *(["radiation"] if radiates else [])])


def _stands(view: View, ship: Ship) -> bool:
    design = view.me.designs[ship.design] if view.me else view.sides[ship.side].designs[ship.design]
    if design.kind == SMALL_CRAFT_KIND:
        return not crew_of(design, view.settings) or ship_damage.is_covered(design, ship.wounds, view.settings)
    return ship_damage.shields(design, ship.wounds, view.settings) > 0
