"""The Pentagon War in Discord."""

from typing import Final

from cogs.battle import button_handlers, help_topics, setup_handlers
from cogs.battle.battle_group import BattleGroup
from cogs.battle.plot_group import PlotGroup
from cogs.battle.ship_group import FireGroup, ShipGroup
from cogs.battle.tactical import BATTLE_COMMANDS
from cogs.common.face import Face
from cogs.tactical.group import tactical_buttons

FACE: Final = Face(
    commands=lambda: (BattleGroup(BATTLE_COMMANDS), ShipGroup(), PlotGroup(), FireGroup()),
    buttons={**button_handlers.BUTTONS, **tactical_buttons(BATTLE_COMMANDS)},
    selects=button_handlers.SELECTS,
    forms=button_handlers.FORMS,
    topics=help_topics.TOPICS,
    board=setup_handlers.board,
)
