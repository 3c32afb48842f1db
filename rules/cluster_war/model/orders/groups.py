"""What the groups of an order's pattern matched in a line of text, read with the names of the line's side."""

import re
from typing import Final

from rules.cluster_war.model.orders.names import COUNT, NAME, Names, unquote
from rules.cluster_war.model.state.espionage import OperationId
from rules.cluster_war.model.state.names import ColonyId, DesignId, FleetId, HexId, ProjectId, ShipId, SideId
from rules.cluster_war.model.state.war import OfficerId
from rules.errors import NotationError, quoted
from rules.values import Value

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
