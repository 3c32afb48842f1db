"""Rows of commands: which fields their options fill, and what is made of an option that was left out."""

import inspect
from collections.abc import Mapping
from typing import Any, Literal, get_args

import pytest

from cogs.common.command_factory import Option, comma_parts, making_of, number, strip_text, text
from rules.values import Value


class Errand(Value):
    """What the rows of this test make."""

    who: str
    names: tuple[str, ...]
    way: Literal["", "short", "long"] = ""
    steps: int = 3
    place: tuple[int, int] | None = None


WHO = Option("Who goes", str, read=lambda tool, given: f"{tool}/{given}")


def shown_options(rows: Mapping[str, Option | str]) -> dict[str, inspect.Parameter]:
    """The options that Discord is told of."""
    _, _, *options = inspect.signature(making_of(Errand, rows)).parameters.values()
    return {option.name: option for option in options}


def errand_of(rows: Mapping[str, Option | str], **given: Any) -> Errand:
    """What a row makes of options, looked up in something called `side`."""
    return making_of(Errand, rows)(None, "side", **given)


def test_an_option_has_the_type_and_the_default_of_its_field() -> None:
    options = shown_options(
        {"who": WHO, "names": text("Names", 1, 60, read=comma_parts), "way": "Which way", "steps": "Steps"}
    )
    assert get_args(options["way"].annotation)[0] == Literal["short", "long"], (
        "the empty word is said by leaving it out"
    )
    assert (options["way"].default, options["steps"].default) == ("", 3)
    assert options["who"].default is options["names"].default is inspect.Parameter.empty


def test_what_is_left_out_keeps_the_default_of_its_field() -> None:
    rows = {"who": WHO, "names": text("Names", 0, 60, read=comma_parts, default=""), "steps": number("Steps", 1, 9)}
    assert errand_of(rows, who="ada") == Errand("side/ada", ())
    assert errand_of(rows, who="ada", names="a, b", steps=5) == Errand("side/ada", ("a", "b"), steps=5)


def test_a_name_that_was_left_out_is_not_looked_up() -> None:
    rows = {"names": text("Names", 1, 60, read=comma_parts), "who": WHO(default="")}
    assert errand_of(rows, names="a").who == ""
    assert errand_of(rows, who="ada", names="a").who == "side/ada"


def test_one_option_can_fill_several_fields_and_several_options_one() -> None:
    both = Option("Who goes where", str, read=lambda _, given: (given, (1, 2)), to="who place")
    names = text("Names", 0, 60, default="", beside="last", read=lambda _, first, last: (first, last))
    rows = {"both": both, "names": names, "last": Option("And who", str, read=strip_text, default="")}
    assert errand_of(rows, both="ada", last="eve") == Errand("ada", ("", "eve"), place=(1, 2))


@pytest.mark.parametrize("rows", [{"who": WHO}, {"who": WHO, "names": "Names", "speed": "How fast"}])
def test_a_row_fills_every_field_that_needs_it_and_none_that_is_not_there(rows: Mapping[str, Option | str]) -> None:
    with pytest.raises(TypeError, match="Errand"):
        making_of(Errand, rows)
