"""An empire as text: its money, projects, designs, treaties and orders, the systems it knows; and the empires that an
order about a treaty can name."""

from collections.abc import Callable, Collection, Iterable

from cogs.campaign.common.fleet_texts import engine, place
from cogs.campaign.common.order_options import complete
from cogs.common.command_factory import Completer, Pair, plain_text
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.industry.drawings import owned_templates
from rules.cluster_war.chapters.movement.travel_time import when_it_was
from rules.cluster_war.chapters.terrain.forecast import terrain_words
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem, Side
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.model.worlds.step_codes import colony_cost, describe_world, multiple
from rules.cluster_war.model.worlds.terrain import Star, star_of
from rules.cluster_war.play.sheets.holdings import WorkbookSheet

LONGEST_LAYOUT = 400
RIGHT_TEXTS = {"supply": "draw supplies", "rearm": "take munitions", "aid": "land CPs"}


def project_list(view: View) -> str:
    """All research projects, running ones first."""
    if not view.projects:
        return "No research yet. /research start opens a project."
    lines = ["### Research"]
    for _, project in sorted(view.projects.items(), key=lambda item: (item[1].finished_turn > 0, item[0])):
        if project.finished_turn:
            lines.append(f"✔ {plain(project.name)}: finished in turn {project.finished_turn}")
        else:
            lines.append(
                f"**{plain(project.name)}** at {project.hex}: step {project.step} of {project.steps}, {project.cps} CPs in it "
                f"({project.spent} so far)"
            )
    return "\n".join(lines)


def design_list(view: View) -> str:
    """The unit roster: everything the side can build, with prices (CW-18.0-16)."""
    if view.me is None:
        return "The game master sees each side's roster with /gm side."
    lines = ["### Your unit roster"]
    for kind in ("ship", "small_craft", "ground", "base"):
        mine = [d for d in view.me.designs.values() if d.kind == kind]
        if mine:
            lines.append(f"**{kind.replace('_', ' ').capitalize()}**")
            lines += [design_line(d) + _not_yet(view, d) for d in sorted(mine, key=lambda d: d.cost)]
    lines += _hulls(view.me)
    lines += _met_in_battle(view)
    return "\n".join(lines)


def _met_in_battle(view: View) -> list[str]:
    """Foreign designs as survivors of battles have described them, with all that they have seen of them (CW-9.7-02)."""
    found = []
    for _, seen in sorted(view.foreign_designs.items()):
        flag, design = view.all_flags.get(seen.side), seen.design
        whose = plain(flag.name if flag else seen.side)
        layout = ", ".join(f"{n} {what}" if n else what for what, n in sorted(design.layout.items()))
        parts = f": {plain(layout, LONGEST_LAYOUT)}" if layout else ""
        found.append(f"• {plain(design.name)} of {whose}, hull {design.hull}, met in turn {seen.turn}{parts}")
    return ["**Met in battle** `CW-9.7-02`", *found] if found else []


def _hulls(owner: Side) -> list[str]:
    """The hulls that designs can be laid out on, by what stands fixed in them (CW-6.0-01)."""
    groups: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for template in sorted(owned_templates(owner).values(), key=lambda t: (t.kind, t.hull)):
        groups.setdefault((template.kind, template.fixed), []).append(template.hull)
    found = []
    for (kind, fixed), sizes in groups.items():
        parts = f" with {plain(', '.join(fixed))}" if fixed else ""
        found.append(f"Hulls of a {kind}{parts}: {', '.join(map(str, dict.fromkeys(sizes)))} `CW-6.0-01`")
    return found


def _not_yet(view: View, design: Design) -> str:
    """What still has to be learned for a design; "" when it can be built (CW-8.0-07)."""
    wrong = next(iter(technology_problems(design, view.me, view.settings)), None) if view.me else None
    return f" — not yet: {plain(wrong.text)} `CW-8.0-07`" if wrong else ""


def design_line(design: Design) -> str:
    """One design."""
    parts = {
        "LRS": design.lrs,
        "survey bays": design.survey_bays,
        "cargo bays": design.cargo_bays,
        "science stations": design.science_stations,
        "shipyard bays": design.shipyard_bays,
    }
    gear = [f"{amount} {name}" for name, amount in parts.items() if amount]
    drive = engine(design)
    note = f" — {plain(design.note)}" if design.note else ""
    return f"• {plain(design.name)}: {design.cost} CPs, hull {design.hull}{drive}{', ' + ', '.join(gear) if gear else ''}{note}"


def system_sheet(view: View, hex_: HexId) -> str:
    """What the side knows of a hex: objects, worlds with prices for its race, colonies, and when it was learned."""
    codes = view.objects.get(hex_)
    known: KnownSystem | None = view.systems.get(hex_)
    seen = view.seen.get(hex_)
    lines = [
        f"### {place(view, hex_)}",
        f"Objects: {', '.join(codes)}" if codes else "Empty space, as far as the map shows.",
        *(f"{code}: {star.words}, with radiation zones around it `CW-14.0-30`" for code, star in _stars(codes or ())),
    ]
    if terrain := terrain_words(view, hex_):
        lines.append(f"Dangerous terrain: {', '.join(terrain)} `CW-14.0-02`")
    if hex_ in view.sighted:
        lines.append("In view now.")
    elif seen is not None:
        lines.append(f"Last in view: {when_it_was(seen)}.")
    else:
        lines.append("Never in view.")
    if known is None or known.level == "map":
        lines.append("Not scouted: send a fleet with LRS.")
        return "\n".join(lines)
    lines.append(f"{known.level.capitalize()} in turn {known.turn}.")
    lines += [f"Note: {plain(note)}" for note in known.notes]
    lines += [world_line(view, hex_, body) for body in known.bodies]
    if known.level == "scouted":
        lines.append("-# A survey shows maximum CPs and resources.")
    return "\n".join(lines)


def _stars(codes: Iterable[str]) -> Iterable[tuple[str, Star]]:
    """Object codes that are stars, each with what it means."""
    return [(code, star) for code in codes if (star := star_of(code)) is not None]


def world_line(view: View, hex_: HexId, body: KnownBody) -> str:
    """One world: its STEP code in words, its price for the side's race, what is there and whose colony."""
    key = f"{hex_}-{body.orbit}"
    parts = [f"`{body.orbit}` {body.step} ({describe_world(body.step, view.settings)})"]
    if view.me is not None:
        share = multiple(view.me.race, body.step, view.settings)
        parts.append(f"×{share.numerator / share.denominator:.4g}")
        if body.max_cp is not None:
            parts.append(f"maximum {body.max_cp} CPs, full price {colony_cost(body.max_cp, share)}")
    elif body.max_cp is not None:
        parts.append(f"maximum {body.max_cp} CPs")
    if body.resources:
        parts.append(", ".join(body.resources))
    if body.life:
        parts.append(f"{body.life} life")
    if key in view.colonies:
        parts.append(f"**{plain(view.colonies[key].name)}**")
    if key in view.foreign_colonies:
        sighting = view.foreign_colonies[key]
        parts.append(f"colony of {plain(view.all_flags[sighting.side].name)} (seen {when_it_was(sighting.week)})")
    return " · ".join(parts)


def known_world(view: View, world: str) -> str:
    """A world of the survey sheet, by hex and orbit, with its place before it: `6210 Terra (Lanibma), orbit 3 …`."""
    hex_, _, orbit = world.partition("-")
    known = view.systems[hex_]
    body = next(b for b in known.bodies if str(b.orbit) == orbit)
    return f"{place(view, hex_)} · {known.level} in turn {known.turn} · {world_line(view, hex_, body)}"


def empire_sheet(view: View) -> str:
    """An empire at a glance."""
    if view.me is None:
        return "The game master sees each side with /gm side."
    me, income = view.me, view.income
    running = sum(1 for project in view.projects.values() if not project.finished_turn)
    lines = [
        f"### {plain(me.name)} · turn {view.turn}",
        f"Money to spend: **{income.available} CPs** (production {income.production}, trade {income.trade}, other "
        f"{income.unusual}, treasury {income.treasury})",
        f"Home world {me.home}-{me.home_orbit}, STEP {me.race.home_step} · {plain(me.race.biology)} · {plain(me.race.attitude)}",
        f"{count(len(view.colonies), 'colony', 'colonies')} · {count(len(view.fleets), 'fleet')} with "
        f"{count(len(view.ships), 'ship')} · {count(running, 'project')} · {count(len(view.systems), 'system')} known",
    ]
    lines += [f"Trade with {plain(name)}: {cps} CPs" for name, cps in income.trade_lines]
    race = {"Abilities": me.race.abilities, "Bonuses": me.race.bonuses, "Disadvantages": me.race.disadvantages}
    for title, names in (race | {"Technologies": me.technologies}).items():
        lines += [f"{title}: {', '.join(map(plain, names))}"] if names else []
    if view.met:
        lines.append(f"Met so far: {', '.join(plain(view.all_flags[s].name) for s in view.met if s in view.all_flags)}")
    return "\n".join(lines)


def known_list(view: View) -> str:
    """The survey sheet: every system the side knows, newest first, with its best free world (CW-18.0-18)."""
    if not view.systems:
        return "You know no system yet beyond the cluster map."
    lines = ["### Your survey sheet"]
    for hex_, known in sorted(view.systems.items(), key=lambda item: (-item[1].turn, item[0])):
        free = [b.max_cp for b in known.bodies if b.max_cp is not None and f"{hex_}-{b.orbit}" not in view.colonies]
        best = f" · best free world {max(free)} CPs" if free else ""
        new = "**new** " if known.turn >= view.turn - 1 and view.turn > 1 else ""
        notes = f" · {'; '.join(map(plain, known.notes))}" if known.notes else ""
        lines.append(
            f"{new}{place(view, hex_)} · {known.level} (turn {known.turn}) · {count(len(known.bodies), 'world')}{best}{notes}"
        )
    return "\n".join(lines)


def _answer(view: View, giver: SideId) -> str:
    """How an offer of trade can be answered: out of regular contact ambassadors come first, to whom was met (CW-13.0-06)."""
    if in_contact(view, view.side, giver):
        return ": /treaty accept or /treaty end"
    if giver in view.met:
        return ": /treaty ambassadors first, for you are not in regular contact; then /treaty accept"
    return ", which can be accepted once you are in regular contact"


def treaty_list(view: View) -> str:
    """Who can be dealt with, and the agreements, offers, rights and gifts between empires that the side is a party to."""
    lines = []
    for pact in view.pacts:
        other = pact.b if pact.a == view.side else pact.a
        record = next((r for r in reversed(view.trade_history.get(view.side, ())) if r.partner == other), None)
        brought = f"; it brought {record.cps} CPs in turn {record.turn}" if record else ""
        lines.append(f"**{_name(view, other)}**: {pact.level} trade since turn {pact.since}{brought}")
    for offer in view.offers:
        mine = offer.giver == view.side
        who = f"You offer {_name(view, offer.taker)}" if mine else f"**{_name(view, offer.giver)}** offers you"
        lines.append(f"{who} {offer.level} trade" + ("" if mine else _answer(view, offer.giver)))
    for right in view.rights:
        if right.giver == view.side:
            lines.append(f"{_name(view, right.taker)} may {RIGHT_TEXTS[right.kind]} at your colonies")
        else:
            lines.append(f"You may {RIGHT_TEXTS[right.kind]} at the colonies of {_name(view, right.giver)}")
    lines += [f"{partner}: {cps} CPs of trade this turn" for partner, cps in view.income.trade_lines]
    lines += [f"At peace with {_name(view, side)}" for side in view.peace]
    lines += [f"Ambassadors exchanged with {_name(view, side)}" for side in view.embassies]
    for giver, _, taker in (envoys.partition(">") for envoys in view.signals.envoys):
        mine = giver == view.side
        lines.append(
            f"Your ambassadors to {_name(view, taker)} wait for theirs"
            if mine
            else f"**{_name(view, giver)}** sent you ambassadors: /treaty ambassadors"
        )
    for technology, got in sorted(view.me.received.items() if view.me else ()):
        owed = "its fee is due: /treaty pay" if got.whole and not got.paid else "does not work yet"
        lines.append(f"Received: {plain(technology)}, {owed}")
    return "\n".join(
        ["### Your treaties", _contacts(view), *(lines or ["You have no treaties, offers or rights with anybody."])]
    )


def _contacts(view: View) -> str:
    """With whom the side is in regular contact, and whom it has met without it (CW-13.0-06)."""
    near = [side for side in view.all_flags if side != view.side and in_contact(view, view.side, side)]
    if near:
        return f"In regular contact with {format_list([_name(view, side) for side in near])}."
    return (
        "In regular contact with nobody: a ship at one of their worlds, supply grids that touch, or ambassadors make it. "
        "`CW-13.0-06`"
    )


def _name(view: View, side: SideId) -> str:
    flag = view.all_flags.get(side)
    return plain(flag.name if flag else side)


def sheet_text(sheet: WorkbookSheet) -> str:
    """A sheet as lines; empty cells are left out, new rows marked."""
    lines = [f"### {sheet.title}"]
    for row in sheet.rows:
        cells = [
            f"{column.title} {plain(str(cell))}" if index else f"**{plain(str(cell))}**"
            for index, (column, cell) in enumerate(zip(sheet.columns, row.cells, strict=True))
            if cell != "" and not column.fill
        ]
        lines.append(("**new** " if row.new else "") + " · ".join(cells))
    if not sheet.rows:
        lines.append("Nothing to show yet.")
    lines += [f"-# {note}" for note in sheet.notes]
    return "\n".join(lines)


def _embassies(view: View) -> Collection[SideId]:
    """Where ambassadors are, or wait for theirs."""
    waiting = (each.split(">") for each in view.signals.envoys)
    return {*view.embassies, *(to for giver, to in waiting if giver == view.side)}


def _offered(view: View) -> Collection[SideId]:
    return {offer.giver for offer in view.offers if offer.taker == view.side}


def _in_trade(view: View) -> Collection[SideId]:
    agreed = {side for pact in view.pacts for side in (pact.a, pact.b)}
    return (agreed | {side for offer in view.offers for side in (offer.giver, offer.taker)}) - {view.side}


def _given_rights(view: View) -> Collection[SideId]:
    return {right.taker for right in view.rights if right.giver == view.side}


def _complete_sides(find: Callable[[View], Collection[SideId]]) -> Completer:
    def listed(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
        found = find(view)
        return [(plain_text(flag.name), side) for side, flag in sorted(view.all_flags.items()) if side in found]

    return complete(listed)


host_option = _complete_sides(_embassies)
"""Those to whom one has sent ambassadors."""
offerer_option = _complete_sides(_offered)
"""Those who have offered trade."""
partner_option = _complete_sides(_in_trade)
"""Those with whom there is trade, or an offer of it by either."""
taker_option = _complete_sides(_given_rights)
"""Those who have been given rights."""
