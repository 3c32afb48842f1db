"""/map atlas through the bot: a file for the asker alone, of the asker's side; with each turn's report once it is asked for."""

from sandbox.reply import SeenMessage
from tests.e2e.kit import Table


def atlases(messages: list[SeenMessage]) -> list[bytes]:
    """Every atlas that is attached to a message."""
    return [each.read() for seen in messages for each in seen.attachments if each.filename == "atlas.html"]


async def test_a_player_asks_for_the_atlas_and_then_has_it_with_every_report(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    shown = await table.ask("ada", "map atlas")
    assert shown.ephemeral
    (page,) = atlases([shown])
    assert page.startswith(b"<!DOCTYPE html>")
    assert b'"side":"humans"' in page
    assert "open it in a browser" in shown.text()
    wanted = await table.ask("ada", "map atlas", each_turn=True)
    assert "comes with each turn's report now" in wanted.text()
    await table.advance()
    posted = table.ada.messages(room, 100)
    (sent,) = [page for seen in posted if not seen.ephemeral for page in atlases([seen])]
    assert sent == atlases([await table.ask("ada", "map atlas")])[0], "the same as is given on request"
    assert "no longer comes" in (await table.ask("ada", "map atlas", each_turn=False)).text()
    other = await table.ask("gm", "map atlas")
    assert b'"side":""' in atlases([other])[0]
    assert "no player's seat" in (await table.ask("gm", "map atlas", each_turn=True)).text()
    assert not atlases([await table.ask("visitor", "map atlas")])
