"""What a log's hits leave of a craft, box by box, as its display would show it after each of them."""

from collections.abc import Iterable, Mapping

from rules.pentagon_war import events
from rules.pentagon_war.combat.damage.boxes import SYSTEMS, candidates
from rules.pentagon_war.units import Craft, UnitId
from rules.values import changed


def worn(craft: Mapping[UnitId, Craft], happened: Iterable[events.Event]) -> Mapping[UnitId, Craft]:
    """These craft after all that struck them; of a craft that is not among them nothing is known."""
    found = dict(craft)
    for event in happened:
        match event:
            case events.Struck() if event.craft in found and event.armor and event.side:
                hit = found[event.craft]
                armor = tuple(
                    max(left - event.armor, 0) if side == event.side else left for side, left in enumerate(hit.armor, 1)
                )
                found[event.craft] = changed(hit, armor=armor)  # type: ignore[arg-type] # six sides stay six
            case events.BoxHit() if event.craft in found:
                found[event.craft] = _hit(found[event.craft], event)
            case _:
                pass
    return found


def _hit(craft: Craft, event: events.BoxHit) -> Craft:
    """The craft without the box that an internal hit destroyed. Whether a capacitor was charged changes within a turn, and
    the log does not tell: then it is one box of that system all the same."""
    boxes = candidates(craft, event.system) if event.system in SYSTEMS else ()
    named = next((box for box in boxes if box.name == event.box), boxes[0] if boxes else None)
    return craft if named is None else named.after
