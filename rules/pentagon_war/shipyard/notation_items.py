"""The single lines of a design's text: numbers, names, lists; weapons with arcs, guns, missiles, drones, cargo. Each refusal
is one sentence."""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import groupby
from typing import Any, Final, TypeVar, get_args

from rules.pentagon_war import designs
from rules.pentagon_war.geometry import ARCS, Arc
from rules.values import NotationError, quoted

MOST_BOXES: Final = 2560
LONGEST_NAME: Final = 40
MOST_PARTS: Final = 200
NAME_MARKS: Final = " -'."
NOTE_MARKS: Final = " -'.,:;!?()/%"
ARC_WORDS: Final[Mapping[str, tuple[Arc, ...]]] = {
    **{arc: (arc,) for arc in ARCS}, "F2": designs.F2, "R2": ("RR", "LR"), "F4": ("L", "LF", "RF", "R"), "ALL": ARCS,
}  # fmt: skip
"""What stands for which arcs in a list of them (PW-B24)."""
_NUMBER: Final = re.compile(r"[0-9]{1,4}", re.ASCII)


def number(text: str, what: str) -> int:
    """A whole number from 0 to `MOST_BOXES`."""
    if not _NUMBER.fullmatch(text) or int(text) > MOST_BOXES:
        raise NotationError(f"`{what}:` takes a whole number from 0 to {MOST_BOXES}, not {quoted(text)}.")
    return int(text)


def numbers(text: str, what: str, count: int, wanted: str) -> tuple[int, ...]:
    """So many whole numbers, parted by spaces, commas or slashes."""
    found = [piece for piece in re.split(r"[\s,/]+", text) if piece]
    if len(found) != count:
        raise NotationError(f"`{what}:` takes {wanted}, not {quoted(text)}.")
    return tuple(number(piece, what) for piece in found)


def pair(text: str, what: str) -> tuple[int, int]:
    """Two whole numbers joined by a plus sign: "3 + 2"."""
    first, plus, second = text.partition("+")
    if not plus:
        raise NotationError(f"`{what}:` takes two numbers, like `{what}: 3 + 2`, not {quoted(text)}.")
    return number(first.strip(), what), number(second.strip(), what)


def parts(text: str, what: str) -> tuple[str, ...]:
    """The pieces of a list, parted by commas; empty for no text."""
    pieces = tuple(piece.strip() for piece in text.split(",")) if text else ()
    if len(pieces) > MOST_PARTS:
        raise NotationError(f"`{what}:` lists {len(pieces)} things; {MOST_PARTS} are the most.")
    return pieces


def split_number(piece: str, what: str) -> tuple[int, str]:
    """A number and what follows it: "2 laser" is (2, "laser"); without a number it is one."""
    head, _, rest = piece.partition(" ")
    if head and head[0].isdigit():
        return number(head, what), rest.strip().lower()
    return 1, piece.lower()


def free_text(text: str, what: str, longest: int = LONGEST_NAME, marks: str = NAME_MARKS) -> str:
    """A name or note: letters, digits, spaces and plain punctuation, so that it can be shown anywhere."""
    tidy = " ".join(text.split())
    if not is_free_text(tidy, longest, marks):
        raise NotationError(
            f"`{what}:` takes 1 to {longest} letters, digits, spaces and plain punctuation, not {quoted(text)}."
        )
    return tidy


def is_free_text(text: str, longest: int, marks: str = NAME_MARKS) -> bool:
    """Whether a text may stand as a name or note."""
    return 0 < len(text) <= longest and all(c.isalnum() or c in marks for c in text)


def count_things(number: int, thing: str) -> str:
    """ "1 box", "3 boxes": a number with its thing in the right form."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}es" if thing.endswith(("x", "s", "ch")) else f"{number} {thing}s"


T = TypeVar("T")
Word = TypeVar("Word", bound=str)
WEAPON_KINDS: Final[tuple[designs.WeaponKind, ...]] = get_args(designs.WeaponKind)
GUN_KINDS: Final[tuple[designs.GunKind, ...]] = get_args(designs.GunKind)
DRONE_ARMS: Final[Mapping[str, designs.DroneArm]] = {
    "laser": "laser", "electron": "electron", "proton": "proton", "point defense": "point_defense",
}  # fmt: skip
SPECIAL_FIELDS: Final[Mapping[str, str]] = {
    "invisibility": "radar_invisibility",
    "electronics": "special_electronics",
    "suicide bomb": "suicide_bomb",
    "movable": "movable",
}
LONGEST_FREIGHT: Final = 40
_MISSILE: Final = re.compile(
    r"speed (?P<speed>\d{1,4}) range (?P<range>\d{1,4}) warhead (?P<warhead>\d{1,4})", re.ASCII
)
_LINK: Final = re.compile(r"(?P<to>.+?) at (?P<degrees>\d{1,3}) blocking (?P<arc>[A-Za-z]{1,2})", re.ASCII)
_TIMES: Final = re.compile(r"(?P<count>\d{1,4})\s*x\s+(?P<rest>.+)", re.ASCII | re.IGNORECASE)


def _chosen(word: str, known: Collection[Word], what: str) -> Word:
    found = next((each for each in known if each == word), None)
    if found is None:
        raise NotationError(f"{quoted(word)} is none of the {what}: {', '.join(known)}.")
    return found


def _listed(text: str, what: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """The things of a list, each as often as the number before it says."""
    found: list[T] = []
    for piece in parts(text, what):
        count, rest = split_number(piece, what)
        found += [read(rest)] * _enough(count, what)
    return tuple(found)


def _enough(count: int, what: str) -> int:
    if not 1 <= count <= MOST_BOXES:
        raise NotationError(f"`{what}:` lists {count} of a thing; omit what there is none of.")
    return count


def read_crew(text: str) -> dict[str, Any]:
    """manned or unmanned (PW-S02)."""
    return {"manned": _chosen(text.lower(), ("manned", "unmanned"), "crews") == "manned"}


def read_screens(text: str) -> dict[str, Any]:
    """A number, and "directional" for that kind (PW-A30)."""
    count, kind = text, ""
    if " " in text:
        count, kind = text.split(" ", 1)
        _chosen(kind.strip().lower(), ("directional",), "kinds of screens")
    return {"screens": number(count, "screens"), "directional": bool(kind)}


def read_hull(text: str) -> dict[str, Any]:
    """Forward + aft, free boxes included (PW-S15)."""
    forward, aft = pair(text, "hull")
    return {"hull_forward": forward, "hull_aft": aft}


def read_control(text: str) -> dict[str, Any]:
    """Main + auxiliary, the free one included (PW-S84)."""
    main, aux = pair(text, "control")
    return {"main_control": main, "aux_control": aux}


def read_scoop(text: str) -> dict[str, Any]:
    """ramscoop or magnascoop (PW-S28, PW-S29)."""
    return {"scoop": _chosen(text.lower(), ("none", "ramscoop", "magnascoop"), "scoops")}


def read_radar(text: str) -> tuple[int, ...]:
    """The numbers in the bought boxes, without the free 0 (PW-S42)."""
    return tuple(number(piece, "radar") for piece in text.replace(",", " ").split())


def read_special(text: str) -> dict[str, Any]:
    """Abilities, each at most once (PW-A24)."""
    named = [piece.lower() for piece in parts(text, "special")]
    for piece in named:
        _chosen(piece, SPECIAL_FIELDS, "abilities")
        if named.count(piece) > 1:
            raise NotationError(f"A craft has {piece} at most once.")
    return {SPECIAL_FIELDS[piece]: True for piece in named}


def write_special(design: designs.Design) -> str:
    """The abilities a design has."""
    return ", ".join(name for name, field in SPECIAL_FIELDS.items() if getattr(design, field))


def read_arcs(text: str) -> tuple[Arc, ...]:
    """ "LF+RF", "F2", "all", or no text for the front two (PW-B21, PW-B24)."""
    if not text:
        return designs.F2
    named = [_chosen(piece.strip().upper(), tuple(ARC_WORDS), "firing arcs") for piece in text.split("+")]
    return tuple(arc for word in named for arc in ARC_WORDS[word])


def _write_arcs(arcs: tuple[Arc, ...]) -> str:
    if arcs == designs.F2:
        return ""
    return " all" if arcs == ARCS else " " + "+".join(arcs)


def read_weapons(text: str) -> tuple[designs.WeaponBox, ...]:
    """ "2 laser, 1 proton L+R, beam all"."""
    return _listed(text, "weapons", _weapon)


def _weapon(text: str) -> designs.WeaponBox:
    kind, _, arcs = text.partition(" ")
    return designs.WeaponBox(_chosen(kind, WEAPON_KINDS, "weapons"), read_arcs(arcs.strip()))


def write_weapon(weapon: designs.WeaponBox) -> str:
    """One weapon as `read_weapons` reads it."""
    return weapon.kind + _write_arcs(weapon.arcs)


def read_guns(text: str) -> tuple[designs.GunTrack, ...]:
    """ "radiation 4, metal 6 R+RF": kind, boxes of the track, arcs (PW-S95)."""
    found: list[designs.GunTrack] = []
    for piece in parts(text, "guns"):
        kind, *rest = piece.lower().split(maxsplit=2) or [""]
        if not rest:
            raise NotationError(f"{quoted(piece)} lacks the boxes of the gun's track, as in `guns: acid 3`.")
        arcs = read_arcs(rest[1] if len(rest) > 1 else "")
        found.append(designs.GunTrack(_chosen(kind, GUN_KINDS, "guns"), number(rest[0], "guns"), arcs))
    return tuple(found)


def write_gun(gun: designs.GunTrack) -> str:
    """One gun as `read_guns` reads it."""
    return f"{gun.kind} {gun.boxes}{_write_arcs(gun.arcs)}"


def read_missiles(text: str) -> tuple[designs.MissileType, ...]:
    """ "4 basic, 1 speed 12 range 48 warhead 24, 1 hyper" (PW-S69)."""
    return _listed(text, "missiles", lambda rest: _missile(rest or "basic"))


def _missile(text: str) -> designs.MissileType:
    hyper = text.startswith("hyper")
    details = text.removeprefix("hyper").strip()
    if not details or (details == "basic" and not hyper):
        return designs.MissileType(hyper=hyper)
    match = _MISSILE.fullmatch(details)
    if match is None:
        known = "`4 basic`, `1 hyper` or `2 speed 12 range 48 warhead 24`"
        raise NotationError(f"{quoted(text)} is not a missile; write {known}.")
    return designs.MissileType(int(match["speed"]), int(match["range"]), int(match["warhead"]), hyper)


def write_missile(missile: designs.MissileType) -> str:
    """One missile as `read_missiles` reads it."""
    words = f"speed {missile.speed} range {missile.range} warhead {missile.warhead}"
    if missile == designs.MissileType(hyper=missile.hyper):
        return "hyper" if missile.hyper else "basic"
    return f"hyper {words}" if missile.hyper else words


def read_drones(text: str) -> tuple[designs.DroneArm, ...]:
    """ "2 laser, 1 point defense" (PW-S75)."""
    return _listed(text, "drones", lambda arm: DRONE_ARMS[_chosen(arm, DRONE_ARMS, "drones' arms")])


def write_arm(arm: designs.DroneArm) -> str:
    """A drone's weapon in words."""
    return arm.replace("_", " ")


def read_cargo(text: str) -> tuple[designs.CargoBox, ...]:
    """Boxes parted by commas: "2x 8 missiles, 2 laser drone + 1 acid, empty, freight spare parts" (PW-S18)."""
    found: list[designs.CargoBox] = []
    for piece in parts(text, "cargo"):
        times = _TIMES.fullmatch(piece)
        count, content = (number(times["count"], "cargo"), times["rest"]) if times else (1, piece)
        found += [_cargo_box(content)] * _enough(count, "cargo")
    return tuple(found)


def _cargo_box(text: str) -> designs.CargoBox:
    if text.lower() == "empty":
        return designs.CargoBox()
    amounts: dict[str, int] = {}
    drones: list[designs.DroneArm] = []
    freight = ""
    for piece in (piece.strip() for piece in text.split("+")):
        if piece.lower().startswith("freight "):
            freight = piece[8:].strip()
            continue
        count, thing = split_number(piece, "cargo")
        arm = thing.removesuffix("s").removesuffix(" drone")
        if thing.endswith((" drone", " drones")):
            drones += [DRONE_ARMS[_chosen(arm, DRONE_ARMS, "drones' arms")]] * _enough(count, "cargo")
        else:
            stores = {"missile": "missiles", "missiles": "missiles", "acid": "acid", "steel": "steel"}
            field = stores[_chosen(thing, stores, "stores of a cargo box")]
            amounts[field] = amounts.get(field, 0) + count
    if freight and not is_free_text(freight, LONGEST_FREIGHT):
        raise NotationError(f"Freight has a name of at most {LONGEST_FREIGHT} plain characters, not {quoted(freight)}.")
    return designs.CargoBox(drones=tuple(drones), other=freight, **amounts)


def write_cargo(box: designs.CargoBox, count: int) -> str:
    """So many equal cargo boxes as `read_cargo` reads them."""
    pieces = [count_things(box.missiles, "missile")] if box.missiles else []
    pieces += [count_things(len(list(run)), f"{write_arm(arm)} drone") for arm, run in groupby(box.drones)]
    pieces += [f"{box.acid} acid"] if box.acid else []
    pieces += [f"{box.steel} steel"] if box.steel else []
    pieces += [f"freight {box.other}"] if box.other else []
    content = " + ".join(pieces) or "empty"
    return f"{count}x {content}" if count > 1 else content


def read_links(text: str) -> tuple[designs.DesignLink, ...]:
    """ "Hornet at 180 blocking L" (PW-S142)."""
    found = []
    for piece in parts(text, "attach"):
        match = _LINK.fullmatch(piece)
        if match is None or int(match["degrees"]) not in range(0, 360, 60):
            raise NotationError(f"{quoted(piece)} is not a link; write `attach: Hornet at 180 blocking L`.")
        arc = _chosen(match["arc"].upper(), ARCS, "firing arcs")
        found.append(designs.DesignLink(match["to"], int(match["degrees"]) // 60, arc))
    return tuple(found)


def write_link(link: designs.DesignLink) -> str:
    """One link as `read_links` reads it."""
    return f"{link.to} at {link.relative_facing * 60} blocking {link.blocks}"
