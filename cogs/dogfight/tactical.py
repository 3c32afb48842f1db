"""What a dogfight says of itself to the commands that every tactical game has."""

from typing import Final

from cogs.dogfight.fight_handlers import event_reason, fight_here, log_lines, show_end, sight_here
from cogs.tactical.game import Tactical
from rules.air_force.orders import Concede
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.dogfight.flying import EYES
from umpire.dogfight.kind import DOGFIGHTS

DOGFIGHT_COMMANDS: Final = Tactical(
    kind=DOGFIGHTS,
    group="dogfight",
    about="Our Space Age Air Force: a jet duel of ten minutes, solo or for two",
    buttons="df",
    reader=EYES,
    lines=log_lines,
    because=event_reason,
    rolled=lambda event: bool(event.cause.rolls),
    names={"board": "map", "look": "show"},
    here=fight_here,
    sight=sight_here,
    show_end=show_end,
    concede=lambda side: DOGFIGHT_CODEC.orders.encode(Concede(side)),
)
