"""Orders as one line of text, the way players write them, both ways; and the rule book's movement order form, read line by
line (CW-4.1-02)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet, SetMission, SplitFleet
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.model.orders.names import Groups, Names, free_fleet_id
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import MISSIONS, HexId, ShipId
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.registry import KIND_OF, VERBS
from rules.typed_text import order_line
from rules.values import GameError, NotationError, Value, changed, quoted, unknown

LONGEST_LINE = 4000
EXAMPLE = 'move "1st Fleet" to 2034'


def names_of(view: View, sheet: tuple[SignedOrder, ...] = ()) -> Names:
    """The names a side can use with its present sheet."""
    fleets = {f.id: f.name for f in view.fleets.values()}
    for signed in sheet:
        if isinstance(signed.order, SplitFleet) and signed.order.new:
            fleets[signed.order.new] = signed.order.name
        if isinstance(signed.order, RenameFleet) and signed.order.fleet in fleets:
            fleets[signed.order.fleet] = signed.order.name
    return Names(view, fleets)


def parse_order(text: str, names: Names) -> Order:
    """Read one line; raises NotationError or AmbiguousOrderError with the form that would be right."""
    if len(text) > LONGEST_LINE:
        raise NotationError(f"An order line may be {LONGEST_LINE} characters long; this has {len(text)}.")
    typed = order_line(text)
    line = " ".join(typed.split()) if '"' not in typed else typed.strip()
    verb = line.split(" ", 1)[0].casefold() if line else ""
    kind = VERBS.get(verb)
    if kind is None:
        lead = f"{quoted(line)} does not begin with an order."
        tail = (
            f"Write it like this: {EXAMPLE} (/help topic:notation has them all), or as a wish to the GM: /orders ask."
        )
        raise unknown(NotationError, lead, verb, "", VERBS, tail=tail)
    match = re.fullmatch(kind.pattern, line[len(verb) :].strip(), re.IGNORECASE | re.DOTALL)
    if match is None:
        raise NotationError(f"{quoted(line)} is not complete or not in order. Write it like this: {kind.example}")
    order: Order = kind.read(Groups(names, match.groups()))
    return order


def format_order(order: Order, names: Names) -> str:
    """The canonical line of an order: `move "1st Fleet" to 0104 +FF129, 0311`."""
    return KIND_OF[type(order)].write(order, names)


def format_in_turn(orders: Iterable[Order], names: Names) -> list[str]:
    """The lines of orders that are given one after the other: a fleet that one detaches has its name in those after it."""
    lines = []
    for order in orders:
        lines.append(format_order(order, names))
        if isinstance(order, SplitFleet) and order.new:
            names = changed(names, fleets={**names.fleets, order.new: order.name})
    return lines


FORM_FIELDS = ("name", "units", "start hex", "start time", "orders", "end hex")
LONGEST_FORM = 4000
STANDING_ORDER_STARTS = ("if ", "always ", "never ", "unless ", "when ", "keep ", "place ")


class FormLine(Value):
    """One line of a form: as written, what it was taken for, or why it could not be (with the refusal, if it was one)."""

    text: str
    understood: str = ""
    error: str = ""
    refusal: GameError | None = None


class MovementForm(Value):
    """A form as read: its lines, and the orders it makes (none if any line has an error)."""

    lines: tuple[FormLine, ...]
    orders: tuple[Order, ...]

    @property
    def ok(self) -> bool:
        return not any(line.error for line in self.lines)


@dataclass(slots=True)
class _Sheet:
    fields: dict[str, list[str]] = field(default_factory=dict)
    lines: list[FormLine] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    others: list[Order] = field(default_factory=list)

    def one(self, name: str) -> str:
        return " ".join(self.fields.get(name, [])).strip()

    def took(self, text: str, understood: str) -> None:
        self.lines.append(FormLine(text, understood))

    def failed(self, text: str, error: str | GameError) -> None:
        self.lines.append(FormLine(text, error=str(error), refusal=None if isinstance(error, str) else error))


def parse_form(text: str, names: Names) -> MovementForm:
    """Read a form; never raises for what a player wrote: each line says what was understood or what was wrong."""
    if len(text) > LONGEST_FORM:
        return MovementForm(
            (FormLine(text[:80], error=f"A form may be {LONGEST_FORM} characters long; this has {len(text)}."),), ()
        )
    sheet = _Sheet()
    _sort_fields(sheet, text)
    fleet, orders = _header(sheet, names)
    if fleet is None:
        return MovementForm(tuple(sheet.lines), ())
    target = fleet.id
    if orders and isinstance(orders[0], SplitFleet):
        target = orders[0].new
    for line in sheet.fields.get("orders", []):
        try:
            _order_line(sheet, names, target, line)
        except GameError as error:
            sheet.failed(line, error)
    _end_hex(sheet, names)
    if sheet.legs:
        orders.append(MoveFleet(target, tuple(sheet.legs)))
    orders += sheet.others
    form = MovementForm(tuple(sheet.lines), tuple(orders))
    return form if form.ok else MovementForm(form.lines, ())


def _sort_fields(sheet: _Sheet, text: str) -> None:
    current = ""
    for raw in order_line(text).splitlines():
        line = raw.strip()
        if not line:
            continue
        match = re.match(
            rf"({'|'.join(FORM_FIELDS)})\s*[:=]?\s+(.*)|({'|'.join(FORM_FIELDS)})\s*[:=]?$", line, re.IGNORECASE
        )
        if match:
            current = (match[1] or match[3]).casefold()
            rest = (match[2] or "").strip()
            sheet.fields.setdefault(current, [])
            if rest:
                sheet.fields[current].append(rest)
        elif current:
            sheet.fields[current].append(line)
        elif sheet.lines:
            sheet.failed(line, "The same.")
        else:
            sheet.failed(line, f"Begin a line with one of: {', '.join(f.title() for f in FORM_FIELDS)}.")


def _header(sheet: _Sheet, names: Names) -> tuple[Fleet | None, list[Order]]:
    """Find the fleet by its units and start hex; a part of a fleet is split off under the form's name."""
    missing = [f.title() for f in ("units", "start hex", "start time") if not sheet.one(f)]
    if not sheet.one("orders") and not sheet.one("end hex"):
        missing.append("Orders or End Hex")
    if missing:
        sheet.failed("(the form)", f"These parts are missing: {', '.join(missing)}.")
        return None, []
    try:
        start = names.hex(sheet.one("start hex"))
        turn = _turn(sheet.one("start time"))
        if turn != names.view.turn:
            raise NotationError(f"Orders are being taken for turn {names.view.turn}, not turn {turn}.")
        ships = _units(names, sheet.one("units"), start)
        fleet = _fleet_of(names, ships, start)
    except GameError as error:
        sheet.failed("(the form's head)", error)
        return None, []
    name = sheet.one("name") or fleet.name
    shown = ", ".join(s.rpartition("/")[2] for s in ships)
    if len(ships) == len(fleet.ships):
        sheet.took(f"Units: {sheet.one('units')}", f"{fleet.name} at {start}: {shown}")
        _check_name(sheet, names, fleet, name)
        return fleet, []
    new = free_fleet_id(names.view, names.fleets)
    sheet.took(f"Units: {sheet.one('units')}", f"{shown} leave {fleet.name} at {start} and become {name}")
    return fleet, [SplitFleet(fleet.id, ships, name, new)]


def _check_name(sheet: _Sheet, names: Names, fleet: Fleet, name: str) -> None:
    """A whole fleet keeps its name, whatever the form says; another fleet's name is a mistake in one of the two lines."""
    if name.casefold() in {fleet.name.casefold(), fleet.id.casefold(), fleet.id.rpartition("-")[2].casefold()}:
        return
    if any(other.casefold() == name.casefold() for other in names.fleets.values()):
        sheet.failed(f"Name: {name}", f"These units are {fleet.name}; {name} is another of your fleets.")
    else:
        sheet.took(f"Name: {name}", f"It stays {fleet.name}; /fleet rename gives it another name.")


def _turn(text: str) -> int:
    match = re.search(r"\d{1,4}", text)
    if match is None:
        raise NotationError(f"The start time {quoted(text)} names no turn; write it like this: turn 4.")
    return int(match[0])


def _units(names: Names, text: str, start: HexId) -> tuple[ShipId, ...]:
    """Ships by id, or by number and design ("2x Destroyers"), among those at the start hex. What they carry is left out."""
    here = [s for f in names.view.fleets.values() if f.hex == start and f.transit is None for s in f.ships]
    found: list[ShipId] = []
    for part in re.split(r"[,;]", text):
        word = part.split("+")[0].strip()
        if not word:
            continue
        many = re.fullmatch(r"(\d{1,3})\s*x?\s+(.+)", word, re.IGNORECASE)
        if many or not re.fullmatch(r"[A-Za-z]+\d+", word):
            design = names.design(many[2] if many else word)
            wanted = int(many[1]) if many else 1
            fit = [s for s in here if names.view.ships[s].design == design and s not in found]
            if len(fit) < wanted:
                raise NotationError(f"At {start} you have {len(fit)} of {quoted(word)}, not {wanted}.")
            found += fit[:wanted]
        else:
            ship = names.ship(word)
            if ship not in here:
                raise NotationError(f"{word} is not at {start}.")
            found.append(ship)
    if not found:
        raise NotationError("Name at least one ship under Units.")
    return tuple(dict.fromkeys(found))


def _fleet_of(names: Names, ships: tuple[ShipId, ...], start: HexId) -> Fleet:
    fleets = [f for _, f in sorted(names.view.fleets.items()) if set(ships) & set(f.ships)]
    if len(fleets) != 1:
        listed = ", ".join(f.name for f in fleets)
        raise NotationError(f"These ships belong to several fleets at {start} ({listed}); merge them first.")
    return fleets[0]


def _place(names: Names, text: str) -> HexId:
    """The hex of this name, "" if the side knows none: then the line is plain words."""
    try:
        return names.hex(text)
    except NotationError:
        return ""


def _order_line(sheet: _Sheet, names: Names, fleet: str, line: str) -> None:
    plain = re.sub(r"\s+", " ", line).strip(" .")
    low = plain.casefold()
    if match := re.match(r"(?:move|go|sail|jump|return) to (\d{4})\b", low):
        sheet.legs.append(Leg(names.hex(match[1])))
        sheet.took(line, f"Move to {match[1]}")
    elif re.fullmatch(r"(?:move|go|sail|jump|return)(?: to)?", low):
        raise NotationError("Where to? Write a hex or a place's name behind it: Move to 2034.")
    elif (match := re.fullmatch(r"(?:move|go|sail|jump|return) to (.+)", low)) and (named := _place(names, match[1])):
        sheet.legs.append(Leg(named))
        sheet.took(line, f"Move to {named}")
    elif match := re.match(r"pick up (.+?) at (\d{4})\b", low):
        _pick_up(sheet, names, line, match[1], match[2])
    elif match := re.match(r"load (\d+)", low):
        sheet.others.append(LoadCargo(fleet, int(match[1])))
        sheet.took(line, f"Load {match[1]} CPs before leaving")
    elif match := re.match(r"unload (\d+) ?(?:cps?)? at (.+)", low):
        colony = names.colony(match[2])
        sheet.others.append(UnloadCargo(fleet, int(match[1]), colony))
        sheet.took(line, f"Unload {match[1]} CPs at {names.view.colonies[colony].name}")
    elif match := re.match(
        r"(?:found|coloni[sz]e) (?:a colony on )?(?:world )?(\d{4})[-/ ](\d{1,2})(?: with (\d+))?", low
    ):
        sheet.others.append(FoundColony(fleet, names.hex(match[1]), int(match[2]), int(match[3] or 0)))
        sheet.took(line, f"Found a colony on world {match[1]}-{match[2]}")
    elif (mission := next((m for m in MISSIONS if m == low.split(" ")[0] != "none"), None)) and low.count(" ") < 4:
        sheet.others.append(SetMission(fleet, mission))
        sheet.took(line, f"Mission: {mission}")
    elif low.startswith(STANDING_ORDER_STARTS):
        sheet.others.append(Contingency(plain, fleet))
        sheet.took(line, "A contingency for the GM to keep in mind")
    else:
        sheet.others.append(FreeText(plain, fleet))
        sheet.took(line, "Plain words for the GM to rule on")


def _pick_up(sheet: _Sheet, names: Names, line: str, unit: str, hex_: str) -> None:
    number = re.search(r"\d+$", unit)
    prefixed = [s for s in names.view.ships if number and re.fullmatch(rf"\D+0*{int(number[0])}", s.rpartition("/")[2])]
    word = unit.split(" ", maxsplit=1)[0]
    kinds = names.view.me.designs if names.view.me else {}
    matching = [s for s in prefixed if word in kinds[names.view.ships[s].design].name.casefold()]
    ship = matching[0] if len(matching) == 1 else names.ship(unit)
    at = [i for i, leg in enumerate(sheet.legs) if leg.to == hex_]
    if not at:
        raise NotationError(f"The route does not pass {hex_}; write the move to {hex_} before the pick-up.")
    leg = sheet.legs[at[-1]]
    sheet.legs[at[-1]] = Leg(leg.to, (*leg.pick_up, ship))
    sheet.took(line, f"Take {ship.rpartition('/')[2]} along from {hex_}")


def _end_hex(sheet: _Sheet, names: Names) -> None:
    text = sheet.one("end hex")
    if not text:
        return
    try:
        end = names.hex(text)
    except GameError as error:
        sheet.failed(f"End Hex: {text}", error)
        return
    if not sheet.legs and end != names.hex(sheet.one("start hex")):
        sheet.legs.append(Leg(end))
        sheet.took(f"End Hex: {text}", f"Move to {end}")
    elif sheet.legs and sheet.legs[-1].to != end:
        sheet.failed(f"End Hex: {text}", f"The last move ends at {sheet.legs[-1].to}, but End Hex says {end}.")
    else:
        sheet.took(f"End Hex: {text}", "Agrees with the orders" if sheet.legs else "Stays where it is")
