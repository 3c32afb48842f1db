"""Units of psychics: what they cost, who may train them, how long it takes (CW-15.0-13 to CW-15.0-17)."""

import pytest

from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.minds.psionic_amendments import ApproveCombination, GrantAbility, MarkPsionic
from rules.cluster_war.chapters.research.project_orders import CombineAbilities
from rules.cluster_war.model.events.industry import BuildStarted, UnitsDelivered
from rules.cluster_war.model.psionics.units import unit_abilities
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.unit_design.checks import approved_design, check_design, design_of
from rules.cluster_war.model.unit_design.drafts import Builder
from rules.cluster_war.model.unit_design.pricing import price
from rules.cluster_war.model.unit_design.sheet import UnitText, read_unit
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, NotationError, changed
from tests.rules.cluster_war.chapters.combat.battles import Referee, facing, played
from tests.rules.cluster_war.model.psionics.minds import SEERS, gifted, trained
from tests.rules.cluster_war.yard import HOME, empire, failures, plan, told, turn

PLAIN = Settings()
MAKER = Builder((), SEERS)
SHIP = "Bridge\n2 Crew quarters\nDrive 4G\nLRS"
MARINES = "AR 3/3\nDR 2/2"


@pytest.mark.rule("CW-15.0-13")
def test_every_unit_that_uses_an_ability_pays_its_multiplier() -> None:
    plain = price(read_unit(UnitText("PX", "Trial", "ship", 20, SHIP), PLAIN), PLAIN)
    seeing = read_unit(UnitText("PX", "Trial", "ship", 20, f"{SHIP}\npsi: combat precognition"), PLAIN)
    cloaked = read_unit(UnitText("PX", "Trial", "ship", 20, f"{SHIP}\npsi: cloaking"), PLAIN)
    parts = sum(line.cps for line in plain.lines if "rounded" not in line.reason)
    share = {d: next(x for x in price(d, PLAIN).lines if x.rule == "CW-15.0-13").cps for d in (seeing, cloaked)}
    assert (share[seeing], share[cloaked]) == (parts / 10, parts * 3 / 20)
    costly = Settings(overrides={"CW-TAB-PSIONICS/Combat Precognition/unit share": "1/2"})
    assert next(x for x in price(seeing, costly).lines if x.rule == "CW-15.0-13").cps == parts / 2
    assert unit_abilities(design_of(seeing, PLAIN)) == ("combat-precognition",)
    assert "cloaked" in design_of(cloaked, PLAIN).traits


@pytest.mark.rule("CW-15.0-13")
def test_ground_forces_pay_a_share_of_their_ratings() -> None:
    for word, share in (("screaming", 1), ("cloaking", 2)):
        unit = read_unit(UnitText("PX", "Trial", "battalion", 0, f"{MARINES}\npsi: {word}"), PLAIN)
        (line,) = (x for x in price(unit, PLAIN).lines if x.rule == "CW-15.0-13")
        assert line.cps == share
    assert unit_abilities(design_of(unit, PLAIN)) == ("cloaking",)
    assert "cloaking" in design_of(unit, PLAIN).traits


@pytest.mark.rule("CW-15.0-13", "CW-15.0-12")
def test_only_abilities_that_the_race_bought_can_be_trained() -> None:
    draft = read_unit(UnitText("PX", "Trial", "ship", 20, f"{SHIP}\npsi: shadow"), PLAIN)
    assert [p.rule for p in check_design(draft, MAKER, PLAIN) if p.refused] == ["CW-15.0-13"]
    mine = read_unit(UnitText("PX", "Trial", "ship", 20, f"{SHIP}\npsi: screaming"), PLAIN)
    assert not [p for p in check_design(mine, MAKER, PLAIN) if p.refused]
    assert [p.rule for p in check_design(mine, Builder(), PLAIN) if p.refused] == ["CW-15.0-13"]
    assert [p.rule for p in check_design(mine, MAKER, Settings(psionics=False)) if p.refused] == ["CW-15.0-01"]
    with pytest.raises(GameError, match="psionic ability of units"):
        read_unit(UnitText("PX", "Trial", "ship", 20, f"{SHIP}\npsi: harmonizing"), PLAIN)
    with pytest.raises(NotationError, match="psi"):
        read_unit(UnitText("PX", "Trial", "ship", 20, f"{SHIP}\nmind: shadow"), PLAIN)


@pytest.mark.rule("CW-15.0-13")
def test_a_design_of_psychics_is_built_only_by_those_who_have_the_ability() -> None:
    state = trained(empire(shipyard_bays=100), "dd2")
    refused = [p.rule for p in technology_problems(state.sides["humans"].designs["dd2"], state.sides["humans"], PLAIN)]
    assert refused == ["CW-15.0-13"]
    with pytest.raises(IllegalOrderError, match="no Combat Precognition"):
        plan(state, BuildUnits(HOME, "dd2", 1, 20))
    assert plan(gifted(state, "Combat Precognition"), BuildUnits(HOME, "dd2", 1, 20)).text


@pytest.mark.rule("CW-15.0-14", "CW-6.5-04")
def test_psychics_among_ground_forces_train_a_turn_longer() -> None:
    state = gifted(trained(empire(training=50), "militia"), "Combat Precognition")
    order = BuildUnits(HOME, "militia", 2, 0)
    assert "ready at the end of turn 2, psychics train 1 more" in plan(state, order).text
    first = turn(state, order, BuildUnits(HOME, "marines", 1, 0))
    (psychics, others) = told(first, BuildStarted)
    assert (psychics.turns, others.turns) == (2, 1)
    assert any("psychics" in m.reason for m in psychics.cause.modifiers)
    assert [e.design for e in told(first, UnitsDelivered)] == ["marines"]
    second = turn(first.state)
    assert [(e.design, e.count) for e in told(second, UnitsDelivered)] == [("militia", 2)]


@pytest.mark.rule("CW-15.0-15")
def test_several_abilities_in_one_unit_need_the_game_masters_word() -> None:
    lines = f"{MARINES}\npsi: screaming\npsi: combat precognition"
    draft = read_unit(UnitText("PX", "Trial", "battalion", 0, lines), PLAIN)
    with pytest.raises(IllegalOrderError, match="approval") as caught:
        approved_design(draft, MAKER, PLAIN)
    assert caught.value.rule == "CW-15.0-15"
    state = gifted(empire(), "Screaming", "Combat Precognition")
    asked = turn(state, CombineAbilities(("Screaming", "Combat Precognition")))
    (question,) = (q for q in asked.state.questions if q.rule == "CW-15.0-15")
    assert "Screaming and Combat Precognition in one unit" in question.text
    names = ("Screaming", "Combat Precognition")
    allowed = amend(asked.state, ApproveCombination("humans", names), "dear").state
    maker = Builder((), allowed.sides["humans"].race)
    assert set(approved_design(draft, maker, PLAIN).traits) == {"psi:combat-precognition", "psi:screaming"}
    with pytest.raises(IllegalOrderError, match="already"):
        plan(allowed, CombineAbilities(names))
    taken = amend(allowed, ApproveCombination("humans", names, allowed=False), "no more").state
    with pytest.raises(IllegalOrderError):
        approved_design(draft, Builder((), taken.sides["humans"].race), PLAIN)
    assert "Your race has no Shadow." in failures(turn(state, CombineAbilities(("Screaming", "Shadow"))))


@pytest.mark.rule("CW-15.0-16")
def test_a_marked_technology_takes_the_trait_or_psionic_research() -> None:
    state = amend(empire(shipyard_bays=100), MarkPsionic("Warp"), "the mind steers it").state
    owner = state.sides["humans"]
    warp = changed(owner.designs["dd2"], ftl="warp")
    driven = changed(owner, race=changed(owner.race, drives=("Warp",)))
    assert [p.rule for p in technology_problems(warp, driven, state.settings)] == ["CW-15.0-16"]
    learned = changed(driven, technologies=(*driven.technologies, "Psionic Technology"))
    assert not technology_problems(warp, learned, state.settings)
    assert not technology_problems(warp, changed(driven, race=changed(SEERS, drives=("Warp",))), state.settings)
    undone = amend(state, MarkPsionic("Warp", psionic=False), "an error").state
    assert not technology_problems(warp, driven, undone.settings)


@pytest.mark.rule("CW-15.0-17")
def test_machines_have_no_psychics() -> None:
    lines = f"{SHIP}\ncrew: android\npsi: screaming"
    found = check_design(read_unit(UnitText("PX", "Trial", "ship", 20, lines), PLAIN), MAKER, PLAIN)
    assert "CW-15.0-17" in [p.rule for p in found if p.refused]
    robots = gifted(empire())
    owner = robots.sides["humans"]
    robots = changed(
        robots, sides={**robots.sides, "humans": changed(owner, race=changed(owner.race, biology="Mechanized"))}
    )
    with pytest.raises(GameError, match="Machines can never"):
        amend(robots, GrantAbility("humans", "Shadow"), "no")


@pytest.mark.rule("CW-15.0-13")
def test_the_game_master_may_draw_a_design_of_psychics() -> None:
    order = AddDesign("humans", "Mind Ship", "ship", 20, 90, drive="4", psionics=("Shadow",))
    design = amend(empire(), order, "a gift").state.sides["humans"].designs["mind-ship"]
    assert unit_abilities(design) == ("shadow",)


@pytest.mark.rule("CW-15.0-13", "CW-9.7-02")
def test_who_met_psychics_in_battle_brings_their_design_home_without_their_abilities() -> None:
    state = facing()
    drawn = changed(state.sides["vermin"].designs["destroyer"], traits=("cloaked", "psi:delusion"))
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "destroyer": drawn})
    month = played(
        changed(state, sides={**state.sides, "vermin": vermin}), referee=Referee({}, "humans", ("It was short.",))
    )
    (seen,) = view_for(month.state, "humans").foreign_designs.values()
    assert seen.design.traits == ("cloaked",)
    assert "psi:" not in repr(view_for(month.state, "humans"))
