"""A turn or a whole battle as an animated GIF, drawn from the log the viewer was told; always under two million bytes."""

from collections.abc import Iterable, Sequence

from render.battle.battle_map.draw import ShownField, paint_battle_map
from render.battle.battle_map.text import craft_lines, seen_by
from render.battle.replay.frames import paint_frames, summary
from render.battle.replay.track import Scene, joined, scenes
from render.canvas.animation import SIZE, Replay, small_enough
from render.canvas.theme import ThemeName
from render.words.safe_text import bare, fitting
from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.steps import where
from rules.pentagon_war.turn.view import BattleView


def make_replay(
    start_view: BattleView,
    events: Iterable[Event],
    *,
    title: str = "",
    theme: ThemeName = "dark",
    size: int = SIZE,
    end_view: BattleView | None = None,
) -> Replay:
    """A frame for each impulse from the viewer's first view on; the same view and events, the same bytes.

    `size` is the width in pixels, made smaller (and quiet impulses passed over) where the file would grow too large.
    `end_view`, a later view of the same viewer, tells who craft are that come to light; the map as it then is stands
    still at the end. GameError for an unknown theme.
    """
    told = scenes(start_view, events, end_view)
    return small_enough(
        told,
        size,
        joined,
        lambda shown, wide: paint_frames(shown, wide, title=title, theme=theme),
        _alt(told, title, end_view),
        None if end_view is None else lambda wide: paint_battle_map(end_view, ShownField(theme, title), wide),
    )


def _alt(told: Sequence[Scene], title: str, end: BattleView | None) -> str:
    """What happened, impulse by impulse, and the map at the end, at most 1,024 characters."""
    first, last = told[0], told[-1]
    name = bare(title or first.view.known.title, 60) or "Battle"
    turns = f"turn {first.moment.turn}"
    if last.moment.turn != first.moment.turn:
        turns = f"turns {first.moment.turn} to {last.moment.turn}"
    facts = [f"{name}: replay of {turns} as seen by {seen_by(first.view)}."]
    left = [f"{unit} {boxes}" for unit, boxes in sorted(last.boxes.items()) if boxes]
    if left:
        facts.append(f"Boxes left at its end: {', '.join(left)}.")
    several = first.moment.turn != last.moment.turn
    for scene in told[1:]:
        if not scene.quiet:
            turn = f"Turn {scene.moment.turn}, impulse" if several else "Impulse"
            facts.append(f"{turn} {scene.moment.impulse}: {summary(scene)}.")
    if end is not None:
        facts += [f"At its end the map stands still, {where(end.known.now)}.", *craft_lines(end)]
    return fitting(facts)
