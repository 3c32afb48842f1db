"""The doctor's look at shards: who holds which, whether any are nobody's, whether the settings fit those at work."""

from typing import Final

from settings import ShardPlan
from storage.inspect import is_server, ranges_in
from storage.processes import RangeRow
from umpire.services.doctor import Check

NAME: Final = "Shards"


def check_shards(database: str, plan: ShardPlan) -> Check:
    """No shard is without a living process, if any has one; those at work count as many as the settings say."""
    if not is_server(database):
        many = "one" if plan.total == 1 else f"all {plan.total}"
        return Check(NAME, True, f"{many} by one process, since games are kept in a file")
    return check_ranges(*ranges_in(database), plan)


def check_ranges(rows: tuple[RangeRow, ...], now: int, plan: ShardPlan) -> Check:
    """The same of the ranges as they are known."""
    held = [row for row in rows if row.is_held(now)]
    if not held:
        return Check(NAME, True, f"ADMIRALTY_SHARDS is {plan.total}; no process is at work")
    text = "; ".join(f"{row} of {row.total} by {row.process}" for row in held)
    if any(row.total != plan.total for row in held):
        mend = "Stop all processes, then start them with one number of shards."
        return Check(NAME, False, f"{text}; but ADMIRALTY_SHARDS is {plan.total} here", mend)
    served = {number for row in held for number in range(row.first, row.last + 1)}
    lost = sorted(set(range(plan.total)) - served)
    if not lost:
        return Check(NAME, True, text)
    mend = "Start a process for these (deploy/systemd/admiralty@.service) or a stand-by; docs/shards.md has the steps."
    which = ", ".join(str(number) for number in lost[:10]) + (" and more" if len(lost) > 10 else "")
    return Check(NAME, False, f"{text}; nobody serves {which}: commands there are not answered", mend)
