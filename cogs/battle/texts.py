"""What is said of a battle in words: its set-up, where it stands, its craft."""

from collections.abc import Sequence
from typing import Final

from render.words.safe_text import count, plain
from rules.events import EVERYONE
from rules.pentagon_war.changes import flying
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.movement.thrust import format_components
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.preparing import unseen
from rules.pentagon_war.turn.steps import where
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Craft
from storage.seats import SeatRow
from umpire.battle.plots import Sight
from umpire.games.games import Game

SWITCH_WORDS: Final = {
    "crash_acceleration": "up to twice standard thrust; weapons pay for it (PW-A01)",
    "electronic_warfare": "ECM and ECCM against radar tracks (PW-A09)",
    "evasive_maneuvering": "harder to hit, and to hit with (PW-A12)",
    "self_destruction": "a craft may blow itself up (PW-A20)",
    "ramming": "a craft may ram what is in its hex (PW-B74)",
    "speed_limitations": "very fast craft are worn by dust (PW-A25)",
    "ranged_point_defense": "point defense beyond its own hex (PW-A27)",
    "ranged_pd_ships_only": "and that only at craft (PW-A29)",
    "directional_screens": "designs whose screens aim one way (PW-A30)",
    "hyper_bombs": "bombs that annihilate a hex (PW-A35)",
    "movable_bases": "bases with engines of their own (PW-A39)",
    "planets": "bodies that block, ring and can be orbited (PW-A61)",
    "alert_status": "how ready craft are at the start, 0 to 3 (PW-A75)",
    "fractional_movement": "movement chart with fractions (PW-A46)",
    "midturn_velocity": "thrust counts in the same turn, else from the next (PW-A48)",
    "magbeam_reaction": "beams pull their own craft too (PW-A53)",
    "mass_class": "thrust by mass instead of size: off, round_up, fraction (PW-A57)",
    "trig_speed": "exact speeds across the grid (PW-A60)",
    "custom_missiles": "missiles of one's own design (PW-S69)",
    "special_electronics": "electronics nobody need be told of (PW-A78)",
    "crash_without_controls": "crash acceleration without controls (PW-A07)",
    "max_absolute_speed": "no craft may go faster than this (PW-C24)",
}
"""Each switch of a battle in a few words, with its rule."""


PACES: Final = {
    "programme": "Turns are plotted as programmes.",
    "segments": "You are asked where something is worth deciding, and may pass.",
    "steps": "You are asked at every step.",
}


def setup_text(game: Game, battle: Battle, held: Sequence[SeatRow], *, own: bool = False) -> str:
    """A set-up: sides with their captains and craft; `own` shows its maker the hidden craft too that they have placed."""
    known = battle if own else view_for(battle, EVERYONE).known
    hidden = unseen(battle)
    shown = [craft for unit, craft in known.craft.items() if unit not in hidden]
    captains = {row.side: row.user_id for row in held if row.side}
    lines = [f"### {plain(game.name)}"]
    for side in battle.sides.values():
        who = captains.get(side.id)
        nobody = "*free*" if game.status == "setup" else "played by its stances"
        holder = f" <@{who}>" if who is not None else f" {nobody}" if held else ""
        points = f", {side.points} points" if side.points else ""
        lines.append(f"**{plain(side.name)}** ({side.id}{points}){holder}")
        lines += [f"- {craft_line(craft)}" for craft in shown if craft.side == side.id]
    hours = game.schedule.hours
    lines.append(f"Captains have {count(hours, 'hour')} a stop." if hours else "There is no deadline.")
    lines.append(PACES[battle.pace])
    if game.status == "setup":
        lines.append("-# /battle join takes a side, /battle begin (its host) opens turn 1.")
    return "\n".join(lines)


def craft_line(craft: Craft) -> str:
    """A craft in a line: id, name, place, facing, velocity."""
    hidden = ", hidden" if craft.hidden else ""
    gone = f" · {craft.fate}" if craft.fate else ""
    place = f"{hex_name(craft.at)} facing {letter(craft.facing)}"
    return f"{craft.id} {plain(craft.name)} at {place}, {format_components(craft)}{hidden}{gone}"


def status_text(game: Game, seen: Sight, held: Sequence[SeatRow]) -> str:
    """Where the battle stands, whom it waits for, the craft that the asker knows of."""
    known = seen.view.known
    names = {side.id: plain(side.name) for side in known.sides.values()}
    captains = {row.side: row.user_id for row in held if row.side}
    lines = [f"### {plain(game.name)}"]
    if seen.over:
        if known.winner is None:
            lines.append(f"Ended by its host in turn {seen.turn}.")
        else:
            won = f"{names.get(known.winner, known.winner)} has won" if known.winner else "it is a draw"
            lines.append(f"Over after turn {seen.turn - 1}: {won}.")
    else:
        lines.append(f"It stands at {where(known.now)}.")
        waits = sorted({one.side for one in seen.standing.result.asked})
        if known.now.impulse and not seen.standing.asked:
            # Whose stop it is in the middle of a turn is that captain's secret.
            lines.append("It waits for a captain's answer.")
        else:
            lines.append(
                f"Waiting for {', '.join(names[side] for side in waits)}." if waits else "Nobody is waited for."
            )
        due = seen.standing.case.due
        if due is not None:
            lines.append(f"Answers are due <t:{due}:F> (<t:{due}:R>); after that stances decide.")
        if seen.standing.asked:
            lines += [f"⚠ You are asked: {plain(ask.reason, 300)}" for ask in known.waiting]
    for side in known.sides.values():
        who = captains.get(side.id)
        played = f"<@{who}>" if who is not None else "played by its stances"
        lines.append(f"**{names[side.id]}** ({side.id}) {played}")
        lines += [f"- {craft_line(craft)}" for craft in known.craft.values() if craft.side == side.id]
    fliers = len(flying(known))
    if fliers:
        lines.append(f"{count(fliers, 'missile, drone or bolt', 'missiles, drones and bolts')} in flight.")
    return "\n".join(lines)
