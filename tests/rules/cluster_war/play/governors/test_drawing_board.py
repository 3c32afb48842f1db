"""The drawing board: what each character draws, by what it knows and can pay; and what becomes of it."""

from typing import Any

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.drawings import read_drawing
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.play.governors.concerns.build import refit
from rules.cluster_war.play.governors.drawing_board import (
    BETTER_PERCENT,
    LEAST_BATTALIONS,
    TURNS_BETWEEN_DRAWINGS,
    board_of,
    draw,
)
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Character, Profile
from rules.cluster_war.play.governors.roster import merit, might
from rules.cluster_war.play.governors.situation import GovernorMemory, ProposedDesign, Situation
from rules.values import changed
from tests.rules.cluster_war.play.governors.kit import fleet, month, situation_of, world
from tests.rules.cluster_war.play.governors.play import Campaign, approve, play_month
from tests.rules.cluster_war.play.governors.world import begun, scenario

PLAIN = Settings()


def drawn_in_turn(state: GameState, character: Character, turns: int = 30) -> dict[str, tuple[ProposedDesign, Design]]:
    """What a hard governor draws in so many turns in which nothing else changes, by kind, each with its design."""
    memory, found = GovernorMemory(), dict[str, tuple[ProposedDesign, Design]]()
    for turn in range(1, turns + 1):
        here = situation_of(changed(state, turn=turn), character, memory=memory)
        one = draw(here)
        if one is None:
            continue
        memory = changed(memory, drawn={**memory.drawn, one.kind: turn})
        _, design, problems = read_drawing(one.text, here.me, here.settings)
        assert design is not None
        assert not [p for p in problems if p.refused]
        found[one.kind] = one, design
    return found


def rich(state: GameState) -> Situation:
    """What a raider knows that need not ask what a ship costs."""
    found = situation_of(state, "raider")
    found.income = 1500
    return found


@pytest.mark.parametrize("character", CHARACTERS)
def test_all_that_is_drawn_can_be_built_and_is_clearly_better_than_the_roster(character: Character) -> None:
    state = world(turn=1)
    here, weighs = situation_of(state, character), board_of(character, PLAIN).weighs
    found = drawn_in_turn(state, character)
    assert found
    for kind, (_, design) in found.items():
        assert not list(here.planned.problems(design))
        likes = [d for d in here.me.designs.values() if d.hull == design.hull and d.kind == design.kind]
        assert likes, "on a hull that the side has"
        old = {"hauler": "FF", "surveyor": "SV", "scout": "SC", "war": "DD", "base": "FT", "assault": "TR"}[kind]
        worth, was = (merit(d, kind, weighs, PLAIN) for d in (design, here.me.designs[old]))
        assert worth * 100 >= was * (100 + BETTER_PERCENT)


def test_characters_draw_what_is_theirs() -> None:
    state = world(turn=1)
    kinds = {character: {*drawn_in_turn(state, character)} for character in CHARACTERS}
    assert "war" in kinds["conqueror"] & kinds["raider"]
    assert "base" in kinds["hermit"]
    assert "base" not in kinds["raider"] | kinds["explorer"]
    assert "hauler" in kinds["trader"] & kinds["builder"]
    fast, heavy = (drawn_in_turn(state, c)["war"][1] for c in ("raider", "conqueror"))
    assert fast.drive > heavy.drive
    assert might(heavy, PLAIN) > might(fast, PLAIN)
    assert drawn_in_turn(state, "conqueror")["base"][1].kind == "base"


def test_a_raider_that_knows_how_draws_cloaked_ships() -> None:
    state = world(turn=1)
    humans = changed(state.sides["humans"], technologies=("Cloaking Technology",))
    able = changed(state, sides={**state.sides, "humans": humans})
    assert "cloaked" not in drawn_in_turn(state, "raider")["war"][1].traits
    assert "cloaked" in drawn_in_turn(able, "raider")["war"][1].traits
    assert "cloaked" not in drawn_in_turn(able, "conqueror")["war"][1].traits


def test_a_new_generation_of_beams_is_drawn_once_it_is_known() -> None:
    state = world(turn=1)
    one, _ = drawn_in_turn(state, "raider", 1)["war"]
    campaign = Campaign(1, state, {})
    assert approve(campaign, "humans", one) == []
    later = campaign.state
    for number in range(1, 9):  # until it finds nothing better for what it knows
        later = changed(campaign.state, turn=1 + 4 * TURNS_BETWEEN_DRAWINGS * number)
        better = draw(rich(later))
        if better is None or better.kind != "war":
            break
        campaign.state = later
        assert approve(campaign, "humans", better) == []
    else:
        pytest.fail("it draws on and on")
    humans = later.sides["humans"]
    knows = changed(humans, technologies=("Beam Weapons Technology +3",))
    again = draw(rich(changed(later, sides={**later.sides, "humans": knows})))
    assert again is not None
    assert again.kind == "war"
    assert "Beam emitter 6" in again.text.lines
    assert "Beam emitter 6" not in one.text.lines
    assert "better than Corsair" in again.reason


def test_the_same_kind_is_not_drawn_twice_in_a_row_and_nothing_where_nobody_may_draw() -> None:
    state = world(turn=1)
    asked = GovernorMemory(drawn=dict.fromkeys(board_of("raider", PLAIN).kinds, 1))
    assert draw(situation_of(state, "raider", memory=asked)) is None
    assert draw(situation_of(changed(state, turn=1 + TURNS_BETWEEN_DRAWINGS), "raider", memory=asked)) is not None
    given = world(turn=1, rulings={"CW-6.2-02": "given-only"})
    assert draw(situation_of(given, "raider")) is None
    assert draw(situation_of(state, "raider", memory=GovernorMemory(beaten=1))) is None


def test_ships_that_a_drawn_one_could_not_keep_up_with_are_not_drawn() -> None:
    state = world(turn=1)
    humans = state.sides["humans"]
    fast = {k: changed(d, ftl_levels=2) if d.kind == "ship" else d for k, d in humans.designs.items()}
    faster = changed(state, sides={**state.sides, "humans": changed(humans, designs=fast)})
    assert set(drawn_in_turn(faster, "conqueror")) == {"base"}


def test_no_unit_is_dearer_than_a_part_of_the_income_or_than_the_dearest_of_its_kind() -> None:
    for character in CHARACTERS:
        here = situation_of(world(turn=1), character)
        most = max(here.income // 3, *(d.cost for d in here.me.designs.values()))
        assert all(design.cost <= most for _, design in drawn_in_turn(world(turn=1), character).values())


def test_strengths_try_more_and_none_sees_more() -> None:
    state, worth = world(turn=1), dict[str, int]()
    for strength in STRENGTHS:
        found = []
        for number in range(12):
            here = situation_of(changed(state, turn=1 + 4 * number), "raider", strength)
            one = draw(here)
            if one is not None and one.kind == "war":
                design = read_drawing(one.text, here.me, here.settings)[1]
                assert design is not None
                found.append(merit(design, "war", "pace", PLAIN))
        worth[strength] = sum(found)
    assert worth["easy"] < worth["even"] < worth["hard"]


def test_what_is_drawn_is_raised_once_it_is_on_the_roster_and_flies() -> None:
    found = scenario("four_empires")
    game = Campaign(5, begun(found, 5), {side.id: Profile("raider", "hard") for side in found.sides}, one_by_one=True)
    flown: set[str] = set()
    for _ in range(10):
        play_month(game)
        state = game.state
        mine = {d for side in state.sides.values() for d in side.designs if d.startswith("WA")}
        flown |= {ship.design for ship in state.ships.values() if ship.design in mine}
    assert game.amiss == []
    assert game.counted["drew war"] >= 3
    assert flown


def test_older_ships_become_the_better_design_at_a_yard_in_peace() -> None:
    state = world(turn=1, treasury=5000)
    campaign = Campaign(1, state, {})
    humans = state.sides["humans"]
    strong = changed(
        humans.designs["DD"], id="DX", name="Sabre II", cost=150, prefix="DX",
        layout={**humans.designs["DD"].layout, "High grade armor 30": 0},
    )  # fmt: skip
    sides = {**state.sides, "humans": changed(humans, designs={**humans.designs, "DX": strong})}
    state = fleet(changed(campaign.state, sides=sides), "Guard", "0303", "DD", "DD")
    here = situation_of(state, "builder")
    [proposal] = list(refit(here))
    [order] = proposal.orders
    assert isinstance(order, RefitUnits)
    assert (order.design, len(order.ships)) == ("DX", 2)
    assert proposal.cost == 2 * (150 - humans.designs["DD"].cost)
    plan, after, _ = month(state, "builder")
    assert [o.order for o in plan.orders if isinstance(o.order, RefitUnits)]
    assert {s.design for s in after.ships.values()} >= {"DX"} or [b for b in after.builds.values() if b.refits]
    here.memory = changed(here.memory, foe="vermin", since=1)
    assert list(refit(here)) == []


def test_what_is_built_is_the_better_of_two() -> None:
    state = world(turn=1, treasury=5000)
    one, _ = drawn_in_turn(state, "trader", 1)["hauler"]
    campaign = Campaign(1, state, {})
    approve(campaign, "humans", one)
    plan, _, _ = month(campaign.state, "trader")
    built = {o.order.design for o in plan.orders if isinstance(o.order, BuildUnits)}
    assert one.text.id in built
    assert "FF" not in built


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"barracks": LEAST_BATTALIONS}, "% better than Trooper"),
        ({"barracks": LEAST_BATTALIONS - 1}, ": we can build none yet"),
        ({"layout": {"Barracks": 6, "Cargo bay": 2}, "cargo_bays": 2, "lrs": 0}, ": we can build none yet"),
    ],
)
def test_an_assault_ship_is_one_that_fights_and_lands_enough(more: dict[str, Any], why: str) -> None:
    """A ship of war with too few barracks is none, and a transport without weapons is none."""
    state = world(turn=1)
    owner = state.sides["humans"]
    roster = {**owner.designs, "TR": changed(owner.designs["TR"], **more)}
    state = changed(state, sides={**state.sides, "humans": changed(owner, designs=roster)})
    assault = board_of("conqueror", PLAIN).kinds.index("assault")
    one = draw(situation_of(changed(state, turn=assault + 1), "conqueror"))
    assert one is not None
    assert one.kind == "assault"
    assert one.reason.endswith(why)
