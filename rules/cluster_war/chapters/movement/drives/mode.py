"""How a fleet travels: the one drive its ships share, at the speed of the slowest (CW-4.0-03, CW-4.0-05)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.movement.drives.small_craft import Formation, form_up, has_ftl
from rules.cluster_war.model.psionics.units import DOWSING, can_act, unit_abilities
from rules.cluster_war.model.state.names import DesignId, short_id
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Fleet, Ship
from rules.cluster_war.model.unit_design.drive_kinds import Drive, drive_of, hexes_a_month, weeks_per_hex
from rules.cluster_war.model.unit_design.wounded import is_adrift, kinds_of
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.values import Value

DOWSERS: Final = "CW-15.1-06"


class Mode(Value):
    """A fleet's way to travel: its drive, the rating in G of the slowest (second stage), or its hexes a month;
    by gate or wormhole the hull of its largest ship counts."""

    drive: Drive
    gravity: Fraction
    month: int
    formation: Formation
    hull: int = 0

    @property
    def rating(self) -> str:
        """The rating in words, "2G" or "4 weeks a hex"; "" for drives without one."""
        if self.drive.family == "second stage":
            return f"{self.gravity}G"
        return f"{weeks_per_hex(self.month)} weeks a hex" if self.month else ""


def mode_of(
    name: str, designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings, by: str = ""
) -> Mode:
    """How these ships travel as the fleet `name`; IllegalOrderError if one has no drive, or they have different ones.

    `by` wormhole or gate any ships pass, whatever drives they have (CW-4.0-20, CW-4.0-24); by dowsing those that have dowsers
    for transit gear go from warp point to warp point as string drives do (CW-15.1-06).
    """
    formation = form_up(designs, ships, settings)
    if by == DOWSING:
        return _dowsed(name, designs, formation, settings)
    if by and formation.travelling:
        big = [designs[ship.design] for ship in formation.travelling]
        hull = max((design.hull for design in big if design.kind != "small_craft"), default=1)
        return Mode(drive_of("wormhole", settings), Fraction(0), 0, formation, hull)
    kinds = [design for design, _ in kinds_of(designs, formation.travelling)]
    if not kinds or not all(has_ftl(design) for design in kinds):
        dead = next((ship for ship in formation.travelling if is_adrift(ship)), None)
        if dead is not None:
            raise IllegalOrderError(
                f"{short_id(dead.id)} of {name} has no crew left and cannot leave; detach the others.",
                rule="CW-14.0-19",
            )
        raise IllegalOrderError(f"{name} has a ship without a drive and cannot leave.", rule="CW-4.0-03")
    found = sorted({design.ftl for design in kinds})
    if len(found) > 1:
        names = " and ".join(drive_of(ftl, settings).name + "s" for ftl in found)
        raise IllegalOrderError(f"{name} has {names}; ships that travel together share one drive.", rule="CW-4.0-05")
    drive = drive_of(found[0], settings)
    return Mode(
        drive=drive,
        gravity=slowest(kinds),
        month=min(hexes_a_month(design, settings) for design in kinds) if drive.month else 0,
        formation=formation,
    )


def slowest(designs: Iterable[Design]) -> Fraction:
    """The lowest rating among these designs' drives; what is the same is compared once, since fractions compare slowly."""
    return min({design.drive.as_integer_ratio(): design.drive for design in designs}.values())


def mode_in(turn: TurnState, fleet: Fleet, by: str) -> Mode:
    """As `mode_of`, of a fleet while a turn is worked out; remembered from when its order is taken in until it leaves."""
    designs = turn.sides[fleet.side].designs
    ships = [turn.ships[key] for key in fleet.ships]
    return turn.kept(
        "mode",
        fleet.id,
        (by, fleet.ships, designs, *ships),
        lambda: mode_of(fleet.name, designs, ships, turn.settings, by),
    )


def _dowsed(name: str, designs: Mapping[DesignId, Design], formation: Formation, settings: Settings) -> Mode:
    """Ships that find and enter warp points by their dowsers; IllegalOrderError if one has none, or no drive."""
    for ship in formation.travelling:
        design = designs[ship.design]
        if DOWSING not in unit_abilities(design, settings) or ship.psychics.insane:
            raise IllegalOrderError(
                f"{short_id(ship.id)} of {name} has no dowsers to find warp points by.", rule=DOWSERS
            )
        if not has_ftl(design):
            raise IllegalOrderError(f"{name} has a ship without a drive and cannot leave.", rule="CW-4.0-03")
    if not formation.travelling:
        raise IllegalOrderError(f"{name} has a ship without a drive and cannot leave.", rule="CW-4.0-03")
    return Mode(drive_of("string", settings), Fraction(0), 0, formation)


def check_awake(name: str, ships: Iterable[Ship], week: int) -> None:
    """IllegalOrderError if dowsers aboard are still out of action after hyperspace (CW-15.0-06)."""
    tired = [short_id(ship.id) for ship in ships if not can_act(ship, week)]
    if tired:
        raise IllegalOrderError(f"The dowsers aboard {', '.join(tired)} of {name} cannot act yet.", rule=DOWSERS)
