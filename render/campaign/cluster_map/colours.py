"""The 256 colours of a cluster map, and the tables that tint or veil every one of them at once."""

from functools import lru_cache
from hashlib import sha256

from PIL import Image

from render.canvas.theme import MOST_COLOURS, Banner, Palette, Rgb, Theme, mix, nearest


@lru_cache(maxsize=32)
def palette_for(theme: Theme, sides: tuple[Banner, ...], grids: tuple[Banner, ...]) -> Palette:
    """The palette for a picture with these sides; `grids` are those whose supply grid is drawn."""
    base = base_colours(theme)
    ground = theme.halo
    wanted: list[Rgb] = [theme.ink, theme.soft, theme.accent, theme.halo, theme.panel, theme.panel_edge]
    for banner in sides:
        wanted += [banner.colour, mix(banner.colour, ground, 0.45), mix(banner.colour, ground, 0.72)]
    for ink in (theme.ink, theme.soft):
        wanted += [mix(ground, ink, step / 4) for step in (1, 2, 3)]
    wanted += [mix(theme.panel, theme.ink, 0.5), mix(theme.accent, ground, 0.5)]
    for share in (theme.tint, theme.pattern, theme.tint + 0.15):
        for banner in grids:
            wanted += [mix(colour, banner.colour, share) for colour in (*theme.sky, theme.grid)]
    wanted += [mix(colour, theme.fog, share) for share in (theme.never, theme.remembered) for colour in base]
    wanted += [_hatched(theme, colour) for colour in (*theme.sky, theme.grid)]
    for banner in grids:
        wanted += [mix(colour, banner.colour, theme.tint) for colour in base[10:]]
    room = MOST_COLOURS - len(base)
    extra = [c for c in _distinct([*base, *wanted], _SAME, MOST_COLOURS)[0:] if c not in base]
    colours = (*base, *extra[:room])
    image = Image.new("P", (1, 1))
    flat = [part for colour in (*colours, *(colours[:1] * (MOST_COLOURS - len(colours)))) for part in colour]
    image.putpalette(flat)

    def table(toward: Rgb, share: float) -> bytes:
        return _table(colours, [mix(colour, toward, share) for colour in colours])

    shining = {part for hue in theme.stars.values() for part in (mix(hue, theme.core, 0.5), hue)} | {theme.core}

    def tint(toward: Rgb, share: float) -> bytes:
        """Stars keep their colours inside a supply grid, so that classes can be told apart everywhere."""
        return _table(colours, [colour if colour in shining else mix(colour, toward, share) for colour in colours])

    return Palette(
        theme=theme,
        key=f"{theme.name}/{sha256(bytes(flat)).hexdigest()}",
        colours=colours,
        image=image,
        base=len(base),
        remembered=table(theme.fog, theme.remembered),
        never=_table(colours, [mix(_calm(theme, colour), theme.fog, theme.never) for colour in colours]),
        hatch=_table(colours, [_hatched(theme, _calm(theme, colour)) for colour in colours]),
        tints=tuple(tint(banner.colour, theme.tint) for banner in grids),
        marked=tuple(tint(banner.colour, theme.pattern) for banner in grids),
        written=tuple(tint(banner.colour, theme.tint + 0.15) for banner in grids),
    )


@lru_cache(maxsize=8)
def base_colours(theme: Theme) -> tuple[Rgb, ...]:
    """What the ground is drawn with: always the first colours of every palette of a theme, in this order."""
    sky = theme.sky[0]
    wanted: list[Rgb] = [*theme.sky, *theme.specks, theme.grid, theme.sector, theme.faint]
    wanted += [theme.void, theme.core, theme.panel]
    wanted += [mix(sky, theme.faint, 0.55), theme.soft, mix(sky, theme.sector, 0.5)]
    for hue in theme.stars.values():
        wanted += [mix(hue, theme.core, 0.5), hue, mix(hue, sky, 0.5), mix(hue, sky, 0.75)]
    for hue in theme.storms.values():
        wanted += [hue, mix(hue, sky, 0.55), mix(hue, sky, 0.82)]
    wanted += [mix(theme.nebula, sky, share) for share in (0.25, 0.5, 0.66, 0.8)]
    wanted += [theme.rock, mix(theme.rock, sky, 0.5)]
    return _distinct(wanted, 0, MOST_COLOURS)


@lru_cache(maxsize=8)
def base_image(theme: Theme) -> Image.Image:
    """A one-pixel image whose palette is the ground's colours alone, for quantising what is drawn on the ground."""
    colours = base_colours(theme)
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in (*colours, *(colours[:1] * (MOST_COLOURS - len(colours)))) for part in colour])
    return image


def _table(colours: tuple[Rgb, ...], wanted: list[Rgb]) -> bytes:
    return bytes(nearest(colours, colour) for colour in wanted) + bytes(MOST_COLOURS - len(colours))


def _calm(theme: Theme, colour: Rgb) -> Rgb:
    """Fewer tones of sky where nothing was ever seen: it is most of a young map, and flat areas pack small."""
    tone = theme.sky.index(colour) if colour in theme.sky else None
    return colour if tone is None else theme.sky[tone // 2 * 2]


def _hatched(theme: Theme, colour: Rgb) -> Rgb:
    """A colour under the hatching of hexes that were never in view."""
    return mix(mix(colour, theme.fog, theme.never), theme.sector, 0.24)


def _distinct(wanted: list[Rgb], apart: int, most: int) -> tuple[Rgb, ...]:
    kept: list[Rgb] = []
    for colour in wanted:
        if len(kept) == most:
            break
        if all(abs(colour[0] - k[0]) + abs(colour[1] - k[1]) + abs(colour[2] - k[2]) > apart for k in kept):
            kept.append(colour)
    return tuple(kept)


_SAME = 5
