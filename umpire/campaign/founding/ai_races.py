"""Races of seats that the bot leads: made by the governor's character from the lists that players have, legal by the plan.

They are worked out from the plan whenever they are asked for, so they always fit it. Nobody else may take one of their names
(R-254), so a name says nothing about others' races. A race that was approved for the seat, for instance because its player has
left, goes before them.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.model.race_design.sheet import Facilities, RaceSheet, SheetEntry, StartPackage
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.play.governors.profile import CHARACTERS, Character
from rules.values import GameError, Value, changed, quoted
from storage import documents, governors
from storage import seats as seat_rows
from storage.codec import from_document
from storage.db import Transaction
from storage.games import GameRow
from storage.governors import GovernorRow
from umpire.campaign.founding.plan import FoundingPlan, settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft, judge, kit, kit_names, usual_kit
from umpire.games.games import sides_of
from umpire.games.notices import side_name

MORE_COLONIES: Final = ("Extra Colonies", 2)
ROSTER_SHARES: Final = (Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0))
"""How much of a roster is tried, where the plan gives less to spend than the rosters cost."""


class People(Value):
    """What a governor of a character makes: its home world's code and kind, its attitude, entries of the checklist with their
    levels in the order in which it takes them while its points last, and names for the race and its home, each a pair."""

    home_step: str
    nickname: str
    attitude: str
    wishes: tuple[tuple[str, int], ...]
    names: tuple[tuple[str, str], ...]


PEOPLES: Final[Mapping[Character, People]] = {
    "explorer": People(
        "5555",
        "wind and grass",
        "Neutral",
        (
            ("Sector Survey", 1),
            ("Environmental Resistance", 1),
            ("Extra Designs", 5),
            ("Extra Durability", 1),
            MORE_COLONIES,
        ),
        (("Serrin", "Serra"), ("Wayfarers", "Lodestar"), ("Illari", "Illar")),
    ),
    "trader": People(
        "5556",
        "islands and harbours",
        "Neutral",
        (MORE_COLONIES, ("Environmental Resistance", 1), ("Extra Durability", 1)),
        (("Merrow", "Merrowhaven"), ("Quellish", "Quell"), ("Tollkin", "Tollgate")),
    ),
    "builder": People(
        "6555",
        "quarries and lights",
        "Neutral",
        (MORE_COLONIES, ("Extra Designs", 5), ("Extra Strength", 2)),
        (("Korvane", "Korv"), ("Masons", "Capstone"), ("Dunnar", "Dun")),
    ),
    "raider": People(
        "5644",
        "dust and red light",
        "Hostile",
        (
            ("Stealth Technology", 1),
            ("Combat Reflexes", 1),
            ("Missile Engine Technology", 1),
            ("Extra Strength", 2),
            MORE_COLONIES,
        ),
        (("Skarn", "Skarnhold"), ("Vashti", "Vash"), ("Reavers", "Blackreef")),
    ),
    "conqueror": People(
        "6565",
        "iron and smoke",
        "Hostile",
        (
            ("Ground Forces Technology", 1),
            ("Combat Reflexes", 1),
            ("Missile Engine Technology", 1),
            ("Natural Armor", 1),
            MORE_COLONIES,
        ),
        (("Drakhar", "Drakh"), ("Ironhost", "Anvil"), ("Tyrrhen", "Tyrrh")),
    ),
    "hermit": People(
        "5355",
        "ice and quiet",
        "Neutral",
        (
            ("Missile Engine Technology", 1),
            ("Stealth Technology", 1),
            ("Environmental Resistance", 1),
            ("Natural Armor", 1),
            MORE_COLONIES,
        ),
        (("Omnari", "Omn"), ("Still Choir", "Hush"), ("Eremites", "Last Cell")),
    ),
}
_THEIRS: Final = frozenset(name.casefold() for people in PEOPLES.values() for name, _ in people.names)


def check_name(name: str) -> None:
    """GameError for a name that the bot gives to the races it leads: if another race could have it, what the bot's race is called
    would tell of that (R-254)."""
    if name.casefold() in _THEIRS:
        raise GameError(f"The bot calls races that it leads {quoted(name)} (R-254); choose another name.")


async def ai_drafts(tx: Transaction, row: GameRow, plan: FoundingPlan) -> Mapping[str, RaceDraft]:
    """The races of the seats that the bot leads and for which none was approved, by side; GameError where a plan allows none."""
    found = await documents.of_game(tx, row.id, "race")
    led = ai_characters(await governors.of_game(tx, row.id), {race.side: race.state for race in found})
    approved = [race for race in found if race.state == "approved"]
    names = {from_document(RaceDraft, race.document).sheet.name for race in approved}
    taken = {name.casefold() for name in (*names, *(other.name for other in plan.others))}
    made: dict[str, RaceDraft] = {}
    for flag in sides_of(row):
        if flag.id in led:
            seat = await seat_rows.find(tx, row.id, flag.id)
            if seat is None or seat.user_id is not None:
                raise LookupError(f"game {row.id}: {flag.id} has a player and a governor")
            made[flag.id] = ai_race(led[flag.id], plan, taken, side_name(row, flag.id))
            taken.add(made[flag.id].sheet.name.casefold())
    return made


def ai_characters(rows: Collection[GovernorRow], states: Mapping[str, str]) -> Mapping[str, Character]:
    """The characters of governors that make a race of their own: those on open seats for which none is approved."""
    return {
        one.side: character
        for one in rows
        for character in CHARACTERS
        if one.role != "deputy" and one.character == character and states.get(one.side) != "approved"
    }


def ai_race(character: Character, plan: FoundingPlan, taken: Collection[str], seat: str = "its seat") -> RaceDraft:
    """A race with its starting package, whose name is none of `taken` (case folded); GameError where this plan allows none that
    the bot can make for `seat`."""
    people, settings = PEOPLES[character], settings_of_plan(plan)
    name, home = _name(people, taken)
    bare = RaceSheet(name=name, home_step=people.home_step, home_nickname=people.nickname, status="approved")
    for sheet in (changed(bare, attitude=people.attitude), bare, changed(bare, home_step=RaceSheet().home_step)):
        for package in _packages(sheet, settings):
            draft = RaceDraft(changed(sheet, package=package), home_name=home)
            if _is_good(draft, plan):
                return _furnished(draft, people, plan)
    raise GameError(
        f"The bot finds no race for {seat} that this plan allows; give the seat a printed one (/gm races), or change the plan.",
        rule="CW-19.0-08",
    )


def _furnished(draft: RaceDraft, people: People, plan: FoundingPlan) -> RaceDraft:
    """The race with as much of what its people wish for as the plan and its points allow."""
    for name, level in people.wishes:
        entries = (*draft.sheet.entries, SheetEntry(name, level, approved=True))
        wished = changed(draft, sheet=changed(draft.sheet, entries=entries))
        draft = wished if _is_good(wished, plan) else draft
    return draft


def _is_good(draft: RaceDraft, plan: FoundingPlan) -> bool:
    found = judge(draft, plan)
    return not found.problems and not found.package


def _packages(sheet: RaceSheet, settings: Settings) -> Iterator[StartPackage]:
    """Rosters to try, the one that leaves least to mend first, each whole and then in smaller shares."""
    for package in (usual_kit(sheet, settings), *(kit(name, sheet, settings) for name in kit_names())):
        for share in ROSTER_SHARES:
            yield package if share == 1 else _part(package, share)


def _part(package: StartPackage, share: Fraction) -> StartPackage:
    ships = {design: int(number * share) for design, number in package.ships.items() if int(number * share)}
    built = {name: int(number * share) for name, number in package.facilities.ratings().items()}
    garrison = {d: int(n * share) for d, n in package.facilities.garrison.items() if int(n * share)}
    return changed(package, ships=ships, fleets=(), facilities=Facilities(**built, garrison=garrison))


def _name(people: People, taken: Collection[str]) -> tuple[str, str]:
    """The first of the people's names that nobody has, else of anybody's, else one with a number."""
    everybody = [pair for other in PEOPLES.values() for pair in other.names]
    for name, home in (*people.names, *everybody):
        if name.casefold() not in taken:
            return name, home
    name, home = people.names[0]
    number = next(n for n in range(2, len(taken) + 3) if f"{name} {n}".casefold() not in taken)
    return f"{name} {number}", f"{home} {number}"
