"""The long demo's script gives every type of order there is; and its tally and its proofs can fail."""

import ast
from pathlib import Path

import pytest
from discord import app_commands

from cogs.shell.client import AdmiraltyClient
from demo import campaign
from demo.policy import FORTY, YEAR, DemoPlan
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.cluster_war.turn.setup.scenario import load_scenario
from tests.cogs.shell.test_command_tree import client  # noqa: F401 # the fixture
from tests.lists import assert_listed

ROOT = Path(__file__).parents[1]
REFUSED = "mistakes.py"
"""What people do wrong; a command there is never carried out."""


def commands() -> dict[str, set[str]]:
    """Each command of the order groups with the names its body uses: "fleet split" -> {"SplitFleet", ...}."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        for group in ast.parse(path.read_text()).body:
            if isinstance(group, ast.ClassDef):
                prefix = named(group.keywords)
                for method in (m for m in group.body if isinstance(m, ast.FunctionDef | ast.AsyncFunctionDef)):
                    name = method.name.rstrip("_")
                    for mark in (d for d in method.decorator_list if isinstance(d, ast.Call)):
                        if isinstance(mark.func, ast.Attribute) and mark.func.attr == "command":
                            name = named(mark.keywords) or name
                    found[f"{prefix} {name}"] = used(method)
                for row in group.body:
                    match row:
                        case ast.Assign(targets=[ast.Name(id=target)], value=value):
                            found[f"{prefix} {target.rstrip('_')}"] = used(value)
                        case _:
                            pass
    return found


def used(node: ast.AST) -> set[str]:
    """The names that code uses, also as those of a module (`supply_orders.LoadSupplies`)."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return names | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}


def named(keywords: list[ast.keyword]) -> str:
    """The `name` among keywords, if it is a text."""
    texts = [k.value.value for k in keywords if k.arg == "name" and isinstance(k.value, ast.Constant)]
    return str(texts[0]) if texts else ""


def script() -> set[str]:
    """Every text in the demo's script."""
    files = [path for path in sorted((ROOT / "demo").rglob("*.py")) if path.name != REFUSED]
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text())))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


@pytest.mark.parametrize("kind", ORDER_TYPES, ids=lambda kind: kind.__name__)
def test_the_demo_gives_every_type_of_order(kind: type) -> None:
    giving = {command for command, names in commands().items() if kind.__name__ in names}
    assert giving, f"no command gives {kind.__name__}"
    assert giving & script(), f"the demo uses none of {sorted(giving)}"


def test_the_script_names_every_command(client: AdmiraltyClient) -> None:  # noqa: F811 # the fixture's value
    names = {c.qualified_name for c in client.tree.walk_commands() if isinstance(c, app_commands.Command)}
    assert_listed(names - script(), (), "demo/ (a chapter of demo/story.py gives every command once)")


def test_the_tally_counts_every_type() -> None:
    assert list(campaign.empty_tally()) == list(ORDER_TYPES)


def test_a_type_that_was_never_carried_out_is_named_with_its_reason() -> None:
    uses = {kind: campaign.OrderUse(given=2, carried=1, first=3) for kind in ORDER_TYPES}
    assert campaign.missing_orders(uses) == []
    uses[ORDER_TYPES[0]] = campaign.OrderUse(given=2, hindered=["turn 4: it was not there"])
    assert campaign.missing_orders(uses) == ["No MoveFleet was carried out; 2 given (turn 4: it was not there)."]
    told = campaign.format_tally(uses).splitlines()
    assert told[1].split() == ["MoveFleet", "2", "0", "never"]
    assert told[2].split() == ["SplitFleet", "2", "1", "turn", "3"]


@pytest.mark.parametrize("played", [YEAR, FORTY], ids=lambda bill: bill.name)
def test_the_players_of_a_demo_know_their_scenario(played: DemoPlan) -> None:
    sides = {side.id: side for side in load_scenario(ROOT / "scenarios" / f"{played.scenario}.toml").sides}
    assert {key: side.name for key, side in sides.items()} == dict(played.sides)
    assert [*(d.side for d in played.doctrines), *(rival.side for rival in played.rivals)] == list(sides)
    for doctrine in played.doctrines:
        side = sides[doctrine.side]
        assert {*doctrine.scouts, *doctrine.surveyors, *doctrine.haulers} <= {fleet.name for fleet in side.fleets}
        assert {doctrine.pride, *(design for design, _ in doctrine.wishes)} <= set(side.designs)


def test_the_six_empires_cross_the_dark_in_six_ways() -> None:
    sides = load_scenario(ROOT / "scenarios" / f"{FORTY.scenario}.toml").sides
    ways = [{d.ftl for d in side.designs.values() if d.kind == "ship"} for side in sides]
    assert len(sides) == 6
    assert all(len(way) == 1 for way in ways)
    assert len(set.union(*ways)) == 6
