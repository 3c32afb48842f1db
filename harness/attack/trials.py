"""The whole table of trials."""

from typing import Final

from harness.attack.deputy_trials import DEPUTY_TRIALS
from harness.attack.dice_trials import DICE_TRIALS
from harness.attack.seat_trials import SEAT_TRIALS
from harness.attack.trial import Trial

TRIALS: Final[tuple[Trial, ...]] = (*DEPUTY_TRIALS, *SEAT_TRIALS, *DICE_TRIALS)
