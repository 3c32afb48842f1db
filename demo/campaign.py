"""`make demo`: the whole campaign, its files and its verdict. The whole game is played once more, from its capsule: its dice,
states, events and documents, and what became of every order. That is the one place that looks behind the scenes."""

import asyncio
import json
import shutil
import tempfile
import time
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from demo import checks, story
from demo.cast import Cast
from demo.forty_turns import EVENTS_WANTED, FortyTurns
from demo.policy import FORTY, YEAR, DemoPlan, Empire
from demo.stage import Actor, Launch, RunRecord, Stage, open_stage
from playtest.entropy import SeededEntropy
from rules.cluster_war.chapters.combat.battle import BattlesAwaited
from rules.cluster_war.model.events.colonies import SpendingCut
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleId, BattleOutcome
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.dice import Dice, Roller, mix
from rules.values import Value
from rules.values import field as value_field
from settings import Settings
from storage.codec import ORDERS, decode_signed, decode_state, decode_value, encode_state, unpack
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn.adjudication import engine_for
from umpire.campaign.views import side_views
from umpire.capsules import capsule_commands
from umpire.capsules.capsule import Capsule, OrdersRecord, OutcomesRecord, SheetRecord, TurnRecord, read_capsule
from umpire.capsules.capsule_replay import Replayed, replay
from umpire.delivery.packets import make_files
from umpire.games import games
from umpire.games.seat import Seat
from umpire.outbox.outbox import Recipe
from umpire.services.services import Services

MOST_REASONS = 3
Uses: TypeAlias = Mapping[type[Order], "OrderUse"]


@dataclass
class OrderUse:
    """What became of the orders of one type: how many were given, how many carried out, when first, and what hindered."""

    given: int = 0
    carried: int = 0
    first: int = 0
    hindered: list[str] = field(default_factory=list)


class Month(Value):
    """One playing of a turn that stood: what it began with, its orders and dice, what came of it before amendments."""

    turn: int
    before: GameState
    orders: tuple[SignedOrder, ...]
    dice: Roller
    after: GameState
    events: tuple[Event, ...]
    outcomes: Mapping[BattleId, BattleOutcome] = value_field(default_factory=dict)


def months(data: bytes) -> Iterator[Month]:
    """The months of a game master's capsule, in order; undone ones are left out. GameError if it does not replay."""
    capsule = read_capsule(data)
    played = {each.revision: each for each in replay(capsule)}
    orders = {r.revision: bytes(r.orders) for r in capsule.records if isinstance(r, OrdersRecord)}
    settled = {r.revision: _outcomes(r) for r in capsule.records if isinstance(r, OutcomesRecord)}
    for record in capsule.turns():
        if record.revision and record.state == "published":
            signed = decode_signed(orders[record.revision])
            yield _month(capsule, record, played[record.revision], signed, settled.get(record.revision, {}))


def _outcomes(record: OutcomesRecord) -> Mapping[BattleId, BattleOutcome]:
    found = (decode_value(BattleOutcome, bytes(one.outcome)) for one in record.battles)
    return {outcome.battle: outcome for outcome in found}


def _month(
    capsule: Capsule,
    record: TurnRecord,
    played: Replayed,
    signed: tuple[SignedOrder, ...],
    outcomes: Mapping[BattleId, BattleOutcome],
) -> Month:
    last = max(seq for phase, seq in played.states if phase == "start")
    before = decode_state(unpack(played.states["start", last]))
    name = record.game if isinstance(record.game, str) else capsule.head.id
    dice = Dice(mix(bytes.fromhex(record.seed or ""), record.words), name, record.turn)
    done = adjudicate(before, signed, dice, outcomes, engine_for(before.settings))
    return Month(record.turn, before, signed, dice, done.state, done.events, outcomes)


def find_faults(played: list[Month]) -> list[str]:
    """What did not add up, month by month; nothing where CPs and units were conserved throughout."""
    return [f"Turn {m.turn}: {said}" for m in played for said in broken_invariants(m.before, m.after, m.events)]


def empty_tally() -> dict[type[Order], OrderUse]:
    """Every type of order there is, not given yet."""
    return {kind: OrderUse() for kind in ORDER_TYPES}


def count_orders(data: bytes, played: list[Month], sides: Collection[SideId]) -> Uses:
    """What became of the orders of every type there is, of those that these sides gave."""
    uses = empty_tally()
    for record in read_capsule(data).records:
        if isinstance(record, SheetRecord):
            for given in (each for each in record.orders if each.side in sides):
                uses[type(ORDERS.decode(bytes(given.order)))].given += 1
    for month in played:
        for signed in (each for each in month.orders if each.side in sides):
            use = uses[type(signed.order)]
            hindered = _hindrance(month, signed)
            if hindered:
                use.hindered += [f"turn {month.turn}: {hindered}"][: max(0, MOST_REASONS - len(use.hindered))]
            elif _did_something(month, signed):
                use.carried += 1
                use.first = use.first or month.turn
    return uses


def _hindrance(month: Month, signed: SignedOrder) -> str:
    """Why an order was not carried out, or not in full; "" if nothing hindered it."""
    for event in month.events:
        if isinstance(event, OrderFailed) and event.cause.order == signed.id:
            return event.reason
        if isinstance(event, SpendingCut) and event.cause.order == signed.id:
            return f"{event.kept} of {event.cps} CPs"
    return ""


def _did_something(month: Month, signed: SignedOrder) -> bool:
    """Whether an event tells of it, or else the month would have come out otherwise without it."""
    if any(
        event.cause.order == signed.id and not isinstance(event, OrderFailed | SpendingCut) for event in month.events
    ):
        return True
    without = tuple(each for each in month.orders if each.id != signed.id)
    settle = engine_for(month.before.settings)
    try:
        done = adjudicate(month.before, without, month.dice, month.outcomes, settle)
    except BattlesAwaited:
        return True  # a battle that came otherwise
    return encode_state(done.state) != encode_state(month.after)


def format_tally(uses: Uses) -> str:
    """The tally as lines of text, a type of order each, in the order of the union."""
    lines = [f"{'order':<20} {'given':>6} {'carried out':>12} {'first in':>9}"]
    for kind, use in uses.items():
        first = f"turn {use.first}" if use.first else "never"
        lines.append(f"{kind.__name__:<20} {use.given:>6} {use.carried:>12} {first:>9}")
    return "\n".join(lines)


def missing_orders(uses: Uses) -> list[str]:
    """A sentence for each type of order that was never carried out."""
    return [
        f"No {kind.__name__} was carried out; {use.given} given"
        + (f" ({'; '.join(use.hindered)})." if use.hindered else ".")
        for kind, use in uses.items()
        if not use.carried
    ]


Json = dict[str, Any]
FAILURES_SHOWN = 5


async def check_capsule(cast: Cast, settings: Settings, launch: Launch, capsule: bytes, turns: int) -> Json:
    """The capsule's dice and turns recompute, and a game imported from it has come to the very same end by the same way."""
    services, findings = cast.stage.app.bot.services, cast.findings
    found = await capsule_commands.verify(services, capsule)
    findings.check(not found.differences, f"the capsule differs: {list(found.differences)[:3]}")
    findings.check(found.waiting == 0, f"{found.waiting} seeds of the finished game are not told")
    findings.check(found.replayed >= turns, f"{found.replayed} turns were played again, not {turns}")
    own = await capsule_commands.verify(services, cast.own_capsule) if cast.own_capsule else None
    findings.check(own is None or not own.differences, "the Humans' own capsule differs")
    games_here = await games.games_of(services, cast.stage.sandbox.world.guild().id, SYSTEM)
    game_id = games_here[0].id
    with tempfile.TemporaryDirectory() as folder:
        async with launch.open_application(
            settings, str(Path(folder) / "second.db"), cast.stage.clock.now, SeededEntropy(b"a second table")
        ) as app:
            there = app.bot.services
            copy = await capsule_commands.import_capsule(there, capsule, guild_id=1, channel_id=2, gm_user_id=3)
            second = await side_views.view(there, Seat(copy.id, "", 3, is_gm=True))
            papers = await _check_papers(cast, there, copy.id, capsule)
    first = await side_views.view(services, Seat(game_id, "", cast.gm.human.id, is_gm=True))
    findings.check(first == second, "the imported game's state differs from the original's")
    return {
        "turns": found.turns,
        "rolls": found.rolls,
        "replayed": found.replayed,
        "papers": papers,
        "differences": len(found.differences),
    }


async def _check_papers(cast: Cast, there: Services, game_id: str, capsule: bytes) -> int:
    """The game played again writes the very reports and maps in words that were delivered; how many were compared."""
    compared = 0
    for side in cast.empires:
        delivered = checks.delivered_to(cast.actor(side), side).files
        for record in read_capsule(capsule).turns():
            if not record.revision or record.state != "published":
                continue
            recipe = Recipe(game_id, record.turn, record.revision, side, "report")
            files = await make_files(there, recipe, ("report", "text-map"))
            for file in files:
                old = delivered.get(record.turn, {}).get(file.name, b"")
                if file.name == checks.REPORT_FILE:
                    old, told = _without_dice(old)
                    cast.findings.check(
                        told.startswith(f"Dice of turn {record.turn}: seed `{record.seed}`"),
                        f"{file.name} of turn {record.turn} for {side} does not end with that turn's dice",
                    )
                cast.findings.check(
                    old == file.data,
                    f"{file.name} of turn {record.turn} for {side} comes out differently when played again",
                )
                compared += 1
    return compared


def _without_dice(report: bytes) -> tuple[bytes, str]:
    """A delivered report in two: what the game wrote, and the dice that the delivery put below it."""
    body, _, told = report.decode().rpartition("\n\n")
    return f"{body}\n".encode(), told


async def check_months(cast: Cast, capsule: bytes, shown: Sequence[type[Event]], *, every_type: bool) -> Json:
    """CPs and units add up in each month, and what should be shown has happened; with `every_type`, the players had every type
    of order carried out at least once."""
    played, uses = await asyncio.to_thread(_read, capsule, [d.side for d in cast.bill.doctrines])
    for said in find_faults(played)[:FAILURES_SHOWN]:
        cast.findings.check(False, said)
    happened = {type(event) for month in played for event in month.events}
    lacking = [kind.__name__ for kind in shown if kind not in happened]
    cast.findings.check(not lacking, f"what should have happened and did not: {', '.join(lacking)}")
    if every_type:
        print("\n" + format_tally(uses), flush=True)
        for said in missing_orders(uses):
            cast.findings.check(False, said)
    return {
        kind.__name__: {"given": use.given, "carried_out": use.carried, "first_turn": use.first}
        for kind, use in uses.items()
    }


def _read(capsule: bytes, sides: list[SideId]) -> tuple[list[Month], Uses]:
    played = list(months(capsule))
    return played, count_orders(capsule, played, sides)


MOST_SHOWN = 20


async def run_demo(settings: Settings, out: Path, launch: Launch, *, full: bool = False, turns: int = 0) -> int:
    """Play the campaign and write `out`; 0 only if everything held. `turns` plays fewer (for tests): then the commands
    that later turns use are not asked for."""
    bill = FORTY if full else YEAR
    wanted = min(turns or bill.turns, bill.turns)
    began = time.monotonic()
    await asyncio.to_thread(_clear, out)
    with tempfile.TemporaryDirectory(prefix="admiralty-demo-") as folder:
        capsule, verified, orders = b"", Json(), Json()
        async with open_stage(settings, Path(folder), launch, [d.player for d in bill.doctrines]) as stage:
            cast = make_cast(stage, bill)
            try:
                capsule = await _run(cast, wanted)
                verified = await check_capsule(cast, settings, launch, capsule, wanted)
                whole = full and wanted >= bill.turns
                orders = await check_months(cast, capsule, EVENTS_WANTED if whole else (), every_type=whole)
            except Exception as wrong:  # noqa: BLE001 # whatever stops the play is the demo's result
                cast.findings.problems.append(f"the play stopped: {type(wrong).__name__}: {wrong}")
                traceback.print_exc()
            unused = checks.check_commands(cast) if wanted >= YEAR.turns else []
            delivered = await _hand_out(cast, out)
            checks.check_stage(cast)
            summary = _summary(cast, delivered, wanted, unused, verified, time.monotonic() - began)
            summary["orders"] = orders
    (out / "campaign.capsule").write_bytes(capsule)
    (out / "summary.json").write_text(json.dumps(summary, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    _tell(out, summary)
    return 1 if cast.findings.problems else 0


def make_cast(stage: Stage, bill: DemoPlan) -> Cast:
    """The people of the local Discord in their parts."""
    findings = RunRecord()
    empires = {
        d.side: Empire(Actor(stage.human(d.player), name=d.player, findings=findings, side=d.side), d)
        for d in bill.doctrines
    }
    people = {side: empire.actor for side, empire in empires.items()}
    gm, visitor = (Actor(stage.human(name), name=name, findings=findings) for name in ("gm", "visitor"))
    return Cast(bill, stage, findings, gm, visitor, empires, players=people)


async def _run(cast: Cast, turns: int) -> bytes:
    more = FortyTurns(cast) if cast.bill is FORTY else None
    await story.begin(cast)
    for turn in range(1, turns + 1):
        began = time.monotonic()
        if more is not None:
            await more.before(turn)
        await story.play_turn(cast, turn)
        print(
            f"  turn {turn:2}: {time.monotonic() - began:5.1f} s, {cast.findings.interactions} interactions so far",
            flush=True,
        )
    if more is not None and turns == cast.bill.turns:
        more.end()
    return await story.end(cast)


async def _hand_out(cast: Cast, out: Path) -> list[checks.Delivered]:
    """Write what each side got, and hold it against what it should have got."""
    delivered = [checks.delivered_to(cast.actor(side), side) for side in cast.empires]
    for each in delivered:
        await asyncio.to_thread(checks.write_side, out, each, cast.actor(each.side))
    (out / "gm-diary.txt").write_text("\n\n".join(cast.gm.diary) + "\n", encoding="utf-8")
    checks.check_delivery(cast, delivered)
    checks.check_secrets(cast, delivered, cast.names)
    return delivered


def _summary(
    cast: Cast, delivered: list[checks.Delivered], turns: int, unused: list[str], verified: Json, seconds: float
) -> Json:
    return {
        "turns": turns,
        "sides": list(cast.empires),
        "rivals": [rival.side for rival in cast.bill.rivals],
        "interactions": cast.findings.interactions,
        "commands": {"used": len(cast.findings.used), "of": len(checks.commands_of(cast.gm)), "unused": unused},
        "messages": checks.messages_sent(cast),
        "packets": sum(sum(each.times.values()) for each in delivered),
        "pictures": checks.pictures(cast),
        "capsule": verified,
        "errors": cast.findings.problems,
        "seconds": round(seconds, 1),
    }


def _clear(out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)


def _tell(out: Path, summary: Json) -> None:
    commands = summary["commands"]
    print(
        f"\n{summary['turns']} turns, {len(summary['sides'])} empires of players and {len(summary['rivals'])} of the bot's, "
        f"{commands['used']} of {commands['of']} commands used in "
        f"{summary['interactions']} interactions, {summary['messages']} messages, {summary['pictures']} pictures, "
        f"{summary['seconds']} s. Files: {out}"
    )
    for problem in summary["errors"][:MOST_SHOWN]:
        print(f"✗ {problem}")
    if not summary["errors"]:
        print("✔ Everything held.")
