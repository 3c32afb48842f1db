"""Foreign fleets and colonies: seen, remembered with their week, and forgotten when their place is seen empty (12.0)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules.cluster_war.chapters.detection.cloaks import effective_cloak, hidden, seen_ships, sensors_against
from rules.cluster_war.chapters.detection.sensors import OLD_LIGHT, is_full, see_now, sight
from rules.cluster_war.chapters.movement.fleets import by_hex, present, size_in
from rules.cluster_war.chapters.npr.sight import marks, worlds
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.events.detection import CloakTried, ColonySighted, FleetSighted, StarChanged
from rules.cluster_war.model.psionics.telepaths import as_fleet, ghosts_before, seen_size
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.knowledge import ColonySighting, FleetSighting, Knowledge
from rules.cluster_war.model.state.names import ColonyId, FleetId, HexId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause, Modifier
from rules.values import Value


class _Scene(Value):
    """Who is where at a week's end; `open` is whether nothing but raiders can hide, and everybody looks as they are."""

    week: int
    fleets: Mapping[HexId, list[Fleet]]
    colonies: Mapping[HexId, list[Colony]]
    sizes: dict[FleetId, tuple[int, int]]
    open: bool

    def size(self, turn: TurnState, fleet: Fleet) -> tuple[int, int]:
        """A fleet's ships and hull spaces, counted when somebody first looks at it."""
        if fleet.id not in self.sizes:
            self.sizes[fleet.id] = size_in(turn, fleet)
        return self.sizes[fleet.id]


def refresh(turn: TurnState, week: int) -> None:
    """Bring every side's sight up to date at the end of `week`: hexes seen, foreign fleets and colonies (CW-12.0-06).

    A sighting is kept with its week until its hex is in view without what was seen there.
    """
    others = list(marks(turn.nprs))
    fleets = present((*turn.fleets.values(), *(fleet for fleet, _ in others)))
    colonies = by_hex((*turn.colonies.values(), *worlds(turn.nprs)))
    sizes = {fleet.id: (force.ships, force.hull) for fleet, force in others}
    minds = turn.minds
    tricks = is_full(turn.settings) or minds.silences or minds.disguises or minds.ghosts
    scene = _Scene(week, fleets, colonies, sizes, open=not tricks)
    for side in sorted(turn.sides):
        _look(turn, side, scene)


def _look(turn: TurnState, side: SideId, scene: _Scene) -> None:
    known = turn.knowledge[side]
    grid = supply_grid(turn, side)
    view = sight(turn, side, grid)
    fleets, contacts = _see_fleets(turn, side, scene, view, grid)
    colonies = _see_colonies(turn, side, scene, view, grid)
    owners = {s.side for s in fleets.values() if s.week == scene.week}
    owners |= {c.side for c in colonies.values() if c.week == scene.week}
    met = (*known.met, *sorted(owners - set(known.met)))
    fresh = dict.fromkeys(sorted(view.difference(known.seen)), scene.week)
    seen = {**known.seen, **fresh, **dict.fromkeys(view, scene.week)}
    turn.learn(side, seen=seen, fleets=fleets, contacts=contacts, colonies=colonies, met=met)
    if known.stars:
        _see_stars(turn, side, scene.week, view)


def _see_stars(turn: TurnState, side: SideId, week: int, view: frozenset[HexId]) -> None:
    """Where a side comes that its map shows by old light, it sees what is there now (CW-12.1-02)."""
    known = turn.knowledge[side].stars
    for hex_ in sorted(view & known.keys()):
        system = turn.cluster.systems.get(hex_)
        codes = system.codes if system is not None else ()
        turn.tell_side(StarChanged(side, hex_, codes, week, cause=Cause(OLD_LIGHT)))
        see_now(turn, side, hex_, worlds=system is not None)


def _see_fleets(
    turn: TurnState, side: SideId, scene: _Scene, view: frozenset[HexId], grid: frozenset[HexId]
) -> tuple[Mapping[str, FleetSighting], Mapping[FleetId, str]]:
    """The side's sightings and contact names after this look. Contacts are numbered by what is seen of them."""
    known = turn.knowledge[side]
    remembered = {c: s for c, s in known.fleets.items() if s.hex not in view}
    foreign = (f for hex_, here in scene.fleets.items() if hex_ in view for f in here if f.side != side)
    if scene.open:
        visible = [f for f in foreign if f.raid is None or not hidden(turn, f, side)]
        sizes = {f.id: scene.size(turn, f) for f in visible}
    else:
        visible = [f for f in foreign if not _unnoticed(turn, f, side, scene.week)]
        visible += [as_fleet(ghost) for ghost in ghosts_before(turn, side) if ghost.hex in view]
        sizes = {f.id: seen_size(turn, side, f, _size(turn, f, side, scene)) for f in visible}
    visible.sort(key=lambda f: _rank(f, sizes[f.id]))
    contacts = _renamed(known, visible, view)
    for fleet in visible:
        ships, hull = sizes[fleet.id]
        if fleet.id not in contacts:
            contacts[fleet.id] = f"C{turn.next_id(f'contact/{side}')}"
            turn.first_seen[side, contacts[fleet.id]] = (fleet.hex, scene.week)
        contact = contacts[fleet.id]
        before = known.fleets.get(contact)
        remembered[contact] = FleetSighting(contact, fleet.side, fleet.hex, ships, hull, scene.week)
        if before is None or (before.hex, before.ships, before.hull) != (fleet.hex, ships, hull):
            cause = _cause(fleet.hex, grid, "CW-12.0-04")
            told = FleetSighted(side, fleet.side, fleet.hex, ships, hull, scene.week, cause=cause, seen_by=(side,))
            turn.say(told)
    return remembered, contacts


def _unnoticed(turn: TurnState, fleet: Fleet, side: SideId, week: int) -> bool:
    """Whether cloaks hide all of a fleet from a side; the game master reads how each cloak was tried (CW-12.0-11)."""
    if is_full(turn.settings) and fleet.ships:
        _say_tried(turn, fleet, side, week)
    return hidden(turn, fleet, side)


def _say_tried(turn: TurnState, fleet: Fleet, side: SideId, week: int) -> None:
    cloaks = [
        cloak
        for ship in fleet.ships
        if (cloak := effective_cloak(turn, fleet.side, turn.ships[ship], fleet.hex, fleet)) is not None
    ]
    if not cloaks:
        return
    good, cloak = sensors_against(turn, side, fleet.hex), max(cloaks, key=lambda each: each.level)
    seen = len(seen_ships(turn, fleet, side))
    told = (e for e in reversed(turn.events) if isinstance(e, CloakTried))
    last = next((e for e in told if (e.observer, e.fleet) == (side, fleet.id)), None)
    if last is not None and (last.hex, last.seen, last.hidden) == (fleet.hex, seen, len(fleet.ships) - seen):
        return
    why = (*(Modifier(-part.value, part.reason) for part in cloak.parts), *good.parts)
    cause = Cause("CW-12.0-09", fleet.order, why)
    tried = CloakTried(side, fleet.id, fleet.hex, week, seen, len(fleet.ships) - seen, cause=cause, seen_by=())
    turn.say(tried)


def _size(turn: TurnState, fleet: Fleet, side: SideId, scene: _Scene) -> tuple[int, int]:
    """Ships and hull spaces of a fleet as far as a side sees them."""
    if not is_full(turn.settings) or not fleet.ships:
        return scene.size(turn, fleet)
    ships = seen_ships(turn, fleet, side)
    if len(ships) == len(fleet.ships):
        return scene.size(turn, fleet)
    designs = turn.sides[fleet.side].designs
    return len(ships), sum(designs[turn.ships[key].design].hull for key in ships)


def _renamed(known: Knowledge, visible: Sequence[Fleet], view: frozenset[HexId]) -> dict[FleetId, str]:
    """The contact names when fleets that looked alike are told apart by what is seen of them now, not by who they are.

    `visible` are the fleets in view, by what is seen of them. Of those that the side could not tell apart when it last saw
    them, the lowest numbers go on with what is seen now, in that order. What remains keeps its names; two or more that
    vanished together have none any more, and one that comes back is a new contact.
    """
    alike: defaultdict[tuple[HexId, SideId, int, int, int], list[FleetId]] = defaultdict(list)
    for fleet, contact in known.contacts.items():
        seen = known.fleets.get(contact)
        if seen is not None:
            alike[seen.hex, seen.side, seen.ships, seen.hull, seen.week].append(fleet)
    contacts = dict(known.contacts)
    place = {fleet.id: number for number, fleet in enumerate(visible)}
    for (hex_, *_), fleets in alike.items():
        if len(fleets) < 2:
            continue
        names = sorted((contacts.pop(fleet) for fleet in fleets), key=lambda name: (len(name), name))
        here = sorted((fleet for fleet in fleets if fleet in place), key=place.__getitem__)
        gone = sorted(set(fleets) - set(here))
        contacts.update(zip(here, names, strict=False))
        if len(gone) == 1 or hex_ not in view:
            contacts.update(zip(gone, names[len(here) :], strict=True))
    return contacts


def _rank(fleet: Fleet, size: tuple[int, int]) -> tuple[HexId, SideId, int, int, int, FleetId]:
    # Ids come last and by their number; those that only they tell apart are named anew when they part (see `_renamed`).
    return fleet.hex, fleet.side, *size, len(fleet.id), fleet.id


def _see_colonies(
    turn: TurnState, side: SideId, scene: _Scene, view: frozenset[HexId], grid: frozenset[HexId]
) -> Mapping[ColonyId, ColonySighting]:
    """The side's colony sightings after this look: colonies in view are always noticed (CW-12.0-12)."""
    known = turn.knowledge[side].colonies
    remembered = {key: s for key, s in known.items() if s.hex not in view}
    visible = [c for hex_, here in scene.colonies.items() if hex_ in view for c in here if c.side != side]
    for colony in sorted(visible, key=lambda c: c.id):
        before = known.get(colony.id)
        size = before.size if before is not None and before.side == colony.side else None
        remembered[colony.id] = ColonySighting(colony.id, colony.side, colony.hex, colony.orbit, scene.week, size)
        if before is None or before.side != colony.side:
            cause = _cause(colony.hex, grid, "CW-12.0-12")
            told = ColonySighted(side, colony.side, colony.hex, colony.orbit, scene.week, cause=cause, seen_by=(side,))
            turn.say(told)
    return remembered


def _cause(hex_: HexId, grid: frozenset[HexId], outside: str) -> Cause:
    """Why something came into view: the side's own space, or the rule for what lies outside it."""
    return Cause("CW-12.0-06" if hex_ in grid else outside)
