"""/decree through the real client: what the game master says of research, stress, worlds, trade and links, and refusals."""

from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.kit import CHANNEL, Table


async def decree(table: Table, what: str, **options: object) -> str:
    """One decree that must work; what the game master is answered."""
    return await amended(table, f"decree {what}", **options)


async def test_lines_are_drawn_and_wiped_out(table: Table) -> None:
    await table.start()
    c, a, b = sorted((await table.view()).systems)[:3]
    await decree(table, "link", a=c, b=a, reason="A line of the game master's own shows the map that was drawn unseen")
    before = (await table.view()).links
    assert f"now joins {a} and {b}" in await decree(table, "link", a=a, b=b, reason="Charts were found")
    (new,) = set((await table.view()).links) - set(before)
    assert (new.a, new.b, new.kind) == (a, b, "jump")
    assert "is gone" in await decree(table, "unlink", a=b, b=a)
    assert (await table.view()).links == before


async def test_stress_is_set_for_a_fleet_and_shown_to_its_player(table: Table) -> None:
    await table.start()
    fleets = await table.gm.autocomplete(CHANNEL, "decree stress", "fleet", "rim patrol")
    said = await decree(table, "stress", stress=15, fleet=fleets[0].value, reason="A hard winter")
    assert "Stress is now 15 %" in said
    assert "stress 15%" in (await table.ask("ada", "fleet list")).text()
    said = await decree(table, "effect", units="humans/DD03", effect="retire")
    assert "DD03" in said
    assert "humans/DD03" not in (await table.view("humans")).ships


async def test_research_is_judged_and_discoveries_are_given(table: Table) -> None:
    await table.start()
    told = await decree(
        table, "task", technology="Deep Song", successes=4, field="Whales", requires="Quiet Drives", side="humans"
    )
    assert "Deep Song takes 4 successes" in told
    (task,) = (await table.view("humans")).tasks
    assert (task.successes, task.requires) == (4, ("Quiet Drives",))
    assert (await table.view("dominators")).tasks == ()
    assert "Whales" in await decree(table, "discovery", side="humans", field="Whales")
    assert "holds no longer" in await decree(table, "task", technology="Deep Song", successes=0, side="humans")
    start = {"name": "Long Road", "at": "Terra", "cps": 25, "steps": 8}
    await give(table, "ada", Given("research start", 'research "Long Road"', start))
    await table.advance()
    found = await table.gm.autocomplete(CHANNEL, "decree split", "project", "", side="humans")
    assert "is split" in await decree(table, "split", side="humans", project=found[0].value, each=3)


async def test_money_is_raided_and_colonies_are_hindered(table: Table) -> None:
    await table.start()
    await amended(table, "gm amend treasury", side="humans", cps=100)
    assert "take 100 CPs" in await decree(table, "raid", side="humans", cps=500, by="dominators")
    assert (await table.view("humans")).income.treasury == 0
    colonies = await table.gm.autocomplete(CHANNEL, "decree hinder", "colony", "terra")
    before = (await table.view("humans")).income.production
    assert "loses 40 %" in await decree(table, "hinder", colony=colonies[0].value, percent=40, blockaded=True)
    assert (await table.view("humans")).income.production < before
    assert "blockaded" in (await table.ask("ada", "colony show", colony="Terra")).text()
    freed = await decree(table, "hinder", colony=colonies[0].value, percent=0)
    assert "works freely again" in freed


async def test_trade_brings_contagion_and_a_gift_takes_its_time(table: Table) -> None:
    await table.start()
    await amended(table, "gm amend trade", side="humans", partner="The Salt League", level="limited", gross=400)
    home = next(c.id for c in (await table.view("humans")).colonies.values() if c.name == "Terra")
    told = await decree(
        table, "contagion", side="humans", source="The Salt League", text="Salt moths.", colony=home, loss=20
    )
    assert "loses 20 %" in told
    assert "have ambassadors" in await decree(table, "embassy", one="humans", other="dominators")
    assert "no longer" in await decree(table, "embassy", one="humans", other="dominators", exchanged=False)
    start = {"name": "Warm Bread", "at": "Terra", "cps": 25, "steps": 1}
    await give(table, "ada", Given("research start", 'research "Warm Bread"', start))
    await table.advance()
    found = await table.gm.autocomplete(CHANNEL, "gm amend success", "project", "", side="humans")
    for choice in found:
        await amended(table, "gm amend success", side="humans", project=choice.value)
    said = await decree(table, "received", side="humans", technology="Warm Bread", successes=2)
    assert "Warm Bread must be fitted in first: 2 successes" in said
    assert "Received: Warm Bread" in (await table.ask("ada", "treaty list")).text()


async def test_hulls_are_given_and_ships_repaired(table: Table) -> None:
    await table.start()
    said = await decree(
        table, "template", side="humans", name="Long Hull", kind="ship", hull=50, fixed="LRS, Cargo bay"
    )
    assert "Long Hull, a ship of 50, with LRS, Cargo bay" in said
    assert "Repaired: DD01" in await decree(table, "repair", ships="humans/DD01")


REFUSED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("link", {"a": "9999", "b": "0101"}, "9999"),
    ("unlink", {"a": "0101", "b": "0102"}, "No such line"),
    ("effect", {}, "Name the question"),
    ("effect", {"question": "Q999"}, "no open question"),
    ("stress", {"stress": 5}, "at least one"),
    ("stress", {"stress": 5, "units": "humans/XX99"}, "XX99"),
    ("split", {"side": "humans", "project": "x"}, "no project"),
    ("received", {"side": "humans", "technology": "Fire", "successes": 1}, "has not been given"),
    ("contagion", {"side": "humans", "source": "dominators", "text": "Moths"}, "no trade"),
    ("embassy", {"one": "humans", "other": "humans"}, "itself"),
    ("care", {"hex": "0101", "orbit": 1}, "no stress"),
    ("repair", {}, "Name ships (humans/DD01 humans/DD02), or a fleet"),
    ("raid", {"side": "martians", "cps": 5}, "no side"),
)


async def test_what_is_not_there_is_said_and_nothing_changes(table: Table) -> None:
    await table.start()
    table.open_commands()
    before = await table.view()
    for what, options, told in REFUSED:
        said = (await table.gm.slash(CHANNEL, f"decree {what}", **options)).text()
        assert said.startswith("⚠"), f"{what} {options}: {said}"
        assert told in said
        assert "game master" in (await table.ask("ada", f"decree {what}", **options)).text()
    assert await table.view() == before
