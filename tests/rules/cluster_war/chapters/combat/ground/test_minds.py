"""Psychics on the ground: who foresees, who screams, whom a shadow falls on, and whom not (CW-15.1)."""

import pytest

from rules.cluster_war.chapters.combat.ground.skirmish import Fighter, FightPlace, UnitAttack, aim_fighters, fight
from rules.cluster_war.chapters.combat.ground.troops import troops_of
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Force
from rules.dice import ScriptedDice
from rules.values import changed

PLAIN = Settings()
INFANTRY = Design("INF", "Infantry", "ground", 1, 10, ratings=(3, 3, 2, 2))
ROBOTS = changed(INFANTRY, id="ROB", name="Robots", traits=("android",))
DEAD = changed(INFANTRY, id="DED", name="Dead", traits=("zombie",))
FORT = Design("FRT", "Fort", "base", 30, 100, unit="ground base", layout={"Missile launcher": 1})
PRECOGNITION, SCREAMING, SHADOW, CLOAKING = "combat-precognition", "screaming", "shadow", "cloaking"


def psychic(*abilities: str, design: Design = INFANTRY) -> Design:
    """A battalion trained in psionic abilities."""
    return changed(design, traits=(*design.traits, *(f"psi:{ability}" for ability in abilities)))


def of(design: Design, name: str, side: str, settings: Settings = PLAIN, **more: object) -> Fighter:
    force = changed(Force(name, side, design.id, "0101"), **more)  # type: ignore[arg-type] # keywords are Force's own fields
    return Fighter(force, troops_of(design, settings), design, force.dug_in)


def enemies(a: str, b: str) -> bool:
    return a != b


def blow(attacker: Design, target: Design, *, contact: int = 0) -> UnitAttack:
    """What the first does to the second, both rolling 5."""
    here = [of(attacker, "a", "humans", contact=contact), of(target, "b", "vermin", contact=contact)]
    faces = [5] * (4 if contact or attacker.kind == "ground" else 3)
    done = fight(here, FightPlace("clear"), enemies, "k", PLAIN, ScriptedDice(faces))
    return next(s for s in done.strikes if s.attacker == "a")


@pytest.mark.rule("CW-15.1-05")
def test_combat_precogs_have_one_more_dr_ranged_and_close_as_in_the_book() -> None:
    assert troops_of(INFANTRY, PLAIN).defense == (2, 2)
    assert troops_of(psychic(PRECOGNITION), PLAIN).defense == (3, 3)
    assert troops_of(psychic(PRECOGNITION), changed(PLAIN, psionics=False)).defense == (2, 2)
    assert (blow(INFANTRY, INFANTRY).defense, blow(INFANTRY, psychic(PRECOGNITION)).defense) == (7, 8)
    tigers = changed(INFANTRY, ratings=(1, 6, 2, 2))
    assert [(s.reach, s.defense) for s in (blow(tigers, psychic(PRECOGNITION), contact=1),)] == [("close", 8)]


@pytest.mark.rule("CW-15.1-05", "CW-15.1-19")
def test_a_point_of_psionic_dr_is_five_per_cent_against_starship_grade_fire() -> None:
    def chance(target: Design) -> int:
        here = [of(FORT, "a", "humans"), of(target, "b", "vermin")]
        return next(
            s.attack
            for s in fight(here, FightPlace("clear"), enemies, "k", PLAIN, _Fives()).strikes
            if s.attacker == "a"
        )

    assert chance(INFANTRY) - chance(psychic(PRECOGNITION)) == 5
    assert chance(INFANTRY) - chance(psychic(PRECOGNITION, SCREAMING)) == 10


class _Fives(ScriptedDice):
    """Dice that always show fives, as many as are asked for."""

    def __init__(self) -> None:
        super().__init__([5] * 20)


@pytest.mark.rule("CW-15.1-19", "CW-15.1-28")
def test_screaming_adds_one_ranged_dr_but_robots_and_zombies_do_not_mind() -> None:
    screamers = psychic(SCREAMING)
    assert (blow(INFANTRY, INFANTRY).defense, blow(INFANTRY, screamers).defense) == (7, 8)
    assert blow(ROBOTS, screamers).defense == blow(DEAD, screamers).defense == 7
    tigers = changed(INFANTRY, ratings=(1, 6, 2, 2))
    assert blow(tigers, screamers, contact=1).defense == 7, "at a distance alone"


@pytest.mark.rule("CW-15.1-04")
def test_who_foresees_is_never_taken_unawares_by_an_ambush_or_a_cloaked_blow() -> None:
    where = FightPlace("forest")
    for waylayer in (of(INFANTRY, "a", "humans", posture="ambush", dug_in=True), of(psychic(CLOAKING), "a", "humans")):
        assert "b" not in aim_fighters([waylayer, of(INFANTRY, "b", "vermin")], where, enemies, PLAIN)
        assert "b" in aim_fighters([waylayer, of(psychic(PRECOGNITION), "b", "vermin")], where, enemies, PLAIN)


@pytest.mark.rule("CW-15.1-15", "CW-15.1-21", "CW-15.1-28")
def test_psionic_cloaks_and_shadows_conceal_and_strike_first_and_a_shadow_falls_on_minds_alone() -> None:
    for ability in (CLOAKING, SHADOW):
        troops = troops_of(psychic(ability), PLAIN)
        assert troops.conceals
        assert troops.strikes_first
    where, shadow = FightPlace("clear"), of(psychic(SHADOW), "a", "humans")
    assert "b" not in aim_fighters([shadow, of(INFANTRY, "b", "vermin")], where, enemies, PLAIN)
    for design in (ROBOTS, DEAD):
        assert "b" in aim_fighters([shadow, of(design, "b", "vermin")], where, enemies, PLAIN)
        assert "b" not in aim_fighters(
            [of(psychic(CLOAKING), "a", "humans"), of(design, "b", "vermin")], where, enemies, PLAIN
        )
