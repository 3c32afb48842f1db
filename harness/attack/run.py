"""The whole attack: `make attack`. Every fact's evening beside the evening without it, and a table of what was heard.

python -m harness.attack.run            all facts, by two workers
python -m harness.attack.run SetNpr     those whose name has this in it
python -m harness.attack.run --apart    each fact in an evening of its own
python -m harness.attack.run --prove    only whether each comes about and its keeper reads of it: nobody else listens
"""

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path
from typing import TypeAlias

from harness.attack import stage
from harness.attack.comparison import FactVerdict, companies, judge, together, unproved
from harness.attack.evenings import Heard, difference, evening
from harness.attack.fact import Fact
from harness.attack.facts import FACTS
from harness.attack.row import Heard as TacticalGame
from harness.attack.row import TacticalRow, judge_tactical_game
from harness.attack.trial import Trial, played
from harness.attack.trials import TRIALS
from harness.attack.victims import VICTIMS
from harness.games.known import TACTICAL_ROWS
from rules.values import Value
from sandbox.human import NoAnswerError

FACTS_TOGETHER = 24
"""How many silent facts are played in one evening; if anything is heard of them, each has an evening of its own. That each
came about, and that its keeper would have known, is seen in an evening of its own with nobody else to listen."""

Outcome: TypeAlias = "Heard | str"
"""What was heard in an evening, or why it could not be played."""


class Job(Value):
    """An evening to play: with these facts by name, or with `instead` what takes their place."""

    facts: tuple[str, ...] = ()
    instead: bool = False
    only: tuple[str, ...] = tuple(VICTIMS)
    """The sides that listen, beside the game master."""
    anew: bool = False
    """Whether nothing is used that another evening had drawn."""


def play(folder: str, job: Job) -> Outcome:
    """Play an evening in this process; once more where a busy machine kept somebody waiting for too long."""
    facts = [fact for fact in FACTS if fact.name in job.facts]
    for again in (True, False):
        try:
            with tempfile.TemporaryDirectory() as own:
                heard = evening(Path(folder), Path(own), facts, instead=job.instead, only=job.only, anew=job.anew)
                return asyncio.run(heard)
        except Exception as wrong:  # noqa: BLE001 # one evening that cannot be is a line of the table
            if not (again and isinstance(wrong, TimeoutError | NoAnswerError)):
                return traceback.format_exc(limit=-3)
    raise AssertionError("an evening is heard or told why not")


class Proof(Value):
    """A fact, and what its keeper and the game master hear in the evenings without and with it."""

    fact: Fact
    without: "AsyncResult[Outcome]"
    with_it: "AsyncResult[Outcome]"


class FactEvenings(Value):
    """Facts of one evening: the evenings without and with them, and of several what the keeper hears of each by itself."""

    facts: tuple[Fact, ...]
    without: "AsyncResult[Outcome]"
    with_it: "AsyncResult[Outcome]"
    proofs: "tuple[Proof, ...]"


@dataclass
class AttackRun:
    """A run: where its stage is, and who plays its evenings."""

    folder: str
    pool: Pool
    compared: int = 0
    wrong: int = 0
    bare: "dict[tuple[tuple[str, ...], str], AsyncResult[Outcome]]" = field(default_factory=dict)
    """By who listens, and what is done when in a fact's place, the evening without it: several facts may share one."""

    def have(
        self, *facts: Fact, instead: bool = False, only: tuple[str, ...] = tuple(VICTIMS)
    ) -> "AsyncResult[Outcome]":
        """Have an evening played."""
        return self.pool.apply_async(play, (self.folder, Job(tuple(fact.name for fact in facts), instead, only)))

    def without(self, facts: Sequence[Fact] = (), only: tuple[str, ...] = tuple(VICTIMS)) -> "AsyncResult[Outcome]":
        """Have the other evening of these facts played; it is one for all in whose place the same is done, or nothing."""
        other = [(fact.when, fact.instead, fact.earlier) for fact in facts if fact.instead or fact.earlier]
        instead = bool(other)
        key = (only, repr(other) if instead else "")
        if key not in self.bare:
            self.bare[key] = self.have(*(facts if instead else ()), instead=instead, only=only)
        return self.bare[key]

    def begin(self, facts: Sequence[Fact]) -> "FactEvenings":
        """Have the evenings without and with these facts played, and what proves each of several."""
        proofs = tuple(map(self.begin_proof, facts)) if len(facts) > 1 and not facts[0].company else ()
        return FactEvenings(tuple(facts), self.without(facts), self.have(*facts), proofs)

    def begin_proof(self, fact: Fact) -> "Proof":
        """Have a fact's evenings played to its keeper alone."""
        only = (fact.keeper,) if fact.keeper else ()
        return Proof(fact, self.without((fact,), only), self.have(fact, only=only))

    def hold(self, begun: "FactEvenings") -> bool:
        """Judge facts that were played in one evening; False if they must be played each by itself."""
        facts, one, other = begun.facts, begun.without.get(), begun.with_it.get()
        wrong: tuple[str, ...] = ()
        if isinstance(one, str) or isinstance(other, str):
            wrong = (f"it could not be played: {one if isinstance(one, str) else other}",)
        else:
            verdict = judge(facts[0], one, other, *facts[1:], proved=not begun.proofs)
            self.compared += verdict.compared
            wrong = verdict.wrong
        if wrong and len(facts) > 1:
            print(f"{len(facts)} facts do not hold together, each by itself:", *wrong, sep="\n         ", flush=True)
            return False
        if not begun.proofs:
            for fact in facts:
                self.tell(fact, wrong)
        for proof in begun.proofs:  # nothing was heard of them; each must have come about
            self.prove(proof)
        return True

    def prove(self, proof: "Proof", mark: str = "") -> None:
        """See that a fact came about, and that its keeper reads of it."""
        one, other = proof.without.get(), proof.with_it.get()
        if isinstance(one, str) or isinstance(other, str):
            self.tell(proof.fact, (f"it could not be played: {one if isinstance(one, str) else other}",), mark=mark)
        else:
            self.tell(proof.fact, unproved(proof.fact, one, other), mark=mark)

    def tell(self, fact: Fact, wrong: Sequence[str], mark: str = "") -> None:
        """A line of the table."""
        mark = "DIFFERS" if wrong else mark or ("known" if fact.known else "seen" if fact.seen else "silent")
        by = "; ".join(f"{side}: {why}" for side, why in (*fact.seen.items(), *fact.known.items()))
        print(f"{mark:8} {fact.name}{f'  ({by})' if by else ''}", *wrong, sep="\n         ", flush=True)
        self.wrong += bool(wrong)

    def begin_tactical_games(
        self, wanted: Sequence[str]
    ) -> "list[tuple[TacticalRow, AsyncResult[TacticalGame], AsyncResult[TacticalGame]]]":
        """Have the battles and dogfights played: each row, without, with it; evenings that are the same are played once."""
        played: dict[tuple[object, ...], AsyncResult[TacticalGame]] = {}

        def have(row: TacticalRow, told: tuple[object, ...]) -> "AsyncResult[TacticalGame]":
            key = (row.play.__name__, *told)
            if key not in played:
                played[key] = self.pool.apply_async(row.play, told)
            return played[key]

        return [
            (row, have(row, row.without), have(row, row.with_it)) for row in TACTICAL_ROWS if chosen(row.name, wanted)
        ]

    def hold_tactical_game(
        self, row: TacticalRow, without: "AsyncResult[TacticalGame]", with_it: "AsyncResult[TacticalGame]"
    ) -> None:
        """Judge one battle, dogfight or squadron."""
        try:
            verdict = judge_tactical_game(row, without.get(), with_it.get())
        except AssertionError as failed:
            verdict = FactVerdict(row.name, 0, (f"it could not be played: {failed}",))
        self.compared += verdict.compared
        self.wrong += bool(verdict.wrong)
        mark = "DIFFERS" if verdict.wrong else "seen" if row.seen else "silent"
        about = f"  ({row.seen})" if row.seen else ""
        print(f"{mark:8} {row.name}{about}", *verdict.wrong, sep="\n         ", flush=True)

    def hold_trial(self, trial: Trial, came: "AsyncResult[str]") -> None:
        """Judge what somebody tried; whatever keeps it from being played counts as well."""
        try:
            wrong = came.get()
        except Exception as failed:  # noqa: BLE001 # one trial that cannot be is a line of the table
            wrong = f"it could not be played: {failed!r}"
        self.wrong += bool(wrong)
        print(f"{'GIVEN' if wrong else 'refused':8} {trial.name}  ({trial.promise})", flush=True)
        if wrong:
            print(f"         {wrong}", flush=True)


def chosen(name: str, wanted: Sequence[str]) -> bool:
    """Whether a fact is asked for."""
    return not wanted or any(word in name for word in wanted)


def prove(wanted: Sequence[str], workers: int) -> int:
    """Whether each fact comes about and its keeper reads of it; 0 if so. Whether others hear of it is not asked."""
    facts = [fact for fact in FACTS if chosen(fact.name, wanted)]
    with tempfile.TemporaryDirectory() as folder, pool_of(workers) as pool:
        asyncio.run(stage.build(Path(folder)))
        attack = AttackRun(folder, pool)
        for proof in [attack.begin_proof(fact) for fact in facts]:
            attack.prove(proof, "proved")
    print(f"{len(facts)} facts, {attack.wrong} that prove nothing")
    return 1 if attack.wrong else 0


def pool_of(workers: int) -> Pool:
    """Processes to play in, each for a few evenings only: what an evening keeps in memory goes with it."""
    return multiprocessing.get_context("spawn").Pool(min(workers, os.cpu_count() or 1), maxtasksperchild=8)


def main(wanted: Sequence[str], *, apart: bool = False, workers: int = 2) -> int:
    """Play and compare; 0 if every row holds."""
    began = time.monotonic()
    facts = [fact for fact in FACTS if chosen(fact.name, wanted)]
    silent = () if apart else together(facts)
    in_company = [] if apart else companies(facts)
    groups: list[Sequence[Fact]] = [(fact,) for fact in facts if fact not in silent and (apart or not fact.company)]
    groups += in_company
    groups += [silent[at : at + FACTS_TOGETHER] for at in range(0, len(silent), FACTS_TOGETHER)]
    with tempfile.TemporaryDirectory() as folder, pool_of(workers) as pool:
        if facts:
            asyncio.run(stage.build(Path(folder)))
        attack = AttackRun(folder, pool)
        again = pool.apply_async(play, (folder, Job(anew=True))) if facts else None
        for group in groups:  # so that the evenings with facts find drawn what sounds the same in them
            attack.without(group)
        begun = [attack.begin(group) for group in groups]
        tactical_games = attack.begin_tactical_games(wanted)
        trials = [(trial, pool.apply_async(played, (trial,))) for trial in TRIALS if chosen(trial.name, wanted)]
        doubtful = [fact for each in begun if not attack.hold(each) for fact in each.facts]
        for each in [attack.begin([fact]) for fact in doubtful]:
            attack.hold(each)
        for tactical in tactical_games:
            attack.hold_tactical_game(*tactical)
        for trial, came in trials:
            attack.hold_trial(trial, came)
        unsteady = [] if again is None else strayed(attack.without().get(), again.get())
    known = sum(len(fact.known) for fact in facts)
    print(
        f"{len(facts)} facts of campaigns in {len(groups)} evenings, {len(tactical_games)} of battles and dogfights, "
        f"{len(trials)} trials of what nobody may do, "
        f"{attack.compared} comparisons of everything one person received, "
        f"{attack.wrong} that do not hold, {known} known leaks; the same evening twice "
        f"{'DIFFERS' if unsteady else 'sounds the same' if again else 'was not played'}; {time.monotonic() - began:.0f} s",
        *unsteady,
        sep="\n         ",
    )
    return 0 if not unsteady and not attack.wrong else 1


def strayed(one: Outcome, other: Outcome) -> list[str]:
    """Where the evening without any fact does not sound the same twice: if anywhere, no comparison means anything."""
    if isinstance(one, str) or isinstance(other, str):
        return [f"it could not be played: {one if isinstance(one, str) else other}"]
    found = {side: difference(one, other, side) for side in one.by}
    return [f"{side}: {each.without!r} became {each.with_it!r}" for side, each in found.items() if each is not None]


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="make attack", description=__doc__)
    asked.add_argument("names", nargs="*", help="only facts whose name has one of these in it")
    asked.add_argument("--apart", action="store_true", help="each fact in an evening of its own")
    asked.add_argument("--prove", action="store_true", help="only whether each fact comes about")
    asked.add_argument("--workers", type=int, default=2, help="evenings at once")
    given = asked.parse_args()
    if given.prove:
        sys.exit(prove(given.names, given.workers))
    sys.exit(main(given.names, apart=given.apart, workers=given.workers))
