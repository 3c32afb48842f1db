"""Orders to yards, factories, bases and mines against a side's picture: each returns its preview, or says why not."""

from dataclasses import replace

from rules.cluster_war.economy.orders.shortfalls import Priorities
from rules.cluster_war.holdings.capacity import LABELS
from rules.cluster_war.holdings.holdings import find_site
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.wording import checked_name
from rules.cluster_war.industry.bases import assemble, dismantle, release, tow
from rules.cluster_war.industry.construction import LINES, go_on, lay_down, turns_left, weeks_left
from rules.cluster_war.industry.factories import make_munitions, munitions_hull, retool
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.industry.refits import changed_hull, is_listed, refit, scrap
from rules.cluster_war.movement.travel_time import check_on_map
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Build
from rules.cluster_war.turn.shortfalls import check_lines, cut_order
from rules.errors import IllegalOrderError, WrongPhaseError

LINE_NAMES = {
    "ships": "ship construction",
    "infrastructure": "infrastructure",
    "bases": "base construction",
    "ground": "ground forces",
    "colonies": "new colonies",
    "research": "research",
}


def plan_build(planned: PlannedState, order: BuildUnits) -> Preview:
    """Units at a yard, factory or military base; time by hull and capacity (CW-6.0-06), price up front or in parts."""
    if order.colony not in planned.bases:
        planned.colony(order.colony)
    design = planned.design(order.design)
    fleet = checked_name(order.fleet) if order.fleet else ""
    full = design.cost * order.count * (2 if order.crash == "cost" else 1)
    if order.pay > full and order.count > 0:
        raise IllegalOrderError(f"The price is {full} CPs; you cannot pay {order.pay}.", rule="CW-6.1-03")
    build = lay_down(planned, replace(order, fleet=fleet))
    site = find_site(planned, build.colony)
    using = f" using {build.capacity} {LABELS[build.place]}" if build.capacity else ""
    owing = f"; {build.price - build.paid} CPs still to pay" if build.paid < build.price else ""
    weak = " of low quality" if build.crash == "quality" else ""
    work = f"{site.name} builds {build.count} × {design.name}{weak} for {build.price} CPs{using}"
    text = f"{work}: {_ready(planned, build)}{owing}."
    done = replace(order, capacity=build.capacity, pay=build.paid, fleet=fleet)
    return Preview(order=done, text=text, cost=build.paid, line=LINES[design.kind])


def plan_continue(planned: PlannedState, order: ContinueBuild) -> Preview:
    """A running build's capacity and further payment (CW-5.0-16)."""
    build = planned.build(order.build)
    if build.id in planned.continued:
        raise WrongPhaseError("Your sheet already changes this construction; change that order instead.")
    owing = build.price - build.paid
    if not 0 <= order.pay <= owing:
        raise IllegalOrderError(f"{owing} CPs are still owed on it; you cannot pay {order.pay}.", rule="CW-5.0-16")
    changed = go_on(planned, order)
    planned.continued.add(build.id)
    site, design = find_site(planned, build.colony), planned.design(build.design)
    when = "the work is done"
    if changed.hull_left:
        when = _ready(planned, changed) if changed.capacity or changed.place == "site" else "the work rests"
    text = f"{build.count} × {design.name} at {site.name} gets {changed.capacity} a turn and {order.pay} CPs: {when}."
    done = replace(order, capacity=changed.capacity)
    return Preview(order=done, text=text, cost=order.pay, line=LINES[design.kind])


def plan_send(planned: PlannedState, order: SendBuild) -> Preview:
    """Where ships go as soon as they leave the yard (CW-6.0-07)."""
    build = planned.builds.get(order.build) or planned.build(order.build)
    design = planned.design(build.design)
    if design.kind != "ship" or build.refits:
        raise IllegalOrderError(f"{design.name} does not leave a yard as a fleet.", rule="CW-6.0-07")
    if not order.legs:
        raise IllegalOrderError("Say where the ships are to go.", rule="CW-6.0-07")
    if order.build in planned.sent:
        raise WrongPhaseError("Your sheet already sends these ships somewhere; change that order instead.")
    for leg in order.legs:
        check_on_map(planned.view, leg.to)
    planned.sent.add(order.build)
    notes: tuple[Note, ...] = ()
    if turns_left(build, planned.settings) > 1 or build.paid < build.price:
        notes = (Note(f"{design.name} may not leave the yard this turn; then the order is given back.", "CW-6.0-07"),)
    text = f"{build.count} × {design.name} leave for {planned.place(order.legs[-1].to)} as soon as they are built."
    return Preview(order=order, text=text, notes=notes)


def plan_retool(planned: PlannedState, order: RetoolFactory) -> Preview:
    """Factories that change their line stand still this turn (CW-6.1-09)."""
    site = retool(planned, order)
    text = f"{order.amount} light industry at {site.name} is re-tooled this turn and makes {order.line} from the next."
    return Preview(order=order, text=text)


def plan_munitions(planned: PlannedState, order: MakeMunitions) -> Preview:
    """Munitions into a place's stock (CW-6.1-11)."""
    site = make_munitions(planned, order)
    text = f"{site.name} makes munitions for {order.cps} CPs with {munitions_hull(order.cps)} light industry."
    return Preview(order=order, text=text, cost=order.cps, line="infrastructure")


def plan_refit(planned: PlannedState, order: RefitUnits) -> Preview:
    """Refits, paid at once; or the mending of crash-built units (CW-6.6-01, CW-6.7-06)."""
    ships = tuple(planned.ship(s) for s in order.ships)
    build = refit(planned, replace(order, ships=ships))
    site, design = find_site(planned, build.colony), planned.design(build.design)
    using = f" using {build.capacity} {LABELS[build.place]}" if build.place == "shipyard" else ""
    text = f"{site.name} refits {build.count} × {design.name} for {build.price} CPs{using}: {_ready(planned, build)}."
    done = replace(order, ships=ships, capacity=build.capacity)
    notes = _refit_notes(planned, done, design)
    return Preview(order=done, text=text, cost=build.price, line=LINES[design.kind], notes=notes)


def _refit_notes(planned: PlannedState, order: RefitUnits, new: Design) -> tuple[Note, ...]:
    """How much of each hull changes; the whole of one whose components nobody has listed (CW-6.6-02)."""
    olds = dict.fromkeys(planned.ships[s].design for s in order.ships) if order.ships else {order.old: None}
    notes = []
    for key in olds:
        old = planned.design(key)
        if new.kind == "ground" or old.id == new.id:
            continue
        unlisted = next((d for d in (old, new) if not is_listed(d)), None)
        if unlisted is not None:
            text = f"Nobody has listed what fills {unlisted.name}: its whole hull of {new.hull} counts as changed."
        else:
            text = f"{changed_hull(old, new)} of {new.hull} hull spaces change from {old.name} to {new.name}."
        notes.append(Note(text, "CW-6.6-02"))
    return tuple(notes)


def plan_scrap(planned: PlannedState, order: ScrapUnits) -> Preview:
    """Scrapping for half the CPs (CW-6.6-06)."""
    ships = tuple(planned.ship(s) for s in order.ships)
    gone = scrap(planned, replace(order, ships=ships))
    what = ", ".join(f"{e.count} × {planned.design(e.design).name}" for e in gone)
    to = {"pool": "the pool", "store": "the store there", "ships": "the cargo bays there"}[gone[0].to]
    text = f"{what} scrapped: {sum(e.cps for e in gone)} CPs for {to}."
    return Preview(order=replace(order, ships=ships), text=text)


def plan_dismantle(planned: PlannedState, order: Dismantle) -> Preview:
    """A base or yard taken apart into a fleet's bays (CW-6.0-04)."""
    done = dismantle(planned, order)
    what = "shipyard bays" if done.what == "shipyard" else f"× {planned.design(done.what).name}"
    text = f"{planned.fleet(order.fleet).name} takes {done.amount} {what} aboard in parts: {done.cps} CPs of room."
    return Preview(order=order, text=text)


def plan_assemble(planned: PlannedState, order: Assemble) -> Preview:
    """A base or yard put together where the fleet is (CW-7.0-12)."""
    name = checked_name(order.name) if order.name else ""
    done = assemble(planned, replace(order, name=name))
    what = "shipyard bays" if done.what == "shipyard" else planned.design(done.what).name
    where = f"in orbit {done.orbit} of {planned.place(done.hex)}" if done.orbit else f"in deep space at {done.hex}"
    paid = f" ({done.cps - done.parts} CPs from the bays)" if done.cps > done.parts else ""
    many = f"{done.amount} {what}" if done.what == "shipyard" else what
    text = f"{planned.fleet(order.fleet).name} puts {many} together {where}{paid}; ready next turn."
    return Preview(order=replace(order, name=name), text=text)


def plan_tow(planned: PlannedState, order: TowBase) -> Preview:
    """A base in tow (CW-5.1-08)."""
    base = tow(planned, order)
    return Preview(order=order, text=f"{planned.fleet(order.fleet).name} takes {base.name} in tow.")


def plan_release(planned: PlannedState, order: ReleaseBase) -> Preview:
    """A towed base let go (CW-5.1-08)."""
    fleet, base = release(planned, order)
    where = f"in orbit {base.orbit} of {planned.place(base.hex)}" if base.orbit else f"in deep space at {base.hex}"
    return Preview(
        order=order, text=f"{planned.fleet(fleet).name} lets {base.name} go {where}; it works from next turn."
    )


def plan_priorities(planned: PlannedState, order: Priorities) -> Preview:
    """The side's own word on where a shortfall should fall (CW-5.0-26)."""
    check_lines(order.lines)
    lines = ", ".join(LINE_NAMES[line] for line in cut_order(order.lines, planned.settings))
    return Preview(order=order, text=f"If CPs run short, cuts fall in this order: {lines}.")


def _ready(planned: PlannedState, build: Build) -> str:
    """When a build is done: "ready at the end of turn 7", or by the week where yards work so (CW-6.0-07)."""
    if planned.settings.weekly_construction and build.place in {"shipyard", "factory", "heavy"} and build.capacity:
        turns, weeks = divmod(weeks_left(build) - 1, 4)
        return f"ready after week {weeks + 1} of turn {planned.turn + turns}"
    return f"ready at the end of turn {planned.turn + turns_left(build, planned.settings) - 1}"
