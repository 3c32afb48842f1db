"""What a Spacecraft Systems Display holds, and the same in words: groups of boxes with their marks, armor, radar, power form."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from render.canvas.theme import drawable
from render.words.safe_text import fit_facts
from rules.hexes import Hex
from rules.pentagon_war.commission import PREFIXES, commission
from rules.pentagon_war.designs import BASIC_MISSILE, CargoBox, Design, MissileType
from rules.pentagon_war.geometry import ARCS, Arc, hex_name, letter
from rules.pentagon_war.movement.thrust import format_motion, records_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import PRICE_ROWS, boxes_left, built, price, size_class
from rules.pentagon_war.targeting.targets import turn_of
from rules.pentagon_war.units import Cpmf, Craft, Gun, Velocity, Weapon
from rules.values import Value, asdict, changed

Mark: TypeAlias = Literal["", "destroyed", "spent", "dotted"]
"""A whole box; crossed out; slashed; dotted: fired, launched, emptied or discharged."""
ROMAN: Final = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
BOX_MARKS: Final[Mapping[str, Mark]] = {
    "full": "", "marked": "spent", "dotted": "dotted", "empty": "dotted", "destroyed": "destroyed",
}  # fmt: skip
"""How the states of missile boxes, drone bays and holds are marked."""
POWER_LINES: Final = {
    "available": "available", "invisibility": "invisibility", "ecm": "ECM", "eccm": "ECCM", "beams": "beams",
    "bolt_beams": "bolts' beams", "rail": "rail", "reinforce": "screens", "cold_screens": "cold screens",
    "lasers": "lasers", "protons": "protons", "electrons": "electrons", "lost": "lost",
}  # fmt: skip


class SheetBox(Value):
    """One box: its mark and what is written in it."""

    mark: Mark = ""
    text: str = ""


class BoxGroup(Value):
    """A system's boxes under its name; `note` says what they are (arcs, kinds)."""

    name: str
    family: Literal["defence", "structure", "power", "drive", "weapon", "seeker", "control"]
    boxes: tuple[SheetBox, ...]
    note: str = ""

    @property
    def whole(self) -> int:
        """Boxes not destroyed."""
        return sum(box.mark != "destroyed" for box in self.boxes)

    @property
    def ready(self) -> int:
        """Boxes that bear no mark at all."""
        return sum(not box.mark for box in self.boxes)


class BoxSheet(Value):
    """A whole display; `form` is the power form's lines that say something, None where it is closed or there is none.

    `record` is this turn's lines of the Acceleration Record, None for what has none (PW-C06, PW-C07).
    """

    title: str
    subtitle: str
    state: str
    groups: tuple[BoxGroup, ...]
    armor: tuple[tuple[int, int], ...]  # boxes left and built, sides 1 to 6
    radar: tuple[SheetBox, ...]
    radar_note: str
    arcs: tuple[str, ...]  # what bears into each arc
    form: tuple[tuple[str, int], ...] | None
    points: int
    size: str
    whole: int
    boxes: int
    record: tuple[str, ...] | None = None


def sheet_of(craft: Craft, options: Options) -> BoxSheet:
    """A craft's display as it is now, as far as this record of it goes."""
    moves = "Acceleration Record" in records_of(craft, options)
    velocity = [format_motion(craft)] if moves else []
    state = [f"hex {hex_name(craft.at)}", f"facing {letter(craft.facing)}", *velocity, *_marks(craft)]
    name = drawable(craft.name, 30, craft.id) or craft.id
    head = f"{craft.id} {name}" if craft.id and name != craft.id else name
    sheet = _sheet(craft, options, head, ", ".join(state), _form(craft))
    return changed(sheet, record=craft.record) if moves else sheet


def sheet_of_design(design: Design, options: Options) -> BoxSheet:
    """A design's display, every box whole."""
    fresh = commission(design, "", design.name, "", Hex(1, 1), 0, Velocity(), options)
    return _sheet(fresh, options, drawable(design.name, 40, "Design"), drawable(design.notes, 110), None)


def _sheet(
    craft: Craft, options: Options, title: str, state: str, form: tuple[tuple[str, int], ...] | None
) -> BoxSheet:
    design = craft.design
    crew = "manned" if design.manned else "unmanned"
    kind = "base" if design.is_base else "craft"
    of = f"{drawable(design.name, 30)}, " if title != drawable(design.name, 40) else ""
    subtitle = f"{of}{drawable(design.power, 30) + ', ' if design.power else ''}{crew} {kind}"
    size = size_class(craft, options)
    groups = tuple(group for group in _groups(craft) if group.boxes)
    radar, radar_note = _radar(craft)
    return BoxSheet(
        title,
        subtitle,
        state,
        groups,
        armor=tuple(zip(craft.armor, design.armor, strict=True)),
        radar=radar,
        radar_note=radar_note,
        arcs=tuple(_bearing(craft, arc) for arc in ARCS),
        form=form,
        points=price(design, options),
        size=ROMAN[size] if size < len(ROMAN) else str(size),
        whole=sum(boxes_left(craft).values()),
        boxes=sum(built(design).values()),
    )


def _marks(craft: Craft) -> list[str]:
    said = {
        "radar off": not craft.radar_on,
        "locked on": craft.locked_on,
        "radar-invisible": craft.invisible,
        "hidden": craft.hidden,
        "evading": craft.evading,
        "acid eating": bool(craft.acid),
        "in orbit": craft.orbit is not None,
        "joined": bool(craft.joined),
    }
    return [word for word, holds in said.items() if holds] + ([craft.fate] if craft.fate else [])


def _form(craft: Craft) -> tuple[tuple[str, int], ...] | None:
    """The form's lines that are not nought; None for one that is closed to this viewer, or says nothing at all."""
    if craft.cpmf == Cpmf():
        return None
    lines = [(POWER_LINES[name], power) for name, power in asdict(craft.cpmf).items()]
    return (*((name, value) for name, value in lines if value or name == "available"), ("left", craft.cpmf.left))


def _row(built_boxes: int, standing: int, dotted: int = 0) -> tuple[SheetBox, ...]:
    """So many boxes, the last of them crossed out, those before them dotted."""
    bright = max(standing - dotted, 0)
    gone = max(built_boxes - standing, 0)
    return (SheetBox(),) * bright + (SheetBox("dotted"),) * (standing - bright) + (SheetBox("destroyed"),) * gone


def _groups(craft: Craft) -> list[BoxGroup]:
    design = craft.design
    used = max(craft.capacitors - craft.cpmf.left, 0) if craft.cpmf != Cpmf() else 0
    screens = "directional" if design.directional else ""
    if design.directional and craft.screen_aim:
        screens = f"aimed at {drawable(craft.screen_aim, 16)}"
    if craft.screens_cold:
        screens = f"cold, {craft.energised} energised"
    tanks = _row(design.fuel_tanks, craft.tanks_full + craft.tanks_empty, craft.tanks_empty)
    scoop = "" if design.scoop == "none" else design.scoop
    return [
        BoxGroup("Screens", "defence", _row(design.screens, craft.screens), screens),
        BoxGroup("Point defense", "defence", _row(design.point_defense, craft.point_defense)),
        *_weapons(craft),
        *(_gun(gun) for gun in craft.guns),
        *_seekers(craft),
        BoxGroup("Capacitors", "power", _row(design.capacitors, craft.capacitors, min(used, craft.capacitors))),
        BoxGroup("Engines", "drive", _row(design.engines, craft.engines)),
        BoxGroup("Fuel tanks", "drive", tanks, scoop),
        BoxGroup("Main control", "control", _row(design.main_control, craft.main_control)),
        BoxGroup("Aux control", "control", _row(design.aux_control, craft.aux_control)),
        BoxGroup("Hull, forward", "structure", _row(design.hull_forward, craft.hull_forward)),
        BoxGroup("Hull, aft", "structure", _row(design.hull_aft, craft.hull_aft)),
        BoxGroup(
            "Cargo", "structure", tuple(SheetBox(BOX_MARKS[hold.state], _freight(hold.cargo)) for hold in craft.holds)
        ),
        BoxGroup("Repair", "control", _row(design.repair, craft.repair)),
        BoxGroup("Ramming weights", "structure", _row(design.ramming_weights, craft.ramming_weights)),
        BoxGroup("Final damage", "structure", _row(design.final_damage, craft.final_damage)),
    ]


def _weapons(craft: Craft) -> list[BoxGroup]:
    """A group for each kind of weapon with the same arcs."""
    found: dict[tuple[str, tuple[Arc, ...]], list[SheetBox]] = {}
    for weapon in craft.weapons:
        found.setdefault((weapon.kind, weapon.arcs), []).append(SheetBox(_weapon_mark(craft, weapon), weapon.id))
    return [
        BoxGroup(PRICE_ROWS[kind], "weapon", tuple(boxes), _arcs(arcs)) for (kind, arcs), boxes in found.items()
    ]  # fmt: skip


def _weapon_mark(craft: Craft, weapon: Weapon) -> Mark:
    """Dotted if it has fired this turn, which the craft's own mark of this turn's fire tells (PW-S97, PW-S150)."""
    if weapon.destroyed:
        return "destroyed"
    fired = bool(craft.fire_impulse) and turn_of(weapon.fired) == turn_of(craft.fire_impulse)
    return "dotted" if fired or weapon.tried else ""


def _gun(gun: Gun) -> BoxGroup:
    boxes = (SheetBox(),) * gun.left + (SheetBox("spent"),) * gun.slashed + (SheetBox("destroyed"),) * gun.destroyed
    return BoxGroup(f"{PRICE_ROWS[gun.kind]} {gun.id}", "weapon", boxes, _arcs(gun.arcs))


def _arcs(arcs: tuple[Arc, ...]) -> str:
    return "all round" if len(arcs) == len(ARCS) else "+".join(arcs)


def _seekers(craft: Craft) -> list[BoxGroup]:
    """Missiles by type, drones by their arm."""
    missiles: dict[MissileType, list[SheetBox]] = {}
    for box in craft.missiles:
        missiles.setdefault(box.kind, []).append(SheetBox(BOX_MARKS[box.state], box.id))
    bays: dict[str, list[SheetBox]] = {}
    for bay in craft.bays:
        arm = PRICE_ROWS[bay.arm].removeprefix("Drone ").lower()
        bays.setdefault(arm, []).append(SheetBox(BOX_MARKS[bay.state], bay.id))
    found = [
        BoxGroup("Hyper bombs" if kind.hyper else "Missiles", "seeker", tuple(boxes), _flight(kind))
        for kind, boxes in missiles.items()
    ]
    return found + [BoxGroup("Drone bays", "seeker", tuple(boxes), arm) for arm, boxes in bays.items()]


def _flight(kind: MissileType) -> str:
    return "" if kind == BASIC_MISSILE else f"speed {kind.speed}, range {kind.range}, warhead {kind.warhead}"


def _freight(cargo: CargoBox) -> str:
    """A letter for what is inside: missiles, drones, acid, steel, or something else."""
    kinds = ((cargo.missiles, "M"), (cargo.drones, "D"), (cargo.acid, "A"), (cargo.steel, "S"), (cargo.other, "X"))
    return "".join(mark for held, mark in kinds if held)[:2]


def _radar(craft: Craft) -> tuple[tuple[SheetBox, ...], str]:
    """The track from its highest number to the free 0: destroyed boxes crossed, those under jamming dotted (PW-A11)."""
    gone = len(craft.design.radar) - len(craft.radar)
    track = (*craft.design.radar, 0)
    lowered = gone + min(craft.radar_lowered, len(craft.radar))
    boxes = [
        SheetBox("destroyed" if at < gone else "dotted" if at < lowered else "", str(number))
        for at, number in enumerate(track)
    ]
    note = "off" if not craft.radar_on else f"lowered by {craft.radar_lowered}" if craft.radar_lowered else ""
    return tuple(boxes), note


def _bearing(craft: Craft, arc: Arc) -> str:
    """What still fires into an arc: "3 L, 1 P"."""
    counts: dict[str, int] = {}
    for weapon in craft.weapons:
        if arc in weapon.arcs and not weapon.destroyed:
            counts[PREFIXES[weapon.kind]] = counts.get(PREFIXES[weapon.kind], 0) + 1
    for gun in craft.guns:
        if arc in gun.arcs and gun.left:
            counts[PREFIXES[gun.kind]] = counts.get(PREFIXES[gun.kind], 0) + 1
    return " ".join(f"{number}{kind}" for kind, number in counts.items())


def sheet_text(sheet: BoxSheet) -> str:
    """The whole display, one fact a line."""
    lines = [
        f"{sheet.title}, {sheet.subtitle}.",
        f"{sheet.points} points, size class {sheet.size}, {_format_boxes(sheet)}.",
    ]
    if sheet.state:
        lines.append(f"{sheet.state[0].upper()}{sheet.state[1:].rstrip('.')}.")
    lines.append(f"Armor: {_format_armor(sheet)}.")
    lines.append(f"Radar: {_format_radar(sheet)}.")
    lines += [f"{_named(group)}: {_format_left(group)}." for group in sheet.groups]
    fire = [f"{arc} {shown}" for arc, shown in zip(ARCS, sheet.arcs, strict=True) if shown]
    lines.append(f"Fires into: {'; '.join(fire) or 'no arc'}.")
    if sheet.form is not None:
        lines.append(f"Power form: {', '.join(f'{name} {value}' for name, value in sheet.form)}.")
    if sheet.record is not None:
        lines.append(f"Acceleration Record: {', '.join(sheet.record) or 'nothing this turn'}.")
    return "\n".join(lines) + "\n"


def sheet_alt(sheet: BoxSheet) -> str:
    """The display in at most 1,024 characters, whole facts only."""
    head = f"Systems display of {sheet.title}, {sheet.subtitle}. {sheet.points} points, size class {sheet.size},"
    facts = [f"{head} {_format_boxes(sheet)}.", f"Armor {_format_armor(sheet)}.", f"Radar {_format_radar(sheet)}."]
    return fit_facts(facts + [f"{_named(group)} {_format_left(group)}." for group in sheet.groups])


def _format_boxes(sheet: BoxSheet) -> str:
    return f"{sheet.whole} of {sheet.boxes} boxes left"


def _format_armor(sheet: BoxSheet) -> str:
    sides = [
        f"side {number} {standing}" + (f" of {built}" if standing != built else "")
        for number, (standing, built) in enumerate(sheet.armor, 1)
        if built
    ]
    return ", ".join(sides) or "none"


def _format_radar(sheet: BoxSheet) -> str:
    track = " ".join(box.text for box in sheet.radar if box.mark != "destroyed")
    gone = sum(box.mark == "destroyed" for box in sheet.radar)
    return track + (f", {gone} destroyed" if gone else "") + (f", {sheet.radar_note}" if sheet.radar_note else "")


def _named(group: BoxGroup) -> str:
    return f"{group.name} ({group.note})" if group.note else group.name


def _format_left(group: BoxGroup) -> str:
    """ "6", "5 of 6, 1 fired", "1 of 6, 2 spent, 3 destroyed": boxes that bear no mark, and what the others bear."""
    if group.ready == len(group.boxes):
        return str(group.ready)
    marks = {
        "spent": sum(box.mark == "spent" for box in group.boxes),
        {"weapon": "fired", "power": "discharged"}.get(group.family, "empty"): sum(
            box.mark == "dotted" for box in group.boxes
        ),
        "destroyed": sum(box.mark == "destroyed" for box in group.boxes),
    }
    said = [f"{many} {word}" for word, many in marks.items() if many]
    return ", ".join([f"{group.ready} of {len(group.boxes)}", *said])
