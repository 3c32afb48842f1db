"""How a place is named for whoever knows it: the hex, the own colonies there, and the star's name."""

from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.view import View

MOST_COLONIES = 2


def place_name(view: View, hex_: HexId) -> str:
    """A hex as its knower names it, unescaped: `6210 Terra (Lanibma)`, `6108 Kelerthe`, `5501`.

    The largest colonies of the view's side in it stand first (the game master's view has those of all), two at most; one
    that is called after the star (`Lanibma III`) is left out.
    """
    system = view.systems.get(hex_)
    star = system.name if system else ""
    here = sorted([c for c in view.colonies.values() if c.hex == hex_], key=lambda c: (-c.size, c.id))
    towns = ", ".join([c.name for c in here if c.name and not (star and c.name.startswith(star))][:MOST_COLONIES])
    if not towns:
        return f"{hex_} {star}".rstrip()
    return f"{hex_} {towns} ({star})" if star else f"{hex_} {towns}"
