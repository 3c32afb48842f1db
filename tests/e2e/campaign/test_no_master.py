"""A campaign that nobody leads, from its founding to a seventh turn: words, a design, a war, strangers."""

from functools import partial

from rules.cluster_war.chapters.encounters.amendments import PlaceSpecial
from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.model.working.amendment import Amendment
from tests.e2e.campaign.default_rulings_kit import all_in_room, month, public, under_way
from tests.e2e.campaign.orders_kit import Given, give
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.gm.amendments import just
from umpire.campaign.gm.rulings import carry_out
from umpire.games.seat import default_ruling_seat

SCOUT = "Bridge\nCrew quarters\nDrive 5G\n2 LRS"


async def arrange(table: Table, *changes: Amendment) -> None:
    """What chance would bring in some months is there now; no command of theirs could."""
    for change in changes:
        await carry_out(
            table.services, default_ruling_seat(table.game_id), partial(just, change), "Set up for the test"
        )


async def armed(table: Table, side: str) -> str:
    """The dearest ship of a side."""
    me = (await table.view(side)).me
    assert me is not None
    return max((d for d in me.designs.values() if d.kind == "ship"), key=lambda d: d.cost).id


async def test_it_runs_by_itself_to_a_seventh_turn(table: Table) -> None:
    await under_way(table)
    here = await empty_star(table)
    me = (await table.view("blue")).me
    assert me is not None
    hull = next(d.hull for d in me.designs.values() if d.kind == "ship")
    form = await table.gm.slash(CHANNEL, "design unit")
    about = {"id": "WI", "name": "Wisp", "kind": f"ship {hull}", "lines": SCOUT}
    await table.gm.click(await table.gm.submit(form, about), "Send it in")
    await give(table, "dom", Given("orders ask", 'ask "May we hail them?"', {"text": "May we hail them?"}))
    await month(table)
    assert "Default ruling, CW-4.1-10" in all_in_room(table, "dom")
    assert "Default ruling" not in all_in_room(table, "gm")
    assert "Wisp" in (await table.ask("gm", "empire designs")).text()

    await arrange(
        table,
        CreateShips("blue", await armed(table, "blue"), 6, here, "Wolves"),
        CreateShips("gold", await armed(table, "gold"), 2, here, "Lambs"),
        PlaceSpecial(me.home, "Monster", ("Space Whale",)),
    )
    enemy = next(flag.name for flag in (await table.game()).sides if flag.id == "gold")
    attack = {"fleet": "Wolves", "stance": "attack"}
    await give(table, "gm", Given("fleet engage", 'engage "Wolves" attack', attack))
    await month(table)
    assert f"Fleet action against {enemy} at {here}" in all_in_room(table, "gm")
    for turn in range(3, 8):
        assert (await table.game()).turn == turn
        await month(table)
    view = await table.view()
    waiting = [q for q in view.questions if not q.settled_turn and q.kind != "scene"]
    assert not waiting, waiting
    assert "cannot" not in public(table)
