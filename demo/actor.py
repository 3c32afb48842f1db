"""A person of the script: uses slash commands, buttons, forms and suggestions, and nothing else; remembers all it saw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from demo.stage import CHANNEL
from sandbox.human import Human
from sandbox.model import Channel
from sandbox.reply import Choice, Reply, Seen

OUR_FAULT = "Something went wrong on our side"
GIVE = "Give this order"


class ScriptError(Exception):
    """Something did not come as the script needs it; the demo has failed."""


@dataclass
class Book:
    """What all people of a run have done together."""

    used: Counter[str] = field(default_factory=Counter)
    """How often each command was used, by its full name."""
    interactions: int = 0
    problems: list[str] = field(default_factory=list)
    """What did not hold, in words; the run goes on and fails at its end."""

    def check(self, held: object, said: str) -> None:
        """Write down what does not hold."""
        if not held:
            self.problems.append(said)

    def told(self, reply: Seen, said: str, what: str) -> None:
        """Write down an answer that does not hold a word; `what` was answered."""
        text = full_text(reply)
        self.check(said in text, f"{what} should say {said!r}: {text[:250]}")


@dataclass
class Actor:
    """One person. `side` is "" for the game master and the visitor."""

    name: str
    human: Human
    book: Book
    side: str = ""
    diary: list[str] = field(default_factory=list)
    """All that the person typed and was answered, in order."""
    first_game: int | None = None
    """How many entries the diary had when the first campaign was over; None while it is on."""
    room: Channel | None = None
    """The private thread, once there is one; commands are given there."""

    @property
    def place(self) -> Channel | str:
        """Where this person gives commands: the own thread if there is one, else the campaign's channel."""
        return self.room or CHANNEL

    @property
    def read_in_the_first_game(self) -> list[str]:
        """The diary of the first campaign: in the second one everybody may look at the ready rosters of all races."""
        return self.diary[: self.first_game]

    async def use(self, command: str, *, where: Channel | str | None = None, **options: Any) -> Reply:
        """Use a slash command and read the answer."""
        reply = await self.human.slash(where or self.place, command, **options)
        self.book.used[command] += 1
        shown = " ".join(f"{key}:{value}" for key, value in options.items())
        return self._read(f"/{command} {shown}".strip(), reply)

    async def does(self, command: str, said: str = "✔", *, where: Channel | str | None = None, **options: Any) -> Reply:
        """Use a slash command that must work: the answer holds a word and is no refusal."""
        reply = await self.use(command, where=where, **options)
        self.book.told(reply, said, f"{self.name}: /{command} {options}")
        self.book.check(not reply.text().startswith("⚠"), f"{self.name}: /{command} was refused: {reply.text()[:200]}")
        return reply

    async def do_all(
        self, lines: Iterable[tuple[str, str, dict[str, Any]]], where: Channel | str | None = None
    ) -> None:
        """Use commands one after the other, each with the word its answer must hold."""
        for command, said, options in lines:
            await self.does(command, said, where=where, **options)

    async def opens(self, command: str, said: str, **options: Any) -> Channel:
        """Use a command that makes a new thread under the campaign's channel."""
        before = {thread.id for thread in self.human.threads(CHANNEL)}
        await self.does(command, said, where=CHANNEL, **options)
        found = [thread for thread in self.human.threads(CHANNEL) if thread.id not in before]
        if len(found) != 1:
            raise ScriptError(f"{self.name}: /{command} made {len(found)} threads")
        return found[0]

    async def press(self, message: Seen, label: str) -> Reply:
        """Press a button."""
        return self._read(f"[{label}]", await self.human.click(message, label))

    async def choose(self, message: Seen, hint: str, *values: str) -> Reply:
        """Choose in a list."""
        return self._read(f"[{hint}: {', '.join(values)}]", await self.human.select(message, hint, *values))

    async def fill(self, form: Reply, **fields: Any) -> Reply:
        """Send a form; a form with one field takes it whatever its name."""
        modal = form.modal
        if modal is None:
            raise ScriptError(f"{self.name}: no form was opened: {form.text()[:200]}")
        values = dict(zip(modal.fields, fields.values(), strict=True))
        return self._read(f"(form {modal.title})", await self.human.submit(modal, values))

    async def suggest(self, command: str, option: str, typed: str = "", **options: Any) -> list[Choice]:
        """Type into an option and read the suggestions."""
        self.book.interactions += 1
        found = await self.human.autocomplete(self.place, command, option, typed, **options)
        self.diary.append("\n".join([f"> /{command} {option}:{typed}…", *(each.name for each in found)]))
        return found

    async def first(self, command: str, option: str, typed: str = "", **options: Any) -> str:
        """The value of the first suggestion."""
        return str((await self.suggest(command, option, typed, **options))[0].value)

    async def give(self, command: str, **options: Any) -> Reply:
        """Use an order command and confirm its preview; ScriptError if the bot refuses."""
        preview = await self.use(command, **options)
        if not can_give(preview):
            raise ScriptError(f"{self.name}: /{command} {options} was refused: {preview.text()[:300]}")
        done = await self.press(preview, GIVE)
        if "✔" not in done.text():
            raise ScriptError(f"{self.name}: /{command} {options} was not given: {done.text()[:300]}")
        return done

    async def try_to_give(self, command: str, **options: Any) -> Reply | None:
        """As `give`; None if the bot refuses with a sentence, as it may when the player had not foreseen something."""
        preview = await self.use(command, **options)
        if not can_give(preview):
            self.book.check(
                is_sentence(preview), f"{self.name}: /{command} gave no clear answer: {preview.text()[:200]}"
            )
            return None
        done = await self.press(preview, GIVE)
        return done if "✔" in done.text() else None

    async def sheet(self) -> str:
        """The own order sheet as /orders show tells it, without what happened since they last looked."""
        text = (await self.use("orders show")).text()
        return text[max(text.find("###"), 0) :]

    def hears(self, place: Channel | str) -> list[Seen]:
        """All messages the person sees in a place."""
        return self.human.messages(place, 10_000)

    def _read(self, did: str, reply: Reply) -> Reply:
        self.book.interactions += 1
        text = full_text(reply)
        self.diary.append(f"> {did}\n{text}")
        self.book.check(OUR_FAULT not in text, f"{self.name} did {did[:120]} and was told: {text[:200]}")
        return reply


def can_give(reply: Seen) -> bool:
    """Whether a message is a preview with the button that gives the order."""
    return any(button.label == GIVE for button in reply.buttons)


def is_sentence(reply: Reply) -> bool:
    """Whether an answer is a clear refusal: a marked sentence, seen by its reader alone."""
    text = reply.text()
    return "⚠" in text and OUR_FAULT not in text and reply.ephemeral and len(text) > 20


def full_text(reply: Seen) -> str:
    """An answer's whole text; a long one is in its files."""
    files = [file.read().decode() for file in reply.attachments if file.filename.endswith((".md", ".txt"))]
    return "\n".join([reply.text(), *files])
