"""How discord.js comes to the tests, and what is said where it cannot."""

import json
import shutil
from pathlib import Path

import pytest

from tests.needs import Need, missing
from tests.sandbox.peers import install
from tests.sandbox.peers.install import HERE, NoPeerError, installed


def test_the_lock_pins_everything_and_names_no_address_to_download_from() -> None:
    lock = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all(each["integrity"] and "resolved" not in each for each in packages.values())


def test_without_node_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoPeerError, match="node and npm are not installed"):
        installed()


def test_without_a_registry_the_reason_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        missing(Need.NODE, "There is no npm to try without a registry.")
    monkeypatch.setattr(install, "CACHE", tmp_path / "peers")
    for name, value in (("registry", "http://127.0.0.1:9"), ("cache", str(tmp_path / "npm")), ("fetch_retries", "0")):
        monkeypatch.setenv(f"npm_config_{name}", value)
    with pytest.raises(NoPeerError, match="npm could not bring"):
        installed()
    assert not list((tmp_path / "peers").rglob("done"))
