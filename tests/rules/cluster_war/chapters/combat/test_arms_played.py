"""What the glossary says of rarer components, played: whole battles by numbers, and the tactical map's field."""

from fractions import Fraction

import pytest

from rules.bridge.auto_resolve import settle as chair
from rules.bridge.battle import field_of
from rules.cluster_war.chapters.combat.quick_engine import settle
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Engagement
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.fleets import (
    DESTROYER,
    DOCK,
    FIGHTER,
    FREIGHTER,
    battle,
    dice,
    fates,
    lost_share,
    ships,
)

ATTACK, DEFEND = Engagement("attack"), Engagement("defend")
PLANS = {"a": ATTACK, "b": DEFEND}
HULL = {"Drive 4G": 8, "Bridge": 1, "Crew quarters": 2}
BARE = changed(DOCK, layout={"Bridge": 1, "Shipyard bay": 20})
SEEDS = range(8)


def armed(name: str, **layout: int) -> Design:
    """A ship of twenty spaces with these components, named with underscores, beside drive, bridge and crew."""
    gear = {part.replace("_", " "): count for part, count in layout.items()}
    return changed(DESTROYER, id="XX", name=name, launchers=0, layout={**HULL, **gear})


@pytest.mark.rule("CW-A-08")
def test_who_has_assault_bays_takes_what_can_neither_fight_nor_flee_and_others_destroy_it() -> None:
    boarders = changed(armed("Boarder", Beam_emitter_3=3, Assault_bay=2), assault_bays=2)
    plain = armed("Gunship", Beam_emitter_3=3)
    for seed in SEEDS:
        taken = settle(battle(*ships("a", boarders), *ships("b", BARE), plans=PLANS), {}, dice(seed))
        burnt = settle(battle(*ships("a", plain), *ships("b", BARE), plans=PLANS), {}, dice(seed))
        assert (fates(taken, "b"), fates(burnt, "b")) == (["captured"], ["destroyed"])
        assert [unit.captor for unit in taken.units if unit.fate == "captured"] == ["a"]


@pytest.mark.rule("CW-A-49")
def test_a_rail_gun_needs_ammunition_as_missiles_do_and_no_point_defense_stops_its_shells() -> None:
    guns, missiles = armed("Railer", Rail_gun=1), changed(armed("Archer", Missile_launcher=1), launchers=1)
    wall = changed(FREIGHTER, layout={"Bridge": 1, "Point defense battery": 9})

    def harmed(design: Design, shots: int) -> float:
        fights = [battle(*ships("a", design, munitions=shots), *ships("b", wall), plans=PLANS)] * len(SEEDS)
        return sum(lost_share(one, settle(one, {}, dice(seed)), "b") for one, seed in zip(fights, SEEDS, strict=True))

    assert harmed(guns, 60) > 0
    assert harmed(missiles, 60) == 0, "point defense stops as many missiles"
    assert harmed(guns, 0) == 0, "without shells it is no weapon"


@pytest.mark.rule("CW-A-21")
def test_an_energy_torpedo_is_heavier_than_a_beam_and_easier_to_evade() -> None:
    numbers, settings = numbers_of(Settings()), Settings()
    torpedo, beam = armed("Torpedo", Energy_torpedo_launcher_3=3), armed("Beam", Beam_emitter_3=3)
    (one,), (other,) = ships("a", torpedo), ships("a", beam)
    heavy, light = strength_of(one, numbers, settings).beams, strength_of(other, numbers, settings).beams
    assert Fraction(heavy, light) == Fraction(3, 2) * (1 - Fraction(10, numbers.whole("accuracy")))
    field_ = field_of(battle(*ships("a", torpedo), *ships("b", beam), plans=PLANS), ("a", "b"))
    kinds = {unit: {weapon.kind for weapon in craft.weapons} for unit, craft in field_.battle.craft.items()}
    assert kinds == {"A1": {"proton"}, "B1": {"laser"}}, (
        "on the map a shot that must hit, where a beam always does something"
    )


@pytest.mark.rule("CW-A-47")
def test_a_minesweeper_harms_no_starship() -> None:
    sweeper = armed("Sweeper", Minesweeper=6)
    fought = battle(*ships("a", sweeper), *ships("b", FREIGHTER), plans=PLANS)
    for seed in SEEDS:
        for way in (settle, chair):
            assert lost_share(fought, way(fought, {}, dice(seed)), "b") == 0


@pytest.mark.rule("CW-A-42")
def test_smart_mines_stay_with_what_does_not_move_and_fire_at_who_comes() -> None:
    mine = changed(
        FIGHTER, id="SM", name="Smart mine", drive=Fraction(0), layout={"Mine controller": 1, "Beam emitter 1": 1}
    )
    field_guns = ships("b", mine, 12, place="centre")
    alone = battle(*ships("a", FIGHTER, 2), *field_guns, plans={"a": ATTACK, "b": DEFEND})
    assert sum(fates(settle(alone, {}, dice(seed)), "a") != ["survived"] * 2 for seed in SEEDS)
    craft = field_of(alone, ("a", "b")).battle.craft.values()
    still = [each for each in craft if each.side == "B"]
    assert still
    assert not any(each.engines or each.velocity.a or each.velocity.c for each in still)
