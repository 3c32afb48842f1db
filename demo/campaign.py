"""`make demo`: the whole campaign, its files and its verdict."""

import asyncio
import json
import shutil
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from demo import checks, order_replay, story
from demo.actor import Actor, RunRecord
from demo.cast import Cast
from demo.forty_turns import EVENTS_WANTED, FortyTurns
from demo.policy import FORTY, YEAR, DemoPlan, Empire
from demo.stage import Launch, Stage, open_stage
from settings import Settings

MOST_SHOWN = 20
Json = dict[str, Any]


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
                verified = await order_replay.check_capsule(cast, settings, launch, capsule, wanted)
                whole = full and wanted >= bill.turns
                orders = await order_replay.check_months(
                    cast, capsule, EVENTS_WANTED if whole else (), every_type=whole
                )
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
