"""What was beside what would be: for the game master from the whole truth, for each side from its own view alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from render.campaign.report.lines import report_lines
from render.words.safe_text import count, plain
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import BattleId
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import Value
from storage import events, snapshots
from storage.codec import EVENTS, decode_state, unpack
from umpire.campaign.whatif.fork import ForkReading, read_fork
from umpire.campaign.whatif.fork_adjudication import FORK_METHOD, ForkJob, ForkResult, play_job
from umpire.games.games import sides_of
from umpire.games.seat import Seat, require_gm
from umpire.services.services import Services


class NumberChange(Value):
    """One number, as it was and as it would be."""

    name: str
    was: int
    would: int


class WhatIfDifference(Value):
    """What a side ("" is the game master) would read that it did not, would not read that it did, have or know that it does not,
    and lose; and the numbers that would be others."""

    side: SideId
    told: tuple[str, ...]
    untold: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    numbers: tuple[NumberChange, ...]

    @property
    def is_none(self) -> bool:
        """Whether nothing would be different."""
        return not (self.told or self.untold or self.gained or self.lost or self.numbers)


class FoughtHere(Value):
    """A battle of the fork that people settle, and how it was settled here."""

    battle: BattleId
    text: str
    how: str


class ForkComparison(Value):
    """The whole comparison: the game master's first, then each side's; and which of the draft's changes could not be made."""

    reading: ForkReading
    differences: tuple[WhatIfDifference, ...]
    battles: tuple[FoughtHere, ...]
    left_out: tuple[str, ...]

    @property
    def token(self) -> str:
        """What was compared: adopting takes this and nothing else."""
        return self.reading.token


async def compare(services: Services, gm: Seat) -> ForkComparison:
    """Play the fork and set it beside what was: what the turn led to, or what an open one would come to by the same dice with
    nothing changed. WrongPhaseError: there is no fork, or the game has moved on. GameError: a change cannot be made."""
    require_gm(gm)
    was: tuple[bytes, tuple[bytes, ...]] | None = None
    async with services.storage.reading() as tx:
        read = await read_fork(tx, gm.game_id)
        if read.fork.base != "open":
            led = await snapshots.result_of(tx, read.game.id, read.back.revision)
            happened = await events.encoded_of_revision(tx, read.game.id, read.back.revision)
            was = await snapshots.load_packed(tx, led), happened
    sides = tuple(flag.id for flag in sides_of(read.game))
    baseline = read.job(changed=False) if was is None else None
    return ForkComparison(
        read, *await services.workers.run(work_out, read.job(), read.told, sides, was, baseline, urgent=True)
    )


def work_out(
    job: ForkJob,
    told: tuple[bytes, ...],
    sides: tuple[SideId, ...],
    was: tuple[bytes, tuple[bytes, ...]] | None,
    baseline: ForkJob | None,
) -> tuple[tuple[WhatIfDifference, ...], tuple[FoughtHere, ...], tuple[str, ...]]:
    """The comparison itself; runs in a worker. `was` is a packed state and encoded events, or is played from `baseline`."""
    played = play_job(job)
    if was is None:
        before = play_job(baseline if baseline is not None else job)
        was = before.packed, (*told, *_events(before))
    old, new = decode_state(unpack(was[0])), decode_state(unpack(played.packed))
    happened = [[EVENTS.decode(data) for data in found] for found in (was[1], (*told, *_events(played)))]
    found = [difference(gm_view(old), gm_view(new), *happened)]
    for side in sides:
        mine = [[event for event in each if may_see(event, side)] for each in happened]
        found.append(difference(view_for(old, side), view_for(new, side), *mine))
    fights = tuple(
        FoughtHere(
            one.battle.id, f"{one.battle.kind} at {one.battle.hex}, week {one.battle.week}", _method_words(one.how)
        )
        for one in played.battles
    )
    return tuple(found), fights, played.left_out


def _method_words(how: str) -> str:
    return {"kept": "as it was", FORK_METHOD: "by the engine", "quick": "by numbers"}.get(how, how)


def _events(played: ForkResult) -> tuple[bytes, ...]:
    before = (data for made in played.before for data in made.events)
    return (*before, *played.month.events, *(data for made in played.after for data in made.events))


def difference(was: View, would: View, old: Sequence[Event], new: Sequence[Event]) -> WhatIfDifference:
    """What differs between two ends of a turn as one reader sees them: their views, and the events they may see."""
    untold, told = _only_in_each(_lines(was, old), _lines(would, new))
    lost, gained = _only_in_each(_things(was), _things(would))
    before, after = _numbers(was), _numbers(would)
    numbers = [
        NumberChange(name, before.get(name, 0), after.get(name, 0))
        for name in dict.fromkeys((*before, *after))
        if before.get(name, 0) != after.get(name, 0)
    ]
    return WhatIfDifference(was.side, told, untold, gained, lost, tuple(numbers))


def _only_in_each(old: Iterable[str], new: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is only in the first, and what is only in the second, each as often as it is there more."""
    before, after = Counter(old), Counter(new)
    return tuple((before - after).elements()), tuple((after - before).elements())


def _lines(view: View, happened: Sequence[Event]) -> list[str]:
    """The report's lines; the game master's with the empire they are about."""
    lines = report_lines(view, happened)
    return [f"{line.heading}: {line.text}" if view.is_gm else line.text for line in lines]


def _things(view: View) -> Iterable[str]:
    """What a reader has, knows and has agreed on, a line each: what would be gained or lost."""
    named = {key: plain(flag.name) for key, flag in view.all_flags.items()}

    def whose(side: SideId) -> str:
        return f" of {named.get(side, side)}" if view.is_gm else ""

    for colony in view.colonies.values():
        yield f"the colony {plain(colony.name)} at {colony.hex}{whose(colony.side)}"
    for fleet in view.fleets.values():
        where = f"on the way to {fleet.transit.to}" if fleet.transit is not None else f"at {fleet.hex}"
        yield f"{plain(fleet.name)}{whose(fleet.side)} {where}, {count(len(fleet.ships), 'ship')}"
    for ship, one in view.ships.items():
        yield f"ship {plain(ship.partition('/')[2] or ship)}{whose(one.side)}"
    for base in view.bases.values():
        yield f"a base at {base.hex}{whose(base.side)}"
    for project in view.projects.values():
        state = "finished" if project.finished_turn else f"{project.cps} CPs gathered"
        yield f"the project {plain(project.name)}{whose(project.side)}, {state}"
    yield from _agreed(view, named)
    if view.is_gm:
        yield from (f"question {q.id}: {plain(q.text, 120)}" for q in view.questions if not q.settled_turn)
        return
    if view.me is not None:
        yield from (f"the technology {plain(technology)}" for technology in view.me.technologies)
        yield from (f"knowledge of {plain(field)}" for field in view.me.discoveries)
    for system in view.systems.values():
        yield f"knowledge of the system {system.hex} ({system.level})"
    for seen in view.foreign_fleets.values():
        yield f"sight of {seen.contact} ({named.get(seen.side, seen.side)}) at {seen.hex}"
    for settled in view.foreign_colonies.values():
        yield f"sight of a colony of {named.get(settled.side, settled.side)} at {settled.hex}"
    yield from (f"contact with {named.get(side, side)}" for side in view.met)


def _agreed(view: View, named: Mapping[SideId, str]) -> Iterable[str]:
    for right in view.rights:
        yield f"a right: {right.kind}, from {named.get(right.giver, right.giver)} to {named.get(right.taker, right.taker)}"
    for pact in view.pacts:
        yield f"a trade agreement (level {pact.level}) between {named.get(pact.a, pact.a)} and {named.get(pact.b, pact.b)}"
    yield from (f"peace with {named.get(side, side)}" for side in view.peace)
    yield from (f"ambassadors exchanged with {named.get(side, side)}" for side in view.embassies)


def _numbers(view: View) -> Mapping[str, int]:
    """A reader's numbers; the game master's for each empire."""
    if not view.is_gm:
        return {
            "CPs to spend": view.income.available,
            "of them in the treasury": view.income.treasury,
            "CPs produced": view.income.production,
            "CPs from trade": view.income.trade,
            **_counted(view, view.side, ""),
            "Systems known": len(view.systems),
            "Empires met": len(view.met),
        }
    found: dict[str, int] = {}
    for side, flag in sorted(view.flags.items()):
        head = f"{plain(flag.name)}: "
        found[f"{head}CPs in the treasury"] = view.sides[side].treasury
        found |= _counted(view, side, head)
    return found


def _counted(view: View, side: SideId, head: str) -> Mapping[str, int]:
    owned = {"Colonies": view.colonies, "Fleets": view.fleets, "Ships": view.ships, "Bases": view.bases}
    counts = {f"{head}{name}": sum(one.side == side for one in things.values()) for name, things in owned.items()}  # type: ignore[attr-defined] # each has a side
    people = sum(colony.size for colony in view.colonies.values() if colony.side == side)
    stress = sum(ship.stress for ship in view.ships.values() if ship.side == side)
    return counts | {f"{head}Size of the colonies": people, f"{head}Stress of the ships, all together": stress}
