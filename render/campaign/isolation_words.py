"""Why a colony yields nothing to the pool yet, and what would change that, in words."""

from collections.abc import Iterator

from render.campaign.names import place, side_name
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.isolation import Isolation, garrison_need, isolated, isolation_of


def colony_notes(view: View, colony: Colony) -> Iterator[str]:
    """What keeps a colony's CPs from the pool, and what its people need to stay quiet; nothing where all is well."""
    found = isolation_of(view, colony)
    if found is not None:
        made = f"{count(found.cps, 'CP')} a month, {found.store} in its own store"
        yield f"⚠ Cut off from your supply grid: what it makes ({made}) is spent there alone. {link_words(view, found)}"
    need = garrison_need(view, colony)
    if need is not None and need.needed:
        lacks = f", {need.needed - need.there} more or they rebel" if need.there < need.needed else ""
        yield (
            f"{'⚠ ' if lacks else ''}Its people are {plain(need.people, 60)}: their cities take "
            f"{count(need.needed, 'garrison unit')}, and {need.there} are there{lacks}."
        )


def link_words(view: View, found: Isolation) -> str:
    """What would link a colony that is cut off."""
    if found.blockader:
        return f"{side_name(view, found.blockader)} blockades it; it is linked again once its system is free."
    if not found.nearest:
        return "You have no other grid that it could join."
    where = f"{place(view, found.nearest)} is {found.far} hexes away, and places within {count(found.reach, 'hex', 'hexes')} join"
    links = count(found.between, "colony") if found.between == 1 else f"{found.between} colonies"
    return f"{where}: {links} or way stations between them would link it. Freighters can carry its CPs home."


def stays_behind(view: View) -> str:
    """What is made where it cannot be spent from the pool, as a part of a sentence; "" for nothing."""
    found = [one for one in isolated(view) if one.cps or one.store]
    if not found:
        return ""
    names = [plain(view.colonies[one.colony].name or one.colony, 30) for one in found]
    named = format_list(names) if len(names) < 3 else f"{len(names)} colonies"
    store, made = sum(one.store for one in found), sum(one.cps for one in found)
    there = f"{store} more" if store else f"{made} a month"
    return f"; {there} cut off from your grid at {named}"
