"""What a side's own designs are good for: each is looked at once a turn, however often concerns ask about it."""

from collections.abc import Mapping
from functools import cached_property

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.play.governors.fleets import Role, role_of_design
from rules.cluster_war.play.governors.merit import merit, might


class Roster:
    """A side's designs in one turn: their roles and merits, and which of them can be built. Neither the designs nor what the side
    has learned change while its governor thinks."""

    def __init__(self, me: Side, settings: Settings) -> None:
        self._me, self._settings = me, settings
        self._mights: dict[DesignId, int] = {}
        self._merits: dict[tuple[DesignId, str, str], int] = {}

    @cached_property
    def designs(self) -> tuple[Design, ...]:
        """All of them, by id."""
        return tuple(design for _, design in sorted(self._me.designs.items()))

    @cached_property
    def roles(self) -> Mapping[DesignId, Role]:
        """What ships of each design are for."""
        return {key: role_of_design(design, self._settings) for key, design in self._me.designs.items()}

    @cached_property
    def armed(self) -> frozenset[DesignId]:
        """Those of which every unit can fight."""
        return frozenset(key for key, design in self._me.designs.items() if is_warship(design, self._settings))

    @cached_property
    def able(self) -> frozenset[DesignId]:
        """Those that can be built: no technology is lacking (CW-8.0-07)."""
        designs = self._me.designs.items()
        return frozenset(key for key, design in designs if not technology_problems(design, self._me, self._settings))

    def might(self, design: Design) -> int:
        """As `merit.might`, of one of these designs."""
        if design.id not in self._mights:
            self._mights[design.id] = might(design, self._settings)
        return self._mights[design.id]

    def merit(self, design: Design, role: str, weighs: str) -> int:
        """As `merit.merit`, of one of these designs."""
        key = (design.id, role, weighs)
        if key not in self._merits:
            self._merits[key] = merit(design, role, weighs, self._settings)
        return self._merits[key]
