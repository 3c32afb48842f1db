"""Forces of sides not at peace in one hex: the GM settles them (CW-1.0-10), or the sides' orders for battle do (CW-9.0-09)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.movement.fleets import by_hex, came_in, in_order, present_in, size_in
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.psionics.abilities import at_first_contact, immune_by, is_reached, racial_abilities
from rules.cluster_war.model.race_design.choices import conduct
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, SideId
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Colony, Fleet
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.sides import DIPLOMAT, FleetSighting, Side, with_talent
from rules.cluster_war.model.unit_design.drive_kinds import that_flee
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import inhibits
from rules.values import Cause

ENCOUNTER_RULE: Final = "CW-1.0-10"
KEEP_DISTANCE_ANSWER: Final = "Nobody opens fire; they keep their distance."
"""The default answer to a meeting."""
MEETING_SUGGESTION: Final = (
    "Ask each side for its intent, then say what happens, play the battle out, or let them fight it; remove lost "
    "ships and tell both sides. If nobody attacks, answer that they keep their distance. "
)
MEETING_QUESTION_START: Final = "Sides not at peace are together in"


def at_peace(peace: Iterable[str], a: SideId, b: SideId) -> bool:
    """Whether two sides are at peace; `peace` holds sorted pairs as "a|b"."""
    return (f"{a}|{b}" if a < b else f"{b}|{a}") in peace


def meetings(turn: TurnState, week: int) -> None:
    """At a week's end, put every new or changed meeting of sides not at peace before the GM (CW-1.0-10).

    Fleets meet fleets and foreign colonies. A meeting that goes on as it was is not reported again: each side hears of
    those it is not at peace with itself, and again only when it sees them changed or arriving. Of those who have fought there
    the week before, and are left to fight on, the next battle tells.
    """
    arrived = came_in(turn, week)
    colonies = by_hex(turn.colonies.values())
    raised = by_hex(q for q in turn.questions if q.kind == "encounter" and q.text.startswith(MEETING_QUESTION_START))
    peace = frozenset(turn.start.peace)
    for hex_, fleets in sorted(present_in(turn).items()):
        sides = _at_odds(peace, fleets, colonies.get(hex_, ()))
        if not sides:
            continue
        there = in_order(f for f in fleets if f.side in sides)
        worlds = sorted((c for c in colonies.get(hex_, ()) if c.side in sides), key=lambda c: c.id)
        sizes = {f.id: size_in(turn, f) for f in there}
        text = _text(turn, hex_, there, worlds, sizes)
        sights = dict.fromkeys(sides, there)
        if any(_may_hide(turn, f) for f in there):
            sights = {side: [f for f in there if not _unseen(turn, side, f, week)] for side in sides}
        settled = frozenset([c.side for c in worlds])
        known = {side: _foes(peace, side, frozenset([f.side for f in sights[side]]), settled) for side in sides}
        newcomers = {side: {f.side for f in sights[side] if f.id in arrived} for side in sides}
        fresh = {side for side in sides if known[side] and newcomers[side] & {side, *known[side]}}
        meet = _who_meet(turn, hex_, week, known, fresh)
        if any(known.values()) and not meet:
            continue
        tales = {side: _tale(turn, side, known[side], sights[side], worlds, sizes) for side in meet}
        old = raised.get(hex_, [])
        news = unheard_sides(tales, fresh, old)
        open_one = next((q for q in reversed(old) if not q.settled_turn), None)
        changed = open_one is not None and open_one.text != text
        if news or changed:
            _raise_meeting(turn, hex_, sides, text, open_one, heard_by(tales))
        if news:
            _tell(turn, hex_, week, sides, known, sights, news)


def _unseen(turn: TurnState, side: SideId, fleet: Fleet, week: int) -> bool:
    """Whether a cloak hides a fleet from a side, which has no sight of it this week: of raiders (CW-9.5-11), and in a campaign of
    full detection of all others (CW-12.0-08); or whether it sends nothing (CW-15.1-13)."""
    if fleet.side == side or not _may_hide(turn, fleet):
        return False
    seen = _sighting(turn, side, fleet)
    return seen is None or (seen.hex, seen.week) != (fleet.hex, week)


def _may_hide(turn: TurnState, fleet: Fleet) -> bool:
    return fleet.raid is not None or turn.settings.detection != "plain" or fleet.id in turn.minds.silences


def _sighting(turn: TurnState, side: SideId, fleet: Fleet) -> FleetSighting | None:
    known = turn.knowledge[side]
    return known.fleets.get(known.contacts.get(fleet.id, ""))


def _who_meet(
    turn: TurnState, hex_: HexId, week: int, known: Mapping[SideId, Collection[SideId]], fresh: Collection[SideId]
) -> tuple[SideId, ...]:
    """The sides that meet somebody they know of here. Who fights on against all of them is left out unless somebody has come:
    that is each side's own affair, so that whom it does not see changes nothing for it."""
    return tuple(
        side
        for side, foes in known.items()
        if foes and (side in fresh or not _fights_on(turn, hex_, week, {side, *foes}))
    )


def _fights_on(turn: TurnState, hex_: HexId, week: int, sides: Collection[SideId]) -> bool:
    """Whether these sides fought in this hex a week ago, in a campaign where their orders say whether they fight again."""
    if turn.settings.battles == "ask":
        return False
    return any((b.hex, b.week) == (hex_, week - 1) and set(sides) <= set(b.sides) for b in turn.battles)


def unheard_sides(
    tales: Mapping[SideId, str], fresh: Collection[SideId], old: Sequence[Question]
) -> tuple[SideId, ...]:
    """The sides that have something new to hear of a meeting. `tales` is what each can tell of it, `fresh` are those who
    see somebody arrive and hear of it again unless its question is still open; `old` are the meeting's questions so far."""
    is_open = [q for q in old if not q.settled_turn]
    heard = {side: {s for q in (is_open if side in fresh else old) for s in q.subjects} for side in tales}
    return tuple(side for side in tales if _line(side, tales) not in heard[side])


def heard_by(tales: Mapping[SideId, str]) -> tuple[str, ...]:
    """What each side has been told of a meeting, to be kept with its question."""
    return tuple(_line(side, tales) for side in tales)


def _line(side: SideId, tales: Mapping[SideId, str]) -> str:
    return f"{side}: {tales[side]}"


def _tale(
    turn: TurnState,
    side: SideId,
    foes: Collection[SideId],
    fleets: Sequence[Fleet],
    colonies: Sequence[Colony],
    sizes: Mapping[FleetId, tuple[int, int]],
) -> str:
    """What a side can tell of a meeting: its own fleets, and what it sees of those it is not at peace with."""
    known = turn.knowledge[side]
    contacts, sightings = known.contacts, known.fleets
    parts: list[str] = []
    for fleet in fleets:
        owner = fleet.side
        if owner == side:
            ships, hull = sizes[fleet.id]
            parts.append(f"{owner} {fleet.id} {ships} {hull}")
        elif owner in foes:
            name = contacts.get(fleet.id, "")
            seen = sightings.get(name)
            ships, hull = (seen.ships, seen.hull) if seen is not None else sizes[fleet.id]
            parts.append(f"{owner} {name} {ships} {hull}")
    parts += [f"{c.side} {c.id}" for c in colonies if side == c.side or c.side in foes]
    return "; ".join(sorted(parts))


def _at_odds(peace: Collection[str], fleets: Sequence[Fleet], colonies: Sequence[Colony]) -> tuple[SideId, ...]:
    """The sides here that are not at peace with somebody else here, sorted; one of each pair has a fleet."""
    armed, settled = frozenset([f.side for f in fleets]), frozenset([c.side for c in colonies])
    everyone = armed | settled
    if len(everyone) < 2:  # as in most hexes
        return ()
    return tuple([side for side in sorted(everyone) if _foes(peace, side, armed, settled)])


def _foes(
    peace: Collection[str], side: SideId, armed: frozenset[SideId], settled: frozenset[SideId]
) -> frozenset[SideId]:
    """With whom a side is not at peace among those who have fleets or colonies here; none of those who have colonies alone if it
    has no more itself."""
    others = armed | settled if side in armed else armed
    return frozenset([other for other in others if other != side and not at_peace(peace, side, other)])


def _text(
    turn: TurnState,
    hex_: HexId,
    fleets: Sequence[Fleet],
    colonies: Sequence[Colony],
    sizes: Mapping[FleetId, tuple[int, int]],
) -> str:
    """Who meets whom, for the GM; fleets' names stay out, so that a new name alone makes no new meeting."""
    parts: list[str] = []
    for fleet in fleets:
        count, hull = sizes[fleet.id]
        ships = "1 ship" if count == 1 else f"{count} ships"
        flees = ", skip drives: may flee any battle" if _flees(turn, fleet) else ""
        parts.append(f"{turn.sides[fleet.side].name} {fleet.id} ({ships}, {hull} hull spaces{flees})")
    parts += [f"{turn.sides[c.side].name} colony {c.id}" for c in colonies]
    return f"{MEETING_QUESTION_START} {hex_}: {'; '.join(parts)}."


def _flees(turn: TurnState, fleet: Fleet) -> bool:
    """Whether every ship has a drive that takes it out of a battle at will (CW-4.0-17), and no field inhibits it (CW-B-23)."""
    designs = turn.sides[fleet.side].designs

    def look() -> frozenset[DesignId]:
        fleeing = that_flee(turn.settings)
        return frozenset([key for key, design in designs.items() if design.ftl in fleeing])

    fleeing = turn.memoized("designs that flee", fleet.side, (turn.settings, designs), look)
    if fleet.ships and turn.ships[fleet.ships[0]].design not in fleeing:  # as of most fleets
        return False
    if inhibits(turn.cluster.systems.get(fleet.hex), turn.settings):
        return False
    return all(turn.ships[ship].design in fleeing for ship in fleet.ships)


def _raise_meeting(
    turn: TurnState, hex_: HexId, sides: tuple[SideId, ...], text: str, old: Question | None, heard: tuple[str, ...]
) -> None:
    """A new question, or the open one of this hex brought up to date. Where orders for battle decide, nobody is asked: it is
    kept as settled, since a meeting that goes on as it was is not told again."""
    hints = _manners(turn, sides) + _diplomats(turn, hex_) + minds_meet(turn, hex_, sides)
    suggestion = old.suggestion if old is not None else MEETING_SUGGESTION + hints
    turn.put_question(
        "encounter",
        sides,
        text,
        ENCOUNTER_RULE,
        suggestion,
        hex_,
        choices=(KEEP_DISTANCE_ANSWER,),
        subjects=heard,
        old=old,
        answer=KEEP_DISTANCE_ANSWER if turn.settings.battles != "ask" else "",
    )


def _manners(turn: TurnState, sides: tuple[SideId, ...]) -> str:
    """How each race meets strangers, by its attitude (CW-3.1-25 to CW-3.1-30) and its own rules of engagement (CW-9.0-09)."""
    known = {side: conduct(turn.sides[side].race.attitude, turn.settings) for side in sides if side in turn.sides}
    told = (f"{turn.sides[side].name}: {c.meets_others}; attacked: {c.attacked}" for side, c in known.items())
    rules = (f" {turn.sides[s].name} on engagement: {turn.sides[s].conduct}" for s in known if turn.sides[s].conduct)
    return f"By attitude: {'. '.join(told)}.{''.join(rules)}"


def minds_meet(turn: TurnState, hex_: HexId, sides: Sequence[SideId], race: Npr | None = None) -> str:
    """What psionics change where sides meet, with each other or with a `race` of the game master's: for their eyes alone
    (CW-15.1-11, CW-15.1-20, CW-15.1-22)."""
    told = []
    for owner in (turn.sides[side] for side in sides if side in turn.sides):
        if not _may_help(turn, owner):
            continue
        ships = {s for f in turn.fleets.at(hex_) if f.side == owner.id and f.transit is None for s in f.ships}
        others = [turn.sides[side] for side in sides if side != owner.id and side in turn.sides]
        if race is not None:
            reached = not immune_by(race.technologies)
        else:
            reached = any(is_reached(other, "screaming", turn.settings) for other in others)
        found = tuple(at_first_contact(owner, ships, turn.settings, reached=reached))
        if found:
            told.append(f" For {owner.name}: {', '.join(f'{m.value:+d} {m.reason}' for m in found)}.")
    return "".join(told)


def _may_help(turn: TurnState, owner: Side) -> bool:
    """Whether anything psionic of a side could count at a first contact: its society's abilities, or teams of telepaths."""

    def look() -> bool:
        return bool(owner.telepaths or racial_abilities(owner.race, owner.technologies, turn.settings))

    return turn.memoized("psionic society", owner.id, (owner,), look)


def _diplomats(turn: TurnState, hex_: HexId) -> str:
    """The officers there who are diplomats, which helps at a first contact (CW-17.1-07)."""
    if not turn.officers:
        return ""
    ships = {ship for fleet in turn.fleets.at(hex_) if fleet.transit is None for ship in fleet.ships}
    there = with_talent(turn.officers.values(), ships, DIPLOMAT)
    return "".join(f" {o.name} of {turn.sides[o.side].name} is a diplomat (CW-17.1-07)." for o in there)


def _tell(
    turn: TurnState,
    hex_: HexId,
    week: int,
    sides: tuple[SideId, ...],
    known: Mapping[SideId, Collection[SideId]],
    sights: Mapping[SideId, Sequence[Fleet]],
    news: tuple[SideId, ...],
) -> None:
    """The GM sees all fleets by their ids; each side of `news` its own, and by its own contact names those in `sights` that
    it is not at peace with: who is at peace with whom among the others is not its affair."""
    cause = Cause(ENCOUNTER_RULE)
    ids = tuple(f.id for f in in_order({f.id: f for seen in sights.values() for f in seen}.values()))
    turn.say(FleetsMet(hex=hex_, week=week, fleets=ids, sides=sides, cause=cause, seen_by=()))
    for side in news:
        contacts, seen = turn.knowledge[side].contacts, sights[side]
        own = tuple(s for s in sides if s == side or s in known[side])
        mine = tuple(f.id for f in seen if f.side == side)
        others = sorted(contacts[f.id] for f in seen if f.side != side and f.side in own and f.id in contacts)
        turn.say(FleetsMet(hex=hex_, week=week, fleets=(*mine, *others), sides=own, cause=cause, seen_by=(side,)))
