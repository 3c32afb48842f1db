"""The documentation site's made pages: every rule where /rule says it is, every setting and command with an example."""

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from rules.values import changed
from settings import LISTED, SettingsError, read_settings
from umpire.services.rulebook import load_rulebook

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def site() -> ModuleType:
    """docs/site.py, which is in no package."""
    spec = importlib.util.spec_from_file_location("docs_site", DOCS / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_and_ruling_is_where_its_address_leads(site: ModuleType) -> None:
    book = changed(load_rulebook(), site="https://example.org")
    pages: dict[str, str] = site.rule_pages()
    for path in (DOCS / "rulings").glob("*.md"):
        page = SimpleNamespace(file=SimpleNamespace(src_uri=f"rulings/{path.name}"))
        pages[f"rulings/{path.name}"] = site.on_page_markdown(path.read_text("utf-8"), page)
    lost = []
    for rule in book.rules.values():
        where, _, anchor = book.address_of(rule).removeprefix("https://example.org/").partition("#")
        if f"{{#{anchor}}}" not in pages.get(where.replace(".html", ".md"), ""):
            lost.append(rule.id)
    assert lost == []


def test_every_setting_has_its_default_and_an_example(site: ModuleType) -> None:
    page = site.settings_page()
    for one in LISTED:
        part = page.partition(f"## {one.name}\n")[2].partition("\n## ")[0]
        assert "- Default: " in part, one.name
        assert f"- Example: `{one.name}={one.example or one.default}`" in part
        assert one.example or one.default, one.name


def test_every_command_says_who_may_see_it_and_has_an_example(site: ModuleType) -> None:
    parts = site.commands_page().split("\n**`/")[1:]
    assert len(parts) > 300
    assert [part.partition("\n")[0] for part in parts if "- Who may see it: " not in part] == []
    assert [part.partition("\n")[0] for part in parts if "- Example: `/" not in part] == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", ""),
        ("https://example.org/docs/", "https://example.org/docs"),
        ("http://localhost:8000", "http://localhost:8000"),
    ],
)
def test_the_site_is_an_address(text: str, address: str) -> None:
    assert read_settings({"ADMIRALTY_SITE": text}, None).site == address


@pytest.mark.parametrize("text", ["example.org", "ftp://example.org", "https://a.org/) @everyone", "https://a.org/>"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="ADMIRALTY_SITE is"):
        read_settings({"ADMIRALTY_SITE": text}, None)
