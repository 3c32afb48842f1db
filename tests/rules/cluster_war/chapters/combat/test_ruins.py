"""What works can still use at a colony of whose industry a part is gone (CW-9.4-01)."""

from typing import Literal

import pytest

from rules.cluster_war.chapters.combat.arms import limit_works
from rules.cluster_war.model.state.holdings import Build
from rules.values import changed
from tests.rules.cluster_war.build import draft_of
from tests.rules.cluster_war.chapters.combat.sieges import WORLD, besieged


@pytest.mark.rule("CW-9.4-01")
def test_works_go_on_with_what_is_left_to_work_with_heavy_industry_beside_yards_and_factories() -> None:
    state = besieged(shipyard_bays=6, heavy_industry=3, light_industry=2)
    places: tuple[Literal["shipyard", "heavy", "factory", "training", "site"], ...]
    places = ("shipyard", "heavy", "factory", "training", "site")
    builds = {
        f"{place}{n}": Build(f"{place}{n}", "humans", WORLD, "scout", 1, 9, 9, 9, n, 1, place=place)
        for place in places
        for n in (1, 20)
    }
    other = Build("other", "humans", "0303-3", "scout", 1, 9, 9, 9, 99, 1)
    draft = draft_of(changed(state, builds={**builds, "other": other}))
    limit_works(draft, draft.colonies[WORLD])
    most = {"shipyard": 9, "heavy": 3, "factory": 5, "training": 20, "site": 20}
    assert {key: b.capacity for key, b in draft.builds.items()} == {
        "other": 99, **{f"{p}1": 1 for p in places}, **{f"{p}20": most[p] for p in places}
    }  # fmt: skip
