"""Who sees whom, and what one side may know: its own jets whole, the others' as far as they are seen (ours, JET-X19)."""

from dataclasses import dataclass
from typing import Final

from rules.air_force.geometry import toward_sun
from rules.air_force.jets import Jet
from rules.air_force.orders import JetId, Moment, SideId
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import number
from rules.errors import GameError
from rules.events import EVERYONE
from rules.hexes import distance


def pilot_sees(fight: Dogfight, pilot: Jet, other: Jet) -> bool:
    """Whether the pilot of one jet can see another."""
    away = distance(pilot.at, other.at)
    if fight.sun == "night":
        if other.fired or away <= number(fight.options, "night_sight"):
            return True
        return other.afterburner and away <= number(fight.options, "afterburner_sight")
    blinded = other.altitude > pilot.altitude and toward_sun(pilot.at, other.at, fight.sun)
    return not blinded or away <= number(fight.options, "sun_sight")


def side_sees(fight: Dogfight, side: SideId, other: Jet) -> bool:
    """Whether a side sees a jet: its own, one that is out of the fight, or one that any of its pilots sees."""
    if other.side == side or not other.flying:
        return True
    return any(jet.side == side and jet.flying and pilot_sees(fight, jet, other) for jet in fight.jets.values())


def enemy_seen(fight: Dogfight, jet: Jet, target: JetId, verb: str, rule: str) -> Jet:
    """An enemy in the fight that the jet's side sees; GameError, with the rule, for anything else."""
    other = fight.jets.get(target)
    if other is None or not other.flying or not side_sees(fight, jet.side, other):
        raise GameError(f"There is no such jet to {verb} that you can see.", rule=rule)
    if other.side == jet.side:
        raise GameError(f"{other.name} is on your own side.", rule=rule)
    return other


def watchers(fight: Dogfight, other: Jet) -> tuple[str, ...]:
    """The sides that see a jet now, or everyone when all of them do."""
    found = tuple(side for side in sorted(fight.sides) if side_sees(fight, side, other))
    return (EVERYONE,) if len(found) == len(fight.sides) else found


PUBLIC_JET: Final = (
    "id", "name", "side", "type", "at", "heading", "altitude", "speed", "crew", "role", "hits", "maneuvers", "afterburner",
    "stalled", "initiative", "fired", "fate",
)  # fmt: skip
"""What anybody may read of another side's jet that they see."""


@dataclass(frozen=True, slots=True)
class DogfightView:
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
    jets = {name: shown for name, jet in fight.jets.items() if (shown := _shown(fight, jet, side)) is not None}
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


def _shown(fight: Dogfight, jet: Jet, side: SideId | None) -> Jet | None:
    """A jet as a side knows it; None if it does not see it."""
    if side is None or jet.side == side:
        return jet
    watching = watchers(fight, jet)
    if not (EVERYONE in watching or side in watching):
        return None
    public = {name: getattr(jet, name) for name in PUBLIC_JET}
    return Jet(stores=None, trail=() if fight.sun == "night" else jet.trail, **public)
