"""Segment 5: self-destruction, and missiles and hyper bombs set off by their owners (PW-A20, PW-B82, PW-A37)."""

from collections.abc import Sequence

from rules.dice import Roller
from rules.errors import GameError, IllegalOrderError, NotYoursError, quoted
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war.changes import not_done, own_craft, without
from rules.pentagon_war.combat.damage.aftermath import aftermath, lose
from rules.pentagon_war.combat.damage.explosions import Blast, annihilate, explode, missile_blast
from rules.pentagon_war.events import Event, Gone
from rules.pentagon_war.orders import Decided, Decision, Detonate, SelfDestruct, by_unit, unit_of
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import GUIDED_WITHIN, is_guided
from rules.pentagon_war.units import Craft, Missile, SideId


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if nothing may blow up so (PW-A20, PW-A36, PW-B82)."""
    match decision:
        case SelfDestruct():
            _doomed(battle, side, decision)
        case Detonate():
            _armed(battle, side, decision)
        case _:
            raise GameError("This segment is for self-destruction, detonation and ramming.")


def _doomed(battle: Battle, side: SideId, order: SelfDestruct) -> Craft:
    if not battle.options.self_destruction:
        raise IllegalOrderError("This battle is played without self-destruction.", rule="PW-A20")
    return own_craft(battle, side, order.craft)


def _armed(battle: Battle, side: SideId, order: Detonate) -> Missile:
    missile = battle.missiles.get(order.missile)
    if missile is None or missile.side != side:
        raise NotYoursError(f"{quoted(order.missile)} is not a missile of yours in flight.")
    if not is_guided(battle, missile):
        raise IllegalOrderError(
            f"{missile.id} can be set off only within {GUIDED_WITHIN} hexes of its launcher.", rule="PW-A36"
        )
    return missile


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Everything set off this impulse goes off together, by unit id; what a hyper bomb annihilates does not explode."""
    events: list[Event] = []
    craft: list[Craft] = []
    missiles: list[Missile] = []
    for decided in by_unit(decisions):
        try:
            match decided.decision:
                case SelfDestruct() as order:
                    craft.append(_doomed(battle, decided.side, order))
                case Detonate() as order:
                    missiles.append(_armed(battle, decided.side, order))
                case _:
                    continue
        except GameError as refusal:
            events.append(not_done(battle, decided.side, unit_of(decided.decision), "self-destruction", refusal))
    if not craft and not missiles:
        return Adjudication(battle, tuple(events))
    for bomb in [missile for missile in missiles if missile.kind.hyper]:
        if bomb.id in battle.missiles:
            events.append(Gone(battle.now, Cause("PW-A37"), bomb.id, bomb.at, "spent"))
            after = annihilate(battle, bomb, dice)
            battle = after.state
            events += after.events
    blasts: list[Blast] = []
    fired = [missile for missile in missiles if missile.id in battle.missiles]
    battle = without(battle, [missile.id for missile in fired])
    for missile in fired:
        events.append(Gone(battle.now, Cause("PW-B82"), missile.id, missile.at, "spent"))
        blasts += missile_blast(missile, "PW-B82")
    doomed = [each for each in craft if not battle.craft[each.id].fate]
    lost = lose(battle, doomed, "self-destruction", Cause("PW-A20"), dice)
    done = explode(lost.state, blasts, dice)
    battle, told = aftermath(done.state)
    return Adjudication(battle, (*events, *lost.events, *done.events, *told))
