"""A chart in words: its alt text, and a table of every figure for those who do not see it."""

from collections.abc import Sequence

from render.campaign.charts.points import Point, figure
from render.words.safe_text import LONGEST_ALT, bare
from rules.values import asdict


def history_alt(points: Sequence[Point], empire: str, campaign: str) -> str:
    """What the chart shows, at most 1,024 characters."""
    told = [
        f"{bare(campaign, 60)}: history of {bare(empire, 60)}, turns {points[0].turn} to {points[-1].turn}.",
        _went(points, "income", " CPs a turn"),
        _went(points, "treasury", " CPs"),
        *(_went(points, name) for name in ("colonies", "fleets", "ships")),
    ]
    return " ".join(told)[:LONGEST_ALT]


def _went(points: Sequence[Point], name: str, unit: str = "") -> str:
    first, last = figure(points[0], name), figure(points[-1], name)
    peak = max(points, key=lambda p: (figure(p, name), -p.turn))
    most = figure(peak, name)
    high = f", most {most} in turn {peak.turn}" if most > max(first, last) else ""
    return f"{name.capitalize()} from {first} to {last}{unit}{high}."


def history_table(points: Sequence[Point], empire: str, campaign: str) -> str:
    """Every figure, one line a turn, in plain text."""
    head = ("turn", "production", "income", "treasury", "colonies", "fleets", "ships", "systems known")
    lines = [f"{bare(campaign, 60)}: {bare(empire, 60)}, at each turn's start", "", "  ".join(head)]
    lines += [
        "  ".join(str(cell).rjust(len(name)) for cell, name in zip(asdict(p).values(), head, strict=True))
        for p in points
    ]
    return "\n".join(lines) + "\n"
