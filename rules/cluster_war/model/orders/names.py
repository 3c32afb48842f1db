"""What lines of players' notation are made of: patterns, quotes, names of fleets, ships and colonies, and what the groups of a
pattern matched."""

import json
import re
from collections.abc import Container, Iterable, Mapping
from typing import Final

from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, ProjectId, ShipId, SideId, short_id
from rules.cluster_war.model.state.dealings import OperationId
from rules.cluster_war.model.state.places import grid_of
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import OfficerId
from rules.typed_text import folded
from rules.values import AmbiguousOrderError, NotationError, Value, quoted, unknown

NAME: Final = r'("(?:[^"\\]|\\.)*"|[^"]+?)'
TEXT: Final = r'("(?:[^"\\]|\\.)*"|.+?)'
CPS: Final = r"(\d{1,7})(?: ?cps?)?"
WORLD: Final = r"(\d{4})[-/ ](\d{1,2})"
COUNT: Final = r"(\d{1,6})"


class Names(Value):
    """The names one side can use: its view's, and those its sheet creates."""

    view: View
    fleets: Mapping[FleetId, str]

    def fleet(self, text: str) -> FleetId:
        """A fleet by id, name, the name that maps show, or the number that reports print behind its name (F4)."""
        wanted = text.strip().casefold()
        other = [f for f in self.fleets if f.rpartition("-")[2].casefold() == wanted]
        other += [f for f, name in self.fleets.items() if folded(on_maps(name)) == folded(text)]
        return _find("fleet", text, self.fleets.items(), other)

    def colony(self, text: str) -> ColonyId:
        """A colony by id, name or hex number."""
        return _find("colony", text, [(c.id, c.name) for c in self.view.colonies.values()], _by_hex(self.view, text))

    def site(self, text: str) -> str:
        """A place of work: a colony, or an own base by id (WS01) or name."""
        bases = [(b.id, b.id.rpartition("/")[2]) for b in self.view.bases.values()]
        wanted = text.strip().casefold()
        if any(wanted in {i.casefold(), n.casefold()} for i, n in bases):
            return _find("base", text, bases)
        colonies = [(c.id, c.name) for c in self.view.colonies.values()]
        named = [(b.id, b.name) for b in self.view.bases.values()]
        return _find("colony or base", text, [*colonies, *named], _by_hex(self.view, text))

    def design(self, text: str) -> DesignId:
        """A design by id, name, or the name's plural."""
        designs = self.view.me.designs.values() if self.view.me else ()
        return _find(
            "design", text, [(d.id, d.name) for d in designs], [d.id for d in designs if _plural(text, d.name)]
        )

    def project(self, text: str) -> ProjectId:
        """A project by id or name; running ones first."""
        running = [(p.id, p.name) for p in self.view.projects.values() if not p.finished_turn]
        return _find("project", text, running or [(p.id, p.name) for p in self.view.projects.values()])

    def build(self, text: str) -> str:
        """A construction by id."""
        return _find("construction", text, [(b.id, b.id.rpartition("-")[2]) for b in self.view.builds.values()])

    def ship(self, text: str) -> ShipId:
        """A ship by its id (DD01) or name."""
        return _find("ship", text, [(k, k.rpartition("/")[2]) for k in self.view.ships], self._named_ships(text))

    def _named_ships(self, text: str) -> list[ShipId]:
        wanted = folded(text)
        return [k for k, s in self.view.ships.items() if s.name and folded(s.name) == wanted]

    def officer(self, text: str) -> OfficerId:
        """An officer by id or name."""
        officers = self.view.officers.values()
        return _find(
            "officer", text, [(o.id, o.name) for o in officers], [o.id for o in officers if short_id(o.id) == text]
        )

    def post_unit(self, text: str) -> str:
        """Where an officer serves: an own ship, base or colony."""
        wanted = text.strip().casefold()
        ships = [k for k in self.view.ships if wanted in {k.casefold(), short_id(k).casefold()}]
        ships = ships or self._named_ships(text)
        return ships[0] if len(ships) == 1 else self.site(text)

    def side(self, text: str) -> SideId:
        """An empire by id, name or the start of a name."""
        wanted = folded(text)
        flags = self.view.flags.values()
        for found in (
            [f.id for f in flags if f.id == wanted],
            [f.id for f in flags if folded(f.name) == wanted],
            [f.id for f in flags if wanted and folded(f.name).startswith(wanted)],
        ):
            if len(found) == 1:
                return found[0]
        others = (f.name for f in flags if f.id != self.view.side)
        raise unknown(NotationError, f"There is no empire {quoted(text)}.", text, "There are", others)

    def people(self, text: str) -> SideId:
        """An empire, or a race of the game master's that the side has met, by id, name or the start of a name."""
        wanted = folded(text)
        met = [(key, folded(flag.name)) for key, flag in self.view.others.items()]
        known = [key for key, name in met if wanted and (key == wanted or name.startswith(wanted))]
        return known[0] if len(known) == 1 else self.side(text)

    def operation(self, text: str) -> OperationId:
        """An operation by id or name; running ones first."""
        mine = self.view.operations.values()
        running = [(one.id, one.name) for one in mine if one.running]
        return _find("operation", text, running or [(one.id, one.name) for one in mine])

    def hex(self, text: str) -> HexId:
        """A hex by number, by a name the side knows it by, or by a colony of its own there."""
        tidy = text.strip()
        places = [(s.hex, s.name) for s in self.view.systems.values() if s.name]
        if tidy.isdigit() or not (places or self.view.colonies):
            grid = grid_of(self.view.columns, self.view.rows)
            return grid.number(grid.parse(tidy))
        wanted = folded(tidy)
        colonies = {c.hex for c in self.view.colonies.values() if folded(c.name) == wanted}
        if len(colonies) == 1:
            return colonies.pop()
        own = [c.name for c in self.view.colonies.values()]
        return _find("place", tidy, places, named=own, tail="A hex can also be written as four digits, like 2034.")

    def fleet_name(self, fleet: FleetId) -> str:
        """How a fleet is written: by its name, or by its id where two share one."""
        name = self.fleets.get(fleet, fleet)
        return name if sum(1 for n in self.fleets.values() if n.casefold() == name.casefold()) == 1 else fleet


def on_maps(name: str) -> str:
    """A fleet's name as a map has room for it: those that yards give are long, and all alike at their beginning."""
    return name.replace(" task force ", " TF ")


def free_fleet_id(view: View, taken: Container[FleetId]) -> FleetId:
    """An id for a side's new task force that nothing in `taken` has."""
    number = view.counters.get("fleet", 0) + 1
    while (new := f"{view.side}-F{number}") in taken:
        number += 1
    return new


def _by_hex(view: View, text: str) -> list[ColonyId]:
    return [c.id for c in view.colonies.values() if c.hex == text.strip()]


def _plural(text: str, name: str) -> bool:
    wanted, known = text.strip().casefold(), name.casefold()
    return wanted in {f"{known}s", f"{known}es", f"{known[:-1]}ies"}


def _find(
    kind: str,
    text: str,
    known: Iterable[tuple[str, str]],
    more: Iterable[str] = (),
    *,
    named: Iterable[str] = (),
    tail: str = "",
) -> str:
    """The one id meant by `text`: an id, a name, or the only name that starts so. Raises NotationError with the choices,
    those `named` before the others, and `tail`."""
    tidy = " ".join(text.split())
    wanted = folded(tidy)
    pairs = list(known)
    for matches in (
        [i for i, _ in pairs if i.casefold() == wanted],
        [i for i, n in pairs if folded(n) == wanted],
        list(more),
        [i for i, n in pairs if wanted and folded(n).startswith(wanted)],
    ):
        if len(set(matches)) == 1:
            return matches[0]
        if matches:
            choices = ", ".join(sorted({f"{n} ({i})" for i, n in pairs if i in matches})[:6])
            raise AmbiguousOrderError(
                f"{quoted(tidy)} could be more than one {kind}: {choices}. Use the id in brackets."
            )
    lead = f"You have no {kind} called {quoted(tidy)}."
    there = (*named, *sorted(n for _, n in pairs))
    raise unknown(NotationError, lead, tidy, "You know" if named else "You have", there, tail=tail)


def quote(text: str) -> str:
    """Text in double quotes, with quotes and line ends inside it escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def unquote(text: str | None) -> str:
    """The text inside double quotes, or inside single ones, or the bare text; NotationError if the quotes do not match."""
    tidy = (text or "").strip()
    if len(tidy) > 2 and tidy[0] == tidy[-1] == "'":
        return tidy[1:-1]
    if len(tidy) >= 2 and tidy.startswith('"') and tidy.endswith('"'):
        try:
            return str(json.loads(tidy, strict=False))
        except json.JSONDecodeError:
            raise NotationError(f"The quotes in {quoted(tidy)} do not match.") from None
    return tidy


def fleet_text(names: Names, fleet: str) -> str:
    """A fleet by its name where that is its own, else by its id."""
    return quote(names.fleet_name(fleet))


def colony_text(names: Names, colony: str) -> str:
    """A colony by its name where that is its own, else by its id."""
    known = names.view.colonies.get(colony)
    same = [c for c in names.view.colonies.values() if known and c.name.casefold() == known.name.casefold()]
    return quote(known.name if known and len(same) == 1 else colony)


def site_text(names: Names, site: str) -> str:
    """A place of work: a colony as `colony_text`, a base by its short id."""
    return quote(short_id(site)) if site in names.view.bases else colony_text(names, site)


def officer_text(names: Names, officer: OfficerId) -> str:
    """An officer by their name where that is theirs alone, else by their id."""
    officers = names.view.officers
    name = officers[officer].name if officer in officers else officer
    same = sum(o.name.casefold() == name.casefold() for o in officers.values())
    return quote(name if same == 1 else officer)


def side_text(names: Names, side: SideId) -> str:
    """An empire by its name where that is its own, else by its id."""
    flags = names.view.flags
    name = flags[side].name if side in flags else side
    return quote(name if sum(f.name.casefold() == name.casefold() for f in flags.values()) == 1 else side)


def people_text(names: Names, side: SideId) -> str:
    """An empire, or a race of the game master's, by its name where that is its own, else by its id."""
    flags = names.view.all_flags
    name = flags[side].name if side in flags else side
    return quote(name if sum(f.name.casefold() == name.casefold() for f in flags.values()) == 1 else side)


def operation_text(names: Names, operation: OperationId) -> str:
    """An operation by its name where that is its own among those that run, else by its id."""
    known = names.view.operations.get(operation)
    name = known.name if known is not None else operation
    same = sum(one.running and one.name.casefold() == name.casefold() for one in names.view.operations.values())
    return quote(name if same == 1 else operation)


def design_text(names: Names, design: str) -> str:
    """A design by its name."""
    known = names.view.me.designs.get(design) if names.view.me else None
    return quote(known.name if known else design)


def units_text(names: Names, ships: tuple[ShipId, ...], design: DesignId, count: int) -> str:
    """Ships by their short ids, or a count and a design."""
    return " ".join(short_id(ship) for ship in ships) if ships else f"{count} {design_text(names, design)}"


def as_text(name: str) -> str:
    """` as "Name"`, or nothing."""
    return f" as {quote(name)}" if name else ""


_SHIP: Final = re.compile(r"[A-Za-z]+\d+")


class Groups(Value):
    """The groups of a match, each read by its place from 0; NotationError for a name that the side does not know."""

    names: Names
    texts: tuple[str | None, ...]

    def has(self, at: int) -> bool:
        """Whether the line has this part."""
        return self.texts[at] is not None

    def raw(self, at: int) -> str:
        """A group as written; "" where nothing matched."""
        return self.texts[at] or ""

    def text(self, at: int) -> str:
        """A group without its quotes."""
        return unquote(self.texts[at])

    def word(self, at: int) -> str:
        """A word of the pattern's own, in small letters."""
        return self.raw(at).casefold()

    def number(self, at: int, default: int = 0) -> int:
        """A number, or the default where none is written."""
        return int(self.texts[at] or default)

    def fleet(self, at: int) -> FleetId:
        """A fleet."""
        return self.names.fleet(self.text(at))

    def colony(self, at: int) -> ColonyId:
        """A colony."""
        return self.names.colony(self.text(at))

    def site(self, at: int) -> str:
        """A colony or base."""
        return self.names.site(self.text(at))

    def design(self, at: int) -> DesignId:
        """A design."""
        return self.names.design(self.text(at))

    def build(self, at: int) -> str:
        """A construction, which has no quotes."""
        return self.names.build(self.raw(at))

    def project(self, at: int) -> ProjectId:
        """A research project."""
        return self.names.project(self.text(at))

    def officer(self, at: int) -> OfficerId:
        """An officer."""
        return self.names.officer(self.text(at))

    def side(self, at: int) -> SideId:
        """An empire."""
        return self.names.side(self.text(at))

    def people(self, at: int) -> SideId:
        """An empire, or a race of the game master's."""
        return self.names.people(self.text(at))

    def operation(self, at: int) -> OperationId:
        """An operation."""
        return self.names.operation(self.text(at))

    def hex(self, at: int) -> HexId:
        """A hex."""
        return self.names.hex(self.text(at))

    def units(self, at: int) -> tuple[tuple[ShipId, ...], DesignId, int]:
        """Ships (DD01 DD02), or a design and a count of units of it (3 Militia); NotationError for neither."""
        tidy = self.raw(at).strip()
        words = re.split(r"[\s,]+", tidy)
        if all(_SHIP.fullmatch(word) for word in words):
            return tuple(self.names.ship(word) for word in words), "", 0
        found = re.fullmatch(rf"(?:{COUNT} ?x? )?{NAME}", tidy, re.DOTALL)
        if found is None:
            raise NotationError(f"{quoted(self.raw(at))} names neither ships nor a count and a design.")
        return (), self.names.design(unquote(found[2])), int(found[1] or 1)
