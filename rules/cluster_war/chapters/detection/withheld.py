"""What a side has learned in a month and is not home yet: taken out of what it knows, by the hex it is about (CW-13.0-02)."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias, TypeVar

from rules.cluster_war.model.events.battles import DesignsSeen
from rules.cluster_war.model.events.detection import StarChanged, SystemLearned
from rules.cluster_war.model.events.psionics import DowsersFelt
from rules.cluster_war.model.state.knowledge import BaseSighting, ColonySighting, FleetSighting, Knowledge
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.working.turn_state import TurnState

AnySighting: TypeAlias = FleetSighting | BaseSighting | ColonySighting
Sighting = TypeVar("Sighting", FleetSighting, BaseSighting, ColonySighting)
Thing = TypeVar("Thing")


def withhold(
    turn: TurnState, side: SideId, reports: Collection[object], late: Callable[..., bool]
) -> dict[HexId, Knowledge]:
    """Let a side know what it knew before of all that is `late`, by hex and week (of enemies with `activity`), and give what was
    learned of it; `reports` are the events that are late themselves."""
    before, now = turn.start.knowledge[side], turn.knowledge[side]
    starry = {e.hex for e in reports if isinstance(e, StarChanged)}
    scouted = {e.hex for e in reports if isinstance(e, SystemLearned | DowsersFelt)} | starry
    systems, late_systems = _parted(before.systems, now.systems, lambda hex_, _: hex_ in scouted)
    seen, late_seen = _parted(before.seen, now.seen, late)
    weather, late_weather = _parted(before.weather, now.weather, lambda hex_, _: hex_ in late_seen)
    was = turn.start.cluster.systems
    old = {
        h: before.stars.get(h, was[h].codes if h in was else ()) for h in scouted if h in before.stars or h in starry
    }
    fleets, late_fleets = _sightings(before.fleets, now.fleets, seen, late, activity=True)
    bases, late_bases = _sightings(before.bases, now.bases, seen, late, activity=True)
    colonies, late_colonies = _sightings(before.colonies, now.colonies, seen, late, activity=False)
    drawn = {(e.owner, name): e.hex for e in reports if isinstance(e, DesignsSeen) for name in e.designs}
    designs, late_designs = _parted(before.designs, now.designs, lambda _, d: (d.side, d.design.name) in drawn)
    home: list[AnySighting] = [*fleets.values(), *bases.values(), *colonies.values()]
    under_way: list[AnySighting] = [*late_fleets.values(), *late_bases.values(), *late_colonies.values()]
    known = {s.side for s in home}
    strangers: dict[SideId, HexId] = {s.side: s.hex for s in under_way if s.side not in known}
    new = {other: strangers[other] for other in now.met if other not in before.met and other in strangers}
    turn.learn(
        side,
        systems=systems,
        seen=seen,
        fleets=fleets,
        bases=bases,
        colonies=colonies,
        designs=designs,
        weather=weather,
        stars={**now.stars, **old},
        met=tuple(other for other in now.met if other not in new),
    )
    places = {*late_systems, *late_seen, *late_weather, *new.values()}
    places |= {s.hex for s in under_way}
    places |= {drawn[d.side, d.design.name] for d in late_designs.values()}
    return {
        here: Knowledge(
            systems={h: s for h, s in late_systems.items() if h == here},
            seen={h: w for h, w in late_seen.items() if h == here},
            weather={h: w for h, w in late_weather.items() if h == here},
            fleets={key: s for key, s in late_fleets.items() if s.hex == here},
            colonies={key: s for key, s in late_colonies.items() if s.hex == here},
            bases={key: s for key, s in late_bases.items() if s.hex == here},
            designs={key: d for key, d in late_designs.items() if drawn[d.side, d.design.name] == here},
            met=tuple(other for other, hex_ in new.items() if hex_ == here),
        )
        for here in sorted(places)
    }


def _parted(
    before: Mapping[str, Thing], now: Mapping[str, Thing], late: Callable[[str, Thing], bool]
) -> tuple[dict[str, Thing], dict[str, Thing]]:
    """What is known, with what it was before for all that changed and is late; and that."""
    gone = {key: thing for key, thing in now.items() if before.get(key) != thing and late(key, thing)}
    kept = {key: thing for key, thing in now.items() if key not in gone}
    return {**kept, **{key: before[key] for key in gone if key in before}}, gone


def _sightings(
    before: Mapping[str, Sighting],
    now: Mapping[str, Sighting],
    seen: Mapping[HexId, int],
    late: Callable[..., bool],
    *,
    activity: bool,
) -> tuple[dict[str, Sighting], dict[str, Sighting]]:
    """As `_parted`, of sightings; what was found gone where nobody has told so yet is still believed to be there."""
    kept, gone = _parted(before, now, lambda _, s: late(s.hex, s.week, activity=activity))
    still = {key: s for key, s in before.items() if key not in now and seen.get(s.hex, s.week) <= s.week}
    return {**kept, **still}, gone
