"""The Pentagon War in Discord."""

from typing import Final

from cogs.battle import button_handlers, help_topics, setup_handlers
from cogs.battle.battle_group import BattleGroup
from cogs.battle.plot_group import PlotGroup
from cogs.battle.ship_group import FireGroup, ShipGroup
from cogs.common.face import Face

FACE: Final = Face(
    commands=lambda: (BattleGroup(), ShipGroup(), PlotGroup(), FireGroup()),
    buttons=button_handlers.BUTTONS,
    selects=button_handlers.SELECTS,
    forms=button_handlers.FORMS,
    topics=help_topics.TOPICS,
    board=setup_handlers.board,
)
