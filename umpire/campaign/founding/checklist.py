"""How far setting up a campaign has come, by the checklist of the book (CW-19.0-08)."""

from collections.abc import Iterator

from rules.cluster_war.model.race_design.campaign import Progress, may_design_races, step_refused
from rules.cluster_war.model.state.tables_of import tables
from umpire.campaign.founding.open_campaign import Founding
from umpire.campaign.founding.plan import settings_of_plan

RECRUIT, VALUES, RACES, MAP, DATA, HOMES, OTHERS = range(1, 8)
"""The steps of CW-19.0-T01."""


def progress_of(now: Founding) -> Progress:
    """Which steps have begun and which are done."""
    finished = {VALUES}
    begun = {RECRUIT, RACES}
    if all(seat.user_id is not None or seat.is_ready for seat in now.seats):
        finished.add(RECRUIT)
    if all(seat.is_ready for seat in now.seats):
        finished.add(RACES)
    if now.made:
        finished |= {RACES, MAP, DATA, HOMES}
    if now.made or not now.plan.others:
        finished.add(OTHERS)
    return Progress(frozenset(begun | finished), frozenset(finished))


def checklist(now: Founding) -> Iterator[str]:
    """A line for each step: done, under way, or what it waits for."""
    settings, progress = settings_of_plan(now.plan), progress_of(now)
    table = tables(settings)["CW-19.0-T01"]
    for key in table.keys:
        step = int(key)
        waits = step_refused(step, progress, settings)
        if step in progress.finished:
            stand = "done"
        elif waits is not None:
            stand = f"waits for {waits.text.partition(' waits for ')[2].removesuffix('.')}"
        else:
            stand = "under way" if step in progress.begun else "may begin"
        yield f"{step}. {table.cell(key, 'content')}: {stand}"
    if not may_design_races(progress):
        yield "Races are final: the map has been shown."
