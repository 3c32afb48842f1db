"""What an answer names can be pressed: below the dashboard's lists, below a refusal; and a form gives the order."""

from sandbox.reply import Reply, SeenMessage
from tests.e2e.campaign.dashboard_kit import dashboard_of, standing
from tests.e2e.kit import CHANNEL, Table
from umpire.outbox.named_commands import named_in

LISTS = (
    "Move a fleet", "Explore", "Build", "Research", "Colonies", "Facilities", "Treaties", "Intelligence", "War",
)  # fmt: skip
WARS = ("Battle orders", "Raid", "Bombard", "Invade", "Armies", "Repair", "Officers")
MOST = 4


def lacking(table: Table, answer: Reply | SeenMessage) -> list[str]:
    """Commands that an answer names and has no button for; the first of many have one."""
    known = {command.qualified_name for command in table.client.tree.walk_commands()}
    labels = {button.label for button in answer.buttons}
    named = [name for name in named_in(answer.text(), known) if name not in ("help", "gm")]
    return [name for name in named[:MOST] if f"/{name}" not in labels]


async def test_lists_and_refusals_have_buttons_for_what_they_name(table: Table) -> None:
    await table.start(review=False)
    desk = dashboard_of(table, "ada")
    named = 0
    for label in LISTS:
        answer = await table.ada.click(desk, label)
        seen = answer.followups[-1] if answer.followups else answer
        assert lacking(table, seen) == [], label
        named += sum(button.label.startswith("/") for button in seen.buttons if button.label)
    war = await table.ada.click(desk, "War")
    for label in WARS:
        seen = await table.ada.click(war, label)
        assert lacking(table, seen) == [], label
        war = await table.ada.click(seen, "War")
    assert named > 6

    # A form gives the order; a mistake in it is told, and nothing is lost.
    explore = await table.ada.click(desk, "Explore")
    form = await table.ada.click(explore, "/fleet mission")
    wrong = await table.ada.submit(form, {"fleet": "Home Fleet", "mission": "picnic"})
    assert "Mission is one of: " in wrong.text()
    blank = await table.ada.submit(form, {"fleet": " ", "mission": "patrol"})
    assert "Fleet is missing: " in blank.text()
    again = await table.ada.click(wrong, "Open it again with my text")
    preview = await table.ada.submit(again, {"fleet": "Home Fleet", "mission": "Patrol"})
    assert 'mission "Home Fleet" patrol' in preview.text()
    assert await standing(table, "humans") == []

    # What is refused names where to look.
    refused = await table.ask("ada", "fleet move", fleet="Ghost", to="0101")
    assert lacking(table, refused) == []
    # One who only plays gets no button for what game masters alone may do.
    assert not [b.label for b in refused.buttons if b.label and b.label.startswith("/gm")]
    # What a form leaves out is as the command has it without.
    none = await table.ada.slash(CHANNEL, "battle show")
    form = await table.ada.click(none, "/battle new")
    wrong = await table.ada.submit(form, {"scenario": "picnic"})
    assert "picnic" in wrong.text()
    begun = await table.ada.submit(form, {"scenario": "duel", "pace": "segments"})
    assert "⚠" not in begun.text()
    assert "Duel" in begun.text()
    told = await table.visitor.slash(CHANNEL, "orders show")
    assert lacking(table, told) == []
