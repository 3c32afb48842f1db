"""Looking up rules and rulings by id and by words."""

import pytest

from rules.values import GameError
from umpire.services.rulebook import RULINGS_FOLDER, load_rulebook, read_rulings

BOOK = load_rulebook()


def test_a_rule_is_found_however_its_id_is_written() -> None:
    assert BOOK.get(" cw-8.0-14 ").title == "R&D roll"
    assert BOOK.get("CW-8.0-14").ruling == "Equal succeeds."


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("R075", "R-075"),
        ("r-075", "R-075"),
        ("8.0-14", "CW-8.0-14"),
        ("cw8.0-14", "CW-8.0-14"),
        ("CW 8.0-14", "CW-8.0-14"),
        ("R 075", "R-075"),
        ("pw b36", "PW-B36"),
        ("PW-B36 Firing arcs", "PW-B36"),
        ("r75", "R-075"),
        ("R75", "R-075"),
        ("R-75", "R-075"),
        ("ruling 75", "R-075"),
        ("cw 8.0 14", "CW-8.0-14"),
        ("CW \u2013 8.0 \u2013 14", "CW-8.0-14"),
        ("CW\u20118.0\u201114", "CW-8.0-14"),
        ("8.0\u201414", "CW-8.0-14"),
        ("rule 8.0-14", "CW-8.0-14"),
        ("(CW-8.0-14).", "CW-8.0-14"),
        ("cw-8.0-1", "CW-8.0-01"),
        ("pw-m5", "PW-M05"),
        ("PW M 5", "PW-M05"),
        ("m20", "PW-M20"),
        ("cwb13", "CW-B-13"),
    ],
)
def test_a_rule_is_found_by_its_id_without_hyphens_or_letters_and_by_its_suggestion(typed: str, found: str) -> None:
    assert BOOK.get(typed).id == found
    assert BOOK.search(typed)[0].id == found


@pytest.mark.parametrize("typed", ["8.0", "cw 8.0", "CW-8"])
def test_a_chapter_is_answered_with_its_rules(typed: str) -> None:
    assert BOOK.named(typed) is None
    assert [rule.id for rule in BOOK.search(typed)][:2] == ["CW-8.0-01", "CW-8.0-02"]


def test_what_may_be_two_rules_is_answered_with_both() -> None:
    assert BOOK.named("b36") is None
    assert [rule.id for rule in BOOK.search("b36")][:2] == ["CW-B-36", "PW-B36"]


def test_every_id_is_read_back_in_small_letters_without_signs_and_with_other_dashes() -> None:
    for key in BOOK.rules:
        for typed in (key.lower(), key.replace("-", " "), key.replace("-", "\u2013").lower()):
            assert BOOK.get(typed).id == key, typed


def test_a_text_of_many_digits_is_read_at_once() -> None:
    assert BOOK.named("1" * 99 + "x") is None
    assert BOOK.named("1 " * 49 + "x") is None


def test_a_number_alone_is_no_rules_id() -> None:
    assert BOOK.named("2") is None
    assert BOOK.named("two hexes") is None
    assert BOOK.named("within 2 hexes") is None


def test_our_own_rulings_are_found_too() -> None:
    ruling = BOOK.get("r-001")
    assert ruling.kind == "ruling"
    assert "Always freighters" in ruling.text
    assert [r.id for r in BOOK.search("R-00")][:2] == ["R-001", "R-002"]


def test_a_search_finds_titles_before_texts_and_at_most_what_a_list_can_show() -> None:
    found = BOOK.search("treasury")
    assert found
    assert "treasury" in found[0].title.casefold()
    assert len(BOOK.search("the")) == 25
    assert BOOK.search("zzzz") == ()
    assert len(BOOK.search("")) == 25


def test_the_rules_of_battles_are_found_too() -> None:
    assert BOOK.get("pw-b36").id == "PW-B36"
    assert BOOK.get("PW-B82").ruling
    assert "PW-B82" in BOOK.get("R-050").text
    assert [rule.id for rule in BOOK.search("PW-B3")][:3] == ["PW-B03", "PW-B30", "PW-B31"]
    with pytest.raises(GameError, match=r"Near it: PW-B\d\d, PW-B"):
        BOOK.get("PW-B99")
    with pytest.raises(GameError, match="Ids look like"):
        BOOK.get("PW")


def test_an_unknown_id_names_the_nearest() -> None:
    with pytest.raises(GameError, match="Near it: CW-8"):
        BOOK.get("CW-8.0-99")
    with pytest.raises(GameError, match="Near it: CW-8"):
        BOOK.get("cw 8-14")
    with pytest.raises(GameError, match="Near it: R-2"):
        BOOK.get("r999")
    with pytest.raises(GameError, match="Ids look like"):
        BOOK.get("@everyone")


def test_the_page_of_rulings_is_read_whole() -> None:
    page = "# Rulings\n\nintro\n\n## R-001 One\nA.\n\n# More\n\n| table |\n\n## R-002 Two\nB.\n"
    assert [(r.id, r.title, r.text) for r in read_rulings(page)] == [("R-001", "One", "A."), ("R-002", "Two", "B.")]
    ids = [r.id for r in BOOK.rules.values() if r.kind == "ruling"]
    told = {path.name: path.read_text(encoding="utf-8") for path in RULINGS_FOLDER.glob("*.md")}
    assert len(ids) == sum(page.count("\n## R-") for page in told.values()) > 150
    index = told.pop("README.md")
    for name, page in told.items():
        here = read_rulings(page)
        assert [r.id for r in here] == sorted({r.id for r in here})
        assert [r.id for r in here if f"[{r.id}]({name}#{r.id.lower()}" not in index] == []
