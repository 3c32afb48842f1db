"""The shipyard through the sandbox: from blank to a craft on a map; sharing; every mistake told."""

from playtest.player import OUR_FAULT
from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import new_fight
from tests.e2e.kit import CHANNEL, Table

SHEET = "name: Wasp\nscreens: 2\nengines: 1\nfuel: 1\ncapacitors: 4\nradar: 5\nweapons: 2 laser"


async def ship(table: Table, who: str, command: str, **options: object) -> Reply:
    """A command of /ship in the campaign's channel; nothing may go wrong on our side, and only its giver sees it."""
    reply = await table.human(who).slash(CHANNEL, f"ship {command}", **options)
    assert OUR_FAULT not in reply.text(), reply.text()
    assert reply.ephemeral or reply.modal is not None
    return reply


async def write(table: Table, who: str, sheet: str) -> Reply:
    """The form of /ship text."""
    form = await ship(table, who, "text")
    assert form.modal is not None, form.text()
    return await table.human(who).submit(form.modal, {"sheet": sheet})


async def test_a_craft_is_drawn_box_by_box_priced_checked_and_saved(table: Table) -> None:
    assert "Your slip is empty" in (await ship(table, "ada", "yard")).text()
    panel = await ship(table, "ada", "yard", start="blank", name="Wasp")
    assert "name: Wasp" in panel.text()
    points = []
    for part, amount in (
        ("screen", 2),
        ("engine", 1),
        ("fuel", 1),
        ("capacitor", 4),
        ("radar 5", 1),
        ("weapon laser L+R", 1),
    ):
        told = (await ship(table, "ada", "add", part=part, amount=amount)).text()
        assert "✔ " in told, told
        points.append(int(told.split("**")[1].split()[0]))
    assert points == sorted(points)
    assert points[0] < points[-1]
    panel = await table.ada.select(await ship(table, "ada", "yard"), "Add a system", "weapon laser")
    assert "weapons: 1 laser L+R, 1 laser" in panel.text()
    panel = await table.ada.select(panel, "Take a system off", "weapon laser")
    assert "weapons: 1 laser L+R" in panel.text()
    shown = await table.ada.click(panel, "Picture")
    assert [file.filename for file in shown.attachments] == ["ship.png", "ship.txt"]
    assert "Saved as Wasp" in (await table.ada.click(panel, "Save")).text()
    assert "Wasp" in (await ship(table, "ada", "list")).text()


async def test_a_drawing_is_its_owners_until_it_is_shared(table: Table) -> None:
    await ship(table, "ada", "yard", start="blank")
    assert "name: Wasp" in (await write(table, "ada", SHEET)).text()
    await ship(table, "ada", "save", name="Secret Wasp")
    assert "drawn nothing" in (await ship(table, "vik", "list")).text()
    assert "not a design" in (await ship(table, "vik", "yard", start="Secret Wasp")).text()
    for command in ("share", "delete"):
        assert "not a design" in (await ship(table, "vik", command, name="Secret Wasp")).text()
        assert await table.vik.autocomplete(CHANNEL, f"ship {command}", "name", "") == []
    assert "Everybody here" in (await ship(table, "ada", "share", name="secret wasp")).text()
    assert "name: Secret Wasp" in (await ship(table, "vik", "yard", start="Secret Wasp")).text()
    assert "somebody else" in (await ship(table, "vik", "delete", name="Secret Wasp")).text()
    assert "yours alone" in (await ship(table, "ada", "share", name="Secret Wasp")).text()
    assert "is gone" in (await ship(table, "ada", "delete", name="Secret Wasp")).text()
    assert "drawn nothing" in (await ship(table, "ada", "list")).text()


async def test_a_drawn_craft_fights(table: Table) -> None:
    await ship(table, "ada", "yard", start="halyard", name="Long Halyard")
    await ship(table, "ada", "save")
    fight = await new_fight(table, scenario="free", hours=0)
    await fight.use("ada", "battle join", side="X")
    placed = await fight.use("ada", "battle add", design="Long Halyard", side="X", hex="1520")
    assert "X1 Long Halyard" in placed.text()
    await fight.use("ada", "battle add", design="halyard", side="Y", hex="1510", facing="D")
    await fight.begin("ada")


async def test_what_cannot_be_built_is_told_and_the_slip_stays_as_it_was(table: Table) -> None:
    await ship(table, "ada", "yard", start="blank", name="Wasp")
    before = (await ship(table, "ada", "yard")).text()
    for command, options, said in (
        ("add", {"part": "🚀"}, "not a system"),
        ("add", {"part": "armor 9"}, "which side"),
        ("add", {"part": "weapon spoon"}, "none of the weapons"),
        ("remove", {"part": "engine"}, "no engine left"),
        ("yard", {"start": "nothing at all"}, "not a design"),
        ("yard", {"start": "blank", "name": "a: b; c"}, ""),
        ("share", {"name": "Wasp"}, "not a design"),
        ("delete", {"name": "@everyone"}, "not a design"),
        ("library", {"design": "X" * 60}, "not a design"),
    ):
        told = (await ship(table, "ada", command, **options)).text()
        assert told.startswith("⚠ "), (command, options, told)
        assert said in told
    for sheet in ("x" * 4000, "name: 🚀\nengines: many", "wings: 2", "name: A\nname: B"):
        assert (await write(table, "ada", sheet)).text().startswith("⚠ ")
    assert (await ship(table, "ada", "yard")).text() == before
    for part in ("engine", "armor 4"):
        await ship(table, "ada", "add", part=part)
    kept = (await ship(table, "ada", "save")).text()
    assert kept.startswith("⚠ It cannot be built as it is")
    assert "PW-S" in kept
