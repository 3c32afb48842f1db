"""A race as its player designs it (CW-3.1, CW-3.2-05). A draft may be wrong or half empty; `check.check_sheet` says how."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings
from rules.values import Value, field

Section: TypeAlias = Literal["abilities", "bonuses", "technologies", "drives", "disadvantages"]
SECTIONS: Final[tuple[Section, ...]] = ("abilities", "bonuses", "technologies", "drives", "disadvantages")
Ruling: TypeAlias = Literal["open", "approved", "refused"]
Status: TypeAlias = Literal["draft", "submitted", "returned", "approved"]
USUAL: Final = Settings()
RATED: Final = ("shipyard_bays", "light_industry", "heavy_industry", "training", "science_stations")


class Finding(Value):
    """One sentence about a design, fit for the player, and the ledger rule it rests on."""

    text: str
    rule: str


class Entry(Value):
    """An entry of the checklist, taken `level` times. `detail` says what it leaves open: a psi discipline, a form.

    `approved` and `comment` are the GM's word where the entry needs it.
    """

    name: str
    level: int = 1
    detail: str = ""
    approved: bool = False
    comment: str = ""


class CustomEntry(Value):
    """An entry of the player's own making. `ap` is the GM's price, negative for points gained, None until they names it."""

    name: str
    section: Section
    text: str = ""
    ap: int | None = None
    ruling: Ruling = "open"
    comment: str = ""


class Template(Value):
    """A hull layout that first designs are drawn from (CW-3.0-05); hull 0 leaves the size to the campaign."""

    name: str
    kind: Literal["base", "ship"]
    hull: int = 0


class PlannedColony(Value):
    """A colony the player would like to begin with: its base output in CPs, and words for the GM who places it."""

    cps: int
    name: str = ""
    step: str = ""
    note: str = ""


class PlannedFleet(Value):
    """A fleet that the player would like to begin with: its name and ships by design."""

    name: str
    ships: Mapping[DesignId, int]


class Facilities(Value):
    """What stands on the home world beside the free training base; `garrison` counts forces and bases by design."""

    shipyard_bays: int = 0
    light_industry: int = 0
    heavy_industry: int = 0
    training: int = 0
    science_stations: int = 0
    garrison: Mapping[DesignId, int] = field(default_factory=dict)

    def ratings(self) -> Mapping[str, int]:
        """How much there is of each of `RATED`."""
        return {name: getattr(self, name) for name in RATED}


class StartPackage(Value):
    """How the starting package is spent (CW-3.0-03): CPs of the home world and colonies, designs, ships, facilities.

    `drawn_from` names the template of a design; `home_cps` 0 leaves the home world's size to set-up. `fleets` are those
    that the player has named; `ships` counts all ships, those in them too.
    """

    templates: tuple[Template, ...] = ()
    designs: tuple[Design, ...] = ()
    drawn_from: Mapping[DesignId, str] = field(default_factory=dict)
    ships: Mapping[DesignId, int] = field(default_factory=dict)
    facilities: Facilities = field(default_factory=Facilities)
    home_cps: int = 0
    colonies: tuple[PlannedColony, ...] = ()
    fleets: tuple[PlannedFleet, ...] = ()


class RaceSheet(Value):
    """A race design. `society` maps a list of CW-16.0-T01 to the entry chosen; `biology` is a row of CW-TAB-BIOLOGY."""

    name: str = ""
    home_step: str = "5555"
    home_nickname: str = ""
    biology: str = "Terrestrial biology"
    body_form: str = ""
    diet: str = ""
    attitude: str = "Neutral"
    xenophobic: bool = False
    society: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    custom: tuple[CustomEntry, ...] = ()
    package: StartPackage = field(default_factory=StartPackage)
    notes: str = ""
    status: Status = "draft"
    gm_comment: str = ""

    def attitudes(self) -> Iterator[str]:
        """The attitude, and Xenophobic where it is added (CW-3.1-30)."""
        yield self.attitude
        if self.xenophobic:
            yield "Xenophobic"

    def entry(self, name: str) -> Entry | None:
        """The entry of that name, if the sheet has it."""
        return next((e for e in self.entries if e.name == name), None)
