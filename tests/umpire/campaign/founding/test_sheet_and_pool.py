"""The economics sheet beside the pool that the month counts, in a founded campaign."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld, HinderColony
from rules.cluster_war.chapters.diplomacy.amendments import GrantIncome
from rules.cluster_war.play.sheets.holdings import Cell, economics
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from umpire.campaign.sheets.workbooks import view_and_spending


async def page(played: Played) -> dict[str, tuple[Cell, ...]]:
    """Anna's economics sheet by row, as the command shows it."""
    view, spent = await view_and_spending(played.open.services, played.anna)
    return {row.key: row.cells for row in economics(view, spent).rows}


def cps(rows: dict[str, tuple[Cell, ...]]) -> int:
    """What the column comes to but for its last line."""
    return sum(cells[3] for key, cells in rows.items() if key != "left" and isinstance(cells[3], int))


@pytest.mark.rule("CW-18.0-08", "CW-7.1-04", "CW-5.0-24", "CW-5.0-18")
async def test_strip_mines_strikes_and_resources_stand_on_the_sheet_as_they_come_to_the_pool(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    home = await played.home()
    dug, struck, rich, far = sorted(key for key in (await played.view()).colonies if key != home)[:4]
    where, _, orbit = rich.partition("-")
    await played.amend(
        HinderColony(struck, 50),
        HinderColony(far, 0, blockaded=True),
        ChangeWorld(where, int(orbit), resources=("Radioactives",)),
        GrantIncome("blue", 70),
    )
    await played.give(f"strip {dug}")
    await played.advance()
    rows, view = await page(played), await played.view()
    size = {key: colony.size for key, colony in view.colonies.items()}
    assert [rows[key][3] for key in (dug, struck, rich, far)] == [2 * size[dug], size[struck] // 2, 2 * size[rich], ""]
    assert cps(rows) == view.income.available == rows["left"][3]

    await played.give(f"expand {rich} 12", f'research "Lasers" at {home[:4]} steps 2 with 90')
    await played.give(f"build 1 INF at {home}")
    rows = await page(played)
    assert (rows["spent/research"][3], rows["spent/infrastructure"][3]) == (-90, -12)
    assert isinstance(rows["spent/ground"][3], int)
    assert rows["spent/ground"][3] < 0
    assert cps(rows) == rows["left"][3]
    await played.advance()
    assert (await played.view()).income.treasury == rows["left"][3]
    assert (await page(played))["treasury"][3] == rows["left"][3]
