"""Where /metrics is served, by the settings: to this machine alone, unless the operator says that others may read it."""

import pytest

from settings import SettingsError, read_settings


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("127.0.0.1:9464", "127.0.0.1:9464"),
        ("9464", "127.0.0.1:9464"),
        ("localhost:9464", "127.0.0.1:9464"),
        ("[::1]:9464", "[::1]:9464"),
        ("", "None"),
    ],
)
def test_an_address_is_of_this_machine(text: str, meant: str) -> None:
    assert str(read_settings({"ADMIRALTY_METRICS": text}, None).metrics) == meant


@pytest.mark.parametrize("text", ["0.0.0.0:9464", "[::]:9464", "10.0.0.7:9464", "203.0.113.4:9464"])
def test_an_address_that_others_reach_is_refused_unless_it_is_said(text: str) -> None:
    with pytest.raises(SettingsError, match="others can reach"):
        read_settings({"ADMIRALTY_METRICS": text}, None)
    found = read_settings({"ADMIRALTY_METRICS": text, "ADMIRALTY_METRICS_PUBLIC": "yes"}, None).metrics
    assert str(found) == text


@pytest.mark.parametrize(
    "text", ["example.org:9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", "http://127.0.0.1:1"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="an address and a port"):
        read_settings({"ADMIRALTY_METRICS": text}, None)


def test_whether_others_may_read_it_is_yes_or_no() -> None:
    with pytest.raises(SettingsError, match="no or yes"):
        read_settings({"ADMIRALTY_METRICS_PUBLIC": "perhaps"}, None)
