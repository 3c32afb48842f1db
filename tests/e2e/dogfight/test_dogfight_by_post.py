"""A duel by post: both pilots wish for whole turns at once and in secret, with at most four taps and one ping each a turn."""

from dataclasses import dataclass, field

from sandbox.reply import Reply, SeenMessage
from tests.e2e.dogfight.dogfight_kit import Cockpit
from tests.e2e.dogfight.test_dogfight_duel import accepted
from tests.e2e.kit import Table
from tests.e2e.test_notify import mentioned

MOST_TAPS = 4
FLOWN, FIRE = "Maneuvers and flight", "Fire"
READING = ("show", "map", "log", "card", "replay", "rules", "career", "export", "verify", "why")


@dataclass
class Pilot:
    """One of the two at their own view; each list and button is a tap."""

    duel: Cockpit
    who: str
    taps: int = 0
    view: Reply = field(init=False)

    async def open(self, line: SeenMessage) -> Reply:
        """**My view** below the line that calls them."""
        self.taps += 1
        self.view = await self.duel.press("My view", line, who=self.who)
        assert self.view.ephemeral
        return self.view

    async def choose(self, hint: str, *values: str) -> Reply:
        """Lines of a list."""
        self.taps += 1
        label = next(one.label for one in self.view.selects if one.label.startswith(hint))
        return await self.duel.table.human(self.who).select(self.view, label, *values)

    async def wish(self, hint: str, *values: str) -> None:
        """The same, where it is legal."""
        self.view = await self.choose(hint, *values)
        assert "Your wishes: " in self.view.text()

    async def ready(self) -> Reply:
        """The button that closes the turn."""
        self.taps += 1
        label = next(one.label for one in self.view.buttons if "Ready" in one.label)
        self.view = await self.duel.press(label, self.view, who=self.who)
        return self.view


def calling(table: Table, duel: Cockpit) -> SeenMessage:
    """The one line that calls the pilots."""
    (line,) = [one for one in table.dom.messages(duel.place) if "it is your turn" in one.text()]
    return line


async def test_a_turn_takes_each_pilot_four_taps_and_calls_each_once(table: Table) -> None:
    duel, _ = await accepted(table)
    called: list[int] = []
    for turn in range(1, 4):
        await table.settle()
        line = calling(table, duel)
        assert sorted(mentioned(line)) == sorted([table.ada.id, table.vik.id])
        before = {one.id for one in table.dom.messages(duel.place)}
        ada, vik = Pilot(duel, "ada"), Pilot(duel, "vik")
        for pilot, maneuvers in ((ada, ("turn1", "level-1", "slow", "left")), (vik, ("aim", "jink", "fast"))):
            await pilot.open(line)
            await pilot.wish(FLOWN, *maneuvers)
            await pilot.wish(FIRE, "hold")
            assert await duel.turn() == turn
            await pilot.ready()
            assert pilot.taps == MOST_TAPS
        assert "Your wishes are in" in ada.view.text()
        assert f"turn {turn + 1}" in vik.view.text()
        await table.settle()
        post, again = [one for one in table.dom.messages(duel.place) if one.id not in before]
        assert f"turn {turn} is over" in post.text()
        assert post.attachments[0].filename == "replay.gif"
        assert "chooses Hard Turn x1" in post.text()
        assert mentioned(post) == []
        called += [line.id, again.id]
    assert len(set(called)) == 4


async def test_by_stars_alone_a_turn_takes_two_taps_and_then_one(table: Table) -> None:
    duel, begun = await accepted(table)
    ada, vik = Pilot(duel, "ada"), Pilot(duel, "vik")
    for pilot in (ada, vik):
        await pilot.open(begun)
        await pilot.ready()
    assert (ada.taps, vik.taps) == (2, 2)
    assert await duel.turn() == 2
    await vik.ready()
    assert vik.taps == 3


async def test_nothing_of_a_pilots_wishes_is_heard_by_anybody_before_both_are_ready(table: Table) -> None:
    duel, begun = await accepted(table)
    ada, vik = Pilot(duel, "ada"), Pilot(duel, "vik")
    await vik.open(begun)
    asked = await duel.press("Refresh", vik.view, who="vik")

    async def listen() -> list[str]:
        await table.settle()
        view = await duel.press("Refresh", asked, who="vik")
        told = [*(_words(one) for one in table.dom.messages(duel.place) if not one.ephemeral), _words(view)]
        for who in ("vik", "dom"):
            for command in READING:
                options = {"line": 1} if command == "why" else {"turn": 1} if command == "verify" else {}
                told.append(_words(await duel.use(f"dogfight {command}", who, **options)))
        return told

    before = await listen()
    await ada.open(begun)
    await ada.wish(FLOWN, "turn2", "level-2", "right", "burner")
    assert await listen() == before
    await ada.wish(FIRE, "missile:P2")
    assert await listen() == before
    await ada.ready()
    assert await listen() == before


def _words(seen: SeenMessage) -> str:
    """All that is to be read in a message: its text, its buttons, its lists."""
    return f"{seen.text()} {[(one.label, one.options) for one in (*seen.buttons, *seen.selects)]}"


async def test_what_is_not_possible_is_told_to_its_pilot_alone(table: Table) -> None:
    duel, begun = await accepted(table)
    ada, vik = Pilot(duel, "ada"), Pilot(duel, "vik")
    await vik.open(begun)
    await vik.ready()
    await ada.open(begun)
    await ada.wish(FLOWN, "level2")
    await ada.wish(FIRE, "gun:P2")
    shown = await ada.ready()
    assert "⚠ Not done, so ★ decided: Guns reach 2 hexes" in shown.text()
    assert "⚠" not in (await duel.press("Refresh", vik.view, who="vik")).text()
    await table.settle()
    assert not [one for one in table.dom.messages(duel.place) if "⚠" in one.text()]


async def test_wishes_that_exclude_each_other_are_refused_and_change_nothing(table: Table) -> None:
    duel, begun = await accepted(table)
    ada = Pilot(duel, "ada")
    await ada.open(begun)
    await ada.wish(FLOWN, "aim")
    for chosen, why in (
        (("level1", "level-1"), "Choose climb 1 or dive 1, not both."),
        (("turn2", "turn3"), "Choose Hard Turn x2 or Hard Turn x3, not both."),
        (("turn2", "jink", "aim"), "at most three hard maneuvers"),
    ):
        (told,) = (await ada.choose(FLOWN, *chosen)).followups
        assert why in told.text()
        assert told.ephemeral
    assert "Your wishes: Aim; the rest ★." in (await duel.press("Refresh", ada.view)).text()
    ada.view = await ada.choose(FLOWN)
    assert "none yet" in ada.view.text()


async def test_who_is_away_at_the_deadline_is_flown_by_the_star_and_the_fight_goes_on(table: Table) -> None:
    duel, begun = await accepted(table, hours=24)
    ada = Pilot(duel, "ada")
    await ada.open(begun)
    await ada.wish(FLOWN, "turn2")
    old = await ada.ready()
    for turn in (2, 3):
        table.clock.forward(hours=25)
        await table.tick()
        assert await duel.turn() == turn
    await table.settle()
    assert sorted(mentioned(calling(table, duel))) == sorted([table.ada.id, table.vik.id])
    assert "**You** choose Hard Turn x2" in (await duel.use("dogfight log", turn=1)).text()
    assert "turn 3" in (await duel.press("Refresh", old)).text()
