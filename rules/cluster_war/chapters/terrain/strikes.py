"""One ship's roll in an asteroid field or storm, radiation zones without shields, and what comes of it (CW-14.0-05 to -20,
CW-14.0-23 to -28)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.chapters.combat.battle import Combatant, with_race
from rules.cluster_war.chapters.terrain import ship_damage
from rules.cluster_war.model.state.common import HexId, ShipId
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.pricing import group_of
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, after_losing, component_of, crew_of, is_adrift
from rules.cluster_war.model.working.turn_state import TurnState, secret_key
from rules.cluster_war.model.worlds.terrain import STORMS
from rules.values import Modifier, Roll, Value, changed

POWER_COMPONENTS: Final = ("Drive", "System drive", "FTL drive", "Power system")
"""What counts as a drive or power component (CW-14.0-17)."""
ELECTRONICS: Final = frozenset({"sensors", "command", "control"})
SPOILERS: Final = ("Battle computer", "ECM", "ECM pod", "Cloaking device")
"""What counts as electronics beside the groups of the catalogue (CW-14.0-19)."""
SMALL_CRAFT_KIND: Final = "small_craft"
FACING_SIDES: Final = 6
ZONE_RULES: Final = {"RAD": "CW-14.0-26", "NEU": "CW-14.0-23", "PUL": "CW-14.0-24"}
"""By which rule each kind of place is a radiation zone."""
SMALL_CRAFT_RULE: Final = "CW-14.0-28"
FURTHER_DAMAGE_RULE: Final = "CW-14.0-27"
CRITICAL_ROLL: Final = "critical"


class TerrainPlace(Value):
    """Where and when a ship meets terrain, and how strong it is."""

    hex: HexId
    week: int
    kind: str
    force: int = 0


@dataclass(slots=True)
class TerrainStrike:
    """What terrain did to a ship: the ship after it, None if it is gone; in words, with the dice and the rule."""

    place: TerrainPlace
    ship: Ship | None
    effect: str
    rule: str
    words: list[str] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    modifiers: tuple[Modifier, ...] = ()
    loose: ship_damage.LooseCargo = field(default_factory=ship_damage.LooseCargo)
    craft: tuple[ShipId, ...] = ()
    """Craft in its hangars that are lost."""

    def spares(self, before: Ship) -> bool:
        """Whether it found nothing to hurt: the ship is as it was, with all that it carries."""
        return self.ship == before and not self.craft and self.loose.is_nothing


def roll(turn: TurnState, place: TerrainPlace, ship: Ship, part: str, sides: int, count: int = 1) -> Roll:
    """Dice for a part of what terrain does to a ship, which its owner alone may know."""
    key = f"terrain/{place.hex}/{place.kind}/{place.week}/{ship.id}/{part}"
    return turn.dice.roll(secret_key(turn, ship.side, key), sides, count)


def strike(
    turn: TurnState, place: TerrainPlace, ship: Ship, riding: Mapping[tuple[ShipId, int], list[ShipId]]
) -> TerrainStrike:
    """A ship's roll on the table of the terrain; `riding` are craft by the hangar bay of the ship in which they are."""
    passage = roll(turn, place, ship, "passage", ship_damage.FULL_PERCENT)
    effect = ship_damage.effect_of(place.kind, passage.total, place.force, turn.settings)
    added = ship_damage.number("force level", turn.settings) * place.force
    modifiers = (Modifier(added, f"force F{place.force}"),) if place.kind in STORMS and added else ()
    blow = TerrainStrike(
        place, ship, effect, ship_damage.rule_of(place.kind, effect), rolls=[passage], modifiers=modifiers
    )
    if effect == ship_damage.NO_EFFECT:
        return blow
    _Strike(turn, ship, blow, riding).carry_out()
    return blow


class _Strike:
    """A blow while it is carried out on a ship."""

    def __init__(
        self, turn: TurnState, ship: Ship, blow: TerrainStrike, riding: Mapping[tuple[ShipId, int], list[ShipId]]
    ) -> None:
        self.turn, self.ship, self.blow, self.riding = turn, ship, blow, riding
        self.settings = turn.settings
        self.designs = turn.sides[ship.side].designs
        self.design: Design = self.designs[ship.design]
        self.hull: ship_damage.HullSpaces = ship_damage.hull_of(self.design, ship.wounds, self.settings)

    def carry_out(self) -> None:
        """Do what the effect says."""
        effects: Mapping[str, Callable[[], None]] = {
            "grain": self._grain,
            "rock": self._rock,
            "bolt": self._bolt,
            "shear": self._shear,
            "overload": self._overload,
            "ripple": self._ripple,
            "shields": self._shields,
            "surge": self._surge,
            "drive": self._drive,
            "burst": self._burst,
            "crushed": self._crushed,
        }
        effects[self.blow.effect]()

    def _roll(self, part: str, sides: int, count: int = 1) -> int:
        found = roll(self.turn, self.blow.place, self.ship, part, sides, count)
        self.blow.rolls.append(found)
        return found.total

    def _number(self, what: str) -> int:
        return ship_damage.number(what, self.settings)

    # --- Blows from one side

    def _grain(self) -> None:
        """A drill attack, its point of impact 2d10: shields count only if all of them are on line (CW-14.0-05)."""
        at = (self._roll("impact", 10, 2) - 2) * self.hull.size // 19
        self._blow(self._number("grain of sand"), at, shielded=self._on_line())

    def _rock(self) -> None:
        """An explosion, its point of impact 2d6+4: shields absorb part of it (CW-14.0-06)."""
        points = self._number("rock")
        at = (self._roll("impact", 6, 2) - 2) * self.hull.size // 11 - points // 2
        self._blow(points, at, shielded=True)

    def _bolt(self) -> None:
        """A drill attack from a random side, its point of impact 2d6+4 (CW-14.0-20)."""
        side, impact = self._roll("facing", FACING_SIDES), self._roll("impact", 6, 2)
        at = (side - 1) * self.hull.size // FACING_SIDES + (impact - 2) * self.hull.size // 11
        self._blow(self._number("bolt"), at, shielded=self._on_line())

    def _on_line(self) -> bool:
        return ship_damage.all_on_line(self.design, self.ship.wounds, self.settings)

    def _blow(self, points: int, at: int, *, shielded: bool) -> None:
        left = ship_damage.points_through(self._unit(), points, self.settings, shielded=shielded)
        self.blow.words.append(f"{_points(points)}, {left} of them through to the hull")
        if left:
            self._hit(self.hull.run(at, left) if left < self.hull.size else range(self.hull.size))

    def _unit(self) -> Combatant:
        """The ship as it would enter a battle, its people's armor with it."""
        ship = self.ship
        return with_race(self.turn, Combatant(ship.id, ship.side, self.design, ship.name, wounds=ship.wounds))

    def _particles(self, depth: int, side: int) -> None:
        """So many points down each hex row of the hull from a side; armor stops its part (CW-14.0-16, CW-14.0-18)."""
        places = self.hull.row(side, FACING_SIDES, depth)
        left = ship_damage.points_through(self._unit(), len(places), self.settings, shielded=False)
        rows = "its one row" if self.hull.rows == 1 else f"each of its {self.hull.rows} rows"
        self.blow.words.append(
            f"{_points(depth)} down {rows} from side {side}, {left} of {len(places)} through to the hull"
        )
        self._hit(places[:left])

    # --- Effects of storms

    def _shear(self) -> None:
        """Each cargo bay and each hangar bay may break loose (CW-14.0-12)."""
        cargo, hangars = self.design.cargo_bays, ship_damage.hangar_bays(self.design, self.settings)
        if not cargo + hangars:
            self.blow.words.append("it has no bays in which anything could break loose")
            return
        found = roll(self.turn, self.blow.place, self.ship, "bays", ship_damage.FULL_PERCENT, cargo + hangars)
        self.blow.rolls.append(found)
        chance = self._number("bay breaks loose")
        gone = [at for at, face in enumerate(found.faces) if face <= chance]
        ship, loose = ship_damage.break_bays(self.designs, self.ship, [at for at in gone if at < cargo], self.settings)
        bays = [at - cargo for at in gone if at >= cargo]
        craft = [key for at in bays for key in self.riding.get((self.ship.id, at), ())]
        self.blow.ship, self.blow.loose, self.blow.craft = ship, loose, tuple(craft)
        told = f"{len(gone)} of {cargo + hangars} bays broke loose"
        if gone:
            told += f": {loose.words(self.designs)}" if not loose.is_nothing or not craft else ""
            told += f"; {len(craft)} craft in them" if craft else ""
        self.blow.words.append(told)

    def _overload(self) -> None:
        """A random component takes 1d6 damage (CW-14.0-12)."""
        label = self._any(self.hull.whole())
        if label:
            points = self._roll("damage", 6)
            spaces = [at for at, what in enumerate(self.hull.spaces) if what == label]
            out = self.ship.wounds.damaged.get(label, 0) + self.ship.wounds.destroyed.get(label, 0)
            self.blow.words.append(f"{label} overloads")
            self._hit(spaces[: min(points, len(spaces) - out)])

    def _ripple(self) -> None:
        """2d6 points of random damage (CW-14.0-12)."""
        points = self._roll("damage", 6, 2)
        if self.hull.size:
            found = roll(self.turn, self.blow.place, self.ship, "places", self.hull.size, points)
            self.blow.rolls.append(found)
            self._hit([face - 1 for face in found.faces])

    def _shields(self) -> None:
        """All shields burn out; in an ion storm a ship without any takes a point on each hex row (CW-14.0-16, CW-14.0-20)."""
        if ship_damage.shields(self.design, self.ship.wounds, self.settings):
            self._burn()
        elif self.blow.place.kind == "ION":
            self._particles(self._number("particles"), self._roll("facing", FACING_SIDES))
        else:
            self.blow.words.append("it has no shields that could burn out")

    def _surge(self) -> None:
        """Shields burn out, and two points go down each hex row (CW-14.0-18)."""
        if ship_damage.shields(self.design, self.ship.wounds, self.settings):
            self._burn()
        self._particles(self._number("surge"), self._roll("facing", FACING_SIDES))

    def _burn(self) -> None:
        ship, wounds = self._now(), self._now().wounds
        count = ship_damage.burning_generators(self.design, wounds, self.settings)
        self.blow.words.append("its shields burn out" if count else "its resistant shields hold")
        self.blow.ship = changed(ship, wounds=Wounds(wounds.damaged, wounds.destroyed, max(wounds.burnt, count)))

    def _drive(self) -> None:
        """A random drive or power component overloads and is destroyed (CW-14.0-17)."""
        label = self._any(tuple(label for label in self.hull.whole() if component_of(label) in POWER_COMPONENTS))
        if not label:
            self.blow.words.append("it has no drive or power component left")
            return
        self.blow.words.append(f"1 {label} overloads and is destroyed")
        self._wound(self.hull.without([label]))

    def _burst(self) -> None:
        """All electronics and the crew are destroyed (CW-14.0-19)."""
        wired = [label for label in self.hull.whole() if _is_electronic(label, self)]
        if self.design.kind == SMALL_CRAFT_KIND:
            self._lose("its electronics and crew are gone")
            return
        lost = after_losing(self.ship.crew_lost, crew_of(self.design, self.settings), self.design, self.settings)
        self.blow.words.append("all electronics and the crew are gone")
        self.blow.ship = changed(self.ship, crew_lost=lost)
        self._wound(self.hull.without(wired))

    def _crushed(self) -> None:
        """It is caught between two waves (CW-14.0-12)."""
        self._lose("crushed")

    # --- What is done to it

    def _now(self) -> Ship:
        return self.blow.ship if self.blow.ship is not None else self.ship

    def _any(self, labels: tuple[str, ...]) -> str:
        """One of these, by a die with as many sides; "" of none."""
        return labels[self._roll("component", len(labels)) - 1] if labels else ""

    def _hit(self, places: Iterable[int]) -> None:
        burnt = self._now().wounds.burnt
        after = self.hull.struck(places, self.settings)
        self._wound(Wounds(after.damaged, after.destroyed, burnt))

    def _wound(self, wounds: Wounds) -> None:
        if self.blow.ship is None:
            return
        before = self.ship.wounds
        if self.design.kind == SMALL_CRAFT_KIND and (wounds.damaged, wounds.destroyed) != (
            before.damaged,
            before.destroyed,
        ):
            self._lose("any damage is the end of so small a craft")
            return
        fresh = _new(before, wounds)
        if fresh and self.blow.effect not in ship_damage.DEADLY_EFFECTS:
            self.blow.words.append(fresh)
        self.blow.ship = changed(
            self.blow.ship, wounds=Wounds(wounds.damaged, wounds.destroyed, self._now().wounds.burnt)
        )
        if self.hull.is_lost(wounds, self.settings):
            self._lose("it breaks up")

    def _lose(self, words: str) -> None:
        self.blow.words.append(words)
        self.blow.ship = None
        mine = [craft for (carrier, _), craft in self.riding.items() if carrier == self.ship.id]
        self.blow.craft = tuple(key for craft in mine for key in craft)


def _points(number_: int) -> str:
    return "1 point" if number_ == 1 else f"{number_} points"


def _is_electronic(label: str, strike_: _Strike) -> bool:
    return group_of(label, strike_.settings) in ELECTRONICS or component_of(label) in SPOILERS


def _new(before: Wounds, after: Wounds) -> str:
    """What is out of order that was not before, in words."""
    damaged = Counter(after.damaged) - Counter(before.damaged)
    destroyed = Counter(after.destroyed) - Counter(before.destroyed)
    found = [f"{n} {label} damaged" for label, n in sorted(damaged.items())]
    found += [f"{n} {label} destroyed" for label, n in sorted(destroyed.items())]
    return ", ".join(found)


def is_sheltered(turn: TurnState, ship: Ship) -> bool:
    """Whether radiation does nothing to a ship: it has a shield that works, a small craft one all around (CW-14.0-26, -28)."""
    design = turn.sides[ship.side].designs[ship.design]
    if design.kind == SMALL_CRAFT_KIND:
        return not crew_of(design, turn.settings) or ship_damage.is_covered(design, ship.wounds, turn.settings)
    return ship_damage.shields(design, ship.wounds, turn.settings) > 0


def irradiate(turn: TurnState, place: TerrainPlace, ship: Ship, rule: str) -> TerrainStrike:
    """What a radiation zone does to a ship without shields: part of its crew is lost, and a random component is hit; a small
    craft loses all of its crew."""
    design, settings = turn.sides[ship.side].designs[ship.design], turn.settings
    if design.kind == SMALL_CRAFT_KIND:
        dead = changed(ship, crew_lost=ALL_HANDS)
        return TerrainStrike(
            place, dead, "radiation", SMALL_CRAFT_RULE, ["its crew is dead"] if not is_adrift(ship) else ["it drifts"]
        )
    heads = -(
        -crew_of(design, settings) * ship_damage.number("radiation casualties", settings) // ship_damage.FULL_PERCENT
    )
    lost = after_losing(ship.crew_lost, heads, design, settings)
    blow = TerrainStrike(place, changed(ship, crew_lost=lost), "radiation", rule)
    if not is_adrift(ship):
        blow.words.append(f"{heads} of its crew of {crew_of(design, settings)} lost")
        blow.words += ["nobody is left"] if lost >= ALL_HANDS else []
    return critical(turn, blow)


def critical(turn: TurnState, blow: TerrainStrike) -> TerrainStrike:
    """A random critical hit as by a meson beam: one hull space of a component that still works is damaged (R-142)."""
    ship = blow.ship
    if ship is None:
        return blow
    hull = ship_damage.hull_of(turn.sides[ship.side].designs[ship.design], ship.wounds, turn.settings)
    whole = hull.whole()
    if not whole:
        return blow
    found = roll(turn, blow.place, ship, CRITICAL_ROLL, len(whole))
    label = whole[found.total - 1]
    damaged = {**ship.wounds.damaged, label: ship.wounds.damaged.get(label, 0) + 1}
    wounds = Wounds(dict(sorted(damaged.items())), ship.wounds.destroyed, ship.wounds.burnt)
    blow.rolls.append(found)
    blow.words.append(f"1 {label} damaged")
    blow.ship = None if hull.is_lost(wounds, turn.settings) else changed(ship, wounds=wounds)
    if blow.ship is None:
        blow.words.append("it breaks up")
    return blow
