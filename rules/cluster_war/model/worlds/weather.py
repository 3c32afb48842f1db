"""The force of storms, anew each turn, and what of it a side has seen (CW-14.0-09, CW-14.0-11)."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from rules.cluster_war.model.state.knowledge import SeenWeather
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.places import Cluster, Weather
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.worlds.terrain import STORMS, hazards
from rules.dice import Roller
from rules.values import changed

DIE: Final = 6
STRONGEST: Final = DIE - 1
"""The force of a storm is a die less one: F0 to F5 (CW-14.0-09)."""
CALM: Final = Weather()


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
    system, here = sky.cluster.systems.get(hex_), sky.weather.get(hex_, CALM)
    shown = system.codes if system is not None else ()
    return hazards((*shown, *here.raised), here.around, sky.settings)


def force_at(sky: Sky, hex_: HexId, kind: str) -> int:
    """The force of a storm; 0 for other terrain."""
    return sky.weather.get(hex_, CALM).force.get(kind, 0)


def next_weather(sky: Sky, dice: Roller, under: Callable[[str], str]) -> Mapping[HexId, Weather]:
    """The weather of the next turn: every storm's force is rolled anew, those that the game master has fixed stay (CW-14.0-11).

    The die of each is rolled under the key that `under` makes of "weather/<hex>/<kind>".
    """
    if not sky.settings.terrain:
        return sky.weather
    found: dict[HexId, Weather] = {}
    for hex_ in sorted({*sky.cluster.systems, *sky.weather}):
        before = sky.weather.get(hex_, CALM)
        storms = [kind for kind in hazards_at(sky, hex_) if kind in STORMS]
        force = {
            kind: before.force[kind]
            if kind in before.fixed and kind in before.force
            else dice.roll(under(f"weather/{hex_}/{kind}"), DIE).total - 1
            for kind in storms
        }
        after = changed(before, force=force)
        if after != CALM:
            found[hex_] = after
    return found


def seen_weather(sky: Sky, hex_: HexId, turn: int) -> SeenWeather:
    """What somebody sees of a hex who has it in view in that turn."""
    codes = sky.cluster.systems[hex_].codes if hex_ in sky.cluster.systems else ()
    shown = hazards(codes, (), sky.settings)
    around = tuple(kind for kind in hazards_at(sky, hex_) if kind not in shown)
    return SeenWeather(turn, dict(sky.weather.get(hex_, CALM).force), around)
