"""Autocomplete: lists made from the asking player's own view, so that a list can never tell a secret."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from discord.app_commands import Choice

from cogs.campaign.common.campaign_context import seat_or_none
from cogs.common.autocomplete import Completer, Pair, choices_from, plain_text
from cogs.common.bot_services import Interaction, services_of
from render.canvas.safe_text import count
from rules.cluster_war.movement.travel_time import eta
from rules.cluster_war.notation.sheet_names import names_of
from rules.cluster_war.notation.write import format_order
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.names import short_id
from rules.cluster_war.state.view import View
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views

Lister: TypeAlias = Callable[[View, tuple[SignedOrder, ...]], Iterable[Pair]]


def complete(lister: Lister) -> Completer:
    """An autocomplete callback over a lister: pairs whose text or value holds what was typed, best first, 25 at most.

    It answers an empty list, and never an error, to whoever has no seat here.
    """

    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        known = await known_to(interaction)
        return [] if known is None else choices_from(lister(*known), typed)

    return callback


async def known_to(interaction: Interaction) -> tuple[View, tuple[SignedOrder, ...]] | None:
    """What lists for the asker are made from: their view and the orders on their sheet; None for whoever has no seat here."""
    services = services_of(interaction)
    seat = await seat_or_none(interaction)
    if seat is None:
        return None
    if seat.is_gm:
        return await side_views.view(services, seat), ()
    sheet = await orders.sheet_of(services, seat)
    return sheet.view, sheet.standing


def fleets(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's fleets: name, place or where bound, ships; and task forces the sheet makes."""
    for key, fleet in sorted(view.fleets.items(), key=lambda item: item[1].name.casefold()):
        where = f"to {fleet.transit.to}, {eta(fleet.transit.arrives)}" if fleet.transit else f"at {fleet.hex}"
        yield f"{plain_text(fleet.name)} ({where}, {count(len(fleet.ships), 'ship')})", key
    for key, name in names_of(view, sheet).fleets.items():
        if key not in view.fleets:
            yield f"{plain_text(name)} (new on your sheet)", key


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


def place_text(view: View, hex_: str) -> str:
    """A hex as a choice shows it: number, name, objects, and how well it is known."""
    known = view.systems.get(hex_)
    parts = [hex_]
    if known and known.name:
        parts.append(plain_text(known.name))
    if codes := view.objects.get(hex_):
        parts.append("/".join(codes))
    if known:
        parts.append(f"({known.level}, turn {known.turn})")
    return " ".join(parts)


def colonies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's colonies."""
    for key, colony in sorted(view.colonies.items(), key=lambda item: -item[1].size):
        yield f"{plain_text(colony.name)} ({colony.hex}, size {colony.size})", key


def worlds(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Surveyed worlds without a colony known to the side, richest first; the value is hex-orbit."""
    found = []
    for hex_, system in view.systems.items():
        for body in system.bodies:
            key = f"{hex_}-{body.orbit}"
            if body.max_cp is not None and key not in view.colonies and key not in view.foreign_colonies:
                text = f"{key} {plain_text(system.name)} {body.step}, maximum {body.max_cp}".replace("  ", " ")
                found.append((body.max_cp, text, key))
    for _, text, key in sorted(found, key=lambda item: (-item[0], item[2])):
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


def ships(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's ships with their fleets."""
    for fleet in sorted(view.fleets.values(), key=lambda f: f.name.casefold()):
        for key in fleet.ships:
            ship = view.ships[key]
            yield f"{short_id(key)} {ship.design} in {plain_text(fleet.name)}", short_id(key)


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


def questions(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Open questions: the GM's alone."""
    for question in view.questions:
        if not question.settled_turn:
            yield f"{question.id} {question.kind}: {plain_text(question.text)}", question.id


def sides(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The sides of the game; their names are public."""
    for key, flag in sorted(view.flags.items()):
        yield plain_text(flag.name), key
