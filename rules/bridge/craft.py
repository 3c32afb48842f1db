"""A Cluster War design as a craft of the Pentagon War, and who flies as what: a ship alone, small craft in squadrons.

Every design has one, whoever drew it or nobody: what nobody drew is guessed from its price, as for battles settled by numbers,
and the rest of its hull is filled by its kind (BR-T04).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Final, TypeAlias

from rules.bridge.tables_of import System, bridge_tables, number, read_boxes
from rules.cluster_war.chapters.combat import unit_strength
from rules.cluster_war.chapters.combat.battle import Combatant, Place
from rules.cluster_war.chapters.logistics.stores import magazine_room
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.drafts import DraftPart, catalogue
from rules.pentagon_war import designs as tactical
from rules.pentagon_war.geometry import ARCS
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import MASS_PER_CLASS, finish_design, undamaged_mass
from rules.values import Value, changed

SHIP_WEAPONS: Final = ("laser", "electron", "proton", "radiation", "missile")
BROADSIDE: Final = ("LF", "RF", "R", "L")
OTHER_COMPONENT: Final = "Anything else"
DRIVE: Final = "Drive"
SHIELDS: Final = ("Shield projector", "Resistant shield projector", "Snapshield")
CIVIL_PARTS: Final = (
    "cargo_bays",
    "survey_bays",
    "shipyard_bays",
    "light_industry",
    "heavy_industry",
    "mining",
    "agro",
)
SWEEPER: Final = "Minesweeper"
"""Boxes of point defense that no technology of point defense betters."""
NO_MORE: Final[Mapping[System, int]] = {}
MASS_FACTOR: Final = 10
"""Times the printed mass points of a box: a hull of some dozens of boxes then has engines to lose, and G comes in fine steps."""
EXPLODING_BOXES: Final = (
    "undestroyed engine", "filled fuel tank", "charged capacitor", "undestroyed magnetic beam", "undestroyed screen",
    "undestroyed gun box", "undestroyed secondary weapon", "suicide bomb",
)  # fmt: skip
"""What of a lost craft would explode."""
ONE_SIZE: Final = 3000
"""Up to so many boxes all craft are as easy to hit: accuracy knows no size in the campaign (CW-9.3-47)."""
BATTLE_OPTIONS: Final = Options(
    mass_class="fraction",
    overrides={
        "PW-T27/other non-radar/undestroyed": str(2 * MASS_FACTOR),
        "PW-T27/other non-radar/destroyed": str(1 * MASS_FACTOR),
        "PW-T27/armor/undestroyed": str(4 * MASS_FACTOR),
        "PW-T27/armor/destroyed": str(2 * MASS_FACTOR),
        **{f"PW-T26/{system}/weight": "0" for system in EXPLODING_BOXES},
        **{f"PW-T05/{size}/to": str(ONE_SIZE << at) for at, size in enumerate(("I", "II", "III", "IV", "V", "VI"))},
    },
)
"""What battles of the chair are played with: engines push by mass, a box has more of it than in print, and what is lost does not
explode, since a hex is big enough for a whole task force (CW-9.1-02)."""
FULL_PERCENT: Final = 100
_RATING: Final = re.compile(r"\s+(\d+(?:\.\d+|/[1-9]\d*)?)G?$")


class Block(Value):
    """The boxes of what a layout names: `pieces` hull spaces of it, 1 for what takes none; not `on_record` if none does."""

    label: str
    component: str
    pieces: int
    boxes: Mapping[System, int]
    on_record: bool = True

    @property
    def total(self) -> int:
        """All its boxes."""
        return sum(self.boxes.values())

    def lost(self, boxes: int) -> int:
        """Pieces that are lost with so many of its boxes: all with the last, none before enough for one."""
        return boxes * self.pieces // self.total if self.total else 0

    def out(self, pieces: int) -> int:
        """Boxes that are gone when so many pieces are out of order, a part of a box not counted."""
        return min(pieces, self.pieces) * self.total // self.pieces


class TacticalDesign(Value):
    """A design on the tactical map: its blocks in the layout's order, and what is not boxes: G, radar, aim and its spoiling.

    `attack` is what its battle computer adds to its aim, `defense` what its ECM takes from the enemy's, in percent points;
    `structure` and `last` are boxes of hull and final damage that every unit of it has beside (BR-T05); `shared` is which part
    of its screens a unit in a squadron adds to the first one's.
    """

    blocks: tuple[Block, ...]
    engines: Fraction = Fraction(0)
    radar: int = 5
    hidden: bool = False
    attack: int = 0
    defense: int = 0
    tanks: int = 2
    reserve: int = 4
    structure: Fraction = Fraction(0)
    last: Fraction = Fraction(0)
    shared: Fraction = Fraction(1)

    def boxes(self) -> Counter[System]:
        """Its boxes by system, without engines and what comes free."""
        found: Counter[System] = Counter()
        for block in self.blocks:
            found.update(block.boxes)
        return found

    @property
    def is_armed(self) -> bool:
        """Whether it has anything to shoot with."""
        boxes = self.boxes()
        return any(boxes[arm] for arm in SHIP_WEAPONS)


def blueprint(design: Design, settings: Settings, more: Mapping[System, int] = NO_MORE) -> TacticalDesign:
    """What a design is on the tactical map, with so many boxes `more` of a system in each component that has it; GameError for a
    house rule that makes no sense."""
    tables = bridge_tables(settings)
    layout, known = unit_strength.fitted_spaces(design, settings), catalogue(settings)
    blocks: list[Block] = []
    radar, attack, defense, hidden = number(settings, "radar"), 0, 0, "cloaked" in design.traits
    for label, spaces in layout.items():
        component, rating = parse_component(label, known)
        match component:
            case "LRS":
                radar = max(radar, number(settings, "radar with an LRS"))
            case "Battle computer":
                attack += int(rating * number(settings, "battle computer, a level"))
            case "ECM" | "ECM pod":
                defense += int(rating * number(settings, "ECM, a level"))
            case "Cloaking device":
                hidden = True
            case _:
                pass
        row = tables["BR-T01"].row(component if component in tables["BR-T01"].keys else OTHER_COMPONENT)
        size = known[component.casefold()].size if component.casefold() in known else 1
        many = max(1, spaces // max(size, 1)) if spaces else design.outside.get(label, 1)
        per = many * rating if row["per"] == "rating" else Fraction(many)
        boxes = {} if component == DRIVE else scale_boxes(row["boxes"], per)
        if more and component != SWEEPER:
            boxes = {system: n + many * more.get(system, 0) for system, n in boxes.items()}
        blocks.append(Block(label, component, max(1, spaces), boxes))
    unknown = max(0, design.hull - sum(layout.values())) if not design.layout else 0
    if unknown:
        row = tables["BR-T04"].row(_kind(design))
        blocks.append(
            Block("", OTHER_COMPONENT, unknown, scale_boxes(row["boxes"], Fraction(unknown)), on_record=False)
        )
    drive = tables["BR-T02"].by_roll(ceil(design.drive)) if design.kind != "base" else {"engines": "0"}
    hull = tables["BR-T05"].row(design.kind)
    return TacticalDesign(
        tuple(blocks),
        engines=Fraction(drive["engines"]),
        radar=radar,
        hidden=hidden,
        attack=attack,
        defense=defense,
        tanks=number(settings, "fuel tanks"),
        reserve=number(settings, "reserve power"),
        structure=design.hull * Fraction(hull["hull"]),
        last=design.hull * Fraction(hull["last"]),
        shared=Fraction(number(settings, "screens of a squadron"), FULL_PERCENT),
    )


def parse_component(label: str, known: Mapping[str, DraftPart]) -> tuple[str, Fraction]:
    """The component that a layout's label names, and its rating (1 without one): "Beam emitter 3, Heat" is a beam emitter, 3."""
    words = label.partition(",")[0].strip()
    found = _RATING.search(words)
    rated = found is not None and words.casefold() not in known
    name = words[: found.start()] if found is not None and rated else words
    part = known.get(name.casefold())
    return (name if part is None else part.name), Fraction(found[1]) if found is not None and rated else Fraction(1)


def scale_boxes(cell: str, times: Fraction) -> Mapping[System, int]:
    """Boxes as a cell of BR-T01 or BR-T04 has them, so many times: to the nearest whole, a half up, at least 1 of each."""
    return {system: max(1, floor(each * times + Fraction(1, 2))) for system, each in read_boxes(cell) if each}


class FittedCraft(Value):
    """A craft of the Pentagon War, and which of its boxes are whose: the blocks of all units in it, engines among them."""

    design: tactical.Design
    blocks: tuple[Block, ...]


def fit_craft(plan: TacticalDesign, name: str, count: int = 1) -> FittedCraft:
    """So many units of a plan as one craft: every box so many times, those that come free with each among them.

    Screens are fewer: each unit's stop what is aimed at it, and no fire at one would have to get through those of all.
    """
    one = tactical_design(plan, name)
    blocks = []
    for block in plan.blocks:
        boxes = {system: n * count for system, n in block.boxes.items()}
        if block.component == DRIVE:
            boxes = {"engines": one.engines * count}
        if "screens" in boxes:
            boxes["screens"] -= floor(block.boxes["screens"] * (count - 1) * (1 - plan.shared))
        blocks.append(changed(block, pieces=block.pieces * count, boxes=boxes))
    screens = sum(block.boxes.get("screens", 0) for block in blocks)
    return FittedCraft(changed(_together(one, count), screens=screens), tuple(blocks))


def tactical_design(plan: TacticalDesign, name: str) -> tactical.Design:
    """The craft of one unit of a plan; engines by the mass it comes to."""
    has = plan.boxes()
    power = has["capacitor"] + (plan.reserve if plan.is_armed or has["screens"] else 0)
    weapons = [
        tactical.WeaponBox(kind, BROADSIDE) for kind in ("laser", "electron", "proton") for _ in range(has[kind])
    ]
    design = tactical.Design(
        name=name,
        screens=has["screens"],
        armor=_sides(has["armor"], rear=not plan.engines),
        cargo=tuple(tactical.CargoBox(other="hold") for _ in range(has["cargo"])),
        fuel_tanks=plan.tanks if plan.engines else 0,
        capacitors=power,
        point_defense=has["point_defense"],
        radar=(plan.radar,) if plan.radar else (),
        missiles=(tactical.BASIC_MISSILE,) * has["missile"],
        main_control=max(1, has["main_control"]),
        aux_control=has["aux_control"],
        radar_invisibility=plan.hidden,
        weapons=tuple(weapons),
        guns=(tactical.GunTrack("radiation", has["radiation"]),) if has["radiation"] else (),
        repair=has["repair"],
    )
    bought = has["hull"] + ceil(plan.structure), floor(plan.last)
    whole = finish_design(design, BATTLE_OPTIONS, *bought)
    return finish_design(
        changed(whole, engines=_engines(plan.engines, undamaged_mass(whole, BATTLE_OPTIONS))), BATTLE_OPTIONS, *bought
    )


def _together(one: tactical.Design, count: int) -> tactical.Design:
    """So many craft of a design as one: all its boxes so many times, but for the radar, which does not better by number."""
    a, b, c, d, e, f = (boxes * count for boxes in one.armor)
    return changed(
        one,
        screens=one.screens * count,
        armor=(a, b, c, d, e, f),
        hull_forward=one.hull_forward * count,
        hull_aft=one.hull_aft * count,
        cargo=one.cargo * count,
        fuel_tanks=one.fuel_tanks * count,
        capacitors=one.capacitors * count,
        point_defense=one.point_defense * count,
        engines=one.engines * count,
        final_damage=one.final_damage * count,
        missiles=one.missiles * count,
        main_control=one.main_control * count,
        aux_control=one.aux_control * count,
        weapons=one.weapons * count,
        guns=one.guns * count,
        repair=one.repair * count,
    )


def _engines(share: Fraction, mass: int) -> int:
    """Engines that push so much mass, and themselves, with that share of the standard acceleration."""
    if not share:
        return 0
    return max(1, ceil(share * mass / (MASS_PER_CLASS - 2 * MASS_FACTOR * share)))


def _sides(boxes: int, *, rear: bool) -> tuple[int, int, int, int, int, int]:
    """Armor shared out over the sides, the bow first; none on side 4 of what has engines (PW-S11)."""
    order = (1, 2, 6, 3, 5, 4) if rear else (1, 2, 6, 3, 5)
    each = Counter(order[n % len(order)] for n in range(boxes))
    a, b, c, d, e, f = (each[side] for side in range(1, len(ARCS) + 1))
    return a, b, c, d, e, f


def _kind(design: Design) -> str:
    if design.kind == "ship" and any(getattr(design, field) for field in CIVIL_PARTS):
        return "civil"
    return design.kind


Key: TypeAlias = tuple[SideId, str, str, str, Place]
SMALL_CRAFT_KIND: Final = "small_craft"


class FormationMember(Value):
    """One unit of a formation; a combatant that counts for several has as many."""

    combatant: Combatant
    number: int = 1


class Formation(Value):
    """What flies as one craft: units of one design of one side, as they are, and the craft that they make together."""

    members: tuple[FormationMember, ...]
    plan: TacticalDesign
    fitted: FittedCraft

    @property
    def first(self) -> Combatant:
        """Its first unit: side, design and place are the same for all."""
        return self.members[0].combatant

    @property
    def name(self) -> str:
        """What its own side calls it: a ship by its name, several by how many of what."""
        return (self.first.name or self.kind) if len(self.members) == 1 else self.kind

    @property
    def kind(self) -> str:
        """What everybody sees: how many of what."""
        one = self.first.design.name
        return one if len(self.members) == 1 else f"{len(self.members)} × {one}"


def formations(units: Iterable[Combatant], settings: Settings, most: int) -> tuple[Formation, ...]:
    """All units in formations, in their order: at most so many, or else one for each kind of unit.

    Only units of one side, design, fleet, start and place fly as one, and ships only where there are more than the map bears;
    the formations of a kind are as large as each other, or one smaller.
    """
    kinds: dict[Key, list[FormationMember]] = defaultdict(list)
    for unit in units:
        fleet = unit.fleet if unit.count == 1 else unit.unit
        key = (unit.side, unit.design.id, unit.design.name, fleet, unit.place)
        kinds[key] += [FormationMember(unit, n) for n in range(1, unit.count + 1)]
    size = {
        k: number(settings, "squadron") if m[0].combatant.design.kind == SMALL_CRAFT_KIND else 1
        for k, m in kinds.items()
    }
    while sum(_parts(len(kinds[k]), size[k]) for k in kinds) > most:
        crowd = max(kinds, key=lambda k: (_parts(len(kinds[k]), size[k]), k))
        if _parts(len(kinds[crowd]), size[crowd]) == 1:
            break
        size[crowd] += 1
    made = []
    for key, members in kinds.items():
        first = members[0].combatant
        plan = blueprint(first.design, settings, {"armor": first.armor, "point_defense": first.intercept})
        plan = changed(plan, hidden=plan.hidden or first.hidden)
        parts, at = _parts(len(members), size[key]), 0
        for n in range(parts):
            crew = tuple(members[at : at + -(-(len(members) - at) // (parts - n))])
            at += len(crew)
            made.append(Formation(crew, plan, fit_craft(plan, first.design.name, len(crew))))
    return tuple(made)


def _parts(members: int, size: int) -> int:
    return -(-members // size)


def out_of_order(unit: Combatant, blocks: Iterable[Block]) -> tuple[int, ...]:
    """How many pieces of each block are out of order in one unit before the fight; burnt shields take the first there are."""
    burnt, found = unit.wounds.burnt, []
    for block in blocks:
        out = min(block.pieces, unit.wounds.damaged.get(block.label, 0) + unit.wounds.destroyed.get(block.label, 0))
        if block.component in SHIELDS:
            taken = min(burnt, block.pieces - out)
            burnt, out = burnt - taken, out + taken
        found.append(out)
    return tuple(found)


def gone_before(formation: Formation) -> tuple[int, ...]:
    """Boxes of each block that are gone as the fight begins: what earlier battles did to its units."""
    each = [out_of_order(member.combatant, formation.plan.blocks) for member in formation.members]
    sums = [sum(out[at] for out in each) for at in range(len(formation.plan.blocks))]
    return tuple(block.out(pieces) for block, pieces in zip(formation.fitted.blocks, sums, strict=True))


def loaded_missiles(formation: Formation, settings: Settings) -> int:
    """Missile boxes that are full as the fight begins: by how full its magazines are; all, where it has none."""
    boxes = len(formation.fitted.design.missiles)
    rooms = [magazine_room(member.combatant.design, settings) for member in formation.members]
    if not sum(rooms):
        return boxes
    held = sum(min(munitions_of(m), Fraction(room)) for m, room in zip(formation.members, rooms, strict=True))
    return ceil(boxes * held / sum(rooms))


def munitions_of(member: FormationMember) -> Fraction:
    """The CPs of munitions that one unit has: its part of them, where several draw on one stock."""
    return Fraction(member.combatant.munitions, member.combatant.count)
