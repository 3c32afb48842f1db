"""Each turn keeps the ruleset it is resolved by. Who goes on by other rules is told so; turns of others are not verified."""

import dataclasses
import re
from pathlib import Path

import pytest
from sqlalchemy import update

from games.known import GAMES
from render.words.letters import MOST_TEXT
from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.values import GameError
from storage.schema import turns as table
from tests.umpire.capsules.capsule_kit import flip, lines, records, states_of, with_changed
from tests.umpire.world import GM, GUILD, World
from umpire.campaign.gm import rulings
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.games import new_game
from umpire.games.seat import audit_log

OURS = GAMES["cluster_war"].ruleset
NAME, _, NUMBER = OURS.partition("/")
OTHER = f"{NAME}/{int(NUMBER) - 1}"
TOLD = f"""# Changelog

## [Unreleased]
- **Rules** ({OURS}): Ships are painted red,
  fleets and bases too.
- Ships can be painted.
- **Rules** (pentagon-war/99): Beams bend.

## [0.2.0] - 2027-01-01
- **Rules** ({OTHER}): Ships are painted blue.
- **Rules** (air-force/1): Jets fly.
"""


@pytest.fixture(autouse=True)
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "CHANGELOG.md").write_text(TOLD, encoding="utf-8")
    monkeypatch.setattr(new_game, "_changelog", lambda: (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8"))


async def by_other_rules(world: World, *revisions: int) -> None:
    """As if these revisions had been opened and resolved by a version of other rules."""
    async with world.services.storage.transaction() as tx:
        await tx.execute(update(table).where(table.c.revision.in_(revisions)).values(ruleset=OTHER))


async def test_each_turn_keeps_the_ruleset_of_the_program(world: World) -> None:
    await world.options(review=False)
    await world.advance(1)
    assert [turn.ruleset for turn in await world.revisions()] == [OURS] * 3
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    assert lines(capsule)[0]["game"]["ruleset"] == OURS
    assert not any("ruleset" in turn for turn in records(capsule, "turn"))


async def test_a_game_that_goes_on_by_other_rules_is_told_once_and_what_changed(world: World) -> None:
    await world.options(review=False)
    await world.advance(1)
    await by_other_rules(world, 0, 1, 2)
    for _ in range(2):
        clock = Clock(world.services)
        await clock.start()
        await clock.stop()
    (letter,) = [letter for letter in await world.letters() if "newer rules" in letter.text]
    assert (letter.kind, letter.target.kind) == ("public", "channel")
    assert letter.text == (
        f"From turn 2 on, **Spiral Arm** is played by newer rules ({OURS}, before: {OTHER}).\n"
        "- Ships are painted red, fleets and bases too."
    )
    assert [turn.ruleset for turn in await world.revisions()] == [OTHER, OTHER, OURS]
    assert [act.action for act in await audit_log(world.services, world.gm)].count("turn.rules") == 1


async def test_a_long_list_of_what_changed_is_told_over_several_messages(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = [f"{thing} {'and so on ' * 20}to {thing}." for thing in range(40)]
    lines = "\n".join(f"- **Rules** ({OURS}): {change}" for change in changes)
    monkeypatch.setattr(new_game, "_changelog", lambda: lines)
    await by_other_rules(world, 0, 1)
    await new_game.announce(world.services)
    letters = [letter for letter in await world.letters() if "and so on" in letter.text]
    assert len(letters) > 2
    assert all(len(letter.text) <= MOST_TEXT for letter in letters)
    told = " ".join(" ".join(letter.text for letter in letters).split())
    assert [change for change in changes if f"- {change}" not in told] == []


async def test_a_game_of_the_same_rules_hears_nothing(world: World) -> None:
    before = len(await world.letters())
    await new_game.announce(world.services)
    assert len(await world.letters()) == before


async def test_turns_of_other_rules_are_not_verified_and_those_after_them_are(world: World) -> None:
    await world.options(review=False)
    for turn in (1, 2, 3):
        await world.advance(turn)
    await by_other_rules(world, 0, 1, 2)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    assert [turn.get("ruleset", "") for turn in records(capsule, "turn")] == [OTHER, OTHER, OTHER, "", ""]
    found = await capsule_commands.verify(world.services, capsule)
    assert (found.differences, found.replayed) == ((), 1)
    assert found.others == (f"Turns 0 to 2 were resolved by the rules {OTHER}: Admiralty 0.2.0 verifies them.",)
    again = await capsule_commands.import_capsule(world.services, capsule, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    storage = world.services.storage
    assert await states_of(storage, again.id) == await states_of(storage, world.id)
    imported = await dataclasses.replace(world, game=again).revisions()
    assert [turn.ruleset for turn in imported] == [OTHER, OTHER, OTHER, OURS, OURS]


async def test_a_turn_of_this_programs_rules_is_compared_also_after_one_of_others(world: World) -> None:
    await world.options(review=False)
    await world.advance(1)
    await world.advance(2)
    await by_other_rules(world, 0, 1)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    last = max(at for at, record in enumerate(records(capsule, "snapshot")) if record["revision"] == 3)
    changed = with_changed(capsule, "snapshot", lambda r: r.update(sha256=flip(r["sha256"])), last)
    (said,) = (await capsule_commands.verify(world.services, changed)).differences
    assert "turn 3 (revision 3) comes out differently" in said


async def test_a_state_that_is_given_is_the_one_of_its_hash(world: World) -> None:
    await world.options(review=False)
    await world.advance(1)
    await by_other_rules(world, 0, 1)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    changed = with_changed(capsule, "snapshot", lambda r: r["state"].update(turn=7), 1)
    assert "is not the one of its SHA-256" in (await capsule_commands.verify(world.services, changed)).differences[0]


async def test_a_capsule_of_a_version_of_other_rules_names_the_version_that_verifies_it(world: World) -> None:
    await world.options(review=False)
    await world.advance(1)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    other = capsule.replace(f'"{OURS}"'.encode(), f'"{OTHER}"'.encode(), 1)
    found = await capsule_commands.verify(world.services, other)
    assert (found.differences, found.replayed) == ((), 0)
    assert found.others == (f"Turns 0 to 2 were resolved by the rules {OTHER}: Admiralty 0.2.0 verifies them.",)
    with pytest.raises(GameError, match=r"Admiralty 0\.2\.0 verifies them"):
        await capsule_commands.import_capsule(world.services, other, guild_id=GUILD, channel_id=5, gm_user_id=GM)


def test_every_line_of_the_changelog_on_rules_names_a_ruleset_that_the_program_has_had() -> None:
    text = (Path(__file__).parents[3] / "CHANGELOG.md").read_text(encoding="utf-8")
    known = dict(game.ruleset.split("/") for game in GAMES.values())
    begun = re.findall(r"^- \*\*Rules\*\*.*", text, re.MULTILINE)
    read = [found[0] for found in new_game.RULES_LINE.finditer(text)]
    assert [line for line in begun if not any(one.startswith(line) for one in read)] == []
    for name, number in (found[1].split("/") for found in new_game.RULES_LINE.finditer(text)):
        assert name not in known or int(number) <= int(known[name])
    assert "as this version plays it" in " ".join(
        found[2] for found in new_game.RULES_LINE.finditer(text) if found[1] == OURS
    )


def test_who_verifies_a_ruleset_that_the_changelog_does_not_date() -> None:
    assert new_game.verifier(OURS) == f"a version of Admiralty that plays by {OURS} verifies them"
    assert new_game.verifier("cluster-war-9/9") == "a version of Admiralty that plays by cluster-war-9/9 verifies them"
    assert new_game.verifier("air-force/1") == "Admiralty 0.2.0 verifies them"


async def test_what_was_changed_in_an_open_turn_before_this_programs_rules_came_is_taken_as_it_is(world: World) -> None:
    await world.options(review=False)
    await world.advance(1)
    await rulings.amend(world.services, world.gm, SetTreasury("dominators", 66), "A gift")
    await by_other_rules(world, 0, 1)
    await world.advance(2)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    without = with_changed(capsule, "amendment", lambda r: r["amendment"].update(cps=65))
    for each in (capsule, without):  # the capsule's own state counts, not what the act leads to by these rules
        found = await capsule_commands.verify(world.services, each)
        assert (found.differences, found.replayed) == ((), 1)
