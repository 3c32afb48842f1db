"""What a battle says of itself to the commands that every tactical game has."""

from typing import Final

from cogs.battle.battle_context import battle_here, sight_here
from cogs.battle.look_handlers import event_reason, log_lines
from cogs.battle.new_options import BATTLE_GATHERING
from cogs.tactical.game import Tactical
from umpire.battle.kind import BATTLES
from umpire.battle.plots import BATTLE_READER

BATTLE_COMMANDS: Final = Tactical(
    kind=BATTLES,
    group="battle",
    about="The Pentagon War: battles in threads of their own",
    buttons="bt",
    reader=BATTLE_READER,
    lines=log_lines,
    because=event_reason,
    rolled=lambda event: bool(event.cause.rolls),
    names={"board": "show", "look": "status"},
    here=battle_here,
    sight=sight_here,
    gathering=BATTLE_GATHERING,
)
