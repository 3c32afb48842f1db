"""One turn of a campaign as plain values for its film, from the view of whoever watches; nothing that the view does not hold."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from render.campaign.cluster_map.badges import is_fresh
from render.campaign.names import now
from render.campaign.news import Headline
from render.canvas.hex_field import Region, column_row
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.values import Value

LOUD_WEIGHT = 70
"""A turn whose greatest news weighs so much is shown for longer."""


class WorthFigures(Value):
    """What the watcher knows of an empire: colonies, their size together, ships. `own` is the watcher's."""

    colonies: int
    size: int
    ships: int
    own: bool


class FilmStill(Value):
    """A turn's start: empires' space, what was in view and what ever was (both empty where everything is), colonies as (hex,
    side, own), homes, fleets as (column, row, side, own), where it was fought in the turn before, and that turn's news."""

    turn: int
    grids: Mapping[SideId, frozenset[HexId]]
    stars: frozenset[HexId]
    veiled: bool
    sighted: frozenset[HexId]
    seen: frozenset[HexId]
    colonies: tuple[tuple[HexId, SideId, bool], ...]
    homes: Mapping[SideId, HexId]
    fleets: tuple[tuple[float, float, SideId, bool], ...]
    fights: tuple[HexId, ...]
    figures: Mapping[SideId, WorthFigures]
    headlines: tuple[Headline, ...] = ()

    @property
    def quiet(self) -> bool:
        """Whether nothing great is told in it."""
        return not self.headlines or self.headlines[0].weight < LOUD_WEIGHT


def still_of(view: View, headlines: Sequence[Headline] = ()) -> FilmStill:
    """A view as one picture of a film, with the news of the turn that led to it."""
    colonies = {(c.hex, c.side): True for c in view.colonies.values()}
    colonies |= {(c.hex, c.side): False for c in view.foreign_colonies.values() if (c.hex, c.side) not in colonies}
    fleets = {(*_place_of(fleet, view.turn), fleet.side, True) for fleet in view.fleets.values()}
    for sighted in view.foreign_fleets.values():
        if sighted.week >= now(view.turn):
            x, y = column_row(sighted.hex)
            fleets.add((float(x), float(y), sighted.side, False))
    mine = view.me.home if view.me is not None else ""
    homes = {s.id: s.home for s in view.sides.values() if s.home} | ({view.side: mine} if mine else {})
    return FilmStill(
        turn=view.turn,
        grids=dict(view.grids) if view.is_gm else {view.side: view.grid},
        stars=frozenset(view.objects),
        veiled=not view.is_gm,
        sighted=view.sighted,
        seen=frozenset(view.seen),
        colonies=tuple((here, side, is_own) for (here, side), is_own in sorted(colonies.items())),
        homes={**homes, **_seats(view, homes)},
        fleets=tuple(sorted(fleets)),
        fights=tuple(sorted({sign.hex for sign in view.signs.values() if is_fresh(view, sign)})),
        figures=figures_of(view),
        headlines=tuple(headlines),
    )


def figures_of(view: View) -> dict[SideId, WorthFigures]:
    """What a view knows of each empire of which it knows anything."""
    ours = {view.side} if not view.is_gm else set(view.flags)
    colonies = Counter(c.side for c in view.colonies.values()) + Counter(c.side for c in view.foreign_colonies.values())
    ships = Counter(s.side for s in view.ships.values())
    for seen in view.foreign_fleets.values():
        if seen.week >= now(view.turn):
            ships[seen.side] += seen.ships
    sizes = Counter[SideId]()
    for colony in view.colonies.values():
        sizes[colony.side] += colony.size
    for sighted in view.foreign_colonies.values():
        sizes[sighted.side] += sighted.size or 0
    return {
        side: WorthFigures(colonies[side], sizes[side], ships[side], side in ours)
        for side in sorted({*colonies, *ships, *ours, *(side for side in view.met)})
        if side in view.all_flags
    }


def region_of(stills: Sequence[FilmStill], columns: int, rows: int) -> Region:
    """What the film shows: all that was ever in view at its end, with room around; all of the map where nothing is veiled."""
    last = stills[-1]
    if not last.veiled:
        return Region(1, 1, columns, rows)
    places = [column_row(here) for here in (*last.seen, *last.sighted, *(c[0] for c in last.colonies))]
    if not places:
        return Region(1, 1, columns, rows)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Region(max(min(xs) - 1, 1), max(min(ys) - 1, 1), min(max(xs) + 1, columns), min(max(ys) + 1, rows))


def _place_of(fleet: Fleet, turn: int) -> tuple[float, float]:
    """Where a fleet is: in its hex, or on its way in FTL space as far as it should have come."""
    going = fleet.transit
    if going is None:
        x, y = column_row(fleet.hex)
        return float(x), float(y)
    (ax, ay), (bx, by) = column_row(going.origin), column_row(going.to)
    share = min(max((now(turn) - going.departs) / max(going.arrives - going.departs, 1), 0.0), 1.0)
    return round(ax + (bx - ax) * share, 1), round(ay + (by - ay) * share, 1)


def _seats(view: View, known: Mapping[SideId, HexId]) -> dict[SideId, HexId]:
    """For empires whose home is not known, the place where the watcher has seen most colonies of theirs."""
    places: dict[SideId, Counter[HexId]] = {}
    for seen in view.foreign_colonies.values():
        if seen.side not in known:
            places.setdefault(seen.side, Counter())[seen.hex] += 1
    return {side: _most(found.items()) for side, found in sorted(places.items())}


def _most(found: Iterable[tuple[HexId, int]]) -> HexId:
    return min(found, key=lambda one: (-one[1], one[0]))[0]
