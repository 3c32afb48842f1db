"""Everything public in the rooms is used by the program, not by tests alone; and what the analysis takes for a use."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.wired import all_faults, faults, load_list, wiring

USED = "from rules.a import start\n\nstart()\n"


def tree(folder: Path, files: dict[str, str], user: str = USED) -> Path:
    """A small house: the files of `rules/` by name, and a bot.py that uses it."""
    (folder / "rules").mkdir()
    for name, text in {"__init__.py": "", **files}.items():
        path = folder / "rules" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    (folder / "bot.py").write_text(dedent(user), encoding="utf-8")
    return folder


def unreached(folder: Path, files: dict[str, str], user: str = USED, listed: tuple[str, ...] = ()) -> list[str]:
    """The names nobody uses in such a house, without the house's own."""
    found = wiring(tree(folder, files, user)).unreached(listed)
    return [definition.name.removeprefix("rules.") for definition in found]


def test_everything_public_in_the_rooms_is_used_or_listed_with_a_reason() -> None:
    assert all_faults() == []


def test_what_only_an_unreached_function_uses_is_unreached_too(tmp_path: Path) -> None:
    source = """
        def start(): return used()
        def used(): return 1
        def idle(): return helper()
        def helper(): return start()
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.helper", "a.idle"]


def test_two_functions_that_call_each_other_are_not_reached_by_that(tmp_path: Path) -> None:
    assert unreached(tmp_path, {"a.py": "def start(): ...\ndef x(): y()\ndef y(): x()\n"}) == ["a.x", "a.y"]


@pytest.mark.parametrize(
    "user",
    [
        "from rules.b import far\nfar()",
        "from rules.b import far as near\nprint(near)",
        "from rules import b\nb.far()",
        "import rules.b\nrules.b.far()",
        "import rules.b as other\nother.far()",
        "def later():\n    from rules.b import far\n    return far",
        "def later() -> 'far': ...",
        "if True:\n    from rules.b import far\n    far()",
    ],
)
def test_every_form_of_import_leads_to_the_definition(tmp_path: Path, user: str) -> None:
    imported = "" if "import" in user else "from rules.b import far\n"
    assert unreached(tmp_path, {"b.py": "def far(): ...\ndef gone(): ...\n"}, imported + user) == ["b.gone"]


def test_an_import_alone_is_no_use(tmp_path: Path) -> None:
    assert unreached(tmp_path, {"a.py": "def start(): ...\n"}, "from rules.a import start\n") == ["a.start"]


def test_a_name_passed_on_by_another_module_leads_to_where_it_is_defined(tmp_path: Path) -> None:
    files = {"a.py": "from rules.b import far as start\n", "b.py": "def far(): ...\n"}
    assert unreached(tmp_path, files) == []


@pytest.mark.parametrize(
    "body",
    [
        "def start(far): return far",
        "def start():\n    far = 1\n    return far",
        "def start(): return [far for far in ()]",
        "def start(): return lambda far: far",
        "def start(of):\n    match of:\n        case [far]: return far",
    ],
)
def test_a_variable_of_the_same_name_is_no_use(tmp_path: Path, body: str) -> None:
    assert unreached(tmp_path, {"a.py": f"{body}\n\n\ndef far(): ...\n"}) == ["a.far"]


@pytest.mark.parametrize(
    "body",
    [
        "def start(): return [far for near in far()]",
        "def start(): return [far() for near in ()]",
        "def start(x=far()): ...",
        "def start():\n    def inner(): return far()\n    return inner",
        "@far\ndef start(): ...",
        "def start(x: 'list[far]'): ...",
        "def start(x): return isinstance(x, far)",
        "def start(of):\n    match of:\n        case far(): return 1",
    ],
)
def test_these_are_uses(tmp_path: Path, body: str) -> None:
    assert unreached(tmp_path, {"a.py": f"def far(): ...\n\n\n{body}\n"}) == []


def test_a_table_of_functions_reaches_them_once_the_table_is_used(tmp_path: Path) -> None:
    source = """
        def one(): ...
        def two(): ...
        def three(): ...
        STEPS = (one,)
        IDLE = {"two": two}
        IDLE["three"] = three
        def start(): return STEPS
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.IDLE", "a.three", "a.two"]


def test_constants_one_statement_makes_are_one(tmp_path: Path) -> None:
    assert unreached(tmp_path, {"a.py": "ONE, TWO = range(2)\nTHREE = 3\ndef start(): return TWO\n"}) == ["a.THREE"]


def test_statements_of_a_module_run_when_reached_code_imports_it(tmp_path: Path) -> None:
    files = {
        "a.py": "import rules.b\ndef start(): ...\ndef idle():\n    from rules import c\n",
        "b.py": "def run(): ...\nrun()\n",
        "c.py": "def run(): ...\nrun()\n",
    }
    assert unreached(tmp_path, files) == ["a.idle", "c.run"]


def test_the_packages_above_a_reached_module_are_imported(tmp_path: Path) -> None:
    files = {"p/__init__.py": "def run(): ...\nrun()\n", "p/a.py": "def start(): ...\n"}
    assert unreached(tmp_path, files, "from rules.p.a import start\nstart()\n") == []


def test_a_decorator_of_the_house_reaches_what_it_decorates(tmp_path: Path) -> None:
    source = """
        from functools import cache
        def keep(it): return it
        @keep
        def kept(): ...
        @cache
        def idle(): ...
        def start(): ...
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.idle"]


def test_methods_are_reached_by_their_name_on_any_value(tmp_path: Path) -> None:
    source = """
        class Ship:
            size: int = 0
            def __len__(self): return self.inner()
            def inner(self): return 1
            def move(self): return self.size
            @property
            def speed(self): return 1
            def said(self): ...
            def idle(self): ...
            def _private(self): ...
        class Wreck:
            def move(self): ...
        def start(): return Ship().move(), getattr(object(), "said")
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.Ship.idle", "a.Ship.speed", "a.Wreck"]


def test_a_name_in_the_body_of_a_class_may_be_its_own_method(tmp_path: Path) -> None:
    source = """
        class Ship:
            def refuse(self): ...
            def idle(self): ...
            __setitem__ = refuse
        def start(): return Ship
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.Ship.idle"]


def test_a_method_a_class_pattern_asks_for_is_reached(tmp_path: Path) -> None:
    source = """
        class Ship:
            @property
            def speed(self): return 1
        def start(of):
            match of:
                case Ship(speed=1): return of
    """
    assert unreached(tmp_path, {"a.py": source}) == []


def test_an_attribute_that_is_set_is_not_read(tmp_path: Path) -> None:
    source = "class Ship:\n    def speed(self): ...\ndef start(): Ship().speed = 1\n"
    assert unreached(tmp_path, {"a.py": source}) == ["a.Ship.speed"]


def test_methods_a_base_or_a_protocol_declares_come_with_their_class(tmp_path: Path) -> None:
    source = """
        from typing import Protocol
        class Roller(Protocol):
            def roll(self): ...
        class Dice:
            def roll(self): ...
            def used_up(self): ...
        class Register(dict[str, int]):
            def update(self): ...
        def start(by: Roller): return Dice(), Register()
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.Dice.used_up"]


def test_a_library_may_call_the_methods_of_what_is_built_on_it(tmp_path: Path) -> None:
    source = """
        from msgspec import Struct
        from typing import Generic, TypeVar
        T = TypeVar("T")
        class Kept(Struct):
            def called(self): ...
        class Ours(Generic[T]):
            def idle(self): ...
        def start(): return Kept, Ours
    """
    assert unreached(tmp_path, {"a.py": source}) == ["a.Ours.idle"]


def test_a_user_inside_a_room_is_no_part_of_it(tmp_path: Path) -> None:
    for name, text in {"a.py": "def far(): ...\n", "migrations/b.py": "from storage.a import far\nfar()\n"}.items():
        path = tmp_path / "storage" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert wiring(tmp_path, "storage").unreached() == ()


def test_the_attributes_of_a_module_are_no_methods(tmp_path: Path) -> None:
    files = {
        "a.py": "from rules import b\nimport math\nclass Ship:\n    def far(self): ...\n    def sin(self): ...\n"
        "def start(): return b.far(), math.pi, Ship\n",
        "b.py": "def far(): ...\n",
    }
    assert unreached(tmp_path, files) == ["a.Ship.far", "a.Ship.sin"]


def test_private_definitions_are_walked_through_and_not_reported(tmp_path: Path) -> None:
    source = "def start(): return _by()\ndef _by(): return end()\ndef end(): ...\ndef _idle(): ...\n"
    assert unreached(tmp_path, {"a.py": source}) == []


def test_a_test_is_no_user(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("from rules.a import idle\nidle()\n", encoding="utf-8")
    assert unreached(tmp_path, {"a.py": "def start(): ...\ndef idle(): ...\n"}) == ["a.idle"]


def test_what_a_listed_definition_uses_needs_no_row_of_its_own(tmp_path: Path) -> None:
    source = """
        def start(): ...
        def door(): return helper()
        def helper(): ...
        class Dock:
            def load(self): return cargo()
        def cargo(): ...
        def idle(): ...
    """
    assert unreached(tmp_path, {"a.py": source}, listed=("rules.a.door", "rules.a.Dock")) == ["a.idle"]


def test_each_fault_is_a_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    wires = wiring(tree(tmp_path, {"a.py": "def start(): ...\n\n\ndef idle():\n    return 1\n\n\ndef door(): ...\n"}))
    reason = "a later issue"
    assert faults(wires, [("rules.a.idle", reason), ("rules.a.door", reason)]) == []
    assert faults(wires, [("rules.a.door", reason)]) == [
        "rules/a.py:4: nothing outside tests/ uses the function rules.a.idle (2 lines): "
        "wire it, remove it, or list it with a reason in tests/wired.toml"
    ]
    both = [("rules.a.idle", reason), ("rules.a.door", reason)]
    for row, wrong in (
        (("rules.a.start", reason), "rules.a.start, which is used after all: remove the row"),
        (("rules.a.gone", reason), "rules.a.gone, which is no public definition of rules/: remove the row"),
        (("rules.a", reason), "rules.a, which is no public definition of rules/: remove the row"),
        (("rules.a.door", reason), "rules.a.door twice"),
    ):
        assert faults(wires, [*both, row]) == [f"tests/wired.toml lists {wrong}"]
    assert faults(wires, [both[0], ("rules.a.door", " ")]) == ["tests/wired.toml lists rules.a.door without a reason"]


def test_the_list_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "wired.toml"
    path.write_text("# nothing yet\n", encoding="utf-8")
    assert load_list(path) == []
    path.write_text('[[allowed]]\nname = "rules.a.door"\nreason = "later"\n\n[[allowed]]\n', encoding="utf-8")
    assert load_list(path) == [("rules.a.door", "later"), ("", "")]
