"""What six sides order in a long war: many orders drawn by chance from what a side sees, of which the legal ones are given."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.facility_orders import MakeMunitions
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.chapters.industry.towing_orders import TowBase
from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, LoadCargo, TakeCraft, UnloadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadMunitions, LoadSupplies, UnloadMunitions
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission, SplitFleet
from rules.cluster_war.chapters.officers.crew_orders import MoveCrew
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RankOfficer, RecruitOfficer
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.holdings import Colony, Fleet, Leg
from rules.cluster_war.model.state.places import distance, neighbours
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.check import plan_sheet

ARMED: Final = frozenset({"DD", "CA", "HK", "RD"})
STANCES: Final = ("attack", "attack", "attack", "defend", "evade", "")
DARING: Final = 0.03
"""The share of orders that cannot be carried out and are given all the same."""


def sheet_of(view: View, chance: Random) -> tuple[SignedOrder, ...]:
    """A side's orders for a month: those of its ideas that are legal together, and now and then one that is not."""
    ideas = list(Mind(view, chance).ideas())
    wished = tuple(SignedOrder(f"{view.side}-{view.turn}-{n}", view.side, n, o) for n, o in enumerate(ideas, 1))
    _, _, problems = plan_sheet(view, wished)
    amiss = {problem.order_id for problem in problems}
    given = [s.order for s in wished if s.id not in amiss or chance.random() < DARING]
    return tuple(SignedOrder(f"{view.side}-{view.turn}-{n}", view.side, n, o) for n, o in enumerate(given, 1))


class Mind:
    """One side's ideas for a month."""

    def __init__(self, view: View, chance: Random) -> None:
        self.view, self.chance = view, chance
        self.foes = [c for _, c in sorted(view.foreign_colonies.items()) if c.side not in view.peace]
        self.homes = [c for _, c in sorted(view.colonies.items())]
        self.fleets = [f for _, f in sorted(view.fleets.items()) if f.transit is None and f.course is None]

    def ideas(self) -> Iterator[Order]:
        """Orders, the most urgent first."""
        yield from self._armies()
        yield from self._officers()
        for fleet in self.fleets:
            designs = {self.view.ships[s].design for s in fleet.ships}
            yield from self._works(fleet)
            if "TR" in designs:
                yield from self._trooper(fleet)
            elif designs & {"FF", "TE"}:
                yield from self._freighter(fleet)
            elif "RD" in designs:
                yield from self._raider(fleet)
            else:
                yield from self._warfleet(fleet)
        yield from self._organise()
        yield from self._spend()

    def _may(self, share: float) -> bool:
        return self.chance.random() < share

    def _near(self, fleet: Fleet, *, most: int = 3) -> ColonySighting | None:
        """One of the nearest foreign colonies."""
        near = sorted(self.foes, key=lambda c: (self._far(fleet.hex, c.hex), c.colony))[:most]
        return self.chance.choice(near) if near else None

    def _far(self, a: HexId, b: HexId) -> int:
        return distance(self.view, a, b)

    def _here(self, fleet: Fleet) -> list[Colony]:
        return [c for c in self.homes if c.hex == fleet.hex]

    def _home(self, fleet: Fleet) -> HexId:
        best = [c for c in self.homes if c.shipyard_bays] or self.homes
        return min(best, key=lambda c: self._far(fleet.hex, c.hex)).hex if best else fleet.hex

    def _works(self, fleet: Fleet) -> Iterator[Order]:
        """Orders for battle, and repair."""
        if self._may(0.5):
            keep = tuple(s for s in fleet.ships if len(fleet.ships) > 2 and self._may(0.15))
            others = [f.id for f in self.fleets if f.id != fleet.id and f.hex == fleet.hex]
            shield = self.chance.choice(others) if others and self._may(0.2) else ""
            stance = self.chance.choice(STANCES)
            at = self.chance.choice((0, 0, 25, 50, 80))
            yield SetEngagement(fleet.id, stance, at, self._may(0.4), keep, shield)  # type: ignore[arg-type] # a stance
        hurt = [s for s in fleet.ships if self._hurt(s) and not self.view.ships[s].mending.by]
        if hurt:
            tenders = [f.id for f in self.fleets if f.hex == fleet.hex and self._has(f, "TE")]
            if self._may(0.3) and tenders:
                yield RepairUnits(units=tuple(hurt), using=self.chance.choice(tenders))
            else:
                donor = hurt[-1] if len(hurt) > 2 and self._may(0.3) else ""
                yield RepairUnits(units=tuple(h for h in hurt if h != donor), donor=donor)

    def _hurt(self, ship: str) -> bool:
        found = self.view.ships[ship]
        return bool(found.wounds.damaged or found.wounds.destroyed or found.wounds.burnt or found.damage)

    def _has(self, fleet: Fleet, design: str) -> bool:
        return any(self.view.ships[s].design == design for s in fleet.ships)

    def _warfleet(self, fleet: Fleet) -> Iterator[Order]:
        hurt = sum(self._hurt(s) for s in fleet.ships)
        here = [c for c in self.foes if c.hex == fleet.hex]
        if self._may(0.3):
            yield LoadMunitions(fleet.id, self.chance.randint(1, 8), self._place(fleet))
        if self._may(0.2) and self._here(fleet):
            yield LoadSupplies(fleet.id, self.chance.randint(1, 4))
        if here and self._may(0.4):
            targets = ("people", "production", "installations", "people", "biosphere")
            at = self.chance.choice(here)
            sure = self._may(0.5)
            yield BombardWorld(fleet.id, at.hex, at.orbit, self.chance.choice(targets), sure)  # type: ignore[arg-type] # one of them
        if self._may(0.25):
            yield SetMission(
                fleet.id, self.chance.choice(("blockade", "blockade", "reserve", "escort", "patrol", "none"))
            )
        if hurt * 2 > len(fleet.ships) or self._may(0.15):
            if not self._here(fleet):
                yield MoveFleet(fleet.id, (Leg(self._home(fleet)),))
        elif not here or self._may(0.4):
            target = self._near(fleet)
            if target is not None and target.hex != fleet.hex:
                yield MoveFleet(fleet.id, (Leg(target.hex),), self.chance.choice((0, 0, 0, 1, 2)))

    def _place(self, fleet: Fleet) -> str:
        here = self._here(fleet)
        return here[0].id if here else ""

    def _trooper(self, fleet: Fleet) -> Iterator[Order]:
        laden = any(self.view.ships[s].crates for s in fleet.ships)
        here = self._here(fleet)
        foes = [c for c in self.foes if c.hex == fleet.hex]
        if laden and foes:
            at = self.chance.choice(("land", "city", "land", "0202"))
            posture = self.chance.choice(("attack", "attack", "hold", "ambush", "reserve"))
            yield InvadeWorld(fleet.id, self.chance.choice(foes).colony, at, posture)  # type: ignore[arg-type] # one of them
            yield SetMission(fleet.id, "blockade")
        elif laden:
            target = self._near(fleet, most=2)
            if target is not None:
                yield MoveFleet(fleet.id, (Leg(target.hex),), 1)
                if self._may(0.7):
                    at = "city" if self._may(0.3) else "land"
                    yield InvadeWorld(fleet.id, target.colony, at)
            if here and self._may(0.1):
                yield LandCraft(fleet.id, here[0].id, "INF", 1)
        elif here:
            for colony in here:
                for design in ("SPM", "INF", "HTK"):
                    n = colony.garrison.get(design, 0)
                    if n:
                        yield TakeCraft(fleet.id, colony.id, design, self.chance.randint(1, n))
            if self._may(0.5):
                yield LoadSupplies(fleet.id, 6)
            if self._may(0.1):
                yield TakeCraft(fleet.id, here[0].id, "FI", 1, crated=True)
        else:
            yield MoveFleet(fleet.id, (Leg(self._home(fleet)),))

    def _raider(self, fleet: Fleet) -> Iterator[Order]:
        target = self._near(fleet)
        if target is None:
            return
        if self._may(0.3) and self._here(fleet):
            yield UnloadCargo(fleet.id, 20, self._here(fleet)[0].id)
        path: list[HexId] = []
        at = fleet.hex
        for _ in range(self.chance.randint(4, 8)):
            beside = sorted(h for h in neighbours(self.view, at) if h != at)
            at = min(beside, key=lambda h: (self._far(h, target.hex), self.chance.random()))
            if self._may(0.25):
                at = self.chance.choice(beside)
            path.append(at)
        if self._may(0.85):
            yield RaidRoute(fleet.id, tuple(path), self.chance.choice(("take", "destroy")))
        else:
            yield MoveFleet(fleet.id, (Leg(self._home(fleet)),))

    def _freighter(self, fleet: Fleet) -> Iterator[Order]:
        here = self._here(fleet)
        if here:
            yield self.chance.choice(
                (
                    LoadCargo(fleet.id, self.chance.randint(5, 60)),
                    UnloadCargo(fleet.id, 20, here[0].id),
                    LoadMunitions(fleet.id, 5, here[0].id),
                    UnloadMunitions(fleet.id, 2, here[0].id),
                    TakeCraft(fleet.id, here[0].id, "FI", 1, crated=True),
                    LandCraft(fleet.id, here[0].id, "FI", 1),
                    Dismantle(fleet.id, here[0].id, "FT", 1),
                    LoadSupplies(fleet.id, 5),
                )
            )
        if self._may(0.1):
            yield Assemble(fleet.id, "FT", 1, 1)
        bases = [b.id for b in self.view.bases.values() if b.hex == fleet.hex]
        if bases and self._may(0.05):
            yield TowBase(fleet.id, bases[0], "")
        if self.homes and self._may(0.8):
            yield MoveFleet(fleet.id, (Leg(self.chance.choice(self.homes).hex),))

    def _organise(self) -> Iterator[Order]:
        for one in self.fleets:
            for other in self.fleets:
                same = one.hex == other.hex and one.id < other.id
                kinds = [{self.view.ships[s].design for s in f.ships} for f in (one, other)]
                if same and all(k <= ARMED - {"RD"} for k in kinds) and self._may(0.3):
                    yield MergeFleets(other.id, one.id)
        for fleet in self.fleets:
            if len(fleet.ships) > 3 and self._may(0.15):
                yield SplitFleet(fleet.id, fleet.ships[:2], f"Detachment {self.view.turn}")
        ships = [s for f in self.fleets for s in f.ships if len(f.ships) > 1]
        if len(ships) > 1 and self._may(0.3):
            a, b = self.chance.sample(ships, 2)
            yield MoveCrew(a, b)

    def _armies(self) -> Iterator[Order]:
        for world, front in sorted(self.view.fronts.items()):
            mine = [f.id for _, f in sorted(front.forces.items()) if f.side == self.view.side]
            if mine and self._may(0.6):
                some = tuple(f for f in mine if self._may(0.5))
                posture = self.chance.choice(("attack", "attack", "hold", "ambush", "reserve"))
                at = self.chance.choice(("", "", *(c.hex for c in front.cities)))
                task = self.chance.choice(("fight", "fight", "capture", "civilians", "destroy"))
                yield CommandArmy(world, some, posture, at, task, refill=self._may(0.3))  # type: ignore[arg-type] # its words

    def _officers(self) -> Iterator[Order]:
        schools = [c for c in self.homes if c.training]
        if schools and len(self.view.officers) < 8 and self._may(0.4):
            talents = self.chance.choice(((), (), ("lucky",), ("leader",), ("engineer",)))
            yield RecruitOfficer(schools[0].id, f"Officer of turn {self.view.turn}", talents)
        ships = [s for f in self.fleets for s in f.ships]
        for key, officer in sorted(self.view.officers.items()):
            if self._may(0.3) and ships:
                kinds = ("admiral", "commander", "captain", "captain", "aboard")
                yield AssignOfficer(key, self.chance.choice(kinds), self.chance.choice(ships))  # type: ignore[arg-type] # posts
            elif self._may(0.1) and self.homes:
                home = self.chance.choice(self.homes)
                units = sorted(d for d in home.garrison if d in {"INF", "HTK", "SPM"})
                if units:
                    yield AssignOfficer(key, "team", home.id, units[0])
                else:
                    yield AssignOfficer(key, "aboard", home.id)
            if self._may(0.1):
                yield RankOfficer(key, officer.rank + self.chance.choice((-1, 1)))

    def _spend(self) -> Iterator[Order]:
        builds: tuple[tuple[str, int, int], ...] = (
            ("DD", 1, 20),
            ("CA", 1, 20),
            ("TR", 1, 20),
            ("RD", 1, 20),
            ("FT", 1, 20),
        )
        wishes: list[Callable[[Colony], Order]] = [
            *(lambda c, b=b: BuildUnits(c.id, *b) for b in builds),
            lambda c: BuildUnits(c.id, "INF", 3, 3),
            lambda c: BuildUnits(c.id, "HTK", 1, 3),
            lambda c: BuildUnits(c.id, "FI", 2, 8),
            lambda c: MakeMunitions(c.id, 5),
            lambda c: ExpandColony(c.id, 10),
            lambda c: StartProject(f"Study {self.view.turn}", c.hex, 2, 50),
            lambda c: ScrapUnits(c.id, (), "INF", 1),
            lambda c: RefitUnits(c.id, "HTK", (), "INF", 1),
        ]
        for colony in self.homes:
            if not (colony.shipyard_bays or colony.light_industry or colony.training):
                continue
            for wish in self.chance.sample(wishes, 4):
                yield wish(colony)
        for key, build in sorted(self.view.builds.items()):
            if build.paid < build.price:
                yield ContinueBuild(key, -1, build.price - build.paid)
        yard = [s for f in self.fleets if self._here(f) for s in f.ships if self.view.ships[s].design == "HK"]
        if yard and self.homes and self._may(0.2):
            yield RefitUnits(self._home(self.fleets[0]), "DD", (yard[0],))
