"""Pictures of a campaign that is being founded: the wizard, a race, its package, the GM's list of races."""

from playwright.async_api import expect

from docs.pictures.camera import choose, snap
from tests.browser.kit import Seat

ROOM = "war-room"


async def take_founding(grace: Seat, vik: Seat) -> None:
    """Found a campaign in the empty room and design a race in it."""
    await grace.open(ROOM)
    await vik.open(ROOM)
    await grace.command("/campaign found name:Spiral Arm seats:3")
    wizard = grace.message("Spiral Arm · Overview")
    await expect(wizard).to_be_visible()
    wizard = grace.messages.filter(has_text="used /campaign found").last
    await choose(grace, wizard, "Go to another page", "Map and seats")
    await choose(grace, wizard, "Sectors from left", "6 ")
    await choose(grace, wizard, "Sectors from top", "6 ")
    await snap(grace, "wizard.png", wizard)

    await vik.command("/campaign join side:gold")
    await expect(vik.message("leads Gold")).to_be_visible()
    await vik.command("/race design")
    race = vik.messages.filter(has_text="used /race design").last
    await expect(race).to_be_visible()
    await choose(vik, race, "Begin from", "Vermin")
    await choose(vik, race, "Go to another page", "Racial abilities")
    await snap(vik, "race.png", race)
    await choose(vik, race, "Go to another page", "Starting package")
    await snap(vik, "package.png", race)
    await choose(vik, race, "Go to another page", "Summary")
    await race.get_by_role("button", name="Submit to the game master").click()
    await expect(race).to_contain_text("with the game master")

    await grace.command("/gm races")
    races = grace.messages.filter(has_text="used /gm races").last
    await expect(races).to_contain_text("Set-up")
    await snap(grace, "races.png", races)
