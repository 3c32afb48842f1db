"""Autocomplete for the game master: lists from their view of everything, each thing with its side's name."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.order_options import place_text
from cogs.common.command_factory import Completer, Pair, lookup, plain_text
from cogs.common.interactions import Interaction, services_of
from render.words.safe_text import count
from rules.cluster_war.chapters.combat.world_amendments import CATCH_RULE
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.state.common import SideId, short_id, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drive_kinds import DRIVES_TABLE
from rules.cluster_war.model.unit_design.pricing import known_layout
from rules.cluster_war.model.unit_design.wounded import out_of_order
from rules.values import GameError, quoted
from umpire.campaign.views import side_views
from umpire.games import games

Chosen: TypeAlias = SideId
"""The side that was picked in the command's `side` option, "" while there is none."""
GmLister: TypeAlias = Callable[[View, Chosen], Iterable[Pair]]


def gm_complete(lister: GmLister) -> Completer:
    """An autocomplete callback over the game master's view; it offers nothing, and never an error, to anybody else."""

    async def pairs(interaction: Interaction) -> Iterable[Pair]:
        view = await side_views.view(services_of(interaction), await gm_here(interaction))
        side = getattr(interaction.namespace, "side", None)
        return lister(view, side if isinstance(side, str) else "")

    return lookup(pairs)


async def side_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The sides, also before the campaign has begun."""
    seat = await gm_here(interaction, blind=True)  # their names are everybody's
    game = await games.get_game(services_of(interaction), seat.game_id)
    return [(plain_text(flag.name), flag.id) for flag in game.sides]


side_option = lookup(side_pairs)


def sides(view: View, side: Chosen) -> Iterable[Pair]:
    """The sides."""
    for key, flag in sorted(view.flags.items()):
        yield plain_text(flag.name), key


def sides_or_all(view: View, side: Chosen) -> Iterable[Pair]:
    """Everybody, then the sides."""
    yield "All sides", "all"
    yield from sides(view, side)


def fleets(view: View, side: Chosen) -> Iterable[Pair]:
    """All fleets, of the picked side if there is one."""
    for key, fleet in sorted(view.fleets.items(), key=lambda item: (item[1].side, item[1].name.casefold())):
        if side in {"", fleet.side}:
            where = f"to {fleet.transit.to}, {eta(fleet.transit.arrives)}" if fleet.transit else f"at {fleet.hex}"
            yield (
                f"{plain_text(fleet.name)} of {_flag(view, fleet.side)} ({where}, {count(len(fleet.ships), 'ship')})",
                key,
            )


def ships(view: View, side: Chosen) -> Iterable[Pair]:
    """All ships with their fleets."""
    for fleet in sorted(view.fleets.values(), key=lambda f: (f.side, f.name.casefold())):
        for key in fleet.ships:
            yield f"{short_id(key)} in {plain_text(fleet.name)} of {_flag(view, fleet.side)}", key


def colonies(view: View, side: Chosen) -> Iterable[Pair]:
    """All colonies, of the picked side if there is one."""
    for key, colony in sorted(view.colonies.items(), key=lambda item: (item[1].side, -item[1].size)):
        if side in {"", colony.side}:
            yield f"{plain_text(colony.name)} of {_flag(view, colony.side)} ({colony.hex}, size {colony.size})", key


def projects(view: View, side: Chosen) -> Iterable[Pair]:
    """Running projects, of the picked side if there is one."""
    for key, project in sorted(view.projects.items()):
        if side in {"", project.side} and not project.finished_turn:
            steps = f"step {project.step} of {project.steps}"
            yield f"{plain_text(project.name)} of {_flag(view, project.side)} ({steps})", key


def designs(view: View, side: Chosen) -> Iterable[Pair]:
    """Ship designs, of the picked side if there is one."""
    for owner in sorted(view.sides.values(), key=lambda s: s.id):
        if side in {"", owner.id}:
            for design in owner.designs.values():
                if design.kind == "ship":
                    yield f"{plain_text(design.name)} (hull {design.hull}) of {_flag(view, owner.id)}", design.id


async def component_pairs(interaction: Interaction) -> Iterable[Pair]:
    """Components of the ships or bases that were picked in `units` or `fleet`, those that are out of order first."""
    view = await side_views.view(services_of(interaction), await gm_here(interaction))
    picked = view.fleets.get(str(interaction.namespace.fleet or ""))
    keys = [*str(interaction.namespace.units or "").replace(",", " ").split(), *(picked.ships if picked else ())]
    units = [unit for key in keys if (unit := view.ships.get(key) or view.bases.get(key)) is not None]
    hurt = dict.fromkeys(label for unit in units for label in out_of_order(unit.wounds))
    layouts = [known_layout(view.sides[unit.side].designs[unit.design], view.settings) for unit in units]
    return [(label, label) for label in dict.fromkeys((*hurt, *(label for layout in layouts for label in layout)))]


component_option = lookup(component_pairs)


def repairers(view: View, side: Chosen) -> Iterable[Pair]:
    """Fleets, bases and colonies."""
    yield from fleets(view, side)
    for key, base in sorted(view.bases.items()):
        yield f"{plain_text(base.name)} ({short_id(key)}) of {_flag(view, base.side)}", key
    yield from colonies(view, side)


def systems(view: View, side: Chosen) -> Iterable[Pair]:
    """All systems of the cluster."""
    for hex_ in sorted(view.systems):
        yield place_text(view, hex_), hex_


def places(view: View, side: Chosen) -> Iterable[Pair]:
    """Places with colonies first, then all systems."""
    for colony in sorted(view.colonies.values(), key=lambda c: (c.side, -c.size)):
        yield f"{colony.hex} {plain_text(colony.name)} of {_flag(view, colony.side)}", colony.hex
    settled = {c.hex for c in view.colonies.values()}
    yield from (pair for pair in systems(view, side) if pair[1] not in settled)


def questions(view: View, side: Chosen) -> Iterable[Pair]:
    """Questions that wait for an answer."""
    for question in view.questions:
        if not question.settled_turn:
            yield f"{question.id} {question.kind}: {plain_text(question.text)}", question.id


def stress_questions(view: View, side: Chosen) -> Iterable[Pair]:
    """Failed stress checks that wait for an answer."""
    for question in view.questions:
        if question.kind == "stress" and not question.settled_turn:
            yield f"{question.id}: {plain_text(question.text)}", question.id


def catches(view: View, side: Chosen) -> Iterable[Pair]:
    """Catches of raiders of which the game master may still say whose traffic they were."""
    for question in view.questions:
        if question.rule == CATCH_RULE and not question.settled_turn:
            yield f"{question.id}: {plain_text(question.text)}", question.id


def received_technologies(view: View, side: Chosen) -> Iterable[Pair]:
    """Technologies that sides got from others, and those they know, of the picked side if there is one."""
    for owner in sorted(view.sides.values(), key=lambda s: s.id):
        if side in {"", owner.id}:
            for name in (*sorted(owner.received), *sorted(owner.technologies)):
                yield f"{plain_text(name)} of {_flag(view, owner.id)}", name


def design_of(view: View, side: SideId, text: str) -> Design:
    """A ship design of a side by its id or name; GameError with those there are."""
    owner = view.sides[side]
    wanted = text.strip().casefold()
    ready = [d for d in owner.designs.values() if d.kind == "ship"]
    for design in ready:
        if wanted in {design.id.casefold(), design.name.casefold()}:
            return design
    raise GameError(
        f"{owner.name} has no ship design {quoted(text)}; its ships are {', '.join(d.name for d in ready)}."
    )


def _flag(view: View, side: SideId) -> str:
    return plain_text(view.flags[side].name)


def officers(view: View, side: Chosen) -> Iterable[Pair]:
    """All officers, with whose they are and what they can do."""
    for key, officer in sorted(view.officers.items()):
        talents = f", {', '.join(officer.talents)}" if officer.talents else ""
        name = plain_text(view.flags[officer.side].name)
        yield f"{plain_text(officer.name)} of {name} (rank {officer.rank}{talents})", key


def talents(view: View, side: Chosen) -> Iterable[Pair]:
    """The talents that officers have."""
    for talent in sorted({talent.partition(":")[0] for o in view.officers.values() for talent in o.talents}):
        yield plain_text(talent), talent


def drives(view: View, side: Chosen) -> Iterable[Pair]:
    """The kinds of FTL drives."""
    for key, row in tables(view.settings)[DRIVES_TABLE].named_rows():
        yield row["name"], key
