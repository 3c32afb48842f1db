"""The star that a campaign's battle is at: how large, where, what it does to craft; in the chair and where players fight."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pytest

from rules.bridge import auto_resolve
from rules.bridge.apply_outcome import outcomes
from rules.bridge.battle import STAR, STAR_CLEARANCE_HEXES, BattleField, bring_reserve, field_of, rings
from rules.bridge.course import fight
from rules.bridge.story import objective, story
from rules.bridge.tables_of import house_tables
from rules.cluster_war.chapters.combat import quick_engine
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.muster import star_at
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.war import Engagement, Stance
from rules.cluster_war.model.worlds.terrain import star_of
from rules.hexes import Hex, distance, line
from rules.pentagon_war import state as tactical
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.events import Event, Gone, Struck
from rules.pentagon_war.movement.links_and_orbits import orbit_for
from rules.pentagon_war.positions import blocking_body, fills
from rules.pentagon_war.units import Body, Missile, Velocity
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.bridge.fleets import PLAIN, battle, combatant, dice, printed_designs
from tests.rules.bridge.test_fought import played, tactical_game
from tests.rules.bridge.test_places import SIDES, fleets
from tests.rules.cluster_war.build import draft_of, small, star
from umpire.battle.codec import BATTLE_CODEC

CODES: Final = tuple(
    str(row["code"]) for _, row in tables(PLAIN)["CW-B-T01"].named_rows() if star_of(str(row["code"])) is not None
)
"""The stars of the table by which clusters are made, as it writes them (CW-14.0-30)."""
WORDS: Final = {"O": 3, "Adw": 0, "G": 2, "K": 1, "Msg": 5, "Mg": 4, "Mva": 1, "Ofl": 3}


def of(field_: BattleField) -> Body:
    """The star of a field."""
    return field_.battle.bodies[STAR]


@pytest.mark.rule("CW-14.0-30", "CW-14.0-31")
@pytest.mark.parametrize("code", CODES)
def test_every_star_of_the_book_has_its_size_and_stands_beside_the_field(code: str) -> None:
    found = of(field_of(fleets(star=code, world="New Helios"), SIDES))
    meant = star_of(code)
    assert meant is not None
    assert found.radius == rings(meant, PLAIN) == WORDS.get(code, found.radius)
    assert found.name == f"Class{meant.words.removeprefix('class')}"
    assert found.star
    assert not fills(found, Hex(0, 0)), "the world that is fought over is outside"
    assert distance(found.at, Hex(0, 0)) - found.radius == 6


def crowd(camps: int, each: int, *, held: bool, reserve: int = 0) -> Battle:
    """So many sides, each against each, the first of them at the centre if it is `held`."""
    design = printed_designs()["duel_small/humans/CA"]
    sides = ("amber", "blue", "grey", "rust", "teal", "umber")[:camps]
    units: list[Combatant] = []
    for at, side in enumerate(sides):
        place = "centre" if held and not at else "edge"
        units += [combatant(f"{side}-{n}", side, design, place, reserve=n >= each - reserve) for n in range(each)]  # type: ignore[arg-type] # a place
    enemies = tuple((a, b) for at, a in enumerate(sides) for b in sides[at + 1 :])
    return battle(*units, sides=sides, enemies=enemies)


@pytest.mark.rule("CW-14.0-31", "CW-9.1-04", "CW-9.1-05")
@pytest.mark.parametrize("code", ["Adw", "G", "MSg"])
@pytest.mark.parametrize(
    ("camps", "each", "held"), [(2, 3, False), (2, 20, True), (3, 6, True), (5, 4, False), (6, 6, True)]
)
def test_nobody_starts_in_a_star_or_on_a_straight_way_into_it(code: str, camps: int, each: int, *, held: bool) -> None:
    fight_ = changed(crowd(camps, each, held=held, reserve=1), star=code)
    field_ = field_of(fight_, fight_.sides)
    sun = of(field_)
    for side in fight_.sides:
        field_ = bring_reserve(field_, side, fight_, PLAIN)
    assert len(field_.battle.craft) == camps * each
    for craft in field_.battle.craft.values():
        way = [here for step in line(craft.at, Hex(0, 0)) for here in step]
        assert min(distance(sun.at, here) for here in way) > sun.radius + STAR_CLEARANCE_HEXES, craft.id
    assert of(field_) == sun


def run_into(field_: BattleField) -> BattleField:
    """The first craft of amber's a hex from the star's surface and on its way into it, out of everybody's reach."""
    sun = of(field_)
    at = Hex(sun.at.q, sun.at.r - sun.radius - 1)
    craft = changed(field_.battle.craft["A1"], at=at, facing=3, velocity=Velocity(Fraction(-6), Fraction(0)))
    return changed(field_, battle=changed(field_.battle, craft={**field_.battle.craft, "A1": craft}))


@pytest.mark.rule("CW-14.0-31")
@pytest.mark.parametrize("kind", ["humans/CA", "humans/DD"])
@pytest.mark.parametrize("code", ["Adw", "MSg"])
def test_who_runs_into_a_star_is_lost_at_once_and_it_is_told_so(code: str, kind: str) -> None:
    told: list[Gone] = []
    fight_ = fleets(kind, star=code)
    field_ = run_into(field_of(fight_, SIDES))
    done = fight(
        field_, fight_, dice("b"), PLAIN, lambda _a, _b, events: told.extend(e for e in events if isinstance(e, Gone))
    )
    assert ("A1", "rammed") in {(e.unit, e.why) for e in told}
    assert done.lost["A1"] == 1
    assert {o.unit: o.fate for o in outcomes(field_, done, PLAIN)}["amber-0"] == "destroyed"
    name = field_.formations["A1"].kind
    assert f"Turn 1: amber lost {name} to the star." in story(field_, done, fight_)


DANGEROUS: Final = Settings(terrain=("RAD",))


def lit(code: str = "G", *, screens: bool, settings: Settings = DANGEROUS) -> tuple[BattleField, Battle]:
    """The first craft of amber's, with screens or without, at rest in the outermost ring of a star's radiation."""
    fight_ = fleets(star=code)
    field_ = field_of(fight_, SIDES, settings)
    sun = of(field_)
    near = Hex(sun.at.q, sun.at.r - sun.radius - 2)
    craft = {
        key: changed(
            one,
            at=near if key == "A1" else one.at,
            velocity=Velocity(),
            screens=one.screens if screens or key != "A1" else 0,
            engines=0,
        )
        for key, one in field_.battle.craft.items()
    }
    return changed(field_, battle=changed(field_.battle, craft=craft)), fight_


@pytest.mark.rule("CW-14.0-30", "CW-14.0-26", "CW-14.0-29")
def test_a_stars_radiation_harms_craft_without_screens_where_zones_are_dangerous() -> None:
    def harmed(*, screens: bool, settings: Settings = DANGEROUS) -> set[str]:
        field_, _ = lit(screens=screens, settings=settings)
        struck = (e for e in run_turn(field_.battle, (), dice("b")).events if isinstance(e, Struck))
        return {e.craft for e in struck if any(m.reason.startswith("radiation") for m in e.cause.modifiers)}

    assert harmed(screens=False) == {"A1"}
    assert harmed(screens=True) == set()
    assert harmed(screens=False, settings=PLAIN) == set(), "a campaign without the danger"


@pytest.mark.rule("CW-14.0-30", "CW-9.1-04")
@pytest.mark.parametrize("code", ["Adw", "G", "MSg"])
def test_nobody_starts_in_a_stars_radiation_and_its_zone_is_as_wide_as_the_table_says(code: str) -> None:
    fight_ = changed(crowd(3, 6, held=True), star=code)
    field_ = field_of(fight_, fight_.sides, DANGEROUS)
    sun = of(field_)
    assert sun.radiation == 2
    assert min(distance(sun.at, craft.at) for craft in field_.battle.craft.values()) > sun.radius + sun.radiation
    assert "Within 2 hexes of its surface radiation harms" in objective(field_, fight_, "A")
    assert of(field_of(fight_, fight_.sides)).radiation == 0
    assert "radiation" not in objective(field_of(fight_, fight_.sides), fight_, "A")
    house = changed(DANGEROUS, overrides={"BR-T03/star, radiation/number": "1"})
    assert "Within 1 hex of" in objective(field_of(fight_, fight_.sides, house), fight_, "A")


@pytest.mark.rule("CW-14.0-31")
@pytest.mark.parametrize("stance", ["attack", "evade"])
@pytest.mark.parametrize("code", ["G", "MSg"])
def test_captains_who_steer_by_a_stance_keep_clear_of_a_star(code: str, stance: Stance) -> None:
    burnt: list[str] = []
    near: list[int] = []
    plans = {"amber": Engagement("attack", pursue=True), "blue": Engagement(stance)}
    fight_ = fleets(count=3, star=code, plans=plans)
    field_ = field_of(fight_, SIDES)
    sun = of(field_)

    def watch(_: tactical.Battle, after: tactical.Battle, events: Sequence[Event]) -> None:
        burnt.extend(e.unit for e in events if isinstance(e, Gone) and e.why == "rammed" and "." not in e.unit)
        near.extend(distance(c.at, sun.at) - sun.radius for c in after.craft.values() if not c.fate)

    fight(field_, fight_, dice("b"), PLAIN, watch)
    assert burnt == []
    assert 0 < min(near) < 8, "and it is near enough to matter"


@pytest.mark.rule("PW-A67", "CW-14.0-31")
def test_a_star_of_several_hexes_hides_what_is_behind_it_and_a_dwarf_does_not() -> None:
    for code, bars in (("MSg", True), ("G", True), ("Adw", False)):
        field_ = field_of(fleets(star=code), SIDES)
        sun = of(field_)
        this, that = Hex(sun.at.q, sun.at.r - 8), Hex(sun.at.q, sun.at.r + 8)
        assert (blocking_body(field_.battle, this, that) == STAR) is bars


@pytest.mark.rule("CW-14.0-31", "CW-9.0-02")
def test_players_fight_at_the_same_star_and_are_told_of_it() -> None:
    fight_ = fleets(count=2, star="Mg")
    field_ = field_of(fight_, SIDES)
    made = tactical_game(fight_)
    assert made.bodies == field_.battle.bodies
    assert BATTLE_CODEC.read(BATTLE_CODEC.write(made)) == made
    words = objective(field_, fight_, "A")
    assert "Class M giant at " in words
    assert "4 rings wide" in words
    assert "a craft that runs into it is lost" in words
    assert "star" not in objective(field_of(fleets(), SIDES), fleets(), "A")
    course, _ = played(made)
    assert course[-1].winner is not None
    assert not [c.id for c in course[-1].craft.values() if c.entered], "stances keep clear there, too"


@pytest.mark.rule("PW-A66", "CW-14.0-31")
def test_nobody_orbits_a_star() -> None:
    field_ = field_of(fleets(star="G"), SIDES)
    sun = of(field_)
    craft = changed(field_.battle.craft["A1"], at=Hex(sun.at.q, sun.at.r - sun.radius - 1), velocity=Velocity())
    with pytest.raises(IllegalOrderError, match="not a planet or moon"):
        orbit_for(field_.battle, craft, STAR)


@pytest.mark.rule("CW-14.0-31")
def test_where_the_map_shows_a_star_a_battle_has_it_and_by_numbers_nobody_is_anywhere_near() -> None:
    def at(*codes: str) -> str:
        return star_at(draft_of(small(systems=[changed(star("0505"), codes=codes)])), "0505")

    assert [at("G"), at("Ion", "MSg"), at("Mfl"), at("K", "M")] == ["G", "MSg", "Mfl", "K"]
    assert [at("Neu"), at("Pul"), at("Hyp"), at("Neb"), at("WRM")] == [""] * 5
    assert star_at(draft_of(small(systems=[])), "0505") == "", "open space has none"
    assert quick_engine.settle(fleets(star="G"), {}, dice()) == quick_engine.settle(fleets(), {}, dice())


@pytest.mark.rule("CW-14.0-31")
@pytest.mark.parametrize("cell", ["10", "-1", "1/2"])
def test_a_campaign_sizes_its_stars_and_what_cannot_be_is_refused(cell: str) -> None:
    house = Settings(overrides={"BR-T07/G/radius": "4", "BR-T03/star/number": "9"})
    found = of(field_of(fleets(star="G"), SIDES, house))
    assert (found.radius, distance(found.at, Hex(0, 0))) == (4, 13)
    assert auto_resolve.settle(fleets(star="G"), {}, dice(), house).units
    with pytest.raises(GameError, match="fills 0 to 9 rings"):
        house_tables(Settings(overrides={"BR-T07/G/radius": cell}))


@pytest.mark.rule("CW-14.0-31")
def test_missiles_that_lose_their_way_burn_in_it() -> None:
    gone: list[Gone] = []
    fight_ = fleets(star="MSg")
    field_ = field_of(fight_, SIDES)
    sun, owner = of(field_), field_.battle.craft["A1"]
    at = Hex(sun.at.q, sun.at.r - sun.radius - 3)
    lost = Missile("A1.M1", owner.side, "A1", owner.missiles[0].kind, at, 3, 6, "", launched=0, tracking=False)
    field_ = changed(field_, battle=changed(field_.battle, missiles={lost.id: lost}))
    fight(field_, fight_, dice("b"), PLAIN, lambda _a, _b, told: gone.extend(e for e in told if isinstance(e, Gone)))
    assert {one.why for one in gone if one.unit == lost.id} == {"rammed"}
