"""What minds show and hold at the game master's word, as text: a side's own, for the game master all."""

from collections.abc import Iterator

from render.words.safe_text import count, plain
from rules.cluster_war.model.state.names import SideId, short_id
from rules.cluster_war.model.state.psionics import lasts
from rules.cluster_war.model.state.view import View

NOTHING = "Nothing is shown to others, hidden from them or held that is not so."


def mind_list(view: View) -> str:
    """Ghosts, disguises, silences, holds, and what abilities of level 3 come to."""
    lines = [*_shown(view), *_held(view)]
    return "\n".join(("### Minds", *(lines or [NOTHING])))


def _shown(view: View) -> Iterator[str]:
    minds = view.minds
    for key, ghost in sorted(minds.ghosts.items()):
        if lasts(ghost.until, view.turn):
            ships, whom = count(ghost.ships, "ghost ship"), _sides(view, ghost.seen_by)
            yield (
                f"{plain(key)}: {ships} of {count(ghost.hull, 'hull space')} at {ghost.hex}, seen by {whom}"
                f"{_end(ghost.until)} `CW-15.1-16`"
            )
    for key, worn in sorted(minds.disguises.items()):
        if key in view.fleets and lasts(worn.until, view.turn):
            seems = f"{count(worn.ships, 'ship')} of {count(worn.hull, 'hull space')}"
            whom = _sides(view, worn.seen_by)
            yield f"{plain(view.fleets[key].name)} seems to be {seems} to {whom}{_end(worn.until)} `CW-15.1-17`"
    for key, kept in sorted(minds.silences.items()):
        if key in view.fleets and lasts(kept.until, view.turn):
            more = ", takes others by surprise" if kept.surprise else ""
            yield (
                f"{plain(view.fleets[key].name)} keeps silence: hidden from LRS of up to level {kept.level}{more}"
                f"{_end(kept.until)} `CW-15.1-13`"
            )


def _held(view: View) -> Iterator[str]:
    minds = view.minds
    for key, sway in sorted(minds.sways.items()):
        if lasts(sway.until, view.turn):
            whose = f" of {_sides(view, (sway.by,))}" if sway.by else ""
            parts = [f"{n:+d} {what}" for n, what in ((sway.attack, "attack"), (sway.defense, "defense")) if n]
            points = f", {', '.join(parts)}" if parts else ""
            yield f"{short_id(key)}: {sway.hold} ({sway.ability}{whose}){points}{_end(sway.until)} `CW-15.1-23`"
    for key, text in sorted(minds.crafts.items()):
        side, _, ability = key.partition("/")
        yield f"{ability.title()} of {_sides(view, (side,))}: {plain(text)} `CW-15.1-23`"


def _sides(view: View, sides: tuple[SideId, ...]) -> str:
    flags = view.all_flags
    return ", ".join(plain(flags[s].name) if s in flags else s for s in sides) or "all others"


def _end(until: int) -> str:
    return f", until the end of turn {until}" if until else ""
