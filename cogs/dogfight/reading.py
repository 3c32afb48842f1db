"""A dogfight looked at and read: map, card, log, why, replay; always as the asker's side knows it."""

from typing import Final

from cogs.bouts.logs import check_line, say_log, say_why
from cogs.common.answers import MOST_TEXT, defer, say
from cogs.common.bot_services import Interaction, services_of
from cogs.dogfight.texts import all_odds_text, own_jet
from render.canvas.theme import ThemeName
from render.dogfight.digest import digest
from render.dogfight.log import sentence
from render.dogfight.text import card_text, write_dogfight_text
from render.words.why import why_of
from rules.air_force.choices import choices
from rules.air_force.jets import Jet
from rules.air_force.orders import PHASES
from rules.errors import GameError, NotYoursError, WrongPhaseError, quoted, unknown
from umpire.dogfight import dogfight_files as pictures
from umpire.dogfight import flying
from umpire.dogfight.career import has_flown
from umpire.dogfight.flying import FightSight, FightTurn
from umpire.games.seat import Seat
from umpire.outbox.courier import File

LINES: Final = 8
"""Lines of what happened that a panel shows when it is asked for anew."""


def latest(seen: FightSight) -> list[str]:
    """The last lines of what happened in this turn."""
    return digest(seen.view, seen.events)[-LINES:]


async def to_teach(interaction: Interaction, seat: Seat | None) -> bool:
    """Whether a panel that is opened anew has lessons: for a pilot who has never flown a fight to its end."""
    return seat is not None and not await has_flown(services_of(interaction), interaction.user.id)


def jet_named(seen: FightSight, text: str) -> Jet:
    """A jet in sight by id or name, the own one for ""; NotYoursError for anything else."""
    wanted = text.strip().casefold()
    if not wanted:
        own = own_jet(seen.view)
        if own is None:
            raise GameError("You fly no jet here; say which `jet`.")
        return own
    for jet in seen.view.known.jets.values():
        if wanted in {jet.id.casefold(), jet.name.casefold()}:
            return jet
    known = [jet.name or jet.id for jet in seen.view.known.jets.values()]
    raise unknown(NotYoursError, f"{quoted(text)} is no jet you can see.", text, "You see", known)


async def send_map(interaction: Interaction, seen: FightSight, theme: ThemeName) -> None:
    """The map with its text twin."""
    await defer(interaction)
    name = seen.standing.case.game.name
    picture = await services_of(interaction).workers.run(pictures.paint_fight, seen.view, name, theme, urgent=True)
    words = write_dogfight_text(seen.view, name)
    twin = File("map.txt", words.encode())
    await say(interaction, f"```\n{words[: MOST_TEXT - 10]}\n```", files=[picture, twin])


async def send_card(interaction: Interaction, seen: FightSight, jet: str, theme: ThemeName) -> None:
    """A jet's card with its words."""
    found = jet_named(seen, jet)
    await defer(interaction)
    picture = await services_of(interaction).workers.run(
        pictures.paint_card_of, seen.view, found.id, theme, urgent=True
    )
    await say(interaction, f"```\n{card_text(seen.view, found)}```", files=[picture])


async def send_log(interaction: Interaction, seen: FightSight, turn: int | None) -> None:
    """The numbered log of a turn as the asker's side was told it."""
    played = await flying.turn_told(services_of(interaction), seen, turn)
    await say_log(interaction, played.number, log_lines(played), "/dogfight why")


def log_lines(played: FightTurn) -> list[str]:
    """A numbered line for each event, under a heading for each phase."""
    lines: list[str] = []
    phase = 0
    for number, event in enumerate(played.events, 1):
        if event.at.phase != phase:
            phase = event.at.phase
            lines.append(f"**{PHASES[phase - 1].capitalize()}**")
        lines.append(f"{number}. {sentence(event, played.view)}")
    return lines


async def send_why(interaction: Interaction, seen: FightSight, line: int | None, turn: int | None) -> None:
    """The rule, the modifiers and the dice behind a numbered line, by default the last one with dice."""
    played = await flying.turn_told(services_of(interaction), seen, turn)
    if line is None:
        rolled = [number for number, event in enumerate(played.events, 1) if event.cause.rolls]
        line = rolled[-1] if rolled else len(played.events)
    check_line(line, len(played.events), played.number)
    event = played.events[line - 1]
    place = f"Turn {event.at.turn}, {PHASES[event.at.phase - 1]}"
    await say_why(interaction, line, sentence(event, played.view), place, why_of(event.cause), event.cause.rule)


def check_told(seen: FightSight) -> None:
    """WrongPhaseError while a fight is on: its seeds would tell of jets that one does not see."""
    if not seen.over:
        turn = seen.standing.case.turn
        raise WrongPhaseError(
            "The seeds are told when the fight is over: they would tell of jets you do not see. "
            f"Turn {turn.turn} is promised as `{turn.commitment}`."
        )


async def send_odds(interaction: Interaction, seen: FightSight) -> None:
    """Every choice that is open now, with its odds and what they come from."""
    found = choices(seen.view) if seen.standing.asked and not seen.over else ()
    if not found:
        raise WrongPhaseError("Nothing is asked of you now; /dogfight show has what is.")
    await say(interaction, all_odds_text(found))


async def send_replay(interaction: Interaction, seen: FightSight, turn: int | None, theme: ThemeName) -> None:
    """A turn, or all of it, as a moving picture: the own knowledge while it is on, the truth when it is over."""
    services = services_of(interaction)
    played = await flying.whole_told(services, seen) if turn is None else await flying.turn_told(services, seen, turn)
    if not played.told:
        raise GameError("Nothing has happened yet that could be shown.")
    await defer(interaction)
    part = (
        "the fight so far" if turn is None and not seen.over else "the whole fight" if turn is None else f"turn {turn}"
    )
    side = seen.reads_as
    made = await services.workers.run(
        pictures.paint_fight_replay,
        played.start,
        played.end,
        played.told,
        side,
        seen.standing.case.game.name,
        theme,
        urgent=True,
    )
    knowledge = "everything, as it was" if seen.over else "what you could see"
    await say(interaction, f"-# Replay of {part}: {knowledge}", files=[made])
