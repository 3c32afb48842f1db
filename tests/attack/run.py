"""The whole attack: `make attack`. Every fact's evening beside the evening without it, and a table of what was heard.

python -m tests.attack.run            all facts, by two workers
python -m tests.attack.run SetNpr     those whose name has this in it
"""

import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path
from typing import TypeAlias

from tests.attack import stage
from tests.attack.battle_evenings import BATTLE_FACTS, battle
from tests.attack.compared import judge, together
from tests.attack.dogfight_evenings import COURSE, DOGFIGHT_FACTS, dogfight
from tests.attack.evenings import Heard, evening
from tests.attack.fact import Fact
from tests.attack.facts import FACTS

TOGETHER = 24
"""How many silent facts are played in one evening; if anything is heard of them, each has an evening of its own."""


Bout: TypeAlias = Mapping[str, Sequence[str]]
"""What was heard in a battle or a dogfight, by person."""
Outcome: TypeAlias = "Heard | str"
"""What was heard in an evening, or why it could not be played."""


@dataclass(frozen=True, slots=True)
class Job:
    """An evening to play: with these facts by name, or with `instead` what takes their place."""

    facts: tuple[str, ...] = ()
    instead: bool = False


def play(folder: str, job: Job) -> Outcome:
    """Play an evening in this process."""
    facts = [fact for fact in FACTS if fact.name in job.facts]
    try:
        with tempfile.TemporaryDirectory() as own:
            return asyncio.run(evening(Path(folder), Path(own), facts, instead=job.instead))
    except Exception:  # noqa: BLE001 # one evening that cannot be is a line of the table
        return traceback.format_exc(limit=-3)


def play_battle(name: str, instead: bool = False) -> Bout:
    """A battle with the fact of this name or with what takes its place, or without any."""
    facts = [fact for fact in BATTLE_FACTS if fact.name == name]
    if instead:
        facts = [fact.instead for fact in facts if fact.instead is not None]
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(battle(Path(own), facts))


def play_dogfight(name: str) -> Bout:
    """A dogfight with the fact of this name, or without any."""
    course = next((fact.course for fact in DOGFIGHT_FACTS if fact.name == name), COURSE)
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(dogfight(Path(own), course))


@dataclass
class Attack:
    """A run: where its stage is, who plays its evenings, and the evening without any fact."""

    folder: str
    pool: Pool
    plain: "AsyncResult[Outcome]"
    compared: int = 0
    wrong: int = 0

    def begin(self, facts: Sequence[Fact]) -> tuple["AsyncResult[Outcome]", "AsyncResult[Outcome]"]:
        """Have the evenings without and with these facts played."""
        names = tuple(fact.name for fact in facts)
        other = self.pool.apply_async(play, (self.folder, Job(names, instead=True))) if facts[0].instead else self.plain
        return other, self.pool.apply_async(play, (self.folder, Job(names)))

    def hold(self, facts: Sequence[Fact], evenings: tuple["AsyncResult[Outcome]", "AsyncResult[Outcome]"]) -> bool:
        """Judge facts that were played in one evening; False if they must be played each by itself."""
        one, other = (each.get() for each in evenings)
        failed = next((each for each in (one, other) if isinstance(each, str)), "")
        wrong: tuple[str, ...] = (f"it could not be played: {failed}",)
        if not isinstance(one, str) and not isinstance(other, str):
            verdict = judge(facts[0], one, other)
            self.compared += verdict.compared
            wrong = verdict.wrong
        if wrong and len(facts) > 1:
            print(f"{len(facts)} facts do not hold together, each by itself:", *wrong, sep="\n         ", flush=True)
            return False
        for fact in facts:
            mark = "DIFFERS" if wrong else "known" if fact.known else "seen" if fact.seen else "silent"
            by = "; ".join(f"{side}: {why}" for side, why in (*fact.seen.items(), *fact.known.items()))
            print(f"{mark:8} {fact.name}{f'  ({by})' if by else ''}", *wrong, sep="\n         ", flush=True)
        self.wrong += bool(wrong)
        return True

    def begin_bouts(self, wanted: Sequence[str]) -> list[tuple[str, str, "AsyncResult[Bout]", "AsyncResult[Bout]"]]:
        """Have the battles and dogfights played: name, the rule by which it may be heard, without, with it."""
        battles = [fact for fact in BATTLE_FACTS if chosen(fact.name, wanted)]
        flown = [fact for fact in DOGFIGHT_FACTS if chosen(fact.name, wanted)]
        begun: list[tuple[str, str, AsyncResult[Bout], AsyncResult[Bout]]] = []
        for facts, how in ((battles, play_battle), (flown, play_dogfight)):
            if facts:
                plain = self.pool.apply_async(how, ("",))
                begun += [(fact.name, fact.seen, plain, self.pool.apply_async(how, (fact.name,))) for fact in facts]
        others = {fact.name: self.pool.apply_async(play_battle, (fact.name, True)) for fact in battles if fact.instead}
        return [(name, seen, others.get(name, plain), with_it) for name, seen, plain, with_it in begun]

    def hold_bout(self, name: str, seen: str, without: "AsyncResult[Bout]", with_it: "AsyncResult[Bout]") -> None:
        """Judge one battle or dogfight: the other captain or pilot, and an onlooker."""
        try:
            one, other = without.get(), with_it.get()
        except AssertionError as failed:
            print(f"DIFFERS  {name}\n         it could not be played: {failed}", flush=True)
            self.wrong += 1
            return
        victims = [who for who in one if who != "vik"]
        heard = [who for who in victims if one[who] != other[who]]
        self.compared += len(victims)
        bad = bool(heard) != bool(seen)
        self.wrong += bad
        mark = "DIFFERS" if bad else "seen" if seen else "silent"
        print(f"{mark:8} {name}{f'  ({seen})' if seen else ''}", flush=True)
        if heard and bad:
            told = next(pair for pair in zip(one[heard[0]], other[heard[0]], strict=False) if pair[0] != pair[1])
            print(f"         {heard[0]} heard of it: {told[0][:300]!r} became {told[1][:300]!r}")


def chosen(name: str, wanted: Sequence[str]) -> bool:
    """Whether a fact is asked for."""
    return not wanted or any(word in name for word in wanted)


def main(wanted: Sequence[str]) -> int:
    """Play and compare; 0 if every row holds."""
    began = time.monotonic()
    facts = [fact for fact in FACTS if chosen(fact.name, wanted)]
    silent = together(facts)
    groups = [silent[at : at + TOGETHER] for at in range(0, len(silent), TOGETHER)]
    groups += [(fact,) for fact in facts if fact not in silent]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(stage.build(Path(folder)))
        # A process is used for a few evenings only: what an evening keeps in memory goes with it.
        with multiprocessing.get_context("spawn").Pool(min(2, os.cpu_count() or 1), maxtasksperchild=8) as pool:
            attack = Attack(folder, pool, pool.apply_async(play, (folder, Job())))
            again = pool.apply_async(play, (folder, Job()))
            begun = [(group, attack.begin(group)) for group in groups]
            bouts = attack.begin_bouts(wanted)
            apart = [fact for group, evenings in begun if not attack.hold(group, evenings) for fact in group]
            for fact, evenings in [(fact, attack.begin([fact])) for fact in apart]:
                attack.hold([fact], evenings)
            for bout in bouts:
                attack.hold_bout(*bout)
            held = steady(attack.plain.get(), again.get())
    known = sum(len(fact.known) for fact in facts)
    print(
        f"{len(facts)} facts of campaigns in {len(groups)} evenings, {len(bouts)} of battles and dogfights, "
        f"{attack.compared} comparisons of everything one person received, "
        f"{attack.wrong} that do not hold, {known} known leaks; the same evening twice "
        f"{'sounds the same' if held else 'DIFFERS'}; {time.monotonic() - began:.0f} s"
    )
    return 0 if held and not attack.wrong else 1


def steady(one: Outcome, other: Outcome) -> bool:
    """Whether the evening without any fact sounds the same twice: else no comparison means anything."""
    return not isinstance(one, str) and not isinstance(other, str) and one.by == other.by


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
