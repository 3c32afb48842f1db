"""A campaign that nobody leads, from its founding to a sixth turn: words, a design, a war and something that waits, none of it stuck."""

from rules.cluster_war.gm.specials import PlaceSpecial
from tests.e2e.campaign.book_kit import SIDES, month, said, under_way
from tests.e2e.campaign.orders_kit import Given, give
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.gm.amendments import just
from umpire.campaign.gm.rulings import carry_out
from umpire.games.seat import seat_of_the_book


async def test_it_runs_by_itself_to_a_sixth_turn(table: Table) -> None:
    await under_way(table, seats=2)
    ours, theirs = (await table.view("blue")).me, (await table.view("gold")).me
    assert ours is not None
    assert theirs is not None
    print(ours, theirs)
