"""A person who may not know: takes in all that comes to them, and asks what a curious player would ask."""

import re
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from harness.attack.fact import Words
from sandbox.reply import Reply, SeenMessage
from tests.e2e import ears
from tests.e2e.ears import Ears
from tests.e2e.kit import Table

VICTIMS = {"humans": "ada", "vermin": "vik", "dominators": "dom", "oolab": "ola", "visitor": "visitor"}
"""Whoever listens, by side; the visitor holds no seat and sees what is public."""
QUESTIONS_BEFORE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("campaign info", {}), ("campaign players", {}), ("turn status", {}), ("orders show", {}), ("fleet list", {}),
    ("treaty list", {}), ("treaty relations", {}),
)  # fmt: skip
"""What is asked while the month is open, and again while it is a draft."""
MONTH_OPEN: tuple[tuple[str, dict[str, Any]], ...] = (*QUESTIONS_BEFORE, ("orders rehearse", {}))
"""What those who are near ask while the month is open: others have orders on their sheets then, and a rehearsal has not."""
DRAFT_QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    *QUESTIONS_BEFORE,
    ("digest", {"how": "now"}), ("turn recap", {"turns": 2}), ("map film", {}), ("map text", {}), ("campaign chronicle", {}),
    ("gm whatif", {}),
)  # fmt: skip
"""What those who are near ask of a draft: all that looks back."""
QUESTIONS_AFTER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("digest", {"how": "now"}),
    *QUESTIONS_BEFORE,
    ("campaign list", {}), ("campaign rules", {}), ("campaign export", {}),
    ("empire show", {}), ("empire designs", {}), ("empire known", {}), ("empire history", {}), ("empire workbook", {}),
    ("colony list", {}), ("base list", {}), ("build queue", {}), ("build roster", {}), ("research list", {}),
    ("research chance", {}), ("design list", {}), ("orders forecast", {}), ("orders copy", {}), ("orders rehearse", {}),
    ("orders standing", {}), ("psi list", {}), ("psi research", {}), ("psi shown", {}), ("spy list", {}),
    ("officer list", {}), ("officer show", {"officer": "Talon"}), ("encounter list", {}),
    ("invade fronts", {}), ("decree front show", {}),
    ("turn recap", {"turns": 2}), ("map film", {}), ("map film", {"truth": True}), ("campaign chronicle", {}),
    ("turn report", {}), ("turn dice", {}), ("turn why", {"line": 1}), ("turn why", {"line": 2}), ("turn why", {"line": 3}),
    ("turn why", {"line": 4}), ("turn why", {"line": 5}), ("turn why", {"line": 6}),
    ("map mine", {}), ("map whole", {}), ("map text", {}), ("map atlas", {}), ("map show", {"around": "{home}"}),
    ("map show", {"around": "{deep}", "sensors": True}),
    ("map battle", {"at": "{home}"}), ("map battle", {"at": "{deep}"}), ("invade fronts", {"world": "{world}", "film": True}),
    ("empire system", {"hex_": "{home}"}), ("empire system", {"hex_": "{deep}"}), ("empire system", {"hex_": "{deeper}"}),
    ("find", {"text": "Secret"}), ("find", {"text": "Terra"}), ("find", {"text": "Works"}),
    ("fleet show", {"fleet": "Secret Arm"}), ("fleet show", {"fleet": "{outpost}"}), ("fleet show", {"fleet": "Works"}),
    ("colony show", {"colony": "Terra"}), ("colony show", {"colony": "{world}"}), ("design show", {"design": "WI"}),
    ("orders write", {"line": 'move "Secret Arm" to {home}'}), ("gm side", {"side": "humans"}), ("gm questions", {}),
    ("gm whatif", {}), ("gm audit", {}), ("gm review", {}), ("gm npr show", {}),
    ("plan travel", {"hexes": 4}), ("roll", {"dice": "3d6"}),
)  # fmt: skip
"""What is asked when the month is published; things are named as their keeper calls them, too. What happened since one looked
last is asked for before one looks."""
FEW_QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("digest", {"how": "now"}),
    *QUESTIONS_BEFORE,
    ("campaign list", {}), ("campaign rules", {}), ("campaign export", {}), ("turn report", {}), ("turn dice", {}),
    ("turn recap", {"turns": 2}), ("map film", {}), ("campaign chronicle", {}), ("gm whatif", {}),
    ("map whole", {}), ("map atlas", {}), ("empire known", {}), ("empire system", {"hex_": "{home}"}),
    ("find", {"text": "Secret"}), ("gm audit", {}), ("roll", {"dice": "3d6"}),
)  # fmt: skip
"""What those ask who are far off, or hold no seat."""
DRAWN_COMMANDS = frozenset({"map atlas", "map whole", "empire history", "empire workbook"})
"""What takes half of an evening's time to make; a keeper who is asked whether a fact came about does without."""
FAR_VICTIMS = frozenset({"oolab", "visitor"})
TAPPED_QUESTIONS: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("map show", {"around": "{home}"}, ("Sensors", "→", "Whole cluster", "No sensors")),
    ("orders show", {}, ("Do as my staff advises",)),
    ("orders show", {}, ("Explore",)),
)
"""Buttons that are pressed one after the other below the answer to a command."""
TYPED_OPTIONS: tuple[tuple[str, str], ...] = (
    ("fleet show", "fleet"), ("fleet move", "to"), ("colony show", "colony"), ("colony found", "world"),
    ("build units", "design"), ("build continue", "build"), ("research fund", "project"), ("empire system", "hex"),
    ("map battle", "at"), ("invade fronts", "world"),
    ("gm amend move", "fleet"), ("gm side", "side"), ("campaign join", "side"), ("fleet aid", "colony"),
    ("fleet embark", "craft"), ("base release", "base"), ("treaty offer", "side"), ("treaty data", "technology"),
    ("treaty material", "material"),
    ("encounter answer", "encounter"), ("treaty pay", "technology"), ("treaty message", "side"), ("decree hinder", "colony"),
    ("decree effect", "question"), ("officer assign", "officer"), ("invade land", "world"), ("invade army", "world"),
    ("invade army", "forces"), ("invade army", "at"), ("decree front force", "force"), ("gm npr show", "race"),
    ("design show", "design"), ("spy start", "target"), ("spy start", "kind"), ("spy start", "on"), ("spy fund", "operation"),
    ("spymaster show", "operation"), ("spymaster difference", "one"),
)  # fmt: skip
NOT_TOLD = ("nonce",)
"""Fields of a message that are left out of the comparison. A letter's nonce is sixteen bytes drawn for it alone: a person
who reads it learns nothing, and in the harness, where bytes are numbered, it would tell how many letters went to all. So
would the reference below a letter, which is worked out from its nonce and nothing else (`umpire.delivery.ref_of`).
Ids of messages and links are evened out by `Ears`: Discord draws them from its own clock. The order of messages is compared
within every place. Letters to different places are sent beside each other, so which of two arrives first is the net's doing
and differs between two evenings without any secret."""

REFERENCE = re.compile(r"-# ref [A-Z0-9]+-[A-Z0-9]+")
TEXT_SUFFIXES = (".capsule", ".md", ".txt")
"""Files that are taken in by their lines and not by their hash alone, so that a difference can be read."""
WORKBOOK_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
"""How a workbook tells when it was made and changed, in its properties."""


@dataclass
class Victim(Ears):
    """Ears that ask; `tellings` has every question and message with what came of it."""

    async def ask(self, questions: tuple[tuple[str, dict[str, Any]], ...], words: Words) -> None:
        """Use each command and take in the whole answer."""
        for command, options in questions:
            await self.use(command, **_named(options, words))

    async def tap(self, words: Words) -> None:
        """Press what stands below answers; who is refused the command has nothing to press but commands that are named."""
        for command, options, labels in TAPPED_QUESTIONS:
            shown = await self.use(command, **_named(options, words))
            for label in labels if any(not button.label.startswith("/") for button in shown.buttons) else ():
                shown = await self.press(shown, label)

    async def type(self) -> None:
        """Take in what is suggested."""
        for command, option in TYPED_OPTIONS:
            await self.suggest(command, option)

    def listen(self) -> None:
        """Take in every place with what was said there. Answers to oneself were taken in when they came: whether a letter
        arrives before or after one's next question is the net's doing."""
        for place in sorted(self.human.channels(), key=lambda channel: channel.id):
            self._note("place", [place.name, place.topic, place.type])
            for seen in self.human.messages(place, 10_000):
                if not seen.ephemeral:
                    self._note("message", contents(seen))

    def _note(self, did: str, what: Any) -> None:
        super()._note(did, what)
        self.heard[-1] = REFERENCE.sub("(reference)", self.heard[-1])

    def took(self, did: str, reply: Reply) -> None:
        modal = reply.modal
        form = None if modal is None else [modal.title, modal.components]
        self._note(did, [reply.kind, contents(reply), [contents(each) for each in reply.followups], form])


def _named(options: dict[str, Any], words: Words) -> dict[str, Any]:
    """The options of a command with the evening's names in them."""
    return {key: each.format(**words) if isinstance(each, str) else each for key, each in options.items()}


def contents(seen: SeenMessage) -> Any:
    """A message as it went over the wire but for what tells nothing, and the bytes of its files."""
    payload, files = ears._contents(seen)
    told = {key: value for key, value in payload.items() if key not in NOT_TOLD}
    books = [each for each in seen.attachments if each.filename.endswith(".xlsx")]
    if books:
        told["attachments"] = [each.filename for each in books]
        files = [pages(each.read()) for each in books]
    files += [each.read().decode().splitlines() for each in seen.attachments if each.filename.endswith(TEXT_SUFFIXES)]
    return [told, files]


def pages(workbook: bytes) -> list[list[str]]:
    """What is in a workbook, part by part: the moment at which it was packed is the machine's, and changes its bytes."""
    with ZipFile(BytesIO(workbook)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    return [[name, sha256(WORKBOOK_TIME.sub(b"", data)).hexdigest()] for name, data in parts.items()]


def victims(table: Table) -> dict[str, Victim]:
    """Everybody who listens, by side."""
    return {side: Victim(table.human(name)) for side, name in VICTIMS.items()}
