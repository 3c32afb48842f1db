"""What an operation is aimed at among its target's things, by the words of its subject."""

from collections.abc import Mapping

from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.names import ProjectId
from rules.cluster_war.model.state.officers import Officer, Officers


def project_meant(projects: Mapping[ProjectId, Project], one: Operation) -> Project | None:
    """The running project that sabotage is aimed at: the one that is named, or the one with most CPs in its step."""
    wanted = one.subject.casefold()
    running = [p for p in projects.values() if p.side == one.target and not p.finished_turn and p.cps]
    named = [p for p in running if not wanted or wanted in {p.name.casefold(), p.technology.casefold()}]
    return max(named, key=lambda p: (p.cps, p.id), default=None)


def officer_meant(officers: Officers, one: Operation) -> Officer | None:
    """The officer of the target's that is named; None without one of that name."""
    wanted = one.subject.casefold()
    theirs = (o for _, o in sorted(officers.items()) if o.side == one.target)
    return next((o for o in theirs if wanted and o.name.casefold() == wanted), None)
