"""House rules picked from lists: a table by its title, a cell with the value that it has now."""

from collections.abc import Iterable, Mapping

from cogs.campaign.common.campaign_context import game_here, gm_here
from cogs.campaign.founding.panel import founding_panel
from cogs.common.answers import say
from cogs.common.autocomplete import LONGEST, Pair, asked, fixed, short
from cogs.common.bot_services import Interaction, services_of
from rules.bridge.tables_of import house_tables
from rules.cluster_war.model.state.settings import Settings
from rules.errors import GameError, quoted, unknown
from rules.tables import Table
from umpire.campaign.founding.open_campaign import change_plan, founding
from umpire.campaign.founding.plan import set_cell, settings_of_plan


def table_pairs() -> list[Pair]:
    """Every table by its title and rule."""
    return [
        (short(f"{table.title or table.id} ({table.rule})"), table.id) for table in house_tables(Settings()).values()
    ]


async def cell_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The cells of the table that is chosen, each with the value that it has in this campaign."""
    now = await founding(services_of(interaction), (await game_here(interaction)).id)
    return cells_of(table_named(str(interaction.namespace.table or ""), house_tables(settings_of_plan(now.plan))))


def cells_of(table: Table) -> list[Pair]:
    """A table's cells, "row, column: value" and "row/column"; those whose name no suggestion can hold are left out."""
    return [
        (short(f"{key}, {column}: {row[column] or 'empty'}"), name)
        for key, row in table.named_rows()
        for column in table.columns[table.key :]
        if len(name := f"{key}/{column}") <= LONGEST
    ]


def table_named(text: str, known: Mapping[str, Table]) -> Table:
    """A table by its id, its title, or both as the list shows them, in any case; GameError names the nearest."""
    wanted = text.strip().casefold()
    for table in known.values():
        if wanted in {table.id.casefold(), table.title.casefold(), f"{table.title} ({table.rule})".casefold()}:
            return table
    titles = [table.title or table.id for table in known.values()]
    raise unknown(GameError, f"There is no table {quoted(text)}.", text, "There are", titles)


async def change_cell(interaction: Interaction, table: str, cell: str, value: str) -> None:
    """Change a cell of the plan's tables, or have it as printed again; the page of house rules, with what changed."""
    seat = await gm_here(interaction, blind=True)
    services = services_of(interaction)
    now = await founding(services, seat.game_id)
    found = table_named(table, house_tables(settings_of_plan(now.plan)))
    name = f"{found.id}/{cell.strip()}"
    now = await change_plan(services, seat, lambda plan: set_cell(plan, name, value.strip()), "house")
    await say(interaction, panel=founding_panel(now, "house"))


house_table_option = fixed(table_pairs)
house_cell_option = asked(cell_pairs)
