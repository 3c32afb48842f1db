"""What a month of war, mining and danger asks, in a campaign that nobody leads: founded, ordered by commands, waited for,
answered by default rulings once its day is over, and carried out."""

from rules.cluster_war.chapters.colonies.amendments import GrantKnowledge
from rules.cluster_war.chapters.encounters.amendments import PlaceSpecial
from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.places import disk, distance, neighbours
from tests.e2e.campaign.default_rulings_kit import all_in_room, month, race, ruled_by_default, under_way
from tests.e2e.campaign.orders_kit import Given, give
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_no_master import armed, arrange
from tests.e2e.kit import CHANNEL, Table

STRAIN = "CW-TAB-SUPPLY/stress for each turn of strip-mining/number"
SYSTEMS = "CW-9.5-T01/star system where CPs are moved"
HOURS = 24


async def began(table: Table, **house: str) -> None:
    """Turn 1 is open, and the book waits a day for an answer."""
    await under_way(table, {STRAIN: "100", f"{SYSTEMS}/with_LRS": "100", f"{SYSTEMS}/without_LRS": "100", **house})
    shown = await table.gm.slash(CHANNEL, "campaign options", book=HOURS)
    assert "Default rulings decide, after 24 h" in shown.text()


async def waiting_question(table: Table, rule: str) -> Question:
    """The one question under a rule that waits."""
    found = [q for q in (await table.view()).questions if q.rule == rule and not q.settled_turn]
    assert len(found) == 1, [(q.rule, q.text) for q in (await table.view()).questions]
    return found[0]


async def worded(table: Table, rule: str) -> str:
    """A question under a rule waits a day, and no hour less, then has the book's word, once; gives the word."""
    question = await waiting_question(table, rule)
    table.clock.forward(hours=HOURS - 1)
    await table.tick()
    assert await waiting_question(table, rule) == question
    table.clock.forward(hours=2)
    await table.tick()
    answer = next(q for q in (await table.view()).questions if q.id == question.id)
    assert answer.settled_turn
    before = (await table.view()).questions
    await table.tick()
    assert (await table.view()).questions == before, "once"
    return answer.answer


async def nest(table: Table, side: str) -> Colony:
    """A colony of a side beside its home world's system."""
    whole = await table.view()
    home = whole.sides[side].home
    return min((c for c in whole.colonies.values() if c.side == side and c.hex != home), key=lambda c: c.id)


async def test_a_world_that_strip_mining_harmed_has_its_new_code_after_a_day(table: Table) -> None:
    await began(table)
    colony = await nest(table, "blue")
    await give(table, "gm", Given("colony strip", "strip", {"at": colony.id}))
    await month(table)
    await month(table)
    before = next(b.step for b in (await table.view()).systems[colony.hex].bodies if b.orbit == colony.orbit)
    question = await waiting_question(table, "CW-7.1-07")
    assert f"({before})" in question.text
    await worded(table, "CW-7.1-07")
    after = next(b.step for b in (await table.view()).systems[colony.hex].bodies if b.orbit == colony.orbit)
    assert after != before
    assert f"change the world to {after}" in question.suggestion
    assert "Default ruling, CW-7.1-07" in all_in_room(table, "gm")
    assert "CW-7.1-07" not in all_in_room(table, "dom")
    await month(table)


async def test_a_bombarded_people_stands_and_the_war_goes_on(table: Table) -> None:
    await began(table)
    target = await nest(table, "gold")
    await arrange(table, CreateShips("blue", await armed(table, "blue"), 2, target.hex, "Hammer"))
    await month(table)  # they come to know what they hover over
    fire = {"fleet": "Hammer", "world": target.id, "target": "people"}
    await give(table, "gm", Given("fleet bombard", f'bombard "Hammer" at {target.id} people', fire))
    await month(table)
    left = (await table.view()).colonies[target.id].size
    assert left < target.size
    assert "does not yield" in await worded(table, "CW-9.2-03")
    now = (await table.view()).colonies[target.id]
    assert (now.side, now.size) == ("gold", left)
    assert "Default ruling, CW-9.2-03" not in all_in_room(table, "dom") + all_in_room(table, "gm")
    await month(table)


async def test_raiders_catch_is_charged_as_the_rules_charge_it(table: Table) -> None:
    await began(table)
    prey = await nest(table, "gold")
    beside = neighbours(await table.view(), prey.hex)[0]
    await arrange(table, CreateShips("blue", await armed(table, "blue"), 2, beside, "Sharks"))
    course = {"fleet": "Sharks", "via": prey.hex}
    await give(table, "gm", Given("fleet raid", f'raid "Sharks" via {prey.hex}', course))
    await month(table)
    for _ in range(2):
        if any(q.rule == "CW-9.5-19" for q in (await table.view()).questions):
            break
        await month(table)
    question = await waiting_question(table, "CW-9.5-19")
    assert question.subjects[1] in await worded(table, "CW-9.5-19")
    assert "caught freighters" in all_in_room(table, "gm")
    assert "were lost to raiders" in all_in_room(table, "dom")
    await month(table)


async def test_who_goes_into_a_worm_hole_that_leads_off_the_map_waits_at_its_edge(table: Table) -> None:
    await began(table)
    me = (await table.view("blue")).me
    assert me is not None
    home = me.home
    await arrange(
        table,
        PlaceSpecial(home, "Wormhole"),
        GrantKnowledge("blue", home, "surveyed"),
        CreateShips("blue", await armed(table, "blue"), 1, home, "Pilgrims"),
    )
    await give(table, "gm", Given("encounter enter", "enter", {"fleet": "Pilgrims"}))
    await month(table)
    assert "waits at" in await worded(table, "CW-B-13")
    assert "Default ruling, CW-B-13" in all_in_room(table, "gm")
    assert "CW-B-13" not in all_in_room(table, "dom")
    assert any(f.name == "Pilgrims" and f.hex == home for f in (await table.view("blue")).fleets.values())
    await month(table)


async def driven(table: Table, drive: str) -> None:
    """As `began`, with a race of Blue's own that travels by this drive; wormholes of nature carry messages alone."""
    page = await ruled_by_default(table)
    page = await table.gm.select(page, "Go to another page", "one")
    await table.gm.select(page, "Natural wormholes", "communication")
    form = await table.gm.slash(CHANNEL, "race design")
    form = await table.gm.select(form, "Go to another page", "names")
    form = await table.gm.submit(await table.gm.click(form, "Names"), {"name": "Kree", "home": "Kreeholm"})
    form = await table.gm.select(form, "Go to another page", "g3")
    form = await table.gm.select(form, "FTL drives", drive)
    form = await table.gm.select(form, "Go to another page", "pack")
    await table.gm.select(form, "Take a ready roster", "Oolab")
    sent = await table.gm.slash(CHANNEL, "race submit")
    assert "with a default ruling" in sent.text(), sent
    await race(table, "dom", "Vermin")
    for _ in range(2):
        await table.tick()
    assert (await table.game()).turn == 1, all_in_room(table, "gm")[-900:]
    await table.gm.slash(CHANNEL, "campaign options", book=HOURS)


async def test_void_jammers_in_an_ion_trap_get_away_with_what_the_report_tells(table: Table) -> None:
    await driven(table, "Void Jammer")
    start = await empty_star(table)
    there = neighbours(await table.view(), start)[0]
    await arrange(
        table,
        CreateShips("blue", await armed(table, "blue"), 2, start, "Drifters"),
        PlaceSpecial(there, "Alien Weapon/Trap", ("Ion Storm Generator",)),
    )
    await give(table, "gm", Given("fleet move", f'move "Drifters" to {there}', {"fleet": "Drifters", "to": there}))
    ships = {s for s in (await table.view()).ships if s.startswith("blue/")}
    await month(table)
    assert "gets away" in await worded(table, "CW-4.0-16")
    assert {s for s in (await table.view()).ships if s.startswith("blue/")} == ships
    assert "Default ruling, CW-4.0-16" in all_in_room(table, "gm")
    assert "CW-4.0-16" not in all_in_room(table, "dom")
    await month(table)


async def test_a_pushed_wormhole_holds_and_one_among_foreign_worlds_is_peaceful(table: Table) -> None:
    await driven(table, "Wormhole")
    target = await nest(table, "gold")
    whole = await table.view()
    start = next(h for h in disk(whole, target.hex, 4) if distance(whole, h, target.hex) == 4)
    await arrange(table, CreateShips("blue", await armed(table, "blue"), 2, start, "Drifters"))
    order = {"fleet": "Drifters", "to": target.hex, "push": True}
    await give(table, "gm", Given("fleet move", f'move "Drifters" to {target.hex}', order))
    await month(table)
    worlds = {c.id: c for c in (await table.view()).colonies.values() if c.side == "gold"}
    assert "holds" in await worded(table, "CW-4.0-21")
    peace = next(q for q in (await table.view()).questions if q.rule == "CW-4.0-22")
    assert "peaceful" in peace.answer
    assert {c.id: c for c in (await table.view()).colonies.values() if c.side == "gold"} == worlds
    assert "Default ruling, CW-4.0-21" in all_in_room(table, "gm")
    assert "CW-4.0-21" not in all_in_room(table, "dom")
    await month(table)
    await month(table)
    assert any(f.name == "Drifters" for f in (await table.view("blue")).fleets.values())


async def test_a_race_with_psionics_of_level_three_comes_back_for_want_of_a_price(table: Table) -> None:
    await ruled_by_default(table)
    form = await table.dom.slash(CHANNEL, "race design")
    form = await table.dom.select(form, "Go to another page", "names")
    form = await table.dom.submit(await table.dom.click(form, "Names"), {"name": "Kree", "home": "Kreeholm"})
    form = await table.dom.select(form, "Go to another page", "psi")
    form = await table.dom.select(form, "Disciplines", "Dowsing", "Witch")
    form = await table.dom.select(form, "Go to another page", "pack")
    await table.dom.select(form, "Take a ready roster", "Oolab")
    sent = await table.dom.slash(CHANNEL, "race submit")
    assert "with a default ruling" in sent.text(), sent
    await table.tick()
    told = table.dom.last(table.room("dom")).text()
    assert "comes back to you" in told
    assert "no table has a price for Psionic Ability: Witch" in told
    form = await table.dom.slash(CHANNEL, "race design")
    form = await table.dom.select(form, "Go to another page", "psi")
    await table.dom.select(form, "Disciplines", "Dowsing")
    await table.dom.slash(CHANNEL, "race submit")
    await race(table, "gm", "Humans")
    for _ in range(2):
        await table.tick()
    assert (await table.game()).turn == 1
