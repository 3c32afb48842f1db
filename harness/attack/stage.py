"""The game that all evenings of a campaign begin from: four empires in their third month, near and far, with treaties.

It is played once and kept as two files (the bot's database, the sandbox's world); every evening opens a copy.
The Humans keep the secrets. The Vermin are strangers and have a scout at the Humans' own world; the Dominators have
ambassadors there; the Oolab trade with them. The Humans have an outpost that nobody else knows, and at home a ship for
every errand.
"""

import contextlib
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

from cogs.campaign.common.campaign_texts import scenario
from harness.attack.chance import by_asker
from harness.attack.fact import Words
from harness.attack.kept_work import KeptWork
from rules.cluster_war.model.state.places import neighbours
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS
from rules.values import changed
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.ears import NOON, stand_still
from tests.e2e.kit import CHANNEL, PLAYERS, Table, running_table
from umpire.campaign.founding.play_campaign import create_game
from umpire.campaign.open_turn import SYSTEM
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, Schedule

SANDBOX_FILE = "sandbox.db"
WORDS_FILE = "words.json"
MADE_FOLDER = "made"
"""The folder of what workers have made for evenings of this stage."""
FREIGHTER_DESIGN = {
    "kind": "ship",
    "hull": 40,
    "drive": "4",
    "cargo_bays": 60,
    "mining": 4,
    "racks": 40,
    "hangar": 200,
    "barracks": 4,
    "repair_bays": 2,
}
PREY = ("each trade-route hex travelled", "star system where CPs are moved")
ERRANDS = ("Works", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Colonists", "Marines")
FIRST_MONTH: tuple[tuple[str, str], ...] = (
    ("ada", 'research "Ion Lamps" at "Terra" steps 2 with 25'),
    ("ada", 'research "Warm Bread" at "Terra" steps 2 with 25'),
    ("ada", 'research "Long Road" at "Terra" steps 8 with 25'),
    ("ada", 'munitions 40 at "Terra"'),
    ("ada", 'recruit "Talon" at "Terra" with "leader, lucky"'),
    ("ada", 'supply "Works" 40'),
    ("ada", 'embark "Works" 2 "Swift fighter" from "Terra" crated'),
    ("ada", 'build 1 "Sabre destroyer" at "Terra" using 2 paying 20 joining "New Eyes"'),
    ("ada", 'dismantle 5 shipyard at "Terra" onto "Second"'),
    ("ada", 'build 1 "Picket station" at "Terra"'),
    ("ada", 'mine "Fourth" orbit 1'),
    ("ada", 'strip "{mine}"'),
    ("ada", 'load "Fifth" 80'),
    ("ada", 'load "Sixth" 80'),
    ("ada", 'load "Colonists" 80'),
    ("ada", 'embark "Marines" 2 "Infantry" from "Terra"'),
    ("ada", 'trade "Oolab" limited'),
    ("ada", 'grant "The Dominion" supply'),
    ("ada", 'ask "May we dig below the old city?"'),
    ("dom", 'trade "Human Union" limited'),
    ("dom", 'grant "Human Union" aid'),
    ("ola", 'research "Ola Song" at "{oolab}" steps 1 with 25'),
    ("vik", 'raid "Fangs" via {mine_hex}'),
)
SECOND_MONTH: tuple[tuple[str, str], ...] = (
    ("ada", 'arm "Works" 20 from "Terra"'),
    ("ada", 'tow "Picket station" at "Terra" with "Third"'),
    ("ada", 'spy "The Dominion" budget with 25 for "read their books" as "Secret Ears"'),
    ("ada", 'spy "The Dominion" budget with 25 for "listen at their doors" as "Secret Whisper"'),
    ("ada", 'spy "Oolab Shoal" mole with 25 for "have somebody among them" as "Secret Friend"'),
    ("ola", 'accept "Human Union"'),
    ("ola", 'transfer "Ola Song" to "Human Union"'),
)


async def _begin(table: Table) -> None:
    """Four Empires, with colonies that may be paid for within the own grid, officers, graded crews and dangerous terrain (which
    the scenario itself does not have), and raiders that catch all they come upon; played for a share of the worlds, so that
    dashboards and reports say how each side stands."""
    chosen = scenario("four_empires")
    surely = {f"CW-9.5-T01/{row}/{column}": "100" for row in PREY for column in ("with_LRS", "without_LRS")}
    settings = changed(
        chosen.settings,
        colony_freighters="outside-grid",
        flag_officers=True,
        graded_crews=True,
        overrides={**chosen.settings.overrides, **surely},
        terrain=TERRAIN_KINDS,
        aim="share",
        aim_share=60,
    )
    chosen = changed(chosen, settings=settings)
    world = table.sandbox.world
    new = NewGame(
        SYSTEM,
        world.guild().id,
        world.channel(CHANNEL).id,
        "The Long Night",
        table.gm.id,
        GameSettings(Schedule(), Options(review=True)),
    )
    game = await create_game(table.services, new, chosen)
    table.game_id = game.id
    table.flags = {PLAYERS[flag.id]: flag.name for flag in game.sides}
    for side, who in PLAYERS.items():
        assert "leads" in (await table.ask(who, "campaign join", side=side)).text()
    assert "turn 1 is open" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    await table.settle()


async def build(folder: Path) -> None:
    """Play the first two months and keep them in the folder."""
    async with running_table(folder, chance=by_asker("the stage"), state=folder / SANDBOX_FILE) as table:
        await stand_still(table)
        await _begin(table)
        words = _places(await table.view(), {side: await table.view(side) for side in PLAYERS})
        await _furnish(table, words)
        for who, line in FIRST_MONTH:
            await table.order(who, line.format(**words))
        await table.advance()
        await _inventions(table)
        for fleet, to in (("Sixth", words["mire"][:4]), ("Colonists", words["deep"]), ("Marines", words["burrow"][:4])):
            await amended(table, "gm amend move", fleet=fleet, to=to)
        for who, line in SECOND_MONTH:
            await table.order(who, line.format(**words))
        await table.advance()
        asked = next(q.id for q in (await table.view()).questions if "old city" in q.text)
        caught = next(q.id for q in (await table.view()).questions if q.rule == "CW-9.5-19")
        words = {
            **words,
            "catch": caught,
            **_things(await table.view("humans")),
            "game": table.game_id,
            "question": asked,
        }
        (folder / WORDS_FILE).write_text(json.dumps({"words": words, "flags": table.flags}))


@contextlib.asynccontextmanager
async def opened(stage: Path, folder: Path, *, anew: bool = False) -> AsyncIterator[tuple[Table, Words]]:
    """The stage's copy in the folder with a running bot, the third month open; what things are called. `anew` does all work
    again that other evenings have had done."""
    shutil.copytree(stage, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MADE_FOLDER))
    kept = json.loads((folder / WORDS_FILE).read_text())
    workers = KeptWork((folder if anew else stage) / MADE_FOLDER)
    async with running_table(
        folder, chance=by_asker("the evening"), state=folder / SANDBOX_FILE, workers=workers
    ) as table:
        # An hour after the stage, so that no new message has the id of an old one.
        await stand_still(table, NOON + 3600)
        table.game_id, table.flags = kept["words"]["game"], kept["flags"]
        table.open_commands()
        yield table, kept["words"]


def _places(whole: View, seen: dict[str, View]) -> dict[str, str]:
    """Homes, and two systems that nobody knows of."""
    homes = {side: me.home for side, view in seen.items() if (me := view.me) is not None}
    first = {
        side: next(c for c in view.colonies.values() if c.side == side and c.hex == homes[side])
        for side, view in seen.items()
    }
    known = {hex_ for view in seen.values() for hex_ in view.systems}
    held = {(c.hex, c.orbit) for c in whole.colonies.values()}
    away = [h for h, system in sorted(whole.systems.items()) if h not in known and system.bodies]
    worlds = [(h, b.orbit) for h in away for b in whole.systems[h].bodies if (b.max_cp or 0) >= 50]
    spare = next((b.orbit for b in whole.systems[homes["humans"]].bodies if (homes["humans"], b.orbit) not in held), 0)
    burrow = min(c.id for c in seen["vermin"].colonies.values() if c.hex != homes["vermin"])
    mine = max((c for c in seen["humans"].colonies.values() if c.hex != homes["humans"]), key=lambda c: c.id)
    return {
        "mine": mine.name,
        "mine_hex": mine.hex,
        "mine_orbit": str(mine.orbit),
        "home": homes["humans"],
        "beside": neighbours(whole, worlds[0][0])[0],
        "by_the_mine": neighbours(whole, mine.hex)[0],
        "orbit": str(first["humans"].orbit),
        "terra": first["humans"].id,
        "spare": f"{homes['humans']}-{spare}",
        "nest_colony": first["vermin"].id,
        "mire": first["dominators"].id,
        "burrow": burrow,
        "burrow_hex": burrow[:4],
        "by_the_burrow": neighbours(whole, burrow[:4])[0],
        "oolab": first["oolab"].name,
        "deep": worlds[0][0],
        "world": f"{worlds[0][0]}-{worlds[0][1]}",
        **dict(zip(("deeper", "deepest", "abyss", "chasm"), (h for h in away if h != worlds[0][0]), strict=False)),
        "neutron": next(h for h, codes in sorted(whole.objects.items()) if "Neu" in codes),
    }


async def _furnish(table: Table, words: Words) -> None:
    """Money, ships, ambassadors, and the Vermin's scout in orbit."""
    home = words["home"]
    reserve = {"side": "humans", "design": "INF", "teams": 5}
    await amended(table, "decree front force", world=words["terra"], force="a reserve", **reserve)
    for side in ("humans", "dominators", "oolab"):
        await amended(table, "gm amend treasury", side=side, cps=9000)
    await amended(table, "gm amend design", side="humans", name="Works Ship", cost=20, **FREIGHTER_DESIGN)
    await amended(table, "gm amend design", side="humans", name="Sabre II", kind="ship", hull=20, cost=130, drive="4")
    for fleet in ERRANDS:
        await amended(table, "gm amend create", side="humans", design="Works Ship", hex=home, fleet=fleet)
    await amended(table, "gm amend damage", fleet="Eighth", component="Cargo bay", damaged=5)
    for fleet, count in (("Outpost", 3), ("Outguard", 1)):
        scouts = {"side": "humans", "design": "SC", "hex": words["deep"], "count": count}
        await amended(table, "gm amend create", **scouts, fleet=fleet)
    for side, design, hex_, fleet in (
        ("humans", "DD", words["deep"], "Corsairs"),
        ("vermin", "ND", words["by_the_mine"], "Fangs"),
    ):
        await amended(table, "gm amend create", side=side, design=design, hex=hex_, count=1, fleet=fleet)
    await amended(table, "gm amend create", side="vermin", design="SK", hex=home, fleet="Watcher")
    await amended(table, "gm amend knowledge", side="humans", hex=words["deep"])
    for other in ("dominators", "oolab"):
        await amended(table, "decree embassy", one="humans", other=other)
    material = "Special Magnetic Materials"
    await amended(table, "gm amend world", hex=home, orbit=int(words["orbit"]), resources=material)


async def _inventions(table: Table) -> None:
    """Three projects are brought to their end."""
    for side, name in (("humans", "Ion Lamps"), ("humans", "Warm Bread"), ("oolab", "Ola Song")):
        for _ in range(2):
            view = await table.view()
            if name not in view.sides[side].technologies:
                project = next(p.id for p in view.projects.values() if p.name == name)
                await amended(table, "gm amend success", side=side, project=project)


def _things(view: View) -> dict[str, str]:
    """What has a number of its own by now."""
    fleets = {fleet.name: fleet for fleet in view.fleets.values()}
    return {
        "build": next(b.id for b in view.builds.values()).rpartition("-")[2],
        "scout": fleets["Outpost"].ships[0].rpartition("/")[2],
        "outpost": fleets["Outpost"].id,
        "outguard": fleets["Outguard"].id,
        "colony": next(c.name for c in view.colonies.values() if c.name != "Terra" and not c.strip),
        "works": fleets["Works"].ships[0],
        "project": next(p.id for p in view.projects.values() if p.name == "Long Road"),
    }
