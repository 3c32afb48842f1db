"""What a dogfight says of itself to the commands that every tactical game has."""

from typing import Final

from cogs.dogfight.fight_handlers import event_reason, fight_here, log_lines, sheet_for, show_end, sight_here
from cogs.dogfight.new_options import DUEL_SCENARIO, NEW_OPTIONS, scenario_pairs, wishes_of
from cogs.tactical.game import GameStart, Tactical
from render.dogfight.text import write_dogfight_text
from rules.air_force.orders import Concede
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.dogfight.dogfight_files import paint_fight
from umpire.dogfight.dogfights import DOGFIGHT_READER, seated, set_up
from umpire.dogfight.kind import DOGFIGHTS

DOGFIGHT_COMMANDS: Final = Tactical(
    kind=DOGFIGHTS,
    group="dogfight",
    about="Our Space Age Air Force: a jet duel of ten minutes, solo or for two",
    buttons="df",
    reader=DOGFIGHT_READER,
    lines=log_lines,
    because=event_reason,
    rolled=lambda event: bool(event.cause.rolls),
    names={"board": "map", "look": "show"},
    here=fight_here,
    sight=sight_here,
    paint=paint_fight,
    text=write_dogfight_text,
    sheet=sheet_for,
    show_end=show_end,
    concede=lambda side: DOGFIGHT_CODEC.orders.encode(Concede(side)),
    start=GameStart(
        scenarios=scenario_pairs,
        make=lambda name, given, dice: set_up(name, wishes_of(given), dice),
        seated=seated,
        options=NEW_OPTIONS,
        for_two=DUEL_SCENARIO,
        begun="✈ **{game}**: {player} takes off in {place}.",
        waits="✈ **{game}** waits in {place} for its second pilot.",
    ),
)
