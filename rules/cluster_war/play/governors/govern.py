"""A governor's turn: it looks at its side's view, weighs what its concerns propose, and orders what it can pay and the rules
allow. It never sees a state: what its side may not know cannot reach it.

A player's staff says what an even governor would order in their seat, with its reasons, from their own view alone. It leaves
alone what stands on the sheet, remembers what the side has on record and nothing else, and has no secret: the same view and
sheet give the same advice, so nothing can be read from it that its reader does not know. It advises nothing that the sheet's
check warns of: a fleet that would lack supplies takes them along, or does not go.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.diplomacy.deeds import BREACHES
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SplitFleet
from rules.cluster_war.model.holdings.order_kind import Phase, PlannedState
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import FleetId, HexId, SideId
from rules.cluster_war.model.state.dealings import BONDS, Deed
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.aims import MOST_GRUDGE, WAR_GRUDGE, aims, take_aim
from rules.cluster_war.play.governors.budget import CheckedSheet, Entry, choose, prove
from rules.cluster_war.play.governors.concerns.build import build, refit, research
from rules.cluster_war.play.governors.concerns.defense import defend, engage, probe, probed_sides
from rules.cluster_war.play.governors.concerns.diplomacy import diplomacy, spy, staff
from rules.cluster_war.play.governors.concerns.expansion import grow, propose_works, settle
from rules.cluster_war.play.governors.concerns.explore import encounters, explore, repair
from rules.cluster_war.play.governors.concerns.war import propose_yielding, raid, troops, war
from rules.cluster_war.play.governors.drawing_board import draw
from rules.cluster_war.play.governors.profile import AiRandom, Profile
from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan, Proposal, Situation, best_first
from rules.cluster_war.play.governors.speech import compose_messages
from rules.cluster_war.play.governors.staff_words import kin_of, label_of, many_words, reason_of
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.cluster_war.turn.planning.suggestions.voyages import points_short, points_to_take
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import Value, changed

S = TypeVar("S", bound=Situation)
Concern: TypeAlias = Callable[[Situation], Iterator[Proposal]]
CONCERNS: Final[tuple[Concern, ...]] = (
    propose_yielding,
    diplomacy,
    engage,
    encounters,
    repair,
    defend,
    war,
    troops,
    probe,
    raid,
    explore,
    settle,
    grow,
    build,
    refit,
    propose_works,
    research,
    spy,
    staff,
)
ENCOUNTERS_CONCERN: Final = "encounters"
"""The concern of which nothing is overlooked: what is not answered is answered for the fleets that are there."""
EMPTY_SHEET: Final = CheckedSheet((), {}, ())
NEW_MEMORY: Final = GovernorMemory()
PART_LEFT: Final = 12
"""The part of its income that a governor leaves unspent without another thought."""


def govern(
    view: View, profile: Profile, seed: bytes, memory: GovernorMemory = NEW_MEMORY, sheet: tuple[SignedOrder, ...] = ()
) -> GovernorPlan:
    """A side's orders for a turn, each with its reason, its aims, what it says, and what it is to be handed back next turn.

    `view` is the side's own; `seed` any bytes, the same ones giving the same plan; `sheet` are orders that stand on its sheet
    already, which are left alone. WrongPhaseError for the game master's view, which has no sheet.
    """
    random = AiRandom(seed, view.side, view.turn)
    situation = Situation(view, profile, random, memory, sheet)
    take_aim(situation)
    situation, proven = decide(situation)
    orders = proven.reasoned()
    situation.memory = changed(situation.memory, probed=probed_sides(situation, orders))
    drawn = draw(situation)
    if drawn is not None:
        situation.memory = changed(situation.memory, drawn={**situation.memory.drawn, drawn.kind: view.turn})
    said, kept = compose_messages(situation, memory, orders)
    return GovernorPlan(orders, aims(situation), said, kept, (drawn,) if drawn is not None else ())


def decide(situation: S) -> tuple[S, CheckedSheet]:
    """What its concerns propose, as far as it can be paid and the sheet's own check allows it on top of what stands on the
    sheet; and the situation that it was chosen in last. The aim is taken already."""
    view, sheet = situation.view, situation.sheet
    proven, refused = EMPTY_SHEET, set[tuple[Order, ...]]()
    for again in range(situation.judgment.rounds):
        if again:
            if not proven.refused and not _is_worth_another_look(situation, proven):
                break
            on_it = (*sheet, *(entry for entry, _ in proven.entries))
            situation = situation.again(on_it, proven.planned)
        found = [p for p in _considered(situation) if p.orders not in refused]
        used = situation.spoken_for.union(*(taken.uses for _, taken in proven.entries))
        chosen = choose(situation, found, situation.planned.purse, used)
        if not chosen:
            break
        proven = prove(view, sheet, proven.entries, chosen)
        refused |= {p.orders for p in proven.refused}
    return situation, proven


def _is_worth_another_look(situation: Situation, proven: CheckedSheet) -> bool:
    """Whether the sheet made something that wants orders of its own, or leaves CPs that somebody may have a use for."""
    parted = any(isinstance(entry.order, SplitFleet) for entry, _ in proven.entries)
    left = proven.planned.purse if proven.planned is not None else 0
    return parted or left * PART_LEFT > situation.income


def _considered(situation: Situation) -> Iterator[Proposal]:
    """The proposals of all concerns that the governor's judgment takes in: of each the best few, without what it overlooks."""
    for concern in CONCERNS:
        for one in best_first(concern(situation), situation.judgment.candidates):
            if one.concern == ENCOUNTERS_CONCERN or not situation.random.happens(
                f"overlooked/{one.key}", situation.judgment.overlooks
            ):
                yield one


STAFF: Final = Profile("builder", "even")
NO_SECRET: Final = b""
"""What the staff's chance is made of: no seat that the bot leads is led by it."""
MOST_ROUNDS: Final = 12
"""So often at most the staff looks at what its own advice leaves to do."""
MORE_FOR_SPARE: Final = ("base/", "new/war/")
FORGIVEN_TURNS: Final = 14
"""So many turns after the last blow the staff thinks of war."""
REBUFFED_HULL: Final = 9999
"""What is taken to hold a place where a battle was lost lately: more than anybody has."""
GETTING_READY: Final = (SplitFleet, MergeFleets, RenameFleet, SetEngagement, LoadCargo, UnloadCargo, LoadSupplies)
"""Orders for a fleet after which it still waits for one."""


class Advice(Value):
    """Orders that belong together, what each does in the words of its preview, both in a few words, why they are advised, and
    what they cost; `concern` is what they are about ("explore"). Several with the same `many` words are told in one line, each by
    its `where`; so are those of the same `kin` in a list that would be too long."""

    orders: tuple[Order, ...]
    texts: tuple[str, ...]
    label: str
    reason: str
    concern: str
    cost: int = 0
    many: str = ""
    where: str = ""
    kin: str = ""


class CarefulSituation(Situation):
    """A turn as the staff sees it: it overlooks nothing and saves nothing, no fleet goes where it would lack supplies, and what
    the player ordered stays as it is. Enemies' worlds are for chains of orders, which take troops and supplies along, and
    encounters for the player to answer."""

    takes_by_chain = True
    leaves_scenes = True

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
        self.judgment = changed(self.judgment, overlooks=0, reserve=0)
        self.is_last_look = False

    def take_over(self, other: Situation) -> None:
        """Have what another look at the same turn has worked out."""
        super().take_over(other)
        self.is_last_look = isinstance(other, CarefulSituation) and other.is_last_look

    @property
    def spoken_for(self) -> frozenset[str]:
        """What the orders on the sheet dispose of: fleets, colonies that grow, what is laid down where (more of it, where CPs are
        to spare)."""
        things = (thing for signed in self.sheet for thing in _things(signed.order))
        return frozenset(one for one in things if not (self.is_last_look and one.startswith(MORE_FOR_SPARE)))

    @property
    def spare(self) -> int:
        """What is left over when all else had its turn."""
        return self.planned.purse if self.is_last_look else 0

    def ways(self, fleet: Fleet, goals: Iterable[HexId]) -> list[tuple[int, HexId]]:
        """Those in reach that it can go to without want, with what it can take along."""
        return [(weeks, hex_) for weeks, hex_ in super().ways(fleet, goals) if self._is_fed_on(fleet, hex_, weeks)]

    def _is_fed_on(self, fleet: Fleet, hex_: HexId, weeks: int) -> bool:
        short = points_short(self.planned, fleet, hex_, weeks)
        return not short or points_to_take(self.planned, fleet, hex_, weeks) > 0


def advise(view: View, sheet: Sequence[SignedOrder] = ()) -> tuple[Advice, ...]:
    """What the staff advises on top of what stands on the sheet, in the order in which it can be entered. WrongPhaseError for
    the game master's view, which has no sheet."""
    kept = tuple(sheet)
    random = AiRandom(NO_SECRET, view.side, view.turn)
    situation = CarefulSituation(view, STAFF, random, on_record(view), kept)
    take_aim(situation)
    found: list[Proposal] = []
    entries: tuple[Entry, ...] = ()
    previews: Mapping[str, OrderPreview] = {}
    dropped: set[tuple[Order, ...]] = set()
    for _ in range(MOST_ROUNDS):
        looked, proven = decide(situation)
        more = [one for one in _proposals(proven.entries) if one.orders not in dropped]
        if not more and situation.is_last_look:
            break
        if more:
            provided = [_provided(looked, one) for one in more]
            made, previews, gone = _without_warnings(view, kept, [*found, *provided])
            dropped |= {one.orders for one, as_given in zip(more, provided, strict=True) if as_given.orders in gone}
            entries, found = made.entries, _proposals(made.entries)
            situation = situation.again((*kept, *(entry for entry, _ in entries)), made.planned)
        else:
            situation = situation.again(situation.sheet, situation.planned)
            situation.is_last_look = True
    return _with_their_parts([_advice(situation, one, entries, previews) for one in found])


def on_record(view: View) -> GovernorMemory:
    """What a governor in this seat would have in mind, as far as the side's own record tells it: with whom it has exchanged blows
    that no treaty has ended since, from when on, and where it lost a battle."""
    blows: dict[SideId, list[Deed]] = {}
    for deed in view.deeds:
        if deed.kind in BONDS:
            blows.pop(deed.other, None)
        elif deed.kind in BREACHES and deed.other in view.flags and view.turn - deed.last <= FORGIVEN_TURNS:
            blows.setdefault(deed.other, []).append(deed)
    if not blows:
        return NEW_MEMORY
    last = {side: max(deed.last for deed in deeds) for side, deeds in blows.items()}
    foe = min(last, key=lambda side: (-last[side], side))
    held = {side: WAR_GRUDGE + max(0, MOST_GRUDGE - WAR_GRUDGE - (view.turn - turn)) for side, turn in last.items()}
    lost = {
        sign.hex: REBUFFED_HULL
        for sign in view.signs.values()
        if sign.kind == "battle" and sign.by in view.flags and sign.by != view.side
    }
    cause = f"{view.flags[foe].name} and we have come to blows"
    since = min(deed.turn for deed in blows[foe])
    return changed(NEW_MEMORY, grudges=held, foe=foe, since=since, cause=cause, rebuffs=lost)


def _things(order: Order) -> Iterator[str]:
    """What an order uses up, in the words of proposals."""
    fleet = "" if isinstance(order, GETTING_READY) else getattr(order, "fleet", "")
    if fleet and not isinstance(order, BuildUnits):
        yield f"fleet/{fleet}"
    match order:
        case ExpandColony(colony):
            yield f"grow/{colony}"
        case BuildFacility(_, facility):
            yield f"works/{facility}"
        case MakeMunitions():
            yield "works/munitions"
        case BuildUnits(colony, design):
            yield from (f"base/{colony}", f"train/{colony}", f"new/war/{colony}/{design}")
        case RefitUnits(colony):
            yield f"refit/{colony}"
        case _:
            pass


def _proposals(entries: Iterable[Entry]) -> list[Proposal]:
    """The proposals of entries, each once."""
    return list({id(proposal): proposal for _, proposal in entries}.values())


def _without_warnings(
    view: View, kept: tuple[SignedOrder, ...], tried: Sequence[Proposal]
) -> tuple[CheckedSheet, Mapping[str, OrderPreview], set[tuple[Order, ...]]]:
    """The sheet with proposals, as far as the check neither refuses nor warns of anything; what each order does; and those
    left out."""
    gone: list[Proposal] = []
    while True:
        made = prove(view, kept, (), [one for one in tried if one not in gone])
        _, previews, _ = plan_sheet(view, (*kept, *(entry for entry, _ in made.entries)))
        warned = [p for e, p in made.entries if any(not note.informs for note in previews[e.id].notes)]
        if not warned:
            stay = {id(one) for one in _proposals(made.entries)}
            return made, previews, {one.orders for one in tried if id(one) not in stay}
        gone += warned


def _provided(situation: CarefulSituation, proposal: Proposal) -> Proposal:
    """A proposal with the supplies that its voyage needs taken aboard before, where it does not see to them itself."""
    if any(isinstance(order, LoadSupplies) for order in proposal.orders):
        return proposal
    orders: list[Order] = []
    for order in proposal.orders:
        fleet = situation.planned.fleets.get(order.fleet) if isinstance(order, MoveFleet) else None
        if isinstance(order, MoveFleet) and fleet is not None:
            goal = order.legs[-1].to
            points = sum(points_to_take(situation.planned, fleet, goal, w) for w, _ in situation.ways(fleet, (goal,)))
            orders += [LoadSupplies(order.fleet, points)] if points else []
        orders.append(order)
    return changed(proposal, orders=tuple(orders)) if len(orders) > len(proposal.orders) else proposal


def _advice(
    situation: Situation, proposal: Proposal, entries: Sequence[Entry], previews: Mapping[str, OrderPreview]
) -> Advice:
    mine = [previews[entry.id] for entry, of in entries if of is proposal]
    orders, texts = tuple(one.order for one in mine), tuple(one.text for one in mine)
    label = label_of(situation, orders, texts[-1])
    reason = reason_of(situation, changed(proposal, orders=orders), label)
    many, where = many_words(situation, orders)
    kin, which = kin_of(situation, orders, reason)
    cost = sum(one.cost for one in mine)
    return Advice(orders, texts, label, reason, proposal.concern, cost=cost, many=many, where=where or which, kin=kin)


def _with_their_parts(found: Sequence[Advice]) -> tuple[Advice, ...]:
    """Advice for fleets that other advice parts belongs to that: neither can be given without the other. It comes after what
    stands alone."""
    parts: dict[FleetId, int] = {}
    joined: dict[int, Advice] = {}
    for place, one in enumerate(found):
        made = [f for order in one.orders if isinstance(order, SplitFleet) for f in (order.fleet, order.new)]
        of = {parts[fleet] for order in one.orders if (fleet := getattr(order, "fleet", "")) in parts}
        home = min(of, default=place)
        parts |= dict.fromkeys(made, home)
        before = joined.get(home)
        joined[home] = one if before is None else _joined(before, one)
    return tuple(sorted(joined.values(), key=lambda one: any(isinstance(order, SplitFleet) for order in one.orders)))


def _joined(one: Advice, other: Advice) -> Advice:
    """Both as one."""
    told = f"{one.reason}; {other.label}: {other.reason}" if other.concern == one.concern else one.reason
    return changed(
        one, orders=one.orders + other.orders, texts=one.texts + other.texts, reason=told, cost=one.cost + other.cost
    )


def in_turn(found: Iterable[Advice]) -> tuple[Order, ...]:
    """All orders of advice in the order in which they can be entered one by one, as the turn takes them up."""
    orders = [order for one in found for order in one.orders]
    return tuple(sorted(orders, key=lambda order: max(KIND_OF[type(order)].phase, Phase.ORGANISE)))
