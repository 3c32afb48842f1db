"""Travel times to many hexes at once: the same as walking each leg stage by stage, for every drive."""

from itertools import pairwise

import pytest

from rules.cluster_war.chapters.movement.journey import LegDurations, stages
from rules.cluster_war.chapters.movement.navigation import Chart, mode_of
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Ship
from rules.errors import IllegalOrderError
from tests.rules.cluster_war.build import DESIGNS
from tests.rules.cluster_war.chapters.movement.drive_fleets import OTHERS

SIDE = 20
HERE = "0910"
ALL = tuple(f"{column:02d}{row:02d}" for column in range(1, SIDE + 1) for row in range(1, SIDE + 1))
CLOUDS = {f"12{row:02d}": ("Neb",) for row in range(3, SIDE + 1)}
FIELDS = {f"{column:02d}{row:02d}": ("Ast",) for column in (5, 7, 15) for row in range(1, SIDE, 2)}
LINES = (HERE, "0712", "0303", "1905", "1818", "0120")
CHART = Chart(
    columns=SIDE,
    rows=SIDE,
    settings=Settings(),
    systems={**CLOUDS, **FIELDS},
    links=(*(Link(a, b) for a, b in pairwise(LINES)), Link(HERE, "1414", "wormhole"), Link(HERE, "0202", "gate")),
    gates=frozenset({HERE}),
    monopoles=False,
)
SHIPS = {**DESIGNS, **OTHERS}
DRIVES = ("scout", "freighter", *(key for key, design in OTHERS.items() if design.kind == "ship"))


def weeks_or_rule(design: str, to: str, *, push: bool, by: str) -> int | str | None:
    """Weeks by the stages of the leg, or the rule that forbids it."""
    mode = mode_of("A", SHIPS, (Ship("humans/A01", "humans", design),), CHART.settings, by)
    try:
        return sum(stage.weeks for stage in stages(CHART, mode, HERE, to, push=push, by=by))
    except IllegalOrderError as wrong:
        return wrong.rule


@pytest.mark.parametrize("by", ["", "wormhole", "gate"])
@pytest.mark.parametrize("push", [False, True])
@pytest.mark.parametrize("design", DRIVES)
def test_the_reach_of_a_drive_is_what_its_stages_add_up_to(design: str, push: bool, by: str) -> None:
    mode = mode_of("A", SHIPS, (Ship("humans/A01", "humans", design),), CHART.settings, by)
    reach = LegDurations(CHART, mode, HERE, push=push, by=by)
    told: dict[str, int | str | None] = {}
    for hex_ in reversed(ALL):
        try:
            told[hex_] = reach.weeks(hex_) if hex_ != HERE else 0
        except IllegalOrderError as wrong:
            told[hex_] = wrong.rule
    assert told == {hex_: weeks_or_rule(design, hex_, push=push, by=by) for hex_ in reversed(ALL)}
