"""Which hexes a leg leads through, and for how long: what terrain may do to a fleet goes by them (CW-14.0-04)."""

from collections.abc import Iterable, Iterator

from rules.cluster_war.chapters.movement.drives.journey import Stage, toward
from rules.cluster_war.model.holdings.planned import Entry
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.places import Sized, distance


def between(on: Sized, here: HexId, to: HexId) -> tuple[HexId, ...]:
    """The hexes on the straight line between two, without them: what a fleet in FTL space goes past."""
    return tuple(toward(on, here, to, step) for step in range(1, distance(on, here, to)))


def entries(on: Sized, here: HexId, stages: Iterable[Stage], departs: int) -> Iterator[Entry]:
    """The hexes of a leg from `here` that begins at week `departs`, in their order. A fleet that is seen on its way stays where
    it is until it enters the next hex; the last one counts once, however long it stays there then."""
    for stage in stages:
        if stage.hidden:
            due = departs + stage.weeks
            yield from (Entry(hex_, due, crossed=True) for hex_ in between(on, here, stage.to))
            yield Entry(stage.to, due)
        else:
            if stage.after[0] > 1:
                yield Entry(here, departs + 1, stage.after[0] - 1)
            leaves = (*stage.after[1:], stage.after[-1] + 1)
            for hex_, after, then in zip(stage.path, stage.after, leaves, strict=True):
                yield Entry(hex_, departs + after, max(1, then - after))
        here, departs = stage.to, departs + stage.weeks
