"""A fleet of a late campaign, in whatever drive, with places to go to."""

from itertools import pairwise
from typing import Final

from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.view import View
from rules.values import changed
from tests.render.campaign.scene import late_game

FTL: Final = ("second-stage", "jump", "warp", "skip", "string", "void-jammer", "wormhole")


def late_voyage(ftl: str) -> tuple[View, str, str]:
    """A view of a late campaign whose ships all have one drive, a fleet at rest, and the first digits of a far column."""
    view = late_game()
    if view.me is None:
        raise AssertionError("the late game is seen by an empire")
    designs = {key: changed(design, ftl=ftl) if design.drive else design for key, design in view.me.designs.items()}
    stars = sorted(view.objects)
    links = tuple(Link(a, b) for a, b in pairwise((*stars, *stars[::7], *stars[::11])))
    view = changed(view, me=changed(view.me, designs=designs), links=links)
    fleet = next(f for _, f in sorted(view.fleets.items()) if f.transit is None)
    far = max(view.objects, key=lambda h: abs(int(h[:2]) - int(fleet.hex[:2])))[:2]
    return view, fleet.id, far
