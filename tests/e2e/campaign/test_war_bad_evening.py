"""A newcomer at war who gets everything wrong: each answer is a sentence, and the sheet stays as it was."""

import pytest

from playtest.player import GIVE_BUTTON, OUR_FAULT
from sandbox import clicks
from sandbox.errors import Refused
from tests.e2e.campaign.dashboard_kit import dashboard_of, said_to, standing, starred
from tests.e2e.campaign.test_war_by_taps import choose, front
from tests.e2e.kit import Table

LONG = '🚀 Hold the "line"\nand\\or ```run``` @everyone ' * 90
WRONG: tuple[tuple[str, dict[str, object]], ...] = (
    ("fleet engage", {"fleet": "🚀", "stance": "attack"}),
    ("fleet engage", {"fleet": "Great Swarm", "stance": "attack"}),
    ("fleet engage", {"fleet": "Hammer", "stance": "attack", "protect": "Hammer"}),
    ("fleet engage", {"fleet": "Hammer", "stance": "attack", "reserve": "SC99 🙂"}),
    ("fleet engage", {"stance": "defend", "reserve": "DD01"}),
    ("fleet raid", {"fleet": "Hammer", "via": "nowhere, 9999"}),
    ("fleet raid", {"fleet": "Hammer", "via": "0101"}),
    ("fleet raid", {"fleet": "Landing", "via": "🙂"}),
    ("fleet bombard", {"fleet": "Hammer", "world": "hello", "target": "people"}),
    ("fleet bombard", {"fleet": "Hammer", "world": "0101-1", "target": "people"}),
    ("fleet bombard", {"fleet": "Landing", "world": "{nest}", "target": "people"}),
    ("fleet bombard", {"fleet": "Hammer", "world": "{nest}", "target": "planet", "certain": True}),
    ("invade land", {"fleet": "Hammer", "world": "{nest}"}),
    ("invade land", {"fleet": "Landing", "world": "{nest}"}),
    ("invade land", {"fleet": "Landing", "world": "{home}"}),
    ("invade land", {"fleet": "Hammer", "world": "{nest}", "at": "🙂🙂🙂🙂"}),
    ("invade army", {"world": "{nest}", "posture": "attack", "forces": "A1 🙂"}),
    ("invade army", {"world": "🙂", "posture": "hold"}),
    ("fleet repair", {"what": "Great Swarm"}),
    ("fleet repair", {"what": "Hammer"}),
    ("officer recruit", {"at": "Terra"}),
    ("officer assign", {"officer": "🙂", "post": "captain", "unit": "DD01"}),
    ("gm battle", {}),
    ("decree battle", {"method": "quick"}),
    ("decree front show", {}),
    ("decree war yield", {"colony": "{nest}", "side": "humans", "reason": "Mine"}),
)


async def test_whatever_is_wrong_gets_a_sentence_and_orders_nothing(table: Table) -> None:
    nest, home = await front(table)
    table.open_commands()
    for command, options in WRONG:
        filled = {
            key: text.format(nest=nest, home=f"{home}-3") if isinstance(text, str) else text
            for key, text in options.items()
        }
        said = await table.ask("ada", command, **filled)
        assert said.text().startswith("⚠"), f"/{command} {filled}: {said.text()}"
        assert said.ephemeral
        assert OUR_FAULT not in said.text()
        assert len(said.text()) > 20
    assert not await standing(table, "humans")


async def test_long_words_quotes_and_emoji_live_through_every_tap(table: Table) -> None:
    await front(table)
    with pytest.raises(Refused):
        await table.ask("ada", "fleet engage", fleet="Hammer", stance="attack", words="x" * 4000)
    words = LONG[:1400]
    preview = await table.ask("ada", "fleet engage", fleet="Hammer", stance="attack", words=words)
    for says in ("Stance: evade", "Withdraw at a loss of 70 %", "Stance: defend"):
        preview = await table.ada.select(preview, *choose(preview, says))
        assert OUR_FAULT not in preview.text()
    receipt = await table.ada.click(preview, GIVE_BUTTON)
    assert "✔ Order given." in receipt.text()
    [row] = await standing(table, "humans")
    told = " ".join(row.order.words.split())  # type: ignore[attr-defined] # a SetEngagement
    assert told == " ".join(words.split())


async def test_two_presses_at_once_of_a_landing_give_one_order_and_old_lists_say_so(table: Table) -> None:
    await front(table)
    war = await table.ada.click(dashboard_of(table, "ada"), "War")
    before = await table.ada.click(dashboard_of(table, "ada"), "War")
    label = starred(war)[0]
    preview = await table.ada.click(war, label)
    give = preview.control(GIVE_BUTTON).custom_id
    assert give is not None
    assert preview.message is not None
    for pressed in [clicks.press(table.sandbox.core, table.ada.id, preview.message, give, None) for _ in range(2)]:
        await table.ada._wait(pressed)
    assert len(await standing(table, "humans")) == 1
    assert "no longer on it" in await said_to(table.ada, before, label)
