"""What one side may know of a battle: built from what is public and what is its own (PW-C11, PW-C12, PW-B83)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from rules.hexes import Hex
from rules.pentagon_war.designs import Design
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.units import Bolt, Craft, Missile, SideId, UnitId
from rules.values import Value

Kept = TypeVar("Kept", Craft, Missile, Bolt)

PUBLIC_CRAFT: Final = (
    "id", "name", "side", "at", "facing", "velocity", "counted",
    "armor", "hull_forward", "hull_aft", "screens", "engines", "tanks_full", "tanks_empty", "capacitors", "point_defense",
    "radar", "main_control", "aux_control", "repair", "ramming_weights", "final_damage", "holds", "weapons", "guns",
    "missiles", "bays",
    "radar_on", "radar_lowered", "locked_on", "invisible", "exposed", "evading", "screens_cold", "energised",
    "reinforced", "screen_aim", "fire_impulse",
    "rotated", "crashed", "crash_factor", "warm_from", "last_cannon", "acid", "orbit", "joined", "anchored",
    "entered", "column_before", "record", "fate",
)  # fmt: skip
"""What anybody may read of a craft that is not hidden: its systems display and its Acceleration Record (PW-C11).

Its design and its power form have rules of their own, below; a field in no list is nobody's but its owner's: also what
it has aimed at, since that counts the targets of its seekers.
"""

PUBLIC_DESIGN: Final = (
    "name", "power", "manned", "screens", "directional", "armor", "hull_forward", "hull_aft", "cargo", "fuel_tanks", "scoop",
    "capacitors", "point_defense", "radar", "engines", "final_damage", "missiles", "drones", "main_control", "aux_control",
    "radar_invisibility", "weapons", "guns", "repair", "ramming_weights", "suicide_bomb", "movable", "attachments", "notes",
)  # fmt: skip
"""What a systems display shows of a design; nobody need be told who carries special electronics (PW-A78)."""

PUBLIC_MISSILE: Final = (
    "id", "side", "owner", "kind", "at", "heading", "speed", "launched", "moved", "captor", "held_velocity", "entered",
)  # fmt: skip
PUBLIC_BOLT: Final = ("id", "side", "owner", "at", "heading", "launched", "moved", "eroded", "entered")
"""What is seen of another side's seeker: not what it is after, nor whether it still is (PW-S61)."""

FORMS_SECRET: Final = (0, 2)
"""Impulse and segment of the one phase in which power forms are secret (PW-C12)."""
ANNOUNCED_AFTER: Final = 8
"""The segment in which direct fire is announced; from the next one shots are open (PW-B72)."""


class BattleView(Value):
    """A battle as one side knows it, or the game master (`side` None).

    `known` is a battle made of what that side may know: the rules' own functions tell from it what would happen as far as
    the side knows. Craft of other sides have an empty power form while forms are secret, and their seekers no target.
    """

    side: SideId | None
    known: Battle


@dataclass(slots=True)
class Records:
    """The public records that one side has of others' units: what has stayed the very same since its last look is not written
    out again. `made` has, by unit, what the record was made of, whether forms were secret then, and the record."""

    made: dict[UnitId, tuple[Craft | Missile | Bolt, bool, Any]] = field(default_factory=dict)


def view_for(battle: Battle, side: SideId | None, records: Records | None = None) -> BattleView:
    """What a side may know now; the whole battle for the game master (None). Who looks step by step keeps its `records`."""
    look = _Look(battle, side, records or Records())
    known = Battle(
        sides=battle.sides,
        craft={unit.id: look.craft(unit) for unit in battle.craft.values() if look.sees(unit.id)},
        options=battle.options,
        title=battle.title,
        now=battle.now,
        drones=battle.drones,
        missiles={unit.id: look.missile(unit) for unit in battle.missiles.values()},
        bolts={unit.id: look.bolt(unit) for unit in battle.bolts.values()},
        bodies=battle.bodies,
        locks=tuple(lock for lock in battle.locks if look.sees(lock.craft) and look.sees(lock.target)),
        shots=tuple(shot for shot in battle.shots if look.knows_shot(shot)),
        blows=tuple(blow for blow in battle.blows if look.sees(blow.target)),
        apart=battle.apart if all(map(look.sees, battle.craft)) else look.apart(),
        programmes={unit: plan for unit, plan in battle.programmes.items() if look.owns(unit)},
        stances={unit: stance for unit, stance in battle.stances.items() if look.owns(unit)},
        players=battle.players,
        pace=battle.pace,
        waiting=tuple(ask for ask in battle.waiting if side in {None, ask.side}),
        last_turn=battle.last_turn,
        aims=battle.aims,
        edge=battle.edge,
        winner=battle.winner,
        salts=battle.salts if side is None else {},
    )
    return BattleView(side, known)


class _Look(Value):
    """One side's eyes on one battle."""

    battle: Battle
    side: SideId | None
    records: Records

    def owns(self, unit: UnitId) -> bool:
        """Whether a craft or drone is the side's own."""
        found = self.battle.craft.get(unit) or self.battle.drones.get(unit)
        return self.side is None or (found is not None and found.side == self.side)

    def sees(self, unit: UnitId) -> bool:
        """Whether a unit is on the side's map: everything but the others' hidden craft (PW-B83)."""
        craft = self.battle.craft.get(unit)
        return craft is None or not craft.hidden or self.owns(unit)

    def apart(self) -> Mapping[str, Hex]:
        """Where pairs of units last stood, those of two that are both seen."""
        return {pair: gap for pair, gap in self.battle.apart.items() if all(map(self.sees, pair.split(">")))}

    def knows_shot(self, shot: Shot) -> bool:
        """Own shots at once, the others' once announced (PW-B71, PW-B72)."""
        return self.owns(shot.craft) or self.battle.now.segment > ANNOUNCED_AFTER

    def craft(self, craft: Craft) -> Craft:
        """A craft's own record, or the public one."""
        return craft if self.owns(craft.id) else self._kept(craft, self._public_craft)

    def _kept(self, unit: Kept, write_out: Callable[[Kept], Kept]) -> Kept:
        secret = forms_secret(self.battle)
        known = self.records.made.get(unit.id)
        if known is None or known[0] is not unit or known[1] is not secret:
            known = self.records.made[unit.id] = (unit, secret, write_out(unit))
        record: Kept = known[2]
        return record

    def _public_craft(self, craft: Craft) -> Craft:
        facts = _facts(craft, PUBLIC_CRAFT)
        if not forms_secret(self.battle):
            facts["cpmf"] = craft.cpmf
        return Craft(design=Design(**_facts(craft.design, PUBLIC_DESIGN)), **facts)

    def missile(self, missile: Missile) -> Missile:
        """A missile of one's own with its target, another's as it flies (PW-S61)."""
        if self.side in {None, missile.side}:
            return missile
        return self._kept(missile, lambda other: Missile(target="", **_facts(other, PUBLIC_MISSILE)))

    def bolt(self, bolt: Bolt) -> Bolt:
        """The same for a liquid metal bolt."""
        if self.side in {None, bolt.side}:
            return bolt
        return self._kept(bolt, lambda other: Bolt(target="", **_facts(other, PUBLIC_BOLT)))


def forms_secret(battle: Battle) -> bool:
    """Whether other sides' power forms are closed just now (PW-C12)."""
    return (battle.now.impulse, battle.now.segment) == FORMS_SECRET


def _facts(thing: Craft | Design | Missile | Bolt, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}
