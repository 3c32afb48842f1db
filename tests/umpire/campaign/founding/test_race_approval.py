"""Races of players: handed in, priced, approved, handed back, and seen by whom."""

import pytest

from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, changed
from tests.umpire.campaign.founding.founding_kit import SMALL, Open, custom_race
from tests.umpire.campaign.founding.played_kit import fewer_ships
from umpire.campaign.founding import race_edits, races
from umpire.campaign.founding.open_campaign import change_plan, make_cluster
from umpire.campaign.founding.plan import settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.turn import turns
from umpire.campaign.views import side_views
from umpire.games import seats
from umpire.games.seat import audit_log


async def test_a_race_goes_to_the_game_master_and_back_and_again(open_: Open) -> None:
    await open_.take(open_.anna, "Humans")
    paper = await races.submit(open_.services, open_.anna)
    assert (paper.state, paper.sheet.status) == ("submitted", "submitted")
    with pytest.raises(WrongPhaseError, match="with the game master"):
        await open_.rename(open_.anna, "Terrans")
    back = await races.hand_back(open_.services, open_.gm, "blue", paper.version, "Another name, please.")
    assert (back.state, back.sheet.gm_comment) == ("returned", "Another name, please.")
    await open_.rename(open_.anna, "Terrans")
    again = await races.submit(open_.services, open_.anna)
    with pytest.raises(WrongPhaseError, match="has changed since"):
        await races.approve(open_.services, open_.gm, "blue", paper.version)
    done = await races.approve(open_.services, open_.gm, "blue", again.version, "Welcome.")
    assert (done.state, done.sheet.name, done.sheet.gm_comment) == ("approved", "Terrans", "Welcome.")
    with pytest.raises(WrongPhaseError, match="has changed since"):
        await races.approve(open_.services, open_.gm, "blue", again.version)
    with pytest.raises(WrongPhaseError, match="hand it back"):
        await races.take_back(open_.services, open_.anna)
    acts = [row.action for row in await audit_log(open_.services, open_.gm) if row.action.startswith("race.")]
    assert acts == [
        "race.approved",
        "race.submitted",
        "race.changed",
        "race.returned",
        "race.submitted",
        "race.changed",
    ]


async def test_submitting_twice_has_one_effect(open_: Open) -> None:
    await open_.take(open_.anna, "Oolab")
    first, second = await races.submit(open_.services, open_.anna), await races.submit(open_.services, open_.anna)
    assert first == second
    back = await races.take_back(open_.services, open_.anna)
    assert back.state == "draft"
    assert await races.take_back(open_.services, open_.anna) == back


@pytest.mark.rule("CW-19.0-09")
async def test_an_approved_race_can_be_handed_back_until_there_is_a_cluster_but_never_without_a_word(
    open_: Open,
) -> None:
    done = await open_.approved(open_.anna, "Humans")
    with pytest.raises(GameError, match="Say what should change"):
        await races.hand_back(open_.services, open_.gm, "blue", done.version, "  ")
    back = await races.hand_back(open_.services, open_.gm, "blue", done.version, "Less, please.")
    assert back.state == "returned"
    with pytest.raises(WrongPhaseError, match="with its player"):
        await races.hand_back(open_.services, open_.gm, "blue", back.version, "Less.")


@pytest.mark.rule("CW-3.1-04")
async def test_a_custom_entry_is_priced_by_the_game_master_before_he_can_approve(open_: Open) -> None:
    await races.change_race(open_.services, open_.dora, custom_race, "all of it")
    paper = await races.submit(open_.services, open_.dora)
    with pytest.raises(IllegalOrderError, match="Song of the deep"):
        await races.approve(open_.services, open_.gm, "gold", paper.version)
    priced = await races.price_custom(
        open_.services, open_.gm, "gold", paper.version, "Song of the deep", 7, "A fair price"
    )
    assert priced.judgement.report.net == paper.judgement.report.net + 7
    refused = await races.price_custom(
        open_.services, open_.gm, "gold", priced.version, "Song of the deep", None, "Too odd"
    )
    assert any("does not allow" in f.text for f in refused.judgement.problems)
    with pytest.raises(IllegalOrderError, match="Too odd"):
        await races.approve(open_.services, open_.gm, "gold", refused.version)
    again = await races.price_custom(open_.services, open_.gm, "gold", refused.version, "Song of the deep", 3)
    done = await races.approve(open_.services, open_.gm, "gold", again.version)
    assert all(entry.approved for entry in done.sheet.entries)


async def test_a_race_of_ones_own_flies_its_own_drive_and_settles_where_it_wished(open_: Open) -> None:
    await open_.approved(open_.anna, "Humans")
    await races.change_race(open_.services, open_.dora, custom_race, "all of it")
    await races.change_race(
        open_.services,
        open_.dora,
        lambda d: race_edits.set_colonies(d, "300", "60 Frost\n40 (5555) Thaw"),
        "colonies",
    )
    paper = await races.submit(open_.services, open_.dora)
    paper = await races.price_custom(open_.services, open_.gm, "gold", paper.version, "Song of the deep", 7)
    await races.approve(open_.services, open_.gm, "gold", paper.version)
    await make_cluster(open_.services, open_.gm)
    await turns.open_first(open_.services, open_.gm)
    view = await side_views.view(open_.services, open_.dora)
    assert view.me is not None
    assert view.me.race.home_step == "6455"
    assert {d.ftl for d in view.me.designs.values() if d.kind == "ship"} == {"warp"}
    sizes = {colony.name: colony.size for colony in view.colonies.values()}
    assert (sizes["Kreeholm"], sizes["Frost"], sizes["Thaw"]) == (300, 60, 40)
    assert sum(sizes.values()) == 500


@pytest.mark.rule("CW-3.1-55")
async def test_a_drive_the_campaign_bars_must_go_and_an_approved_race_is_looked_at_again(open_: Open) -> None:
    await open_.approved(open_.anna, "Humans")
    await races.change_race(open_.services, open_.dora, custom_race, "all of it")
    await races.change_race(
        open_.services, open_.dora, lambda d: race_edits.drop_custom(d, "Song of the deep"), "custom"
    )
    paper = await races.submit(open_.services, open_.dora)
    await races.approve(open_.services, open_.gm, "gold", paper.version)
    await change_plan(open_.services, open_.gm, lambda p: changed(p, barred=("Warp",)), "drives")
    with pytest.raises(
        GameError, match="Gold's race no longer fits the campaign, hand it back: In this campaign no race"
    ):
        await make_cluster(open_.services, open_.gm)


async def test_two_races_of_one_name_are_a_thing_for_the_game_master(open_: Open) -> None:
    await open_.approved(open_.anna, "Humans")
    await open_.approved(open_.dora, "Humans")
    with pytest.raises(GameError, match="Two races are called Humans"):
        await make_cluster(open_.services, open_.gm)


async def test_a_race_is_seen_by_its_player_and_the_game_master_alone(open_: Open) -> None:
    await open_.rename(open_.anna, "Secret Ones")
    assert (await races.my_race(open_.services, open_.dora)).sheet.name == ""
    with pytest.raises(NotYoursError):
        await races.all_races(open_.services, open_.dora)
    with pytest.raises(NotYoursError):
        await races.race_of_side(open_.services, open_.dora, "blue")
    with pytest.raises(NotYoursError):
        await races.change_race(open_.services, changed(open_.dora, side="blue"), race_edits.blank, "blank")
    with pytest.raises(NotYoursError):
        await races.approve(open_.services, open_.anna, "blue", 1)
    seen = [paper.sheet.name for paper in await races.all_races(open_.services, open_.gm)]
    assert seen == ["Secret Ones", ""]


async def test_an_empty_seat_can_be_given_a_printed_race(open_: Open) -> None:
    await seats.leave(open_.services, open_.dora)
    paper = await races.race_of_side(open_.services, open_.gm, "gold")
    done = await races.assign(open_.services, open_.gm, "gold", paper.version, "Oolab")
    assert (done.state, done.sheet.name) == ("approved", "Oolab")
    with pytest.raises(NotYoursError, match="has a player"):
        await races.assign(open_.services, open_.gm, "blue", 1, "Oolab")


@pytest.mark.rule("CW-3.1-02", "CW-3.1-03", "CW-3.1-62")
@pytest.mark.parametrize(
    ("entries", "rule", "words"),
    [
        pytest.param(("Group Mind III", "Group Mind I"), "CW-3.1-03", "Group Mind II", id="a prerequisite"),
        pytest.param(("Tesseract",), "CW-3.1-62", "velocity", id="a jumping drive and the second stage"),
        pytest.param(
            ("Combat Reflexes", "Environmental Resistance", "Beam Weapons Technology", "ECM Systems"),
            "CW-3.1-02",
            "costs 38 AP; a race of 1st Gen FTL has 30",
            id="more points than the budget",
        ),
    ],
)
async def test_a_race_that_breaks_a_rule_of_its_design_is_not_taken(
    open_: Open, entries: tuple[str, ...], rule: str, words: str
) -> None:
    def drawn(draft: RaceDraft) -> RaceDraft:
        draft = race_edits.use_kit(race_edits.use_preset(draft, "Humans"), "Humans", settings_of_plan(SMALL))
        draft = fewer_ships(race_edits.set_names(race_edits.blank(draft), "Kree", "", ""))
        return race_edits.choose(draft, entries, entries)

    await races.change_race(open_.services, open_.anna, drawn, "entries")
    with pytest.raises(GameError, match=words) as refused:
        await races.submit(open_.services, open_.anna)
    assert refused.value.rule == rule
