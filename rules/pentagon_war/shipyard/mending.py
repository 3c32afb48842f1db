"""What is broken on craft that lie in one dock, what to mend first, and repairs as players write them (PW-A41 to PW-A44)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.errors import NotationError, quoted, unknown
from rules.pentagon_war.shipyard.reading import counted
from rules.pentagon_war.shipyard.repair import COUNTS, Dock, Mend, Yard, allowances, repair_boxes
from rules.pentagon_war.units import Craft
from rules.values import changed

FIRST: Final = (
    "main control", "aux control", "engine", "capacitor", "final damage", "screen", "radar", "weapon", "gun", "fuel",
    "armor", "missile", "bay", "point defense", "cargo", "ramming weight",
)  # fmt: skip
"""The order in which a suggestion mends: what lets a craft steer, move and live before what lets it fight."""
MOST_LINES: Final = 200
_LINE: Final = re.compile(
    r"(?P<craft>[A-Za-z][A-Za-z0-9]*) +(?P<what>[A-Za-z][A-Za-z0-9 ]*?)(?: *[x×*] *(?P<boxes>[0-9]{1,6}))?"
)


def broken(craft: Craft) -> tuple[tuple[str, Yard, Mend], ...]:
    """Everything of a craft that repair boxes could mend, whole: which of `FIRST` it is, what it counts as, how many boxes.

    Hull and repair boxes are not among it: their hits are erased at once (PW-A42).
    """
    return tuple(_broken(craft))


def _broken(craft: Craft) -> Iterator[tuple[str, Yard, Mend]]:
    design = craft.design

    def mend(what: str, boxes: int = 1) -> Mend:
        return Mend(craft.id, what, boxes)

    for what, (kind, field, built) in COUNTS.items():
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


def suggested(dock: Dock) -> tuple[Mend, ...]:
    """As much as may be repaired in this pause, the most useful first (`FIRST`); of several craft each kind in their order."""
    if dock.repaired or not repair_boxes(dock):
        return ()
    free = dict(allowances(dock))
    chosen = []
    found = [each for craft in dock.craft for each in broken(craft)]
    for _, kind, mend in sorted(found, key=lambda each: FIRST.index(each[0])):
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
        raise NotationError(f"{quoted(line)} is no repair; write craft, system and number, like `X1 engine x2`.")
    craft = next((each for each in dock.craft if each.id.casefold() == found["craft"].casefold()), None)
    if craft is None:
        ids = (each.id for each in dock.craft)
        raise unknown(
            NotationError, f"{quoted(found['craft'])} is no craft of this dock.", found["craft"], "There are", ids
        )
    what = " ".join(found["what"].split())
    known = [mend.what for _, _, mend in broken(craft)]
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
    gone = [mend.what + (f" ×{mend.boxes}" if mend.boxes > 1 else "") for _, _, mend in broken(craft)]
    return (*gone, *(counted(number, thing) for number, thing in short if number))


def lines_of(mends: Sequence[Mend] | Iterable[Mend]) -> str:
    """Repairs as text, a line each."""
    return "\n".join(map(mend_line, mends))
