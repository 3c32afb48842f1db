"""A campaign in words that everybody may read: its options, its public state and house rules, and who leads its empires."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from render.campaign.letters.aim_texts import format_aim
from render.words.safe_text import count, plain
from render.words.seat_letters import NOT_HERE
from rules.cluster_war.chapters.combat.battle_amendments import by_size
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.default_rulings import (
    DEFAULT_RULING,
    DEFAULT_RULING_RULES,
    KIND_WORDS,
    rules_by_default,
)
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS
from rules.cluster_war.turn.aims import check_aim
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.values import GameError, changed, quoted, unknown
from storage.governors import GovernorRow
from storage.seats import SeatRow
from umpire.campaign.founding.plan import NO_MASTERS_BATTLES
from umpire.campaign.founding.switches import AIM, parse_aim, with_switches
from umpire.campaign.governed.ai_sides import PlanRead
from umpire.games.durations import format_reminders
from umpire.games.games import Game
from umpire.games.options import Options, Ruling, Schedule, Spectators, describe_due

LOOKING_ON: Mapping[Spectators, str] = {
    "nobody": "nobody else looks on",
    "at-peace": "those look on who are at peace with all who fight",
    "everybody": "everybody may look on",
}
PATIENT_OPTIONS = Options(bank_hours=48, bank_turn_hours=24, missed_remind=1, missed_deputy=2, missed_open=4)
"""What a new campaign has for absences."""
SCENARIOS_FOLDER = Path(__file__).resolve().parents[3] / "scenarios"


def scenarios() -> list[Scenario]:
    """All scenarios that come with the bot."""
    return [load_scenario(path) for path in sorted(SCENARIOS_FOLDER.glob("*.toml"))]


def scenario(name: str) -> Scenario:
    """A scenario by its id; GameError with the ids there are."""
    known = {s.id: s for s in scenarios()}
    if name not in known:
        raise unknown(GameError, f"There is no scenario {quoted(name)}.", name, "There are", known)
    return known[name]


def with_terrain(chosen: Scenario, *, on: bool) -> Scenario:
    """A scenario with all terrain dangerous, or none of it (CW-14.0-01)."""
    return changed(chosen, settings=changed(chosen.settings, terrain=TERRAIN_KINDS if on else ()))


def aimed_scenario(aim: str, chosen: Scenario) -> Scenario:
    """A scenario that is played for this, as its founder writes it; GameError for an aim that cannot be."""
    settings = with_switches(chosen.settings, {AIM: parse_aim(aim)}) if aim else chosen.settings
    check_aim(settings, len(chosen.sides))
    return changed(chosen, settings=settings)


def ruled_scenario(rulings: Ruling, chosen: Scenario) -> Scenario:
    """The scenario as it can be played under these rulings: where no person rules, meetings in arms become battles and what
    waits in systems is played, for nobody is there to tell them (R-250)."""
    if rulings == "person":
        return chosen
    battles = NO_MASTERS_BATTLES if chosen.settings.battles == "ask" else chosen.settings.battles
    return changed(chosen, settings=changed(chosen.settings, battles=battles, encounters="played"))


def ruled_by(rulings: Ruling, options: Options) -> Options:
    """The options with who rules; where no person does, the game master may play, sees no secrets, and reviews nothing."""
    if rulings == "person":
        return options
    return changed(options, gm=rulings, review=False, solo=True, wall=True)


def ruling_text(options: Options) -> str:
    """Who rules on what no rule covers, and when there are default rulings."""
    hours = f"after {options.book_hours} h" if options.book_hours else "at once"
    match options.gm:
        case "person":
            rest = f"; {hours} default rulings answer in their place" if options.book_hours else ""
            return f"The game master rules{rest}."
        case "book":
            return f"Default rulings decide, {hours}."
        case "council":
            return f"The players vote on plain words; default rulings decide the rest, {hours}."


def options_text(options: Options, schedule: Schedule) -> str:
    """The options in words."""
    reminders = format_reminders(options.reminder_hours)
    return (
        f"Turns are due {describe_due(options, schedule)}. "
        f"Results are {'reviewed first' if options.review else 'published at once'}; "
        f"early advance is {'on' if options.early else 'off'}; reminders: {reminders}; grace {options.grace_minutes} min; "
        f"a deadline may be put off by {options.extension_hours} h. "
        f"At battles that players fight {LOOKING_ON[options.spectators]}. {ruling_text(options)}"
    )


TAKE_OVER: Final = (
    "If the game master does not come back, anyone with Manage Server can make somebody else game master: "
    "/campaign handover."
)
NOT_LED: Final[Mapping[str, str]] = MappingProxyType({})
GAME_STATE_TEXTS = {
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
    gone: Collection[int] = (),
) -> str:
    """Turn, deadline, seats, who is ready, which sides' players are `away`, who is `gone` from the server, and the id that an
    operator needs; `led` says of sides that the bot leads who does."""
    state = "races are being designed" if game.is_open and game.status == "setup" else GAME_STATE_TEXTS[game.status]
    lines = [f"### {plain(game.name)} · {state}"]
    if game.turn:
        waits = "open for orders" if game.turn_state == "open" else f"its result waits for {_turn_maker(game)}"
        lines.append(f"Turn {game.turn}: {waits}.")
    masters = {seat.user_id for seat in seats if not seat.side and seat.user_id is not None}
    left = bool(masters) and masters <= {*gone}
    if game.options.gm == "person" and (left or (game.turn and game.turn_state != "open")):
        lines.append(f"-# {'The game master is not on this server. ' if left else ''}{TAKE_OVER}")
    if game.deadline is not None:
        lines.append(f"Deadline <t:{game.deadline}:F> (<t:{game.deadline}:R>)")
    lines.append(f"Turns are due {describe_due(game.options, game.schedule)}.")
    lines += player_lines(game, seats, ready, led, away, gone)
    lines.append(f"-# campaign `{game.id}`")
    return "\n".join(lines)


def _turn_maker(game: Game) -> str:
    return "the game master" if game.options.gm == "person" else "its time"


def player_lines(
    game: Game,
    seats: Sequence[SeatRow],
    ready: Collection[str],
    led: Mapping[str, str] = NOT_LED,
    away: Collection[str] = (),
    gone: Collection[int] = (),
) -> list[str]:
    """One line a seat: who holds it or leads it, whether they are ready, and whether they are away or gone from the server, as
    far as its reader may know."""
    lines = []
    names = {flag.id: flag.name for flag in game.sides}
    for seat in seats:
        holder = f"<@{seat.user_id}>" if seat.user_id is not None else "*open*"
        if not seat.side:
            lines.append(f"Game master: {holder}{NOT_HERE if seat.user_id in gone else ''}")
            continue
        mark = "✔ ready" if seat.side in ready else "… not ready yet"
        if game.turn == 0 or seat.user_id is None:
            mark = ""
        absent = NOT_HERE if seat.user_id in gone else " (away)" if seat.side in away else ""
        if seat.side in led:
            holder = led[seat.side] if seat.user_id is None else f"{holder}, {led[seat.side]}"
            mark = mark or (("✔ ready" if seat.side in ready else "… not ready yet") if game.turn else "")
        lines.append(f"**{plain(names.get(seat.side, seat.side))}** {holder}{absent} {mark}".rstrip())
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
    if settings.aim != "none":
        lines.append(f"{format_aim(settings)} `CW-19.0-07`")
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
        all_ = len(settings.terrain) == len(TERRAIN_KINDS)
        lines.append(f"Dangerous terrain: {'all of it' if all_ else ', '.join(settings.terrain)} `CW-14.0-01`")
    lines += [
        f"{plain(names.get(side, side))} produces {percent} % of what its worlds yield `CW-5.0-14`"
        for side, percent in sorted(settings.handicaps.items())
    ]
    lines += [f"Table cell {plain(cell)} is {plain(value)}" for cell, value in sorted(settings.overrides.items())]
    lines += [
        f"{KIND_WORDS[kind].capitalize()} are answered by default rulings at once `{rule}`"
        for kind, rule in DEFAULT_RULING_RULES.items()
        if rules_by_default(settings, kind)
    ]
    others = {
        rule: text
        for rule, text in settings.rulings.items()
        if not (rule in DEFAULT_RULING_RULES.values() and text == DEFAULT_RULING)
    }
    lines += [f"Ruling {plain(rule)}: {plain(text)}" for rule, text in sorted(others.items())]
    if not settings.overrides and not settings.rulings:
        lines.append("Tables and rulings are as in the ledger (/rule shows them).")
    return "\n".join(lines)


LONGEST_TEXT = 400


def led_text(row: GovernorRow) -> str:
    """Who governs a side, as everybody may know it: not how a deputy does or did, which tells of its player's orders."""
    if row.role == "deputy":
        return "led by the bot for its player"
    if row.role == "successor":
        return "led by the bot, which was its player's deputy"
    return f"led by the bot ({row.character}, {row.strength})"


def led_by(rows: Iterable[GovernorRow]) -> Mapping[str, str]:
    """The same by side."""
    return {row.side: led_text(row) for row in rows}


def plan_text(game: Game, read: PlanRead) -> str:
    """What a governor ordered and why, what it is after, what it said."""
    made = read.made
    names = {flag.id: plain(flag.name) for flag in game.sides}
    lines = [f"### The bot player of {plain(read.name)} · turn {read.turn}", f"A {made.character}, {made.strength}."]
    if made.failed:
        lines.append(f"It could not give its orders (code {made.failed}); the sheet counts as it was.")
    lines += [f"- {plain(aim, LONGEST_TEXT)}" for aim in made.plan.aims]
    lines += [f"It draws {plain(one.reason, LONGEST_TEXT)}" for one in made.plan.drawings]
    lines += [
        f"It said to **{names.get(one.to, one.to)}**: “{plain(one.text, LONGEST_TEXT)}”" for one in made.plan.said
    ]
    lines += [
        f"{number}. {plain(one.text, LONGEST_TEXT)}\n-# {plain(one.reason, LONGEST_TEXT)}"
        for number, one in enumerate(made.plan.orders, 1)
    ]
    if not made.plan.orders and not made.failed:
        lines.append("It gave no orders.")
    return "\n".join(lines)
