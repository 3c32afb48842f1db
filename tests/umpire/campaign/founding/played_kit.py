"""A founded campaign with its first turn open: races approved, cluster made, orders given by lines, months resolved."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.model.working.amendment import Amendment
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import Open, new_open
from umpire.campaign.designs import drawings
from umpire.campaign.founding import race_edits, races
from umpire.campaign.founding.open_campaign import make_cluster
from umpire.campaign.founding.plan import FoundingPlan, settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.views import reports, side_views
from umpire.games.seat import Seat

Draft = Callable[[RaceDraft], RaceDraft]
USUAL_SHIP_DESIGNS = 5


@dataclass
class Played:
    """A running campaign of Anna (blue) and Dora (gold)."""

    open: Open

    @property
    def anna(self) -> Seat:
        return self.open.anna

    @property
    def dora(self) -> Seat:
        return self.open.dora

    async def view(self, seat: Seat | None = None) -> View:
        """What a seat sees now; Anna unless another is named."""
        return await side_views.view(self.open.services, seat or self.anna)

    async def home(self, seat: Seat | None = None) -> str:
        """The id of a seat's home world."""
        me = (await self.view(seat)).me
        assert me is not None
        return f"{me.home}-{me.home_orbit}"

    async def give(self, *lines: str, seat: Seat | None = None) -> None:
        """Orders by lines of players' notation; GameError for the first that cannot be given."""
        for line in lines:
            await orders.enter_line(self.open.services, seat or self.anna, line)

    async def order(self, *given: Order, seat: Seat | None = None) -> None:
        """Orders as values."""
        await orders.enter(self.open.services, seat or self.anna, given)

    async def amend(self, *amendments: Amendment) -> None:
        """The game master's hand."""
        for amendment in amendments:
            await rulings.amend(self.open.services, self.open.gm, amendment, "So it is")

    async def advance(self) -> None:
        """Resolve the open month."""
        revision = (await self.view()).turn
        await turns.advance(self.open.services, self.open.id, self.open.gm, "test", revision)

    async def report(self, turn: int, seat: Seat | None = None) -> str:
        """What a seat's report of a month says."""
        return (await reports.report(self.open.services, seat or self.anna, turn)).text

    async def why(self, turn: int, words: str, seat: Seat | None = None) -> str:
        """Why the first line of a seat's report that holds these words came out as it did."""
        told = await reports.report(self.open.services, seat or self.anna, turn)
        return told.why(next(line.number for line in told.lines if words in line.text))

    async def adopt(self, text: UnitText, seat: Seat | None = None) -> None:
        """Draw a design, send it, have it approved; GameError if it may not be."""
        services, mine = self.open.services, seat or self.anna
        await drawings.draw(services, mine, text)
        sent = await drawings.send(services, mine, text.id)
        await drawings.approve(services, self.open.gm, sent.side, sent.name, sent.version)


def usual(race: str, plan: FoundingPlan) -> Draft:
    """A printed race with its roster."""
    return lambda draft: race_edits.use_kit(race_edits.use_preset(draft, race), race, settings_of_plan(plan))


def fewer_ships(draft: RaceDraft, keep: str = "") -> RaceDraft:
    """A roster with no more ship designs than a race of nothing special may have: without its troop and supply ships first;
    freighters and `keep` stay."""
    ships = [d for d in draft.sheet.package.designs if d.kind == "ship"]
    apart = [d for d in ships if d.id in {"TS", "SU"}]
    others = [d for d in ships if d.cargo_bays <= d.lrs and d.id != keep and d not in apart]
    for design in [*apart, *others][: max(0, len(ships) - USUAL_SHIP_DESIGNS)]:
        draft = race_edits.drop_design(draft, design.id)
    return draft


async def begin(storage: Storage, plan: FoundingPlan, blue: Draft | str, gold: Draft | str = "Vermin") -> Played:
    """A campaign founded by this plan with these two races, in its first turn."""
    open_ = await new_open(storage, plan)
    for seat, draft in ((open_.anna, blue), (open_.dora, gold)):
        change = usual(draft, plan) if isinstance(draft, str) else draft
        await races.change_race(open_.services, seat, change, "race")
        paper = await races.submit(open_.services, seat)
        await races.approve(open_.services, open_.gm, seat.side, paper.version)
    await make_cluster(open_.services, open_.gm)
    await turns.open_first(open_.services, open_.gm)
    return Played(open_)
