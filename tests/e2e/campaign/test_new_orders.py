"""Every order of works, supplies and treaties given once through its command: preview, button, receipt, resolution."""

from tests.e2e.campaign.orders_kit import Given, amended, give, worksite
from tests.e2e.kit import CHANNEL, Table

TERRA = {"at": "Terra"}
SUPPLIES = (
    Given("fleet supply", 'supply "Works" 40', {"fleet": "Works", "points": 40}),
    Given(
        "fleet embark",
        'embark "Works" 2 "Swift fighter" from "Terra" crated',
        {"fleet": "Works", "craft": "FI", "count": 2, "crated": True, **TERRA},
    ),
    Given(
        "fleet embark",
        'embark "Second" 1 "Guardian gunboat" from "Terra"',
        {"fleet": "Second", "craft": "Guardian gunboat", **TERRA},
    ),
    Given("build munitions", 'munitions 20 at "Terra"', {"cps": 20, "at": "Terra"}),
)
UNLOADING = (
    Given("fleet unsupply", 'unsupply "Works" 10', {"fleet": "Works", "points": 10}),
    Given("fleet hand", 'hand "Works" 12 to "Second"', {"fleet": "Works", "points": 12, "into": "Second"}),
    Given("fleet arm", 'arm "Works" 8 from "Terra"', {"fleet": "Works", "cps": 8, **TERRA}),
    Given(
        "fleet disembark",
        'disembark "Works" 2 "Swift fighter" at "Terra"',
        {"fleet": "Works", "craft": "FI", "count": 2, **TERRA},
    ),
)


async def test_supplies_munitions_and_craft_go_aboard_and_ashore(table: Table) -> None:
    await table.start()
    await worksite(table)
    for order in SUPPLIES:
        await give(table, "ada", order)
    await table.advance()
    view = await table.view("humans")
    fleets = {f.name: f for f in view.fleets.values()}
    works = view.ships[fleets["Works"].ships[0]]
    assert (works.crates, len(fleets["Second"].ships)) == ({"FI": 2}, 2)
    assert works.supplies > 22
    terra = next(c for c in view.colonies.values() if c.name == "Terra")
    assert terra.munitions == 18, "the cruiser's two launchers are filled from it"
    shown = (await table.ask("ada", "fleet show", fleet="Works")).text()
    assert "2 small craft crated" in shown
    assert f"{works.supplies} supply point" in shown
    assert "stock 18 CPs of munitions" in (await table.ask("ada", "colony show", colony="Terra")).text()
    for order in UNLOADING:
        await give(table, "ada", order)
    await table.advance()
    view = await table.view("humans")
    works, second = (view.ships[fleets[name].ships[0]] for name in ("Works", "Second"))
    assert (works.crates, works.crated) == ({}, 8)
    assert second.supplies > 0
    assert view.colonies[terra.id].munitions == 10
    assert view.colonies[terra.id].garrison["FI"] == 10
    back = {"fleet": "Works", "cps": 3, "at": "Terra"}
    await give(table, "ada", Given("fleet disarm", 'disarm "Works" 3 at "Terra"', back))
    await table.advance()
    view = await table.view("humans")
    assert (view.ships[works.id].crated, view.colonies[terra.id].munitions) == (5, 13)


WORKS = (
    Given("build retool", 'retool 20 at "Terra" to munitions', {"amount": 20, "to": "munitions", "at": "Terra"}),
    Given("build refit", 'at "Terra" to "Sabre II"', {"to": "Sabre II", "at": "Terra", "ships": "DD01"}),
    Given("build scrap", 'scrap 1 "Infantry" at "Terra"', {"units": "INF", "at": "Terra"}),
    Given(
        "build units",
        'build 1 "Lantern scout" at "Terra" using 2 paying 64 joining "New Eyes" crash cost',
        {"design": "SC", "at": "Terra", "crash": "cost", "using": 2, "fleet": "New Eyes"},
    ),
    Given(
        "build units",
        'build 1 "Swift fighter" at "Terra"',
        {"design": "FI", "at": "Terra", "in_yard": True},
    ),
    Given(
        "base dismantle",
        'dismantle 5 shipyard at "Terra" onto "Works"',
        {
            "fleet": "Works",
            "at": "Terra",
            "what": "shipyard",
            "amount": 5,
        },
    ),
    Given(
        "base tow",
        'tow "Picket station" at "Terra" with "Second"',
        {
            "fleet": "Second",
            "at": "Terra",
            "design": "OS",
        },
    ),
    Given("base mine", 'mine "Works" orbit 1 strip', {"fleet": "Works", "orbit": 1, "strip": True}),
    Given("colony strip", 'strip "Terra"', {"at": "Terra"}),
    Given("orders priorities", "priorities research, ships", {"lines": "research, ships"}),
)
MORE_WORKS = (
    Given("base release", 'release "OS01"', {"base": "OS01"}),
    Given(
        "base assemble", 'assemble 5 shipyard from "Works"', {"fleet": "Works", "what": "Shipyard bays", "amount": 5}
    ),
    Given("base mine", 'mine "Works" stop', {"fleet": "Works", "orbit": 0}),
    Given("colony strip", 'strip "Terra" stop', {"at": "Terra", "on": False}),
)


async def test_yards_factories_bases_and_mines_do_as_ordered(table: Table) -> None:
    await table.start()
    home = await worksite(table)
    await amended(table, "gm amend design", side="humans", name="Sabre II", kind="ship", hull=20, cost=130, drive="4")
    for order in WORKS:
        await give(table, "ada", order)
    await table.advance()
    view = await table.view("humans")
    terra = next(c for c in view.colonies.values() if c.name == "Terra")
    assert (terra.shipyard_bays, terra.tooling.get("munitions"), terra.strip) == (75, 20, True)
    refits = [b for b in view.builds.values() if b.refits]
    assert view.ships["humans/DD01"].design == "sabre-ii" or refits[0].refits == ("humans/DD01",)
    listed = (await table.ask("ada", "base list")).text()
    assert "towed by Second" in listed
    assert "strip-mining" in (await table.ask("ada", "fleet list")).text()
    build = next(b for b in view.builds.values() if b.design == "SC")
    choices = await table.ada.autocomplete(CHANNEL, "build send", "build", "")
    assert build.id in {str(c.value) for c in choices}
    away = next(h for h in sorted(view.objects) if h != home)
    number = build.id.rpartition("-")[2]
    await give(table, "ada", Given("build send", f"to {away}", {"build": number, "to": away}))
    for order in MORE_WORKS:
        await give(table, "ada", order)
    await table.advance()
    view = await table.view("humans")
    base = next(iter(view.bases.values()))
    assert (base.towed_by, base.hex) == ("", home)
    assert "`OS01`" in (await table.ask("ada", "base list")).text()
    assert view.colonies[terra.id].strip is False
    assert next(f.mining for f in view.fleets.values() if f.name == "Works") is None


async def test_trade_rights_aid_and_technology_pass_between_empires(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    home = next(c for c in view.colonies.values() if c.name == "Terra")
    mire = next(c for c in (await table.view("dominators")).colonies.values() if c.name == "Mother Mire")
    await amended(table, "decree embassy", one="humans", other="dominators", reason="Ambassadors")
    await amended(table, "gm amend world", hex=home.hex, orbit=home.orbit, resources="Special Magnetic Materials")
    await amended(table, "gm amend treasury", side="dominators", cps=2000)
    await amended(table, "gm amend treasury", side="humans", cps=2000)
    for name in ("Ion Lamps", "Warm Bread"):
        lore = {"name": name, "at": "Terra", "cps": 25, "steps": 2}
        await give(table, "ada", Given("research start", f'research "{name}" at', lore))
    offer = {"side": "dominators", "level": "limited"}
    await give(table, "ada", Given("treaty offer", 'trade "The Dominion" limited', offer))
    for right in ("supply", "rearm", "aid"):
        options = {"side": "The Dominion", "right": right}
        await give(table, "ada", Given("treaty grant", f'grant "The Dominion" {right}', options))
    material = {"side": "dominators", "material": "Special Magnetic Materials"}
    await give(table, "ada", Given("treaty material", 'lend "Special Magnetic Materials" to "The Dominion"', material))
    gift = {"fleet": "Gift Bearers", "cps": 20}
    await amended(
        table, "gm amend create", side="dominators", design="BE", hex=mire.hex, fleet="Gift Bearers", reason="A gift"
    )
    await give(table, "dom", Given("fleet load", 'load "Gift Bearers" 20', gift))
    await table.advance()

    assert "may draw supplies" in (await table.ask("ada", "treaty list")).text()
    assert "offers you limited trade" in (await table.ask("dom", "treaty list")).text()
    for name in ("Ion Lamps", "Warm Bread"):
        for _ in range(2):
            if name not in (await table.view()).sides["humans"].technologies:
                project = next(p.id for p in (await table.view()).projects.values() if p.name == name)
                await amended(table, "gm amend success", side="humans", project=project)
    await amended(table, "gm amend move", fleet="Gift Bearers", to=home.hex)
    await give(table, "dom", Given("treaty accept", 'accept "Human Union"', {"side": "humans"}))
    data = {"side": "dominators", "technology": "Ion Lamps"}
    await give(table, "ada", Given("treaty data", 'share "Ion Lamps" with "The Dominion"', data))
    whole = {"side": "dominators", "technology": "Warm Bread"}
    await give(table, "ada", Given("treaty technology", 'transfer "Warm Bread" to "The Dominion"', whole))
    revoked = {"side": "dominators", "right": "rearm"}
    await give(table, "ada", Given("treaty revoke", 'revoke "The Dominion" rearm', revoked))
    await table.advance()

    assert "limited trade since turn" in (await table.ask("dom", "treaty list")).text()
    assert "its fee is due" in (await table.ask("dom", "treaty list")).text()
    await give(table, "dom", Given("treaty pay", 'pay "Warm Bread"', {"technology": "Warm Bread"}))
    seen = await table.dom.autocomplete(CHANNEL, "fleet aid", "colony", "")
    assert home.id in {str(c.value) for c in seen}
    landed = {"fleet": "Gift Bearers", "cps": 20, "colony": home.id}
    await give(table, "dom", Given("fleet aid", f'aid "Gift Bearers" 20 at {home.id}', landed))
    await give(table, "ada", Given("treaty end", 'endtrade "The Dominion"', {"side": "dominators"}))
    await table.advance()

    after = await table.view("dominators")
    assert "Warm Bread" in (after.me.technologies if after.me else ())
    assert after.pacts == ()
    assert {r.kind for r in after.rights} == {"supply", "aid"}


REFUSED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("fleet supply", {"fleet": "Lantern One", "points": 5000}, "room"),
    ("fleet unsupply", {"fleet": "Lantern One", "points": 1, "base": "WS99"}, "WS99"),
    ("fleet hand", {"fleet": "Lantern One", "points": 1, "into": "Lantern One"}, "shares"),
    ("fleet arm", {"fleet": "First Caravan", "cps": 5, "at": "Terra"}, "in stock"),
    ("fleet disarm", {"fleet": "First Caravan", "cps": 5}, "Only 0 of these 5"),
    ("fleet embark", {"fleet": "First Caravan", "craft": "INF", "at": "Terra"}, "each takes 1 barracks"),
    ("fleet disembark", {"fleet": "First Caravan", "craft": "FI", "at": "Terra"}, "0 Swift fighter"),
    ("fleet aid", {"fleet": "First Caravan", "cps": 5, "colony": "Mother Mire"}, "not a world"),
    ("fleet aid", {"fleet": "First Caravan", "cps": 5, "colony": "0101-1"}, "no foreign colony"),
    ("fleet move", {"fleet": "Lantern One", "to": "0101", "push": True}, "cannot be pushed"),
    ("fleet move", {"fleet": "Lantern One", "to": "0101", "by": "gate"}, "no gate"),
    ("build retool", {"amount": 500, "to": "naval", "at": "Terra"}, "re-tooled"),
    ("build munitions", {"cps": 90000, "at": "Terra"}, "enough for"),
    ("build refit", {"to": "CA", "at": "Terra", "ships": "DD01"}, "hull"),
    ("build refit", {"to": "CA", "at": "Terra"}, "Name either"),
    ("build scrap", {"units": "INF", "count": 2}, "where these units"),
    ("build scrap", {"ships": "DD01", "units": "INF", "at": "Terra"}, "Name either"),
    ("build send", {"build": "B9", "to": "0101"}, "no construction"),
    ("base dismantle", {"fleet": "First Caravan", "at": "Terra", "what": "Terra"}, "no design"),
    ("base assemble", {"fleet": "First Caravan", "what": "OS"}, "carries"),
    ("base tow", {"fleet": "Lantern One", "at": "Terra", "design": "OS"}, "can tow 8 more"),
    ("base release", {"base": "OS01"}, "OS01"),
    ("base mine", {"fleet": "Lantern One", "orbit": 1}, "no mining stations"),
    ("colony strip", {"at": "Terra", "on": False}, "does not strip-mine"),
    ("orders priorities", {"lines": "ships, gardens"}, "not a line of the budget"),
    ("treaty offer", {"side": "dominators", "level": "full"}, "regular contact"),
    ("treaty offer", {"side": "martians", "level": "full"}, "no empire"),
    ("treaty accept", {"side": "humans"}, "your own empire"),
    ("treaty end", {"side": "dominators"}, "no trade"),
    ("treaty grant", {"side": "dominators", "right": "aid"}, "regular contact"),
    ("treaty revoke", {"side": "dominators", "right": "aid"}, "no such right"),
    ("treaty data", {"side": "dominators", "technology": "Fire"}, "regular contact"),
    ("treaty technology", {"side": "dominators", "technology": "Fire"}, "regular contact"),
    ("treaty pay", {"technology": "Fire"}, "waits for its fee"),
    ("treaty material", {"side": "dominators", "material": "Unobtainium"}, "regular contact"),
)


async def test_orders_that_cannot_be_are_refused_with_a_sentence_and_change_nothing(table: Table) -> None:
    await table.start()
    before = (await table.ask("ada", "orders show")).text()
    for command, options, told in REFUSED:
        reply = await table.ask("ada", command, **options)
        assert reply.text().startswith("⚠"), f"/{command} {options}: {reply.text()}"
        assert told in reply.text()
        assert reply.ephemeral
        assert not reply.buttons
    assert (await table.ask("ada", "orders show")).text() == before


async def test_lists_tell_the_speed_of_every_drive(table: Table) -> None:
    await table.start()
    home = await worksite(table)
    ship = {"side": "humans", "kind": "ship", "hull": 20, "cost": 50}
    await amended(table, "gm amend design", name="Leaper", ftl="jump", **ship)
    await amended(table, "gm amend design", name="Crawler", ftl="warp", **ship)
    await amended(table, "gm amend design", name="Raft", drive="0", **ship)
    for design in ("Leaper", "Crawler", "Raft"):
        await amended(table, "gm amend create", side="humans", design=design, hex=home, fleet=f"{design} fleet")
    lines = (await table.ask("ada", "fleet list")).text().splitlines()
    found = {name: next(line for line in lines if name in line) for name in ("Leaper", "Crawler", "Raft", "Works")}
    assert "jump drive, 4 weeks a hex" in found["Leaper"]
    assert "warp drive, 4 weeks a hex" in found["Crawler"]
    assert "no common drive" in found["Raft"]
    assert "1 ship, 4G" in found["Works"]
    assert "jump drive, 4 weeks a hex" in (await table.ask("ada", "fleet show", fleet="Leaper fleet")).text()


async def test_the_new_commands_are_for_players_with_a_seat(table: Table) -> None:
    await table.start()
    for command in ("base list", "treaty list"):
        assert "seat" in (await table.ask("visitor", command)).text()
        assert "for players" in (await table.gm.slash(CHANNEL, command)).text()
    assert "no treaties" in (await table.ask("ada", "treaty list")).text()
