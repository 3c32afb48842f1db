"""A craft lost outside damage assessment: gone at once, exploding at once (PW-A20, PW-A23, PW-B89)."""

from collections.abc import Iterable
from typing import Literal

from rules.dice import Roller
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war.changes import put
from rules.pentagon_war.combat.damage.aftermath import aftermath
from rules.pentagon_war.combat.damage.explosions import Blast, craft_blast, explode
from rules.pentagon_war.combat.wrecks import wrecked
from rules.pentagon_war.events import Event, Gone
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft


def lose(
    battle: Battle, craft: Iterable[Craft], why: Literal["self-destruction", "rammed"], cause: Cause, dice: Roller
) -> Adjudication[Battle, Event]:
    """The battle after craft are lost together: off the map, all exploding, their links and locks gone.

    Drones and missiles near by roll at once; points on craft wait for segment 11 (PW-B89).
    """
    lost = list(craft)
    blasts: list[Blast] = []
    events: list[Event] = []
    for each in lost:
        blasts += craft_blast(battle, each, "PW-A21" if why == "self-destruction" else "PW-A23")
        events.append(Gone(battle.now, cause, each.id, each.at, why))
    battle = put(battle, *(wrecked(each) for each in lost))
    after = explode(battle, blasts, dice)
    battle, told = aftermath(after.state)
    return Adjudication(battle, (*events, *after.events, *told))
