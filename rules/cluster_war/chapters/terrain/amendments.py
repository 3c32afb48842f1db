"""The GM's hand on weather and terrain: storms' force, what surrounds a hypermass, pulsars, crews (14.0, 17.1)."""

from typing import Final

from rules.cluster_war.chapters.combat.battle_amendments import units_named
from rules.cluster_war.chapters.detection.sensors import put_star, watchers
from rules.cluster_war.chapters.terrain.week_and_month import look_at
from rules.cluster_war.model.state.common import HexId, short_id
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, crew_of
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.cluster_war.model.worlds.terrain import (
    CALM_WEATHER,
    STORMS,
    STRONGEST_FORCE,
    TERRAIN_NAMES,
    hazards,
    hazards_at,
    kind_of,
    kinds_named,
)
from rules.values import EVERYONE, GameError, IllegalOrderError, changed

TERRAIN_SWITCH_RULE: Final = "CW-14.0-01"
STORM_FORCE_RULE: Final = "CW-14.0-11"
SURROUNDINGS_RULE: Final = "CW-14.0-13"
PULSAR_RULE: Final = "CW-14.0-24"
CREW_RULE: Final = "CW-17.1-09"
RADIANT_STARS: Final = {"NEU": "Pul", "PUL": "Neu"}
"""What a neutron star and a pulsar become when they are turned into each other."""


class SetTerrain(Amendment):
    """Say whose dangers are carried out from now on, by codes of terrain; none leaves all of it scenery (CW-14.0-01)."""

    kinds: tuple[str, ...]


class SetStormForce(Amendment):
    """Set the force of the storms of a hex, or of one `kind` of them ("ION"); `fixed` ones keep it from turn to turn, others are
    rolled for anew at the end of the turn (CW-14.0-11)."""

    hex: HexId
    force: int
    kind: str = ""
    fixed: bool = True


class FreeStorm(Amendment):
    """Let the force of the storms of a hex, or of one `kind`, be rolled for again each turn (CW-14.0-11)."""

    hex: HexId
    kind: str = ""


class SetSurroundings(Amendment):
    """Say what terrain coincides in a hex with what the map shows; of a hypermass it takes the place of the usual
    (CW-14.0-13). With `usual` it is as the campaign has it."""

    hex: HexId
    kinds: tuple[str, ...] = ()
    usual: bool = False


class TurnPulsar(Amendment):
    """Turn a neutron star into a pulsar, or a pulsar into a neutron star (CW-14.0-24). Whoever does not have it in view still
    sees the old light (CW-12.1-02)."""

    hex: HexId
    on: bool = True


class SetCrew(Amendment):
    """Set how many heads ships' crews have lost; 0 for whole crews, as after a healer's work (CW-17.1-09)."""

    ships: tuple[str, ...]
    lost: int = 0


def _switch(turn: Amending, order: SetTerrain) -> None:
    kinds = kinds_named(order.kinds)
    if kinds == turn.settings.terrain:
        raise GameError("It is so already.", rule=TERRAIN_SWITCH_RULE)
    turn.settings = changed(turn.settings, terrain=kinds)
    turn.after = changed(turn.after, settings=turn.settings)
    turn.weather = {
        hex_: here for hex_, here in turn.weather.items() if here.fixed or here.raised or here.around is not None
    }
    told = ", ".join(TERRAIN_NAMES[kind] for kind in kinds)
    text = f"From now on this terrain is dangerous: {told}." if kinds else "From now on terrain is scenery."
    turn.tell(text, EVERYONE, rule=TERRAIN_SWITCH_RULE)


def _storms(turn: Amending, hex_: HexId, kind: str) -> tuple[HexId, tuple[str, ...]]:
    """A hex, and the storms there that are meant; GameError for none."""
    here = turn.hex(hex_)
    wanted = kinds_named([kind]) if kind else STORMS
    found = tuple(k for k in hazards_at(turn, here) if k in STORMS and k in wanted)
    if not found:
        what = TERRAIN_NAMES.get(wanted[0], "storm") if kind else "storm"
        raise GameError(f"There is no {what} at {here} whose force could be set.", rule=STORM_FORCE_RULE)
    return here, found


def _force(turn: Amending, order: SetStormForce) -> None:
    if not 0 <= order.force <= STRONGEST_FORCE:
        raise IllegalOrderError(
            f"A storm's force runs from 0 to {STRONGEST_FORCE}, not {order.force}.", rule="CW-14.0-09"
        )
    here, kinds = _storms(turn, order.hex, order.kind)
    before = turn.weather.get(here, CALM_WEATHER)
    fixed = {*before.fixed, *kinds} if order.fixed else {*before.fixed} - {*kinds}
    _put_weather(
        turn,
        here,
        changed(before, force={**before.force, **dict.fromkeys(kinds, order.force)}, fixed=tuple(sorted(fixed))),
    )
    how = "and stays so" if order.fixed else "until it changes at the end of the turn"
    turn.tell(f"{_named(kinds)} at {here}: F{order.force}, {how}.", rule=STORM_FORCE_RULE)


def _free(turn: Amending, order: FreeStorm) -> None:
    here, kinds = _storms(turn, order.hex, order.kind)
    before = turn.weather.get(here, CALM_WEATHER)
    left = tuple(kind for kind in before.fixed if kind not in kinds)
    if left == before.fixed:
        raise GameError(f"{_named(kinds)} at {here} changes from turn to turn already.", rule=STORM_FORCE_RULE)
    _put_weather(turn, here, changed(before, fixed=left))
    turn.tell(f"{_named(kinds)} at {here} changes from turn to turn again.", rule=STORM_FORCE_RULE)


def _surround(turn: Amending, order: SetSurroundings) -> None:
    here, before = turn.hex(order.hex), turn.weather.get(turn.hex(order.hex), CALM_WEATHER)
    kinds = None if order.usual else tuple(k for k in kinds_named(order.kinds) if k not in {"HYP", "STAR"})
    codes = turn.cluster.systems[here].codes if here in turn.cluster.systems else ()
    storms = {k for k in hazards(codes, kinds, turn.settings) if k in STORMS}
    force = {k: before.force.get(k, 0) for k in sorted(storms)}
    _put_weather(turn, here, Weather(force, tuple(k for k in before.fixed if k in storms), kinds))
    told = "as the campaign has it" if kinds is None else ", ".join(TERRAIN_NAMES[kind] for kind in kinds) or "nothing"
    turn.tell(f"At {here} coincides with what the map shows: {told}.", rule=SURROUNDINGS_RULE)


def _pulsar(turn: Amending, order: TurnPulsar) -> None:
    system = turn.system(order.hex)
    old = "NEU" if order.on else "PUL"
    if not any(kind_of(code) == old for code in system.codes):
        raise GameError(f"There is no {TERRAIN_NAMES[old]} at {system.hex}.", rule=PULSAR_RULE)
    codes = tuple(RADIANT_STARS[old] if kind_of(code) == old else code for code in system.codes)
    told = put_star(turn, system.hex, codes)
    turn.tell(
        f"The {TERRAIN_NAMES[old]} at {system.hex} is a {TERRAIN_NAMES[kind_of(RADIANT_STARS[old])]} now.",
        *told,
        rule=PULSAR_RULE,
    )


def _crew(turn: Amending, order: SetCrew) -> None:
    named = tuple(dict.fromkeys(order.ships))
    ships = [unit for unit in units_named(turn, named) if isinstance(unit, Ship)]
    if len(ships) < len(named):
        raise GameError("Crews are counted of ships alone, not of bases.", rule=CREW_RULE)
    if order.lost < 0:
        raise IllegalOrderError("A crew has lost 0 heads or more.", rule=CREW_RULE)
    for ship in ships:
        whole = crew_of(turn.sides[ship.side].designs[ship.design], turn.settings)
        lost = ALL_HANDS if whole and order.lost >= whole else min(order.lost, whole)
        turn.ships[ship.id] = changed(ship, crew_lost=lost)
        left = "no crew left" if lost == ALL_HANDS else f"crew {whole - lost} of {whole}"
        turn.tell(f"{short_id(ship.id)}: {left}.", ship.side, rule=CREW_RULE)


def _put_weather(turn: Amending, here: HexId, weather: Weather) -> None:
    """The weather of a hex; those who have it in view see it, as far as that is home at once (CW-13.0-02)."""
    turn.weather[here] = weather
    if weather == CALM_WEATHER:
        del turn.weather[here]
    for side in watchers(turn, here):
        look_at(turn, side, here, turn.turn)


def _named(kinds: tuple[str, ...]) -> str:
    told = " and ".join(TERRAIN_NAMES[kind] for kind in kinds)
    return f"{told[0].upper()}{told[1:]}"


APPLY: Final[Apply] = {
    SetTerrain: _switch,
    SetStormForce: _force,
    FreeStorm: _free,
    SetSurroundings: _surround,
    TurnPulsar: _pulsar,
    SetCrew: _crew,
}
