"""What goes wrong where nobody leads: a catastrophe at research, agents caught, a fault of haste, raiders that stay, a world laid
waste, psychics awake. Ordered by commands, waited for, and answered by default rulings."""

import re
from collections.abc import Callable

from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy, SetTreasury
from rules.cluster_war.chapters.industry.facility_orders import facility_price
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet
from rules.cluster_war.chapters.research.projects import CATASTROPHE_ROLL
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.places import neighbours
from rules.values import changed
from storage.codec import decode_state, unpack
from tests.e2e.campaign.default_rulings_kit import all_in_room, month, race, ruled_by_default
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_default_rulings_kinds import answered
from tests.e2e.campaign.test_default_rulings_war import HOURS, began, nest
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_no_master import SCOUT, armed, arrange
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.turn.adjudication import Resolved
from umpire.campaign.turn.turn_inputs import play, read_turn_input

FLAW = "CW-TAB-INDUSTRY/percent chance of a crash flaw/number"
BIOSPHERE = "CW-TAB-BOMBARDMENT/times the CP potential for a biosphere/number"
HARM = {
    "CW-6.7-03": ("nothing else breaks", "gm"),
    "CW-9.4-05": ("keeps its code", ""),
    "CW-9.5-06": ("Nobody comes", ""),
    "CW-9.5-16": ("there are no debts", "dom"),
}
"""What the book says to each, and who reads it: its one side, or nobody where two would."""
BAD_LUCK = {
    "CW-8.0-19": "the step's CPs are lost, and nothing else is",
    "CW-15.0-06": "none of their abilities counts",
    "CW-15.1-07": "they learn nothing that helps",
}
CAUGHT = "CW-10.0-02"
"""What agents who are caught are asked about, on both sides."""
FOLLIES = 24
SPIES = 10
MOST_WORDS = 400


async def lucky(table: Table, who: str, side: str, wish: Callable[[GameState], int]) -> None:
    """Somebody adds a word to the dice with which this month, as it is ordered now, ends as wished: with one of these."""
    turn = (await table.game()).turn
    async with table.services.storage.reading() as tx:
        case = await read_turn_input(tx, table.services, table.game_id, turn)
    for number in range(MOST_WORDS):
        word = f"word {number}"
        done = await play(table.services, changed(case, words={side: word}))
        assert isinstance(done, Resolved)
        if wish(decode_state(unpack(done.packed))) == 1:
            await table.human(who).slash(CHANNEL, "orders word", word=word)
            return
    raise AssertionError(f"no word of {MOST_WORDS} brings it about")


async def home_of(table: Table, side: str) -> Colony:
    """A side's home world."""
    whole = await table.view()
    return next(c for c in whole.colonies.values() if (c.side, c.hex) == (side, whole.sides[side].home))


async def paste(table: Table, who: str, *lines: str) -> None:
    """Orders written down at once, one a line."""
    form = await table.ask(who, "orders write")
    seen = await table.human(who).submit(form, {"Orders, one a line": "\n".join(lines)})
    assert f"{len(lines)} of {len(lines)} orders can be given" in seen.text(), seen.text()
    await table.human(who).click(seen, "Give")


async def test_a_year_of_haste_raids_and_fire_on_worlds(table: Table) -> None:
    await began(table, **{FLAW: "100", BIOSPHERE: "1"})
    whole, mine = await table.view(), (await table.view("blue")).me
    assert mine is not None
    home = await home_of(table, "blue")
    prey, target = sorted((c for c in whole.colonies.values() if c.side == "gold"), key=lambda c: c.id)[:2]
    small = min((d for d in mine.designs.values() if d.kind == "ship"), key=lambda d: d.hull)
    haste = {"design": small.id, "at": home.name, "crash": "quality", "fleet": "Hasty"}
    await give(table, "gm", Given("build units", "crash quality", haste))
    warship = await armed(table, "blue")
    await arrange(
        table,
        CreateShips("blue", warship, 2, neighbours(whole, prey.hex)[0], "Sharks"),
        CreateShips("blue", warship, 20, target.hex, "Hammer"),
    )
    await give(table, "gm", Given("fleet raid", f'raid "Sharks" via {prey.hex}', {"fleet": "Sharks", "via": prey.hex}))
    await month(table)  # they come to know what they hover over
    fire = {"fleet": "Hammer", "world": target.id, "target": "biosphere", "certain": True}
    await give(table, "gm", Given("fleet bombard", f'bombard "Hammer" at {target.id} biosphere', fire))
    worlds = whole.systems[target.hex].bodies
    for _ in range(5):
        await spend_all(table, "dom", "gold")
        await month(table)
        for fleet in [f for f in (await table.view("blue")).fleets.values() if f.name == "Hasty" and f.hex == home.hex]:
            await arrange(table, PlaceFleet(fleet.id, await empty_star(table)))
        if HARM.keys() <= {q.rule for q in (await table.view()).questions}:
            break
    table.clock.forward(hours=HOURS + 1)
    await table.tick()
    answers = {q.rule: q.answer for q in (await table.view()).questions if q.settled_turn}
    for rule, (words, who) in HARM.items():
        assert words in answers[rule], (rule, answers)
        for name in ("gm", "dom"):
            assert (f"Default ruling, {rule}" in all_in_room(table, name)) == (name == who), (rule, name)
    assert (await table.view()).systems[target.hex].bodies == worlds
    await month(table)


async def spend_all(table: Table, who: str, side: str) -> None:
    """A side's money goes into shipyard bays, which no raid takes back."""
    home = await home_of(table, side)
    left = int(re.findall(r"left (\d+)", (await table.ask(who, "orders show")).text())[-1])
    bays = left // facility_price("shipyard", 1, (await table.view()).settings)
    line = f'facility {bays} shipyard at "{home.name}"'
    await give(table, who, Given("orders write", f"facility {bays} shipyard", {"line": line}))


async def test_of_a_planet_broken_up_nobody_thinks_the_worse_when_the_game_master_does_not_say_so(table: Table) -> None:
    await table.start()
    target = await nest(table, "dominators")
    await amended(table, "decree war killer", side="humans", design="DD", on=True)
    await amended(table, "gm amend create", side="humans", design="DD", count=2, hex=target.hex, fleet="Hammer")
    await table.advance()  # they come to know what they hover over
    fire = {"fleet": "Hammer", "world": target.id, "target": "planet", "certain": True}
    await give(table, "ada", Given("fleet bombard", f'bombard "Hammer" at {target.id} planet', fire))
    thought = {side.id: side.race.attitude for side in (await table.view()).sides.values()}
    await answered(table, "bombardment")
    (broken,) = [q for q in (await table.view()).questions if q.rule == "CW-9.4-09"]
    assert "Nobody changes their mind" in broken.answer
    assert target.id not in (await table.view()).colonies
    assert {side.id: side.race.attitude for side in (await table.view()).sides.values()} == thought
    for name in ("ada", "dom"):
        assert "CW-9.4-09" not in all_in_room(table, name)


async def gifted(table: Table) -> None:
    """As `began`, with a race of Blue's own that has two disciplines, and a design with psychics that the book has approved."""
    await ruled_by_default(table)
    form = await table.gm.slash(CHANNEL, "race design")
    form = await table.gm.select(form, "Go to another page", "names")
    form = await table.gm.submit(await table.gm.click(form, "Names"), {"name": "Kree", "home": "Kreeholm"})
    form = await table.gm.select(form, "Go to another page", "psi")
    form = await table.gm.select(form, "Disciplines", "Combat Precognition", "Postcognition")
    form = await table.gm.select(form, "Go to another page", "pack")
    await table.gm.select(form, "Take a ready roster", "Oolab")
    assert "with a default ruling" in (await table.gm.slash(CHANNEL, "race submit")).text()
    await race(table, "dom", "Vermin")
    for _ in range(2):
        await table.tick()
    me = (await table.view("blue")).me
    assert me is not None
    hull = next(d.hull for d in me.designs.values() if d.kind == "ship")
    about = {"id": "PX", "name": "Seer", "kind": f"ship {hull}", "lines": f"{SCOUT}\npsi: combat precognition"}
    form = await table.gm.submit(await table.gm.slash(CHANNEL, "design unit"), about)
    await table.gm.click(form, "Send it in")
    await table.tick()
    assert "Seer" in (await table.ask("gm", "empire designs")).text()
    await table.gm.slash(CHANNEL, "campaign options", book=HOURS)


async def test_a_year_of_bad_luck_with_research_psychics_and_spies(table: Table) -> None:
    await gifted(table)
    home, gold = await home_of(table, "blue"), (await table.view()).flags["gold"].name
    there = neighbours(await table.view(), home.hex)[0]
    ships = CreateShips("blue", "PX", 1, home.hex, "Seers")
    await arrange(table, ships, SetTreasury("blue", 9000), SetEmbassy("blue", "gold", exchanged=True))
    await give(table, "gm", Given("psi travel", 'psychics of "Seers" awake', {"fleet": "Seers", "how": "awake"}))
    await give(table, "gm", Given("fleet move", f'move "Seers" to {there}', {"fleet": "Seers", "to": there}))
    await month(table)
    await paste(table, "gm", *(f'research "Folly {n}" at "{home.name}" steps 2 with 10' for n in range(FOLLIES)))
    await lucky(table, "gm", "blue", lambda state: sum(q.rule == "CW-8.0-19" for q in state.questions))
    await month(table)
    spies = (f'spy "{gold}" fleets with 50 for "count them" as "Nightfall {n}"' for n in range(SPIES))
    await paste(table, "gm", *spies)
    thing = {"object": "a derelict's log", "project": "Folly 0"}
    await give(table, "gm", Given("psi read", "handle", thing))
    await lucky(
        table, "gm", "blue", lambda state: sum(one.roll == CATASTROPHE_ROLL for one in state.operations.values())
    )
    await month(table)
    assert {q.rule for q in (await table.view()).questions if not q.settled_turn} == {*BAD_LUCK, "CW-10.0-04"}
    table.clock.forward(hours=HOURS + 1)
    for _ in range(2):  # the dice decide the spies' steps, and one of them comes to a question of its own
        await table.tick()
    found = (await table.view()).questions
    answers = {q.rule: q.answer for q in found if q.settled_turn}
    for rule, words in BAD_LUCK.items():
        assert words in answers[rule]
        assert f"Default ruling, {rule}" in all_in_room(table, "gm")
        assert rule not in all_in_room(table, "dom")
    (seers,) = [ship for ship in (await table.view("blue")).ships.values() if ship.design == "PX"]
    assert seers.psychics.insane
    assert "only what the report says happens" in answers[CAUGHT]
    assert sum(one.running for one in (await table.view("blue")).operations.values()) == SPIES - 1
    await month(table)
    for name in ("gm", "dom"):
        assert "gents" in all_in_room(table, name), "both governments read that they were caught"
        assert CAUGHT not in all_in_room(table, name)
