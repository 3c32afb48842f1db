"""The tables are whole: a new kind of order, amendment, command or decision without its row fails here."""

from pathlib import Path
from typing import Final

from discord.app_commands import Command

from harness.attack import battle_evenings, dogfight_evenings
from harness.attack.battle_evenings import BATTLE_FACTS, UNPLAYED
from harness.attack.compared import companies
from harness.attack.dogfight_evenings import DOGFIGHT_FACTS, OPEN
from harness.attack.fact import Said
from harness.attack.facts import FACTS
from harness.attack.masterless import ASKS, AT_THE_END
from harness.attack.tactical import TACTICAL_ROWS
from harness.attack.victims import AFTER, FEW, MONTH_OPEN, TAPPED, TYPED, VICTIMS
from rules.air_force.events import EVENT_TYPES as FLOWN_NEWS
from rules.air_force.orders import ORDER_TYPES as FLOWN
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES
from rules.cluster_war.turn.registry import KINDS, ORDER_TYPES
from rules.pentagon_war.events import EVENT_TYPES as FOUGHT_NEWS
from rules.pentagon_war.programme import Programme
from rules.values import fields
from tests.e2e.kit import running_table
from tests.ledger import ledger_ids

ROWS: Final = {fact.of for fact in FACTS}


def test_every_kind_of_order_has_a_row() -> None:
    assert [kind.__name__ for kind in ORDER_TYPES if kind not in ROWS] == []


def test_every_kind_of_amendment_has_a_row() -> None:
    assert [kind.__name__ for kind in AMENDMENT_TYPES if kind not in ROWS] == []


def test_every_row_has_a_name_of_its_own_and_names_real_victims() -> None:
    names = [fact.name for fact in FACTS]
    assert len(set(names)) == len(names)
    for fact in FACTS:
        assert {*fact.seen, *fact.known} <= {*VICTIMS} - {fact.keeper}, fact.name
        assert not set(fact.seen) & set(fact.known), fact.name
        assert all(len(why) > 10 for why in (*fact.seen.values(), *fact.known.values())), fact.name


def test_whoever_may_hear_of_a_fact_hears_by_a_rule_of_the_ledger() -> None:
    known = set(ledger_ids())
    cited = [why for fact in FACTS for why in fact.seen.values()]
    cited += [row.seen for row in TACTICAL_ROWS if row.seen]
    assert [why for why in cited if why.partition(":")[0] not in known] == []


def test_facts_in_company_have_one_keeper_one_audience_and_each_its_own_proof() -> None:
    for facts in companies(FACTS):
        assert len({(fact.keeper, *sorted(fact.seen)) for fact in facts}) == 1, facts[0].company
        assert not any(fact.alone or fact.known for fact in facts), facts[0].company
        words = [(fact.proof, fact.told) for fact in facts]
        assert len(set(words)) == len(words), facts[0].company
        assert all(fact.told if fact.seen else fact.proof for fact in facts), facts[0].company


def test_every_part_of_a_programme_has_a_row() -> None:
    parts = {field.name for field in fields(Programme)} - {"craft", "turn"}
    assert parts - {fact.of for fact in BATTLE_FACTS} - set(UNPLAYED) == set()


def test_every_kind_of_news_of_battles_and_dogfights_has_a_row_or_says_why_not() -> None:
    rows = {row.name for row in TACTICAL_ROWS}
    for kinds, evenings in ((FOUGHT_NEWS, battle_evenings), (FLOWN_NEWS, dogfight_evenings)):
        assert sorted([*evenings.NEWS, *evenings.NO_NEWS]) == sorted(kind.__name__ for kind in kinds)
        assert set(evenings.NEWS.values()) <= rows


def test_near_and_far_ask_for_all_that_looks_back_or_ahead() -> None:
    back = {"turn recap", "map film", "map atlas", "campaign chronicle", "digest", "gm whatif"}
    for asked in (AFTER, FEW, (*ASKS, *AT_THE_END)):
        assert back <= {command for command, _ in asked}
    for asked in (MONTH_OPEN, AFTER, AT_THE_END):
        assert "orders rehearse" in {command for command, _ in asked}
    assert any("Sensors" in labels for _, _, labels in TAPPED)


def test_every_row_of_a_tactical_game_has_a_name_of_its_own() -> None:
    names = [row.name for row in TACTICAL_ROWS]
    assert len(set(names)) == len(names)


def test_every_decision_of_a_dogfight_has_a_row_or_says_why_not() -> None:
    decisions = {kind.__name__ for kind in FLOWN}
    assert decisions - {fact.of.__name__ for fact in DOGFIGHT_FACTS} - set(OPEN) == set()


TACTICAL_GAMES: Final = frozenset({"battle", "dogfight", "fire", "plot", "ship"})
"""Groups of the tactical games, which have their own evenings (and their drawing board, which knows no game)."""
PUBLIC: Final = "everybody is told of it"
READS: Final = "it answers its user alone and changes nothing of the game"
PLAYED: Final = "a fact does it step by step"
FOUNDING: Final = "before a campaign begins there is no other side's game to compare"
ELSEWHERE: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "away back", "away cancel", "away grant", "away more", "away offer", "away rules",
            "campaign away", "campaign begin", "campaign create", "campaign extend", "campaign finish",
            "campaign handover", "campaign leave",
            "campaign options", "campaign pause", "campaign repair", "campaign resume", "campaign schedule", "gm seat add_gm",
            "gm seat governor", "gm seat hold", "gm seat remove_gm", "gm seat replace", "gm seat ready", "orders word",
        ),
        PUBLIC,
    ),
    **dict.fromkeys(
        (
            "away list", "away review", "campaign governor", "empire sheet", "gm battle", "gm near", "gm plot", "gm problems",
            "gm seat plan", "gm sheet", "gm workbook", "help", "notify",
            "orders form", "plan colony", "plan officers", "plan research", "privacy", "psimaster minds show", "rule",
            "special list", "spymaster list", "spymaster show", "spymaster societies",
        ),
        READS,
    ),
    **dict.fromkeys(("design unit", "gm designs", "orders change", "orders restore", "orders withdraw"), PLAYED),
    **dict.fromkeys(
        (
            "campaign found", "campaign house", "gm races", "race design", "race package", "race show", "race submit",
            "race unit",
        ),
        FOUNDING,
    ),
    "campaign solo": "it begins a game of its own, with nobody else in it",
    "orders upload": "its orders are those of the lines in the workbook",
}  # fmt: skip


async def test_every_command_of_the_campaign_is_a_fact_a_question_or_says_why_not(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        there = {each.qualified_name for each in table.client.tree.walk_commands() if isinstance(each, Command)}
    there = {name for name in there if name.split()[0] not in TACTICAL_GAMES}
    tried = {step.command for fact in FACTS for step in (*fact.steps, *fact.instead) if isinstance(step, Said)}
    asked = {command for command, _ in (*AFTER, *FEW, *TYPED)}
    given = {kind.command for kind in KINDS}
    assert sorted(there - tried - asked - given - set(ELSEWHERE)) == []
    assert sorted(set(ELSEWHERE) - there) == [], "a command that is gone"
