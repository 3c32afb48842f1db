"""`make demo` as it is: the scripted campaign, its files and its verdict; and that its checks can fail."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from demo import campaign, checks, rivals
from demo.answer_reader import EmpireHoldings, holdings
from demo.campaign import run_demo
from demo.checks import Delivered
from demo.policy import YEAR
from demo.stage import Launch, RunRecord
from program.application import open_application
from program.connection import connect
from rules.cluster_war.model.events.detection import RiftDetected
from rules.cluster_war.model.events.movement import FleetDeparted
from settings import Settings

pytestmark = [pytest.mark.timeout(1500)]

TURNS = YEAR.turns
SIDES = ("humans", "vermin", "dominators", "oolab")
RIVALS = ("kestrels", "weavers")


async def test_the_demo_holds_writes_its_files_and_knows_what_it_did_not_show(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    status = await run_demo(Settings(workers=1), out, Launch(open_application, connect))
    summary = json.loads((out / "summary.json").read_text())
    assert summary["errors"] == []
    assert status == 0
    assert (summary["turns"], tuple(summary["sides"]), tuple(summary["rivals"])) == (TURNS, SIDES, RIVALS)
    assert (summary["commands"]["used"] > 150, summary["commands"]["unused"]) == (True, [])
    assert summary["packets"] >= len(SIDES) * (TURNS + 1)  # a turn that was taken back is published once more
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
    await campaign.check_months(cast, capsule, (FleetDeparted, RiftDetected), every_type=True)
    assert cast.findings.problems == ["what should have happened and did not: RiftDetected"]


class Told:
    """As much of a cast as the checks of secrets and delivery read."""

    bill = YEAR

    def __init__(self, published: Counter[int]) -> None:
        self.findings = RunRecord()
        self.began_with: dict[str, EmpireHoldings] = {}
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
    read_in_the_first_game = ("> /fleet show fleet:Great Swarm\n⚠ You have no fleet called `Great Swarm`.",)

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
    assert (cast.findings.problems == []) is good


@pytest.mark.parametrize(
    "paper",
    [
        "The Long Demo: Loom of Ash, report of turn 3",
        "The Long Demo. Map of Kestrel Compact, turn 3, hexes 0101 to 7070.",
        "### The bot player of Loom of Ash · turn 3",
    ],
)
def test_a_paper_of_the_bots_empires_that_a_player_has_fails_the_demo(paper: str) -> None:
    cast: Any = Told(Counter({1: 1}))
    checks.check_secrets(cast, [delivered(paper)], {})
    assert len(cast.findings.problems) == 1


MAP = """Map of Loom of Ash, turn 4

Your fleets: 2
  2113 First Knot (Orirra): F1 First Thread, 2 ships, survey
  In FTL space 2113 to 2114, due turn 4, week 2: F8 Hanks, 1 ship, then to 2115

Your colonies: 2
  2012 orbit 6: Wenuzen VI, size 75 CPs
  2113 orbit 4: First Knot, size 375 CPs, home world, shipyard bays 70

Foreign fleets seen: 1
  2113 First Knot (Orirra): C1, Human Union, 9 ships
"""


def test_what_an_empire_holds_is_read_off_its_map() -> None:
    held = holdings(MAP)
    assert held == EmpireHoldings(frozenset({"First Thread", "Hanks"}), ships=3, colonies=2, size=450)
    assert not held.exceeds(held)
    assert held.exceeds(EmpireHoldings(held.fleets, ships=3, colonies=1, size=449))
    assert not held.exceeds(EmpireHoldings(held.fleets, ships=3, colonies=1, size=450))
    assert not held.exceeds(EmpireHoldings(held.fleets, ships=3, colonies=2, size=449))


class Master(Nobody):
    """A game master who reads the same map and the same plan of every rival, and of whom everybody has a letter from each."""

    def __init__(self, plan: str, letter: str) -> None:
        self.plan, self.letter = plan, letter

    async def use(self, command: str, **options: object) -> Any:
        """The map, or the plan."""
        return Page(MAP if command == "gm side" else self.plan)

    def hears(self, place: object) -> list[Any]:
        """One letter of each rival."""
        return [Page(self.letter.format(YEAR.sides[rival.side])) for rival in YEAR.rivals]


class Page:
    """A text without files."""

    attachments = ()

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        """The text."""
        return self._text


BUSY = "It said to **Human Union**: “Hello.”\n1. First Thread to 2114.\n-# to see what is there"
LETTER = "**{}** (led by the bot) writes to you:\n> Hello."


@pytest.mark.parametrize(
    ("plan", "letter", "then", "problem"),
    [
        (BUSY, LETTER, 1, ""),
        ("It said to **Human Union**: “Hello.”", LETTER, 1, "gave no orders in turns [1, 2]"),
        ("1. First Thread to 2114.", LETTER, 1, "never said a word"),
        (BUSY, "**{}** writes to you", 1, "no letter from"),
        (BUSY, LETTER, 450, "has not grown"),
    ],
)
async def test_a_rival_that_is_idle_silent_or_no_larger_fails_the_demo(
    plan: str, letter: str, then: int, problem: str
) -> None:
    cast: Any = Told(Counter({0: 1, 1: 1, 2: 1}))
    cast.gm = Master(plan, letter)
    cast.began_with = {
        rival.side: EmpireHoldings(frozenset({"Hanks"}), ships=1, colonies=1, size=then) for rival in YEAR.rivals
    }
    names = await rivals.look_back(cast)
    assert names == {key: {"First Thread", "Hanks"} for key in RIVALS}
    assert len(cast.findings.problems) == (len(RIVALS) if problem else 0)
    assert all(problem in said for said in cast.findings.problems)


@pytest.mark.parametrize(("times", "good"), [({1: 1}, True), ({1: 2}, False), ({1: 1, 2: 1}, False)])
def test_a_packet_too_few_or_too_many_fails_the_demo(times: dict[int, int], good: bool) -> None:
    cast: Any = Told(Counter(times))
    checks.check_delivery(cast, [delivered("report")])
    assert (cast.findings.problems == []) is good
