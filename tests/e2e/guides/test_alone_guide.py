"""The guide to playing alone or with two friends, done as it stands there."""

from rules.cluster_war.chapters.diplomacy.contact import in_contact
from sandbox.reply import SeenMessage
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table

PLAIN = {
    "★": "the mark of what is advised, on the buttons that are pressed",
}

MONTHS = 6
"""The guide says that rivals meet in the first months."""


async def test_the_guide_to_playing_alone_or_with_friends_is_done_as_it_stands_there(table: Table) -> None:
    table.open_commands()
    walk = Walk("docs/guides/alone-or-with-friends.md", table, PLAIN)
    await alone(walk)
    await with_friends(walk)
    walk.done()


def dashboard(walk: Walk, who: str) -> SeenMessage:
    """A person's dashboard."""
    return next(m for m in walk.table.human(who).messages(walk.here, 200) if m.payload["pinned"])


async def alone(walk: Walk) -> None:
    """A month of a campaign alone, its players, an undo, its end."""
    table = walk.table
    await walk.use("ada", "/campaign solo", "A campaign of your own")
    await walk.press("ada", "Begin", "has begun in")
    await walk.enter("ada")
    await walk.press("ada", "Do as my staff advises", "Your staff advises", on=dashboard(walk, "ada"))
    await walk.press("ada", "Explore", on=dashboard(walk, "ada"))
    await walk.do("ada", "★ ")
    await walk.press("ada", "Give", "given.")
    for button in ("Build", "Research", "Colonies"):
        await walk.press("ada", button, on=dashboard(walk, "ada"))
    await walk.press("ada", "I am ready", "You are ready", on=dashboard(walk, "ada"))
    await table.tick()
    await table.tick()
    reached = (await table.game()).turn
    assert reached == 2
    while not (met := await in_contact_with(table)):  # the rivals go where they like
        assert reached < MONTHS
        await walk.also("ada", "orders ready")
        await table.tick()
        await table.tick()
        reached += 1
    await walk.use("ada", "/treaty message", side=met[0], text="Greetings.")
    await walk.order("ada", "/treaty offer", side=met[0], level="limited")
    await walk.use("ada", "/campaign rules", "House rules")
    await walk.use("ada", "/campaign players", "led by the bot")
    await walk.use("ada", "/turn undo", "is taken back", reason="A slip")
    await walk.do("ada", "Yes, undo")
    await table.tick()  # governors think anew
    assert (await table.game()).turn == reached - 1
    await walk.use("ada", "/campaign pause", "is paused")
    await walk.use("ada", "/campaign finish", "cannot be taken up again")
    await walk.press("ada", "Yes, end it", "is finished")
    await table.settle()
    told = "\n".join(m.text() for m in table.ada.messages(walk.here, 200))
    assert f"is over, after turn {reached - 2}" in told
    assert "(you)" in told


async def in_contact_with(table: Table) -> list[str]:
    """The rivals who can be written to."""
    view = await table.view("humans")
    return [side for side in view.flags if side != "humans" and in_contact(view, "humans", side)]


async def with_friends(walk: Walk) -> None:
    """Three people, one of them game master, and a governor; then plain words before a council."""
    table = walk.table
    walk.here = CHANNEL
    await walk.use("gm", "/campaign create name:The Long Night scenario:four_empires rulings:book", "The Long Night")
    await walk.turn_to(CHANNEL)
    await walk.use("gm", "/campaign join", "leads", side="humans")
    await walk.also("vik", "campaign join", side="vermin")
    await walk.also("dom", "campaign join", side="dominators")
    await walk.use("gm", "/campaign begin", "turn 1 is open")
    await walk.press("gm", "Bot for open seats", "is led by the bot")
    await walk.use("gm", "/gm seat bot_player", "led by the bot", side="oolab", character="trader", strength="even")
    await table.tick()
    await walk.use("gm", "/campaign schedule", when="every 168h")
    for who in ("gm", "vik", "dom"):
        await walk.also(who, "orders ready")
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 2
    await walk.also("gm", "campaign options", rulings="council")
    await walk.also("vik", "orders ask", text="May we name a star?")
    await walk.do("vik", "Give this order")
    for who in ("gm", "vik", "dom"):
        await walk.also(who, "orders ready")
    await table.tick()
    await table.tick()
    table.flags["vik"] = next(flag.name for flag in (await table.game()).sides if flag.id == "vermin")
    pinned = next(m for m in table.vik.messages(table.room("vik"), 200) if m.payload["pinned"])
    await walk.press("vik", "Ask the council", on=pinned)
    await walk.use("vik", "/orders ask", text="And a moon?")
    await walk.press("vik", "Yes", on=await put_to_vote(walk, pinned))
    for word in ("No", "Abstain"):
        walk.sees(word, on=walk.message("gm", word))
    await walk.use("gm", "/campaign options book:48h", "48 h")


async def put_to_vote(walk: Walk, pinned: SeenMessage) -> SeenMessage:
    """A question put to the vote; gives the public post."""
    vik = walk.table.vik
    form = await vik.click(await vik.click(pinned, "Ask the council"), "Write what everybody reads")
    shown = await vik.submit(form, {"wording": "We name a star", "outcome": "It is called so"})
    await vik.click(shown, "Yes, put it to the vote")
    await walk.table.settle()
    return walk.message("gm", "Yes")
