"""What psychics do in battles: they foresee, scream, pass unseen, and are heard at home (CW-15.1)."""

import pytest

from render.campaign.report.explanations import explain
from render.campaign.report.lines import report_lines
from rules.bridge.auto_resolve import settle_under
from rules.bridge.battle import field_of
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.battle_amendments import SetBattle
from rules.cluster_war.chapters.combat.quick_engine import settle as by_numbers
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.chapters.minds.hold_amendments import HoldMinds
from rules.cluster_war.chapters.minds.illusion_amendments import RuleSurprise, SetSilence
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.psionics import LastWordsHeard, MindsInBattle, SurpriseForeseen, SurpriseSprung
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.sides import Officer
from rules.cluster_war.model.state.war import Method
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import change_fleet, small, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import ATTACK, Month, Referee, facing, lost, played
from tests.rules.cluster_war.model.psionics.masters import after, trained

PLAIN = Settings()
GONE = lost("vermin/DD01", "vermin/DD02")


def fought(state: GameState, referee: Referee | None = None) -> tuple[Month, Battle]:
    """A month with one battle, and the battle as it was to be settled."""
    month = played(state, referee=referee)
    return month, month.battles[0]


def of(battle: Battle, unit: str) -> Combatant:
    return next(u for u in battle.units if u.unit == unit)


def with_drones(state: GameState, side: str, *traits: str) -> GameState:
    """The state in which a side's destroyers have other traits."""
    owner = state.sides[side]
    designs = {**owner.designs, "destroyer": changed(owner.designs["destroyer"], traits=traits)}
    return changed(state, sides={**state.sides, side: changed(owner, designs=designs)})


@pytest.mark.rule("CW-15.1-03")
def test_ships_with_combat_precogs_are_hit_five_per_cent_worse_in_both_engines() -> None:
    plain, seers = fought(facing())[1], fought(trained(facing(), "vermin", "destroyer", "combat-precognition"))[1]
    assert of(plain, "vermin/DD01").defense == 0
    assert of(seers, "vermin/DD01").defense == 5
    assert of(seers, "humans/DD01").defense == 0
    numbers = numbers_of(PLAIN)
    covers = [strength_of(of(b, "vermin/DD01"), numbers, PLAIN).cover for b in (plain, seers)]
    assert covers[1] - covers[0] == 5
    fields = [field_of(b, b.sides, PLAIN) for b in (plain, seers)]
    human = next(k for k, f in fields[0].formations.items() if f.first.side == "humans")
    assert fields[0].aim[human] - fields[1].aim[human] == 5


@pytest.mark.rule("CW-15.1-03")
def test_small_craft_have_it_too_and_a_colonys_fighters() -> None:
    fighter = Design("fighter", "Fighter", "small_craft", 5, 10, prefix="FI", layout={"Gun pod 1": 1})
    state = small(settings=Settings(battles="chair"))
    owner = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "fighter": fighter})
    state = changed(state, sides={**state.sides, "vermin": owner})
    state = with_colony(state, "vermin", "0505", 1, 50, garrison={"fighter": 4})
    state = change_fleet(with_fleet(state, "humans", "0505", "destroyer"), "humans-F1", engagement=ATTACK)
    battle = fought(trained(state, "vermin", "fighter", "combat-precognition"))[1]
    assert of(battle, "0505-1|fighter").defense == 5


@pytest.mark.rule("CW-15.1-03", "CW-15.1-19")
def test_the_report_says_what_minds_did_to_their_own_side_alone_with_the_rule_and_the_points() -> None:
    state = trained(facing(), "vermin", "destroyer", "combat-precognition", "screaming")
    month, battle = fought(state)
    assert of(battle, "vermin/DD01").defense == 15
    told = [e for e in month.of(MindsInBattle) if isinstance(e, MindsInBattle)]
    assert {(e.side, e.how, e.units, e.points, e.cause.rule) for e in told} == {
        ("vermin", "combat precognition", 2, 5, "CW-15.1-03"),
        ("vermin", "screaming", 2, 10, "CW-15.1-19"),
    }
    assert not any(isinstance(e, MindsInBattle) for e in month.heard("humans"))
    view = view_for(month.state, "vermin")
    line = next(x for x in report_lines(view, month.events) if x.text.startswith("Screaming made 2 units"))
    assert "10 % harder to hit" in line.text
    assert "CW-15.1-19" in explain(line.text, [month.events[i] for i in line.events], view)


@pytest.mark.rule("CW-15.1-03", "CW-15.1-19")
def test_psychics_who_recover_from_hyperspace_add_nothing() -> None:
    state = trained(facing(), "vermin", "destroyer", "combat-precognition")
    tired = changed(state.ships["vermin/DD01"], psychics=Psychics(rest=9))
    battle = fought(changed(state, ships={**state.ships, "vermin/DD01": tired}))[1]
    assert [of(battle, f"vermin/DD0{n}").defense for n in (1, 2)] == [0, 5]


@pytest.mark.rule("CW-15.1-04")
def test_combat_precogs_cancel_surprise_unless_the_game_master_rules_otherwise() -> None:
    order = SetBattle("0505", surprised=("vermin",))
    surprised = fought(after(facing(), order))[1]
    assert (surprised.surprised, surprised.foreseen) == (("vermin",), ())
    seers = trained(facing(), "vermin", "destroyer", "combat-precognition")
    month, warned = fought(after(seers, order))
    assert (warned.surprised, warned.foreseen) == ((), ("vermin",))
    assert {e.side for e in month.of(SurpriseForeseen) if isinstance(e, SurpriseForeseen)} == {"vermin"}
    other = fought(after(seers, SetBattle("0505", surprised=("humans",))))[1]
    assert other.surprised == ("humans",)
    caught = fought(after(seers, order, RuleSurprise("0505", "vermin")))[1]
    assert (caught.surprised, caught.foreseen) == (("vermin",), ())


@pytest.mark.rule("CW-15.1-13")
def test_a_silent_fleet_takes_those_it_attacks_by_surprise_but_not_those_who_foresee_it() -> None:
    state = trained(facing(), "humans", "destroyer", "advanced-telepathy")
    silent = after(state, SetSilence("humans-F1", 1))
    month, battle = fought(silent)
    assert battle.surprised == ("vermin",)
    assert [e.side for e in month.of(SurpriseSprung) if isinstance(e, SurpriseSprung)] == ["humans"]
    over = fought(after(state, SetSilence("humans-F1", 1, surprise=False)))[1]
    assert over.surprised == ()
    warned = fought(trained(silent, "vermin", "destroyer", "combat-precognition"))[1]
    assert (warned.surprised, warned.foreseen, warned.silent) == ((), ("vermin",), ())


@pytest.mark.rule("CW-15.1-12")
def test_of_a_ship_lost_with_all_hands_telepaths_at_home_hear_the_last_words() -> None:
    quiet = fought(facing(), Referee(GONE, "humans"))[0]
    assert not any(isinstance(e, BattleFought) for e in quiet.heard("vermin"))
    state = trained(facing(), "vermin", "destroyer", "advanced-telepathy")
    alone = fought(state, Referee(GONE, "humans"))[0]
    assert not any(isinstance(e, BattleFought | LastWordsHeard) for e in alone.heard("vermin"))
    home = with_fleet(state, "vermin", "1818", "destroyer", name="Listeners")
    heard = fought(home, Referee(GONE, "humans"))[0]
    story = next(e for e in heard.heard("vermin") if isinstance(e, BattleFought))
    assert story.winner == "humans"
    words = next(e for e in heard.heard("vermin") if isinstance(e, LastWordsHeard))
    assert (words.ships, words.cause.rule) == (("vermin/DD01", "vermin/DD02"), "CW-15.1-12")
    assert "vermin" in {s for e in heard.of(BattleFought) for s in e.seen_by}
    text = [line.text for line in report_lines(view_for(heard.state, "vermin"), heard.events)]
    assert any("the telepaths aboard DD01, DD02 told those at home" in line for line in text)


@pytest.mark.rule("CW-15.1-12")
@pytest.mark.parametrize(
    ("talent", "hears"), [("psionic adept: Psionic Ability: Advanced Telepathy", True), ("healer", False)]
)
def test_an_officer_with_the_talent_at_home_hears_as_a_unit_does(talent: str, hears: bool) -> None:
    state = trained(facing(), "vermin", "destroyer", "advanced-telepathy")
    officer = Officer("vermin-O1", "vermin", "Skree", 1, 1, 1, 1, talents=(talent,))
    month = fought(changed(state, officers={officer.id: officer}), Referee(GONE, "humans"))[0]
    assert any(isinstance(e, LastWordsHeard) for e in month.events) == hears


@pytest.mark.rule("CW-15.1-21", "CW-15.1-15")
def test_psionic_cloaks_and_shadows_strike_first_but_robots_and_zombies_see_through_a_shadow() -> None:
    cloaked = fought(trained(facing(), "vermin", "destroyer", "cloaking"))[1]
    assert of(cloaked, "vermin/DD01").hidden
    assert strength_of(of(cloaked, "vermin/DD01"), numbers_of(PLAIN), PLAIN).cloaked
    shadow = trained(facing(), "vermin", "destroyer", "shadow")
    assert of(fought(shadow)[1], "vermin/DD01").hidden
    ships = field_of(fought(shadow)[1], ("humans", "vermin"), PLAIN).battle.craft.values()
    assert [c.design.radar_invisibility for c in ships if c.side == "B"] == [True, True]
    for trait in ("crewless", "android", "zombie"):
        seen = fought(with_drones(shadow, "humans", trait))[1]
        assert not of(seen, "vermin/DD01").hidden
        assert of(
            fought(with_drones(trained(facing(), "vermin", "destroyer", "cloaking"), "humans", trait))[1], "vermin/DD01"
        ).hidden


@pytest.mark.rule("CW-15.1-21", "CW-15.1-28")
def test_a_shadow_may_be_a_modifier_of_defense_instead_and_of_no_use_against_machines() -> None:
    shadow = trained(facing(), "vermin", "destroyer", "shadow")
    ruling = changed(shadow, settings=changed(shadow.settings, rulings={"CW-15.1-21": "defense"}))
    battle = fought(ruling)[1]
    assert (of(battle, "vermin/DD01").defense, of(battle, "vermin/DD01").hidden) == (10, False)
    # Three of the four ships before it are destroyers: with robots aboard those, a quarter of the minds are left.
    assert of(fought(with_drones(ruling, "humans", "crewless"))[1], "vermin/DD01").defense == 2


@pytest.mark.rule("CW-15.1-19", "CW-15.1-28")
def test_screaming_is_a_level_of_ecm_and_zombies_do_not_hear_it() -> None:
    state = trained(facing(), "vermin", "destroyer", "screaming")
    assert of(fought(state)[1], "vermin/DD01").defense == 10
    dead = with_drones(with_drones(state, "humans", "zombie"), "humans", "zombie")
    owner = dead.sides["humans"]
    designs = {**owner.designs, "freighter": changed(owner.designs["freighter"], traits=("zombie",))}
    dead = changed(dead, sides={**dead.sides, "humans": changed(owner, designs=designs)})
    assert of(fought(dead)[1], "vermin/DD01").defense == 0


@pytest.mark.rule("CW-15.1-25", "CW-15.1-23")
def test_victims_of_a_vampire_fight_worse_in_the_quick_engine_and_from_the_chair() -> None:
    drained = after(facing(), HoldMinds("vampire", ("humans/DD01",), "drained", attack=-20, defense=-10))
    battle = fought(drained)[1]
    assert (of(battle, "humans/DD01").attack, of(battle, "humans/DD01").defense) == (-20, -10)
    numbers = numbers_of(PLAIN)
    weak, sound = (strength_of(of(battle, unit), numbers, PLAIN) for unit in ("humans/DD01", "humans/DD02"))
    assert (sound.aim - weak.aim, sound.cover - weak.cover) == (20, 10)


@pytest.mark.rule("CW-15.1-26")
def test_units_behind_a_witchs_portals_are_hit_worse_and_their_side_is_told() -> None:
    state = trained(facing(), "vermin", "destroyer", "witch")
    month, battle = fought(after(state, HoldMinds("witch", ("vermin/DD01",), by="vermin", defense=15, turns=1)))
    assert of(battle, "vermin/DD01").defense == 15
    told = next(e for e in month.of(MindsInBattle) if isinstance(e, MindsInBattle))
    assert (told.how, told.units, told.points) == ("warded", 1, 15)
    later = after(state, HoldMinds("witch", ("vermin/DD01",), by="vermin", defense=15, turns=1))
    assert of(fought(changed(later, turn=2))[1], "vermin/DD01").defense == 0


@pytest.mark.rule("CW-15.1-26")
def test_energy_that_a_witch_projects_adds_to_the_attack_of_who_is_in_her_hold_in_both_engines() -> None:
    state = trained(facing(), "vermin", "destroyer", "witch")
    plain = fought(state)[1]
    held = after(state, HoldMinds("witch", ("vermin/DD01",), "striking", "vermin", attack=25, turns=1))
    month, battle = fought(held)
    assert (of(battle, "vermin/DD01").attack, of(battle, "vermin/DD01").defense) == (25, 0)
    assert (of(battle, "vermin/DD02").attack, of(plain, "vermin/DD01").attack) == (0, 0)
    assert not month.of(MindsInBattle), "it makes nobody harder to hit"
    numbers = numbers_of(PLAIN)
    weak, strong = (strength_of(of(b, "vermin/DD01"), numbers, PLAIN) for b in (plain, battle))
    assert strong.aim - weak.aim == 25
    assert strong.cover == weak.cover
    aims = [
        {f.first.unit: field.aim[k] for k, f in field.formations.items()}
        for field in (field_of(b, b.sides, PLAIN) for b in (plain, battle))
    ]
    assert aims[1]["vermin/DD01"] - aims[0]["vermin/DD01"] == 25
    assert aims[1]["vermin/DD02"] == aims[0]["vermin/DD02"]
    assert of(fought(changed(held, turn=2))[1], "vermin/DD01").attack == 0
    with pytest.raises(GameError, match="striking is not what it does"):
        after(trained(state, "vermin", "destroyer", "vampire"), HoldMinds("vampire", ("humans/DD01",), "striking"))


@pytest.mark.rule("CW-15.1-24")
def test_victims_of_slavers_fight_worse_and_are_told_nothing_of_it_in_battle() -> None:
    state = trained(facing(), "vermin", "destroyer", "slaver")
    held = after(state, HoldMinds("slaver", ("humans/DD01",), by="vermin", attack=-10, defense=-20))
    month, battle = fought(held)
    assert (of(battle, "humans/DD01").attack, of(battle, "humans/DD01").defense) == (-10, -20)
    assert any(isinstance(e, BattleFought) for e in month.heard("humans")), "they do hear of the battle"
    assert not month.of(MindsInBattle)
    view = view_for(month.state, "humans")
    lines = report_lines(view, month.events)
    why = [explain(line.text, [month.events[i] for i in line.events], view) for line in lines]
    assert not any("hrall" in text for text in (*why, *(line.text for line in lines)))
    own = after(state, HoldMinds("slaver", ("vermin/DD01",), by="vermin", defense=10))
    told = [e for e in fought(own)[0].of(MindsInBattle) if isinstance(e, MindsInBattle)]
    assert {(e.side, e.how, e.points) for e in told} == {("vermin", "thralls", 10)}, "masters know what they do"


@pytest.mark.rule("CW-15.1-03", "CW-15.1-19")
@pytest.mark.parametrize("method", ["quick", "chair"])
def test_a_month_with_psychics_is_played_by_either_engine_and_the_same_again(method: Method) -> None:
    state = trained(facing(), "vermin", "destroyer", "combat-precognition", "screaming", "shadow")
    state = changed(state, settings=changed(state.settings, battles=method))
    runs = [adjudicate(state, (), Dice(bytes(32), "war", 1), {}, settle_under(state.settings)) for _ in range(2)]
    assert runs[0] == runs[1]
    assert any(isinstance(e, MindsInBattle) for e in runs[0].events) or not any(
        isinstance(e, BattleFought) and e.side == "vermin" for e in runs[0].events
    )
    assert any(isinstance(e, BattleFought) for e in runs[0].events)


@pytest.mark.rule("CW-15.1-03")
def test_foresight_saves_ships_over_many_battles_by_numbers() -> None:
    def felled(state: GameState) -> int:
        battle = fought(state)[1]
        fates = [by_numbers(battle, {}, Dice(bytes(32), f"many-{n}", 1)) for n in range(60)]
        return sum(u.fate == "destroyed" for o in fates for u in o.units if u.unit.startswith("humans"))

    armed = facing()
    for side in ("humans", "vermin"):
        owner = armed.sides[side]
        ship = changed(owner.designs["destroyer"], layout={"Beam emitter 3": 4})
        designs = {**owner.designs, "destroyer": ship}
        armed = changed(armed, sides={**armed.sides, side: changed(owner, designs=designs)})
    with_all = trained(armed, "vermin", "destroyer", "combat-precognition", "screaming")
    assert felled(with_all) > felled(armed)
