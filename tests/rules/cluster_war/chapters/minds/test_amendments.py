"""The game master resolves what psychics try: silence, listening, and abilities of level 3 (CW-15.1-13, -14, -23 to -28)."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import HinderColony
from rules.cluster_war.chapters.diplomacy.amendments import Contagion
from rules.cluster_war.chapters.minds.hold_amendments import (
    DefineCraft,
    HoldMinds,
    MakeZombies,
    OpenPortal,
    ReleaseMinds,
    TakeMinds,
    TakeWorld,
)
from rules.cluster_war.chapters.minds.illusion_amendments import Overhear, SetSilence
from rules.cluster_war.chapters.minds.psionic_amendments import GrantAbility
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.ground import WorldConquered
from rules.cluster_war.model.events.psionics import ListenersNoticed, MindsBent, WordsOverheard
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.psionics.telepaths import sway_over
from rules.cluster_war.model.state.dealings import Operation, TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.psionics import Sway
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import DICE, small, with_colony, with_fleet
from tests.rules.cluster_war.model.psionics.masters import after, ruled, trained


def position(*abilities: str) -> GameState:
    """Human masters of these abilities at 0505, Vermin there and on a world, robots of theirs at 0506."""
    state = small(("humans", "vermin", "dominators"))
    state = with_fleet(state, "humans", "0505", "destroyer", name="Masters")
    state = with_fleet(state, "vermin", "0505", "scout", "scout", name="Prey")
    state = with_fleet(state, "vermin", "0506", "hulk", name="Robots")
    state = with_colony(state, "vermin", "0505", 1, 50)
    vermin = state.sides["vermin"]
    hulk = changed(vermin.designs["hulk"], traits=("crewless",))
    state = changed(state, sides={**state.sides, "vermin": changed(vermin, designs={**vermin.designs, "hulk": hulk})})
    return trained(state, "humans", "destroyer", *abilities)


def bent(events: tuple[Event, ...]) -> list[tuple[str, str, str]]:
    return [(e.side, e.ability, e.text) for e in events if isinstance(e, MindsBent)]


def goes_on(state: GameState) -> None:
    """A month can be played from here, and adds up."""
    done = adjudicate(state, (), DICE)
    assert broken_invariants(state, done.state, done.events) == ()


@pytest.mark.rule("CW-15.1-13")
def test_silence_is_the_game_masters_modifier_for_fleets_of_telepaths() -> None:
    state = position("advanced-telepathy")
    silent, told = ruled(state, SetSilence("humans-F1", 2, turns=2))
    kept = silent.minds.silences["humans-F1"]
    assert (kept.level, kept.surprise, kept.until) == (2, True, 2)
    assert isinstance(told[0], Amended)
    assert told[0].seen_by == ("humans",)
    assert view_for(silent, "humans").minds.silences == {"humans-F1": kept}
    assert view_for(silent, "vermin").minds.silences == {}
    assert after(silent, SetSilence("humans-F1", 0, surprise=False)).minds.silences == {}
    with pytest.raises(GameError, match="does not have Advanced Telepathy"):
        after(state, SetSilence("vermin-F1", 1))


@pytest.mark.rule("CW-15.1-14")
def test_what_telepaths_overhear_is_told_to_them_and_the_others_may_feel_it() -> None:
    state = position("advanced-telepathy")
    _, told = ruled(state, Overhear("humans", "vermin", "The swarm gathers at 1818.", noticed=True))
    assert [(type(e), e.seen_by, e.cause.rule) for e in told] == [
        (WordsOverheard, ("humans",), "CW-15.1-14"),
        (ListenersNoticed, ("vermin",), "CW-15.1-14"),
    ]
    assert len(ruled(state, Overhear("humans", "vermin", "Nothing."))[1]) == 1
    with pytest.raises(GameError):
        after(state, Overhear("vermin", "humans", "They know."))


@pytest.mark.rule("CW-15.1-23")
@pytest.mark.parametrize(
    "deed",
    [
        HoldMinds("slaver", ("vermin/SC01",), by="humans"),
        HoldMinds("vampire", ("vermin/SC01",), by="humans"),
        TakeMinds("zombie", ("vermin/SC01",), by="humans"),
        TakeWorld("slaver", "0505-1", "humans"),
        OpenPortal("humans", "0606", fleet="humans-F1"),
        MakeZombies("humans", "freighter"),
        DefineCraft("humans", "witch", "Fire out of nowhere."),
    ],
)
def test_level_three_needs_the_game_masters_approval_but_for_monsters(deed: Amendment) -> None:
    state = position()
    with pytest.raises(GameError, match="leave") as refused:
        after(state, deed)
    assert refused.value.rule == "CW-15.1-23"
    ability = {TakeMinds: "zombie", MakeZombies: "zombie", OpenPortal: "witch", DefineCraft: "witch"}
    name = ability.get(type(deed), getattr(deed, "ability", "slaver"))
    goes_on(after(state, GrantAbility("humans", name), deed))
    assert after(state, HoldMinds("vampire", ("vermin/SC01",))).minds.sways["vermin/SC01"].by == ""


@pytest.mark.rule("CW-15.1-24")
def test_slavers_make_servants_unseen_and_take_worlds_and_ships_without_a_fight() -> None:
    state = position("slaver")
    held, told = ruled(state, HoldMinds("slaver", ("0505-1", "vermin/SC01"), by="humans", turns=3))
    assert sway_over(held, "0505-1") == Sway("slaver", "humans", "thralls", until=3)
    assert [side for side, *_ in bent(told)] == ["humans"], "nobody knows of deep cover but who set it"
    assert bent(told)[0][2] == "0505-1, Scout of Vermin: thralls until the end of turn 3"
    assert set(view_for(held, "humans").minds.sways) == {"0505-1"}, "a foreign ship's number is not theirs to know"
    assert view_for(held, "vermin").minds.sways == {}
    taken, told = ruled(held, TakeWorld("slaver", "0505-1", "humans"))
    assert taken.colonies["0505-1"].side == "humans"
    conquered = next(e for e in told if isinstance(e, WorldConquered))
    assert (conquered.cause.rule, conquered.loser) == ("CW-15.1-24", "vermin")
    goes_on(taken)
    ships, told = ruled(state, TakeMinds("slaver", ("vermin/SC01",), by="humans"))
    assert "vermin/SC01" not in ships.ships
    assert ships.ships["humans/SC01"].design == "scout"
    assert ships.fleets["vermin-F1"].ships == ("vermin/SC02",)
    assert bent(told) == [
        ("vermin", "slaver", "SC01: they are yours no longer"),
        ("humans", "slaver", "SC01: they are yours now"),
    ]
    goes_on(ships)


@pytest.mark.rule("CW-15.1-25")
def test_victims_of_vampires_are_stunned_soothed_or_drained_and_know_it() -> None:
    state = position("vampire")
    for hold in ("stunned", "soothed", "drained"):
        held, told = ruled(state, HoldMinds("vampire", ("vermin/SC01",), hold, "humans", attack=-30))
        assert held.minds.sways["vermin/SC01"].hold == hold
        assert bent(told) == [
            ("vermin", "vampire", f"SC01: {hold} (-30 attack)"),
            ("humans", "vampire", f"Scout of Vermin: {hold} (-30 attack)"),
        ]
        assert after(held, ReleaseMinds(("vermin/SC01",))).minds.sways == {}
    with pytest.raises(GameError, match="not what it does"):
        after(state, HoldMinds("vampire", ("vermin/SC01",), "zombies", "humans"))


@pytest.mark.rule("CW-15.1-26")
def test_witches_open_portals_for_fleets_and_creatures_as_their_craft_has_it() -> None:
    state = position("witch")
    through = after(state, OpenPortal("humans", "1010", fleet="humans-F1"))
    assert through.fleets["humans-F1"].hex == "1010"
    out = after(state, OpenPortal("humans", "0505", design="hulk", count=2))
    assert [f.name for f in out.fleets.values() if f.side == "humans"] == ["Masters", "Summoned"]
    goes_on(out)
    craft, told = ruled(state, DefineCraft("humans", "witch", "Torrents of fire."))
    assert craft.minds.crafts == {"humans/witch": "Torrents of fire."}
    assert told[0].seen_by == ("humans",)
    assert view_for(craft, "humans").minds.crafts == craft.minds.crafts
    assert view_for(craft, "vermin").minds.crafts == {}
    assert after(craft, DefineCraft("humans", "witch", "")).minds.crafts == {}
    for wrong in (
        OpenPortal("humans", "0505"),
        OpenPortal("humans", "0505", fleet="vermin-F1"),
        OpenPortal("humans", "0505", fleet="humans-F1", design="hulk"),
    ):
        with pytest.raises(GameError):
            after(state, wrong)


@pytest.mark.rule("CW-15.1-27", "CW-15.1-28")
def test_zombie_masters_take_the_living_over_and_their_victims_are_beyond_psionics() -> None:
    state = position("zombie", "slaver", "vampire")
    taken = after(state, TakeMinds("zombie", ("vermin/SC01",), by="humans"))
    assert taken.minds.sways["humans/SC01"].hold == "zombies"
    for deed in (
        HoldMinds("vampire", ("humans/SC01",)),
        HoldMinds("slaver", ("humans/SC01",)),
        TakeMinds("slaver", ("humans/SC01",)),
    ):
        with pytest.raises(GameError, match="beyond psionics") as refused:
            after(taken, deed)
        assert refused.value.rule == "CW-15.1-28"
    with pytest.raises(GameError, match="no mind is left"):
        after(taken, ReleaseMinds(("humans/SC01",)))
    world = after(state, TakeWorld("zombie", "0505-1", "humans"))
    assert world.minds.sways["0505-1"].hold == "zombies"
    with pytest.raises(GameError, match="beyond psionics"):
        after(world, HoldMinds("slaver", ("0505-1",), by="humans"))
    goes_on(world)
    gone = after(state, TakeMinds("zombie", ("vermin/SC01", "vermin/SC02")))
    assert "vermin-F1" not in gone.fleets, "a monster's: they leave the game's rolls"


@pytest.mark.rule("CW-15.1-27", "CW-15.0-04")
def test_neither_machines_nor_the_immune_are_taken_over() -> None:
    state = position("zombie", "slaver")
    with pytest.raises(GameError, match="no living creature"):
        after(state, TakeMinds("zombie", ("vermin/HK01",), by="humans"))
    owner = state.sides["vermin"]
    immune = changed(owner, race=changed(owner.race, abilities=("Immune to Psionics",)))
    with pytest.raises(GameError, match="immune") as refused:
        after(changed(state, sides={**state.sides, "vermin": immune}), TakeWorld("slaver", "0505-1", "humans"))
    assert refused.value.rule == "CW-15.0-04"


@pytest.mark.rule("CW-15.1-28")
def test_own_units_are_made_zombies_at_a_cost_in_the_hearts_of_their_people() -> None:
    state = position("zombie")
    made, told = ruled(state, MakeZombies("humans", "freighter", loss=15))
    assert made.sides["humans"].designs["freighter"].traits == ("zombie",)
    assert made.colonies["0303-3"].hindered == 15
    assert "15 % of the home world's output" in next(e.text for e in told if isinstance(e, Amended))
    back = after(made, MakeZombies("humans", "freighter", on=False))
    assert (back.sides["humans"].designs["freighter"].traits, back.colonies["0303-3"].hindered) == ((), 0)
    with pytest.raises(GameError, match="psychics"):
        after(state, MakeZombies("humans", "destroyer"))


@pytest.mark.rule("CW-15.1-28")
def test_the_loss_of_heart_comes_beside_what_else_hinders_the_home_world_and_goes_alone() -> None:
    state, home = position("zombie"), "0303-3"
    struck = after(state, HinderColony(home, 20))
    both = after(struck, MakeZombies("humans", "freighter", loss=15))
    assert both.colonies[home].hindered == 35
    assert decode_state(encode_state(both)) == both
    assert after(both, MakeZombies("humans", "freighter", on=False)).colonies[home].hindered == 20
    capped = after(after(state, HinderColony(home, 95)), MakeZombies("humans", "freighter", loss=15))
    assert capped.colonies[home].hindered == 100
    assert after(capped, MakeZombies("humans", "freighter", on=False)).colonies[home].hindered == 95
    freed = after(after(both, HinderColony(home, 10)), MakeZombies("humans", "freighter", on=False))
    assert freed.colonies[home].hindered == 10, "what the game master has said of the whole stays"
    assert freed.minds.hearts == {}
    other = after(state, MakeZombies("humans", "freighter", loss=15), MakeZombies("humans", "hulk", loss=5))
    assert other.colonies[home].hindered == 20
    assert after(other, MakeZombies("humans", "hulk", on=False)).colonies[home].hindered == 15


@pytest.mark.rule("CW-15.1-28", "CW-10.0-01", "CW-11.0-09")
def test_unrest_that_ends_takes_nothing_of_what_else_hinders_a_colony() -> None:
    state, home = position("zombie"), "0303-3"
    riot = Operation(
        "vermin-S1", "vermin", "humans", "unrest", "Riots", outcome="success", place=home, points=25, until=2
    )
    riots = changed(after(state, HinderColony(home, 25)), operations={riot.id: riot})

    def calm(now: GameState) -> int:
        done = adjudicate(now, (), DICE)
        assert broken_invariants(now, done.state, done.events) == ()
        assert done.state.operations["vermin-S1"].points == 0
        return done.state.colonies[home].hindered

    assert calm(riots) == 0
    dead = after(riots, MakeZombies("humans", "freighter", loss=10))
    assert (dead.colonies[home].hindered, calm(dead)) == (35, 10)
    sick = changed(riots, trade=(TradePartner("humans", "Traders", 5, "full"),))
    sick = after(sick, Contagion("Traders", "humans", "A cough.", home, 10))
    assert (sick.colonies[home].hindered, calm(sick)) == (35, 10)
    said = after(riots, HinderColony(home, 10))
    assert (said.colonies[home].hindered, calm(said)) == (10, 10)
    assert calm(after(riots, HinderColony(home, 25, blockaded=True))) == 0, "a blockade alone ends no riot"


@pytest.mark.rule("CW-15.1-23", "CW-15.1-24", "CW-15.1-25", "CW-15.1-26", "CW-15.1-27")
def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    state = position("zombie", "slaver", "vampire", "witch")
    for wrong in (
        HoldMinds("telepathy", ("vermin/SC01",)),
        HoldMinds("slaver", ()),
        HoldMinds("slaver", ("vermin/XX99",)),
        HoldMinds("vampire", ("vermin/SC01",), attack=-101),
        TakeMinds("vampire", ("vermin/SC01",), by="humans"),
        TakeMinds("zombie", ("humans/DD01",), by="humans"),
        TakeWorld("witch", "0505-1", "humans"),
        TakeWorld("zombie", "0303-3", "humans"),
        ReleaseMinds(("vermin/SC01",)),
        ReleaseMinds(()),
        MakeZombies("humans", "nothing"),
    ):
        with pytest.raises(GameError):
            after(state, wrong)
    full = after(state, HoldMinds("vampire", ("vermin/SC01",), by="humans"), DefineCraft("humans", "zombie", "Dust."))
    assert decode_state(encode_state(full)) == full


@pytest.mark.rule("CW-15.1-28")
@pytest.mark.parametrize(("loss", "hindered"), [(0, 0), (1, 1), (100, 100)])
def test_the_loss_of_heart_is_none_to_all(loss: int, hindered: int) -> None:
    made = after(position("zombie"), MakeZombies("humans", "freighter", loss=loss))
    assert made.colonies["0303-3"].hindered == hindered
    for wrong in (-1, 101):
        with pytest.raises(GameError, match="0 to 100 per cent"):
            after(position("zombie"), MakeZombies("humans", "freighter", loss=wrong))
