"""How a tactical game is read: a turn's log, why a line came out so, its dice played again, its capsule."""

from collections.abc import Sequence

from cogs.common.interactions import MOST_TEXT, Interaction, bot_services, defer, say, say_more, services_of
from cogs.tactical.game import Because, Tactical
from cogs.tactical.tactical_context import Sight, game_here, host_seat, opened, side_seat, sight_here
from render.words.safe_text import plain
from rules.values import GameError, NotYoursError
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_commands import split_capsule
from umpire.capsules.capsule_export import revealed_dice
from umpire.outbox.courier import File
from umpire.tactical.player_actions import TacticalStatus
from umpire.tactical.tactical_reader import TacticalTurn, verify


async def log_here(interaction: Interaction, of: Tactical, turn: int | None) -> None:
    """The numbered log of a turn as the giver's side was told it."""
    _, seen = await opened(interaction, of)
    await send_log(interaction, of, seen, turn)


async def send_log(interaction: Interaction, of: Tactical, seen: Sight, turn: int | None) -> None:
    """The same of a game that was looked at."""
    played = await turn_seen(interaction, of, seen, turn)
    await say_log(interaction, played.number, of.lines(played), of.name("why"))


async def why_here(interaction: Interaction, of: Tactical, line: int | None, turn: int | None) -> None:
    """The rule, the modifiers and the dice behind a numbered line, by default the last one with dice."""
    _, seen = await opened(interaction, of)
    await send_why(interaction, of, seen, line, turn)


async def send_why(interaction: Interaction, of: Tactical, seen: Sight, line: int | None, turn: int | None) -> None:
    """The same of a game that was looked at."""
    played = await turn_seen(interaction, of, seen, turn)
    if line is None:
        rolled = [number for number, event in enumerate(played.events, 1) if of.rolled(event)]
        line = rolled[-1] if rolled else len(played.events)
    check_line(line, len(played.events), played.number)
    await say_why(interaction, line, of.because(played.events[line - 1], played.view))


async def verify_here(interaction: Interaction, of: Tactical, turn: int) -> None:
    """A past turn's dice, once they are told."""
    _, seen = await sight_here(interaction, of)
    await say_verified(interaction, seen.standing, turn)


async def export_here(interaction: Interaction, of: Tactical) -> None:
    """The game as a file: a player's own part while it is on, the whole once it is over."""
    await defer(interaction)
    game = await game_here(interaction, of)
    seat = await side_seat(interaction, game.id)
    if seat is None:
        try:
            seat = await host_seat(interaction, of, game)
        except NotYoursError:
            raise NotYoursError(
                f"Only its players and who made this {of.kind.words.short} get its capsule; {of.kind.words.join}."
            ) from None
    capsule = await capsule_commands.export_capsule(services_of(interaction), seat)
    parts = split_capsule(capsule, interaction.filesize_limit)
    holds = "all of it" if game.status == "finished" else "what you may know of it now; once it is over, all of it"
    if len(parts) == 1:
        how = f"`python bot.py verify {of.group}.capsule` recomputes its dice."
        text = f"The capsule of **{plain(game.name)}** holds {holds}. {how}"
        await say(interaction, text, files=[File(f"{of.group}.capsule", capsule)])
        return
    text = (
        f"The capsule of **{plain(game.name)}** is in {len(parts)} parts, since it is larger than a file may be here: this one "
        "and those below. `python bot.py verify` takes all of them together, in any order."
    )
    files = [File(f"{of.group}-part-{number}-of-{len(parts)}.capsule", part) for number, part in enumerate(parts, 1)]
    await say(interaction, text, files=files[:1])
    for number, file in enumerate(files[1:], 2):
        await say_more(interaction, f"Part {number} of {len(parts)}.", [file])


async def turn_seen(
    interaction: Interaction, of: Tactical, seen: Sight, number: int | None
) -> TacticalTurn[object, object]:
    """A turn as the side was told it; by default the latest with something in it. WrongPhaseError: not played yet."""
    if number is None:
        number = seen.turn - 1 if not seen.events and seen.turn > 1 else seen.turn
    return await of.reader.turn(services_of(interaction), seen, number)


async def say_log(interaction: Interaction, turn: int, lines: Sequence[str], command: str) -> None:
    """A turn's lines, or their end with the whole in a file; `command` explains a line by its number."""
    head = f"### Log of turn {turn}"
    if not lines:
        await say(interaction, f"{head}\nNothing has happened in turn {turn} yet.")
        return
    whole = "\n".join([head, *lines, f"-# {command} explains a line by its number."])
    if len(whole) <= MOST_TEXT:
        await say(interaction, whole)
        return
    kept = "\n".join([head, "-# The whole log is in the file; its end:", *_tail(lines, MOST_TEXT - 200)])
    await say(interaction, kept, files=[File(f"log-turn-{turn}.md", whole.encode())])


def _tail(lines: Sequence[str], most: int) -> list[str]:
    kept: list[str] = []
    size = 0
    for line in reversed(lines):
        size += len(line) + 1
        if size > most:
            break
        kept.insert(0, line)
    return kept


def check_line(line: int, lines: int, turn: int) -> None:
    """GameError for a line that a turn's log does not have."""
    if not 1 <= line <= lines:
        rest = f"its lines are 1 to {lines}" if lines else "nothing has happened in it yet"
        raise GameError(f"The log of turn {turn} has no line {line}; {rest}.")


async def say_why(interaction: Interaction, line: int, because: Because) -> None:
    """A line, where in the turn it stands, what is behind it, and the rule's own text."""
    found = bot_services(interaction).rulebook.rules.get(because.rule)
    reason = because.behind or "It follows from what came before; no die was rolled for it."
    text = [f"**{line}.** {because.told}", f"{because.place}.", f"Because: {reason}"]
    if found is not None:
        text.append(f"`{because.rule}` {found.title}: {found.text[:1000]}")
    await say(interaction, "\n".join(text))


async def say_verified(interaction: Interaction, standing: TacticalStatus, turn: int) -> None:
    """A past turn of any tactical game played again: the promise, the seed, and whether all comes out the same."""
    await defer(interaction)
    found = await verify(services_of(interaction), standing, turn)
    kept = "✔ The seed is the one that was promised." if found.promised else "✗ The seed is not the promised one."
    same = (
        "✔ Played again with everything that was sent, the turn comes out the same, event by event."
        if found.same
        else "✗ Played again, the turn comes out differently."
    )
    text = f"### Dice of turn {found.turn}\nPromised as `{found.commitment}`\nSeed `{found.seed}`\n{kept}\n{same}"
    gone = [
        one for one in await revealed_dice(services_of(interaction), standing.case.game.id) if one.state == "undone"
    ]
    text += "".join(
        f"\nTurn {turn} was taken back once: seed `{one.seed}`, promised as `{one.commitment}`"
        for one in gone
        if one.turn == turn and one.seed is not None
    )
    await say(interaction, text)
