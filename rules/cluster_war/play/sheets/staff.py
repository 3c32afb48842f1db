"""Sheets of a side's people: officers and graded crews (chapter 17), and its intelligence (chapter 10)."""

from rules.cluster_war.chapters.espionage.chances import expected_chance
from rules.cluster_war.chapters.officers.crews import counts_as
from rules.cluster_war.chapters.officers.posts import post_words
from rules.cluster_war.model.state.names import short_id
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets.holdings import Row, Sheet, columns


def officers(view: View) -> Sheet:
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
        rows.append(Row(cells, key, officer.recruited == view.turn - 1))
    for key, ship in sorted(view.ships.items()):
        if view.settings.graded_crews and (ship.grade != "regular" or ship.settling):
            stands = f"counts as {counts_as(ship)}" if ship.settling else f"drilled {ship.drilled} turns"
            crew = (f"Crew of {short_id(key)}", ship.grade, "", "", "", "", "", f"{ship.battles} battles", stands, "")
            rows.append(Row(crew, key))
    read = ("who", "id", "rank", "strategy", "command", "attack", "defense", "talents", "post")
    notes = ("Write a post as in “captain of DD01”, or “pool”.",)
    return Sheet("officers", "Officers and crews", columns(*read, post="new post"), tuple(rows), notes)


def has_staff(view: View) -> bool:
    """Whether a side has anything to show on it."""
    crews = view.settings.graded_crews and any(s.grade != "regular" or s.settling for s in view.ships.values())
    return bool(view.officers) or crews


def operations(view: View) -> Sheet:
    """Intelligence operations: those that run, with what the side reckons with, then those that have ended (CW-10.0-02)."""
    rows = []
    for key, one in sorted(view.operations.items(), key=lambda item: (not item[1].running, len(item[0]), item[0])):
        flag = view.all_flags.get(one.target)
        against = flag.name if flag is not None else "counter-intelligence"
        stand = f"{one.step_name}, {one.cps} CPs" if one.running else f"{one.outcome} in turn {one.finished_turn}"
        reckoned = f"{expected_chance(view, one).expected} %" if one.running and one.cps else ""
        cells = (one.name, against, one.kind, one.goal, one.subject, one.approach, stand, reckoned, one.spent, "")
        rows.append(Row(cells, key, one.finished_turn == view.turn - 1 and view.turn > 1))
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
    notes = ("What others do against them, only the game master knows.",)
    return Sheet("operations", "Intelligence", columns(*read, fund="CPs this turn"), tuple(rows), notes)


def has_operations(view: View) -> bool:
    """Whether a side has any."""
    return bool(view.operations)
