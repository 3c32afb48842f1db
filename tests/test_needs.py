"""A missing program: a skip that says what would help, or a failure where it is required."""

import pytest

from tests.needs import Need, missing, required

pytest_plugins = ("pytester",)


@pytest.mark.parametrize("need", Need)
@pytest.mark.parametrize(("value", "so"), [("1", True), ("true", True), ("0", False), ("", False)])
def test_a_program_is_required_by_its_own_variable(
    monkeypatch: pytest.MonkeyPatch, need: Need, value: str, so: bool
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv(f"ADMIRALTY_REQUIRE_{need.name}", value)
    assert required(need) is so


@pytest.mark.parametrize("need", Need)
@pytest.mark.parametrize(("value", "so"), [("true", True), ("", False)])
def test_ci_requires_all(monkeypatch: pytest.MonkeyPatch, need: Need, value: str, so: bool) -> None:
    monkeypatch.delenv(f"ADMIRALTY_REQUIRE_{need.name}", raising=False)
    monkeypatch.setenv("CI", value)
    assert required(need) is so


def test_without_it_the_test_is_skipped_with_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "ADMIRALTY_REQUIRE_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"There is no browser\. Install Chromium"):
        missing(Need.BROWSER, "There is no browser.")
    monkeypatch.setenv("ADMIRALTY_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match=r"^There is no browser\.$"):
        missing(Need.BROWSER, "There is no browser.")


def test_the_end_of_a_run_lists_each_reason_once_with_its_number(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile(
        "import pytest\n"
        "@pytest.mark.parametrize('number', range(3))\n"
        "def test_it(number): pytest.skip('There is no tide. Wait six hours.')\n"
        "def test_other(): pass\n"
    )
    done = pytester.runpytest_inprocess("-p", "tests.needs", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=1, skipped=3)
    done.stdout.fnmatch_lines(["*skipped, and what would run it*", "   3 There is no tide. Wait six hours."])
