"""The game master's look ahead in words: systems to prepare, tracks and meetings."""

from collections.abc import Iterable

from cogs.campaign.common.fleet_lists import place
from cogs.campaign.gm.texts import name_of
from render.words.safe_text import count, listed, plain
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.look_ahead import Due, Meeting, Track, meeting
from umpire.campaign.gm.look_ahead import Outlook
from umpire.games.games import Game

MOST_DUE = 40
MOST_MEETINGS = 30


def near_text(game: Game, view: View, look: Outlook) -> str:
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


def _due_text(game: Game, view: View, due: Due) -> str:
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
    return f"`{due.hex}`{named} {codes}: {when}; {listed(wants) or count(len(system.bodies), 'world')}"


def plot_text(game: Game, view: View, look: Outlook, chosen: tuple[str, ...]) -> str:
    """Tracks of the chosen fleets and their meeting, or all meetings of sides not at peace (CW-19.0-22)."""
    head = f"### Plotted {count(look.turns, 'turn')} ahead, if nobody orders otherwise `CW-19.0-22`"
    if not chosen:
        shown = [_meeting_text(game, view, look, m) for m in look.meetings[:MOST_MEETINGS]]
        return "\n".join(
            [head, *(shown or ["No two fleets of sides not at peace will meet on their present courses."])]
        )
    tracks = [look.tracks[key] for key in chosen]
    lines = [head, *(_track_text(game, view, track) for track in tracks)]
    if len(tracks) == 2:
        met = meeting(*tracks)
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


def _meeting_text(game: Game, view: View, look: Outlook, met: Meeting) -> str:
    one, other = look.tracks[met.a], look.tracks[met.b]
    how = "pass each other" if met.passing else "meet"
    return (
        f"• {eta(met.week)} at {met.hex}: {plain(one.name)} of {_whose(game, view, one.side)} and "
        f"{plain(other.name)} of {_whose(game, view, other.side)} {how}."
    )
