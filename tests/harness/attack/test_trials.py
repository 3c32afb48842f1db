"""What somebody tries and may not do: each trial of the attack comes to nothing."""

from pathlib import Path

import pytest

from harness.attack.trial import Trial, tried
from harness.attack.trials import TRIALS


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
async def test_what_is_tried_comes_to_nothing(trial: Trial, tmp_path: Path) -> None:
    assert await tried(trial, tmp_path) == ""


def test_each_trial_has_a_name_of_its_own_and_the_page_that_promises_it() -> None:
    assert len({trial.name for trial in TRIALS}) == len(TRIALS)
    assert all(trial.promise.startswith("docs/") for trial in TRIALS)
