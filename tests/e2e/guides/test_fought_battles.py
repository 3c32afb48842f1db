"""The guide to battles of a campaign that its players fight, done as it stands there."""

from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_fought import fight_of, look, threads
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table


async def test_the_guide_to_battles_that_players_fight_is_done_as_it_stands_there(table: Table) -> None:
    walk = Walk("docs/guides/fought-battles.md", table)
    await table.start(review=False, schedule="every 48h")
    here = await empty_star(table)
    await walk.use("gm", "/decree battle method:fought", largest=60, reason="War")
    await amended(table, "gm amend create", side="humans", design="DD", count=1, hex=here, fleet="Wolves")
    await amended(table, "gm amend create", side="dominators", design="BE", count=1, hex=here, fleet="Lamb")
    await give(table, "ada", Given("fleet engage", 'engage "Wolves" attack', {"fleet": "Wolves", "stance": "attack"}))
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    await look(table)
    assert [len(threads(table, who)) for who in ("ada", "dom", "gm", "visitor")] == [1, 1, 1, 0]
    await walk.use("gm", "/gm battle", "Its players fight it in")
    await walk.press("gm", "Close the tactical game", "yours to settle")
    await look(table)
    await walk.press("gm", "Let them fight", "in a thread of its own")
    await look(table)
    await walk.use("gm", "/campaign options spectators:at-peace", "those look on who are at peace with all who fight")
    await walk.also("gm", "campaign options", "everybody may look on", spectators="everybody")
    walk.sees("To the battle", on=walk.message("ada", "To the battle", table.room("ada")))
    await walk.use("ada", "/turn status", "Your forces are in battle")
    fight = await fight_of(table, "ada")
    walk.here = fight.thread
    panel = await walk.do("ada", "Plot", on=walk.message("ada", "Plot"))
    if not any(button.label == "More lines" for button in panel.buttons):
        panel = await walk.pick("ada", "Plot a craft", value="A1", on=panel)
    await walk.press("ada", "More lines", "more lines", on=panel)
    await walk.use("ada", "/plot act", "`self-destruct when armor <= 0`", what="self-destruct", when="armor <= 0")
    await walk.use("dom", "/battle leave", "has no player then")
    await walk.do("dom", "Yes, leave")
    await walk.use("dom", "/battle join", "plays")
    await walk.also("ada", "battle leave", "from then on", deputy=table.visitor)
    await walk.do("ada", "Yes, hand it over")
    await look(table)
    assert len(threads(table, "visitor")) == 1
    await walk.use("dom", "/battle concede", "Give the battle up?")
    await walk.do("dom", "Yes, give it up", "gives the battle up")
    await look(table)
    assert (await table.game()).turn == 2
    walk.done()
