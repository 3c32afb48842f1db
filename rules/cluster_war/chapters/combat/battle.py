"""A battle before it is settled: who takes part, as they are, where they start, what each side wants of it, and who opens it
(CW-17.1-25); and what a people brings to its units in it: the reflexes of its crews, and the technologies that better what is
built in (CW-3.1-10, CW-3.1-12, CW-3.1-35, CW-3.1-48).

A turn is played until its battles of a week are known. Those settled by numbers or by the engine come to their end at once;
those that people settle are awaited: the turn stops with `BattlesAwaited`, and is played again from its start, with the same
dice, when their outcomes are there. So the turn is the same up to the battle, and nothing of it is saved before it is whole.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.model.psionics.units import has_mind
from rules.cluster_war.model.race_design.effects import Numbers, effects_of
from rules.cluster_war.model.state import war
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, SideId
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Roller
from rules.values import Modifier, Value, changed, field

Place: TypeAlias = Literal["edge", "centre"]
"""Where a unit starts on the tactical map: who comes, at its edge; a planet and its defenders, at its centre (CW-9.1-04)."""
Aboard: TypeAlias = Mapping[SideId, Mapping[DesignId, Design]]
"""The designs of all that each side may carry aboard: two sides may have one id for different things."""


class Combatant(Value):
    """One unit of a battle as it enters it. `attack` and `defense` are its captain's ratings and what its crew's race adds, in
    points of a 1d100 roll (CW-17.1-21, CW-3.1-10, CW-3.1-12). `armor` is what each armor component takes more by its people's
    technology, `intercept` what each point defense battery stops more, in points (CW-3.1-35, CW-3.1-48).

    `count` is more than 1 only for units of a colony's garrison, which have no ids of their own. `minds` are what psionics add to
    `defense`, each with its reason; `hidden` says that they hide it as a cloak does (CW-15.1).
    """

    unit: str
    side: SideId
    design: Design
    name: str
    fleet: FleetId = ""
    wounds: war.Wounds = field(default_factory=war.Wounds)
    munitions: int = 0
    crates: Mapping[DesignId, int] = field(default_factory=dict)
    grade: war.Grade = "regular"
    attack: int = 0
    defense: int = 0
    reserve: bool = False
    place: Place = "edge"
    count: int = 1
    hidden: bool = False
    minds: tuple[Modifier, ...] = ()
    armor: int = 0
    intercept: int = 0


class Battle(Value):
    """A battle to be settled. `enemies` are the pairs of sides that fight, sorted; `plans` each side's orders for it, by side.

    `advantage` is by how much a side's admiral has won the match of wits (CW-17.1-23), `surprised` who cannot act at first;
    `terrain` what the hex holds that bears on a fight; `world` the name of the world that is fought over, "" for none;
    `command` what each side's commander adds to its initiative roll, for those that have one (CW-17.1-25). `foreseen` are sides
    whose combat precogs cancelled surprise, `silent` those that took others by surprise in silence (CW-15.1-04, CW-15.1-13).
    `star` is the code of the star that the fight is at, "" for none (CW-14.0-31); `foe` what is fought that is not an empire's,
    whose side is `NO_EMPIRE`. `inhibited`: no skip drive works in the system (CW-B-23). `struck` has who
    opens fire on whom.
    """

    id: war.BattleId
    turn: int
    week: int
    hex: HexId
    kind: war.BattleKind
    method: war.Method
    sides: tuple[SideId, ...]
    enemies: tuple[tuple[SideId, SideId], ...]
    units: tuple[Combatant, ...]
    plans: Mapping[SideId, war.Engagement] = field(default_factory=dict)
    advantage: Mapping[SideId, int] = field(default_factory=dict)
    surprised: tuple[SideId, ...] = ()
    terrain: tuple[str, ...] = ()
    world: str = ""
    command: Mapping[SideId, int] = field(default_factory=dict)
    foreseen: tuple[SideId, ...] = ()
    silent: tuple[SideId, ...] = ()
    star: str = ""
    foe: str = ""
    inhibited: bool = False
    struck: tuple[tuple[SideId, SideId], ...] = ()

    def blows_of(self, side: SideId) -> tuple[tuple[SideId, ...], tuple[SideId, ...]]:
        """On whom a side opens fire, and who opens fire on it."""
        return tuple(b for a, b in self.struck if a == side), tuple(a for a, b in self.struck if b == side)

    def called(self, side: SideId, names: Mapping[SideId, str]) -> str:
        """What a side is called, by the names of a campaign's."""
        return self.foe if side == war.NO_EMPIRE else names.get(side, side)


Settle: TypeAlias = Callable[[Battle, Aboard, Roller], war.BattleOutcome]
"""Settles a battle by the tactical engine; the dice are the month's own."""


class BattlesAwaited(Exception):  # noqa: N818 # no error: the month waits
    """The month cannot go on before these battles have an outcome."""

    def __init__(self, battles: tuple[Battle, ...]) -> None:
        super().__init__(f"{len(battles)} battles to be settled")
        self.battles = battles


def opens(battle: Battle, roller: Roller) -> SideId:
    """The side with the initiative: ahead of all others in 1d100 and what its commander adds; "" for none of several alike.

    Nobody rolls where no side has a commander; the keys are "battle/<id>/initiative/<side>".
    """
    if not any(battle.command.values()):
        return ""
    under = f"battle/{battle.id}/initiative"
    rolled = {side: roller.roll(f"{under}/{side}", 100).total + battle.command.get(side, 0) for side in battle.sides}
    best = max(rolled.values())
    ahead = [side for side, total in rolled.items() if total == best]
    return ahead[0] if len(ahead) == 1 else ""


def with_race(turn: TurnState, unit: Combatant) -> Combatant:
    """A unit as its side's people and technologies make it: how it fires and is fired at, its armor and point defense."""
    aim, cover = crew_odds(turn, unit.side, unit.design)
    has = numbers_of_race(turn, unit.side)
    if not (aim or cover or has.armor_points or has.intercept):
        return unit
    return changed(
        unit,
        attack=unit.attack + aim,
        defense=unit.defense + cover,
        armor=has.armor_points,
        intercept=has.intercept,
    )


def crew_odds(turn: TurnState, side: SideId, design: Design) -> tuple[int, int]:
    """What a crew adds to its unit's fire, and takes from fire at it, by its race, in points of 1d100; nothing where no mind is
    aboard (CW-3.1-10, CW-3.1-12)."""
    if not has_mind(design):
        return 0, 0
    has = numbers_of_race(turn, side)
    return has.crew_accuracy, has.small_craft_defense if design.kind == "small_craft" else 0


def numbers_of_race(turn: TurnState, side: SideId) -> Numbers:
    """All plain numbers of a side's race and technologies, worked out once as long as they are the same."""
    owner = turn.sides[side]
    return turn.memoized(
        "race in battle", side, (owner,), lambda: effects_of(owner.race, owner.technologies, turn.settings).numbers
    )
