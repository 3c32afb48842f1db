"""Boarders: by surprise or not, against crews, troops and what their race adds; what they take."""

from typing import Final

import pytest

from rules.cluster_war.model.events.encounters import ContactLost, TrapMet
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.values import changed
from tests.rules.cluster_war.chapters.encounters.lair import Loaded, play, system_at, told
from tests.rules.cluster_war.chapters.encounters.scene_kit import there


@pytest.mark.rule("CW-B-15")
def test_pirates_board_by_surprise_and_half_the_crew_counts() -> None:
    done = play(there("pirates", "strong"), dice=Loaded(board=1))
    assert not done.state.ships
    assert told(done.events, ContactLost)
    held = play(there("pirates", "strong"), dice=Loaded(board=100, beaten=1))
    (tale,) = told(held.events, TrapMet)
    points = (60 // 2 + 2 * 6) // 2
    assert f"7 teams of boarders against {points} points" in tale.cause.modifiers[0].reason
    assert tale.cause.modifiers[0].value == 100 * 28 // (28 + points)


@pytest.mark.rule("CW-B-17")
def test_eaters_take_crews_or_drives() -> None:
    assert not play(there("eaters", "strong"), dice=Loaded(board=1)).state.ships
    assert not play(there("thoughts", "strong"), dice=Loaded(board=1)).state.ships
    drained = play(there("energy", "destroyer"), dice=Loaded(board=1)).state
    assert any(label.startswith("Drive") for label in drained.ships["humans/DD01"].wounds.damaged)
    gone = play(there("eaters", "strong"), dice=Loaded(board=100, beaten=100))
    assert system_at(gone.state).special is None
    assert not gone.state.scenes


def trained(*technologies: str) -> GameState:
    """The strong ship, with a battalion in her hold, whose crew has learned this, where pirates wait."""
    state = there("pirates", "strong")
    owner = state.sides["humans"]
    owner = changed(owner, technologies=technologies)
    owner = changed(
        owner, designs={**owner.designs, "marines": Design("marines", "Marines", "ground", 1, 10, unit="battalion")}
    )
    ships = {key: changed(ship, crates={"marines": 1}) for key, ship in state.ships.items()}
    return changed(state, sides={**state.sides, "humans": owner}, ships=ships)


def against(state: GameState, *, beaten: int = 100) -> tuple[int, str, str]:
    """The pirates' chance to take the ship, its reason, and what is told when they do not."""
    (tale,) = told(play(state, dice=Loaded(board=100, beaten=beaten)).events, TrapMet)
    odds = tale.cause.modifiers[0]
    return odds.value, odds.reason, tale.text  # type: ignore[attr-defined] # a TrapMet


HELD: Final = 60 // 2 + 2 * 6 + 20
"""Hull, barracks and battalion of the strong ship, in points."""
TEAMS: Final = 60 // 4 + 2 * 1 + 10
"""For how many combat teams these stand."""
INTRUDER: Final = "Ground Forces: Intruder Defense Systems"


@pytest.mark.rule("CW-3.1-46", "CW-A-31")
def test_intruder_defence_adds_a_point_a_team_of_crew_and_troops_against_boarders() -> None:
    plain, words, _ = against(trained())
    assert plain == 100 * 28 // (28 + HELD // 2)
    assert f"against {HELD // 2} points aboard" in words
    assert "(" not in words
    (chance, words, _), held = against(trained(INTRUDER)), (HELD + TEAMS) / 2
    assert chance == int(100 * 28 / (28 + held))
    assert words.endswith(f"against {int(held)} points aboard ({INTRUDER}: +{TEAMS}, halved)")
    twice, words, _ = against(trained(INTRUDER, f"{INTRUDER} +1"))
    assert twice == int(100 * 28 / (28 + HELD / 2 + TEAMS))
    assert f"+2: +{2 * TEAMS}, halved" in words
    assert plain > chance > twice


@pytest.mark.rule("CW-3.1-46", "CW-A-31")
def test_intruder_defence_kills_more_of_those_who_are_beaten_off() -> None:
    edge = 100 * 28 // (28 + HELD // 2)
    plain, armed = trained(), trained(INTRUDER)
    assert "None of them is left" not in against(plain, beaten=edge)[2], "a die of no more than their share spares them"
    assert "They drew off" in against(plain, beaten=edge)[2]
    assert "None of them is left" in against(armed, beaten=edge)[2]


@pytest.mark.rule("CW-3.1-44", "CW-3.1-47")
def test_troops_aboard_and_crews_fight_boarders_with_all_that_their_race_adds() -> None:
    shields, _, _ = against(trained("Ground Forces: Personal Shields"))
    assert shields == int(100 * 28 / (28 + (HELD + TEAMS) / 2))
    taught, words, _ = against(trained("Ground Forces Technology"))
    assert taught == int(100 * 28 / (28 + (HELD + 12) / 2)), "which crews do not learn"
    assert "Ground Forces Technology: +12, halved" in words
