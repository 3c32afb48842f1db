"""Two evenings side by side: the same game, the same commands by everybody else, and one fact that is there or is not."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.attack.fact import Fact, Played, Step, Use, When, Words, WrittenOrder
from harness.attack.stage import opened
from harness.attack.victims import (
    DRAFT_QUESTIONS,
    DRAWN_COMMANDS,
    FAR_VICTIMS,
    FEW_QUESTIONS,
    MONTH_OPEN,
    QUESTIONS_AFTER,
    QUESTIONS_BEFORE,
    VICTIMS,
    Victim,
    victims,
)
from rules.values import Value
from tests.e2e.ears import Ears
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.turn.battle_outcomes import battles_of
from umpire.games.seat import Seat

OUR_FAULT = "Something went wrong"
TRUTH_COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gm audit", {}), ("gm questions", {}), ("gm questions", {"settled": True}), ("gm npr show", {}),
    ("gm side", {"side": "humans"}), ("map text", {}), ("campaign export", {}),
)  # fmt: skip
"""What the game master asks at the end: a fact that changes none of it was not brought about."""


class Heard(Value):
    """What everybody heard in an evening, by side; `truth` is the game master's, who hears all of it."""

    by: Mapping[str, Sequence[str]]
    truth: Sequence[str]


class FirstDifference(Value):
    """Where a victim first heard something else, and how it sounded in both evenings."""

    victim: str
    at: int
    without: str
    with_it: str


async def evening(
    stage: Path,
    folder: Path,
    facts: Iterable[Fact],
    *,
    instead: bool = False,
    only: Collection[str] = tuple(VICTIMS),
    anew: bool = False,
) -> Heard:
    """A month with these facts (or, with `instead`, with what takes their place), to the next month's opening. Of the players
    `only` these sides' listen and ask, without what takes long to draw; the game master does in any case. `anew` uses
    nothing that another evening had drawn."""
    async with opened(stage, folder, anew=anew) as (table, words):
        listeners = {side: each for side, each in victims(table).items() if side in only}
        facts = tuple(facts)
        await _month_before(table, words, [("open", fact.earlier) for fact in facts])
        done = [(fact.when, fact.instead if instead else fact.steps) for fact in facts]
        await _act(table, words, done, "open")
        alone = len(only) <= 1  # who is asked whether a fact came about does without what looks further
        await _each(listeners, QUESTIONS_BEFORE if alone else MONTH_OPEN, words)
        await table.settle()
        revision = (await table.game()).turn
        await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), f"Resolve turn {revision}")
        if (await table.game()).turn_state == "battles":
            await table.client.keepers["battles"].look()  # threads of those that are fought
            await table.settle()
        # A draft, and a month that waits for a battle, tell their players nothing.
        await _each(listeners, QUESTIONS_BEFORE if alone else DRAFT_QUESTIONS, words)
        await _fought(table)
        assert (await table.game()).turn_state == "draft"
        await _act(table, words, done, "draft")
        if (await table.game()).turn_state == "draft":
            await table.gm.slash(CHANNEL, "gm publish")
        await table.settle()
        assert (await table.game()).turn == revision + 1
        await _act(table, words, done, "published")
        await table.settle()
        for side, each in listeners.items():
            asked = FEW_QUESTIONS if side in FAR_VICTIMS else QUESTIONS_AFTER
            await each.ask(tuple(q for q in asked if q[0] not in DRAWN_COMMANDS) if alone else asked, words)
            await each.tap(words)
            if side not in FAR_VICTIMS:
                await each.type()
            each.listen()
        master = Ears(table.gm)
        for command, options in TRUTH_COMMANDS:
            await master.use(command, **options)
        master.listen()
        return Heard({side: each.heard for side, each in listeners.items()}, master.heard)


async def _month_before(table: Table, words: Words, done: Sequence[tuple[When, tuple[Step, ...]]]) -> None:
    """What was done in a month before this one, and its end; no month goes by where nothing was."""
    if any(steps for _, steps in done):
        await _act(table, words, done, "open")
        for step in (Use("gm advance", presses=("Resolve",)), Use("gm publish")):
            await act(table, words, step)
        await table.settle()


async def _fought(table: Table) -> None:
    """The game master settles by numbers all battles for which the month waits."""
    while (await table.game()).turn_state == "battles":
        found = await battles_of(table.services, Seat(table.game_id, "", table.gm.id, is_gm=True))
        battle = next(row.battle for row in found.battles if row.state != "settled")
        shown = await table.gm.slash(CHANNEL, "gm battle", battle=battle)
        done = await table.gm.click(await table.gm.click(shown, "By numbers"), "Yes, settle it")
        assert "is settled" in done.text(), done.text()
        await table.settle()


async def _each(
    listeners: Mapping[str, Victim], questions: tuple[tuple[str, dict[str, object]], ...], words: Words
) -> None:
    """Everybody asks this; who is far off, or holds no seat, what is asked at any time."""
    for side, each in listeners.items():
        await each.ask(QUESTIONS_BEFORE if side in FAR_VICTIMS else questions, words)


async def _act(table: Table, words: Words, done: Iterable[tuple[When, tuple[Step, ...]]], now: When) -> None:
    begun: list[Step] = []
    for step in (step for when, steps in done if when == now for step in steps):
        if step in begun:
            continue
        await act(table, words, step)
        if isinstance(step, Use) and step.once:
            begun.append(step)


async def act(table: Table, words: Words, step: Step) -> None:
    """Bring a step about; it must work, or the evening would compare nothing with nothing."""
    match step:
        case WrittenOrder():
            await table.order(step.who, step.text.format(**words))
        case Use():
            named = {key: _named(value, words) for key, value in step.options.items()}
            reply = await table.human(step.who).slash(CHANNEL, step.command, **named)
            for label in step.presses:
                reply = await table.human(step.who).click(reply, label)
            if step.form:
                assert reply.modal is not None, (step, reply.text())
                fields = dict(zip(reply.modal.fields, step.form.values(), strict=False))
                reply = await table.human(step.who).submit(reply.modal, fields)
            assert not reply.text().startswith("⚠"), (step, reply.text())
            assert OUR_FAULT not in reply.text(), (step, reply.text())
        case Played():
            await step.what(table, words)


def _named(value: object, words: Words) -> object:
    return value.format(**words) if isinstance(value, str) else value


def difference(without: Heard, with_it: Heard, victim: str) -> FirstDifference | None:
    """Where two evenings first sound otherwise to a victim; None if they do not."""
    one, other = without.by[victim], with_it.by[victim]
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            where = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            cut = slice(max(0, where - 200), where + 300)
            return FirstDifference(victim, at, f"{a[:90]} … {a[cut]}", b[cut])
    if len(one) != len(other):
        return FirstDifference(victim, min(len(one), len(other)), f"{len(one)} tellings", f"{len(other)} tellings")
    return None
