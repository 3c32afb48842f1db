"""A campaign so far as an animated GIF: a frame for each turn, as its watcher saw it then; always below two million bytes."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.film.paint import Stage, paint_still
from render.campaign.film.still import Still, region_of
from render.canvas.animation import SIZE, Pace, Replay, small_enough
from render.canvas.theme import Banner, ThemeName, banners, theme_named
from render.words.safe_text import bare, count, fitting
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.view import View

PACE: Final = Pace(each=1500, quiet=700, last=6000)
"""Milliseconds for a turn with great news, for another, and for the last."""
FOR_ALT: Final = 12


def make_film(
    stills: Sequence[Still], last: View, *, title: str = "", theme: ThemeName = "dark", size: int = SIZE
) -> Replay:
    """The film of these turns, oldest first; `last` is the watcher's view at its end, by which empires have their looks.

    The same stills give the same bytes. ValueError for none, GameError for an unknown theme."""
    if not stills:
        raise ValueError("a film shows at least one turn")
    look = theme_named(theme)
    looks = known_looks(stills, banners(last.flags, look, last.others))
    stage = Stage(title, last.side, region_of(stills, last.columns, last.rows), looks, look, tuple(stills))
    return small_enough(
        tuple(stills),
        size,
        fewer,
        lambda shown, wide: [paint_still(stage, still, wide) for still in shown],
        alt_of(stills, looks, title, last.side),
        pace=PACE,
    )


def known_looks(stills: Sequence[Still], looks: Mapping[SideId, Banner]) -> dict[SideId, Banner]:
    """The looks of those of whom the film shows anything."""
    shown = {side for one in stills for side in (*one.figures, *one.grids, *one.homes)}
    return {side: banner for side, banner in looks.items() if side in shown}


def fewer(stills: tuple[Still, ...], most: int) -> tuple[Still, ...]:
    """At most so many of the turns, spread evenly, first and last among them."""
    if len(stills) <= most:
        return stills
    return tuple(stills[at * (len(stills) - 1) // max(most - 1, 1)] for at in range(most))


def alt_of(stills: Sequence[Still], looks: Mapping[SideId, Banner], title: str, side: SideId) -> str:
    """The film in words: who watches, how far, how things stand at its end, and its greatest news."""
    first, last = stills[0], stills[-1]
    who = f"as {bare(looks[side].name, 40)} saw it" if side in looks else "the whole truth"
    facts = [f"{bare(title, 60) or 'The campaign'}, turns {first.turn} to {last.turn}, {who}, as a film."]
    facts += [
        f"At its end {bare(looks[one].name, 40)}: {count(known.colonies, 'colony', 'colonies')}, {count(known.ships, 'ship')}"
        f"{'' if known.own else ' known'}."
        for one, known in last.figures.items()
        if one in looks
    ]
    news = sorted((told for one in stills for told in one.told[:1]), key=lambda told: -told.weight)[:FOR_ALT]
    facts += [f"Turn {told.turn}: {told.short}" for told in sorted(news, key=lambda told: told.turn)]
    return fitting(facts)
