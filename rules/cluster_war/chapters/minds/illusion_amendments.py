"""The GM's hand on what minds show and hide: ghosts, disguises, silence, surprise, words overheard (CW-15.1-04, -13 to -17)."""

from typing import Final

from rules.cluster_war.model.events.psionics import ListenersNoticed, WordsOverheard
from rules.cluster_war.model.psionics.abilities import AbilityId, all_abilities, side_has
from rules.cluster_war.model.psionics.telepaths import caught_key
from rules.cluster_war.model.psionics.units import DELUSION, PRECOGNITION, TELEPATHY, unit_abilities
from rules.cluster_war.model.state.common import FleetId, HexId, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.psionics import Disguise, Ghost, Silence
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.values import GameError, changed, quoted, unknown

MOST_SHIPS: Final = 100
MOST_HULL: Final = 20_000
MOST_LEVEL: Final = 10
MOST_TURNS: Final = 100
GHOSTS_RULE: Final = "CW-15.1-16"
DISGUISE_RULE: Final = "CW-15.1-17"
SILENCE_RULE: Final = "CW-15.1-13"
WARNING_RULE: Final = "CW-15.1-04"
LISTENING_RULE: Final = "CW-15.1-14"


class SetGhost(Amendment):
    """Put ghost ships of a side before the minds of others, or with `ghost` change or move those there are; no `ships` ends
    them (CW-15.1-16). `seen_by` () is all other sides, `turns` how many they last, this one among them (0: until ended)."""

    side: SideId
    hex: HexId
    ships: int
    hull: int
    seen_by: tuple[SideId, ...] = ()
    turns: int = 0
    ghost: str = ""


class SetDisguise(Amendment):
    """Say what others see of a fleet instead of what it is; no `ships` ends it (CW-15.1-17)."""

    fleet: FleetId
    ships: int
    hull: int
    seen_by: tuple[SideId, ...] = ()
    turns: int = 0


class SetSilence(Amendment):
    """A fleet with advanced telepaths sends nothing: LRS of up to `level` miss it, and those it attacks are surprised if so said;
    level 0 without surprise ends it (CW-15.1-13)."""

    fleet: FleetId
    level: int
    surprise: bool = True
    turns: int = 0


class RuleSurprise(Amendment):
    """Let a side be surprised in a hex this turn in spite of its combat precogs, or no longer (CW-15.1-04)."""

    hex: HexId
    side: SideId
    caught: bool = True


class Overhear(Amendment):
    """What telepaths of a side caught of another's psionic messages, in the GM's words; `noticed` tells the other that somebody
    listened, not who (CW-15.1-14)."""

    side: SideId
    of: SideId
    text: str
    noticed: bool = False


def check_on(turn: Amending) -> None:
    """GameError in a campaign without psionics (CW-15.0-01)."""
    if not turn.settings.psionics:
        raise GameError("There are no psionics in this campaign.", rule="CW-15.0-01")


def check_ability(turn: Amending, side: SideId, ability: AbilityId, rule: str) -> None:
    """GameError if a side's race does not have an ability."""
    owner = turn.side(side)
    if not side_has(owner, ability, turn.settings):
        name = all_abilities(turn.settings)[ability].name
        raise GameError(f"{owner.name} does not have {name}; `/psimaster grant` gives it.", rule=rule)


def until(turn: Amending, turns: int) -> int:
    """The last of so many turns, this one among them; 0 for no end. GameError for a number that cannot be meant."""
    if not 0 <= turns <= MOST_TURNS:
        raise GameError(f"It lasts 1 to {MOST_TURNS} turns, or with 0 until you end it.")
    return turn.turn + turns - 1 if turns else 0


def how_long(last: int) -> str:
    """In words."""
    return f" until the end of turn {last}" if last else ""


def _fleet(turn: Amending, fleet: FleetId) -> Fleet:
    found = turn.fleets.get(fleet)
    if found is None:
        raise unknown(GameError, f"There is no fleet {quoted(fleet)}.", fleet, "There are", sorted(turn.fleets))
    return found


def _check_size(ships: int, hull: int, rule: str) -> None:
    if not 1 <= ships <= MOST_SHIPS or not ships <= hull <= MOST_HULL:
        raise GameError(
            f"They seem to be 1 to {MOST_SHIPS} ships with a hull space or more each, {MOST_HULL} at most.", rule=rule
        )


def _deluded(turn: Amending, owner: SideId, seen_by: tuple[SideId, ...], rule: str) -> tuple[tuple[SideId, ...], str]:
    """The sides meant, each once, and who they are in words."""
    named = tuple(dict.fromkeys(turn.side(side).id for side in seen_by))
    if owner in named:
        raise GameError("A side does not delude itself.", rule=rule)
    return named, ", ".join(turn.sides[s].name for s in named) or "all others"


def _unit_there(turn: Amending, fleets: list[Fleet], ability: AbilityId) -> str:
    """A word of warning where no unit of those fleets has the ability, which the GM may know better."""
    for fleet in fleets:
        designs = turn.sides[fleet.side].designs
        held = (unit_abilities(designs[turn.ships[s].design], turn.settings) for s in fleet.ships)
        if any(ability in abilities for abilities in held):
            return ""
    name = all_abilities(turn.settings)[ability].name
    return f" (No unit with {name} is there.)"


def _ghost(turn: Amending, order: SetGhost) -> None:
    check_on(turn)
    ghosts = dict(turn.minds.ghosts)
    old = ghosts.get(order.ghost)
    if order.ghost and old is None:
        raise unknown(GameError, f"There are no ghosts {quoted(order.ghost)}.", order.ghost, "There are", ghosts)
    if old is not None and not order.ships:
        del ghosts[old.id]
        turn.minds = changed(turn.minds, ghosts=ghosts)
        turn.tell(f"The ghost ships {old.id} at {old.hex} fade.", old.side, rule=GHOSTS_RULE)
        return
    side = old.side if old is not None else turn.side(order.side).id
    check_ability(turn, side, DELUSION, GHOSTS_RULE)
    _check_size(order.ships, order.hull, GHOSTS_RULE)
    there, last = turn.hex(order.hex), until(turn, order.turns)
    named, whom = _deluded(turn, side, order.seen_by, GHOSTS_RULE)
    key = old.id if old is not None else f"G{turn.next_id(f'ghost/{side}')}-{side}"
    ghosts[key] = Ghost(key, side, there, order.ships, order.hull, named, last)
    turn.minds = changed(turn.minds, ghosts=ghosts)
    near = _unit_there(turn, [f for f in turn.fleets.at(there) if f.side == side and f.transit is None], DELUSION)
    ships = "1 ghost ship" if order.ships == 1 else f"{order.ships} ghost ships"
    text = f"{ships} of {order.hull} hull spaces ({key}) at {there} in the minds of {whom}{how_long(last)}."
    turn.tell(text, side, rule=GHOSTS_RULE)
    if near:
        turn.tell(near.strip(), rule=GHOSTS_RULE)


def _disguise(turn: Amending, order: SetDisguise) -> None:
    check_on(turn)
    fleet, worn = _fleet(turn, order.fleet), dict(turn.minds.disguises)
    if not order.ships:
        if worn.pop(fleet.id, None) is None:
            raise GameError(f"{fleet.name} wears no disguise.", rule=DISGUISE_RULE)
        turn.minds = changed(turn.minds, disguises=worn)
        turn.tell(f"{fleet.name} drops its disguise.", fleet.side, rule=DISGUISE_RULE)
        return
    check_ability(turn, fleet.side, DELUSION, DISGUISE_RULE)
    _check_size(order.ships, order.hull, DISGUISE_RULE)
    last = until(turn, order.turns)
    named, whom = _deluded(turn, fleet.side, order.seen_by, DISGUISE_RULE)
    worn[fleet.id] = Disguise(order.ships, order.hull, named, last)
    turn.minds = changed(turn.minds, disguises=worn)
    seems = "1 ship" if order.ships == 1 else f"{order.ships} ships"
    text = f"{fleet.name} seems to be {seems} of {order.hull} hull spaces to {whom}{how_long(last)}."
    turn.tell(text, fleet.side, rule=DISGUISE_RULE)
    if near := _unit_there(turn, [fleet], DELUSION):
        turn.tell(near.strip(), rule=DISGUISE_RULE)


def _silence(turn: Amending, order: SetSilence) -> None:
    check_on(turn)
    fleet, kept = _fleet(turn, order.fleet), dict(turn.minds.silences)
    if not order.level and not order.surprise:
        if kept.pop(fleet.id, None) is None:
            raise GameError(f"{fleet.name} keeps no silence.", rule=SILENCE_RULE)
        turn.minds = changed(turn.minds, silences=kept)
        turn.tell(f"{fleet.name} breaks its silence.", fleet.side, rule=SILENCE_RULE)
        return
    check_ability(turn, fleet.side, TELEPATHY, SILENCE_RULE)
    if not 0 <= order.level <= MOST_LEVEL:
        raise GameError(f"Silence hides as a cloak of level 0 to {MOST_LEVEL} does.", rule=SILENCE_RULE)
    last = until(turn, order.turns)
    kept[fleet.id] = Silence(order.level, order.surprise, last)
    turn.minds = changed(turn.minds, silences=kept)
    parts = [f"LRS of up to level {order.level} miss it"] if order.level else []
    parts += ["whom it attacks is taken by surprise"] if order.surprise else []
    text = f"{fleet.name} keeps silence{how_long(last)}: {' and '.join(parts)}."
    turn.tell(text, fleet.side, rule=SILENCE_RULE)
    if near := _unit_there(turn, [fleet], TELEPATHY):
        turn.tell(near.strip(), rule=SILENCE_RULE)


def _surprise(turn: Amending, order: RuleSurprise) -> None:
    check_on(turn)
    side, there = turn.side(order.side), turn.hex(order.hex)
    key = caught_key(turn.turn, there, side.id)
    now = tuple(k for k in turn.minds.caught if k.partition("/")[0] == str(turn.turn))
    if (key in now) == order.caught:
        raise GameError("It is so already.", rule=WARNING_RULE)
    turn.minds = changed(turn.minds, caught=(*now, key) if order.caught else tuple(k for k in now if k != key))
    can = "cannot" if order.caught else "can"
    name = all_abilities(turn.settings)[PRECOGNITION].name.lower()
    turn.tell(f"At {there} {name} of {side.name} {can} cancel surprise this turn.", rule=WARNING_RULE)


def _overhear(turn: Amending, order: Overhear) -> None:
    check_on(turn)
    side, other, text = turn.side(order.side), turn.side(order.of), order.text.strip()
    if side.id == other.id:
        raise GameError("Name the side whose messages they were.", rule=LISTENING_RULE)
    check_ability(turn, side.id, TELEPATHY, LISTENING_RULE)
    if not text or len(text) > LONGEST_WORDS:
        raise GameError(f"What they caught has 1 to {LONGEST_WORDS} characters.", rule=LISTENING_RULE)
    cause = changed(turn.cause, rule=LISTENING_RULE)
    turn.tell_side(WordsOverheard(side.id, other.id, text, cause=cause))
    if order.noticed:
        turn.tell_side(ListenersNoticed(other.id, cause=cause))


APPLY: Final[Apply] = {
    SetGhost: _ghost,
    SetDisguise: _disguise,
    SetSilence: _silence,
    RuleSurprise: _surprise,
    Overhear: _overhear,
}
