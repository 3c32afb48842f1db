"""What one side may know of a dogfight: its own jets whole, the others' as far as they are seen (ours, JET-X19)."""

from typing import Final

from rules.air_force.changes import watchers
from rules.air_force.jets import Jet
from rules.air_force.orders import Moment, SideId
from rules.air_force.state import Dogfight
from rules.values import EVERYONE, Value

PUBLIC_JET: Final = (
    "id", "name", "side", "type", "at", "heading", "altitude", "speed", "crew", "role", "hits", "maneuvers", "afterburner",
    "stalled", "initiative", "fired", "fate",
)  # fmt: skip
"""What anybody may read of another side's jet that they see."""


class DogfightView(Value):
    """A dogfight as one side knows it, or the whole truth (`side` None).

    `known` is a dogfight made of what that side may know: a jet that is not seen is not in it, other sides' jets have no
    `stores`, no pilot's numbers and, at night, no contrail.
    """

    side: SideId | None
    known: Dogfight


def view_for(fight: Dogfight, side: SideId | None) -> DogfightView:
    """What a side sees now; None is everything, `EVERYONE` what all sides see. Over, a fight has no secrets."""
    if fight.winner is not None:
        side = None
    jets = {name: shown for name, jet in fight.jets.items() if (shown := _jet_as_seen(fight, jet, side)) is not None}
    acting = fight.jets.get(fight.queue[0]) if fight.queue else None
    own = acting is not None and (side is None or acting.side == side)
    known = Dogfight(
        sides=fight.sides,
        jets=jets,
        sun=fight.sun,
        options=fight.options,
        title=fight.title,
        scenario=fight.scenario,
        difficulty=fight.difficulty,
        columns=fight.columns,
        rows=fight.rows,
        now=fight.now if fight.now.jet in {"", *jets} else Moment(fight.now.turn, fight.now.phase),
        queue=tuple(name for name in fight.queue if name in jets),
        order=tuple(name for name in fight.order if name in jets),
        gain=fight.gain if own else None,
        flight=fight.flight if own else None,
        players=fight.players,
        waiting=tuple(ask for ask in fight.waiting if side in {None, ask.side}),
        winner=fight.winner,
    )
    return DogfightView(side, known)


def _jet_as_seen(fight: Dogfight, jet: Jet, side: SideId | None) -> Jet | None:
    """A jet as a side knows it; None if it does not see it."""
    if side is None or jet.side == side:
        return jet
    watching = watchers(fight, jet)
    if not (EVERYONE in watching or side in watching):
        return None
    public = {name: getattr(jet, name) for name in PUBLIC_JET}
    return Jet(stores=None, trail=() if fight.sun == "night" else jet.trail, **public)
