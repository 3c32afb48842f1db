"""What a failed stress check came to by the book, in a sentence (CW-4.3-21)."""

from collections.abc import Mapping
from typing import Final

from render.campaign.report.names import number, place, ship_names
from render.words.safe_text import listed, plain
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.state.view import View

BOOK: Final = "By the book: "
"""How the event's own words begin."""
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "nothing": ("{ships}'s crew pulls itself together", "the crews of {ships} pull themselves together"),
    "damage": ("{ships} takes 1 damage to a component", "{ships} take 1 damage to a component each"),
    "return": ("{ships} turns back to {goal}", "{ships} turn back to {goal}"),
    "surrender": ("{ships} surrendered", "{ships} surrendered"),
    "rogue": ("{ships} went rogue and obeys no longer", "{ships} went rogue and obey no longer"),
    "mutiny": ("{ships}'s crew mutinied and is lost to you", "the crews of {ships} mutinied and are lost to you"),
    "retire": (
        "{ships} left for a neutral world and will not come back",
        "{ships} left for a neutral world and will not come back",
    ),
}
"""Of each effect, what is said of one unit and of several."""


def settled(event: StressSettled, who: str, view: View) -> str:
    """What came of it for the fleet (or the base) `who`; the event's own words where they are none of the book's."""
    words = WORDS.get(event.effect)
    if words is None or not event.text.startswith(BOOK):
        return f"{who}: {plain(event.text)}"
    units = ship_names(event.ships) if len(event.ships) > 6 else listed([number(ship) for ship in event.ships])
    goal = place(view, event.text.rstrip(".").rpartition(" ")[2]) if event.effect == "return" else ""
    told = words[len(event.ships) > 1].format(ships=units, goal=goal)
    return f"{who} failed a stress check: {told} (by the book)."
