"""Chapters of the game master's handbook on changing things by hand: amendments, decrees, own races, looking ahead."""

from typing import Any

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.test_gm_ahead import unknown_star
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.guides.unknown import psionics, signals, weather
from tests.e2e.guides.walk import Walk


async def give_order(walk: Walk, who: str, command: str, **options: Any) -> None:
    """An order."""
    await walk.also(who, command, **options)
    await walk.do(who, GIVE_BUTTON, "✔ Order given.")


async def amending(walk: Walk) -> None:
    """Every line of the first table."""
    gm = {"reason": "It was so"}
    view = await walk.table.view("humans")
    home = next(colony for colony in view.colonies.values() if colony.name == "Terra")
    await walk.use("gm", "/gm amend move", fleet="humans-F1", to=home.hex, **gm)
    await walk.use("gm", "/gm amend create", side="humans", design="DD", hex=home.hex, fleet="Gift", **gm)
    await walk.use("gm", "/gm amend damage", units="humans/DD01", component="LRS", damaged=1, **gm)
    tender = {"side": "humans", "name": "Tender", "kind": "ship", **gm}
    await walk.also("gm", "gm amend design", hull=20, cost=50, cargo_bays=5, repair_bays=2, **tender)
    await walk.also("gm", "gm amend create", side="humans", design="Tender", hex=home.hex, fleet="Menders", **gm)
    await walk.use("gm", "/gm amend damage salvage:1", units="humans/T01", component="LRS", **gm)
    await walk.use("gm", "/gm amend treasury", side="humans", cps=500, **gm)
    await walk.use("gm", "/gm amend income", side="humans", cps=40, **gm)
    place = await empty_star(walk.table)
    await walk.use("gm", "/gm amend handicap", "is 125 %", side="dominators", percent=125, **gm)
    await walk.use("gm", "/gm amend knowledge", side="humans", hex=place, **gm)
    projects = await walk.suggested("gm", "gm amend success", "project", side="humans")
    for project in projects[1:]:
        await walk.also("gm", "gm amend success", side="humans", project=project.value)
    await walk.use("gm", "/gm amend success", side="humans", project=projects[0].value, **gm)
    await walk.use("gm", "/gm amend world", hex=home.hex, orbit=home.orbit, resources="Spice", **gm)
    await walk.use("gm", "/gm amend colony", colony="Terra", size=home.size + 5, **gm)
    await walk.use("gm", "/gm amend design", side="humans", name="Needle", kind="ship", hull=10, cost=30, **gm)
    await walk.use("gm", "/gm amend trade", side="humans", partner="The Guild", level="limited", gross=100, **gm)
    await walk.use("gm", "/gm amend peace", one="humans", other="dominators", **gm)
    await walk.table.settle()
    assert "are at peace" in walk.table.last_in_room("ada").text()


async def decreeing(walk: Walk) -> None:
    """Every line of the second table; designs; a narrative."""
    view = await walk.table.view("humans")
    home = next(colony for colony in view.colonies.values() if colony.name == "Terra")
    gm = {"reason": "It was so"}
    a, b = sorted((await walk.table.view()).systems)[:2]
    await signals(walk)
    await walk.use("gm", "/decree link", a=a, b=b, kind="gate", **gm)
    await walk.use("gm", "/decree unlink", a=a, b=b, kind="gate", **gm)
    await walk.use("gm", "/decree stress", stress=15, fleet="humans-F2", **gm)
    await walk.use("gm", "/decree effect", units="humans/DD03", effect="retire", **gm)
    await walk.use("gm", "/decree repair", ships="humans/DD01", **gm)
    await walk.use("gm", "/decree upgrade", upgrade="Quieter fans", at="Menders", fleet="Menders", **gm)
    await walk.use("gm", "/decree task", technology="Deep Song", successes=4, side="humans", **gm)
    await give_order(walk, "ada", "research start", name="Longer Road", at="Terra", cps=25, steps=8)
    projects = await walk.suggested("gm", "decree split", "project", side="humans")
    await walk.use("gm", "/decree split", side="humans", project=projects[0].value, each=3, **gm)
    await walk.use("gm", "/decree discovery", side="humans", field="Whales", **gm)
    await walk.use("gm", "/decree received", side="humans", technology="Warm Bread", successes=2, **gm)
    await walk.use("gm", "/decree embassy", one="humans", other="dominators", **gm)
    await walk.use("gm", "/decree contagion", side="humans", source="The Guild", text="Salt moths.", **gm)
    await walk.use("gm", "/decree battle", hex=a, surprised="humans", advantage="humans 10", **gm)
    await walk.use("gm", "/decree hinder", colony=home.id, percent=40, blockaded=True, **gm)
    await walk.use("gm", "/decree raid", side="humans", cps=10, **gm)
    await walk.use("gm", "/decree officers", "flag officers can be recruited", **gm)
    await walk.also("ada", "officer recruit", at=home.id, name="Talon", with_talents="lucky")
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    await walk.table.advance()
    await walk.use("gm", "/decree officer", "Talon now has", officer="Talon", strategy=2, **gm)
    await walk.use("gm", "/decree talent", "Talon is lucky", officer="Talon", talent="lucky", amount=10, **gm)
    await walk.use("gm", "/decree crews", "are veteran now", grade="veteran", ships="humans/DD01", **gm)
    await walk.use("gm", "/decree war killer", side="humans", design="DD", on=True, **gm)
    await walk.use("gm", "/decree war attitude", side="dominators", attitude="Hostile", **gm)
    await psionics(walk)
    await walk.use("gm", "/decree care", hex=home.hex, orbit=home.orbit, percent=5, **gm)
    await walk.use("gm", "/decree template", side="humans", name="Long Hull", kind="ship", hull=50, **gm)
    await weather(walk)
    await walk.use("gm", "/decree front show")
    patrol: dict[str, Any] = {"force": "a patrol", "side": "humans", "design": "INF", "teams": 4}
    await walk.use("gm", "/decree front force", world=home.id, **patrol, **gm)
    await walk.use("gm", "/decree front people", world=home.id, attitude="Hostile", **gm)
    await walk.use("gm", "/decree front conquered", world=home.id, side="dominators", **gm)
    await walk.also("gm", "decree front conquered", world=home.id, side="humans", **gm)
    await walk.use("gm", "/decree front odds", world=home.id, side="humans", attack=1, **gm)
    await walk.use("gm", "/decree front surface", world=home.id, at="0101", terrain="swamp", **gm)
    await walk.use("ada", "/design unit")
    await walk.fill("ada", id="LA", name="Lark", kind="ship 20", lines="Bridge\n2 Crew quarters\nDrive 4G")
    await walk.do("ada", "Send to the game master")
    await walk.use("gm", "/gm designs", "Lark")
    await walk.use("gm", "/gm narrate to:all", "Narrative")
    await walk.fill("gm", "seen by", text="A comet.")
    await walk.also("gm", "gm narrate", to="humans", text="A dream.")


async def own_races(walk: Walk) -> None:
    """A race of the game master's for a month."""
    home = await empty_star(walk.table)
    await walk.use("gm", "/gm npr set", race="Hive", home=home, gross=400, pace="fast", attitude="Hostile")
    await walk.use("gm", "/gm npr force", race="Hive", hex=home, ships=7, role="home guard")
    await walk.use("gm", "/gm npr colony", race="Hive", world=await free_world(walk, home), name="Nest")
    await walk.use("gm", "/gm npr relation", race="Hive", side="humans", stands="cordial", at_peace=True)
    await walk.use("gm", "/gm npr notes", race="Hive")
    await walk.fill("gm", **{"Story": "They dig.", "Private notes": "The queen lies."})
    await walk.also("gm", "gm amend trade", side="humans", partner="Hive", level="limited", gross=400)
    await walk.use("gm", "/gm npr turn", "Growth", "Trade with Human Union")
    await walk.use("gm", "/gm npr show", "The queen lies.", "Growth", race="Hive")
    await walk.use("gm", "/gm npr remove", race="Hive")


async def free_world(walk: Walk, home: str) -> str:
    whole = await walk.table.view()
    taken = {home} | {colony.hex for colony in whole.colonies.values()}
    return next(f"{h}-{s.bodies[0].orbit}" for h, s in sorted(whole.systems.items()) if s.bodies and h not in taken)


async def ahead(walk: Walk) -> None:
    """What players will reach."""
    await walk.use("gm", "/gm near", turns=12)
    star = await unknown_star(walk.table)
    await walk.use("gm", "/gm prepare", "is prepared", hex=star)
    await walk.also("gm", "gm prepare", "is prepared", hex=star, fill=True)
    await walk.use("gm", "/gm plot", turns=6)
