"""What is wrong with a design, every problem at once with its rule; and building a craft box by box with what it costs.

Some of it is advice: what is legal but will disappoint.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from rules.pentagon_war.designs import BASIC_MISSILE, CargoBox, Design, DesignLink, GunTrack, MissileType
from rules.pentagon_war.geometry import ARCS, Arc
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard import notation_items as items
from rules.pentagon_war.shipyard import pricing
from rules.pentagon_war.shipyard.notation_items import LONGEST_NAME, count_things, free_text, number
from rules.values import GameError, IllegalOrderError, NotationError, Value, changed, changed_by_name, quoted

MOST_BOXES: Final = 2560
"""The upper limit of the last printed size class; a larger craft could not be drawn."""
BEST_RADAR: Final = 6
TOP_SPEED: Final = 12
MOST_RANGE: Final = 240
MOST_WARHEAD: Final = 120
REAR_SIDE: Final = 4
SHOT_POWER: Final = {"laser": 1, "electron": 1, "proton": 2, "beam": 0}
POOR_RADAR: Final = 2


class Problem(Value):
    """One sentence for the builder, and the rule it rests on."""

    text: str
    rule: str


def check_design(design: Design, options: Options) -> tuple[Problem, ...]:
    """Everything that forbids building a design under these options; empty when it may be built."""
    return tuple(problem for part in DESIGN_CHECKS for problem in part(design, options))


def _counts(design: Design, _options: Options) -> Iterator[Problem]:
    boxes = {**pricing.built(design), **{f"gun {n}": gun.boxes for n, gun in enumerate(design.guns, 1)}}
    if any(count < 0 for count in (*boxes.values(), *design.armor)):
        yield Problem("No system can have fewer than no boxes.", "PW-C09")
    total = sum(pricing.built(design).values())
    if total > MOST_BOXES:
        yield Problem(f"A craft of {total} boxes is beyond the size table; {MOST_BOXES} is the most.", "PW-B01")


def _armor(design: Design, _options: Options) -> Iterator[Problem]:
    if len(design.armor) != len(ARCS):
        yield Problem("Every armor box belongs to one of the sides 1 to 6: give six numbers.", "PW-S10")
    elif design.armor[REAR_SIDE - 1] and not design.is_base:
        yield Problem("Side 4 carries no armor on a craft with engines; they need the room.", "PW-S11")


def _screens(design: Design, options: Options) -> Iterator[Problem]:
    if design.directional and not options.directional_screens:
        yield Problem("Directional screens are switched off here; buy normal ones.", "PW-A30")


def _free(design: Design, options: Options) -> Iterator[Problem]:
    free = pricing.free_boxes(design, options)
    hull, final = pricing.extras(design, options)
    if hull < 0:
        yield Problem(
            f"{count_things(free.hull, 'hull box')} come free with this craft; it shows {free.hull + hull}.", "PW-S14"
        )
    if final < 0:
        shown = f"it shows {free.final_damage + final}."
        yield Problem(
            f"{count_things(free.final_damage, 'final damage box')} come free with this craft; {shown}", "PW-S54"
        )
    if design.main_control < 1:
        yield Problem("Every craft has at least its free main control box.", "PW-S148")


def _cargo(design: Design, options: Options) -> Iterator[Problem]:
    for n, box in enumerate(design.cargo, 1):
        if min(box.missiles, box.acid, box.steel) < 0:
            yield Problem(f"Cargo box {n} cannot hold fewer than none of a thing.", "PW-S18")
        elif cargo_load(box, options) > 1:
            yield Problem(
                f"Cargo box {n} is overfull: it takes 8 missiles, 4 drones, 4 acid gum reloads or 2 charges of steel, "
                "or a mixture in proportion.",
                "PW-S18",
            )


def cargo_load(box: CargoBox, options: Options) -> Fraction:
    """How full a cargo box is, 1 for full: an eighth for a missile, a quarter for a drone (PW-S18).

    Freight that the scenario names fills what is left and counts nothing.
    """
    room = tables(options)["PW-T17"]
    amounts = {
        "Missiles": box.missiles,
        "Drones": len(box.drones),
        "Acid gum reloads": box.acid,
        "Soft steel charges": box.steel,
    }
    return sum((Fraction(amount) / room.fraction(row, "per box") for row, amount in amounts.items()), Fraction(0))


def _radar(design: Design, _options: Options) -> Iterator[Problem]:
    if any(not 1 <= number <= BEST_RADAR for number in design.radar):
        yield Problem("A radar box that is bought has a number from 1 to 6.", "PW-S42")
    if list(design.radar) != sorted(design.radar, reverse=True):
        yield Problem("Radar boxes must be in falling order, down to the free 0.", "PW-S43")


def _missiles(design: Design, options: Options) -> Iterator[Problem]:
    for missile in dict.fromkeys(design.missiles):
        if missile.hyper:
            yield from _hyper(missile, options)
        elif missile != BASIC_MISSILE:
            yield from _custom(missile, options)


def _hyper(missile: MissileType, options: Options) -> Iterator[Problem]:
    if not options.hyper_bombs:
        yield Problem("Hyper bombs are for scenarios that grant them; this one does not.", "PW-A38")
    if (missile.speed, missile.range) != (BASIC_MISSILE.speed, BASIC_MISSILE.range):
        yield Problem("A hyper bomb rides an ordinary missile: speed 6 for 24 hexes.", "PW-A35")


def _custom(missile: MissileType, options: Options) -> Iterator[Problem]:
    if not options.custom_missiles:
        yield Problem("Missiles other than the basic one are not agreed on for this battle.", "PW-S69")
    if not (
        1 <= missile.speed <= TOP_SPEED and 1 <= missile.range <= MOST_RANGE and 1 <= missile.warhead <= MOST_WARHEAD
    ):
        limits = f"speed 1 to {TOP_SPEED}, range 1 to {MOST_RANGE}, warhead 1 to {MOST_WARHEAD}"
        yield Problem(f"A missile has {limits}.", "PW-S69")


def _weapons(design: Design, _options: Options) -> Iterator[Problem]:
    if any(not weapon.arcs or len(set(weapon.arcs)) != len(weapon.arcs) for weapon in design.weapons):
        yield Problem("Each weapon fires into one to six arcs, each named once.", "PW-S98")


def _guns(design: Design, _options: Options) -> Iterator[Problem]:
    for n, gun in enumerate(design.guns, 1):
        if gun.boxes < 1:
            yield Problem(f"Gun {n} needs at least one box on its track.", "PW-S95")
        if gun.kind == "metal" and gun.boxes % 2:
            yield Problem(f"Gun {n} is a liquid metal gun: its boxes come in pairs.", "PW-S140")
        if not adjacent(gun):
            yield Problem(f"Gun {n} must cover two arcs that are side by side, like LF+RF.", "PW-S122")


def adjacent(gun: GunTrack) -> bool:
    """Whether a gun has exactly two neighbouring arcs."""
    if len(gun.arcs) != 2:
        return False
    first, second = (ARCS.index(arc) for arc in gun.arcs)
    return (first - second) % len(ARCS) in {1, len(ARCS) - 1}


def _abilities(design: Design, options: Options) -> Iterator[Problem]:
    if design.special_electronics and not options.special_electronics:
        yield Problem("Special electronics are switched off here.", "PW-A78")
    if design.movable and not design.is_base:
        yield Problem("Only a base, a craft without engines, can be declared movable.", "PW-A39")
    if design.movable and not options.movable_bases:
        yield Problem("Movable bases are switched off here.", "PW-A39")


def _links(design: Design, _options: Options) -> Iterator[Problem]:
    if any(not 0 <= link.relative_facing < len(ARCS) for link in design.attachments):
        yield Problem("A link's relative facing is 0 to 5 hexsides.", "PW-S142")
    if len(set(design.attachments)) != len(design.attachments):
        yield Problem("The same link is written twice.", "PW-S142")


DESIGN_CHECKS: Final = (
    _counts, _armor, _screens, _free, _cargo, _radar, _missiles, _weapons, _guns, _abilities, _links,
)  # fmt: skip


def check_links(designs: Collection[Design]) -> Iterator[Problem]:
    """Links between these designs that the design they name does not answer (PW-S141, PW-S142)."""
    for design in designs:
        for link in design.attachments:
            wanted = answer(link, design.name)
            other = next((each for each in designs if each.name == link.to), None)
            if other is not None and wanted not in other.attachments:
                yield Problem(
                    f"{design.name} attaches to {other.name}, and {other.name} needs the other half of the link: "
                    f"{design.name} at {wanted.relative_facing * 60} degrees, blocking {wanted.blocks}.",
                    "PW-S142",
                )


def answer(link: DesignLink, owner: str) -> DesignLink:
    """The other craft's half of a link that `owner` has: the facing turned back, and the arc that looks at `owner`."""
    around = len(ARCS)
    blocked: Arc = ARCS[(ARCS.index(link.blocks) + around // 2 - link.relative_facing) % around]
    return DesignLink(owner, -link.relative_facing % around, blocked)


def advice(design: Design, options: Options) -> tuple[str, ...]:
    """A sentence for each odd thing about a design: no fuel, no power, idle repair boxes."""
    return (*_flight(design, options), *_fight(design, options))


def _flight(design: Design, options: Options) -> Iterator[str]:
    size = pricing.design_size(design, options)
    if 0 < design.engines < size:
        yield f"{count_things(design.engines, 'engine')} for size class {size}: it accelerates slower than standard."
    if design.engines and not design.fuel_tanks:
        yield "Without a fuel tank " + (
            "its engines do nothing." if design.scoop == "none" else "it cannot start from rest."
        )
    if design.scoop != "none" and design.is_base:
        yield "A scoop does nothing for a base."
    if design.repair and not design.manned and not design.is_base:
        yield "The repair boxes of an unmanned craft work only while it is joined to a manned one."


def _fight(design: Design, options: Options) -> Iterator[str]:
    size = pricing.design_size(design, options)
    power = sum(SHOT_POWER[weapon.kind] for weapon in design.weapons)
    if power > design.capacitors:
        yield f"Firing everything once takes {power} power; it has {count_things(design.capacitors, 'capacitor')}."
    if (design.weapons or design.guns) and max(design.radar, default=0) < POOR_RADAR:
        yield "With so little radar it will seldom lock on."
    if design.radar_invisibility and design.capacitors < 5 * size:
        yield f"Radar invisibility takes {5 * size} power a turn; it has {count_things(design.capacitors, 'capacitor')}."


T = TypeVar("T")
LONGEST_PART: Final = 200
COUNTED_FIELDS: Final[Mapping[str, str]] = {
    "screen": "screens", "fuel": "fuel_tanks", "capacitor": "capacitors", "point defense": "point_defense",
    "engine": "engines", "main control": "main_control", "aux control": "aux_control", "repair": "repair",
    "ramming weight": "ramming_weights", "hull forward": "hull_forward", "hull aft": "hull_aft",
    "final damage": "final_damage",
}  # fmt: skip
LISTED_FIELDS: Final[Mapping[str, tuple[str, Callable[[str], tuple[Any, ...]]]]] = {
    "weapon": ("weapons", items.read_weapons),
    "gun": ("guns", items.read_guns),
    "missile": ("missiles", items.read_missiles),
    "drone": ("drones", items.read_drones),
    "cargo": ("cargo", items.read_cargo),
    "attach": ("attachments", items.read_links),
}
SWITCHED_FIELDS: Final[Mapping[str, tuple[str, Any, Any]]] = {
    "manned": ("manned", True, False),
    "directional screens": ("directional", True, False),
    "ramscoop": ("scoop", "ramscoop", "none"),
    "magnascoop": ("scoop", "magnascoop", "none"),
    "invisibility": ("radar_invisibility", True, False),
    "electronics": ("special_electronics", True, False),
    "suicide bomb": ("suicide_bomb", True, False),
    "movable": ("movable", True, False),
}
PART_WORDS: Final[tuple[str, ...]] = (*COUNTED_FIELDS, "armor", "radar", *LISTED_FIELDS, *SWITCHED_FIELDS)
"""What may stand first in an `add` or `remove`: "screen", "armor 3", "radar 5", "weapon laser L+R", "gun acid 3"."""


class Bench(Value):
    """A design as it stands on the slip: its bill, size class, problems that forbid it, and advice."""

    design: Design
    points: int
    exact: Fraction
    size: int
    bill: tuple[pricing.PriceLine, ...]
    problems: tuple[Problem, ...]
    advice: tuple[str, ...]


def on_bench(design: Design, options: Options) -> Bench:
    """The running total, the size class and everything to say about a design."""
    return Bench(
        design,
        pricing.price(design, options),
        pricing.exact_price(design, options),
        pricing.design_size(design, options),
        pricing.price_lines(design, options),
        check_design(design, options),
        advice(design, options),
    )


def blank(name: str, options: Options) -> Design:
    """A new unmanned craft with nothing but what is free (PW-S148)."""
    return pricing.finish_design(Design(free_text(name, "name", LONGEST_NAME), final_damage=0), options)


def add(design: Design, part: str, options: Options) -> Design:
    """The design with one more system; free hull and final damage follow, bought boxes stay bought (PW-S17).

    NotationError for what is no system; IllegalOrderError for what it has already.
    """
    return _changed(design, part, options, adding=True)


def remove(design: Design, part: str, options: Options) -> Design:
    """The design with one system less, the last one built first; GameError if it has none."""
    return _changed(design, part, options, adding=False)


def _changed(design: Design, part: str, options: Options, *, adding: bool) -> Design:
    if len(part) > LONGEST_PART:
        raise NotationError(f"One system is named in at most {LONGEST_PART} characters; this text has {len(part)}.")
    text = " ".join(part.split())
    word = next((known for known in sorted(PART_WORDS, key=len, reverse=True) if _begins(text, known)), None)
    if word is None:
        raise NotationError(f"{quoted(part)} is not a system; there are {', '.join(PART_WORDS)}.")
    rest = text[len(word) :].strip()
    hull, final = pricing.extras(design, options)
    after = _with_part(design, word, rest, 1 if adding else -1)
    if word.startswith(("hull", "final")):
        return after
    return pricing.finish_design(after, options, hull, final)


def _begins(text: str, word: str) -> bool:
    return f"{text.lower()} ".startswith(f"{word} ")


def _with_part(design: Design, word: str, rest: str, sign: int) -> Design:
    if word in SWITCHED_FIELDS:
        return _switched(design, word, rest, adding=sign > 0)
    if word in COUNTED_FIELDS:
        many = number(rest, word) if rest else 1
        field = COUNTED_FIELDS[word]
        return changed_by_name(design, {field: _fewest(getattr(design, field) + sign * many, word)})
    if word == "armor":
        return _with_armor(design, rest, sign)
    if word == "radar":
        return _with_radar(design, rest, sign)
    field, read = LISTED_FIELDS[word]
    return changed_by_name(design, {field: _listed(getattr(design, field), read(rest), word, sign)})


def _fewest(boxes: int, word: str) -> int:
    if boxes < 0:
        raise GameError(f"There is no {word} left to take off.")
    return boxes


def _switched(design: Design, word: str, rest: str, *, adding: bool) -> Design:
    if rest:
        raise NotationError(f"`{word}` takes nothing after it, not {quoted(rest)}.")
    field, on, off = SWITCHED_FIELDS[word]
    has = getattr(design, field) == on
    if has and adding:
        raise IllegalOrderError(
            f"It has that already: {word}, at most once.", rule="PW-A24" if "bomb" in word else None
        )
    if not has and not adding:
        raise GameError(f"It has no {word} to take off.")
    return changed_by_name(design, {field: on if adding else off})


def _with_armor(design: Design, rest: str, sign: int) -> Design:
    side, _, many = rest.partition(" ")
    if side not in set("123456"):
        raise IllegalOrderError("Say which side the armor covers: `armor 1` to `armor 6`.", rule="PW-S10")
    at = int(side) - 1
    boxes = _fewest(design.armor[at] + sign * (number(many, "armor") if many else 1), f"armor on side {side}")
    return changed_by_name(design, {"armor": (*design.armor[:at], boxes, *design.armor[at + 1 :])})


def _with_radar(design: Design, rest: str, sign: int) -> Design:
    box = number(rest, "radar")
    if sign > 0:
        return changed(design, radar=tuple(sorted((*design.radar, box), reverse=True)))
    return changed(design, radar=_without(design.radar, box, f"radar box {box}"))


def _listed(has: tuple[T, ...], named: tuple[T, ...], word: str, sign: int) -> tuple[T, ...]:
    if not named:
        raise NotationError(f"`{word}` needs to say which, as on the line of a design's text.")
    if sign > 0:
        return (*has, *named)
    for thing in named:
        has = _without(has, thing, f"{word} of that kind")
    return has


def _without(has: tuple[T, ...], thing: T, word: str) -> tuple[T, ...]:
    if thing not in has:
        raise GameError(f"There is no {word} left to take off.")
    last = len(has) - 1 - has[::-1].index(thing)
    return (*has[:last], *has[last + 1 :])
