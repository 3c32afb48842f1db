"""The public state of a campaign and its house rules in words: nothing depends on orders but whether sides are ready."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from render.words.safe_text import count, plain
from rules.cluster_war.chapters.combat.battle_amendments import by_size
from rules.cluster_war.model.state.by_the_book import BOOK, KIND_WORDS, RULES, by_the_book
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.worlds.terrain import KINDS
from storage.seats import SeatRow
from umpire.games.games import Game
from umpire.games.schedule import describe

NOT_LED: Final[Mapping[str, str]] = MappingProxyType({})
STATES = {
    "setup": "being set up",
    "running": "running",
    "paused": "paused",
    "finished": "finished",
}


def status_text(
    game: Game,
    seats: Sequence[SeatRow],
    ready: Collection[str],
    led: Mapping[str, str] = NOT_LED,
    away: Collection[str] = (),
) -> str:
    """Turn, deadline, seats, who is ready, which sides' players are `away`, and the id that an operator needs; `led` says of
    sides that the bot leads who does."""
    state = "races are being designed" if game.is_open and game.status == "setup" else STATES[game.status]
    lines = [f"### {plain(game.name)} · {state}"]
    if game.turn:
        waits = "open for orders" if game.turn_state == "open" else f"its result waits for {_who(game)}"
        lines.append(f"Turn {game.turn}: {waits}.")
    if game.deadline is not None:
        lines.append(f"Deadline <t:{game.deadline}:F> (<t:{game.deadline}:R>)")
    lines.append(f"Turns are due {due_text(game)}.")
    lines += player_lines(game, seats, ready, led, away)
    lines.append(f"-# campaign `{game.id}`")
    return "\n".join(lines)


def _who(game: Game) -> str:
    return "the game master" if game.options.gm == "person" else "its time"


def due_text(game: Game) -> str:
    """When turns are due; without a schedule and a game master who resolves them, when all are ready."""
    alone = game.options.wall and game.schedule.kind == "none"
    return "as soon as all are ready" if alone else describe(game.schedule)


def player_lines(
    game: Game,
    seats: Sequence[SeatRow],
    ready: Collection[str],
    led: Mapping[str, str] = NOT_LED,
    away: Collection[str] = (),
) -> list[str]:
    """One line a seat: who holds it or leads it, whether they are ready, and whether they are away, as far as its reader may
    know."""
    lines = []
    names = {flag.id: flag.name for flag in game.sides}
    for seat in seats:
        holder = f"<@{seat.user_id}>" if seat.user_id is not None else "*open*"
        if not seat.side:
            lines.append(f"Game master: {holder}")
            continue
        mark = "✔ ready" if seat.side in ready else "… not ready yet"
        if game.turn == 0 or seat.user_id is None:
            mark = ""
        gone = " (away)" if seat.side in away else ""
        if seat.side in led:
            holder = led[seat.side] if seat.user_id is None else f"{holder}, {led[seat.side]}"
            mark = mark or (("✔ ready" if seat.side in ready else "… not ready yet") if game.turn else "")
        lines.append(f"**{plain(names.get(seat.side, seat.side))}** {holder}{gone} {mark}".rstrip())
    return lines


def house_text(settings: Settings, names: Mapping[str, str]) -> str:
    """Settings, changed table cells and changed rulings; `names` are the sides'."""
    freighters = (
        "always need freighters" if settings.colony_freighters == "always" else "need freighters only outside the grid"
    )
    lines = [
        "### House rules of this campaign",
        f"Map: {settings.sectors_across} × {settings.sectors_down} sectors `CW-B-01`",
        f"New colonies {freighters} `CW-7.0-06`",
        f"Sensors (LRS) reach {count(settings.lrs_range, 'hex', 'hexes')} `CW-12.0-04`",
        f"Supply grid: radius {settings.grid_radius}, colonies up to {count(settings.grid_touch, 'hex', 'hexes')} apart "
        "connect `CW-7.0-09`",
    ]
    if settings.open_play:
        lines.append("Open play: everybody sees the whole board `CW-4.1-01`")
    lines += [f"{line[0].upper()}{line[1:]} `CW-9.0-02`" for line in by_size(settings) if settings.battles != "ask"]
    if not settings.psionics:
        lines.append("There are no psionics `CW-15.0-01`")
    if settings.flag_officers:
        lines.append("Flag officers can be recruited `CW-17.0-01`")
    if settings.graded_crews:
        lines.append("Crews are graded, from green to elite `CW-17.0-01`")
    if settings.terrain:
        all_ = len(settings.terrain) == len(KINDS)
        lines.append(f"Dangerous terrain: {'all of it' if all_ else ', '.join(settings.terrain)} `CW-14.0-01`")
    lines += [
        f"{plain(names.get(side, side))} produces {percent} % of what its worlds yield `CW-5.0-14`"
        for side, percent in sorted(settings.handicaps.items())
    ]
    lines += [f"Table cell {plain(cell)} is {plain(value)}" for cell, value in sorted(settings.overrides.items())]
    lines += [
        f"{KIND_WORDS[kind].capitalize()} are answered by the book, without asking the game master `{rule}`"
        for kind, rule in RULES.items()
        if by_the_book(settings, kind)
    ]
    others = {rule: text for rule, text in settings.rulings.items() if not (rule in RULES.values() and text == BOOK)}
    lines += [f"Ruling {plain(rule)}: {plain(text)}" for rule, text in sorted(others.items())]
    if not settings.overrides and not settings.rulings:
        lines.append("Tables and rulings are as in the ledger (/rule shows them).")
    return "\n".join(lines)
