"""The answer to "why": which order, which rule, which modifiers, which dice, and what was needed and rolled, in plain words."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from render.campaign.names import number
from render.campaign.report.lines import checks_of, what_led_to_it
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.terrain.ship_damage import DAMAGE_TABLES
from rules.cluster_war.model.events import colonies, ground, industry, logistics, movement, research, terrain
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.rulings import DEFAULT_RULING_START, VOTE_START
from rules.values import Modifier, NotYoursError, Roll

WHOLE_PERCENT: Final = 100
COUNTED_UNITS: Final = frozenset({"turns", "weeks", "units"})
UNIT_WORDS: Final = COUNTED_UNITS | {"CPs", "hull", "light", "per", "%"}
"""What a reason begins with that goes on from its number, as in `8 weeks for 3 hexes`."""


def format_chances(event: Event) -> list[str]:
    """Lines of Markdown on an event's modifiers and dice; none where it has neither."""
    cause = event.cause
    own = ROLL_FORMATS.get(type(event))
    shown = own(event) if own is not None and cause.rolls else []
    if shown:
        return shown
    if len(cause.modifiers) == 1 and not cause.rolls and cause.modifiers[0].value >= 0:
        return [format_amount(cause.modifiers[0])]
    return [
        *(format_summand(m) for m in cause.modifiers),
        *(f"{format_roll(roll).capitalize()}." for roll in cause.rolls),
    ]


def format_roll(roll: Roll) -> str:
    """`rolled 93`, or `rolled 2 + 5 + 1 = 8 on 3d6` where it is not 1d100."""
    faces = " + ".join(str(face) for face in roll.faces)
    total = f" = {roll.total}" if len(roll.faces) > 1 else ""
    percent = roll.sides == 100 and len(roll.faces) == 1  # 1d100
    return f"rolled {faces}{total}" + ("" if percent else f" on {len(roll.faces)}d{roll.sides}")


def format_summand(modifier: Modifier) -> str:
    """`+8: 200 CPs so far`."""
    return f"{'−' if modifier.value < 0 else '+'}{abs(modifier.value)}: {plain(modifier.reason, 200)}"


def format_amount(modifier: Modifier) -> str:
    """What is no sum but one number: `14 weeks for 4 hexes at 2G`, or `the highest tag among them: 20`."""
    reason = plain(modifier.reason, 200)
    unit = reason.split(" ", maxsplit=1)[0].rstrip(":,")
    if unit not in UNIT_WORDS:
        return f"{reason}: {modifier.value}"
    one = unit.removesuffix("s") if modifier.value == 1 and unit in COUNTED_UNITS else unit
    return f"{modifier.value} {one}{reason.removeprefix(unit)}"


def _format_test(subject: str, most: int, to: str, roll: Roll, outcome: str) -> str:
    return f"{subject}needed {most} or less to {to}, {format_roll(roll)}: {outcome}."


def _format_sum(modifiers: tuple[Modifier, ...]) -> str:
    """`Chance 12 %: 8 (200 CPs so far) + 4 (40 stations)`."""
    total = sum(m.value for m in modifiers)
    parts = "".join(
        f"{(' − ' if m.value < 0 else ' + ') if at or m.value < 0 else ''}{abs(m.value)} ({plain(m.reason, 200)})"
        for at, m in enumerate(modifiers)
    )
    return f"Chance {total} %: {parts.strip()}."


def _stress(event: logistics.StressChecked) -> list[str]:
    return [
        _format_test(
            f"{number(ship)} ({plain(tag.reason, 200)}): ",
            tag.value,
            "break down",
            roll,
            "broke down" if failed else "held",
        )
        for ship, tag, roll, failed in checks_of(event)
    ]


def _research(event: research.ResearchRolled) -> list[str]:
    roll = event.cause.rolls[0]
    outcome = "success" if event.success else "no success yet"
    if event.catastrophe:
        outcome = f"{roll.total} is a catastrophe, whatever the chance"
    return [_format_sum(event.cause.modifiers), _format_test("", event.chance, "succeed", roll, outcome)]


def _flaw(event: industry.CrashFlawShown) -> list[str]:
    if not event.cause.modifiers:
        return []
    first, *rest = event.cause.rolls
    chance = event.cause.modifiers[0]
    outcome = "it showed" if event.failed else "held together"
    lines = [_format_sum((chance,)), _format_test("", chance.value, "show a flaw", first, outcome)]
    return lines + [f"Which one: {format_roll(roll)}, {plain(event.fault)}." for roll in rest]


def _strain(event: colonies.WorldStrained) -> list[str]:
    outcome = "harmed" if event.harmed else "it held"
    return [
        _format_sum(event.cause.modifiers),
        _format_test("", event.stress, "harm the world", event.cause.rolls[0], outcome),
    ]


def _recovery(event: colonies.WorldRecovered) -> list[str]:
    chance = sum(m.value for m in event.cause.modifiers)
    return [_format_sum(event.cause.modifiers), _format_test("", chance, "recover", event.cause.rolls[0], "recovered")]


def _format_drive_failure(event: movement.FleetLost) -> list[str]:
    chance = sum(m.value for m in event.cause.modifiers)
    reasons = " ".join(f"{m.value} {plain(m.reason, 200)}" for m in event.cause.modifiers)
    return [f"{reasons}: {_format_test('', chance, 'fail', event.cause.rolls[0], 'the drive failed')}"]


def _fight(event: ground.GroundFought) -> list[str]:
    """A line for each attack: both sums of a contest, or the chance of fire and its rolls; then from where it struck."""
    rolls, lines = list(event.cause.rolls), []
    for blow in event.blows:
        mine, rolls = rolls[: blow.dice], rolls[blow.dice :]
        who = f"{plain(blow.attacker)} on {plain(blow.target)}, {blow.reach}"
        if not mine:
            continue
        if mine[0].sides != WHOLE_PERCENT:
            hit, guard = mine
            outcome = "destroyed" if blow.killed else "held"
            sums = f"{format_roll(hit)}, with its AR {blow.attack}, against {format_roll(guard)}, with its DR {blow.defense}"
            lines.append(f"{who}: {sums}: {outcome}.")
            continue
        shots = ", ".join(format_roll(roll) for roll in mine)
        where = f" from {plain(blow.direction)}" if blow.direction else ""
        hits = count(blow.points, "hit") if blow.points else "no hit"
        lines.append(f"{who}: needed {blow.attack} or less to hit, {shots}: {hits}{where}.")
    return lines


def _terrain(event: terrain.TerrainBraved | terrain.ShipStruck) -> list[str]:
    """A line for each roll on the table of the terrain, with what a storm's force adds, and for each die that followed."""
    added = event.cause.modifiers[0] if event.cause.modifiers else None
    table = DAMAGE_TABLES.get(event.kind, "")
    return [_format_terrain_roll(roll, table, added) for roll in event.cause.rolls]


def _format_terrain_roll(roll: Roll, table: str, added: Modifier | None) -> str:
    """What one roll was for, by its key "terrain/hex/kind/week/side/unit/part"."""
    unit, part = (*roll.key.split("/"), "", "")[5:7]
    if part != "passage":
        return f"{plain(part).capitalize()}: {format_roll(roll)}."
    total = f", {added.value} more for {plain(added.reason)}: {roll.total + added.value}" if added is not None else ""
    return f"{plain(unit)}: {format_roll(roll)}{total} on table {table}."


def _tired(event: ground.ArmyTired) -> list[str]:
    shown = ", ".join(format_roll(roll) for roll in event.cause.rolls)
    return [
        *(format_summand(modifier) for modifier in event.cause.modifiers),
        f"Each fails at its stress or less, {shown}: {event.failed or 'none'} failed.",
    ]


ROLL_FORMATS: Final[Mapping[type[Event], Callable[[Any], list[str]]]] = {
    logistics.StressChecked: _stress,
    research.ResearchRolled: _research,
    ground.GroundFought: _fight,
    ground.ArmyTired: _tired,
    industry.CrashFlawShown: _flaw,
    colonies.WorldStrained: _strain,
    colonies.WorldRecovered: _recovery,
    movement.FleetLost: _format_drive_failure,
    terrain.TerrainBraved: _terrain,
    terrain.ShipStruck: _terrain,
}
"""How an event tells its dice where they are those of its rule."""


LEDGER_GAMES: Final = ("cluster_war", "pentagon_war")


def explain(line: str, events: Sequence[Event], view: View, month: Sequence[Event] = ()) -> str:
    """Why a line of the report came out as it did, as Markdown; NotYoursError if an event of it is not for the viewer's eyes.

    What events of the line share (their order, their rule) is said once. The keys of the dice stand folded at the end. `month`
    is all of the turn that the viewer was shown, where what led to the line may stand.
    """
    if not view.is_gm and not all(may_see(event, view.side) for event in events):
        raise NotYoursError("That line is not in your report, so there is nothing to explain.")
    lines = [f"**{part}**" if part else "" for part in line.split("\n")]
    for event in events:
        cause = event.cause
        shown = [f"Order: {_order(cause.order)}"] if cause.order else []
        shown += [f"Rule: {_rule(cause.rule)}"] if cause.rule else []
        shown += [f"- {one}" for one in (*format_chances(event), *what_led_to_it(event, month, view))]
        shown += [_decided(cause.override)] if cause.override else []
        if shown != lines[-len(shown) :]:
            lines += shown
    keys = [plain(roll.key, 120) for event in events for roll in event.cause.rolls]
    if keys:
        lines.append(f"-# Keys of the dice, to check them (docs/verify.md): ||{' '.join(keys)}||")
    return "\n".join(lines)


def _decided(reason: str) -> str:
    """Who decided: the book and the council are their own reason."""
    return (
        f"{reason}."
        if reason in {DEFAULT_RULING_START, VOTE_START}
        else f"The game master's word: {plain(reason, 600)}"
    )


def _order(order: str) -> str:
    """`number 3 of turn 7` for `humans-7-3`; the id as it is if it has another shape."""
    parts = order.rsplit("-", 2)
    if len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit():
        return f"number {parts[2]} of turn {parts[1]}"
    return plain(order)


def _rule(rule: str) -> str:
    title = rule_title(rule)
    return f"{rule}, {title}" if title else rule or "none"


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    ledgers = [
        tomllib.loads((files(f"rules.{game}") / "ledger.toml").read_text(encoding="utf-8")) for game in LEDGER_GAMES
    ]
    kinds = ("rule", "table")
    return {entry["id"]: entry["title"] for ledger in ledgers for kind in kinds for entry in ledger.get(kind, ())}


def rule_title(rule: str) -> str:
    """The title of a ledger rule or table, "" if the ledger has none by this id."""
    return _titles().get(rule, "")
