"""A battle read: its log by turn with numbered lines, why a line came out as it did."""

from cogs.battle.here import sight_here
from cogs.kit.answers import MOST_TEXT, Attachment, say
from cogs.kit.bench import Interaction, bench_of
from render.battle_log import sentence, why
from rules.errors import GameError
from rules.pentagon_war.turn.steps import where
from umpire.bouts.pictures import log_of
from umpire.bouts.sight import Turn, turn_seen


async def log_here(interaction: Interaction, turn: int | None) -> None:
    """The log of a turn as the asker's side was told it."""
    seen = await _turn(interaction, turn)
    lines = list(log_of(seen.view, seen.events, numbered=True))
    head = f"### Log of turn {seen.number}"
    if not lines:
        await say(interaction, f"{head}\nNothing has happened in turn {seen.number} yet.")
        return
    whole = "\n".join([head, *lines, "-# /battle why explains a line by its number."])
    if len(whole) <= MOST_TEXT:
        await say(interaction, whole)
        return
    kept = "\n".join([head, "-# The whole log is in the file; its end:", *_tail(lines, MOST_TEXT - 200)])
    await say(interaction, kept, files=[Attachment(f"log-turn-{seen.number}.md", whole.encode())])


def _tail(lines: list[str], most: int) -> list[str]:
    kept: list[str] = []
    size = 0
    for line in reversed(lines):
        size += len(line) + 1
        if size > most:
            break
        kept.insert(0, line)
    return kept


async def why_here(interaction: Interaction, line: int, turn: int | None) -> None:
    """The rule, the modifiers and the dice behind a numbered line."""
    seen = await _turn(interaction, turn)
    if not 1 <= line <= len(seen.events):
        last = f"1 to {len(seen.events)}" if seen.events else "none"
        raise GameError(f"The log of turn {seen.number} has no line {line}; its lines are {last}.")
    event = seen.events[line - 1]
    rule = event.cause.rule
    found = bench_of(interaction).rulebook.rules.get(rule)
    behind = why(event) or "It follows from what came before; no die was rolled for it."
    text = [f"**{line}.** {sentence(event, seen.view)}", f"At {where(event.at)}.", f"Because: {behind}"]
    if found is not None:
        text.append(f"`{rule}` {found.title}: {found.text[:1000]}")
    await say(interaction, "\n".join(text))


async def _turn(interaction: Interaction, turn: int | None) -> Turn:
    _, now = await sight_here(interaction)
    return await turn_seen(bench_of(interaction).desk, now, turn)
