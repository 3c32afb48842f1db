"""The GM's hand on raids and bombardment: whose traffic was caught, worlds laid waste, weapons that break planets, worlds
that give in, attitudes that worsen (chapters 9.2, 9.4, 9.5)."""

import re
from typing import Final

from rules.cluster_war.chapters.combat.arms import PLANET_KILLER
from rules.cluster_war.chapters.combat.ground.conquest import take_over
from rules.cluster_war.chapters.combat.ground.forces import surface_of
from rules.cluster_war.chapters.combat.raids import share_of
from rules.cluster_war.chapters.detection.scouting import learn
from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.race_design.attitudes import XENOPHOBIC
from rules.cluster_war.model.state.names import ColonyId, DesignId, HexId, SideId
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.working.amending import Amending, Apply, amount
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError, quoted, unknown
from rules.values import changed

CATCH: Final = "CW-9.5-19"
WASTE: Final = "CW-9.4-05"


class ChangeCatch(Amendment):
    """Say that raiders caught the traffic of another colony than was charged for it, by the question that asks so: the
    victim's treasury pays the difference, or gets it back (CW-9.5-19)."""

    question: str
    colony: ColonyId


def _catch(turn: Amending, order: ChangeCatch) -> None:
    asked = next((q for q in turn.start.questions if q.id == order.question and q.rule == CATCH), None)
    if asked is None or asked.settled_turn:
        raise GameError(f"There is no open question {quoted(order.question)} about a catch of raiders.", rule=CATCH)
    victim, before, charged = asked.subjects
    colony = turn.colony(order.colony)
    if colony.side != victim:
        raise GameError(f"{quoted(order.colony)} is no colony of {turn.side(victim).name}.", rule=CATCH)
    known = (re.fullmatch(r"(.+): (\d+) CPs", choice) for choice in asked.choices)
    listed = {found[1]: int(found[2]) for found in known if found}
    cps = listed.get(colony.id, share_of(colony_output(turn.start, colony), turn.settings))
    owner = turn.side(victim)
    more = min(cps - int(charged), owner.treasury)
    turn.sides[victim] = changed(owner, treasury=owner.treasury - more)
    turn.after = turn.after.answered(asked.id, f"{colony.id}: {cps} CPs")
    text = f"What raiders caught at {asked.hex} was the traffic of {colony.name}, not of {before}: {cps} CPs, not {charged}."
    turn.tell(text, victim, rule=CATCH)


class DevastateWorld(Amendment):
    """A world is laid waste: its climate is changed for good, and the new STEP code must be given (CW-9.4-05)."""

    hex: HexId
    orbit: int
    step: str


class AllowPlanetKiller(Amendment):
    """Let a side's design carry a weapon that breaks planets, at a price for each; or take that away (CW-9.4-07)."""

    side: SideId
    design: DesignId
    cost: int = 0
    on: bool = True


class YieldColony(Amendment):
    """A bombarded colony gives in to a side: it changes hands as a conquered one does, its forces lay down their arms, and its
    people may need a garrison (CW-9.2-03)."""

    colony: ColonyId
    side: SideId


class SetAttitude(Amendment):
    """A side's race thinks otherwise of others than it did (CW-9.4-09)."""

    side: SideId
    attitude: str


def _devastate(turn: Amending, order: DevastateWorld) -> None:
    system = turn.system(order.hex)
    body = next((b for b in system.bodies if b.orbit == order.orbit), None)
    if body is None:
        raise GameError(f"{order.hex} has no world in orbit {order.orbit}.", rule="CW-2.1-01")
    if len(order.step) != 4 or any(c not in "0123456789X" for c in order.step):
        raise GameError("A STEP code is four characters, each 0 to 9 or X, like 5555.", rule="CW-2.1-03")
    if order.step == body.step:
        raise GameError(f"The climate of a world laid waste is changed; it is {body.step} now.", rule=WASTE)
    after = changed(system, bodies=tuple(changed(b, step=order.step) if b is body else b for b in system.bodies))
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, system.hex: after})
    turn.strains.pop(f"{system.hex}-{order.orbit}", None)
    for asked in turn.after.questions:
        if asked.rule == WASTE and asked.hex == system.hex and not asked.settled_turn:
            turn.after = turn.after.answered(asked.id, order.step)
    told = []
    for side in sorted(turn.sides):
        known = turn.knowledge[side].systems.get(system.hex)
        if known is not None and known.level != "map" and system.hex in sight(turn, side):
            learn(turn, side, after, known.level, week=turn.first_week, cause=turn.cause)
            told.append(side)
    turn.tell(f"World {order.orbit} of {system.hex} is laid waste: {order.step}.", *told, rule=WASTE)


def _planet_killer(turn: Amending, order: AllowPlanetKiller) -> None:
    owner = turn.side(order.side)
    design = owner.designs.get(order.design)
    if design is None or design.kind != "ship":
        ships = [d.id for d in owner.designs.values() if d.kind == "ship"]
        lead = f"{owner.name} has no ship design {quoted(order.design)}."
        raise unknown(GameError, lead, order.design, "Its ships are", ships)
    traits = tuple(trait for trait in design.traits if trait != PLANET_KILLER) + ((PLANET_KILLER,) if order.on else ())
    new = changed(design, traits=traits, cost=amount(order.cost) if order.cost else design.cost)
    turn.sides[owner.id] = changed(owner, designs={**owner.designs, design.id: new})
    can = "carries a weapon that breaks planets now" if order.on else "carries no weapon that breaks planets any more"
    turn.tell(f"{design.name} {can}, and costs {new.cost} CPs.", owner.id, rule="CW-9.4-07")


def _yield(turn: Amending, order: YieldColony) -> None:
    found, side = turn.colony(order.colony), turn.side(order.side)
    if found.side == side.id:
        raise GameError(f"{found.name} is {side.name}'s already.", rule="CW-9.2-03")
    turn.surfaces[found.id] = surface_of(turn, found)
    take_over(turn, found.id, side.id, turn.first_week, changed(turn.cause, rule="CW-9.2-03"))
    turn.tell(f"{found.name} gives in to {side.name}.", found.side, side.id, rule="CW-9.2-03")


def _attitude(turn: Amending, order: SetAttitude) -> None:
    owner = turn.side(order.side)
    table = tables(turn.settings)["CW-TAB-ATTITUDES"]
    for part in order.attitude.split(", "):
        if part not in (*table.keys, XENOPHOBIC):
            raise GameError(f"{quoted(part)} is no attitude; they are {', '.join(table.keys)}, joined by a comma.")
    turn.sides[owner.id] = changed(owner, race=changed(owner.race, attitude=order.attitude))
    turn.tell(f"The attitude of {owner.race.name} is now {order.attitude}.", owner.id, rule="CW-9.4-09")


APPLY: Final[Apply] = {
    ChangeCatch: _catch,
    DevastateWorld: _devastate,
    AllowPlanetKiller: _planet_killer,
    YieldColony: _yield,
    SetAttitude: _attitude,
}
