"""A unit in the thick of a battle of the quick engine: what it has taken, what it still fires, where it is on its way out."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.chapters.combat.strength import POINT, SKIP, Numbers, Strength
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.unit_design.wounded import working

State: TypeAlias = Literal["fighting", "reserve", "leaving", "fled", "destroyed", "captured", "ashore"]
Volley: TypeAlias = tuple[int, int, int]
"""What a unit fires in a round, in hundredths of a point: beams and shells, breakers of shields, missiles."""
PRESENT: frozenset[State] = frozenset({"fighting", "leaving"})
PERCENT = 100
MOVING = ("ship", "small_craft")


@dataclass(slots=True)
class Engaged:
    """One unit; each of those that a colony keeps by itself. `hurt` is what has come through to the hull, `carried` what of it
    the unit came with; `spent` are munitions in hundredths of points of missiles, `drive` the G of a drive that works."""

    who: Combatant
    side: SideId
    worth: Strength
    hull: int
    breaks: int
    hurt: int
    carried: int
    shields: int
    armor: int
    ammunition: int
    state: State = "fighting"
    racks: int = 0
    spent: int = 0
    stopping: int = 0
    away: int = 0
    last: int = 0
    drive: Fraction = Fraction(0)

    @property
    def small(self) -> bool:
        """Whether any damage is the end of it, as with small craft (CW-9.6-02)."""
        return self.who.design.kind == "small_craft"

    @property
    def skips(self) -> bool:
        """Whether it leaves a battle when it likes (CW-4.0-17)."""
        return self.who.design.ftl == SKIP and self.can_move

    @property
    def can_move(self) -> bool:
        """Whether it can leave at all: bases and what a colony keeps cannot."""
        design = self.who.design
        return design.kind in MOVING and self.drive > 0 and "|" not in self.who.unit

    @property
    def pace(self) -> int:
        """Its drive in hundredths of G, less what of its hull is gone."""
        return int(self.drive * 100) * (self.hull - self.hurt) // self.hull if self.can_move else 0

    @property
    def toughness(self) -> int:
        """What it takes until it is lost, in hundredths of a point."""
        return max(0, self.breaks - self.hurt) + self.armor + self.shields + self.worth.firm

    @property
    def is_armed(self) -> bool:
        """Whether it can harm anybody: it has beams, or munitions for what else it has (CW-4.3-25)."""
        worth = self.worth
        return bool(
            worth.beams or worth.breakers or self.racks or (self.ammunition and (worth.shells or worth.missiles))
        )

    def volley(self) -> Volley:
        """What it fires this round, if all of it hits. Munitions are used up."""
        worth = self.worth
        left, whole = self.hull - self.hurt, max(1, self.hull - self.carried)
        beams, breakers = worth.beams * left // whole, worth.breakers * left // whole
        shells, missiles = worth.shells * left // whole, worth.missiles * left // whole
        wanted = shells + missiles
        if wanted > self.ammunition:
            shells, missiles = shells * self.ammunition // wanted, missiles * self.ammunition // wanted
        used = shells + missiles
        self.ammunition -= used
        self.spent += used
        missiles += self.racks
        self.racks = 0
        return beams + shells, breakers, missiles

    def begin_round(self) -> None:
        """Point defense is ready again."""
        self.stopping = self.worth.defense * (self.hull - self.hurt) // self.hull
        self.last = self.worth.firm

    def needs(self, missiles: int) -> int:
        """Hits in hundredths of a point after which it is lost, missiles among them."""
        return self.toughness + min(missiles, self.stopping)

    def take(self, points: int, breakers: int, missiles: int) -> None:
        """Hits in hundredths of a point: point defense stops missiles, shields and armor go before the hull (CW-9.1-07)."""
        stopped = min(missiles, self.stopping)
        self.stopping -= stopped
        points += missiles - stopped
        if self.last:
            self.last, points, breakers = _into_shields(self.last, points, breakers)
        self.shields, points, _ = _into_shields(self.shields, points, breakers)
        absorbed = min(self.armor, points)
        self.armor -= absorbed
        self.hurt = min(self.hull, self.hurt + points - absorbed)

    @property
    def is_lost(self) -> bool:
        """Whether it is gone: small craft with any damage, all else when too little of its hull is left."""
        return self.hurt >= self.breaks or (self.small and self.hurt > self.carried)


def _into_shields(held: int, points: int, breakers: int) -> tuple[int, int, int]:
    """What shields still hold, and what goes on: breakers count double against them (CW-A-55)."""
    broken = min(held, 2 * breakers)
    absorbed = min(held - broken, points)
    return held - broken - absorbed, points - absorbed, breakers - broken // 2


def enter(unit: Combatant, worth: Strength, numbers: Numbers, layout_spaces: int) -> Engaged:
    """A combatant as it enters the battle; `layout_spaces` are what its wounds are counted in."""
    hull = worth.hull
    out = sum(unit.wounds.damaged.values()) + sum(unit.wounds.destroyed.values())
    hurt = min(hull, hull * out // max(1, layout_spaces)) if out else 0
    breaks = max(1, hull * numbers.points("lost at") // (PERCENT * POINT))
    if hurt >= breaks:  # it came nearly lost, and stands until it is hit again
        breaks = min(hull, hurt + 1)
    return Engaged(
        who=unit,
        side=unit.side,
        worth=worth,
        hull=hull,
        breaks=breaks,
        hurt=hurt,
        carried=hurt,
        shields=worth.shields,
        armor=worth.armor,
        ammunition=int(unit.munitions * numbers.value["missiles"] * POINT) // unit.count if unit.munitions else 0,
        state="ashore" if unit.design.kind in {"ground", "facility"} else "reserve" if unit.reserve else "fighting",
        racks=worth.racks,
        drive=working(unit.design, unit.wounds).drive,
    )
