"""What an empire has agreed with others, as an atlas shows it: partners, what they bring, and where they are known to live."""

from render.page.page import Json
from render.words.safe_text import bare
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View


def dealings(view: View) -> dict[str, Json]:
    """One entry a partner: sentences, the CPs that their trade brings this turn, and the ends of a line to draw."""
    if view.me is None:
        return {}
    found: dict[str, Json] = {}
    brings = {bare(name): cps for name, cps in view.income.trade_lines}
    for side, flag in view.all_flags.items():
        if side == view.side:
            continue
        name = bare(flag.name)
        facts = _agreed(view, side)
        cps = brings.pop(name, 0)
        facts += [f"Trade brings {cps} CPs a turn"] if cps else []
        if facts:
            found[side] = _entry(view, name, side, facts, cps)
    for name, cps in brings.items():
        found[f"/{name}"] = _entry(view, name, "", [f"Trade brings {cps} CPs a turn"], cps)
    return found


def _agreed(view: View, side: SideId) -> list[str]:
    """Every agreement and offer between the viewer and one other empire."""
    facts = [
        f"Trade agreement: {pact.level}, since turn {pact.since}" for pact in view.pacts if side in {pact.a, pact.b}
    ]
    facts += [f"You offer {offer.level} trade" for offer in view.offers if offer.taker == side]
    facts += [f"They offer {offer.level} trade" for offer in view.offers if offer.giver == side]
    facts += [f"You grant them {right.kind}" for right in view.rights if right.taker == side]
    facts += [f"They grant you {right.kind}" for right in view.rights if right.giver == side]
    facts += ["At peace"] if side in view.peace else []
    facts += ["Ambassadors exchanged"] if side in view.embassies else []
    return facts


def _entry(view: View, name: str, side: SideId, facts: list[str], cps: int) -> Json:
    ends = _ends(view, side)
    return {"name": name, "side": side, "facts": list(facts), "cps": cps, **({"ends": list(ends)} if ends else {})}


def _ends(view: View, side: SideId) -> tuple[HexId, HexId] | None:
    """The home, and the nearest world known to be the partner's."""
    if view.me is None:
        return None
    home = view.me.home
    theirs = sorted((distance(view, home, c.hex), c.hex) for c in view.foreign_colonies.values() if c.side == side)
    return (home, theirs[0][1]) if theirs else None
