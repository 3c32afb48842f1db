"""A report over several messages: nothing cut, no heading alone, files and buttons at its end, each message once."""

import re

import pytest

from playtest.clock import ManualClock
from rules.values import changed
from storage import outbox
from tests.umpire.mail import HUMANS, rows, texts_of
from tests.umpire.sweeping import sweep
from tests.umpire.table import SUNDAY, THREADS, Post
from umpire.delivery import packets
from umpire.delivery.delivery import Deliverer
from umpire.delivery.packets import MOST_PAGES, pages
from umpire.delivery.sender import ref_of
from umpire.games.games import Game
from umpire.outbox.courier import File
from umpire.outbox.outbox import FOLD_LINE, Letter, LetterButton, Recipe, enqueue, letter_of
from umpire.services.services import Services

HEAD = "**Turn 7** of **The Reach**: your report and map."


def long_report(sections: int, lines: int, width: int = 60) -> str:
    """A report with numbered lines under headings."""
    number = 0
    parts = ["# The Reach: Humans, report of turn 7", "Turn 8 is open: 100 CPs to spend."]
    for section in range(sections):
        body = [f"## Section {section}"]
        for _ in range(lines):
            number += 1
            body.append(f"- [{number}] {'news ' * (width // 5)}of {number}.")
        parts.append("\n".join(body))
    return "\n\n".join([*parts, "-# /turn why explains any line by its number."]) + "\n"


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"^- \[(\d+)\]", text, re.MULTILINE)]


def test_a_short_report_is_one_message_with_all_of_it() -> None:
    [text] = pages(HEAD, long_report(2, 3), 3900)
    assert text.startswith(f"{HEAD}\n\n## The Reach: Humans, report of turn 7\n\nTurn 8 is open")
    assert "\n\n### Section 0\n- [1]" in text
    assert text.endswith("-# /turn why explains any line by its number.")
    assert "report.md" not in text


@pytest.mark.parametrize("room", [1000, 1960, 3900])
@pytest.mark.parametrize(("sections", "lines"), [(1, 30), (6, 6), (20, 2), (3, 17)])
def test_what_does_not_fit_goes_on_in_the_next_message(room: int, sections: int, lines: int) -> None:
    """Every line stands in exactly one message, in order, or the last one says how many more there are."""
    report = long_report(sections, lines)
    told = pages(HEAD, report, room)
    assert all(len(text) <= room for text in told)
    assert len(told) <= MOST_PAGES
    found = [number for text in told for number in numbers(text)]
    assert found == list(range(1, len(found) + 1))
    if len(found) < sections * lines:
        assert len(told) == MOST_PAGES
        left = re.search(r"-# (\d+) more lines are in report.md, from here on.", told[-1])
        assert left is not None
        assert int(left[1]) >= sections * lines - len(found)
    for text in told:
        body = text.split("\n")
        for at, line in enumerate(body):
            if line.startswith("### "):
                assert body[at + 1].startswith("- ["), "a heading never stands alone"
    if len(told) > 1 and sections == 1:
        assert told[1].startswith("### Section 0 (continued)\n- [")


def test_a_long_word_of_the_game_master_is_not_cut() -> None:
    """One line of several paragraphs, longer than a message."""
    words = "\n".join(f"  Paragraph {n}: {'long ' * 40}" for n in range(12))
    report = f"# R\n\n## Words and rulings\n- [1] It begins.\n{words}\n- [2] It ends.\n"
    told = pages(HEAD, report, 1500)
    whole = "\n".join(told)
    assert all(f"Paragraph {n}:" in whole for n in range(12))
    assert all(len(text) <= 1500 for text in told)
    assert numbers(whole) == [1, 2]


def test_an_empty_report_says_so_in_one_message() -> None:
    [text] = pages(HEAD, "# R: Humans, report of turn 7\n\nTurn 8 is open.\n\nA quiet turn: nothing to report.\n", 3900)
    assert text.endswith("A quiet turn: nothing to report.")


def test_what_stands_below_a_fold_is_for_the_file() -> None:
    """A battle's message has its digest, then where the rest is, then what stands below the head's own fold."""
    [text] = pages(f"Over.\n{FOLD_LINE}\n-# dice", f"one\ntwo\n\n{FOLD_LINE}\n\n## Log\nthree", 1960)
    assert text == "Over.\n\none\ntwo\n-# The whole report is in report.md.\n\n-# dice"


async def made_long(_: Services, recipe: Recipe, kinds: tuple[str, ...], *, urgent: bool = False) -> tuple[File, ...]:
    return (File("report.md", long_report(6, 20).encode()), File("map.png", b"\x89PNG", "a map"))


def packet(game: Game) -> Letter:
    files = tuple(Recipe(game.id, 1, 1, "humans", kind) for kind in ("report", "map"))
    buttons = (LetterButton("Why?", "why", 1, "1"),)
    return Letter(
        "packet", game.id, 1, "humans", HUMANS, HEAD, files, panel=True, buttons=buttons, file_note="Dice: all of them."
    )


async def test_pages_are_messages_of_their_own_with_files_and_buttons_on_the_last(
    services: Services, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packets, "make_files", made_long)
    sent: list[Letter] = []

    class Keeping(Post):
        async def send(self, target, letter, files, nonce) -> int:  # type: ignore[no-untyped-def] # as Post's
            sent.append(letter)
            return await super().send(target, letter, files, nonce)

    post = Keeping()
    await Deliverer(services, post).drain()
    sent.clear()
    async with services.storage.transaction() as tx:
        await enqueue(tx, services, packet(game))
    await Deliverer(services, post).drain()
    here = [m for m in post.to("thread", THREADS["humans"]) if numbers(m.text)]
    assert len(here) == 3
    assert [number for text in texts_of(here) for number in numbers(text)] == list(range(1, 121))
    assert [[file.name for file in m.files] for m in here] == [[], [], ["report.md", "map.png"]]
    assert here[-1].files[0].data.decode().endswith("\n\nDice: all of them.\n")
    assert "Dice: all" not in "".join(m.text for m in here)
    assert [bool(letter.buttons) for letter in sent] == [False, False, True]
    assert all(letter.panel and len(letter.text) <= 4000 for letter in sent)
    assert len({m.text.rsplit("\n", 1)[1] for m in here}) == 3
    assert len({m.nonce[:25] for m in here}) == 3
    row = (await rows(services, game, "sent"))[-1]
    assert row.message_id == here[0].id


@pytest.mark.parametrize("arrived", [1, 2, 3])
async def test_a_program_killed_between_two_pages_sends_only_the_rest(
    services: Services, game: Game, monkeypatch: pytest.MonkeyPatch, arrived: int, manual_clock: ManualClock
) -> None:
    """Each page has a line of its own by which it is found again."""
    monkeypatch.setattr(packets, "make_files", made_long)
    first = Post()
    await Deliverer(services, first).drain()
    async with services.storage.transaction() as tx:
        await enqueue(tx, services, packet(game))
        [row] = await outbox.of_game(tx, game.id, "pending")
    await Deliverer(services, first).drain()
    pages_sent = [m for m in first.messages if numbers(m.text)]
    assert [m.text.rsplit("\n", 1)[1] for m in pages_sent] == [ref_of(row, at) for at in range(3)]
    async with services.storage.transaction() as tx:
        await outbox.retry(tx, row.id, services.seconds(), "as if it had not been written down")
    second = Post(messages=[*pages_sent[:arrived]])
    for message in second.messages:
        message.nonce = "forgotten by now"
    manual_clock.forward(minutes=30)
    await Deliverer(services, second).drain()
    assert [m.text for m in second.messages] == [m.text for m in pages_sent]


async def test_the_packets_of_a_real_turn_are_panels_and_letters_that_say_no_more_than_their_text_are_plain(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    """What a saved letter leaves out is as it usually is: neither panel nor buttons."""
    manual_clock.move_to(SUNDAY)
    await sweep(services)
    told = [row for row in await rows(services, game, "pending") if row.letter["kind"] == "packet"]
    assert told
    for row in told:
        assert row.letter["panel"]
    [row, *_] = told
    old = {key: value for key, value in row.letter.items() if key not in {"panel", "buttons", "file_note"}}
    read = letter_of(changed(row, letter=old))
    assert (read.panel, read.buttons, read.file_note) == (False, (), "")
