"""Our Space Age Air Force in Discord."""

from typing import Final

from cogs.common.face import Face
from cogs.dogfight import help_topics, host_handlers
from cogs.dogfight.group import DogfightGroup
from cogs.dogfight.tactical import DOGFIGHT_COMMANDS
from cogs.tactical.starting_handlers import board_of

FACE: Final = Face(
    commands=lambda: (DogfightGroup(DOGFIGHT_COMMANDS),),
    buttons=host_handlers.BUTTONS,
    selects=host_handlers.SELECTS,
    topics=help_topics.TOPICS,
    first=help_topics.first_fight,
    first_line=help_topics.FIRST_LINE,
    board=board_of(DOGFIGHT_COMMANDS),
)
