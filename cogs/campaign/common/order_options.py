"""Autocomplete and options: lists made from the asking player's own view, so that a list can never tell a secret, and
options that hold more than one thing."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from discord.app_commands import Choice

from cogs.campaign.common.campaign_context import seat_or_none
from cogs.common.command_factory import Completer, Pair, choices_in_parts, plain_text
from cogs.common.interactions import Interaction, services_of
from render.words.safe_text import count
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.movement.move_orders import leg_named
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.economy.supply import held_by_view
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import HexId, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Leg
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.worlds.step_codes import multiple, plain_multiple
from rules.cluster_war.play.notation import format_order, names_of
from rules.values import NotationError, WrongPhaseError, quoted
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views

ALL_ORDERS = "all"
"""The choice that means every one of a list."""
SHIPYARD = "shipyard"
Lister: TypeAlias = Callable[[View, tuple[SignedOrder, ...]], Iterable[Pair]]


def complete(lister: Lister) -> Completer:
    """An autocomplete callback over a lister: pairs whose text or value holds what was typed, best first, 25 at most.

    It answers an empty list, and never an error, to whoever has no seat here.
    """

    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        known = await known_to(interaction)
        return [] if known is None else await choices_in_parts(lister(*known), typed)

    return callback


async def known_to(interaction: Interaction) -> tuple[View, tuple[SignedOrder, ...]] | None:
    """What lists for the asker are made from: their view and the orders on their sheet; None for whoever has no seat here,
    and before the first turn is open."""
    services = services_of(interaction)
    seat = await seat_or_none(interaction)
    if seat is None:
        return None
    try:
        if seat.is_gm:
            return await side_views.view(services, seat), ()
        sheet = await orders.sheet_of(services, seat)
    except WrongPhaseError:
        return None
    return sheet.view, sheet.standing


def fleets(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's fleets: name, place or where bound, ships; and task forces the sheet makes."""
    for key, fleet in sorted(view.fleets.items(), key=lambda item: item[1].name.casefold()):
        where = f"to {fleet.transit.to}, {eta(fleet.transit.arrives)}" if fleet.transit else f"at {fleet.hex}"
        yield f"{plain_text(fleet.name)} ({where}, {count(len(fleet.ships), 'ship')})", key
    for key, name in names_of(view, sheet).fleets.items():
        if key not in view.fleets:
            yield f"{plain_text(name)} (new on your sheet)", key


def ships(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's ships with their fleets."""
    designs = view.me.designs if view.me else {}
    for fleet in sorted(view.fleets.values(), key=lambda f: f.name.casefold()):
        for key in fleet.ships:
            design = designs.get(view.ships[key].design)
            what = f"{plain_text(design.name)} " if design else ""
            yield f"{what}{short_id(key)} in {plain_text(fleet.name)}", short_id(key)


def places(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Hexes the side has a name for, own places first, then every object on the cluster map."""
    own = {c.hex for c in view.colonies.values()} | {f.hex for f in view.fleets.values() if f.transit is None}
    for hex_ in sorted(own):
        yield place_text(view, hex_), hex_
    for hex_ in sorted(view.systems):
        if hex_ not in own:
            yield place_text(view, hex_), hex_
    for hex_, codes in sorted(view.objects.items()):
        if hex_ not in own and hex_ not in view.systems:
            yield f"{hex_} {'/'.join(codes)}", hex_


def battle_places(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Hexes of battles that the side knows of, the latest first."""
    known = (sign for sign in view.signs.values() if sign.kind == "battle")
    for sign in sorted(known, key=lambda one: (-one.turn, one.hex)):
        yield f"{place_text(view, sign.hex)}, turn {sign.turn}", sign.hex


def place_text(view: View, hex_: str) -> str:
    """A hex as a choice shows it: number, names (`6210 Terra (Lanibma)`), objects, and how well it is known."""
    known = view.systems.get(hex_)
    parts = [plain_text(place_name(view, hex_))]
    if codes := view.objects.get(hex_):
        parts.append("/".join(codes))
    if known:
        parts.append(f"({known.level}, turn {known.turn})" if known.level != "map" else "(not scouted)")
    return " ".join(parts)


def colonies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's colonies."""
    for key, colony in sorted(view.colonies.items(), key=lambda item: -item[1].size):
        yield f"{plain_text(colony.name)} ({colony.hex}, size {colony.size})", key


def worlds(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Surveyed worlds without a colony known to the side, the cheapest first, then by size; the value is hex-orbit."""
    return worlds_near(view, ())


def worlds_to_settle(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """As `worlds`, then those that were only scouted."""
    yield from worlds(view, sheet)
    for hex_, system in sorted(view.systems.items()):
        for body in system.bodies if system.level == "scouted" else ():
            key = f"{hex_}-{body.orbit}"
            if key not in view.colonies and key not in view.foreign_colonies:
                yield f"{key} {plain_text(place_name(view, hex_).partition(' ')[2])} · {body.step} · not surveyed", key


def worlds_near(view: View, hexes: Sequence[HexId]) -> Iterable[Pair]:
    """As `worlds`, those of some hexes before all others, in the order of the hexes."""
    found = []
    for hex_, system in view.systems.items():
        rank = hexes.index(hex_) if hex_ in hexes else len(hexes)
        for body in system.bodies:
            key = f"{hex_}-{body.orbit}"
            if body.max_cp is not None and key not in view.colonies and key not in view.foreign_colonies:
                share = multiple(view.me.race, body.step, view.settings) if view.me else Fraction(1)
                named = place_name(view, hex_).partition(" ")[2]
                price = f"×{plain_multiple(share)} · " if view.me else ""
                text = " ".join(filter(None, (key, plain_text(named), f"· {price}maximum {body.max_cp} · {body.step}")))
                found.append((rank, share, -body.max_cp, key, text))
    for *_, key, text in sorted(found):
        yield text, key


def growing_colonies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's colonies with what growth costs and how far it goes: those with room first, the cheapest at their head."""
    found = []
    for key, colony in view.colonies.items():
        known = view.systems.get(colony.hex)
        body = next((b for b in known.bodies if b.orbit == colony.orbit), None) if known else None
        share = multiple(view.me.race, body.step, view.settings) if view.me and body else Fraction(1)
        most = body.max_cp if body else None
        full = most is not None and colony.size >= most
        price = f"×{plain_multiple(share)} · " if view.me and body else ""
        size = "full at" if full else f"{colony.size} of maximum" if most is not None else "size"
        text = f"{plain_text(colony.name)} ({colony.hex} · {price}{size} {most if most is not None else colony.size})"
        found.append((full, share, -colony.size, key, text))
    for *_, key, text in sorted(found):
        yield text, key


def designs(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What the side can build, the affordable first."""
    if view.me is None:
        return
    ready = sorted(view.me.designs.values(), key=lambda d: (d.cost > view.income.available, d.kind, d.cost))
    for design in ready:
        yield (
            f"{plain_text(design.name)} ({design.kind.replace('_', ' ')}, hull {design.hull}, {design.cost} CPs)",
            design.id,
        )


def projects(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's running projects."""
    for key, project in sorted(view.projects.items()):
        if not project.finished_turn:
            yield f"{plain_text(project.name)} (step {project.step} of {project.steps}, {project.cps} CPs)", key


def builds(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's running constructions."""
    for key, build in sorted(view.builds.items()):
        yield f"{build.count} × {build.design} ({build.hull_left} hull left, {build.price - build.paid} CPs owed)", key


def order_numbers(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The orders on the sheet, by number."""
    names = names_of(view, sheet)
    for signed in sheet:
        yield f"{signed.number}. {format_order(signed.order, names)}", str(signed.number)


def _by_number(source: Lister) -> Completer:
    """Orders on the asker's sheet; digits mean an order's number and nothing in its text."""

    async def option(interaction: Interaction, typed: str) -> list[Choice[str]]:
        known = await known_to(interaction)
        if known is None:
            return []
        pairs, number = list(source(*known)), typed.strip().rstrip(".")
        if number.isdecimal():
            pairs = [pair for pair in pairs if pair[1].startswith(number)]
        return await choices_in_parts(pairs, typed)

    return option


def orders_or_all(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The orders on the sheet, by number, and after them all at once."""
    yield from order_numbers(view, sheet)
    if len(sheet) > 1:
        yield f"All {len(sheet)} orders", ALL_ORDERS


def bases(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's bases that stand by themselves."""
    for key, base in sorted(view.bases.items()):
        where = f"in tow at {base.hex}" if base.towed_by else f"at {base.hex}"
        yield f"{plain_text(base.name)} {short_id(key)} ({where})", key


def sites(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Own colonies, the largest first, then own bases."""
    yield from colonies(view, sheet)
    yield from bases(view, sheet)


def of_kind(view: View, *kinds: str) -> Iterable[Design]:
    """The side's designs of some kinds, by price."""
    found = view.me.designs.values() if view.me else ()
    return sorted((d for d in found if d.kind in kinds), key=lambda d: (d.cost, d.id))


def carried_units(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's small craft and ground forces, and where they are held."""
    holders: tuple[Colony | Base, ...] = (*view.colonies.values(), *view.bases.values())
    for design in of_kind(view, "small_craft", "ground"):
        held = [f"{h.garrison[design.id]} at {plain_text(h.name)}" for h in holders if h.garrison.get(design.id)]
        yield f"{plain_text(design.name)} ({', '.join(held) or 'none held'})", design.id


def base_things(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What can be taken apart or put together: shipyard bays, and the side's base designs."""
    yield "Shipyard bays", SHIPYARD
    yield from base_designs(view, sheet)


def base_designs(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's base designs."""
    for design in of_kind(view, "base"):
        yield f"{plain_text(design.name)} (hull {design.hull}, {design.cost} CPs)", design.id


def held_units(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Designs of which units are held somewhere: ground forces, small craft, bases."""
    holders: tuple[Colony | Base, ...] = (*view.colonies.values(), *view.bases.values())
    for design in of_kind(view, "ground", "small_craft", "base"):
        held = [f"{h.garrison[design.id]} at {plain_text(h.name)}" for h in holders if h.garrison.get(design.id)]
        if held:
            yield f"{plain_text(design.name)} ({', '.join(held)})", design.id


def empires(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The other empires, whose names are public; those in regular contact first (CW-13.0-06)."""
    return _nearer_first(view, [side for side in view.flags if side != view.side])


def governments(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """As `empires`, and the races of the game master's that the side has met."""
    return _nearer_first(view, [side for side in view.all_flags if side != view.side])


def _nearer_first(view: View, sides: Iterable[SideId]) -> Iterable[Pair]:
    found = []
    for side in sides:
        name, near = plain_text(view.all_flags[side].name), in_contact(view, view.side, side)
        found.append((not near, name if near else f"{name} (not in regular contact)", side))
    return [(name, side) for _, name, side in sorted(found)]


def technologies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What the side knows how to do."""
    for name in sorted(view.me.technologies if view.me else ()):
        yield plain_text(name), name


def unpaid(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Technologies from others whose fee is still to be paid (CW-8.1-02)."""
    for name, received in sorted(view.me.received.items() if view.me else ()):
        if received.whole and not received.paid:
            yield plain_text(name), name


def materials(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Resources that the side mines in its main grid, or was given (CW-8.0-08)."""
    for name in sorted(held_by_view(view)):
        yield plain_text(name), name


def laboratories(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Where the side can do research, most science stations first: its colonies, and its fleets and bases that have labs
    (CW-8.0-01)."""
    sizes: dict[HexId, int] = {}
    for colony in view.colonies.values():
        sizes[colony.hex] = sizes.get(colony.hex, 0) + colony.size
    others = {*(f.hex for f in view.fleets.values() if f.transit is None), *(b.hex for b in view.bases.values())}
    labs = {hex_: stations_at(view, view.side, hex_) for hex_ in {*sizes, *others}}
    found = [hex_ for hex_ in labs if labs[hex_] or hex_ in sizes]
    for hex_ in sorted(found, key=lambda one: (-labs[one], -sizes.get(one, 0), one)):
        yield f"{plain_text(place_name(view, hex_))} · {count(labs[hex_], 'science station')}", hex_


def foreign_colonies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Colonies of others that the side has seen; the value is hex-orbit."""
    for key, seen in sorted(view.foreign_colonies.items()):
        flag = view.all_flags.get(seen.side)
        yield f"{key} of {plain_text(flag.name if flag else seen.side)}", key


base_design_option = complete(base_designs)
thing_option = complete(base_things)
build_option = complete(builds)
colony_option = complete(colonies)
growing_option = complete(growing_colonies)
design_option = complete(designs)
fleet_option = complete(fleets)
foreign_option = complete(foreign_colonies)
held_option = complete(held_units)
laboratory_option = complete(laboratories)
material_option = complete(materials)
place_option = complete(places)
reader_option = complete(governments)
ship_option = complete(ships)
technology_option = complete(technologies)
unpaid_option = complete(unpaid)
number_option, withdrawal_option = _by_number(order_numbers), _by_number(orders_or_all)
world_option = complete(worlds)
settling_option = complete(worlds_to_settle)


def ships_named(names: Names, text: str) -> tuple[ShipId, ...]:
    """Ships separated by spaces or commas (DD01 DD02); NotationError for one that is not the giver's."""
    return tuple(names.ship(word) for word in text.replace(",", " ").split())


def legs_named(names: Names, via: str, to: str, pick_up: tuple[ShipId, ...] = ()) -> tuple[Leg, ...]:
    """A route by waypoints separated by commas, each with ships to take along ("0104 +FF129"), to its end."""
    stops = [leg_named(names, part) for part in via.split(",") if part.strip()]
    return (*stops, Leg(names.hex(to), pick_up))


def hexes_named(names: Names, text: str) -> tuple[HexId, ...]:
    """Hexes separated by commas or spaces (0505, 0605)."""
    return tuple(names.hex(part) for part in text.replace(",", " ").split())


def world_of(text: str) -> tuple[str, int]:
    """A world written hex-orbit, like 2034-3."""
    hex_, dash, orbit = text.strip().partition("-")
    if not dash or len(hex_) != 4 or not hex_.isdecimal() or not orbit.isdecimal() or len(orbit) > 2:
        raise NotationError(
            f"{quoted(text)} is not a world; write hex and orbit, like 2034-3, or pick one from the list."
        )
    return hex_, int(orbit)
