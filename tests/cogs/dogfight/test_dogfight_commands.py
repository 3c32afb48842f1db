"""What a dogfight says of itself must go together."""

import pytest

from cogs.dogfight.tactical import DOGFIGHT_COMMANDS
from cogs.tactical.group import shared_commands
from rules.values import changed


def test_a_game_in_which_a_side_gives_up_says_what_the_concession_is() -> None:
    assert shared_commands(DOGFIGHT_COMMANDS)
    kind = changed(DOGFIGHT_COMMANDS.kind, concession=None)
    with pytest.raises(ValueError, match="/dogfight lets a side give up, and its kind names no concession"):
        shared_commands(changed(DOGFIGHT_COMMANDS, kind=kind))
