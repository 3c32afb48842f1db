"""The tables are whole: a new kind of order, amendment, command or decision without its row fails here."""

from pathlib import Path
from typing import Final

from discord.app_commands import Command

from harness.attack.comparison import companies
from harness.attack.fact import Use
from harness.attack.facts import FACTS
from harness.attack.masterless import ASKING_COMMANDS, AT_THE_END
from harness.attack.victims import FEW_QUESTIONS, MONTH_OPEN, QUESTIONS_AFTER, TAPPED_QUESTIONS, TYPED_OPTIONS, VICTIMS
from harness.games.known import TACTICAL_ROWS
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES
from rules.cluster_war.turn.registry import KINDS, ORDER_TYPES
from tests.e2e.kit import running_table
from tests.harness.attack.test_tactical_rows import tactical_groups
from tests.ledger import ledger_ids
from tests.lists import assert_listed

ROWS: Final = {fact.of for fact in FACTS}


def test_every_kind_of_order_has_a_row() -> None:
    where = "harness/attack/order_facts.py (or another file of facts; CONTRIBUTING.md)"
    assert_listed([kind.__name__ for kind in ORDER_TYPES if kind not in ROWS], (), where)


def test_every_kind_of_amendment_has_a_row() -> None:
    assert_listed([kind.__name__ for kind in AMENDMENT_TYPES if kind not in ROWS], (), "harness/attack/gm_facts.py")


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


def test_near_and_far_ask_for_all_that_looks_back_or_ahead() -> None:
    back = {"turn recap", "map film", "map atlas", "campaign chronicle", "digest", "gm whatif"}
    for asked in (QUESTIONS_AFTER, FEW_QUESTIONS, (*ASKING_COMMANDS, *AT_THE_END)):
        assert back <= {command for command, _ in asked}
    for asked in (MONTH_OPEN, QUESTIONS_AFTER, AT_THE_END):
        assert "orders rehearse" in {command for command, _ in asked}
    assert any("Sensors" in labels for _, _, labels in TAPPED_QUESTIONS)


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
            "gm seat bot_player", "gm seat hold", "gm seat remove_gm", "gm seat replace", "gm seat ready", "orders word",
        ),
        PUBLIC,
    ),
    **dict.fromkeys(
        (
            "away list", "away review", "campaign bot_player", "empire sheet", "gm battle", "gm near", "gm plot", "gm problems",
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
    there = {name for name in there if name.split()[0] not in tactical_groups()}
    tried = {step.command for fact in FACTS for step in (*fact.steps, *fact.instead) if isinstance(step, Use)}
    asked = {command for command, _ in (*QUESTIONS_AFTER, *FEW_QUESTIONS, *TYPED_OPTIONS)}
    given = {kind.command for kind in KINDS}
    where = "tests/harness/attack/test_complete.py: ELSEWHERE (or a fact's step in harness/attack, or a question of its victims)"
    assert_listed(there - tried - asked - given - set(ELSEWHERE), set(ELSEWHERE) - there, where)
