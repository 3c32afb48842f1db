"""What one side may know of a dogfight: its own jets whole, the others' as far as they are seen (ours, JET-X19)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.air_force.events import Event
from rules.air_force.orders import JetId, Moment, SideId
from rules.air_force.sight import watchers
from rules.air_force.state import Ask, Dogfight, Flight, Gain, Jet, Side, Sun
from rules.air_force.tables_of import Options
from rules.events import EVERYONE


@dataclass(frozen=True, slots=True)
class DogfightView:
    """A dogfight as one side knows it, or the whole truth (`side` None). A jet that is not seen is not in it.

    Other sides' jets have no `stores`, no pilot's numbers and, at night, no contrail.
    """

    side: SideId | None
    sides: Mapping[SideId, Side]
    jets: Mapping[JetId, Jet]
    sun: Sun
    options: Options = field(default_factory=Options)
    title: str = ""
    scenario: str = ""
    difficulty: str = ""
    columns: int = 24
    rows: int = 24
    now: Moment = field(default_factory=Moment)
    queue: tuple[JetId, ...] = ()
    order: tuple[JetId, ...] = ()
    gain: Gain | None = None
    flight: Flight | None = None
    players: tuple[SideId, ...] = ()
    waiting: tuple[Ask, ...] = ()
    winner: str | None = None

    def known(self) -> Dogfight:
        """The view as a dogfight, for asking the rules' own functions what would happen as far as this side knows."""
        return Dogfight(
            self.sides, self.jets, self.sun, self.options, self.title, self.scenario, self.difficulty, self.columns,
            self.rows, self.now, self.queue, self.order, self.gain, self.flight, self.players, self.waiting, self.winner,
        )  # fmt: skip


def view_for(fight: Dogfight, side: SideId | None) -> DogfightView:
    """What a side sees now; None is everything, `EVERYONE` what all sides see. Over, a fight has no secrets."""
    if fight.winner is not None:
        side = None
    jets = {name: shown for name, jet in fight.jets.items() if (shown := _shown(fight, jet, side)) is not None}
    acting = fight.jets.get(fight.queue[0]) if fight.queue else None
    own = acting is not None and (side is None or acting.side == side)
    return DogfightView(
        side=side,
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


def seen_events(events: Iterable[Event], side: SideId | None) -> tuple[Event, ...]:
    """The events a side is told of, in order; all of them for None."""
    return tuple(event for event in events if side is None or EVERYONE in event.seen_by or side in event.seen_by)


def _shown(fight: Dogfight, jet: Jet, side: SideId | None) -> Jet | None:
    """A jet as a side knows it; None if it does not see it."""
    if side is None or jet.side == side:
        return jet
    watching = watchers(fight, jet)
    if not (EVERYONE in watching or side in watching):
        return None
    return Jet(
        id=jet.id,
        name=jet.name,
        side=jet.side,
        type=jet.type,
        at=jet.at,
        heading=jet.heading,
        altitude=jet.altitude,
        speed=jet.speed,
        stores=None,
        crew=jet.crew,
        role=jet.role,
        hits=jet.hits,
        maneuvers=jet.maneuvers,
        afterburner=jet.afterburner,
        stalled=jet.stalled,
        initiative=jet.initiative,
        fired=jet.fired,
        trail=() if fight.sun == "night" else jet.trail,
        fate=jet.fate,
    )
