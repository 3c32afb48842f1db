"""One side's things in a turn that is being worked out: the truth; and what hinders a colony for a time (ruling R-197)."""

from collections.abc import Iterable

from rules.cluster_war.model.economy.supply import Place, held_by_draft
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.state.common import BudgetLine, ColonyId, HexId, Problem, SideId
from rules.cluster_war.model.state.holdings import Build, Colony, Design
from rules.cluster_war.model.state.knowledge import ColonySighting, KnownSystem
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed, quoted


class TurnHoldings(Holdings):
    """One side's things in a turn, as `Holdings` describes them; what changes here has happened."""

    def __init__(self, turn: TurnState, side: SideId) -> None:
        self.month = turn
        self.side = side
        self.fleets = turn.fleets
        self.ships = turn.ships
        self.colonies = turn.colonies
        self.bases = turn.bases
        self.builds = turn.builds
        self.officers = turn.officers
        self.used = turn.used
        self.turn = turn.turn
        self.settings = turn.settings

    @property
    def owner(self) -> Side:
        return self.month.sides[self.side]

    @property
    def source(self) -> Place:
        return self.month

    def colonies_at(self, hex_: HexId) -> list[Colony]:
        return [c for c in self.month.colonies.at(hex_) if c.side == self.side]

    def builds_at(self, site: ColonyId) -> Iterable[Build]:
        return (b for b in self.month.builds.at(site) if b.side == self.side)

    @property
    def purse(self) -> int:
        return self.month.purse[self.side]

    @purse.setter
    def purse(self, cps: int) -> None:
        self.month.purse[self.side] = cps

    def pay(self, line: BudgetLine, cps: int) -> bool:
        return self.month.pay(self.side, line, cps)

    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        return self.month.cluster.systems.get(hex_)

    def surveyed(self, hex_: HexId) -> bool:
        known = self.month.knowledge[self.side].systems.get(hex_)
        return known is not None and known.level == "surveyed"

    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        found = self.colonies.get(colony)
        return found if found is not None and found.side != self.side else None

    def side_name(self, side: SideId) -> str:
        found = self.month.sides.get(side)
        return found.name if found else quoted(side)

    def problems(self, design: Design) -> Iterable[Problem]:
        owner = self.owner
        return self.month.memoized(
            "problems", design.id, (owner, design), lambda: tuple(technology_problems(design, owner, self.settings))
        )

    def resources(self) -> frozenset[str]:
        return held_by_draft(self.month, self.side)

    def next_id(self, counter: str) -> int:
        kind, _, rest = counter.partition("/")
        return self.month.next_id(f"{kind}/{self.side}/{rest}" if rest else f"{kind}/{self.side}")


def settle_hindrance(turn: TurnState, colony: Colony) -> None:
    """What a colony loses is settled by another word, or it is another's from now on: of what hindered it before nothing is left
    that could end later and take from that."""
    for key, one in list(turn.operations.items()):
        if one.points and one.place == colony.id:
            turn.operations[key] = changed(one, points=0)
    owner = turn.sides.get(colony.side)
    if owner is not None and f"{owner.home}-{owner.home_orbit}" == colony.id and turn.minds.hearts:
        kept = {key: n for key, n in turn.minds.hearts.items() if key.partition("/")[0] != owner.id}
        turn.minds = changed(turn.minds, hearts=kept)
