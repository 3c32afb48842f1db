"""A sheet of a side's officers and graded crews, for campaigns that have them (chapter 17)."""

from rules.cluster_war.officers.crews import counts_as
from rules.cluster_war.officers.posts import post_words
from rules.cluster_war.sheets.types import Row, Sheet, columns
from rules.cluster_war.state.names import short_id
from rules.cluster_war.state.view import View


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
