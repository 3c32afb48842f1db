"""The rule book's own four races as designs to play or to change (CW-3.2-01 to CW-3.2-04)."""

from typing import Final

from rules.cluster_war.race_design.attitudes import XENOPHOBIC
from rules.cluster_war.race_design.races import printed_race
from rules.cluster_war.race_design.sheet import USUAL, Entry, RaceSheet
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables

APPROVED: Final = "As in the rule book."


def preset_names(settings: Settings = USUAL) -> tuple[str, ...]:
    """The printed races by name."""
    return tables(settings)["CW-TAB-RACE-EXAMPLES"].keys


def preset(name: str, settings: Settings = USUAL) -> RaceSheet:
    """A printed race as an approved design; GameError names them all if it is none."""
    printed = printed_race(name, settings)
    race = printed.race
    habitat, body_form, diet = race.biology.split(" ")
    attitudes = race.attitude.split(", ")
    biologies = tables(settings)["CW-TAB-BIOLOGY"]
    words = (*race.abilities, *race.bonuses, *printed.technologies, *race.disadvantages)
    return RaceSheet(
        name=race.name,
        home_step=race.home_step,
        home_nickname=race.home_nickname,
        biology=next(key for key in biologies.keys if biologies.cell(key, "in short") == habitat),
        body_form=body_form,
        diet=diet,
        attitude=attitudes[0],
        xenophobic=XENOPHOBIC in attitudes,
        entries=tuple(_entry(word) for word in words),
        status="approved",
        gm_comment=APPROVED,
    )


def _entry(words: str) -> Entry:
    name, _, level = words.rpartition(" +")
    return Entry(name, int(level), approved=True) if name else Entry(words, approved=True)
