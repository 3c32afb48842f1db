"""How craft were lost, in words: what struck them, whose it was, from how far, and what of them gave way."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.battle.log import GONE_WORDS, SEEKER_KINDS, LoggedBlow, blows_of, flown, is_fire
from render.battle.names import short_name, side_name, unit_name
from render.words.safe_text import capitalise, count, plain
from rules.pentagon_war import events
from rules.pentagon_war.combat.damage.boxes import FINAL_DAMAGE
from rules.pentagon_war.geometry import hex_name
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import UnitId

LOST_MARK: Final = "💥"
LEFT_MARK: Final = "↗"
ENDS: Final[Mapping[str, str]] = {
    "self-destruction": "it blew itself up",
    "rammed": "it was lost in a ram",
    "explosion": "it was caught in an explosion",
    "vaporised": "it burned up in the gas giant",
    "annihilated": "it was annihilated",
}
"""How a craft is lost whose structure did not break."""
LEFT_WAYS: Final = frozenset({"disengaged", "docked", "conceded"})
"""Ways out of a battle in which a craft is whole."""


def losses_of(view: BattleView, seen: Sequence[events.Event]) -> list[events.Gone]:
    """The craft that are out of the battle by these events."""
    return [event for event in seen if isinstance(event, events.Gone) and event.unit in view.known.craft]


def format_craft_lost(view: BattleView, seen: Sequence[events.Event], gone: events.Gone, when: str = "") -> str:
    """A lost craft in a sentence: whose it was, when (in which impulse, unless that is given), and by what."""
    name, side = short_name(view, gone.unit), side_name(view, view.known.craft[gone.unit].side)
    when = when or f"impulse {gone.at.impulse}"
    if gone.why in LEFT_WAYS:
        words = GONE_WORDS[gone.why].format(unit=f"**{name}** ({side})", hex=hex_name(gone.hex))
        return f"{LEFT_MARK} {words.removesuffix('.')}, {when}."
    by = _blame(view, seen, gone)
    final = sum(
        isinstance(event, events.BoxHit) and event.craft == gone.unit and event.system == FINAL_DAMAGE for event in seen
    )
    if final and gone.why == "destroyed":
        whole = view.known.craft[gone.unit].design.final_damage
        how = f"structure broken (final damage {whole} of {whole})"
    else:
        how = ENDS.get(gone.why, "it is destroyed")
    return f"{LOST_MARK} **{name}** ({side}), {when}: {how}{f' by {by}' if by else ''}."


def end_of(view: BattleView, seen: Sequence[events.Event], gone: events.Gone) -> str:
    """The same in plain words for news: "Quicksilver (Sol), impulse 7: structure broken ..."; "" for a craft that left whole."""
    if gone.why in LEFT_WAYS:
        return ""
    return capitalise(format_craft_lost(view, seen, gone).removeprefix(LOST_MARK).replace("**", "").strip())


def _blame(view: BattleView, seen: Sequence[events.Event], gone: events.Gone) -> str:
    """What struck it hardest at that moment."""
    struck = [
        event
        for event in seen
        if isinstance(event, events.Struck) and event.craft == gone.unit and event.at == gone.at and event.points
    ]
    ways = _ways(view, seen, gone, [blow for event in struck for blow in blows_of(event)])
    return f"{ways[0]}{' and others' if len(ways) > 1 else ''}" if ways else ""


def _ways(view: BattleView, seen: Sequence[events.Event], gone: events.Gone, blows: Sequence[LoggedBlow]) -> list[str]:
    """Blows by who dealt them: "2 bolts of Bellows from 2 hexes, 90 points"."""
    groups: dict[tuple[UnitId, str], list[LoggedBlow]] = {}
    for blow in blows:
        owner, dot, tail = blow.unit.partition(".")
        if dot and (blow.weapon in SEEKER_KINDS or tail.startswith("M")):
            key = (owner, blow.weapon if blow.weapon in SEEKER_KINDS else "missile")
        else:
            key = (blow.unit, "fire" if is_fire(blow) else blow.weapon)
        groups.setdefault(key, []).append(blow)
    heaviest = sorted(groups.items(), key=lambda item: (-sum(blow.points for blow in item[1]), item[0]))
    return [_way(view, seen, gone, key, group) for key, group in heaviest]


def _way(
    view: BattleView, seen: Sequence[events.Event], gone: events.Gone, key: tuple[UnitId, str], group: list[LoggedBlow]
) -> str:
    unit, what = key
    points = count(sum(blow.points for blow in group), "point")
    if what in SEEKER_KINDS:
        hexes = sorted({int(one) for blow in group for one in flown(seen, blow.unit)})
        far = f" from {_hexes(hexes)}" if hexes else ""
        return f"{count(len(group), what)} of {short_name(view, unit)}{far}, {points}"
    if what == "fire":
        shots = [
            event.range
            for event in seen
            if isinstance(event, events.Fired)
            and event.unit == unit
            and event.target == gone.unit
            and event.hit
            and event.at.impulse == gone.at.impulse
        ]
        far = f" from {_hexes(sorted(set(shots)))}" if shots else ""
        hits = count(len(group), "hit")
        return f"{hits} of {short_name(view, unit)}{far}, {points}"
    if not unit:
        return f"{plain(what)}, {points}"
    return f"{plain(what)} of {unit_name(view, unit)}, {points}"


def _hexes(found: Sequence[int]) -> str:
    """ "its own hex", "2 hexes", "2 to 5 hexes"."""
    if found[-1] == 0:
        return "its own hex"
    return count(found[0], "hex", "hexes") if len(found) == 1 else f"{found[0]} to {found[-1]} hexes"


def best_shots(view: BattleView, seen: Sequence[events.Event]) -> list[str]:
    """The best single shot of each craft that hit anything, heaviest first, as "Bellows: a bolt at Quicksilver, 50 points"."""
    best: dict[UnitId, tuple[int, str]] = {}
    for event in seen:
        if not isinstance(event, events.Struck):
            continue
        for blow in blows_of(event):
            owner = blow.unit.partition(".")[0]
            if owner not in view.known.craft or blow.points <= best.get(owner, (0, ""))[0]:
                continue
            what = f"a {blow.weapon}" if blow.weapon in SEEKER_KINDS else plain(blow.weapon)
            target = short_name(view, event.craft)
            best[owner] = (
                blow.points,
                f"{what} at {target}{_range(seen, event, blow)}, {count(blow.points, 'point')}, turn {event.at.turn}",
            )
    ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    return [f"{short_name(view, unit)}: {text}" for unit, (_, text) in ranked]


def _range(seen: Sequence[events.Event], struck: events.Struck, blow: LoggedBlow) -> str:
    if blow.weapon in SEEKER_KINDS:
        found = [int(one) for one in flown(seen, blow.unit)]
    else:
        found = [
            event.range
            for event in seen
            if isinstance(event, events.Fired)
            and (event.unit, event.weapon, event.target) == (blow.unit, blow.weapon, struck.craft)
            and (event.at.turn, event.at.impulse) == (struck.at.turn, struck.at.impulse)
        ]
    return f" from {_hexes(found[:1])}" if found else ""
