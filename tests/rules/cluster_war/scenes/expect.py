"""What a scene says must hold, asked of a month that was played. README.md has the vocabulary."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Final

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import short_id
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.scenes.case import Statement
from tests.rules.cluster_war.scenes.play import Played

PART: Final = re.compile(r"([\w.|/\- ]+?)(=|!=|<|>)(.*)", re.DOTALL)
TIMES: Final = re.compile(r"x(\d+)")
GM: Final = "gm"
SORTS: Final = {"ship": "ships", "base": "bases", "colony": "colonies", "side": "sides", "build": "builds"}
NAMED: Final = {"officer": "officers", "project": "projects", "operation": "operations"}
SEEN: Final = {
    "fleet": "foreign_fleets",
    "colony": "foreign_colonies",
    "base": "foreign_bases",
    "design": "foreign_designs",
}


def holds(played: Played, statement: Statement) -> None:
    """Assert a statement; fails with its text and what was there in its place."""
    words = list(statement.words)
    if words[0] == "no":
        there = [thing for thing in _things(played, words[1], words[2]) if fits(thing, words[3:])]
        assert not there, f"{statement.text}\nThere is: {there}"
    elif words[1:2] == ["told"] or words[1:3] == ["not", "told"]:
        _told(played, statement.text, words)
    elif words[1:2] in (["sees"], ["knows"], ["has"]):
        _sees(played, statement.text, words)
    elif words[0] == "forces":
        _forces(played, statement.text, words)
    elif words[0] == "purse":
        view = view_for(played.after, words[1])
        assert all(_is(view.income, part) for part in words[2:]), f"{statement.text}\nThere is: {view.income}"
    else:
        found = _things(played, words[0], words[1])
        assert found, f"{statement.text}\nThere is none."
        wrong = [thing for thing in found if not fits(thing, words[2:])]
        assert not wrong, f"{statement.text}\nThere is: {wrong}"


def _things(played: Played, sort: str, name: str) -> list[object]:
    """What there is of a sort under a name: fleets by "humans/Guard", others by id or by "humans/name"."""
    state = played.after
    if sort == "fleet":
        side, _, named = name.partition("/")
        return [f for f in state.fleets.values() if f.side == side and fnmatchcase(f.name, named)]
    if sort in SORTS:
        return [thing for key, thing in getattr(state, SORTS[sort]).items() if fnmatchcase(key, name)]
    if sort in NAMED:
        side, _, named = name.partition("/")
        return [t for t in getattr(state, NAMED[sort]).values() if t.side == side and fnmatchcase(t.name, named)]
    if sort == "body":
        hex_, _, orbit = name.partition("-")
        return [b for b in state.cluster.systems[hex_].bodies if b.orbit == int(orbit)]
    if sort == "strain":
        return [s for key, s in state.strains.items() if key == name]
    if sort == "question":
        return [q for q in state.questions if q.kind == name and not q.settled_turn]
    if sort == "campaign":
        return [state]
    raise AssertionError(f"no sort of thing: {sort}")


def fits(thing: object, parts: Sequence[str]) -> bool:
    """Whether a thing is as these parts say: "hull=30", "ships.n>2", "name=Gua*"."""
    return all(_is(thing, part) for part in parts)


def _is(thing: object, part: str) -> bool:
    match = PART.fullmatch(part)
    assert match is not None, part
    name, sign, wanted = match.groups()
    value = _value(thing, name)
    if sign in "<>":
        assert isinstance(value, int), part
        return value < int(wanted) if sign == "<" else value > int(wanted)
    same = fnmatchcase(_text(value), wanted)
    return same if sign == "=" else not same


def _value(thing: object, name: str) -> object:
    """A part of a thing by its path; "at" is where a fleet is, or "under way", "ships.n" how many ships,
    "blows.0" the first of several."""
    first, _, rest = name.partition(".")
    if first == "at" and hasattr(thing, "transit"):
        found: object = "under way" if thing.transit is not None else getattr(thing, "hex")  # noqa: B009
    elif first == "n" and isinstance(thing, Collection):
        found = len(thing)
    elif isinstance(thing, Mapping):
        found = thing.get(first, 0)
    elif isinstance(thing, tuple) and first.isdigit():
        found = thing[int(first)]
    elif thing is None:
        found = None
    else:
        found = getattr(thing, first)
    return _value(found, rest) if rest else found


def _text(value: object) -> str:
    """A value in letters: units by their short ids, several with "+" between, tables as "a:1+b:2", nothing as ""."""
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return "+".join(f"{_text(key)}:{_text(item)}" for key, item in value.items())
    if isinstance(value, (tuple, list, frozenset, set)):
        return "+".join(_text(item) for item in value)
    return short_id(str(value)) if isinstance(value, str) and "/" in value and " " not in value else str(value)


def _told(played: Played, text: str, words: list[str]) -> None:
    side = words[0]
    never = words[1] == "not"
    kind, *parts = words[3:] if never else words[2:]
    wished = next((int(m[1]) for part in parts if (m := TIMES.fullmatch(part))), None)
    later = next((part.removeprefix("before=") for part in parts if part.startswith("before=")), "")
    parts = [part for part in parts if not TIMES.fullmatch(part) and not part.startswith("before=")]
    heard = [e for e in played.events if side == GM or {side, "*"} & set(e.seen_by)]
    of_kind = [event for event in heard if type(event).__name__ == kind]
    found = [event for event in of_kind if all(_event_is(event, part) for part in parts)]
    was = "\n".join(map(repr, of_kind)) or ", ".join(sorted({type(e).__name__ for e in heard}))
    if never:
        assert not found, f"{text}\nThere was: {found}"
    elif wished is not None:
        assert len(found) == wished, f"{text}\nThere were {len(found)}: {was}"
    else:
        assert found, f"{text}\nThere was: {was}"
    if later:
        kinds = [type(event).__name__ for event in heard]
        assert heard.index(found[0]) < kinds.index(later), f"{text}\nIn this order: {kinds}"


def _event_is(event: Event, part: str) -> bool:
    if part.startswith("because="):
        return any(fnmatchcase(f"{m.value:+} {m.reason}", part[8:]) for m in event.cause.modifiers)
    return _is(event, part)


def _sees(played: Played, text: str, words: list[str]) -> None:
    """`humans sees fleet of vermin hex=0705`, `humans sees no fleet of vermin`, `humans has met vermin`, `knows 0705=scouted`."""
    side, verb, *rest = words
    view = view_for(played.after, side)
    if verb == "has":
        never = rest[0] == "not"
        assert (rest[-1] in view.met) is not never, f"{text}\nMet: {view.met}"
        return
    if verb == "knows":
        hex_, _, level = rest[0].partition("=")
        known = view.systems.get(hex_)
        found = known.level if known is not None else "map"
        assert found == level, f"{text}\nKnown as {found}"
        return
    never = rest[0] == "no"
    sort, of, owner, *parts = rest[1:] if never else rest
    assert of == "of", text
    things: Iterable[object] = getattr(view, SEEN[sort]).values()
    there = [t for t in things if t.side == owner and all(_is(t, part) for part in parts)]  # type: ignore[attr-defined]
    assert bool(there) is not never, f"{text}\nSeen: {list(things)}"


def _forces(played: Played, text: str, words: list[str]) -> None:
    """`forces humans on 0905-3 n=2`: how many of a side's are on a world; `teams` are theirs together."""
    side, on, world, *parts = words[1:]
    assert on == "on", text
    surface = played.after.surfaces.get(world)
    forces = [f for f in surface.forces.values() if f.side == side] if surface is not None else []
    counted: dict[str, int] = {"units": len(forces), "teams": sum(f.teams for f in forces)}
    fitting = [part for part in parts if not PART.fullmatch(part) or PART.fullmatch(part)[1] in counted]  # type: ignore[index]
    assert all(_is(counted, part) for part in fitting), f"{text}\nThere are: {forces}"
    others = [part for part in parts if part not in fitting]
    assert all(_is(force, part) for force in forces for part in others), f"{text}\nThere are: {forces}"
