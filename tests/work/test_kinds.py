"""What may be asked for elsewhere: every function that the bot has workers run, and nothing else; values as parcels."""

import ast
from enum import Enum
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

import msgspec
import pytest

from games.known import GAMES
from program.worker import KINDS
from rules.hexes import Hex
from rules.values import AmbiguousOrderError, GameError, Meant
from storage.codec import pack
from tests.absent import is_absent
from tests.lists import assert_listed
from tests.rules.cluster_war.build import small
from umpire.services.parcels import ParcelError, read, read_error, write, write_error
from umpire.services.remote_work import JobRank, code_of
from umpire.services.workers import WorkerError

ROOT = Path(__file__).parents[2]
HERE = {"umpire.campaign.gm.amendments:work_out"}
"""Is given a function, which is no data."""
GIVEN_ON = {"umpire.tactical.entry:draw", "cogs.tactical.starting_handlers.of:paint"}
"""Names for what a game's entry or commands give: draw_battle_files, draw_fight_files, paint_fight."""


def functions_handed_over() -> set[str]:
    """Every function that umpire/ and cogs/ hand to workers, by module and name."""
    found = set()
    for room in ("umpire", "cogs"):
        for path in (ROOT / room).rglob("*.py"):
            if is_absent(path):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            names = {
                alias.asname or alias.name: (node.module, alias.name)
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
            for node in ast.walk(tree):
                is_run = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "run"
                if not is_run or not ast.unparse(node.func.value).endswith("workers") or not node.args:  # type: ignore[attr-defined]
                    continue
                first, _, rest = ast.unparse(node.args[0]).partition(".")  # type: ignore[attr-defined]
                where, name = names.get(first, (module, first))
                found.add(f"{where}.{name}:{rest}" if rest else f"{where}:{name}")
    return found


def test_every_function_that_workers_are_given_may_be_asked_for_elsewhere() -> None:
    wanted = functions_handed_over()
    assert len(wanted) > 40
    own = {"umpire.services.remote_work:function"}  # who hands on what it was given
    listed = {
        f"{module}:{name}" for table in (KINDS.turns, KINDS.pictures) for module in table for name in table[module]
    }
    games = {
        f"{module}:{name}"
        for game in GAMES.values()
        if game.kind
        for module, names in game.pictures.items()
        for name in names
        if name.startswith("draw_")
    }
    where = "program/worker.py: KINDS, or `turns` and `pictures` of a record in games/"
    assert_listed(wanted - own - GIVEN_ON, (listed - games) | HERE, where)


def test_each_kind_is_a_function_of_its_module_under_its_name() -> None:
    for table in (KINDS.turns, KINDS.pictures):
        for module, names in table.items():
            for name in names:
                assert KINDS.name(getattr(import_module(module), name)) == f"{module}:{name}"


def test_who_waits_is_first_then_turns_then_pictures() -> None:
    turn, picture = "umpire.campaign.turn.adjudication:resolve", "umpire.campaign.views.packet_files:draw"
    assert KINDS.rank(turn, urgent=False) is JobRank.TURN
    assert KINDS.rank(picture, urgent=False) is JobRank.PICTURE
    assert KINDS.rank(picture, urgent=True) > JobRank.TURN > JobRank.PICTURE


@pytest.mark.parametrize(
    "name", ["os:system", "umpire.services.workers:Workers", "umpire.campaign.turn.adjudication:pack", ""]
)
def test_nothing_else_is_work(name: str) -> None:
    with pytest.raises(WorkerError, match="there is no work called"):
        KINDS.carrier(name)


def test_a_change_of_the_program_is_another_code(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text("one = 1\n")
    before = code_of(tmp_path)
    code_of.cache_clear()
    assert code_of(tmp_path) == before
    (tmp_path / "rules" / "a.py").write_text("one = 2\n")
    code_of.cache_clear()
    assert code_of(tmp_path) != before
    code_of.cache_clear()


class Foreign(Enum):
    """Of no package of the program."""

    ONE = 1


def test_a_value_comes_out_as_it_went_in() -> None:
    state = small()
    for value in (
        state,
        (state, state),
        (1, -(2**70), 1.5, True, None, "é", b"\0"),
        [1, (2, [3])],
        {(1, "a"): {Fraction(1, 3)}},
    ):
        again = read(write(value))
        assert again == value
        assert type(again) is type(value)
    one, other = read(write((state, state)))
    assert one is other
    proxy = read(write(MappingProxyType({Hex(1, 2): frozenset({Hex(3, 4)})})))
    assert proxy == {Hex(1, 2): frozenset({Hex(3, 4)})}
    assert type(proxy) is MappingProxyType


@pytest.mark.parametrize("value", [Foreign.ONE, len, object(), 1j, range(3), (lambda: 1), ValueError("x")])
def test_what_is_no_data_is_refused(value: object) -> None:
    with pytest.raises(ParcelError):
        write((value,))


@pytest.mark.parametrize(
    "tree",
    [
        [8, "os:system", 1],
        [8, "builtins:object"],
        [8, "umpire.services.workers:Workers", 1],
        [8, "umpire.services.workers:log"],
        [8, "rules.values:Meant", "too", "few"],
        [8, "rules.no_such:Thing"],
        [7, "rules.values:Meant", "lead"],
        [9, 0],
        [99],
        [],
    ],
)
def test_a_parcel_makes_nothing_but_this_programs_values(tree: object) -> None:
    with pytest.raises(ParcelError):
        read(pack(msgspec.msgpack.encode(tree)))


@pytest.mark.parametrize("data", [b"", b"x", b"\x28\xb5\x2f\xfdx", pack(b"\xc1")])
def test_what_is_no_parcel_is_said_so(data: bytes) -> None:
    for reader in (read, read_error):
        with pytest.raises(ParcelError):
            reader(data)


def test_an_error_comes_out_as_it_went_in() -> None:
    meant = Meant("No.", "worl", "There are", ("world",))
    wrong = AmbiguousOrderError("Which?", rule="CW-4.0-01", meant=meant)
    wrong.add_note("there")
    again = read_error(write_error(wrong))
    assert type(again) is AmbiguousOrderError
    assert (str(again), again.rule, again.meant, again.__notes__) == ("Which?", "CW-4.0-01", meant, ["there"])
    plain = read_error(write_error(ValueError("x", 1)))
    assert (type(plain), plain.args) == (ValueError, ("x", 1))

    class LocalError(GameError):
        """Of nowhere."""

    odd = read_error(write_error(LocalError("here")))
    assert (type(odd), str(odd)) == (RuntimeError, "LocalError: here")


@pytest.mark.parametrize(
    "name", ["builtins:SystemExit", "builtins:eval", "os:system", "umpire.services.workers:Workers"]
)
def test_an_error_is_nothing_but_an_error(name: str) -> None:
    with pytest.raises(ParcelError):
        read_error(pack(msgspec.msgpack.encode([name, [0], [2], []])))
