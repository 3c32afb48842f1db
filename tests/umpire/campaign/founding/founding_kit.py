"""An open campaign at hand: two seats with players, races that can be submitted, and everything a test asks for."""

from dataclasses import dataclass

from rules.values import changed
from storage.db import Storage
from tests.umpire.world import ANNA, CHANNEL, DORA, GM, GUILD, Workers, services_on
from umpire.campaign.founding import race_edits, races
from umpire.campaign.founding.open_campaign import Founding, found_game, founding
from umpire.campaign.founding.plan import FoundingPlan, settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.founding.races import RacePaper
from umpire.campaign.open_turn import SYSTEM
from umpire.games import seats
from umpire.games.new_game import NewGame
from umpire.games.seat import Seat
from umpire.services.services import Services

SMALL = FoundingPlan(seats=2, across=5, down=5, shape="standard")


@dataclass
class Open:
    """The services, the game's id, and the seats of the game master, of Anna (blue) and of Dora (gold)."""

    services: Services
    workers: Workers
    id: str
    gm: Seat
    anna: Seat
    dora: Seat

    async def now(self) -> Founding:
        """The plan and the seats as they stand."""
        return await founding(self.services, self.id)

    async def take(self, seat: Seat, race: str) -> RacePaper:
        """Choose a printed race with its roster."""

        def chosen(draft: RaceDraft) -> RaceDraft:
            return race_edits.use_kit(race_edits.use_preset(draft, race), race, settings_of_plan(SMALL))

        return await races.change_race(self.services, seat, chosen, f"preset {race}")

    async def rename(self, seat: Seat, name: str) -> RacePaper:
        """Give one's race another name."""
        return await races.change_race(self.services, seat, lambda d: race_edits.set_names(d, name, "", ""), "names")

    async def approved(self, seat: Seat, race: str) -> RacePaper:
        """A printed race, submitted and approved."""
        await self.take(seat, race)
        paper = await races.submit(self.services, seat)
        return await races.approve(self.services, self.gm, seat.side, paper.version)


async def new_open(storage: Storage, plan: FoundingPlan = SMALL) -> Open:
    """A founded campaign with both seats taken."""
    services, _, workers = services_on(storage)
    game = await found_game(services, NewGame(SYSTEM, GUILD, CHANNEL, "Dawn", GM), plan)
    anna = await seats.take(services, game.id, ANNA, "blue")
    dora = await seats.take(services, game.id, DORA, "gold")
    return Open(services, workers, game.id, Seat(game.id, "", GM, is_gm=True), anna, dora)


def custom_race(draft: RaceDraft) -> RaceDraft:
    """The Kree: 30 AP of this and that, one entry of their own, and a ship of their own design."""
    draft = race_edits.set_names(draft, "Kree", "cold and wide", "Kreeholm")
    for title, digit in (("Size", "6"), ("Temperature", "4")):
        draft = race_edits.set_home_digit(draft, title, digit)
    draft = race_edits.choose(draft, ["Flight", "Extra Strength", "Combat Reflexes"], ["Flight", "Extra Strength"])
    draft = race_edits.set_entry(draft, "Extra Strength", "2", "")
    draft = race_edits.choose(draft, ["Warp", "Jump"], ["Warp"])
    draft = race_edits.add_custom(draft, "Song of the deep", "abilities", "They hear ships from afar.")
    draft = race_edits.use_kit(draft, "Oolab", settings_of_plan(SMALL))
    return changed(draft, sheet=changed(draft.sheet, notes="A people of the ice."))
