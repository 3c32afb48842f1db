"""Forms that were open while the bot was restarted: each is carried out as if nothing had been, or its text is given back."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from cogs.common.components import form_data
from playtest.player import GIVE_BUTTON
from sandbox.human import Human
from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import begun
from tests.e2e.battle.test_battle_squadrons import keep, won
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.campaign.test_designs import drawn, looked_at, ship_hull
from tests.e2e.campaign.test_founding import founded, preset
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_votes import OUTCOME, PUBLIC, asked
from tests.e2e.kit import CHANNEL, Table
from tests.e2e.lives import Lives, lives
from tests.umpire.battle_step import battles_every_month

AGAIN: Final = "Open it again with my text"
ASKED: Final = 'ask "May we hail the derelict?"'
CAMPAIGN: Final = frozenset(
    {"orders-write", "orders-form", "stand-write", "edit", "gm-narrate", "npr-notes", "gm-change", "gm-tell", "gm-undo",
     "gm-project", "gm-spy-form", "gm-battle-plan", "desk-undo", "desk-hours", "draw-edit", "gm-draw-yes", "gm-draw-no",
     "away-form", "whatif-orders"}
)  # fmt: skip
FOUGHT: Final = frozenset({"gm-battle-time", "gm-battle-who", "gm-battle-tell"})
FOUNDING: Final = frozenset(
    {"plan-form", "plan-race", "plan-homes", "race-form", "race-level", "race-own", "race-design", "gm-race-yes",
     "gm-race-no", "gm-race-price"}
)  # fmt: skip
BATTLE: Final = frozenset({"bp-text", "ship-text"})
DOCK: Final = frozenset({"sq-text"})
COUNCIL: Final = frozenset({"council-ask"})
NAMELESS: Final = frozenset({"found"})
NAMED: Final = frozenset({"reply", "run-command", "command"})


@dataclass
class Opened:
    """A form that somebody has before them, what they write, and what the answer must say."""

    who: str
    form: Reply
    written: Mapping[str, str]
    answer: str

    @property
    def action(self) -> str:
        """Which kind of form it is, by its custom id, within what Discord takes."""
        assert self.form.modal is not None, self.form
        sent = self.form.core.interactions.by_id[int(self.form.modal.modal_id)].modal
        assert sent is not None
        custom_id = str(sent["custom_id"])
        assert len(custom_id) <= 100
        data = form_data(custom_id)
        assert data is not None, custom_id
        return data.action

    async def send(self, table: Table) -> Reply:
        """Send it."""
        human: Human = table.human(self.who)
        return await human.submit(self.form, self.written)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Lives]:
    """A bot that can be restarted."""
    async with lives(tmp_path) as found:
        yield found


async def check(evening: Lives, opened: list[Opened], actions: frozenset[str]) -> None:
    """Restart, send all in their order, and hear of each what it says without a restart."""
    assert {each.action for each in opened} == actions
    table = await evening.restart()
    for each in opened:
        reply = await each.send(table)
        told = "\n".join(seen.text() for seen in (reply, *reply.followups))
        assert each.answer in told, (each.action, told)


@pytest.mark.in_place
async def test_every_form_of_a_month_that_waits_survives_a_restart(evening: Lives) -> None:
    with battles_every_month():
        table = evening.table
        await table.start()
        asked = await table.gm.slash(CHANNEL, "gm advance")
        await table.gm.click(asked, "Resolve turn 1")
        seen = await table.gm.slash(CHANNEL, "gm battle")
        opened = [
            Opened("gm", await table.gm.click(seen, "More time"), {"hours": "5"}, "Its time is set"),
            Opened("gm", await table.gm.click(seen, "Who commands"), {"humans": "Bob", "dominators": "Eve"}, "Bob"),
            Opened(
                "gm", await table.gm.click(seen, "Narrate"), {"fates": "survived: all", "winner": ""}, "has gone on"
            ),
        ]
        await check(evening, opened, FOUGHT)


async def test_every_form_of_a_campaign_survives_a_restart(evening: Lives) -> None:
    table = evening.table
    await table.start(schedule="weekly Sunday 20:00 Europe/Berlin")
    ada, gm = table.ada, table.gm
    preview = await ada.slash(CHANNEL, "orders write", line=ASKED)
    opened = [
        Opened("ada", await ada.slash(CHANNEL, "orders write"), {"line": "hold\nsing"}, "orders can be given"),
        Opened("ada", await ada.slash(CHANNEL, "orders form"), {"text": "Name: Nobody"}, "Nothing was entered"),
        Opened(
            "ada",
            await ada.click(await ada.slash(CHANNEL, "orders standing"), "Write one"),
            {"line": "keep 5 CPs in reserve"},
            "Before you give it",
        ),
        Opened(
            "ada", await ada.click(preview, "Change the text"), {"line": 'ask "Who?"'}, "Before you give this order"
        ),
        Opened(
            "ada",
            await ada.slash(CHANNEL, "design unit"),
            {"id": "WO", "name": "Wolf", "kind": f"ship {await ship_hull(table)}", "lines": "Bridge"},
            "Wolf",
        ),
    ]
    hull = await ship_hull(table)
    for short in ("WA", "WB"):
        await ada.click(await drawn(table, hull=hull, short=short), "Send to the game master")
    opened += [
        Opened("gm", await gm.click(await looked_at(table, "WA"), "Approve"), {}, "Wisp"),
        Opened("gm", await gm.click(await looked_at(table, "WB"), "Hand back"), {"comment": "Less"}, "went back"),
    ]
    home = await empty_star(table)
    hive = {"race": "The Hive", "home": home, "gross": 400, "pace": "fast", "attitude": "Hostile", "goals": "Cloaks"}
    await gm.slash(CHANNEL, "gm npr set", **hive)
    await ada.click(preview, GIVE_BUTTON)
    hours = await gm.click(dashboard_of(table, "gm"), "Extend")
    days = {"from": "today", "until": "3 days", "word": "At sea"}
    asked = await ada.click(dashboard_of(table, "ada"), "Away")
    opened.append(Opened("ada", await ada.click(asked, "Days of my own"), days, "You are away"))
    forked = await gm.click(await gm.slash(CHANNEL, "gm whatif"), "Turn 1, as it is now")
    sheet = await gm.select(forked, "Orders of a side", "humans")
    opened += [
        Opened("gm", await gm.click(sheet, "Change them"), {"off": "9"}, "There is no order `9`"),
        Opened(
            "gm",
            await gm.click(await gm.slash(CHANNEL, "gm battle"), "A battle to come"),
            {"hex": home, "method": "quick", "surprised": "humans", "advantage": "dominators 5"},
            "go as you say",
        ),
        Opened("gm", await gm.slash(CHANNEL, "gm narrate", to="all"), {"text": "A comet."}, "A comet"),
        Opened("gm", await gm.slash(CHANNEL, "gm npr notes", race="The Hive"), {"story": "They dig."}, "is changed"),
        Opened("gm", await gm.select(hours, "24"), {"reason": "Holidays."}, "The deadline is now"),
    ]
    await check(
        evening, opened, CAMPAIGN - {"gm-change", "gm-tell", "gm-undo", "gm-project", "gm-spy-form", "desk-undo"}
    )

    table = evening.table
    lance = await ada.slash(CHANNEL, "research propose", name="Void Lance", goal="to cut through shields")
    await ada.click(lance, GIVE_BUTTON)
    watch = await ada.slash(CHANNEL, "spy counter", cps=100, name="The Watch")
    await ada.click(watch, GIVE_BUTTON)
    await gm.click(await gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    asked = await gm.slash(CHANNEL, "gm questions")
    numbers = [b.label.split()[-1] for b in asked.buttons if b.label.startswith("Answer")]
    project = next(b.label for b in asked.buttons if b.label.startswith("Project"))
    numbers.remove(project.split()[-1])
    review = await gm.slash(CHANNEL, "gm review")
    judge = await gm.slash(CHANNEL, "spymaster show", operation="humans-S1")
    await table.settle()
    opened = [
        Opened("gm", await gm.click(judge, "Chance and words"), {"ruling": "0 %"}, "0 %"),
        Opened("gm", await gm.click(asked, project), {"successes": "2", "effect": "Shields fail"}, "takes 2 successes"),
        Opened("gm", await gm.click(asked, f"Narrate {numbers[0]}"), {"answer": "It hums.", "tell": "all"}, "It hums"),
        Opened("gm", await gm.click(asked, f"Answer {numbers[0]}"), {"answer": "It is a buoy."}, "is answered already"),
        Opened("gm", await gm.click(dashboard_of(table, "gm"), "Undo"), {"reason": "A wrong table"}, "A wrong table"),
        Opened("gm", await gm.click(review, "Undo"), {"reason": "A wrong table"}, "is open again"),
    ]
    await check(
        evening, opened, frozenset({"gm-change", "gm-tell", "gm-undo", "gm-project", "gm-spy-form", "desk-undo"})
    )


async def test_every_form_of_a_founding_survives_a_restart(evening: Lives) -> None:
    table = evening.table
    wizard = await founded(table)
    await preset(table, "dom", "Vermin")
    ada, gm = table.ada, table.gm

    async def page(name: str) -> Reply:
        return await ada.select(await ada.slash(CHANNEL, "race design"), "Go to another page", name)

    abilities = await ada.select(await page("g0"), "Racial abilities", "Flight", "Extra Strength")
    homes = await gm.select(wizard, "Go to another page", "homes")
    homes = await gm.submit(await gm.click(homes, "Add a race that you run"), {"name": "Zzyx"})
    opened = [
        Opened("gm", await gm.click(homes, "Add a race that you run"), {"name": "Wasps"}, "Wasps: 300 CPs"),
        Opened("gm", await gm.select(homes, "Change one of your races", "zzyx"), {"gross": "450"}, "Zzyx: 450 CPs"),
        Opened("ada", await ada.select(abilities, "Level or detail", "Extra Strength"), {"level": "3"}, "Strength +3"),
        Opened("ada", await ada.click(await page("names"), "Names"), {"name": "Kree"}, "Kree"),
        Opened(
            "ada",
            await ada.select(await page("own"), "Add an entry", "abilities"),
            {"name": "Ice song", "text": "They sing."},
            "Ice song",
        ),
        Opened(
            "ada",
            await ada.slash(CHANNEL, "race unit"),
            {"id": "IC", "name": "Icicle", "kind": "ship 12", "lines": "Bridge\n2 Crew quarters\nDrive 5G\n2 LRS"},
            "Icicle",
        ),
    ]
    clock = await gm.select(await gm.slash(CHANNEL, "campaign found"), "Go to another page", "clock")
    opened += [Opened("gm", await gm.click(clock, "Set the schedule"), {"text": "every 48h"}, "every 2 days")]
    await check(evening, opened, FOUNDING - {"gm-race-yes", "gm-race-no", "gm-race-price"})

    begun_anew = await ada.select(await ada.slash(CHANNEL, "race design"), "Begin from", "Humans")
    packed = await ada.select(begun_anew, "Go to another page", "pack")
    packed = await ada.select(packed, "Take a ready roster", "Humans")
    own = await ada.select(packed, "Go to another page", "own")
    song = await ada.select(own, "Add an entry", "abilities")
    entry = {"name": "Ice song", "text": "They sing through ice."}
    panel = await ada.select(await ada.submit(song, entry), "Go to another page", "sum")
    assert "with the game master" in (await ada.click(panel, "Submit")).text()
    blue = await gm.select(await gm.slash(CHANNEL, "gm races"), "Look at a race", "blue")
    gold = await gm.select(await gm.slash(CHANNEL, "gm races"), "Look at a race", "gold")
    price = await gm.select(blue, "Price or refuse", "0")
    opened = [
        Opened("gm", price, {"ap": "0", "comment": "Fair?"}, "Ice song, 0 AP, approved"),
        Opened("gm", await gm.click(blue, "Approve"), {"comment": "Welcome"}, "has changed since"),
        Opened("gm", await gm.click(gold, "Hand back"), {"comment": "Another name"}, "handed back"),
    ]
    await check(evening, opened, frozenset({"gm-race-yes", "gm-race-no", "gm-race-price"}))


async def test_the_forms_of_a_battle_and_of_the_shipyard_survive_a_restart(evening: Lives) -> None:
    table = evening.table
    fight = await begun(table)
    await fight.use("ada", "ship yard", start="blank", name="Wasp")
    plan = await fight.use("ada", "plot text")
    sheet = "name: Wasp\nscreens: 2\nengines: 1\nfuel: 1\ncapacitors: 4\nradar: 5\nweapons: 2 laser"
    opened = [
        Opened("ada", plan, {"plan": "1-4 accelerate"}, "1. `1-4 accelerate`"),
        Opened("ada", await fight.use("ada", "ship text"), {"sheet": sheet}, "Wasp"),
    ]
    await check(evening, opened, BATTLE)


async def test_the_form_of_repairs_at_dock_survives_a_restart(evening: Lives) -> None:
    fight = await won(evening.table)
    form = await fight.press("ada", await keep(fight), "Choose repairs")
    await check(evening, [Opened("ada", form, {"mends": "X1 wings"}, "nothing of `wings` on X1")], DOCK)


async def test_the_form_of_a_council_survives_a_restart(evening: Lives) -> None:
    listed = await asked(evening.table)
    form = await evening.table.dom.click(listed, "Write what everybody reads")
    words = {"wording": PUBLIC, "outcome": OUTCOME}
    await check(evening, [Opened("dom", form, words, "Everybody will read this")], COUNCIL)


async def test_the_form_that_asks_for_a_campaigns_name_survives_a_restart(evening: Lives) -> None:
    form = await evening.table.gm.slash(CHANNEL, "campaign found", seats=3)
    words = {"name": "The Long Dusk", "schedule": "every 48h", "aim": "24 turns"}
    await check(evening, [Opened("gm", form, words, "The Long Dusk")], NAMELESS)


async def test_forms_below_letters_are_carried_out_after_a_restart(evening: Lives) -> None:
    table = evening.table
    await table.start(review=False)
    await amended(table, "decree embassy", one="humans", other="dominators")
    await table.ask("dom", "treaty message", side="humans", text="Peace?")
    await table.settle()
    reply = await table.ada.click(table.last_in_room("ada"), "Reply")
    masters = next(
        seen for seen in table.gm.messages(table.room("gm"), 100) if "You are the game master" in seen.text()
    )
    undo = await table.gm.click(masters, "Undo")
    assert undo.modal is not None
    assert undo.modal.title == "Undo", "as its button says"
    explore = await table.ada.click(dashboard_of(table, "ada"), "Explore")
    mission = await table.ada.click(explore, "/fleet mission")
    opened = [
        Opened("ada", mission, {"fleet": "Home Fleet", "mission": "Patrol"}, 'mission "Home Fleet" patrol'),
        Opened("ada", reply, {"text": "Peace it is."}, "✔ Sent to **The Dominion**"),
        Opened("gm", undo, {"reason": "Too early"}, "there is nothing to undo"),
    ]
    await check(evening, opened, NAMED)


async def test_no_kind_of_form_is_left_out(evening: Lives) -> None:
    assert set(evening.table.client.forms) == CAMPAIGN | FOUGHT | FOUNDING | BATTLE | DOCK | COUNCIL | NAMELESS | NAMED


async def test_what_a_refused_form_held_opens_again_after_a_restart_for_its_writer_alone(evening: Lives) -> None:
    table = evening.table
    await table.start()
    form = await table.ask("ada", "orders write")
    wrong = await table.ada.submit(form, {"line": "build 2 Marines at Terra, singing"})
    table = await evening.restart()
    again = await table.ada.click(wrong, AGAIN)
    assert again.modal is not None
    assert again.modal.fields["line"]["value"] == "build 2 Marines at Terra, singing"
    right = await table.ada.submit(again, {"line": "build 2 Marines at Terra"})
    assert "Before you give this order" in right.text()
    evening.clock.forward(hours=25)
    await table.tick()
    late = await table.ada.click(wrong, AGAIN)
    assert "kept for a day" in late.text()


async def test_a_form_whose_turn_is_over_gives_all_that_was_written_back(evening: Lives) -> None:
    table = evening.table
    await table.start(review=False)
    form = await table.ada.click(await table.ask("ada", "orders write", line=ASKED), "Change the text")
    await table.advance()
    table = await evening.restart()
    text = "ask " + " ".join(["word"] * 390)
    late = await table.ada.submit(form, {"line": text})
    assert "belongs to a turn that is over" in late.text()
    [file] = late.attachments
    assert file.read().decode() == text
    short = await table.ada.submit(form, {"line": "ask 'who'"})
    assert "```\nask 'who'\n```" in short.text()


async def test_a_long_text_that_a_message_has_no_room_for_comes_back_as_a_file(evening: Lives) -> None:
    table = evening.table
    await table.start()
    form = await table.gm.slash(CHANNEL, "gm narrate", to="all")
    long = "A comet passes. " * 240
    sure = await table.gm.slash(CHANNEL, "campaign finish", reason="Enough")
    await table.gm.click(sure, "Yes, end it")
    table = await evening.restart()
    late = await table.gm.submit(form, {"text": long})
    said = (late, *late.followups)
    assert any(each.text().startswith("⚠") for each in said)
    [file] = [file for each in said for file in each.attachments]
    assert (file.filename, file.read().decode()) == ("your-text.txt", long)


async def test_a_form_of_an_older_version_gives_its_text_back(evening: Lives) -> None:
    table = evening.table
    await table.start()
    form = await table.ask("ada", "orders write")
    assert form.modal is not None
    sent = form.core.interactions.by_id[int(form.modal.modal_id)].modal
    assert sent is not None
    sent["custom_id"] = "0123456789abcdef0123456789abcdef"
    answer = await table.ada.submit(form, {"line": "hold the line"})
    assert "from an older version of the bot" in answer.text()
    assert "hold the line" in answer.text()
    assert answer.ephemeral
