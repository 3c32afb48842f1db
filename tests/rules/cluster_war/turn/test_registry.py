"""Every kind of order has all its parts: a class, a command, a line that is read and written, a place in the turn."""

import pkgutil
import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final

import pytest
from discord import app_commands

import rules.cluster_war
from cogs.shell.client import AdmiraltyClient
from rules.cluster_war.chapters.industry.building_orders import tell_the_unsent
from rules.cluster_war.chapters.industry.yards import work_yards
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, Together, set_priorities
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.holdings import Base, Build, Design, Project
from rules.cluster_war.model.state.sides import Officer
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.month import MONTH_END, MONTH_START, WEEKLY
from rules.cluster_war.turn.registry import KIND_OF, KINDS
from rules.cluster_war.turn.shortfalls import SPENDING_STEPS, spend_within_means
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed, fields
from tests.cogs.shell.test_command_tree import client  # noqa: F401 # the fixture
from tests.rules.cluster_war.build import DESIGNS, small, with_fleet

WITHIN: Final[Mapping[object, tuple[object, ...]]] = {
    spend_within_means: (set_priorities, *SPENDING_STEPS),
    work_yards: (work_yards, tell_the_unsent),
}
"""Steps of the turn that are made of steps."""
STEPS: Final = [part for step in (*MONTH_START, *WEEKLY, *MONTH_END) for part in WITHIN.get(step, (step,))]
PHASES: Final = [p for s in STEPS for p in (s.args[0] if isinstance(s, partial) else ())]


def names() -> Names:
    """The Humans with all that the examples name."""
    state = small(turn=4, columns=40, rows=40)
    state = with_fleet(state, "humans", "0303", "destroyer", "destroyer", "scout", name="1st Fleet")
    state = with_fleet(state, "humans", "0104", "freighter", name="Convoy")
    for fleet in ("Task Force 2", "Scouts", "Diggers", "Tugs"):
        state = with_fleet(state, "humans", "0303", "scout", name=fleet)
    more = (
        Design("cruiser", "Cruiser", "ship", 40, 200),
        Design("destroyer2", "Destroyer II", "ship", 20, 110, prefix="DD"),
        Design("gunboat", "Gunboat", "small_craft", 9, 9),
        Design("station", "Way Station", "base", 30, 100, prefix="WS"),
        Design("militia", "Militia", "ground", 1, 1),
        Design("marines", "Marines", "ground", 1, 2),
    )
    ships = {**state.ships, "humans/FF129": changed(state.ships["humans/FF01"], id="humans/FF129")}
    base = Base("humans/WS01", "humans", "station", "The Gate", "0303")
    build = Build("humans-B4", "humans", "0303-3", "destroyer", 1, 100, 0, 20, 10, 3)
    project = Project("humans-P1", "humans", "Beam Weapons", "0303", 2)
    state = changed(
        state,
        sides={**state.sides, "humans": changed(state.sides["humans"], designs={**DESIGNS, **{d.id: d for d in more}})},
        colonies={**state.colonies, "0303-3": changed(state.colonies["0303-3"], name="Terra")},
        ships=ships,
        bases={base.id: base},
        builds={build.id: build},
        projects={project.id: project},
        officers={"humans/O1": Officer("humans/O1", "humans", "Talon", 1, 2, 3, 4)},
        operations={"humans-S1": Operation("humans-S1", "humans", "vermin", "fleets", "Nightfall")},
    )
    return names_of(view_for(state, "humans"))


NAMES: Final = names()

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type.__name__)


def order_classes() -> set[str]:
    """The names of all classes of orders in the package, wherever they stand."""
    for module in pkgutil.walk_packages(rules.cluster_war.__path__, f"{rules.cluster_war.__name__}."):
        import_module(module.name)
    return {c.__name__ for c in Order.__subclasses__() if c.__module__.startswith(rules.cluster_war.__name__)}


@every_kind
def test_every_row_has_all_its_parts(kind: OrderKind[Any]) -> None:
    assert issubclass(kind.type, Order)
    assert kind.phase in Phase
    for field in fields(kind):
        value = getattr(kind, field.name)
        assert callable(value) or isinstance(value, Phase | Together) or value, field.name
    assert KIND_OF[kind.type] is kind


def test_every_verb_and_every_class_has_one_row() -> None:
    for part in ("verb", "type"):
        assert [x for x, n in Counter(getattr(kind, part) for kind in KINDS).items() if n > 1] == []


async def test_every_order_is_given_by_a_command_of_the_tree(client: AdmiraltyClient) -> None:  # noqa: F811 # its value
    known = {c.qualified_name for c in client.tree.walk_commands() if isinstance(c, app_commands.Command)}
    assert {kind.command for kind in KINDS} - known == set()


@every_kind
def test_every_example_is_read_and_written_to_a_line_that_reads_the_same(kind: OrderKind[Any]) -> None:
    example = re.sub(r" \(.*\)$", "", kind.example)
    assert example.startswith(f"{kind.verb} ")
    order = parse_order(example, NAMES)
    assert type(order) is kind.type
    line = format_order(order, NAMES)
    assert line.startswith(f"{kind.verb} ")
    assert parse_order(line, NAMES) == order
    assert format_order(parse_order(line, NAMES), NAMES) == line


@every_kind
def test_every_order_is_carried_out_by_a_step_of_the_turn_alone_or_together(kind: OrderKind[Any]) -> None:
    if isinstance(kind.carry_out, Together):
        assert kind.carry_out.step in STEPS
    else:
        assert kind.phase in PHASES


def test_each_phase_comes_once_and_in_its_order() -> None:
    assert sorted(set(PHASES)) == PHASES


def test_every_class_of_order_has_one_row() -> None:
    assert {kind.type.__name__ for kind in KINDS} == order_classes()
    assert len(KINDS) == len(KIND_OF)
