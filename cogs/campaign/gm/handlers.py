"""What the game master's commands and buttons do alike: show a draft, resolve, publish, undo."""

from dataclasses import dataclass

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.gm.panels import review_row
from cogs.campaign.gm.texts import review_text
from cogs.common.answers import Attachment, defer, say
from cogs.common.bot_services import Interaction, bench_of
from render.canvas.safe_text import count, plain
from rules.errors import GameError, quoted
from rules.events import EVERYONE
from umpire.campaign.gm import rulings
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.delivery import packets
from umpire.games import games
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.outbox.outbox import Recipe
from umpire.services.services import Umpire

MOST_REPORTS = 9
CHANGED = "⚠ The draft has changed since that button was made, so nothing was published. This is what it is now:"


@dataclass(frozen=True, slots=True)
class Chair:
    """The game master's place: the desk, his seat and his game."""

    desk: Umpire
    seat: Seat
    game: Game

    def side(self, text: str) -> str:
        """A side by id or name; GameError with those there are."""
        wanted = text.strip().casefold()
        for flag in self.game.sides:
            if wanted in {flag.id.casefold(), flag.name.casefold()}:
                return flag.id
        raise GameError(
            f"There is no side {quoted(text)}; the sides are {', '.join(flag.id for flag in self.game.sides)}."
        )

    def side_or_all(self, text: str) -> str:
        """A side, or everybody for "all"."""
        return EVERYONE if text.strip().casefold() in {"all", "everybody", EVERYONE} else self.side(text)

    def sides(self, text: str) -> tuple[str, ...]:
        """Sides separated by commas; "all" is everybody, "nobody" none."""
        if text.strip().casefold() in {"nobody", "none"}:
            return ()
        named = tuple(self.side_or_all(part) for part in text.split(",") if part.strip())
        return (EVERYONE,) if EVERYONE in named else tuple(dict.fromkeys(named))


async def chair_here(interaction: Interaction) -> Chair:
    """The game master's place in this channel's game; NotYoursError for everybody else."""
    desk = bench_of(interaction).desk
    seat = await gm_here(interaction)
    return Chair(desk, seat, await games.get_game(desk, seat.game_id))


async def show_review(interaction: Interaction, above: str = "") -> None:
    """The draft side by side, each side's report as a file, with the buttons to publish or undo; `above` is said first."""
    chair = await chair_here(interaction)
    if not interaction.response.is_done():
        await defer(interaction)
    desk, game = chair.desk, chair.game
    draft = await turns.draft(desk, chair.seat)
    files: list[Attachment] = []
    for packet in draft.packets[:MOST_REPORTS]:
        recipe = Recipe(game.id, game.turn, game.opening, packet.side, "report")
        made = await packets.make_files(desk, recipe, ("report",), urgent=True)
        files += [Attachment(f"{packet.side}-{file.name}", file.data) for file in made]
    text = review_text(game, draft.packets, await rulings.questions(desk, chair.seat))
    await say(interaction, f"{above}\n{text}" if above else text, files=files, buttons=review_row(game, draft.version))


async def resolve_now(interaction: Interaction, chair: Chair, turn: int, once: str) -> None:
    """Resolve the open turn; a game that reviews shows the draft, another is told that it is published."""
    if not interaction.response.is_done():
        await defer(interaction)
    game = await turns.advance(chair.desk, chair.game.id, chair.seat, "The game master resolved it.", turn, once=once)
    bench_of(interaction).deliverer.wake()
    if game.turn_state == "draft":
        await show_review(interaction)
        return
    await say(interaction, f"✔ Turn {turn} is resolved and published; turn {game.turn} is open.")


async def publish_shown(interaction: Interaction, chair: Chair, turn: int, version: int, once: str) -> None:
    """Publish the draft if it is still as its button's message shows it; else show what it is now."""
    await defer(interaction)
    if await turns.draft_version(chair.desk, chair.seat, chair.game.opening) != version:
        await show_review(interaction, CHANGED)
        return
    await publish_now(interaction, chair, turn, once, version)


async def publish_now(interaction: Interaction, chair: Chair, turn: int, once: str, version: int | None = None) -> None:
    """Publish the draft, whatever its version unless one is given."""
    if not interaction.response.is_done():
        await defer(interaction)
    game = await turns.publish(chair.desk, chair.seat, turn, version=version, once=once)
    bench_of(interaction).deliverer.wake()
    due = f" Its deadline is <t:{game.deadline}:F>." if game.deadline else ""
    left = len(await rulings.questions(chair.desk, chair.seat))
    waits = f" Still for your answer: {count(left, 'question')} (/gm questions)." if left else ""
    await say(
        interaction,
        f"✔ Turn {turn} is published and its packets are on their way. Turn {game.turn} is open.{due}{waits}",
    )


async def undo_now(interaction: Interaction, chair: Chair, reason: str, turn: int, once: str) -> None:
    """Take the draft or the last turn back."""
    if not interaction.response.is_done():
        await defer(interaction)
    game = await undo(chair.desk, chair.seat, reason, turn, once=once)
    bench_of(interaction).deliverer.wake()
    await say(
        interaction,
        f"✔ Undone: turn {game.turn} of {plain(game.name)} is open again with everybody's orders. Nobody counts as ready "
        "until he says so again.",
    )
