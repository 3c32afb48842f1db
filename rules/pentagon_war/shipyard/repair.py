"""Where craft lie between a campaign's battles, what may be repaired there and how much of it, what to repair first, and
repairs as players write them (PW-A41 to PW-A44)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.pentagon_war.changes import with_one
from rules.pentagon_war.designs import CargoBox, Design
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.notation_items import count_things
from rules.pentagon_war.units import CargoHold, Craft, Gun, UnitId
from rules.values import IllegalOrderError, NotationError, NotYoursError, Value, changed, quoted, unknown

Yard: TypeAlias = Literal["control", "drive", "weapon", "other"]
ALLOWANCE_ROWS: Final[Mapping[Yard, str]] = {
    "control": "control (Main or Aux)",
    "drive": "capacitor or engine",
    "weapon": "weapon",
    "other": "other non-weapon",
}
"""The four kinds of boxes that repair counts apart, and their rows of table PW-T25 (PW-A43)."""


class Dock(Value):
    """Craft joined to one another, out of battle; `repaired` once their repairs of this pause are done."""

    craft: tuple[Craft, ...]
    options: Options
    repaired: bool = False


def aboard(dock: Dock, unit: UnitId) -> Craft:
    """A craft of the dock by id; NotYoursError if it is not joined here."""
    found = next((craft for craft in dock.craft if craft.id == unit), None)
    if found is None:
        raise NotYoursError(f"{quoted(unit)} is not joined to these craft.")
    return found


def dock_craft(dock: Dock, crafts: Iterable[Craft]) -> Dock:
    """The dock with these craft in the place of those with their ids."""
    new = {craft.id: craft for craft in crafts}
    return changed(dock, craft=tuple(new.get(craft.id, craft) for craft in dock.craft))


def repair_boxes(dock: Dock) -> int:
    """All repair boxes that work: none unless a manned craft or a base is among the joined (PW-S03, PW-A41, PW-S143).

    Hits on repair boxes are erased before anything is counted (PW-A42), so this is the number built.
    """
    if not any(craft.design.manned or craft.is_base for craft in dock.craft):
        return 0
    return sum(craft.design.repair for craft in dock.craft)


def allowances(dock: Dock) -> Mapping[Yard, int]:
    """How many boxes of each kind may be repaired on all craft of the dock together (PW-A43, table PW-T25)."""
    boxes = repair_boxes(dock)
    table = tables(dock.options)["PW-T25"]
    return {kind: boxes * table.number(row, "boxes per repair box") for kind, row in ALLOWANCE_ROWS.items()}


def check_campaign(dock: Dock) -> None:
    """IllegalOrderError unless these craft fight a campaign: single battles have no afterwards (PW-S21, PW-A41)."""
    if not dock.options.campaign_repair:
        raise IllegalOrderError("Repairs and reloads are for the pauses of a campaign; this is none.", rule="PW-A41")


COUNTED_SYSTEMS: Final[Mapping[str, tuple[Yard, str, Callable[[Design], int]]]] = {
    "main control": ("control", "main_control", lambda d: d.main_control),
    "aux control": ("control", "aux_control", lambda d: d.aux_control),
    "capacitor": ("drive", "capacitors", lambda d: d.capacitors),
    "engine": ("drive", "engines", lambda d: d.engines),
    "screen": ("other", "screens", lambda d: d.screens),
    "point defense": ("other", "point_defense", lambda d: d.point_defense),
    "final damage": ("other", "final_damage", lambda d: d.final_damage),
    "ramming weight": ("other", "ramming_weights", lambda d: d.ramming_weights),
}
"""Systems that are only counted: the kind of allowance, the craft's field, how many were built."""


class Mend(Value):
    """So many boxes of one system of one craft to repair.

    `what` is a counted system ("engine"), "fuel", "armor 3", "radar 5", "cargo 2" (the second hold), or a weapon's,
    gun's, missile box's or drone bay's id ("L1", "RG1", "M1", "D1").
    """

    craft: UnitId
    what: str
    boxes: int = 1


def repair(dock: Dock, mends: Sequence[Mend]) -> Dock:
    """The dock after all its repairs of one pause: free items, then these, all or none of them.

    IllegalOrderError if nobody there can repair, an allowance does not suffice, or a box is whole already.
    """
    check_campaign(dock)
    if dock.repaired:
        raise IllegalOrderError("These craft have had their repairs of this pause.", rule="PW-A41")
    if not repair_boxes(dock):
        raise IllegalOrderError(
            "Nobody here can repair: it takes repair boxes, and a manned craft or base joined to the rest.",
            rule="PW-S03",
        )
    mended = dock_craft(dock, (_free_items(craft) for craft in dock.craft))
    used: Counter[Yard] = Counter()
    for mend in mends:
        kind, craft = _mended(aboard(mended, mend.craft), mend)
        used[kind] += mend.boxes
        mended = dock_craft(mended, (craft,))
    _check_allowances(dock, used)
    return changed(mended, repaired=True)


def _free_items(craft: Craft) -> Craft:
    design = craft.design
    return changed(craft, repair=design.repair, hull_forward=design.hull_forward, hull_aft=design.hull_aft)


def _check_allowances(dock: Dock, used: Mapping[Yard, int]) -> None:
    words: Mapping[Yard, str] = {
        "control": "control box", "drive": "capacitor or engine box", "weapon": "weapon box", "other": "other box",
    }  # fmt: skip
    for kind, limit in allowances(dock).items():
        if used.get(kind, 0) > limit:
            asked = count_things(used[kind], words[kind])
            raise IllegalOrderError(f"You ask for {asked}; these repair boxes repair {limit}.", rule="PW-A43")


def _mended(craft: Craft, mend: Mend) -> tuple[Yard, Craft]:
    if mend.boxes < 1:
        raise NotationError(f"Repair at least one box of {quoted(mend.what)}, or leave it out.")
    word, _, which = mend.what.partition(" ")
    if mend.what in COUNTED_SYSTEMS:
        return _count(craft, mend)
    if mend.what == "fuel":
        _check_lost(craft.design.fuel_tanks - craft.tanks_full - craft.tanks_empty, mend)
        return "other", changed(craft, tanks_empty=craft.tanks_empty + mend.boxes)
    if word in _PLACES and which.isascii() and which.isdecimal() and len(which) < 4:
        return "other", _PLACES[word](craft, int(which), mend)
    return _by_id(craft, mend)


def _check_lost(lost: int, mend: Mend) -> None:
    if mend.boxes > lost:
        found = f"only {count_things(lost, 'box')}" if lost > 0 else "nothing"
        raise IllegalOrderError(
            f"There {'are' if lost > 1 else 'is'} {found} of {quoted(mend.what)} on {mend.craft} to repair.",
            rule="PW-A43",
        )


def _count(craft: Craft, mend: Mend) -> tuple[Yard, Craft]:
    kind, field, built = COUNTED_SYSTEMS[mend.what]
    has = getattr(craft, field)
    _check_lost(built(craft.design) - has, mend)
    return kind, changed(craft, **{field: has + mend.boxes})


def _armor(craft: Craft, side: int, mend: Mend) -> Craft:
    if not 1 <= side <= 6:
        raise NotationError(f"Armor has sides 1 to 6, not {side}.")
    _check_lost(craft.design.armor[side - 1] - craft.armor[side - 1], mend)
    armor = list(craft.armor)
    armor[side - 1] += mend.boxes
    a, b, c, d, e, f = armor
    return changed(craft, armor=(a, b, c, d, e, f))


def _radar(craft: Craft, number: int, mend: Mend) -> Craft:
    _check_lost(craft.design.radar.count(number) - craft.radar.count(number), mend)
    return changed(craft, radar=tuple(sorted((*craft.radar, *[number] * mend.boxes), reverse=True)))


def _cargo(craft: Craft, place: int, mend: Mend) -> Craft:
    hold = craft.holds[place - 1] if 1 <= place <= len(craft.holds) else None
    _check_lost(int(hold is not None and hold.state == "destroyed"), mend)
    holds = tuple(CargoHold(CargoBox(), "dotted") if n == place else hold for n, hold in enumerate(craft.holds, 1))
    return changed(craft, holds=holds)


_PLACES: Final[Mapping[str, Callable[[Craft, int, Mend], Craft]]] = {"armor": _armor, "radar": _radar, "cargo": _cargo}


def _by_id(craft: Craft, mend: Mend) -> tuple[Yard, Craft]:
    what = mend.what.upper()
    for weapon in craft.weapons:
        if weapon.id == what:
            _check_lost(int(weapon.destroyed), mend)
            return "weapon", changed(craft, weapons=with_one(craft.weapons, what, destroyed=False))
    for gun in craft.guns:
        if gun.id == what:
            return "weapon", _gun(craft, mend, gun)
    for box in craft.missiles:
        if box.id == what:
            _check_lost(int(box.state == "destroyed"), mend)
            return "other", changed(craft, missiles=with_one(craft.missiles, what, state="empty"))
    for bay in craft.bays:
        if bay.id == what:
            _check_lost(int(bay.state == "destroyed"), mend)
            return "other", changed(craft, bays=with_one(craft.bays, what, state="dotted"))
    raise NotationError(f"{quoted(mend.what)} is not a system of {craft.name}.")


def _gun(craft: Craft, mend: Mend, gun: Gun) -> Craft:
    """Repaired boxes of a gun with ammunition are there again, and empty until reloaded (PW-S127, PW-S133)."""
    _check_lost(gun.destroyed, mend)
    slashed = gun.slashed + (mend.boxes if gun.kind != "radiation" else 0)
    return changed(craft, guns=with_one(craft.guns, gun.id, destroyed=gun.destroyed - mend.boxes, slashed=slashed))


REPAIR_ORDER: Final = (
    "main control", "aux control", "engine", "capacitor", "final damage", "screen", "radar", "weapon", "gun", "fuel",
    "armor", "missile", "bay", "point defense", "cargo", "ramming weight",
)  # fmt: skip
"""The order in which a suggestion mends: what lets a craft steer, move and live before what lets it fight."""
MOST_LINES: Final = 200
_LINE: Final = re.compile(
    r"(?P<craft>[A-Za-z][A-Za-z0-9]*) +(?P<what>[A-Za-z][A-Za-z0-9 ]*?)(?: *[x×*] *(?P<boxes>[0-9]{1,6}))?"
)


def broken_boxes(craft: Craft) -> tuple[tuple[str, Yard, Mend], ...]:
    """Everything of a craft that repair boxes could mend, whole: which of REPAIR_ORDER it is, what it counts as, how many boxes.

    Hull and repair boxes are not among it: their hits are erased at once (PW-A42).
    """
    return tuple(_broken(craft))


def _broken(craft: Craft) -> Iterator[tuple[str, Yard, Mend]]:
    design = craft.design

    def mend(what: str, boxes: int = 1) -> Mend:
        return Mend(craft.id, what, boxes)

    for what, (kind, field, built) in COUNTED_SYSTEMS.items():
        if gone := built(design) - getattr(craft, field):
            yield what, kind, mend(what, gone)
    if tanks := design.fuel_tanks - craft.tanks_full - craft.tanks_empty:
        yield "fuel", "other", mend("fuel", tanks)
    for side, (had, has) in enumerate(zip(design.armor, craft.armor, strict=True), 1):
        if had > has:
            yield "armor", "other", mend(f"armor {side}", had - has)
    for number, boxes in sorted((Counter(design.radar) - Counter(craft.radar)).items(), reverse=True):
        yield "radar", "other", mend(f"radar {number}", boxes)
    for place, hold in enumerate(craft.holds, 1):
        if hold.state == "destroyed":
            yield "cargo", "other", mend(f"cargo {place}")
    yield from (("weapon", "weapon", mend(weapon.id)) for weapon in craft.weapons if weapon.destroyed)
    yield from (("gun", "weapon", mend(gun.id, gun.destroyed)) for gun in craft.guns if gun.destroyed)
    yield from (("missile", "other", mend(box.id)) for box in craft.missiles if box.state == "destroyed")
    yield from (("bay", "other", mend(bay.id)) for bay in craft.bays if bay.state == "destroyed")


def has_free_items(dock: Dock) -> bool:
    """Whether hits on hull or repair boxes would be erased (PW-A42)."""
    return any(
        (craft.hull_forward, craft.hull_aft, craft.repair)
        != (craft.design.hull_forward, craft.design.hull_aft, craft.design.repair)
        for craft in dock.craft
    )


def suggest_mends(dock: Dock) -> tuple[Mend, ...]:
    """As much as may be repaired in this pause, the most useful first; of several craft each kind in their order."""
    if dock.repaired or not repair_boxes(dock):
        return ()
    free = dict(allowances(dock))
    chosen = []
    found = [each for craft in dock.craft for each in broken_boxes(craft)]
    for _, kind, mend in sorted(found, key=lambda each: REPAIR_ORDER.index(each[0])):
        if boxes := min(mend.boxes, free[kind]):
            free[kind] -= boxes
            chosen.append(changed(mend, boxes=boxes))
    return tuple(chosen)


def mend_line(mend: Mend) -> str:
    """A repair as players write it: "X1 engine x2"."""
    return f"{mend.craft} {mend.what}" + (f" x{mend.boxes}" if mend.boxes > 1 else "")


def read_mends(dock: Dock, text: str) -> tuple[Mend, ...]:
    """The repairs in these lines. NotationError names the line that cannot be read, and what would be right."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise NotationError(f"These are {len(lines)} lines; {MOST_LINES} are the most.")
    return tuple(_read(dock, line) for line in lines)


def _read(dock: Dock, line: str) -> Mend:
    found = _LINE.fullmatch(line)
    if found is None:
        raise NotationError(f"{quoted(line)} is not a repair; write craft, system and number, like `X1 engine x2`.")
    craft = next((each for each in dock.craft if each.id.casefold() == found["craft"].casefold()), None)
    if craft is None:
        ids = (each.id for each in dock.craft)
        raise unknown(
            NotationError, f"{quoted(found['craft'])} is not a craft of this dock.", found["craft"], "There are", ids
        )
    what = " ".join(found["what"].split())
    known = [mend.what for _, _, mend in broken_boxes(craft)]
    meant = next((each for each in known if each.casefold() == what.casefold()), None)
    if meant is None:
        lead = f"There is nothing of {quoted(what)} on {craft.id} to repair."
        raise unknown(NotationError, lead, what, "Broken there are", known)
    return Mend(craft.id, meant, int(found["boxes"] or 1))


def condition(craft: Craft) -> tuple[str, ...]:
    """What a craft is short of, in words: boxes broken, hull hit, tanks, boxes, bays and guns that are empty."""
    hull = craft.design.hull_forward + craft.design.hull_aft - craft.hull_forward - craft.hull_aft
    hit = craft.design.repair - craft.repair
    slashed = sum(gun.slashed for gun in craft.guns if gun.kind != "radiation")
    launched = sum(box.state in {"marked", "empty"} for box in craft.missiles)
    short = (
        (hull, "hull box"), (hit, "repair box"), (craft.tanks_empty, "empty tank"), (launched, "empty missile box"),
        (sum(bay.state == "dotted" for bay in craft.bays), "empty drone bay"), (slashed, "spent gun box"),
    )  # fmt: skip
    gone = [mend.what + (f" ×{mend.boxes}" if mend.boxes > 1 else "") for _, _, mend in broken_boxes(craft)]
    return (*gone, *(count_things(number, thing) for number, thing in short if number))


def lines_of(mends: Sequence[Mend] | Iterable[Mend]) -> str:
    """Repairs as text, a line each."""
    return "\n".join(map(mend_line, mends))
