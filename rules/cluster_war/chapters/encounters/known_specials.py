"""What a side knows of what waits in systems, from its own sheets alone: marks for its map, warnings before a way is taken,
and what it sees to be gone (CW-12.1-06, CW-18.0-18)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.detection.surveys import SCOUTED_NOTES, SURVEYED_NOTES, notes_on
from rules.cluster_war.chapters.encounters.specials import TRAPS_TABLE, scene_row, sleeping_trap, trap_number, trap_row
from rules.cluster_war.chapters.movement.fleets import present_in
from rules.cluster_war.chapters.movement.hazards import takes_no_drive
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.holdings.order_kind import TripEntry
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.model.state.common import HexId, Settings, tables
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.places import Bond, Bound, StarSystem, distance
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed

KnownKind: TypeAlias = Literal["trap", "device", "monster", "strangers", "derelict", "artifact", "wormhole", "wonder"]
KNOWN_KINDS: Final[tuple[KnownKind, ...]] = (
    "trap", "device", "monster", "strangers", "derelict", "artifact", "wormhole", "wonder",
)  # fmt: skip
"""What may be known to wait in a system, what harms first."""
HARMFUL_KINDS: Final[tuple[KnownKind, ...]] = ("trap", "device", "monster")
KNOWN_KIND_NAMES: Final[dict[KnownKind, str]] = {
    "trap": "trap",
    "device": "alien device",
    "monster": "monster",
    "strangers": "strangers",
    "derelict": "derelict",
    "artifact": "artifact",
    "wormhole": "worm hole mouth",
    "wonder": "unexplained",
}
_NOTES: Final[dict[str, KnownKind]] = {
    "monster": "monster",
    "scoutship": "strangers",
    "derelict": "derelict",
    "active alien base": "strangers",
    "civilization": "strangers",
    "artifact": "artifact",
    "weapon/trap": "device",
    "wormhole": "wormhole",
    "extraordinary": "wonder",
    "pre-industrial": "strangers",
}
"""By the word of a special's row: what a note on it stands for. A resource unlike any other is a resource."""
_SCENES: Final[dict[str, KnownKind]] = {
    "pirates": "strangers",
    "scoutship": "strangers",
    "aliens": "strangers",
    "civilization": "strangers",
    "derelict": "derelict",
    "wormhole": "wormhole",
    "device": "device",
    "wonder": "wonder",
}
"""What scenes are about; those of relics are artifacts, all others monsters."""
_RELICS: Final = ("liferelic", "beastrelic", "armsrelic", "maprelic", "datarelic", "ruin", "shipwreck")
SCENE_RULE: Final = "CW-12.1-04"
BATTERY_EFFECT: Final = "battery"
FIELD_EFFECT: Final = "field"
BONDS: Final[dict[Bond, tuple[str, str]]] = {
    "siphon": ("CW-B-22", "drained by a siphon"),
    "field": ("CW-B-23", "on its way out of an inhibitor's field"),
    "stasis": ("CW-B-21", "frozen in time"),
}
"""Why a fleet cannot act: the rule, and words."""


class KnownSpecial(Value):
    """Something that a side knows to wait in a system: what kind of thing, in words, by which rule; whether a scene about it
    waits for the side's answer."""

    hex: HexId
    kind: KnownKind
    text: str
    rule: str
    waits: bool = False


def known_specials(view: View) -> tuple[KnownSpecial, ...]:
    """All that a side knows of what waits in systems, by hex, what harms first; nothing for the game master, whose notes tell the
    truth in full."""
    if view.is_gm:
        return ()
    found: dict[tuple[HexId, KnownKind], KnownSpecial] = {}
    for hex_, system in view.systems.items():
        for note in system.notes:
            known = _noted(view.settings, hex_, note)
            if known is not None:
                found.setdefault((hex_, known.kind), known)
    for scene in view.scenes:
        if not scene.closed:
            kind = scene_kind(scene.kind)
            row = scene_row(view.settings, scene.kind)
            before = found.get((scene.hex, kind))
            text = before.text if before is not None else row["look"]
            found[scene.hex, kind] = KnownSpecial(scene.hex, kind, text, row["rule"], waits=True)
    return tuple(sorted(found.values(), key=lambda known: (known.hex, KNOWN_KINDS.index(known.kind))))


def scene_kind(scene: str) -> KnownKind:
    """What kind of thing a scene is about, by its row."""
    return _SCENES.get(scene) or ("artifact" if scene in _RELICS else "monster")


def _noted(settings: Settings, hex_: HexId, note: str) -> KnownSpecial | None:
    """What a note on a side's sheet stands for; None for other notes."""
    trap = trap_noted(settings, note)
    if trap:
        return KnownSpecial(hex_, "trap", note, trap_row(settings, trap)["rule"])
    word = next((word for word, text in (*SCOUTED_NOTES, *SURVEYED_NOTES) if note.startswith(text)), "")
    return KnownSpecial(hex_, _NOTES[word], note, SCENE_RULE) if word in _NOTES else None


def trap_noted(settings: Settings, note: str) -> str:
    """The trap that survivors have put on a sheet with this note, if it waits for the next visitor as well; "" for none."""
    rows = tables(settings)[TRAPS_TABLE].named_rows()
    return next((key for key, row in rows if row["stays"] == "yes" and note == f"{row['seen']}."), "")


def is_of_special(settings: Settings, note: str) -> bool:
    """Whether a note on a side's sheet is of what waits in the system, and so is wrong when that is gone; one on a trap that was
    used up tells what happened, and stays."""
    texts = (text for _, text in (*SCOUTED_NOTES, *SURVEYED_NOTES))
    return bool(trap_noted(settings, note)) or any(note.startswith(text) for text in texts)


def dangers(view: View, start: HexId, entries: Iterable[TripEntry]) -> tuple[Note, ...]:
    """A note for each thing a side knows to wait on a way from `start`, in its order: traps, what may be one, and what lives
    there. A battery fires at some distance. What a fleet passes in FTL space does not meet it."""
    known = [one for one in known_specials(view) if one.kind in HARMFUL_KINDS]
    met = [
        (entry, one)
        for entry in entries
        if not entry.crossed and entry.hex != start
        for one in sorted(known, key=lambda one, here=entry.hex: one.hex != here)  # type: ignore[misc] # bound at once
    ]
    return tuple(dict.fromkeys(note for entry, one in met for note in _notes_of_special(view, entry, one)))


def way_words(known: Iterable[KnownSpecial], start: HexId, entries: Iterable[TripEntry]) -> str:
    """The same in a few words for a list, of what is known: "known trap", "known monster"; "" for none."""
    entered = {entry.hex for entry in entries if not entry.crossed} - {start}
    kinds = {one.kind for one in known if one.hex in entered}
    return ", ".join(f"known {KNOWN_KIND_NAMES[kind]}" for kind in HARMFUL_KINDS if kind in kinds)


def _notes_of_special(view: View, entry: TripEntry, one: KnownSpecial) -> Iterator[Note]:
    where = place_name(view, one.hex)
    if one.hex == entry.hex:
        warned = danger_of(view, one)
        yield Note(f"{where}: {warned}", one.rule)
    elif one.kind == "trap" and is_battery(view.settings, one):
        away = distance(view, one.hex, entry.hex)
        near, far = battery_range(view.settings)
        if near <= away <= far:
            hits = trap_number(view.settings, "battery hits")
            yield Note(
                f"{place_name(view, entry.hex)}: the missile battery of {where} fires once a week at one of those who are "
                f"{near} or {far} hexes away, and hits on {hits} of 100.",
                one.rule,
            )


def is_battery(settings: Settings, one: KnownSpecial) -> bool:
    """Whether a known trap is one that fires at its neighbours (CW-B-24)."""
    return _effect_text(settings, one) == BATTERY_EFFECT


def battery_range(settings: Settings) -> tuple[int, int]:
    """How far off a battery's targets are, at least and at most."""
    return int(trap_number(settings, "battery near")), int(trap_number(settings, "battery far"))


def danger_of(view: View, one: KnownSpecial) -> str:
    """What entering a system means where something is known to wait."""
    match one.kind:
        case "trap":
            name = trap_noted(view.settings, one.text)
            told = f"a trap is known here ({name}); it closes on everyone who enters"
            return (
                f"{told} and stops them.{_way_out_text(view.settings)}"
                if _effect_text(view.settings, one) == FIELD_EFFECT
                else f"{told}."
            )
        case "device":
            return "an alien device is known here that may be a weapon or a trap."
        case _:
            return "something alive is known to be here, and meets everyone who enters."


def _way_out_text(settings: Settings) -> str:
    return f" Out of it takes {trap_number(settings, 'field weeks')} weeks, but by gate or wormhole."


def _effect_text(settings: Settings, one: KnownSpecial) -> str:
    trap = trap_noted(settings, one.text)
    return str(trap_row(settings, trap)["does"]) if trap else ""


def held_note(view: View, fleet: Fleet, departs: int, by: str = "") -> Note | None:
    """What keeps a fleet from leaving as the week `departs` begins (weeks since the campaign began), and until when, as far as
    its side knows; None where nothing does (CW-B-21 to CW-B-23). `by` is a way that takes no drive of its own."""
    if fleet.transit is not None:
        return None
    bound = fleet.bound
    if bound is not None and bound.hex == fleet.hex and (not bound.until or bound.until > departs):
        then = "it leaves then" if bound.until else "it leaves when a ruling frees it"
        return Note(f"{fleet.name} is {bound_words(bound)}; {then}.", BONDS[bound.why][0])
    free = bound is not None and bound.why == FIELD_EFFECT and bound.hex == fleet.hex
    if takes_no_drive(by) or free or not in_known_field(view, fleet.hex):
        return None
    leaves = departs + int(trap_number(view.settings, "field weeks"))
    text = f"No FTL drive starts at {place_name(view, fleet.hex)}: {fleet.name} is at the field's edge by {eta(leaves)}"
    return Note(f"{text} and leaves then; gates and wormholes take it at once.", BONDS["field"][0])


def bound_words(bound: Bound) -> str:
    """Why a fleet cannot act, and until when: "drained by a siphon until turn 3, week 2"."""
    why = BONDS[bound.why][1]
    return f"{why} until {eta(bound.until)}" if bound.until else f"{why}, nobody knows until when"


def in_known_field(view: View, hex_: HexId) -> bool:
    """Whether a side knows of a field in a system in which no FTL drive starts (CW-B-23)."""
    if view.settings.encounters != "played":
        return False
    system = view.systems.get(hex_)
    notes: Sequence[str] = system.notes if system is not None else ()
    rows = tables(view.settings)[TRAPS_TABLE].named_rows()
    return any(row["does"] == FIELD_EFFECT and f"{row['seen']}." in notes for _, row in rows)


def note_gone(turn: TurnState, week: int) -> None:
    """At a week's end, notes on what waited in a system are struck from the sheets of sides that have a fleet there, if it is
    gone or is another thing; what is hidden from everybody stays as it was noted. Other notes are kept."""
    del week
    if turn.settings.encounters != "played":
        return
    for hex_, fleets in sorted(present_in(turn).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.hidden:
            continue
        for side in sorted({fleet.side for fleet in fleets}):
            known = turn.knowledge[side].systems
            notes = known[hex_].notes if hex_ in known else ()
            kept = tuple(n for n in notes if not is_of_special(turn.settings, n) or n in _true(turn, system))
            if kept != notes:
                turn.learn(side, systems={**known, hex_: changed(known[hex_], notes=kept)})


def _true(turn: TurnState, system: StarSystem) -> tuple[str, ...]:
    """The notes that may stand on a sheet about what waits in a system now."""
    special = system.special
    trap = sleeping_trap(special, turn.settings) if special is not None else ""
    told = (f"{trap_row(turn.settings, trap)['seen']}.",) if trap else ()
    return (*notes_on(system, "surveyed"), *told)
