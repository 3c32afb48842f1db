"""Foreign fleets, colonies and bases: seen, remembered with their week, and forgotten when their place is seen empty; and
ghosts that the deluded meet (12.0, CW-15.1-16)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Final, TypeAlias

from rules.cluster_war.chapters.detection.cloaks import (
    effective_cloak,
    is_hidden,
    seen_ships,
    sees_base,
    sensors_against,
)
from rules.cluster_war.chapters.detection.sensors import OLD_LIGHT, is_full, see_now, sight
from rules.cluster_war.chapters.movement.fleets import by_hex, came_in, in_order, present, present_in, size_in
from rules.cluster_war.chapters.movement.meetings import (
    ENCOUNTER_RULE,
    KEEP_DISTANCE_ANSWER,
    at_peace,
    heard_by,
    unheard_sides,
)
from rules.cluster_war.chapters.npr.sight import marks, worlds
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.events.detection import BaseSighted, CloakTried, ColonySighted, FleetSighted, StarChanged
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.psionics.telepaths import as_fleet, ghost_key, ghosts_before, seen_size
from rules.cluster_war.model.state.common import ColonyId, FleetId, HexId, SideId
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet
from rules.cluster_war.model.state.psionics import Ghost
from rules.cluster_war.model.state.sides import BaseSighting, ColonySighting, FleetSighting, Knowledge
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, Modifier, Value

GHOSTS_RULE: Final = "CW-15.1-16"
GHOST_QUESTION_START: Final = "Ghost ships of"
GHOST_SUGGESTION: Final = (
    "They are not there, so there is no battle: those who attack them find that they got away. /psimaster minds ghost "
    "changes, moves or ends them, /gm narrate describes what the deluded see."
)


_Seen: TypeAlias = tuple[Fleet, int, int]
"""A fleet, and the ships and hull spaces that are seen of it."""


class _Scene(Value):
    """Who is where at a week's end; `open` is whether nothing but raiders can hide, and everybody looks as they are."""

    week: int
    fleets: Mapping[HexId, list[Fleet]]
    colonies: Mapping[HexId, list[Colony]]
    sizes: dict[FleetId, tuple[int, int]]
    ranked: dict[HexId, list[_Seen]]
    open: bool

    def size(self, turn: TurnState, fleet: Fleet) -> tuple[int, int]:
        """A fleet's ships and hull spaces, counted when somebody first looks at it."""
        if fleet.id not in self.sizes:
            self.sizes[fleet.id] = size_in(turn, fleet)
        return self.sizes[fleet.id]

    def seen_in(self, turn: TurnState, hex_: HexId) -> list[_Seen]:
        """The fleets in a hex as they are, by what is seen of them; worked out when somebody first looks there."""
        found = self.ranked.get(hex_)
        if found is None:
            found = self.ranked[hex_] = sorted(((f, *self.size(turn, f)) for f in self.fleets[hex_]), key=_rank)
        return found


def refresh(turn: TurnState, week: int) -> None:
    """Bring every side's sight up to date at the end of `week`: hexes seen, foreign fleets and colonies (CW-12.0-06).

    A sighting is kept with its week until its hex is in view without what was seen there.
    """
    others = list(marks(turn.nprs))
    fleets = present((*turn.fleets.values(), *(fleet for fleet, _ in others))) if others else present_in(turn)
    colonies = by_hex((*turn.colonies.values(), *worlds(turn.nprs)))
    sizes = {fleet.id: (force.ships, force.hull) for fleet, force in others}
    minds = turn.minds
    tricks = is_full(turn.settings) or minds.silences or minds.disguises or minds.ghosts
    scene = _Scene(week, fleets, colonies, sizes, {}, open=not tricks)
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
    visible = _in_view(turn, side, scene, view)
    contacts = _renamed(known, visible, view)
    for fleet, ships, hull in visible:
        contact = contacts.get(fleet.id)
        if contact is None:
            contact = contacts[fleet.id] = f"C{turn.next_id(f'contact/{side}')}"
            turn.first_seen[side, contact] = (fleet.hex, scene.week)
        before = known.fleets.get(contact)
        remembered[contact] = FleetSighting(contact, fleet.side, fleet.hex, ships, hull, scene.week)
        if before is None or (before.hex, before.ships, before.hull) != (fleet.hex, ships, hull):
            cause = _cause(fleet.hex, grid, "CW-12.0-04")
            told = FleetSighted(side, fleet.side, fleet.hex, ships, hull, scene.week, cause=cause, seen_by=(side,))
            turn.say(told)
    return remembered, contacts


def _in_view(turn: TurnState, side: SideId, scene: _Scene, view: frozenset[HexId]) -> list[_Seen]:
    """The foreign fleets that a side has in view, by what it sees of them."""
    here = view & scene.fleets.keys()
    if scene.open:
        shared = [hex_ for hex_ in here if any(f.side != side for f in scene.fleets[hex_])]
        foreign = [seen for hex_ in sorted(shared) for seen in scene.seen_in(turn, hex_) if seen[0].side != side]
        return [seen for seen in foreign if seen[0].raid is None or not is_hidden(turn, seen[0], side)]
    others = [f for hex_, fleets in scene.fleets.items() if hex_ in here for f in fleets if f.side != side]
    visible = [f for f in others if not _unnoticed(turn, f, side, scene.week)]
    visible += [as_fleet(ghost) for ghost in ghosts_before(turn, side) if ghost.hex in view]
    return sorted(((f, *seen_size(turn, side, f, _size(turn, f, side, scene))) for f in visible), key=_rank)


def _unnoticed(turn: TurnState, fleet: Fleet, side: SideId, week: int) -> bool:
    """Whether cloaks hide all of a fleet from a side; the game master reads how each cloak was tried (CW-12.0-11)."""
    if is_full(turn.settings) and fleet.ships:
        _say_tried(turn, fleet, side, week)
    return is_hidden(turn, fleet, side)


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


def _renamed(known: Knowledge, visible: Sequence[_Seen], view: frozenset[HexId]) -> dict[FleetId, str]:
    """The contact names when fleets that looked alike are told apart by what is seen of them now, not by who they are.

    `visible` are the fleets in view, by what is seen of them. Of those that the side could not tell apart when it last saw
    them, the lowest numbers go on with what is seen now, in that order. What remains keeps its names; two or more that
    vanished together have none any more, and one that comes back is a new contact.
    """
    alike: defaultdict[tuple[HexId, SideId, int, int, int], list[FleetId]] = defaultdict(list)
    sightings = known.fleets
    for fleet, contact in known.contacts.items():
        seen = sightings.get(contact)
        if seen is not None:
            alike[seen.hex, seen.side, seen.ships, seen.hull, seen.week].append(fleet)
    contacts = dict(known.contacts)
    place = {fleet.id: number for number, (fleet, _, _) in enumerate(visible)}
    for (hex_, *_), fleets in alike.items():
        if len(fleets) < 2:
            continue
        names = sorted([contacts.pop(fleet) for fleet in fleets])
        names.sort(key=len)
        here = sorted([fleet for fleet in fleets if fleet in place], key=place.__getitem__)
        contacts.update(zip(here, names, strict=False))
        if len(here) == len(fleets):
            continue
        gone = sorted(set(fleets).difference(here))
        if len(gone) == 1 or hex_ not in view:
            contacts.update(zip(gone, names[len(here) :], strict=True))
    return contacts


def _rank(seen: _Seen) -> tuple[HexId, SideId, int, int, int, FleetId]:
    # Ids come last and by their number; those that only they tell apart are named anew when they part (see `_renamed`).
    fleet, ships, hull = seen
    return fleet.hex, fleet.side, ships, hull, len(fleet.id), fleet.id


def _see_colonies(
    turn: TurnState, side: SideId, scene: _Scene, view: frozenset[HexId], grid: frozenset[HexId]
) -> Mapping[ColonyId, ColonySighting]:
    """The side's colony sightings after this look: colonies in view are always noticed (CW-12.0-12)."""
    known = turn.knowledge[side].colonies
    remembered = {key: s for key, s in known.items() if s.hex not in view}
    visible = [c for hex_ in view & scene.colonies.keys() for c in scene.colonies[hex_] if c.side != side]
    for colony in sorted(visible, key=attrgetter("id")):
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


def refresh_bases(turn: TurnState, week: int) -> None:
    """Bring every side's knowledge of foreign bases up to date at the end of `week` (CW-12.0-04, CW-12.0-06).

    Bases in tow are part of their fleet and are not told apart from it.
    """
    here: dict[HexId, list[Base]] = {}
    for _, base in sorted(turn.bases.items()):
        if not base.towed_by:
            here.setdefault(base.hex, []).append(base)
    for side in sorted(turn.sides):
        known = turn.knowledge[side].bases
        if here or known:
            found = _seen(turn, side, known, here, week)
            owners = {s.side for s in found.values() if s.week == week}
            met = turn.knowledge[side].met
            turn.learn(side, bases=found, met=(*met, *sorted(owners - set(met))))


def _seen(
    turn: TurnState, side: SideId, known: Mapping[str, BaseSighting], here: Mapping[HexId, list[Base]], week: int
) -> dict[str, BaseSighting]:
    view = sight(turn, side)
    found = {key: s for key, s in known.items() if s.hex not in view}
    for hex_ in sorted(view & here.keys()):
        groups: dict[tuple[int, SideId], list[Base]] = {}
        for base in here[hex_]:
            if base.side != side and sees_base(turn, base, side):
                groups.setdefault((base.orbit, base.side), []).append(base)
        for (orbit, owner), bases in sorted(groups.items()):
            hull = sum(turn.sides[owner].designs[b.design].hull for b in bases)
            key = f"{hex_}-{orbit}/{owner}"
            before = known.get(key)
            found[key] = BaseSighting(owner, hex_, orbit, len(bases), hull, week)
            if before is None or (before.bases, before.hull) != (len(bases), hull):
                cause = Cause("CW-12.0-04")
                turn.tell_side(BaseSighted(side, owner, hex_, orbit, len(bases), hull, week, cause=cause))
    return found


def ghost_meetings(turn: TurnState, week: int) -> None:
    """At a week's end, meetings with ghosts, as with fleets of their side: the deluded are told, and the game master is asked."""
    if not turn.minds.ghosts:
        return
    arrived = came_in(turn, week)
    fleets = present_in(turn)
    for side in sorted(turn.sides):
        places: dict[tuple[HexId, SideId], list[Ghost]] = {}
        for ghost in ghosts_before(turn, side):
            if ghost_key(ghost) in turn.knowledge[side].contacts and not at_peace(turn.start.peace, side, ghost.side):
                places.setdefault((ghost.hex, ghost.side), []).append(ghost)
        for (hex_, owner), ghosts in sorted(places.items()):
            mine = in_order(f for f in fleets.get(hex_, ()) if f.side == side)
            if mine or any(c.side == side for c in turn.colonies.at(hex_)):
                _meet(turn, week, (side, owner, hex_), ghosts, mine, fresh=any(f.id in arrived for f in mine))


def _meet(
    turn: TurnState,
    week: int,
    who: tuple[SideId, SideId, HexId],
    ghosts: list[Ghost],
    mine: list[Fleet],
    *,
    fresh: bool,
) -> None:
    """One side's meeting with ghosts of another in a hex; it is told once, and again when something has changed, but never
    beside a real meeting with the same side."""
    side, owner, hex_ = who
    text = _text(turn, side, owner, hex_, ghosts, mine)
    contacts = turn.knowledge[side].contacts
    seen = sorted(contacts[ghost_key(ghost)] for ghost in ghosts)
    tale = "; ".join((*seen, *(f"{g.ships} {g.hull}" for g in ghosts), *(f.id for f in mine)))
    start = f"{GHOST_QUESTION_START} {owner} in the minds of {side} "
    old = [q for q in turn.questions if q.kind == "encounter" and q.hex == hex_ and q.text.startswith(start)]
    open_one = next((q for q in reversed(old) if not q.settled_turn), None)
    tales = {side: tale}
    if not unheard_sides(tales, {side} if fresh else (), old):
        return
    real = _heard_of_meeting(turn, week, side, owner, hex_)
    turn.put_question(
        "encounter",
        (side, owner),
        text,
        GHOSTS_RULE,
        GHOST_SUGGESTION,
        hex_,
        choices=(KEEP_DISTANCE_ANSWER,),
        subjects=heard_by(tales),
        old=open_one,
    )
    if not real:
        met = (*(f.id for f in mine), *seen)
        turn.say(FleetsMet(hex_, week, met, (side, owner), cause=Cause(ENCOUNTER_RULE), seen_by=(side,)))


def _text(turn: TurnState, side: SideId, owner: SideId, hex_: HexId, ghosts: list[Ghost], mine: list[Fleet]) -> str:
    shown = ", ".join(f"{g.id} ({g.ships} ships, {g.hull} hull spaces)" for g in ghosts)
    met = ", ".join(f"{f.name} ({f.id})" for f in mine) or "their colony"
    return (
        f"{GHOST_QUESTION_START} {owner} in the minds of {side} at {hex_}: {shown}; {met} of {turn.sides[side].name}."
    )


def _heard_of_meeting(turn: TurnState, week: int, side: SideId, owner: SideId, hex_: HexId) -> bool:
    """Whether a side was told this week of a meeting with the other that is real."""
    told = (e for e in turn.events if isinstance(e, FleetsMet) and e.week == week and e.seen_by == (side,))
    return any(e.hex == hex_ and owner in e.sides for e in told)
