"""What goes out in letters is worded in `render/`: no sentence of a letter stands in `umpire/`.

A sentence is a text of three words or more. Not looked at are refusals, which are worded where they are raised (CONTRIBUTING,
"Adding a command"), what is logged, labels of buttons, which stand with the buttons' actions, and names of commands.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[2]
WORD: Final = re.compile(r"[A-Za-z][A-Za-z']*")
FEWEST_WORDS: Final = 3
LABELLED: Final = frozenset({"LetterButton", "NamedCommand", "link_to"})
ANSWER: Final = "answers the one who gave a command, and goes out in no letter"
REFUSAL: Final = "gives the words of a refusal, which its callers raise"
VALUE: Final = "a value that is saved or read, and compared"
EXEMPT: Final[Mapping[str, str]] = {
    "umpire/services": "what operators read at the command line and in logs, and answers on the bot itself",
    "umpire/people.py::PRIVACY_FILE_HEAD": "heads the file with somebody's data, which they ask for",
    "umpire/people.py::_from_game": "names what is in the file with somebody's data",
    "umpire/people.py::_of_game": "names what is in the file with somebody's data",
    "umpire/people.py::remove_as_operator": "what an operator reads at the command line",
    "umpire/capsules": "what operators read at the command line",
    "umpire/delivery/delivery.py::Deliverer": "what is written in the log of a letter",
    "umpire/campaign/founding": "pages of a plan, a race and their options, which forms and panels show",
    "umpire/campaign/founding/open_campaign.py::checklist": "a page of the plan",
    "umpire/campaign/founding/open_campaign.py::side_of": "the name of a home world that its player has not named",
    "umpire/campaign/founding/races.py::RacePaper": "says who judges, on a page of the race",
    "umpire/campaign/founding/races.py::_closed": REFUSAL,
    "umpire/campaign/whatif": "pages of the what-if, which its game master alone opens",
    "umpire/campaign/sheets": "receipts, and workbooks with what was read of them: " + ANSWER,
    "umpire/campaign/sheets/diplomacy.py::send": REFUSAL,
    "umpire/campaign/standing_orders.py": ANSWER,
    "umpire/campaign/absent_player.py": ANSWER,
    "umpire/campaign/designs/drawings.py::design_text": ANSWER,
    "umpire/campaign/designs/drawings.py::status_of": ANSWER,
    "umpire/campaign/designs/drawings.py::DRAWING_STATE_TEXTS": ANSWER,
    "umpire/campaign/designs/drawings.py::state_words": ANSWER,
    "umpire/campaign/dashboard.py::ACTIONS": "labels of buttons",
    "umpire/campaign/dashboard.py::STAFF_BUTTON": "the label of a button",
    "umpire/campaign/views/battle_films.py": "titles of pictures, and why there is none: " + ANSWER,
    "umpire/campaign/views/reports.py::_in_report": ANSWER,
    "umpire/campaign/turn/turn_inputs.py::GM_COMMANDER": VALUE,
    "umpire/campaign/gm/player_votes.py::put_to_vote": REFUSAL,
    "umpire/dogfight/career.py": VALUE,
    "umpire/games/deputies.py::unfit": REFUSAL,
    "umpire/games/access_checks.py": REFUSAL,
    "umpire/games/seats.py::_name": REFUSAL,
    "umpire/games/seat_history.py": REFUSAL,
    "umpire/games/time_zones.py": REFUSAL,
    "umpire/games/new_game.py::verifier": REFUSAL,
    "umpire/games/options.py": VALUE,
    "umpire/games/rolls.py": ANSWER,
    "umpire/tactical/tactical_reader.py": REFUSAL,
}
"""Folders, files and names in files whose sentences stand in no letter, and why. A folder or a file covers no file that makes
letters: in that one each name is argued for."""
LETTERS: Final = frozenset({"Letter", "enqueue"})
"""What a module reads that makes letters."""


def parsed(*folders: str) -> dict[str, ast.Module]:
    """The modules below these folders, by path."""
    found = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in found}


def is_skipped(node: ast.AST) -> bool:
    """Whether nothing in a node is for letters: a refusal, a line of the log, a pattern, a button."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Raise)
    called, owner = node.func, ""
    if isinstance(called, ast.Attribute):
        owner = called.value.id if isinstance(called.value, ast.Name) else ""
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name.endswith("Error") or name in LABELLED or owner in {"log", "re"}


def loads(node: ast.AST) -> set[str]:
    """The names that a node reads outside of what is skipped."""
    found: set[str] = set()
    left = [node]
    while left:
        one = left.pop()
        if is_skipped(one):
            continue
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
            found.add(one.id)
        elif isinstance(one, ast.Attribute):
            found.add(one.attr)
        left += ast.iter_child_nodes(one)
    return found


def target_of(statement: ast.AST) -> str:
    """The one name that an assignment gives a value, "" for anything else."""
    if isinstance(statement, ast.AnnAssign):
        target: ast.expr = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AugAssign):
        target = statement.target
    else:
        return ""
    return target.id if isinstance(target, ast.Name) else ""


def texts_in(node: ast.AST, read: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The texts in a node that may be for letters, each with its line. `read` are the names that are read outside of what is
    skipped: what any other name is given is for refusals alone. A function's own names come on top."""
    if is_skipped(node) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        read = frozenset(loads(node))
    elif (name := target_of(node)) and name not in read:
        return
    if isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
        children: list[ast.AST] = [part for part in node.values if not isinstance(part, ast.Constant)]
    else:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from texts_in(child, read)


def sentences(module: ast.Module, elsewhere: frozenset[str] = frozenset()) -> Iterator[tuple[str, int, str]]:
    """The sentences of a module that may be for letters: below which of its names, the line, the text. `elsewhere` are names that
    other modules read of it outside of refusals."""
    read = frozenset(loads(module)) | elsewhere
    for statement in module.body:
        match statement:
            case ast.FunctionDef(name=owner) | ast.AsyncFunctionDef(name=owner) | ast.ClassDef(name=owner):
                pass
            case _:
                owner = target_of(statement)
        for line, text in texts_in(statement, read):
            is_sentence = len(WORD.findall(text.replace("{}", " "))) >= FEWEST_WORDS and " " in text.strip()
            if is_sentence and not text.startswith("/"):
                yield owner, line, text


def taken_elsewhere(modules: Mapping[str, ast.Module]) -> dict[str, frozenset[str]]:
    """By module, the names that others take from it and read outside of refusals; all attributes that are read count for each."""
    taken: dict[str, set[str]] = {path: set() for path in modules}
    for module in modules.values():
        read = loads(module)
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                base = node.module.replace(".", "/")
                taken.setdefault(f"{base}.py", set()).update(alias.name for alias in node.names if alias.name in read)
                for alias in node.names:
                    taken.setdefault(f"{base}/{alias.name}.py", set()).update(read)
    return {path: frozenset(names) for path, names in taken.items()}


@cache
def modules() -> dict[str, ast.Module]:
    """The modules that make letters or read of those that do, by path."""
    return parsed("umpire", "cogs", "program")


@cache
def all_sentences() -> tuple[tuple[str, str, int, str], ...]:
    """Every sentence of `umpire/` that may be for letters: path, name, line, text."""
    taken = taken_elsewhere(modules())
    return tuple(
        (path, *found)
        for path, module in modules().items()
        if path.startswith("umpire/")
        for found in sentences(module, taken[path])
    )


@cache
def makers() -> frozenset[str]:
    """The paths of the modules that make letters."""
    return frozenset(path for path, module in modules().items() if loads(module) & LETTERS)


def exemption(path: str, owner: str) -> str:
    """The entry of `EXEMPT` that a name of a module falls under, "" for none."""
    named = f"{path}::{owner}"
    if named in EXEMPT or path in makers():
        return named if named in EXEMPT else ""
    return next((key for key in EXEMPT if path == key or path.startswith(f"{key}/")), "")


def test_no_sentence_of_a_letter_is_worded_in_umpire() -> None:
    wrong = [
        f"{path}:{line} ({owner}): {text!r} belongs into render/<game>/letters, or render/words where all games say it"
        for path, owner, line, text in all_sentences()
        if not exemption(path, owner)
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "why"), EXEMPT.items(), ids=list(EXEMPT))
def test_what_is_exempt_still_holds_a_sentence(name: str, why: str) -> None:
    assert any(exemption(path, owner) == name for path, owner, _, _ in all_sentences()), (
        f"{name} holds none ({why}): take it out"
    )


SOURCE: Final = '''
"""A heading of a module."""
WHY = "The turn is not over."
TOLD = {"none": "There are no orders yet."}
COMMAND = "/orders show numbers them"
def tell(row):
    """A docstring of some length."""
    log.info("The turn of %s is over.", row)
    where = "it is at another turn"
    if row:
        raise WrongPhaseError(f"**{row}** is over; {where}. {WHY}")
    said = f"**{row}** goes on now{' as it was before' if row else ''}."
    return Letter(said, TOLD["none"], "It is your turn.", buttons=(LetterButton("What would happen", "forecast"),))
'''


def test_sentences_are_found_in_all_shapes_and_refusals_are_left_out() -> None:
    told = {
        "There are no orders yet.": "TOLD",
        "**{}** goes on now{}.": "tell",
        " as it was before": "tell",
        "It is your turn.": "tell",
    }
    module = ast.parse(SOURCE)
    assert {text: owner for owner, _, text in sentences(module)} == told
    refused = {text for _, _, text in sentences(module, frozenset({"WHY"}))} - told.keys()
    assert refused == {"The turn is not over."}, "another module puts it into something else than a refusal"
