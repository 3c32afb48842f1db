"""Hyper bombs: what becomes of the hex they go off in, and of what is near (PW-A37)."""

from dataclasses import replace

from rules.dice import Roller
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.pentagon_war.changes import alive, flying, put, without
from rules.pentagon_war.combat.damage.explosions import Blast, explode
from rules.pentagon_war.combat.wrecks import wrecked
from rules.pentagon_war.events import Event, Gone
from rules.pentagon_war.positions.bodies import fills, in_play
from rules.pentagon_war.state import Battle
from rules.pentagon_war.tables_of import tables
from rules.pentagon_war.targeting.arms import leading
from rules.pentagon_war.units import Missile


def annihilate(battle: Battle, bomb: Missile, dice: Roller) -> Adjudication[Battle, Event]:
    """The bomb goes off: all in its hex is gone, planets too, without exploding; around it an explosion (PW-A37)."""
    cause = Cause("PW-A37")
    events: list[Event] = []
    for craft in alive(battle):
        if craft.at == bomb.at:
            battle = put(battle, wrecked(craft))
            events.append(Gone(battle.now, cause, craft.id, bomb.at, "annihilated"))
    lost = [unit.id for unit in flying(battle) if unit.at == bomb.at and unit.id != bomb.id]
    events += [Gone(battle.now, cause, unit, bomb.at, "annihilated") for unit in lost]
    battle = without(battle, [*lost, bomb.id])
    for body in in_play(battle):
        if body.edge is None and (fills(body, bomb.at) or body.at == bomb.at):
            battle = replace(battle, bodies={**battle.bodies, body.id: replace(body, destroyed=True)})
            events.append(Gone(battle.now, cause, body.id, body.at, "annihilated"))
    strength = leading(tables(battle.options)["PW-T16"].cell("Hyper bomb", "warhead"))
    why = replace(cause, modifiers=(Modifier(strength, "hyper bomb"),))
    after = explode(battle, [Blast(bomb.id, bomb.at, strength, why, hollow=True)], dice)
    return Adjudication(after.state, (*events, *after.events))
