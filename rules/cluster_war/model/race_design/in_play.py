"""What a race's design means in play, told to its player and the game master where no order of the month decides it."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.cluster_war.model.psionics.abilities import abilities_of, all_abilities, is_immune, racial_abilities
from rules.cluster_war.model.race_design import effects
from rules.cluster_war.model.race_design.choices import attitude_row, conduct
from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS, Finding
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race, has_trait

DISRUPTORS: Final = ("Beam Weapons: Shield Disruptor", "Torpedo Weapons: Shield Disruptor")


def notes_in_play(
    race: Race, technologies: Iterable[str], settings: Settings = DEFAULT_SETTINGS
) -> tuple[Finding, ...]:
    """A sentence for everything the race does differently from others, each with its rule (CW-3.1)."""
    known = tuple(technologies)
    has = effects.effects_of(race, known, settings)
    psionic = _psionics(race, known, settings)
    return (*_attitude(race, settings), *_drives(race, has, settings), *_units(has), *_society(has), *psionic)


def _psionics(race: Race, technologies: tuple[str, ...], settings: Settings) -> Iterator[Finding]:
    known, whole = all_abilities(settings), racial_abilities(race, technologies, settings)
    for key in abilities_of(race, technologies, settings):
        who = "the whole race" if key in whole else "units trained in it"
        yield Finding(f"{known[key].name}, {who}: {known[key].does}.", known[key].rule)
    if is_immune(race):
        yield Finding("No psionic influence reaches it.", "CW-15.0-04")


def _attitude(race: Race, settings: Settings) -> Iterator[Finding]:
    row, behaves = attitude_row(race.attitude, settings), conduct(race.attitude, settings)
    if row["refuses"]:
        yield Finding(f"It refuses {row['refuses'].replace('; ', ', ')}.", row["rule"])
    armed = {"all": " All its units are armed.", "most": " Most of its units are armed."}.get(behaves.armed, "")
    yield Finding(f"Meets others: {behaves.meets_others}; attacked: {behaves.attacked}.{armed}", row["rule"])


def _drives(race: Race, has: effects.RaceEffects, settings: Settings) -> Iterator[Finding]:
    ftl = effects.ftl_drive(race, settings)
    if ftl.rounds:
        yield Finding(
            f"{ftl.name} drives take at least {ftl.rounds} combat rounds to open the way; others notice: {ftl.entry}.",
            "CW-3.1-57",
        )
    scanning = has.has("Long-Range Scanners: Warp Point detection")
    if has_trait(race.drives, "String") or scanning:
        search = "quickly" if scanning else "by a lengthy survey only"
        yield Finding(f"Its ships find new warp points {search}.", "CW-3.1-58")
    for drive in effects.stl_drives(race, settings):
        yield from _stl(drive, settings)


def _stl(drive: effects.StlDrive, settings: Settings) -> Iterator[Finding]:
    if drive.jump_hexes:
        rounds = "a round" if drive.charging_rounds == 1 else f"{drive.charging_rounds} rounds"
        charging = f" after {rounds} of charging" if drive.charging_rounds else ""
        yield Finding(f"{drive.name} drives jump up to {drive.jump_hexes} tactical hexes{charging}.", "CW-3.1-63")
    if effects.fuel_burnt(drive, 1):
        yield Finding(
            f"{drive.name} drives burn {effects.fuel_burnt(drive, 1)} fuel for each component and use; a cargo bay holds "
            f"{effects.fuel_held(1, settings)}.",
            "CW-3.1-64",
        )
    if drive.boost:
        limit = "" if effects.may_boost(drive, fires_heavy=True) else ", not in a round that fires heavy energy weapons"
        yield Finding(f"{drive.name} drives begin with +{drive.boost} acceleration{limit}.", "CW-3.1-65")


def _units(has: effects.RaceEffects) -> Iterator[Finding]:
    if effects.fires_at_one_target(has):
        yield Finding("All fire of a unit goes at one target a combat round; point defense is free.", "CW-3.1-79")
    if not effects.needs_crew_quarters(has, android_crew=True):
        yield Finding("Android crews need no crew quarters, yet repair damage and keep order aboard.", "CW-3.1-36")
    if any(has.has(name) for name in DISRUPTORS):
        shields, parts = effects.disruptor_damage(1, "shields"), effects.disruptor_damage(1, "components")
        yield Finding(
            f"Each point of a shield disruptor does {shields} to shields and {parts} to components.", "CW-3.1-39"
        )
    if effects.may_regenerate(has, "armor", biological=True, destroyed=False):
        yield Finding("Living armor that is not quite destroyed heals slowly.", "CW-3.1-52")
    if effects.may_regenerate(has, "shield", biological=False, destroyed=False):
        yield Finding("Shields that are burnt out but not destroyed come back.", "CW-3.1-52")
    if effects.assembled_turn(has, 0) is not None:
        yield Finding("Hull modules built in one turn are put together in the next.", "CW-3.1-51")
    if effects.moves_mobile(has, "foot"):
        yield Finding("Troops on foot move at the mobile rate.", "CW-3.1-16")


def _society(has: effects.RaceEffects) -> Iterator[Finding]:
    weeks = effects.integrated_week(has, 0)
    if weeks is not None:
        rule = "CW-3.1-19" if has.numbers.takeover_weeks else "CW-3.1-18"
        when = "a week" if weeks == 1 else f"{weeks} weeks"
        yield Finding(f"A conquered population joins the group mind after {when}.", rule)
