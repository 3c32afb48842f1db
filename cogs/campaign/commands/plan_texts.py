"""What the calculators say: journeys, worlds, research."""

from collections.abc import Sequence
from fractions import Fraction

from render.words.safe_text import count, plain
from rules.cluster_war.chapters.movement import travel_time
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.calculators import SettlementEstimate


def gravities(drive: Fraction) -> str:
    """A drive rating as it is written: 2G, 5/2G."""
    return f"{drive}G"


def trip_text(settings: Settings, drive: Fraction, hexes: int, week: int, where: str = "") -> str:
    """One journey: the campaign's weeks, when it would end, and the chart's best speed (CW-4.0-01, CW-C-06)."""
    takes = travel_time.weeks(hexes, drive, settings)
    source = (
        "the printed table `CW-4.0-01`" if travel_time.is_printed(hexes, drive, settings) else "the formula `CW-4.0-02`"
    )
    preset = settings.travel_constant
    best = travel_time.sweet_spot(drive, hexes, preset)
    days = travel_time.fewest_days(drive, hexes, preset)
    charted = " (a printed chart)" if preset == "charts" and travel_time.is_charted(drive, best[0], hexes) else ""
    speeds = " or ".join(str(p) for p in best)
    return "\n".join(
        [
            f"### {count(hexes, 'hex', 'hexes')} at {gravities(drive)}{where}: {count(takes, 'week')}",
            f"About {hexes * travel_time.LIGHT_YEARS} light years `CW-1.0-04`. By {source}.",
            f"Leaving as this turn begins it arrives {travel_time.eta(week + takes)}.",
            f"Best speed {speeds}% of light (1 to {travel_time.FASTEST_PERCENT}%): {float(days):.2f} days{charted} `CW-C-06`",
        ]
    )


def table_text(settings: Settings, drive: Fraction, hexes: int) -> str:
    """Every distance up to `hexes` at one drive (CW-C-08, CW-C-09)."""
    rows = travel_time.travel_table(drive, hexes, settings.travel_constant)
    lines = [f"### Travel at {gravities(drive)} `CW-4.0-01` `CW-C-09`", "```", "hexes  weeks  best %     days"]
    for row in rows:
        best = "/".join(str(p) for p in row.best)
        lines.append(
            f"{row.hexes:5}  {travel_time.weeks(row.hexes, drive, settings):5}  {best:>6}  {float(row.days):7.2f}"
        )
    return "\n".join(
        [*lines, "```", "-# Weeks are what this campaign plays; speed and days are the charts' exact reckoning."]
    )


def settlement_text(view: View, where: str, step: str, max_cp: int, made: SettlementEstimate) -> str:
    """What a world costs, wholly and for the CPs asked about, and which freighters carry it (CW-7.0-02, CW-18.0-35)."""
    share = made.multiple
    times = f"{share.numerator / share.denominator:g}"
    warning = " · uninhabitable: grows only by what is shipped in `CW-7.0-07`" if made.uninhabitable else ""
    lines = [
        f"### {where}: STEP {step}, maximum {max_cp} CPs",
        f"{count(made.steps, 'step')} from home: multiple ×{times} `CW-2.1-05`{warning}",
        f"Full size for **{made.price} CPs**: {count(made.bays, 'cargo bay')} `CW-7.0-02`",
    ]
    if made.cps != made.price:
        lines.append(f"{made.cps} CPs give size **{made.size}**: {count(made.bays_for_cps, 'cargo bay')} `CW-7.0-04`")
    lines.append(
        f"It produces {made.size} CPs a turn at that size: paid back in {count(-(-made.cps // max(1, made.size)), 'turn')}."
    )
    lines += _freighters(view, made.cps)
    return "\n".join(lines)


def _freighters(view: View, cps: int) -> Sequence[str]:
    if view.me is None:
        return ()
    designs = [d for d in view.me.designs.values() if d.kind == "ship" and d.cargo_bays]
    return [
        f"By {plain(d.name)}: {count(-(-cps // ship_capacity(d, view.settings)), 'ship')} of {d.cargo_bays} bays `CW-18.0-35`"
        for d in sorted(designs, key=lambda d: (-d.cargo_bays, d.id))[:4]
    ]


def research_text(cps: int, labs: int, steps: int, outlook: Sequence[tuple[int, Fraction]]) -> str:
    """The chance turn by turn, and when a project is likely done (CW-8.0-10, CW-18.0-05)."""
    lines = [
        f"### {count(steps, 'step')} at {cps} CPs a turn, {count(labs, 'lab')} `CW-8.0-10`",
        "```",
        "turn  CPs in step  chance  done by then",
    ]
    for turn, (chance, done) in enumerate(outlook, 1):
        lines.append(f"{turn:4}  {cps * turn:11}  {chance:5}%  {float(done) * 100:11.1f}%")
    half = next((turn for turn, (_, done) in enumerate(outlook, 1) if done >= Fraction(1, 2)), None)
    likely = (
        f"An even chance by turn {half}, {cps * half} CPs."
        if half
        else "Not an even chance in that time; fund it better."
    )
    foot = (
        "-# Chance: if no roll of this step has succeeded before. Funding must not stop: a project without CPs lapses."
    )
    return "\n".join([*lines, "```", likely, foot])
