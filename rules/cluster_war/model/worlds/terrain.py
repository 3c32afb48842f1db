"""What the codes of the map mean as terrain, storms and their force, and systems in which no FTL drive works (CW-14.0,
CW-14.0-09, CW-14.0-11, CW-B-23); jump lines, wormholes and gates between systems, and which of them a side knows
(CW-4.0-19)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, Protocol

from rules.cluster_war.model.state.common import HexId, Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Cluster, Link, StarSystem, Weather
from rules.cluster_war.model.state.sides import Knowledge, SeenWeather, Side
from rules.cluster_war.model.worlds.jump_map import (
    JUMP_MAP_COUNTER,
    has_point_sensors,
    has_transit_gear,
    needs_jump_map,
)
from rules.dice import Roller
from rules.values import GameError, Value, changed, unknown

TERRAIN_NAMES: Final = {
    "AST": "asteroid field",
    "GRV": "gravitic storm",
    "HYP": "hypermass",
    "ION": "ion storm",
    "MAG": "magnetic storm",
    "NEB": "nebula",
    "NEU": "neutron star",
    "PUL": "pulsar",
    "RAD": "radiation zone",
    "STAR": "star",
}
"""Kinds of terrain by their codes, as the book prints them (CW-14.0-02)."""
TERRAIN_KINDS: Final = tuple(TERRAIN_NAMES)
WORM_HOLE: Final = "WRM"
STORMS: Final = ("GRV", "ION", "MAG")
"""Kinds of terrain with a force."""
RADIANT: Final = ("NEU", "PUL", "RAD")
"""Kinds of terrain that are a radiation zone (CW-14.0-23, CW-14.0-24)."""
SURROUNDINGS: Final = ("AST", "GRV", "MAG", "NEB", "RAD")
"""What may coincide around a hypermass (CW-14.0-13)."""
HYPERMASS_RULE: Final = "CW-14.0-13"
ALL_TERRAIN: Final = "all"
STAR_CLASSES: Final = "OBAFGKM"
STAR_SUFFIXES: Final = {
    "": "",
    "dw": "dwarf",
    "g": "giant",
    "sg": "super giant",
    "va": "variable star",
    "fl": "flare star",
}


class Star(Value):
    """A star by its code: its spectral class, and what kind of star it is, "" for one like the sun (CW-14.0-30)."""

    spectral: str
    kind: str

    @property
    def words(self) -> str:
        """ "class M super giant", as players read it."""
        return f"class {self.spectral} {self.kind or 'star'}"


def star_of(code: str) -> Star | None:
    """The star that a code means, its capitals aside ("MSg" and "Msg" are one); None for what is none (CW-14.0-30)."""
    head, suffix = code[:1].upper(), code[1:].casefold()
    return Star(head, STAR_SUFFIXES[suffix]) if head and head in STAR_CLASSES and suffix in STAR_SUFFIXES else None


def kind_of(code: str) -> str:
    """The kind of terrain that an object of the map is ("ION", "STAR", "WRM"), its capitals aside; "" for none."""
    upper = code.upper()
    if upper == WORM_HOLE or (upper in TERRAIN_NAMES and upper != "STAR"):
        return upper
    return "STAR" if star_of(code) is not None else ""


def kinds_named(words: Iterable[str]) -> tuple[str, ...]:
    """Kinds of terrain by their codes or names, in any case, "all" for every one; GameError names those there are."""
    found: set[str] = set()
    for word in words:
        wanted = word.strip().casefold()
        kinds = {kind for kind, name in TERRAIN_NAMES.items() if wanted in {kind.casefold(), name}}
        found |= set(TERRAIN_KINDS) if wanted == ALL_TERRAIN else kinds
        if wanted != ALL_TERRAIN and not kinds:
            raise unknown(
                GameError, f"There is no terrain {word!r}.", word, "There are", TERRAIN_KINDS, rule="CW-14.0-02"
            )
    return tuple(kind for kind in TERRAIN_KINDS if kind in found)


def surroundings(settings: Settings) -> tuple[str, ...]:
    """What surrounds a hypermass in this campaign, unless its game master says otherwise for one (CW-14.0-13)."""
    ruled = settings.rulings.get(HYPERMASS_RULE, "").replace(",", " ").upper().split()
    found = tuple(kind for kind in SURROUNDINGS if kind in ruled)
    return found or SURROUNDINGS


def hazards(codes: Sequence[str], around: Collection[str] | None, settings: Settings) -> tuple[str, ...]:
    """The kinds of terrain of a hex whose dangers are carried out in this campaign (CW-14.0-01): what the map shows, and what
    coincides there. `around` is None where nobody has said what does."""
    if not settings.terrain:
        return ()
    found = {kind_of(code) for code in codes}
    if around is not None:
        found.update(around)
    elif "HYP" in found and "HYP" in settings.terrain:
        found.update(surroundings(settings))
    return tuple(kind for kind in TERRAIN_KINDS if kind in found and kind in settings.terrain)


FORCE_DIE_SIDES: Final = 6
STRONGEST_FORCE: Final = FORCE_DIE_SIDES - 1
"""The force of a storm is a die less one: F0 to F5 (CW-14.0-09)."""
CALM_WEATHER: Final = Weather()


class Sky(Protocol):
    """A state of the campaign, or a turn's draft."""

    @property
    def cluster(self) -> Cluster: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def weather(self) -> Mapping[HexId, Weather]: ...


def hazards_at(sky: Sky, hex_: HexId) -> tuple[str, ...]:
    """The kinds of terrain of a hex whose dangers are carried out, in the order of their codes."""
    if not sky.settings.terrain:
        return ()
    system, here = sky.cluster.systems.get(hex_), sky.weather.get(hex_, CALM_WEATHER)
    shown = system.codes if system is not None else ()
    return hazards((*shown, *here.raised), here.around, sky.settings)


def force_at(sky: Sky, hex_: HexId, kind: str) -> int:
    """The force of a storm; 0 for other terrain."""
    return sky.weather.get(hex_, CALM_WEATHER).force.get(kind, 0)


def next_weather(sky: Sky, dice: Roller, under: Callable[[str], str]) -> Mapping[HexId, Weather]:
    """The weather of the next turn: every storm's force is rolled anew, those that the game master has fixed stay (CW-14.0-11).

    The die of each is rolled under the key that `under` makes of "weather/<hex>/<kind>".
    """
    if not sky.settings.terrain:
        return sky.weather
    found: dict[HexId, Weather] = {}
    for hex_ in sorted({*sky.cluster.systems, *sky.weather}):
        before = sky.weather.get(hex_, CALM_WEATHER)
        storms = [kind for kind in hazards_at(sky, hex_) if kind in STORMS]
        force = {
            kind: before.force[kind]
            if kind in before.fixed and kind in before.force
            else dice.roll(under(f"weather/{hex_}/{kind}"), FORCE_DIE_SIDES).total - 1
            for kind in storms
        }
        after = changed(before, force=force)
        if after != CALM_WEATHER:
            found[hex_] = after
    return found


def seen_weather(sky: Sky, hex_: HexId, turn: int) -> SeenWeather:
    """What somebody sees of a hex who has it in view in that turn."""
    codes = sky.cluster.systems[hex_].codes if hex_ in sky.cluster.systems else ()
    shown = hazards(codes, (), sky.settings)
    around = tuple(kind for kind in hazards_at(sky, hex_) if kind not in shown)
    return SeenWeather(turn, dict(sky.weather.get(hex_, CALM_WEATHER).force), around)


INHIBITOR_FIELD: Final = "FTL Drive Inhibitor Field"
ACTIVE_WEAPONS: Final = ("weapon/trap", "active alien weapon")


def inhibits(system: StarSystem | None, settings: Settings) -> bool:
    """Whether an inhibitor's field lies over a system, in a campaign where encounters play by themselves."""
    if settings.encounters != "played" or system is None or system.special is None or system.hidden:
        return False
    words = " ".join((system.special.kind, *system.special.details)).casefold()
    return INHIBITOR_FIELD.casefold() in words and any(word in words for word in ACTIVE_WEAPONS)


ALL_SIDES: Final = ""


def leading_on(cluster: Cluster) -> tuple[HexId, ...]:
    """The systems from which a wormhole leads on, sorted."""
    return tuple(sorted([hex_ for hex_, system in cluster.systems.items() if system.destination]))


class Lines(Value):
    """What is the same for whoever asks for links: those of a cluster that are no jump lines, and what `leading_on` gives."""

    others: tuple[Link, ...]
    lead_on: tuple[HexId, ...]


def lines_of(cluster: Cluster) -> Lines:
    """The lines of a cluster."""
    return Lines(tuple([link for link in cluster.links if link.kind != "jump"]), leading_on(cluster))


def known_links(cluster: Cluster, side: Side, known: Knowledge, lines: Lines | None = None) -> tuple[Link, ...]:
    """The links a side knows: its own held wormholes, and what starts or ends in a system it has surveyed.

    Warp points show only to those with string drives or sensors for them; with such sensors scouting is enough, as it
    is for gates (CW-3.1-58, CW-4.0-19). A survey of a natural wormhole shows where it leads (CW-4.0-24). `lines` are
    those of the cluster, where the caller has them already.
    """
    sharp = has_point_sensors(side)
    blind = not sharp and not has_transit_gear(side)
    lines = lines_of(cluster) if lines is None else lines
    links, lead_on = lines.others if blind else cluster.links, lines.lead_on
    surveyed = {h for h, system in known.systems.items() if system.level == "surveyed"} if links or lead_on else set()
    scouted = {h for h, system in known.systems.items() if system.level != "map"} if links else set()
    found: list[Link] = []
    for link in links:
        seen = scouted if (sharp and link.kind == "jump") or link.kind == "gate" else surveyed
        if (link.kind == "held" and link.side in {side.id, ALL_SIDES}) or (
            link.kind != "held" and (link.a in seen or link.b in seen)
        ):
            found.append(link)
    for hex_ in lead_on:
        system = cluster.systems[hex_]
        if hex_ in surveyed and not system.hole:
            a, b = sorted((hex_, system.destination))
            found.append(Link(a, b, "wormhole"))
    found += _holes(cluster, known, lead_on)
    return tuple(dict.fromkeys(found))


def _holes(cluster: Cluster, known: Knowledge, lead_on: Sequence[HexId]) -> list[Link]:
    """The worm holes whose two ends a side knows: of an open pair, if it has been at either end; of any other, if it came through
    (CW-14.0-32, CW-14.0-33)."""
    if not any(cluster.systems[hex_].hole for hex_ in lead_on):
        return []
    been = {h for h, system in known.systems.items() if system.level != "map"}
    return [
        hole_link(hex_, system)
        for hex_, system in ((hex_, cluster.systems[hex_]) for hex_ in lead_on)
        if not system.hidden
        and (
            (system.hole == "open" and not been.isdisjoint((hex_, system.destination)))
            or (system.hole in {"closed", "both"} and hex_ in known.passages)
        )
    ]


def hole_link(hex_: HexId, system: StarSystem) -> Link:
    """A worm hole as a line of the map: one way from its entry, or both ways."""
    if system.hole == "closed":
        return Link(hex_, system.destination, "wormhole", one_way=True)
    return Link(min(hex_, system.destination), max(hex_, system.destination), "wormhole")


def with_hole(system: StarSystem, settings: Settings) -> StarSystem:
    """The system with its worm hole closed, as most are (CW-14.0-33), where encounters are played and nobody said otherwise."""
    is_one = (
        system.destination
        or "Wrm" in system.codes
        or (system.special is not None and system.special.kind == "Wormhole")
    )
    if settings.encounters != "played" or not is_one or system.hole:
        return system
    return changed(system, hole="closed")


def all_links(state: GameState) -> tuple[Link, ...]:
    """Every link of the map, for the game master; jump lines once somebody can find them, or the GM has drawn one."""
    wormholes = [(h, s.destination) for h, s in sorted(state.cluster.systems.items()) if s.destination]
    natural = (hole_link(h, state.cluster.systems[h]) for h, _ in wormholes)
    waits = (
        state.settings.jump_map == "when-needed"
        and JUMP_MAP_COUNTER not in state.counters
        and not needs_jump_map(state.sides.values(), state.settings)
    )
    links = [link for link in state.cluster.links if not (waits and link.kind == "jump")]
    return tuple(dict.fromkeys((*links, *natural)))
