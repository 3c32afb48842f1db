"""An evening in which nobody rules: a campaign that its players found, with a council, its game master playing behind the GM
screen.

Grace, Dom and Vik lead a side each, the bot a fourth, whose race it has made itself. Dom lays down a standing order. A month is
played and taken back by a vote; it is played again, the council votes on what Dom asked; then Dom and Vik are away for a day, and
the bot orders for the one, somebody from outside for the other. Ada and a visitor hold no seat. Two such evenings are held side
by side, of which the second has some acts otherwise; nothing else differs, and nobody whose affair it is not hears of it.
"""

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias
from unittest import mock

from harness.attack.absence_facts import deputed
from harness.attack.chance import by_asker
from harness.attack.evenings import Heard
from harness.attack.kept_work import KeptWork
from harness.attack.victims import TYPED_OPTIONS, Victim
from playtest.player import GIVE_BUTTON
from rules.values import Value
from rules.values import changed as replace
from sandbox.reply import SeenMessage
from storage import documents, votes
from tests.e2e.campaign.dashboard_kit import standing
from tests.e2e.campaign.default_rulings_kit import month, race, ruled_by_default
from tests.e2e.ears import stand_still
from tests.e2e.kit import CHANNEL, Table, running_table
from umpire.campaign.founding.ai_races import PEOPLES
from umpire.campaign.governed import ai_turns
from umpire.campaign.governed.ai_turns import GOVERNOR_USER_ID

Act: TypeAlias = Literal[
    "undo ballots",
    "council ballots",
    "question",
    "race",
    "drawing",
    "deputy",
    "bot deputy",
    "standing orders",
    "handicap",
]
LISTENERS: Final = ("gm", "dom", "vik", "ada", "visitor")
KEEPERS: Final[Mapping[Act, frozenset[str]]] = {
    "undo ballots": frozenset(),
    "council ballots": frozenset(),
    "question": frozenset({"dom"}),
    "race": frozenset(),
    "drawing": frozenset(),
    "deputy": frozenset({"vik"}),
    "bot deputy": frozenset({"dom"}),
    "standing orders": frozenset({"dom"}),
    "handicap": frozenset({"gm", "dom", "vik"}),
}
"""What can be otherwise, and whose affair it is. Who votes knows what they said, and has read it in an answer to them alone: even
they hear nothing more of it. What the bot buys and draws is nobody's at the table. What rivals of the bot's produce is for
all who play to see (CW-5.0-14, R-252)."""
SEATS: Final = {"gm": "Humans", "dom": "Vermin", "vik": "Oolab"}
CHARACTER: Final = "raider"
PUBLIC: Final = "We hail what we have found"
OUTCOME: Final = "It answers with a star map"
NAMES_GIVEN: Final = ("Secret Stand In", "Secret Understudy")
STYLES_SET: Final = ("hermit", "conqueror")
LAID_DOWN: Final = (
    "every turn: engage empire evade, withdraw at 30",
    "every turn: engage empire evade, withdraw at 60",
)
HANDICAPS_SET: Final = ("100", "125")
QUESTIONS_ASKED: Final = ("Secret Watcher hails the derelict at once", "May Secret Miner dig below the tower?")
UNDO_REASON: Final = "A slip of the pen"
ASKING_COMMANDS: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("campaign info", {}), ("campaign players", {}), ("turn status", {}), ("orders show", {}), ("treaty list", {}),
    ("treaty relations", {}),
    ("campaign rules", {}), ("campaign export", {}), ("campaign chronicle", {}), ("turn report", {}), ("turn dice", {}),
    ("turn recap", {"turns": 2}), ("map mine", {}), ("map text", {}), ("empire show", {}), ("empire known", {}),
    ("build roster", {}), ("design list", {}), ("find", {"text": "Secret"}), ("roll", {"dice": "3d6"}),
    ("away list", {}), ("away review", {}), ("gm audit", {}), ("gm designs", {}), ("gm races", {}), ("gm questions", {}),
    ("gm review", {}),
)  # fmt: skip
AT_THE_END: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("digest", {"how": "now"}), ("orders standing", {}), ("orders rehearse", {}), ("map film", {}), ("map atlas", {}),
    ("map mine", {"sensors": True}), ("campaign bot_player", {"side": "gold"}), ("gm whatif", {}),
)  # fmt: skip
"""What is asked once more when all is done."""


class Truth(Value):
    """What came about, as the database has it: the ballots of both votes, what was asked, what the bot's race bought, its
    drawings, what Vik's fleets are called, what the bot ordered for Dom, and what Dom's sheet had before."""

    undo: Mapping[str, str]
    vote: Mapping[str, str]
    questions: Sequence[str]
    bought: Sequence[str]
    drawn: Sequence[str]
    fleets: Sequence[str]
    stood_in: Sequence[str]
    sheet: Sequence[str]


THINK: Final = ai_turns.think


def _thinks(*given: object) -> ai_turns.Thought:
    """As a governor thinks, but that it draws nothing."""
    thought = THINK(*given)  # type: ignore[arg-type] # what it is given
    return replace(thought, plan=replace(thought.plan, drawings=()))


@contextlib.contextmanager
def _otherwise(changed: Collection[Act]) -> Iterator[None]:
    """The bot's race buys nothing, or its governor draws nothing."""
    with contextlib.ExitStack() as stack:
        if "race" in changed:
            bare = replace(PEOPLES[CHARACTER], wishes=())
            stack.enter_context(mock.patch.dict(PEOPLES, {CHARACTER: bare}))
        if "drawing" in changed:
            stack.enter_context(mock.patch.object(ai_turns, "think", _thinks))
        yield


async def evening(folder: Path, made: Path, changed: Collection[Act] = ()) -> tuple[Heard, Truth]:
    """The evening with these things otherwise: what everybody heard, and what came about. `made` keeps the workers' work."""
    with _otherwise(changed):
        async with running_table(folder, chance=by_asker("nobody rules"), workers=_workers(made, changed)) as table:
            await stand_still(table)
            led = await _founded(table, HANDICAPS_SET["handicap" in changed])
            ears = {name: Victim(table.human(name)) for name in LISTENERS}
            await _ask_everybody(ears)
            await _laid_down(table, LAID_DOWN["standing orders" in changed])
            await month(table, *SEATS)
            undo = await _taken_back(table, swapped="undo ballots" in changed)
            await _ask_everybody(ears)
            vote = await _vote(table, QUESTIONS_ASKED["question" in changed], swapped="council ballots" in changed)
            sheet = await _sheet(table, "dom")
            stood_in = await _stood_in(table, STYLES_SET["bot deputy" in changed])
            await _deputed(table, NAMES_GIVEN["deputy" in changed])
            await month(table, *SEATS)
            await _ask_everybody(ears)
            for each in ears.values():
                await each.ask(AT_THE_END, {})
                for command, option in TYPED_OPTIONS:
                    await each.suggest(command, option)
                each.listen()
            truth = await _truth(table, led)
            truth = replace(truth, undo=undo, vote=vote, stood_in=stood_in, sheet=sheet)
            return Heard({name: each.heard for name, each in ears.items()}, ()), truth


async def beginning(folder: Path, made: Path, changed: Collection[Act] = ()) -> Heard:
    """The same evening to what is heard of its founding."""
    async with running_table(folder, chance=by_asker("nobody rules"), workers=_workers(made, changed)) as table:
        await stand_still(table)
        await _founded(table, HANDICAPS_SET["handicap" in changed])
        ears = {name: Victim(table.human(name)) for name in LISTENERS}
        await _ask_everybody(ears)
        return Heard({name: each.heard for name, each in ears.items()}, ())


def _workers(made: Path, changed: Collection[Act]) -> KeptWork:
    """Work is shared with all evenings in which races are made alike: that one act is no part of what a worker is given."""
    return KeptWork(made / ("bare" if "race" in changed else "usual"))


def _disowned(table: Table) -> None:
    """Nobody who plays may manage the server's threads: who may can open all, whatever a bot does (docs/book.md)."""
    world = table.sandbox.world
    world.guild().owner_id = world.add_user("janitor").id
    world.guild().members[table.gm.id].roles.clear()


async def _ask_everybody(ears: Mapping[str, Victim]) -> None:
    for each in ears.values():
        await each.ask(ASKING_COMMANDS, {})


async def _founded(table: Table, percent: str) -> str:
    """Turn 1 is open, rivals of the bot's produce so much; gives the side that the bot leads."""
    page = await ruled_by_default(table, seats=4, rulings="council")
    page = await table.gm.select(page, "Go to another page", "three")
    await table.gm.select(page, "Empires that the bot leads from the start", percent)
    _disowned(table)
    third, fourth = [flag.id for flag in (await table.game()).sides if flag.id not in {"blue", "gold"}]
    assert "leads" in (await table.vik.slash(CHANNEL, "campaign join", side=third)).text()
    table.flags["vik"] = next(flag.name for flag in (await table.game()).sides if flag.id == third)
    put = await table.gm.slash(CHANNEL, "gm seat bot_player", side=fourth, character=CHARACTER, strength="hard")
    assert "led by the bot" in put.text(), put.text()
    for name, people in SEATS.items():
        await race(table, name, people)
    for _ in range(3):
        await table.tick()
    game = await table.game()
    assert (game.status, game.turn) == ("running", 1), game
    return fourth


def _post(table: Table, words: str) -> SeenMessage:
    return next(m for m in reversed(table.visitor.messages(CHANNEL, 500)) if words in m.text())


async def _cast(table: Table, words: str, *ballots: tuple[str, str]) -> None:
    """These people vote on the public post that has these words; the last decides it."""
    for name, ballot in ballots:
        answer = await table.human(name).click(_post(table, words), ballot)
        assert f"Your side says: {ballot.lower()}." in answer.text(), answer.text()
        await table.settle()
    assert "Yes 2, no 1, abstained 0" in _post(table, words).text()
    assert "**Carried**" in _post(table, words).text()


async def _taken_back(table: Table, *, swapped: bool) -> Mapping[str, str]:
    """Grace asks for the month back; Dom says no and Vik yes, or each what the other does; gives the ballots."""
    shown = await table.gm.slash(CHANNEL, "gm undo", reason=UNDO_REASON)
    assert "Put to all players" in (await table.gm.click(shown, "Ask the players")).text()
    await table.settle()
    no, yes = ("vik", "dom") if swapped else ("dom", "vik")
    revision = (await table.game()).revision
    await _cast(table, "asks all players to take a turn back", (no, "No"), (yes, "Yes"))
    await table.tick()
    assert (await table.game()).turn == 1
    return await _ballots(table, f"undo-{revision}")


async def _vote(table: Table, asked: str, *, swapped: bool) -> Mapping[str, str]:
    """Dom asks, the month passes, the council votes: Grace says no and Vik yes, or the other way round."""
    order = await table.dom.slash(CHANNEL, "orders ask", text=asked)
    await table.dom.click(order, GIVE_BUTTON)
    await month(table, *SEATS)
    dashboard = next(m for m in table.dom.messages(table.room("dom"), 200) if m.payload["pinned"])
    listed = await table.dom.click(dashboard, "Ask the council (1)")
    form = await table.dom.click(listed, "Write what everybody reads")
    shown = await table.dom.submit(form, {"wording": PUBLIC, "outcome": OUTCOME})
    assert "The council votes on it" in (await table.dom.click(shown, "Yes, put it to the vote")).text()
    await table.settle()
    no, yes = ("vik", "gm") if swapped else ("gm", "vik")
    await _cast(table, PUBLIC, (no, "No"), (yes, "Yes"))
    await table.tick()
    return await _ballots(table, "gold-4-1")


async def _laid_down(table: Table, line: str) -> None:
    """Dom lays down a standing order, which is put on the sheet as each turn opens."""
    shown = await table.dom.slash(CHANNEL, "orders standing", line=line)
    done = await table.dom.click(shown, "Lay it down")
    assert "is laid down" in done.text(), done.text()


async def _stood_in(table: Table, style: str) -> Sequence[str]:
    """Dom is away for a day, and the bot orders for them in this style; gives what it ordered."""
    named = await table.dom.slash(CHANNEL, "away deputy", bot=style)
    assert style in named.text(), named.text()
    assert "You are away" in (await table.dom.slash(CHANNEL, "away plan", until="1 day")).text()
    for _ in range(3):
        await table.tick()
    return await _sheet(table, "dom", GOVERNOR_USER_ID)


async def _side(table: Table, name: str) -> str:
    """Which side somebody leads."""
    return next(side.id for side in (await table.view()).sides.values() if side.race.name == SEATS[name])


async def _sheet(table: Table, name: str, by: int | None = None) -> Sequence[str]:
    """The orders that stand on somebody's sheet, all or those that one entered."""
    side = await _side(table, name)
    return [repr(row.order) for row in await standing(table, side) if by in {None, row.entered_by}]


async def _deputed(table: Table, name: str) -> None:
    """Vik is away for a day, and a friend who holds no seat names a fleet so; the month that follows finds Vik back."""
    side = await _side(table, "vik")
    fleet = min(f.name for f in (await table.view(side)).fleets.values())
    await deputed(table, "vik", f'rename "{fleet}" to "{name}"', until="1 day")


async def _ballots(table: Table, ref: str) -> Mapping[str, str]:
    async with table.services.storage.reading() as tx:
        found = await votes.find(tx, table.game_id, ref)
    assert found is not None
    return found.ballots


async def _truth(table: Table, led: str) -> Truth:
    whole = await table.view()
    async with table.services.storage.reading() as tx:
        drawn = [paper.name for paper in await documents.of_game(tx, table.game_id, "design", led)]
    people = whole.sides[led].race
    bought = (*people.abilities, *people.bonuses)
    questions = [q.text for q in whole.questions if q.kind == "free-text"]
    fleets = sorted(f.name for f in whole.fleets.values())
    return Truth({}, {}, questions, bought, drawn, fleets, (), ())
