"""What each button of the dashboard offers: suggested orders, the advised ones first, each found again by a short key."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from cogs.common.panels import AdvisedChoice
from render.words.safe_text import count
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.govern import Advice
from rules.cluster_war.play.notation import format_order
from rules.cluster_war.turn.planning.suggestions import dealings, meetings, sieges, voyages, works
from rules.cluster_war.turn.planning.suggestions.meetings import MOST_SUGGESTIONS, Suggestion
from rules.values import Value

KEY_LENGTH: Final = 10
STAFF_LIST: Final = "staff"
"""The list of all that the staff advises."""
IDLE_LIST: Final = "idle"
"""The list of the best uses of CPs that nothing on the sheet needs."""
Suggesting: TypeAlias = Callable[[View, Sequence[SignedOrder]], tuple[Suggestion, ...]]


class SuggestionList(Value):
    """One list of suggested orders: its heading, what is said where it is empty, the commands for all else, and whether all that
    is advised makes sense at once. `name` is how another list's button calls it, `parts` are the lists below, `above` is the one
    that it belongs to, `unstarred` says why nothing on it is advised."""

    title: str
    nothing: str
    more: str
    suggest: Suggesting
    together: bool = False
    name: str = ""
    parts: tuple[str, ...] = ()
    above: str = ""
    unstarred: str = ""


NO_WAR: Final = "Nothing calls for your hand now. The buttons below lead to every order of war."
WAR_OFFERS: Final[Mapping[str, SuggestionList]] = {
    "war": SuggestionList(
        "War: what calls for your hand",
        NO_WAR,
        "Below are orders for battle, raids, fire on worlds, invasions, armies, repairs and officers",
        sieges.war,
        name="War",
        parts=("engage", "raid", "bombard", "invade", "army", "mend", "posts"),
    ),
    "engage": SuggestionList(
        "What your fleets do when they meet somebody",
        "None of your fleets can fight, and your empire has its orders.",
        "Stance, withdrawal, pursuit, reserves and protection are set below the preview; /fleet engage takes words, too",
        meetings.battle_orders,
        name="Battle orders",
        above="war",
    ),
    "raid": SuggestionList(
        "Raids on the commerce of others",
        "No armed fleet waits for orders with a foreign colony in reach, or your race's attitude forbids it.",
        "/fleet raid goes along any course; /fleet mission escort guards your own traffic",
        meetings.raids,
        name="Raid",
        above="war",
    ),
    "bombard": SuggestionList(
        "Fire on a world",
        "None of your armed fleets is over a foreign colony this month that you are not at peace with.",
        "It does not conquer a world: that takes troops. You see what each target loses before you give it",
        meetings.targets,
        name="Bombard",
        above="war",
    ),
    "invade": SuggestionList(
        "Onto an enemy's world",
        "None of your fleets has room for troops beside a garrison, has troops aboard, or blockades. Build ships "
        "with barracks, train battalions, then come back.",
        "Aboard, there, down: three orders, each offered when its time has come. /fleet embark and /invade land take other "
        "numbers and places",
        sieges.invasions,
        name="Invade",
        parts=("build",),
        above="war",
    ),
    "army": SuggestionList(
        "Your forces in the field",
        "You have no forces in the field. Invade leads there.",
        "Where to, which of them and what they do in a city is set below the preview; /invade fronts shows the front",
        sieges.armies,
        name="Armies",
        above="war",
    ),
    "mend": SuggestionList(
        "What is damaged",
        "Everything damaged is in repair, or nobody can repair it.",
        "/fleet repair takes single ships, bases and salvage",
        works.suggest_repairs,
        name="Repair",
        above="war",
    ),
    "posts": SuggestionList(
        "Officers and their posts",
        "Nobody waits for a post, and nobody can be trained; or there are no flag officers in this campaign.",
        "/officer assign gives any post, /officer rank and /officer crew do the rest, /officer list shows all",
        dealings.posts,
        name="Officers",
        above="war",
    ),
}
SUGGESTION_LISTS: Final[Mapping[str, SuggestionList]] = {
    "explore": SuggestionList(
        "Where you have not been",
        "No fleet that waits for orders can reach an unknown star. /fleet list shows where your fleets are.",
        "/fleet move sends any fleet anywhere, /fleet mission lets one scout or survey where it is",
        voyages.explore,
        together=True,
        unstarred="Your staff sends nobody now: each fleet lacks supplies for the way, or has better to do.",
    ),
    "build": SuggestionList(
        "What idle yards and factories can build",
        "None of your yards, factories and training bases is idle, or the CPs left buy nothing there.",
        "How many is set below the preview; /build units names the new fleet, too",
        works.build,
        name="Build",
        parts=("works",),
    ),
    "works": SuggestionList(
        "Yards, industry, science and barracks",
        "None of your colonies can build a facility now, or no CPs are left.",
        "How much is set below the preview; /build facility takes any number",
        works.facilities,
        name="Facilities",
        above="build",
    ),
    "research": SuggestionList(
        "Research that waits for CPs",
        "Every project has its CPs, and nothing new is open with the CPs left.",
        "/research fund gives another sum, /research start begins anything else, /research chance shows what CPs buy",
        works.research,
    ),
    "colonies": SuggestionList(
        "Worlds by price and room",
        "None of your colonies can grow now, and you can settle no world. A colony grows while its world has room and CPs are "
        "left. A world is settled once you have surveyed it: by a fleet that is there with CPs aboard, or inside your supply "
        "grid from the pool, where the campaign allows that.",
        "/colony expand takes another sum, /colony found uses the CPs a fleet carries",
        works.colonies,
    ),
    "treaties": SuggestionList(
        "With the empires you are in contact with",
        "You are not in regular contact with another empire yet: send a ship to one of their worlds, or let your supply grids "
        "touch. /treaty message writes to a government all the same.",
        "/treaty data, technology and material deal in research, /treaty message writes to them",
        dealings.treaties,
    ),
    "spy": SuggestionList(
        "Intelligence: operations against others, and nets that guard your secrets",
        "You know of nobody to spy upon, and have no CPs left for a net.",
        "/spy start takes a goal in your own words, /spy change and stop the rest, /spy list shows their state",
        dealings.operations,
    ),
    IDLE_LIST: SuggestionList(
        "CPs are idle: their best uses",
        "Your staff has no use for the CPs that are left.",
        "Do as my staff advises spends all that has a use",
        lambda view, sheet: (),
        together=True,
    ),
    **WAR_OFFERS,
}


def fleet_choices(view: View, sheet: Sequence[SignedOrder], sent: Mapping[str, Advice]) -> tuple[AdvisedChoice, ...]:
    """The fleets that wait for orders, those first that the staff would send somewhere; the key is the fleet's id."""
    found: list[AdvisedChoice] = []
    waiting = sorted(voyages.free_fleets(view, sheet), key=lambda fleet: fleet.id not in sent)
    for fleet in waiting[:MOST_SUGGESTIONS]:
        doing = "no mission" if fleet.mission == "none" else f"mission {fleet.mission}"
        why = f"at {fleet.hex}, {count(len(fleet.ships), 'ship')}, {doing}"
        advice = sent.get(fleet.id)
        told = why if advice is None else f"{advice.label.removeprefix(fleet.name).strip()}: {advice.reason}"
        found.append(AdvisedChoice(fleet.name, told, fleet.id, starred=advice is not None))
    return tuple(found)


def choices_of(found: Sequence[Suggestion], names: Names) -> tuple[AdvisedChoice, ...]:
    """Suggestions as they are shown."""
    return tuple(AdvisedChoice(one.label, one.reason, key_of(one.orders, names), one.starred) for one in found)


def suggestion_with(found: Sequence[Suggestion], names: Names, key: str) -> Suggestion | None:
    """The suggestion with this key; None if it is not suggested any more."""
    return next((one for one in found if key_of(one.orders, names) == key), None)


def key_of(orders: Sequence[Order], names: Names) -> str:
    """A short key of orders, the same as long as their lines are."""
    lines = "\n".join(format_order(order, names) for order in orders)
    return hashlib.sha256(lines.encode()).hexdigest()[:KEY_LENGTH]
