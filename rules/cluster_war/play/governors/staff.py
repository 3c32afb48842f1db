"""A player's staff: what an even governor would order in their seat, with its reasons, from their own view alone.

It leaves alone what stands on the sheet, keeps nothing in mind from turn to turn, and has no secret: the same view and sheet give
the same advice, so nothing can be read from it that its reader does not know. It advises nothing that the sheet's check warns of:
a fleet that would lack supplies takes them along, or does not go.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SplitFleet
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.aims import take_aim
from rules.cluster_war.play.governors.budget import Entry, prove
from rules.cluster_war.play.governors.govern import NEW_MEMORY, decide
from rules.cluster_war.play.governors.profile import AiRandom, Profile
from rules.cluster_war.play.governors.situation import GovernorMemory, Proposal, Situation
from rules.cluster_war.turn.planning.check import plan_sheet, wants
from rules.values import Value, changed

STAFF: Final = Profile("builder", "even")
NO_SECRET: Final = b""
"""What the staff's chance is made of: no seat that the bot leads is led by it."""
MOST_ROUNDS: Final = 6
"""So often at most the staff looks at what its own advice leaves to do."""
GETTING_READY: Final = (SplitFleet, MergeFleets, RenameFleet, LoadCargo, UnloadCargo, LoadSupplies)
"""Orders for a fleet after which it still waits for one."""


class Advice(Value):
    """Orders that belong together, what each does in the words of its preview, what they cost, and why they are advised;
    `concern` is what they are about ("explore")."""

    orders: tuple[Order, ...]
    texts: tuple[str, ...]
    reason: str
    concern: str
    cost: int = 0


class CarefulSituation(Situation):
    """A turn as the staff sees it: it overlooks nothing, no fleet goes where it would lack supplies, and what the player ordered
    stays as it is."""

    def __init__(
        self,
        view: View,
        profile: Profile,
        random: AiRandom,
        memory: GovernorMemory,
        sheet: tuple[SignedOrder, ...],
        planned: PlannedState | None = None,
    ) -> None:
        super().__init__(view, profile, random, memory, sheet, planned)
        self.judgment = changed(self.judgment, overlooks=0)

    def reserve(self, purse: int) -> int:
        """As much whatever was spent already, so that to ask again is to hear nothing new."""
        return min(purse, self.income * self.judgment.reserve // 100)

    @property
    def spoken_for(self) -> frozenset[str]:
        """Fleets that have an order, and colonies that have CPs to grow."""
        fleets = (o.order for o in self.sheet if not isinstance(o.order, GETTING_READY))
        used = {f"fleet/{name}" for order in fleets if (name := getattr(order, "fleet", ""))}
        used |= {f"grow/{o.order.colony}" for o in self.sheet if isinstance(o.order, ExpandColony)}
        return frozenset(used)

    def ways(self, fleet: Fleet, goals: Iterable[HexId]) -> list[tuple[int, HexId]]:
        """Those in reach that it can go to without want, with what it can take along."""
        room = self._room(fleet)
        return [(w, h) for w, h in super().ways(fleet, goals) if self.points_short(fleet, h, w) <= room]

    def _room(self, fleet: Fleet) -> int:
        """Supply points that a fleet can take aboard where it is; those of a freighter are colonists' room."""
        if fleet.hex not in self.fed:
            return 0
        return room_aboard(self.me.designs, [self.planned.ships[s] for s in fleet.ships], self.settings)

    def points_short(self, fleet: Fleet, hex_: HexId, weeks: int) -> int:
        """Supply points that a fleet lacks on a way; where that ends out of supply, for a month there and the way back, too."""
        each, aboard = wants(self.planned, [self.planned.ships[s] for s in fleet.ships], None)
        months = (weeks - 1) // WEEKS_PER_TURN if hex_ in self.fed else 1 + -(-2 * weeks // WEEKS_PER_TURN)
        return max(0, each * months - aboard)


def advise(view: View, sheet: Sequence[SignedOrder] = ()) -> tuple[Advice, ...]:
    """What the staff advises on top of what stands on the sheet, in the order in which it can be entered. WrongPhaseError for
    the game master's view, which has no sheet."""
    kept = tuple(sheet)
    random = AiRandom(NO_SECRET, view.side, view.turn)
    situation: Situation = CarefulSituation(view, STAFF, random, NEW_MEMORY, kept)
    take_aim(situation)
    found: list[Proposal] = []
    previews: Mapping[str, OrderPreview] = {}
    entries: tuple[Entry, ...] = ()
    dropped: set[tuple[Order, ...]] = set()
    for _ in range(MOST_ROUNDS):
        _, proven = decide(situation)
        more = [_provided(situation, one) for one in _proposals(proven.entries) if one.orders not in dropped]
        if not more:
            break
        made = prove(view, kept, (), [*found, *more])
        while True:
            _, previews, _ = plan_sheet(view, (*kept, *(entry for entry, _ in made.entries)))
            doubtful = [one for one in _proposals(made.entries) if _is_warned(one, made.entries, previews)]
            if not doubtful:
                break
            dropped |= {one.orders for one in doubtful}
            made = prove(view, kept, (), [one for one in _proposals(made.entries) if one not in doubtful])
        before, found, entries = len(found), _proposals(made.entries), made.entries
        if len(found) <= before:
            break
        situation = situation.again((*kept, *(entry for entry, _ in entries)), made.planned)
    return tuple(_advice(one, entries, previews) for one in found)


def _proposals(entries: Iterable[Entry]) -> list[Proposal]:
    """The proposals of entries, each once."""
    return list({id(proposal): proposal for _, proposal in entries}.values())


def _is_warned(proposal: Proposal, entries: Iterable[Entry], previews: Mapping[str, OrderPreview]) -> bool:
    """Whether the preview of one of its orders warns of something."""
    mine = (previews[entry.id] for entry, of in entries if of is proposal)
    return any(not note.informs for preview in mine for note in preview.notes)


def _provided(situation: Situation, proposal: Proposal) -> Proposal:
    """A proposal with the supplies that its voyage needs taken aboard before, where it does not see to them itself."""
    if any(isinstance(order, LoadSupplies) for order in proposal.orders):
        return proposal
    orders: list[Order] = []
    for order in proposal.orders:
        if isinstance(order, MoveFleet) and isinstance(situation, CarefulSituation):
            fleet, goal = situation.planned.fleets.get(order.fleet), order.legs[-1].to
            weeks = next((w for w, _ in situation.ways(fleet, (goal,))), 0) if fleet is not None else 0
            points = situation.points_short(fleet, goal, weeks) if fleet is not None and weeks else 0
            orders += [LoadSupplies(order.fleet, points)] if points else []
        orders.append(order)
    return changed(proposal, orders=tuple(orders)) if len(orders) > len(proposal.orders) else proposal


def _advice(proposal: Proposal, entries: Sequence[Entry], previews: Mapping[str, OrderPreview]) -> Advice:
    mine = [previews[entry.id] for entry, of in entries if of is proposal]
    texts = tuple(one.text for one in mine)
    return Advice(
        tuple(one.order for one in mine), texts, proposal.reason, proposal.concern, sum(one.cost for one in mine)
    )
