"""Attitudes: what they refuse, and how a race behaves (CW-3.1-25 to CW-3.1-30)."""

import pytest

from rules.cluster_war.model.race_design.choices import (
    Deed,
    arming_warning,
    conduct,
    deed_refused,
    shows,
    unarmed_design_refused,
)

DEEDS: tuple[Deed, ...] = ("weapons research", "conquest", "first strike")


@pytest.mark.parametrize(
    ("attitude", "refused", "rule"),
    [
        pytest.param("Pacifism", DEEDS, "CW-3.1-25", marks=pytest.mark.rule("CW-3.1-25")),
        pytest.param("Peaceful", DEEDS[1:], "CW-3.1-26", marks=pytest.mark.rule("CW-3.1-26")),
        pytest.param("Neutral", (), "", marks=pytest.mark.rule("CW-3.1-27")),
        pytest.param("Hostile", (), "", marks=pytest.mark.rule("CW-3.1-28")),
    ],
)
def test_peaceful_attitudes_refuse_orders(attitude: str, refused: tuple[Deed, ...], rule: str) -> None:
    for deed in DEEDS:
        finding = deed_refused(attitude, deed)
        assert (finding is not None) is (deed in refused)
        if finding is not None:
            assert finding.rule == rule
            assert deed in finding.text


@pytest.mark.rule("CW-3.1-25", "CW-3.1-26")
@pytest.mark.parametrize("attitude", ["Pacifism", "Peaceful"])
def test_the_peaceful_talk_first_and_give_way(attitude: str) -> None:
    assert conduct(attitude).meets_others == "diplomacy first"
    assert conduct(attitude).attacked == "retreat or surrender"


@pytest.mark.rule("CW-3.1-29")
def test_the_very_hostile_have_no_unarmed_design() -> None:
    refused = unarmed_design_refused("Very Hostile", armed=False)
    assert refused is not None
    assert refused.rule == "CW-3.1-29"
    assert unarmed_design_refused("Very Hostile", armed=True) is None
    assert unarmed_design_refused("Hostile", armed=False) is None
    assert unarmed_design_refused("Neutral", armed=False) is None
    assert conduct("Very Hostile").meets_others.startswith("fires first, even at a first meeting")


@pytest.mark.rule("CW-3.1-28")
def test_the_hostile_are_warned_when_half_their_force_has_no_weapon() -> None:
    half = arming_warning("Hostile", [True, False])
    assert half is not None
    assert half.text.startswith("Only 1 of 2")
    assert arming_warning("Hostile", [True, True, False]) is None
    assert arming_warning("Hostile", []) is None
    assert arming_warning("Neutral", [False, False]) is None
    assert conduct("Hostile").armed == "most"


@pytest.mark.rule("CW-3.1-30")
@pytest.mark.parametrize(
    ("attitude", "behaviour"),
    [
        ("Peaceful, Xenophobic", "flees from aliens"),
        ("Pacifism, Xenophobic", "flees from aliens"),
        ("Neutral, Xenophobic", "belligerent, territorial, hard to win by diplomacy"),
        ("Hostile, Xenophobic", "must try to destroy every other race, yields to no diplomacy"),
    ],
)
def test_fear_of_strangers_changes_how_others_are_met(attitude: str, behaviour: str) -> None:
    plain = attitude.removesuffix(", Xenophobic")
    assert conduct(attitude).meets_others == behaviour != conduct(plain).meets_others
    assert conduct(attitude).attacked == conduct(plain).attacked
    assert (deed_refused(attitude, "conquest") is None) is (deed_refused(plain, "conquest") is None)


@pytest.mark.rule("CW-3.1-25")
@pytest.mark.parametrize(
    ("deed", "text", "shown"),
    [
        ("weapons research", "Better Beam Weapons", True),
        ("weapons research", "Missile/Railgun Warhead Technology", True),
        ("weapons research", "Point defense against missiles", False),
        ("weapons research", "Beam Rider System", False),
        ("weapons research", "Farming", False),
        ("conquest", "Invade the moon", True),
        ("first strike", "blockade", True),
        ("first strike", "patrol", False),
        ("first strike", "If attacked, run", False),
    ],
)
def test_a_deed_is_known_by_its_words(deed: Deed, text: str, shown: bool) -> None:
    assert shows(deed, text) is shown
