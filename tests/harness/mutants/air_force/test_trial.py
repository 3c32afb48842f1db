"""Which tests a mutant meets, and in what order."""

from pathlib import Path
from types import SimpleNamespace
from typing import Final

from harness.mutants.trial import Traced, affordable, covering

MODULE: Final = "rules/air_force/changes.py"
DEFINED: Final = "tests/rules/air_force/test_defaults.py"
PLAYED: Final = "tests/rules/air_force/test_played.py"


def traced(file: str, seconds: float, *lines: int, module: str = MODULE) -> Traced:
    """A test of a file that takes so long and comes through these lines."""
    item = SimpleNamespace(nodeid=f"{file}::test_{seconds}")
    return Traced(item, {module: frozenset(lines)} if lines else {}, seconds)  # type: ignore[arg-type] # has an id


def first_line(word: str) -> int:
    """The first line of the module that begins so."""
    with Path(MODULE).open(encoding="utf-8") as text:
        return next(n for n, line in enumerate(text, 1) if line.startswith(word))


def test_a_line_of_a_function_is_met_by_who_comes_through_its_statement() -> None:
    at = first_line("def put_jet(") + 2
    near, far = traced("a", 1, *range(at - 2, at + 12)), traced("b", 1, 1)
    assert covering([near, far, traced(DEFINED, 1)], MODULE, at) == [near]


def test_what_runs_on_import_is_met_by_who_comes_through_the_module_and_looks_at_definitions_or_else_by_all() -> None:
    head = first_line("from ")
    through, other, defined = traced("a", 1, 999), traced("b", 1, 5, module="rules/hexes.py"), traced(DEFINED, 1)
    assert covering([through, other, defined], MODULE, head) == [through, defined]
    assert covering([other, defined], MODULE, head) == [other, defined], "nobody comes through it: all"


def test_own_tests_come_first_then_the_quickest_while_there_is_time_and_whole_games_last_whatever_they_take() -> None:
    own, quick, slow, played = traced("own", 4, 1), traced("a", 1, 1), traced("b", 6, 1), traced(PLAYED, 90, 1)
    tests = [played, slow, quick, own]
    assert affordable(tests, ["own"], 11) == [own, quick, slow, played]
    assert affordable(tests, ["own"], 10) == [own, quick, played]
    assert affordable(tests, [], 7) == [quick, own, played]
    assert affordable(tests, ["own"], 1) == [own, played], "one at least"
    assert affordable([*tests, traced(DEFINED, 5, 1)], [], 5)[0].seconds == 5, (
        "what looks at definitions is everybody's own"
    )
