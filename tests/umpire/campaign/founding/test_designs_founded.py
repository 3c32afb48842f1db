"""Designs as players draw, send and get them approved in a founded campaign: what is refused, what it costs, what it is worth."""

import pytest

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import GameError, IllegalOrderError, changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Draft, Played, begin, fewer_ships
from umpire.campaign.founding import race_edits
from umpire.campaign.founding.plan import settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft

SHIP = "Bridge\nCrew quarters\nDrive 2G"
REFUSED = (
    (UnitText("RK", "Rock", "ship", 40, f"{SHIP}\nstructure: asteroid"), "CW-6.2-03", "asteroid"),
    (UnitText("FS", "Jumper", "fighter", 4, "Cockpit\nDrive 2G\nFTL drive"), "CW-A-25", "FTL"),
    (UnitText("SN", "Snap", "fighter", 4, "Cockpit\nDrive 2G\nSnapshield 1"), "CW-A-57", "Snapshield"),
    (UnitText("BU", "Blind Buoy", "smart mine", 3, "Power system\nLRS"), "CW-A-42", "controller"),
    (UnitText("CI", "Ghosts", "battalion", 1, "like: Infantry\nability: cloaking"), "CW-6.5-12", "loak"),
)


async def adopted(played: Played, *texts: UnitText) -> list[Design]:
    """Designs that were drawn, sent and approved, as their side has them."""
    for text in texts:
        await played.adopt(text)
    me = (await played.view()).me
    assert me is not None
    return [me.designs[text.id] for text in texts]


@pytest.mark.rule("CW-6.2-03", "CW-A-25", "CW-A-57", "CW-A-36", "CW-6.5-12")
async def test_what_a_race_has_not_learned_is_refused_by_its_rule(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    for text, rule, words in REFUSED:
        with pytest.raises(GameError, match=words) as refused:
            await played.adopt(text)
        assert refused.value.rule == rule, text.name
    (buoy,) = await adopted(played, UnitText("BY", "Buoy", "smart mine", 3, "Power system\nMine controller\nLRS"))
    assert buoy.lrs == 1


@pytest.mark.rule("CW-6.3-06", "CW-A-15", "CW-A-05", "CW-A-12")
async def test_what_is_drawn_costs_the_sum_of_its_parts_and_counts_what_is_in_it(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    swift, farm, eyes, hauler = await adopted(
        played,
        UnitText("SW", "Swift", "fighter", 4, "Cockpit\nDrive 4G\nBeam emitter 1"),
        UnitText(
            "AG", "Farm", "orbital base", 20, "Bridge\n2 Crew quarters\n10 Agricultural station\n3 Mining station"
        ),
        UnitText("EY", "Eyes", "ship", 20, f"{SHIP}\nCrew quarters\nLRS\nSurvey bay"),
        UnitText("HL", "Hauler", "ship", 20, f"{SHIP}\nCrew quarters\n3 Cargo bay"),
    )
    assert swift.cost == 10
    assert (farm.agro, farm.mining) == (10, 3)
    assert (eyes.lrs, eyes.survey_bays) == (1, 1)
    assert hauler.cargo_bays == 3


@pytest.mark.rule("CW-6.5-09", "CW-6.5-13", "CW-6.5-28", "CW-A-27")
async def test_battalions_cost_the_same_to_every_race_and_fanatics_no_more(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Vermin", "Humans")
    foot, tanks, mad, wild, mines = await adopted(
        played,
        UnitText("FT1", "Foot", "battalion", 1, "like: Infantry"),
        UnitText("TK1", "Tanks", "battalion", 1, "like: Medium Tank"),
        UnitText("MD1", "Mad", "battalion", 1, "like: Militia\nability: suicidal fanatic"),
        UnitText("WD1", "Beasts", "battalion", 1, "like: Infantry\nability: wild"),
        UnitText("MF1", "Field", "battalion", 1, "like: Ground minefield"),
    )
    assert (foot.ratings, foot.cost) == ((3, 3, 2, 2), 10), "strong, durable and armored by nature, for nothing"
    assert (tanks.ratings, tanks.cost) == ((8, 1, 7, 1), 19)
    assert (mad.ratings, mad.cost) == ((2, 2, 1, 1), 6)
    assert "wild" in wild.traits
    assert mines.cost == 8


@pytest.mark.rule("CW-6.2-02")
async def test_where_the_game_master_gives_all_designs_nobody_draws_one(storage: Storage) -> None:
    played = await begin(storage, changed(SMALL, rulings={"CW-6.2-02": "given-only"}), "Humans")
    with pytest.raises(IllegalOrderError, match="that you were given") as refused:
        await played.adopt(UnitText("EY", "Eyes", "ship", 20, f"{SHIP}\nCrew quarters\nLRS"))
    assert refused.value.rule == "CW-6.2-02"


LEARNED = ("Beam Weapons Technology", "ECM Systems", "Shield Amplification Technology")


@pytest.mark.rule("CW-3.1-37", "CW-3.1-41", "CW-3.1-54", "CW-A-54")
async def test_a_level_of_a_weapons_technology_is_a_point_more_in_what_may_be_drawn_and_in_battle(
    storage: Storage,
) -> None:
    def race(name: str, *entries: str) -> Draft:
        def drawn(draft: RaceDraft) -> RaceDraft:
            draft = race_edits.use_kit(race_edits.use_preset(draft, "Humans"), "Humans", settings_of_plan(SMALL))
            draft = fewer_ships(race_edits.set_names(race_edits.blank(draft), name, "", ""))
            return race_edits.choose(draft, LEARNED, entries)

        return drawn

    lines = f"{SHIP}\n2 Beam emitter 4\n2 Shield projector 2\nECM 1"
    played = await begin(storage, SMALL, race("Kree", *LEARNED), race("Dull"))
    (better,) = await adopted(played, UnitText("BT", "Better", "ship", 20, lines))
    plain = changed(better, layout={"Bridge": 1, "Crew quarters": 1, "Beam emitter 3": 2, "Shield projector 1": 2})
    numbers = numbers_of(Settings())
    more, less = (strength_of(Combatant("u", "blue", one, "U"), numbers, Settings()) for one in (better, plain))
    assert (more.beams - less.beams, more.shields - less.shields) == (200, 200), "a point for each component"
    assert more.cover - less.cover == 10
    for line, needed in zip(("2 Beam emitter 4", "ECM 1", "2 Shield projector 2"), LEARNED, strict=True):
        with pytest.raises(GameError, match=needed):
            await played.adopt(UnitText("NO", "Not Yet", "ship", 20, f"{SHIP}\n{line}"), seat=played.dora)


@pytest.mark.rule("CW-A-58", "CW-A-03")
async def test_a_fixed_mount_is_cheaper_than_emitters_and_better_armor_dearer(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    emitter, mount, low, high = await adopted(
        played,
        UnitText("EM", "Emitter", "ship", 20, f"{SHIP}\n2 Beam emitter 3"),
        UnitText("MO", "Mount", "ship", 20, f"{SHIP}\n2 Spinal mount 3"),
        UnitText("LO", "Low", "ship", 20, f"{SHIP}\nLow grade armor 8"),
        UnitText("HI", "High", "ship", 20, f"{SHIP}\nHigh grade armor 8"),
    )
    assert mount.cost < emitter.cost
    assert low.cost < high.cost
