"""Sheets of what a side knows, and of its people: surveys, treaties, the map; officers and graded crews, intelligence
(chapters 10 and 17)."""

from rules.cluster_war.chapters.espionage.chances import expected_chance
from rules.cluster_war.chapters.movement.travel_time import when_it_was
from rules.cluster_war.chapters.officers.posts import post_words
from rules.cluster_war.chapters.officers.ratings import counts_as
from rules.cluster_war.model.state.common import short_id
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.step_codes import colony_cost, multiple
from rules.cluster_war.play.sheets.holdings import WorkbookRow, WorkbookSheet, columns, owner


def surveys(view: View) -> WorkbookSheet:
    """All scouting and survey results, new ones marked, with comments (CW-18.0-18)."""
    race = owner(view).race
    rows = []
    for hex_, system in sorted(view.systems.items(), key=lambda item: (-item[1].turn, item[0])):
        new = system.turn == view.turn - 1 and view.turn > 1
        notes = "; ".join(system.notes)
        if not system.bodies:
            rows.append(
                WorkbookRow((hex_, system.name, system.level, system.turn, "", "", "", "", "", "", notes), hex_, new)
            )
        for body in system.bodies:
            share = multiple(race, body.step, view.settings)
            price = colony_cost(body.max_cp, share) if body.max_cp is not None else ""
            key = f"{hex_}-{body.orbit}"
            held = view.colonies[key].name if key in view.colonies else ""
            if key in view.foreign_colonies:
                held = view.all_flags[view.foreign_colonies[key].side].name
            cells = (
                hex_,
                system.name,
                system.level,
                system.turn,
                body.orbit,
                body.step,
                body.max_cp if body.max_cp is not None else "?",
                price,
                ", ".join(body.resources) if body.resources is not None else "?",
                held,
                notes,
            )
            rows.append(WorkbookRow(cells, key, new))
            notes = ""
    world = ("orbit", "STEP", "max CP", "price for us", "resources", "held by")
    titles = columns("hex", "system", "known", "turn", *world, "comments")
    return WorkbookSheet("surveys", "Surveys", titles, tuple(rows), ("New since last turn is marked.",))


def treaties(view: View) -> WorkbookSheet:
    """Contacts, trade and peace (CW-18.0-19)."""
    owner(view)
    rows = []
    for side, flag in sorted(view.flags.items()):
        if side == view.side:
            continue
        met = "met" if side in view.met else "not met"
        rows.append(WorkbookRow((flag.name, met, "peace" if side in view.peace else "no treaty", "", ""), side))
    rows += [
        WorkbookRow((flag.name, "met", "peace" if key in view.peace else "no treaty", "", ""), key)
        for key, flag in sorted(view.others.items())
    ]
    for name, cps in view.income.trade_lines:
        rows.append(WorkbookRow((name, "", "trade", cps, ""), f"trade/{name}"))
    titles = columns("with", "contact", "relation", "CPs a turn", "our notes")
    return WorkbookSheet("treaties", "Treaties", titles, tuple(rows))


def chart(view: View) -> WorkbookSheet:
    """The map as a list: every object, colony, fleet, sighting and course, by hex (CW-18.0-20)."""
    owner(view)
    rows = []
    places = {
        *view.objects,
        *(c.hex for c in view.colonies.values()),
        *(f.hex for f in view.fleets.values() if f.transit is None),
        *(s.hex for s in view.foreign_fleets.values()),
    }
    for hex_ in sorted(places):
        system = view.systems.get(hex_)
        own = [c.name for _, c in sorted(view.colonies.items()) if c.hex == hex_]
        fleets = [f.name for _, f in sorted(view.fleets.items()) if f.hex == hex_ and f.transit is None]
        seen = [
            f"{view.all_flags[s.side].name}: {s.ships} ship{'' if s.ships == 1 else 's'} ({when_it_was(s.week)})"
            for _, s in sorted(view.foreign_fleets.items())
            if s.hex == hex_
        ]
        cells = (
            hex_,
            "/".join(view.objects.get(hex_, ())),
            system.name if system else "",
            system.level if system else "map",
            "yes" if hex_ in view.grid else "",
            "in view" if hex_ in view.sighted else when_it_was(view.seen[hex_]) if hex_ in view.seen else "never",
            ", ".join(own),
            ", ".join(fleets),
            ", ".join(seen),
        )
        rows.append(WorkbookRow(cells, hex_))
    held = ("our colonies", "our fleets", "others seen")
    titles = columns("hex", "objects", "name", "known", "our grid", "last in view", *held)
    return WorkbookSheet("map", "Map", titles, tuple(rows))


def officers(view: View) -> WorkbookSheet:
    """Officers with rank, ratings, talents and posts, then ships whose crews are not regular."""
    rows = []
    for key, officer in sorted(view.officers.items(), key=lambda item: (-item[1].rank, item[0])):
        ratings = (officer.strategy, officer.command, officer.attack, officer.defense)
        cells = (
            officer.name,
            short_id(key),
            officer.rank,
            *ratings,
            ", ".join(officer.talents),
            post_words(officer.post),
            "",
        )
        rows.append(WorkbookRow(cells, key, officer.recruited == view.turn - 1))
    for key, ship in sorted(view.ships.items()):
        if view.settings.graded_crews and (ship.grade != "regular" or ship.settling):
            stands = f"counts as {counts_as(ship)}" if ship.settling else f"drilled {ship.drilled} turns"
            crew = (f"Crew of {short_id(key)}", ship.grade, "", "", "", "", "", f"{ship.battles} battles", stands, "")
            rows.append(WorkbookRow(crew, key))
    read = ("who", "id", "rank", "strategy", "command", "attack", "defense", "talents", "post")
    notes = ("Write a post as in “captain of DD01”, or “pool”.",)
    return WorkbookSheet("officers", "Officers and crews", columns(*read, post="new post"), tuple(rows), notes)


def has_staff(view: View) -> bool:
    """Whether a side has anything to show on it."""
    crews = view.settings.graded_crews and any(s.grade != "regular" or s.settling for s in view.ships.values())
    return bool(view.officers) or crews


def operations(view: View) -> WorkbookSheet:
    """Intelligence operations: those that run, with what the side reckons with, then those that have ended (CW-10.0-02)."""
    rows = []
    for key, one in sorted(view.operations.items(), key=lambda item: (not item[1].running, len(item[0]), item[0])):
        flag = view.all_flags.get(one.target)
        against = flag.name if flag is not None else "counter-intelligence"
        stand = f"{one.step_name}, {one.cps} CPs" if one.running else f"{one.outcome} in turn {one.finished_turn}"
        reckoned = f"{expected_chance(view, one).expected} %" if one.running and one.cps else ""
        cells = (one.name, against, one.kind, one.goal, one.subject, one.approach, stand, reckoned, one.spent, "")
        rows.append(WorkbookRow(cells, key, one.finished_turn == view.turn - 1 and view.turn > 1))
    read = (
        "operation",
        "against",
        "kind",
        "goal",
        "aimed at",
        "by way of",
        "stands",
        "as far as we know",
        "CPs so far",
    )
    notes = ("What others do against them is not known here.",)
    return WorkbookSheet("operations", "Intelligence", columns(*read, fund="CPs this turn"), tuple(rows), notes)


def has_operations(view: View) -> bool:
    """Whether a side has any."""
    return bool(view.operations)
