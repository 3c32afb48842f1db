"""The game master's look ahead in words: systems to prepare, tracks and meetings; and what would be different in a what-if."""

from collections.abc import Iterable, Sequence
from typing import Final

from cogs.campaign.common.fleet_texts import place
from cogs.campaign.gm.gm_texts import name_of
from cogs.common.panels import clip_text
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.look_ahead import Meeting, SystemToPrepare, Track, first_meeting
from umpire.campaign.gm.gm_queries import PreparationOutlook
from umpire.campaign.whatif.differences import ForkComparison, WhatIfDifference
from umpire.campaign.whatif.fork import ForkReading
from umpire.campaign.whatif.fork_edits import ForkStatus
from umpire.games.games import Game
from umpire.outbox.courier import File

MOST_DUE = 40
MOST_MEETINGS = 30


def near_text(game: Game, view: View, look: PreparationOutlook) -> str:
    """What to prepare, soonest first, and a tenth more in reserve (CW-19.0-03, CW-19.0-04)."""
    if not look.due:
        return "Everything that anybody can reach is prepared or known. `CW-19.0-03`"
    needed = [d for d in look.due if not d.spare]
    spare = [d for d in look.due if d.spare]
    lines = [f"### To prepare, {count(look.turns, 'turn')} ahead `CW-19.0-03`"]
    lines += [_due_text(game, view, due) for due in needed[:MOST_DUE]] or ["Nobody goes anywhere new."]
    if len(needed) > MOST_DUE:
        lines.append(f"… and {len(needed) - MOST_DUE} more.")
    if spare:
        lines += ["**And a tenth in reserve** `CW-19.0-04`", *(_due_text(game, view, due) for due in spare)]
    return "\n".join([*lines, "-# /gm prepare marks one as ready, or makes its contents anew."])


def _due_text(game: Game, view: View, due: SystemToPrepare) -> str:
    system = view.systems[due.hex]
    codes = "/".join(view.objects.get(due.hex, ()))
    when = (
        f"{name_of(game, due.side)} {eta(due.week)}"
        if due.week is not None
        else (f"{count(due.away, 'hex', 'hexes')} from {name_of(game, due.side)}")
    )
    wants = [f"hides {due.special}"] if due.special else []
    wants += ["has no worlds; the dice can make some"] if due.empty else []
    wants += [f"home or post of {plain(view.others[npr].name)}" for npr in due.people if npr in view.others]
    named = place(view, due.hex).removeprefix(due.hex)
    return f"`{due.hex}`{named} {codes}: {when}; {format_list(wants) or count(len(system.bodies), 'world')}"


def plot_text(game: Game, view: View, look: PreparationOutlook, chosen: tuple[str, ...]) -> str:
    """Tracks of the chosen fleets and their meeting, or all meetings of sides not at peace (CW-19.0-22)."""
    head = f"### Plotted {count(look.turns, 'turn')} ahead, if nobody changes orders `CW-19.0-22`"
    if not chosen:
        shown = [_meeting_text(game, view, look, m) for m in look.meetings[:MOST_MEETINGS]]
        return "\n".join(
            [head, *(shown or ["No two fleets of sides not at peace will meet on their present courses."])]
        )
    tracks = [look.tracks[key] for key in chosen]
    lines = [head, *(_track_text(game, view, track) for track in tracks)]
    if len(tracks) == 2:
        met = first_meeting(*tracks)
        lines.append(_meeting_text(game, view, look, met) if met else "They do not meet, as far as was plotted.")
    else:
        lines += [_meeting_text(game, view, look, m) for m in look.meetings if chosen[0] in {m.a, m.b}]
    return "\n".join(lines)


def _whose(game: Game, view: View, side: str) -> str:
    return plain(view.others[side].name) if side in view.others else name_of(game, side)


def _track_text(game: Game, view: View, track: Track) -> str:
    return f"**{plain(track.name)}** of {_whose(game, view, track.side)}: {' → '.join(_stops(track))}"


def _stops(track: Track) -> Iterable[str]:
    before = None
    for spot in track.spots:
        for here in spot.passed[:-1]:
            yield f"through {here} ({eta(spot.week)})"
        if spot.hex != before:
            yield f"{spot.hex or 'FTL space'} ({eta(spot.week)})"
        before = spot.hex


def _meeting_text(game: Game, view: View, look: PreparationOutlook, met: Meeting) -> str:
    one, other = look.tracks[met.a], look.tracks[met.b]
    how = "pass each other" if met.passing else "meet"
    return (
        f"• {eta(met.week)} at {met.hex}: {plain(one.name)} of {_whose(game, view, one.side)} and "
        f"{plain(other.name)} of {_whose(game, view, other.side)} {how}."
    )


BASE_TEXTS: Final = {
    "open": "turn {turn}, as it would be resolved with the orders given so far",
    "draft": "the draft of turn {turn}",
    "published": "turn {turn}, which is published",
}
TAKING_TEXTS: Final = {
    "": "Your amendments go to **the campaign**, as always.",
    "start": "Your amendments (/gm amend and the rest) go into **this what-if, before the month**.",
    "draft": "Your amendments (/gm amend and the rest) go into **this what-if, after the month**.",
}
ADOPTION_TEXTS: Final = {
    "open": "Adopting it closes turn {turn} and resolves it so.",
    "draft": "Adopting it puts it in the draft's place and publishes it.",
    "published": "Adopting it takes turn {turn} back, publishes it so, and keeps the orders for turn {next} as far as they can "
    "be given.",
}
MOST_DIFFERENCES: Final = 6
MOST_LINE: Final = 160
MOST_SAID: Final = 2600


def begin_text(game: Game, found: ForkStatus) -> str:
    """There is no what-if, or one that the game has moved on since."""
    lines = [f"### What if · {plain(game.name)}"]
    if found.stale:
        lines.append("⚠ The campaign has moved on since your last what-if was begun: it can only be thrown away.")
    if not found.bases:
        lines.append(f"Turn {found.turn} waits for its battles: settle them first (/gm battle).")
    else:
        lines.append(
            "Play a turn differently, for yourself alone. Nobody is notified, and no clock stops or starts. Which turn?"
        )
    return "\n".join(lines)


def fork_text(game: Game, read: ForkReading) -> str:
    """A what-if as it stands: which turn, which dice, what is changed of it."""
    fork = read.fork
    lines = [
        f"### What if · {plain(game.name)}",
        f"This is {BASE_TEXTS[fork.base].format(turn=fork.turn)}. Nobody but you knows of it.",
        f"Dice: {'others than those of the turn' if fork.drawn else 'the same as in the turn'}.",
        TAKING_TEXTS[read.row.takes],
    ]
    for number, change in enumerate(
        fork.changes[-MOST_DIFFERENCES:], start=max(1, len(fork.changes) - MOST_DIFFERENCES + 1)
    ):
        when = "before" if change.phase == "start" else "after"
        said = plain(change.told[0] if change.told else change.reason, MOST_LINE)
        lines.append(f"{number}. {when} the month: {said}")
    if fork.added or fork.dropped:
        lines.append(f"Orders: {len(fork.added)} added, {len(fork.dropped)} taken off.")
    lines += [
        f"Battle {battle}: settled {'by numbers' if way == 'quick' else 'by the engine'}"
        for battle, way in fork.battles.items()
    ]
    if not (fork.changes or fork.added or fork.dropped or fork.battles or (fork.drawn and fork.base != "open")):
        lines.append("Nothing is changed yet.")
    lines.append(f"-# If you adopt it, everybody reads: {plain(fork.reason, 200)}")
    return "\n".join(lines)


def compared_text(game: Game, found: ForkComparison) -> str:
    """What would be different, in short; the whole is in the files."""
    fork = found.reading.fork
    lines = [f"### What would be different · turn {fork.turn}"]
    for one in found.differences:
        lines += _short(game, one)
    lines += [f"⚠ {plain(text, 300)}" for text in found.left_out]
    lines += [f"Battle {fight.battle} ({plain(fight.text)}): settled {fight.how}" for fight in found.battles]
    lines.append(ADOPTION_TEXTS[fork.base].format(turn=fork.turn, next=fork.turn + 1))
    return clip_text("\n".join(lines), MOST_SAID)


def _short(game: Game, one: WhatIfDifference) -> list[str]:
    who = f"**{name_of(game, one.side)}**" if one.side else "**You, of everything**"
    if one.is_none:
        return [f"{who}: no difference"]
    numbers = [f"{plain(n.name)} {n.was} → {n.would}" for n in one.numbers]
    counted = (
        f"{count(len(one.told), 'line')} more and {len(one.untold)} fewer in the report, "
        f"{count(len(one.gained), 'thing')} gained and {len(one.lost)} lost"
    )
    if not one.side:
        return [f"{who}: {counted}"]
    listed = [f"+ {text}" for text in one.gained[:MOST_DIFFERENCES]] + [
        f"− {text}" for text in one.lost[:MOST_DIFFERENCES]
    ]
    return [
        f"{who}: {counted}",
        *([" · ".join(numbers[:MOST_DIFFERENCES])] if numbers else []),
        *(t[:MOST_LINE] for t in listed),
    ]


def files(game: Game, found: ForkComparison) -> list[File]:
    """The whole comparison: one file for the game master and one for each side that it changes something for."""
    turn = found.reading.fork.turn
    return [
        File(f"what-if-turn-{turn:02d}-{one.side or 'game-master'}.md", difference_text(game, turn, one).encode())
        for one in found.differences
        if not one.side or not one.is_none
    ][:10]


def difference_text(game: Game, turn: int, one: WhatIfDifference) -> str:
    """One reader's difference, whole."""
    who = name_of(game, one.side) if one.side else "the game master"
    parts = [f"# {plain(game.name)}: turn {turn} played differently, for {who}"]
    if one.is_none:
        parts.append("Nothing would be different.")
    if one.numbers:
        rows = [f"| {plain(n.name)} | {n.was} | {n.would} | {n.would - n.was:+d} |" for n in one.numbers]
        parts.append("\n".join(["## Numbers", "| | was | would be | |", "|---|---|---|---|", *rows]))
    parts += _listed("Would be reported", one.told)
    parts += _listed("Would not be reported", one.untold)
    parts += _listed("Would be there, or be known", one.gained)
    parts += _listed("Would not be there, or not be known", one.lost)
    return "\n\n".join(parts) + "\n"


def _listed(title: str, texts: Sequence[str]) -> list[str]:
    return ["\n".join([f"## {title}", *(f"- {text}" for text in texts)])] if texts else []
