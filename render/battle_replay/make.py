"""A turn or a whole battle as an animated GIF, drawn from the log the viewer was told; always under two million bytes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from PIL import Image

from render.battle_map.alt import fitting, seen_by
from render.battle_replay.frames import paint_frames, summary
from render.battle_replay.track import Scene, joined, scenes
from render.gif import encode_animation
from render.theme import ThemeName
from render.words import bare
from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.view import BattleView

LIMIT: Final = 2_000_000
MOST_FRAMES: Final = 150
SIZE: Final = 840
SMALLEST: Final = 400
EACH, QUIET, LAST = 900, 450, 3500
"""Milliseconds a frame is shown: one with fire, one without, the last."""


class Shown(Protocol):
    """A scene of any game's replay."""

    @property
    def quiet(self) -> bool:
        """Whether nobody fires in it."""


S = TypeVar("S", bound=Shown)


@dataclass(frozen=True, slots=True)
class Replay:
    """An animated GIF, its number of frames, its size in pixels, and what it shows in words (at most 1,024 characters)."""

    gif: bytes
    frames: int
    width: int
    height: int
    alt: str


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
    `end_view`, a later view of the same viewer, tells who craft are that come to light. GameError for an unknown theme.
    """
    told = scenes(start_view, events, end_view)
    frames, gif = small_enough(
        told, size, joined, lambda shown, wide: paint_frames(shown, title=title, theme=theme, size=wide)
    )
    return Replay(gif, len(frames), *frames[0].size, _alt(told, title))


def small_enough(
    told: tuple[S, ...],
    size: int,
    fewer: Callable[[tuple[S, ...], int], tuple[S, ...]],
    paint: Callable[[tuple[S, ...], int], list[Image.Image]],
) -> tuple[list[Image.Image], bytes]:
    """Frames of scenes and their GIF below LIMIT bytes: painted `size` pixels wide, then smaller, then `fewer` of them."""
    shown = fewer(told, MOST_FRAMES)
    while True:
        frames = paint(shown, size)
        gif = encoded(frames, shown)
        if len(gif) < LIMIT:
            return frames, gif
        if size > SMALLEST:
            size = max(SMALLEST, size * 4 // 5)
        else:
            shown = fewer(shown, len(shown) * 2 // 3)


def encoded(frames: Sequence[Image.Image], shown: Sequence[Shown]) -> bytes:
    """The GIF of the frames, looping for ever; quiet ones are shown for a shorter time, the last for longer."""
    lasts = [QUIET if scene.quiet else EACH for scene in shown]
    return encode_animation(frames, [*lasts[:-1], LAST])


def _alt(told: Sequence[Scene], title: str) -> str:
    """What happened, impulse by impulse, at most 1,024 characters."""
    first, last = told[0], told[-1]
    name = bare(title or first.view.title, 60) or "Battle"
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
    return fitting(facts)
