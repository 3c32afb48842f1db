"""From nothing to turn 1 through the sandbox: a campaign is founded, races are designed, approved, and played."""

from sandbox.reply import Reply
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.founding.open_campaign import founding
from umpire.games import games

PACKAGE_FORMS = ("Colonies", "Facilities", "Ships and forces", "A new design")


async def founded(table: Table, *, seats: int = 2) -> Reply:
    """A campaign of two seats on a small map, taken by Ada and Dom; the game master's wizard."""
    wizard = await table.gm.slash(CHANNEL, "campaign found", name="The Long Night", seats=seats)
    assert "The Long Night" in wizard.text(), wizard
    game = await games.game_in(table.services, table.sandbox.world.guild().id, table.sandbox.world.channel(CHANNEL).id)
    table.game_id = game.id
    page = await table.gm.select(wizard, "Go to another page", "map")
    page = await table.gm.select(page, "Sectors from left", "5")
    page = await table.gm.select(page, "Sectors from top", "5")
    page = await table.gm.select(page, "shape", "standard")
    assert "5 × 5 sectors, evenly filled" in page.text()
    await table.settle()
    assert "is founded" in table.visitor.last(CHANNEL).text()
    table.flags = {"ada": "Blue", "dom": "Gold"}
    for name, side in (("ada", "blue"), ("dom", "gold")):
        joined = await table.human(name).slash(CHANNEL, "campaign join", side=side)
        assert "leads" in joined.text(), joined
        assert "The race comes next: /race design." in joined.text(), joined
    return page


async def test_threads_begin_with_the_way_to_turn_1(table: Table) -> None:
    await founded(table)
    await table.settle()
    assert "/gm races shows how far they are" in table.gm.messages(table.room("gm"))[0].text()
    first = table.ada.messages(table.room("ada"))[0].text()
    assert "you lead **Blue**" in first
    assert "/race design leads through your people" in first


async def preset(table: Table, name: str, race: str) -> Reply:
    """A printed race with its roster, submitted."""
    form = await table.human(name).slash(CHANNEL, "race design")
    form = await table.human(name).select(form, "Begin from", race)
    assert "30 of 30 AP" in form.text(), form
    return await table.human(name).click(form, "Submit")


async def test_two_players_come_from_nothing_to_turn_1_with_a_printed_race_and_one_of_their_own(table: Table) -> None:
    await founded(table)
    done = await preset(table, "dom", "Vermin")
    assert "with the game master" in done.text()

    form = await table.ada.slash(CHANNEL, "race design")
    assert form.ephemeral
    form = await table.ada.select(form, "Go to another page", "names")
    sent = await table.ada.click(form, "Names")
    form = await table.ada.submit(sent, {"name": "Kree", "home": "Kreeholm"})
    assert "Kree" in form.text()
    form = await table.ada.select(form, "Go to another page", "home")
    form = await table.ada.select(form, "Temperature", "2")
    assert "5255" in form.text()
    assert "1 of 30 AP" in form.text()
    form = await table.ada.select(form, "Go to another page", "g0")
    form = await table.ada.select(form, "Racial abilities", "Flight", "Extra Strength")
    sent = await table.ada.select(form, "Level or detail", "Extra Strength")
    form = await table.ada.submit(sent, {"level": "3"})
    assert "Extra Strength +3" in form.text()
    assert "5 of 30 AP" in form.text()
    form = await table.ada.select(form, "Go to another page", "own")
    sent = await table.ada.select(form, "Add an entry", "abilities")
    form = await table.ada.submit(sent, {"name": "Ice song", "text": "They sing through ice."})
    assert "Ice song" in form.text()
    form = await table.ada.select(form, "Go to another page", "pack")
    form = await table.ada.select(form, "Take a ready roster", "Oolab")
    sent = await table.ada.click(form, "Facilities")
    form = await table.ada.submit(sent, {"shipyard_bays": "8000"})
    assert "`CW-3.1-31`" in form.text() or "`CW-3.0-03`" in form.text()
    refused = await table.ada.slash(CHANNEL, "race submit")
    assert refused.text().startswith("⚠"), refused
    sent = await table.ada.click(form, "Facilities")
    form = await table.ada.submit(sent, {"shipyard_bays": "40"})
    sent = await table.ada.slash(CHANNEL, "race unit")
    lines = "Bridge\n2 Crew quarters\nDrive 5G\n2 LRS"
    form = await table.ada.submit(sent, {"id": "IC", "name": "Icicle", "kind": "ship 12", "lines": lines})
    assert "Icicle" in form.text(), form
    assert "6 ship designs" in form.text(), "one design too many is told"
    sent = await table.ada.select(form, "Change a design", "PI")
    form = await table.ada.submit(sent, {"name": "strike"})
    assert "Pincer" not in form.text()
    done = await table.ada.slash(CHANNEL, "race submit")
    assert "with the game master" in done.text(), done

    await judged(table)
    races = await table.gm.slash(CHANNEL, "gm races")
    made = await table.gm.click(races, "Make the cluster")
    assert made.message is not None
    assert races.message is not None
    assert made.message.id == races.message.id, "in place of the button: it is made once"
    assert "Kree, Vermin have their homes" in made.text(), made
    assert [button.label for button in made.buttons if not button.label.startswith("/")] == ["Begin"]
    late = await table.gm.slash(CHANNEL, "campaign found")
    assert "There is a cluster already" in late.text()
    begun = await table.gm.click(made, "Begin")
    assert "turn 1 is open" in begun.text(), begun
    assert (await table.gm.click(made, "Begin")).text().startswith("⚠"), "once"
    await table.settle()
    assert [a.filename for a in table.last_in_room("ada").attachments] == ["map.png", "map.txt"]
    roster = await table.ada.slash(CHANNEL, "empire designs")
    assert "Icicle" in roster.text()
    shown = await table.ada.slash(CHANNEL, "empire show")
    assert "Kree" in shown.text()
    locked = await table.ada.slash(CHANNEL, "race submit")
    assert "has its cluster" in locked.text()
    view = await table.view("blue")
    assert view.me is not None
    assert view.me.race.home_step == "5255"
    await table.advance()
    assert (await table.game()).turn == 2


async def judged(table: Table) -> None:
    """The game master prices Ada's entry and approves both races; what he saw before has lost its force."""
    panel = await table.gm.slash(CHANNEL, "gm races")
    assert "Kree" in panel.text()
    race = await table.gm.select(panel, "Look at a race", "blue")
    assert "Ice song" in race.text()
    early = await table.gm.submit(await table.gm.click(race, "Approve"), {})
    assert "Ice song" in early.text()
    assert "price" in early.text()
    sent = await table.gm.select(race, "Price or refuse", "0")
    priced = await table.gm.submit(sent, {"ap": "4", "comment": "Fair?"})
    assert "Ice song, 4 AP, approved" in priced.text(), priced
    first, second = await table.gm.click(priced, "Approve"), await table.gm.click(priced, "Approve")
    done = await table.gm.submit(first, {"comment": "Welcome"})
    assert "race approved" in done.text(), done
    twice = await table.gm.submit(second, {"comment": "Welcome"})
    assert "has changed since" in twice.text()
    other = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", "gold")
    await table.gm.submit(await table.gm.click(other, "Approve"), {})
    await table.settle()
    assert "is approved" in table.ada.last(table.room("ada")).text()
    assert "Welcome" in table.ada.last(table.room("ada")).text()


async def test_nobody_but_the_player_and_the_game_master_sees_a_race(table: Table) -> None:
    await founded(table)
    form = await table.ada.slash(CHANNEL, "race design")
    form = await table.ada.select(form, "Begin from", "The Dominators")
    for command in ("campaign players", "campaign info", "campaign rules", "race show"):
        assert "Dominators" not in (await table.dom.slash(CHANNEL, command)).text()
    table.open_commands()
    assert "game master" in (await table.dom.slash(CHANNEL, "gm races")).text()
    assert "Dominators" not in (await table.visitor.slash(CHANNEL, "campaign rules")).text()
    stranger = await table.visitor.slash(CHANNEL, "race design")
    assert "hold no seat" in stranger.text()
    seen = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", "blue")
    assert "The Dominators" in seen.text()


async def test_the_wizard_keeps_every_page_and_says_what_cannot_be(table: Table) -> None:
    page = await founded(table)
    page = await table.gm.click(page, "Back: Overview")
    page = await table.gm.click(page, "Next: Map and seats")
    assert {"Back: Overview", "Next: Homes and your races"} <= {button.label for button in page.buttons}
    page = await table.gm.click(await table.gm.click(page, "Back: Overview"), "Back: Schedule and review")
    assert "Next: Overview" in {button.label for button in page.buttons}, "round again"
    page = await table.gm.select(page, "Go to another page", "tech")
    page = await table.gm.select(page, "Technology level", "2nd Gen FTL")
    page = await table.gm.select(page, "Drives nobody", "Wormhole", "Tesseract")
    assert "2nd Gen FTL" in page.text()
    assert "Wormhole, Tesseract" in page.text()
    page = await table.gm.select(page, "Go to another page", "one")
    page = await table.gm.select(page, "Sensors reach", "2")
    page = await table.gm.select(page, "Go to another page", "two")
    page = await table.gm.select(page, "Go to another page", "house")
    sent = await table.gm.click(page, "Write the house rules")
    page = await table.gm.submit(sent, {"text": "CW-TAB-START-KIT/ship designs/amount = 6\nCW-8.0-14 = Be kind"})
    assert "ship designs" in page.text()
    bad = await table.gm.submit(await table.gm.click(page, "Write the house rules"), {"text": "gravity = off"})
    assert "not a rule" in bad.text()
    page = await table.gm.select(page, "Go to another page", "money")
    page = await table.gm.select(page, "The budget", "by colonies")
    page = await table.gm.submit(await table.gm.click(page, "CPs of colonies"), {"text": "600"})
    assert "600 CPs of colonies, 750 CPs of facilities, 750 CPs of starships" in page.text()
    page = await table.gm.select(page, "Go to another page", "clock")
    page = await table.gm.submit(await table.gm.click(page, "Set the schedule"), {"text": "every 48h"})
    page = await table.gm.select(page, "How results", "no")
    assert "every 2 days" in page.text()
    assert "published at once" in page.text()
    page = await table.gm.select(page, "Go to another page", "map")
    grid = "10 20 30 20 10\n" * 5
    page = await table.gm.submit(await table.gm.click(page, "Write the grid"), {"text": grid})
    assert "10 20 30 20 10" in page.text()
    wrong = await table.gm.submit(await table.gm.click(page, "Write the grid"), {"text": "10 20\n10"})
    assert "all equally long" in wrong.text()
    told = await table.dom.slash(CHANNEL, "campaign rules")
    for words in ("2nd Gen FTL", "50 AP", "Wormhole", "2 hexes", "Be kind", "600 CPs", "a grid"):
        assert words in told.text(), words
    assert "house" not in (await table.dom.slash(CHANNEL, "campaign found")).text()
    now = await founding(table.services, table.game_id)
    assert now.plan.grid["3,5"] == 30


async def test_homes_are_placed_and_races_planned_for_the_game_masters_eyes_alone(table: Table) -> None:
    page = await founded(table)
    table.open_commands()
    public = (await table.dom.slash(CHANNEL, "campaign rules")).text()
    page = await table.gm.select(page, "Go to another page", "homes")
    assert "Players begin **far apart** `CW-19.0-14`" in page.text()
    assert "None yet" in page.text()
    page = await table.gm.select(page, "How homes are placed", "gaps")
    assert "in the gaps between your races" in page.text()
    over = await table.gm.select(page, "Go to another page", "over")
    assert "you run none" in over.text()
    page = await table.gm.select(over, "Go to another page", "homes")
    form = await table.gm.click(page, "Add a race that you run")
    bad = await table.gm.submit(form, {"name": "Zzyx", "attitude": "Grumpy"})
    assert "`Grumpy` is not an attitude" in bad.text()
    page = await table.gm.submit(await table.gm.click(page, "Add a race that you run"), {"name": "Zzyx"})
    assert "Zzyx: 300 CPs, Neutral, steady growth, a home as it is found" in page.text()
    form = await table.gm.select(page, "Change one of your races", "zzyx")
    page = await table.gm.submit(form, {"gross": "450", "attitude": "Hostile", "pace": "fast", "step": "4x55"})
    assert "Zzyx: 450 CPs, Hostile, fast growth, a perfect home of 4X55" in page.text()
    page = await table.gm.submit(await table.gm.click(page, "Add a race that you run"), {"name": "Wasps"})
    page = await table.gm.select(page, "Remove your races", "wasps")
    assert "Wasps" not in page.text()
    assert (await table.dom.slash(CHANNEL, "campaign rules")).text() == public
    for name in ("ada", "dom"):
        await preset(table, name, {"ada": "Humans", "dom": "Vermin"}[name])
    for side in ("blue", "gold"):
        race = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", side)
        await table.gm.submit(await table.gm.click(race, "Approve"), {})
    made = await table.gm.click(await table.gm.slash(CHANNEL, "gm races"), "Make the cluster")
    assert "Humans, Vermin have their homes" in made.text(), made
    await table.gm.slash(CHANNEL, "campaign begin")
    await table.settle()
    assert "450 CPs" in (await table.gm.slash(CHANNEL, "gm npr show", race="Zzyx")).text()
    for player in (table.ada, table.dom):
        told = "".join([(await player.slash(CHANNEL, f"{what}")).text() for what in ("campaign rules", "empire show")])
        said = "".join(message.text() for message in (*player.messages(CHANNEL),))
        assert "Zzyx" not in told + said
        assert "nobody but" not in (await player.slash(CHANNEL, "gm npr show")).text().casefold()
    for name in ("ada", "dom"):
        attached = {a.filename: a.read() for a in table.last_in_room(name).attachments}
        assert b"Zzyx" not in attached["map.txt"]


async def test_a_race_handed_back_tells_its_player_why(table: Table) -> None:
    await founded(table)
    await preset(table, "ada", "Humans")
    race = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", "blue")
    back = await table.gm.submit(await table.gm.click(race, "Hand back"), {"comment": "Another name"})
    assert "handed back" in back.text(), back
    await table.settle()
    assert "Another name" in table.ada.last(table.room("ada")).text()
    form = await table.ada.slash(CHANNEL, "race design")
    assert "Another name" in form.text()
    assert "handed back to you" in form.text()


async def test_before_there_is_a_cluster_commands_of_play_say_so(table: Table) -> None:
    await founded(table)
    assert "has no cluster yet" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    early = (await table.ada.slash(CHANNEL, "orders show")).text()
    assert "has not begun: races come before the map. /race design is your form" in early
    assert "nothing to export" in (await table.gm.slash(CHANNEL, "campaign export")).text()
    assert "races are being designed" in (await table.ada.slash(CHANNEL, "campaign info")).text()
    assert "being played in this channel" in (await table.ola.slash(CHANNEL, "campaign found", name="Another")).text()


async def test_a_campaign_from_a_scenario_has_no_races_to_design(table: Table) -> None:
    await table.start(begin=False)
    assert "ready scenario" in (await table.ada.slash(CHANNEL, "race design")).text()
    assert "ready scenario" in (await table.gm.slash(CHANNEL, "gm races")).text()


async def test_founding_without_a_name_asks_for_one(table: Table) -> None:
    form = await table.gm.slash(CHANNEL, "campaign found", seats=3)
    assert form.modal is not None
    refused = await table.gm.submit(form, {"name": "<@1>", "schedule": "every 48h"})
    assert "A game's name" in refused.text()
    made = await table.gm.submit(form, {"name": "The Long Dusk", "schedule": "every 48h"})
    assert "The Long Dusk" in made.text()
    status = await table.gm.slash(CHANNEL, "campaign info")
    assert "races are being designed" in status.text()


async def test_a_house_rule_is_picked_from_lists_that_show_the_value_now(table: Table) -> None:
    await founded(table)
    offered = await table.gm.autocomplete(CHANNEL, "campaign house", "table", "starting pack")
    (kit,) = [one for one in offered if one.value == "CW-TAB-START-KIT"]
    assert kit.name == "Standard starting package (3.0), 1st generation FTL (CW-3.0-03)"
    given = {"table": str(kit.value)}
    cells = await table.gm.autocomplete(CHANNEL, "campaign house", "cell", "ship des", **given)
    assert [(one.name, one.value) for one in cells] == [("ship designs, amount: 5", "ship designs/amount")]
    page = await table.gm.slash(CHANNEL, "campaign house", **given, cell="ship designs/amount", value="6")
    assert "CW-TAB-START-KIT/ship designs/amount = 6" in page.text()
    cells = await table.gm.autocomplete(CHANNEL, "campaign house", "cell", "ship des", **given)
    assert [one.name for one in cells] == ["ship designs, amount: 6"]
    for wrong, said in (("gravity/amount", "names no row"), ("ship designs/colour", "names no cell")):
        refused = await table.gm.slash(CHANNEL, "campaign house", **given, cell=wrong, value="6")
        assert said in refused.text()
    refused = await table.gm.slash(CHANNEL, "campaign house", table="Standrad starting package", cell="a/b")
    assert "Standard starting package" in refused.text()
    assert (
        "game master" in (await table.dom.slash(CHANNEL, "campaign house", **given, cell="ship designs/amount")).text()
    )
    back = await table.gm.slash(CHANNEL, "campaign house", **given, cell="ship designs/amount")
    assert "None yet" in back.text()


async def test_every_form_of_the_set_up_opens_again_with_its_text(table: Table) -> None:
    wizard = await founded(table)
    forms = [
        ("gm", "map", "Write the grid"),
        ("gm", "house", "Write the house rules"),
        ("gm", "money", "CPs of colonies"),
    ]
    forms += [("gm", "clock", "Set the schedule"), ("gm", "homes", "Add a race that you run")]
    forms += [("ada", "pack", label) for label in PACKAGE_FORMS]
    for who, page, label in forms:
        human = table.human(who)
        panel = wizard if who == "gm" else await human.slash(CHANNEL, "race design")
        opened = await human.click(await human.select(panel, "Go to another page", page), label)
        assert opened.modal is not None, label
        wrong = dict.fromkeys(opened.modal.fields, "no")
        refused = await human.submit(opened, wrong)
        said = [refused, *refused.followups]
        shown = next(each for each in said if "Open it again with my text" in [b.label for b in each.buttons])
        assert shown.text().startswith("⚠"), label
        again = await human.click(shown, "Open it again with my text")
        assert again.modal is not None
        assert {key: field.get("value") for key, field in again.modal.fields.items()} == wrong, label
