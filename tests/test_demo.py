"""`make demo` in short: three turns of the scripted campaign, its files and its verdict; and that its checks can fail."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from demo import checks, replayed
from demo.actor import Book
from demo.campaign import run_demo
from demo.collect import Delivered
from demo.stage import Entropy, Launch
from program.connecting import connect
from program.rig import rigged
from rules.cluster_war.events.detection import RiftDetected
from rules.cluster_war.events.movement import FleetDeparted
from settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]

TURNS = 3
SIDES = ("humans", "vermin", "dominators", "oolab")


async def test_a_short_demo_holds_writes_its_files_and_knows_what_it_did_not_show(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    status = await run_demo(Settings(workers=1), out, Launch(rigged, connect), turns=TURNS)
    summary = json.loads((out / "summary.json").read_text())
    assert summary["errors"] == []
    assert status == 0
    assert (summary["turns"], tuple(summary["sides"])) == (TURNS, SIDES)
    assert summary["packets"] == len(SIDES) * (TURNS + 1)
    assert summary["capsule"]["differences"] == 0
    assert summary["capsule"]["papers"] == 2 * len(SIDES) * TURNS
    assert summary["orders"]["MoveFleet"]["first_turn"] == 1
    capsule = (out / "campaign.capsule").read_bytes()
    assert len(capsule) > 10_000
    for side in SIDES:
        for turn in range(1, TURNS + 1):
            here = out / side / f"turn-{turn:02d}"
            assert f"report of turn {turn}" in (here / "report.md").read_text()
            assert (here / "map.png").read_bytes().startswith(b"\x89PNG")
            assert f"turn {turn + 1}" in (here / "map.txt").read_text()
    cast: Any = Told(Counter())
    await replayed.check_months(cast, capsule, (FleetDeparted, RiftDetected), every_type=True)
    assert "what should have happened and did not: RiftDetected" in cast.book.problems
    assert "No SettleInGrid was carried out; 0 given." in cast.book.problems
    assert not any("MoveFleet" in said for said in cast.book.problems)


class Told:
    """As much of a cast as the checks of secrets and delivery read."""

    def __init__(self, published: Counter[int]) -> None:
        self.book = Book()
        self.published = published
        self.actors: list[Any] = []
        self.gm = self.visitor = Nobody()
        self.players = dict.fromkeys(SIDES, self.gm)

    def actor(self, side: str) -> Any:
        """Somebody who was told nothing."""
        return self.gm


class Nobody:
    """Sees and remembers nothing."""

    name = "nobody"
    place = ""
    read_in_the_first_game = ("> /fleet show fleet:Great Swarm\n⚠ No fleet of yours is called `Great Swarm`.",)

    def hears(self, place: object) -> list[Any]:
        """Nothing."""
        return []


def delivered(text: str) -> Delivered:
    """One packet of the Humans' first turn."""
    files = {1: {"report.md": text.encode(), "map.txt": b"words", "map.png": b"ink"}}
    return Delivered("humans", files, Counter({1: 1}))


@pytest.mark.parametrize(("text", "good"), [("The Great Swarm is near.", False), ("A swarm, greatly near.", True)])
def test_a_foreign_fleets_name_in_a_report_fails_the_demo(text: str, good: bool) -> None:
    cast: Any = Told(Counter({1: 1}))
    checks.check_secrets(cast, [delivered(text)], {"vermin": {"Great Swarm"}, "humans": {"Lantern One"}})
    assert (cast.book.problems == []) is good


@pytest.mark.parametrize(("times", "good"), [({1: 1}, True), ({1: 2}, False), ({1: 1, 2: 1}, False)])
def test_a_packet_too_few_or_too_many_fails_the_demo(times: dict[int, int], good: bool) -> None:
    cast: Any = Told(Counter(times))
    checks.check_delivery(cast, [delivered("report")])
    assert (cast.book.problems == []) is good


def test_a_demo_has_the_same_chance_in_every_run() -> None:
    one, other = Entropy(), Entropy()
    assert [one(32), one(4)] == [other(32), other(4)]
    assert one(32) != Entropy(b"another")(32)
