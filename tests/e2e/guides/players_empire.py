"""The player's guide, its sections on an empire at work: supplies, colonies, the ground, yards, treaties, designs, officers."""

from collections.abc import Mapping
from typing import Any

from playtest.player import GIVE_BUTTON
from tests.e2e.guides.walk import Walk


async def cleared(walk: Walk) -> None:
    """An empty sheet."""
    await walk.also("ada", "orders withdraw", number="all")


async def give_order(walk: Walk, command: str, **options: Any) -> None:
    """An order of Ada's that is not a step of its own."""
    await walk.also("ada", command, **options)
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")


async def stars(walk: Walk) -> tuple[str, str]:
    """Two hexes to fly to."""
    found = await walk.suggested("ada", "fleet move", "to", fleet="Lantern One")
    return str(found[0].value)[:4], str(found[1].value)[:4]


async def supplies(walk: Walk) -> None:
    terra = "Terra"
    await walk.order("ada", "/fleet supply", fleet="Seventh", points=10)
    await walk.order("ada", "/fleet unsupply", fleet="Works", points=10)
    await walk.order("ada", "/fleet hand", fleet="Works", points=12, into="Second")
    await walk.order("ada", "/fleet arm", fleet="Seventh", cps=5, at=terra)
    await walk.order("ada", "/fleet disarm", fleet="Works", cps=3, at=terra)
    await walk.order("ada", "/fleet embark", fleet="Seventh", craft="Guardian gunboat", at=terra)
    await walk.order("ada", "/fleet disembark", fleet="Works", craft="Swift fighter", at=terra, count=2)
    await give_order(walk, "fleet embark", fleet="Eighth", craft="FI", at=terra, count=2, crated=True)
    await walk.also("ada", "fleet list", "stress")
    await walk.also("ada", "fleet show", "supply", fleet="Works")
    await cleared(walk)


async def on_the_ground(walk: Walk, words: Mapping[str, str]) -> None:
    await walk.order("ada", "/invade land", fleet="Marines", world=words["burrow"], at="city", posture="hold")
    reserve = (await walk.table.view("humans")).fronts[words["terra"]].forces["humans/A1"]
    told = {"world": words["terra"], "posture": "hold", "forces": "A1", "at": reserve.at}
    await walk.order("ada", "/invade army", refill=True, **told)
    await walk.use("ada", "/invade fronts", "Infantry", world=words["terra"])
    await cleared(walk)


async def colonies(walk: Walk, words: Mapping[str, str]) -> None:
    await walk.use("ada", "/colony show", "Terra", colony="Terra")
    await walk.order("ada", "/colony found", fleet="Colonists", world=words["world"], name="Secret Cove")
    await walk.order("ada", "/colony settle", world=words["spare"], cps=20, name="Second Terra")
    await walk.order("ada", "/colony strip", at="Terra")
    await cleared(walk)


async def building(walk: Walk, words: Mapping[str, str]) -> None:
    terra = "Terra"
    await walk.use("ada", "/build roster", "Sabre destroyer")
    await walk.order("ada", "/build continue", build=words["build"], using=2, paying=20)
    await walk.order("ada", "/build facility", facility="lab", amount=2, at=terra)
    await walk.use("ada", "/build queue", "Sabre destroyer")
    await give_order(walk, "build units", design="DD", at=terra, crash="cost")
    await walk.order("ada", "/build send", build=words["build"], to=(await stars(walk))[0])
    await walk.order("ada", "/build retool", amount=20, to="munitions", at=terra)
    await walk.order("ada", "/build munitions", at=terra, cps=10)
    await walk.also("ada", "build munitions", at=terra, missiles=50)
    await walk.order("ada", "/build refit", to="Sabre II", at=terra, ships="DD01", using=10)
    await walk.order("ada", "/build scrap", units="INF", at=terra)
    await walk.use("ada", "/empire designs", "Hulls")
    await walk.order("ada", "/orders priorities", lines="research, ships")
    await cleared(walk)


async def repairing(walk: Walk, words: Mapping[str, str]) -> None:
    """A ship of theirs is damaged since the stage was set."""
    await walk.use("ada", "/fleet show", "5 Cargo bay damaged", fleet="Eighth")
    hurt = next(f for f in (await walk.table.view("humans")).fleets.values() if f.name == "Eighth").ships[0]
    await walk.also("ada", "fleet show", "status.png", fleet="Eighth", ship=hurt.rpartition("/")[2])
    await walk.also("ada", "fleet repair", what="Eighth", salvage=words["works"])
    await walk.order("ada", "/fleet repair", what="Eighth", by="Terra")
    await cleared(walk)


async def bases(walk: Walk, words: Mapping[str, str]) -> None:
    terra = "Terra"
    await walk.use("ada", "/base list", "OS01")
    await walk.order("ada", "/base dismantle", fleet="Seventh", at=terra, what="shipyard", amount=5)
    await walk.order("ada", "/base assemble", fleet="Second", what="Shipyard bays", amount=5)
    await walk.order("ada", "/base tow", fleet="Seventh", at=terra, design="OS")
    await walk.order("ada", "/base release", base="OS01")
    await walk.order("ada", "/base mine", fleet="Eighth", orbit=int(words["orbit"]))
    await give_order(walk, "base mine", fleet="Fourth", orbit=0)
    await cleared(walk)


async def treaties(walk: Walk, words: Mapping[str, str]) -> None:
    await walk.order("ada", "/treaty offer", side="vermin", level="limited")
    await walk.order("ada", "/treaty accept", side="dominators")
    await walk.order("ada", "/treaty end", side="oolab")
    await walk.order("ada", "/treaty grant", side="dominators", right="rearm")
    await walk.order("ada", "/treaty revoke", side="dominators", right="supply")
    await walk.order("ada", "/fleet aid", fleet="Sixth", cps=20, colony=words["mire"])
    await walk.order("ada", "/treaty data", side="dominators", technology="Ion Lamps")
    await walk.order("ada", "/treaty technology", side="dominators", technology="Warm Bread")
    await walk.order("ada", "/treaty pay", technology="Ola Song")
    await walk.order("ada", "/treaty material", side="dominators", material="Special Magnetic Materials")
    await walk.use("ada", "/treaty list", "Oolab")
    await walk.use("ada", "/treaty relations", "Oolab")
    await walk.order("ada", "/treaty peace", side="dominators")
    await walk.order("ada", "/treaty threaten", side="dominators")
    await walk.use("ada", "/treaty message", "Sent to", side="dominators", text="Good day.")
    await cleared(walk)


async def designs(walk: Walk) -> None:
    """The two examples of the drawing board."""
    await walk.use("ada", "/design unit")
    await walk.fill("ada", "CPs", id="LE", name="Lens", kind="ship 20", lines=walk.block("Bridge"))
    await walk.also("ada", "design unit")
    await walk.fill("ada", "CPs", id="GU", name="Guides", kind="battalion", lines=walk.block("like: Infantry"))
    await walk.use("ada", "/design list", "Lens", "Guides")
    await walk.use("ada", "/design show", "design.png", design="LE")


async def officers(walk: Walk) -> None:
    """One more officer, a post and a rank for the one there is, and two crews that change ships."""
    await walk.use("ada", "/campaign rules", "Flag officers can be recruited")
    await walk.order("ada", "/officer recruit", at="Terra", name="Red Claw", with_talents="tactician", tactics="attack")
    await walk.order("ada", "/officer assign", officer="Talon", post="captain", unit="DD01")
    await walk.order("ada", "/officer rank", officer="Talon", rank=2)
    await walk.use("ada", "/officer list", "Talon")
    await walk.use("ada", "/officer show", "In the pool", officer="Talon")
    await walk.order("ada", "/officer crew", ship="DD01", to="DD02")
    await cleared(walk)
