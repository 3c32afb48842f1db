"""A person of the script: uses slash commands, buttons, forms and suggestions, and nothing else; remembers all it saw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from demo.stage import CHANNEL_NAME
from playtest.player import GIVE_BUTTON, OUR_FAULT, Player, ScriptError, can_give, full_text, is_refusal
from sandbox.human import Place
from sandbox.model import Channel
from sandbox.reply import AutocompleteChoice, Reply, SeenMessage


@dataclass
class RunRecord:
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

    def expect(self, reply: SeenMessage, said: str, what: str) -> None:
        """Write down an answer that does not hold a word; `what` was answered."""
        text = full_text(reply)
        self.check(said in text, f"{what} should say {said!r}: {text[:250]}")


@dataclass(kw_only=True)
class Actor(Player):
    """One person. `side` is "" for the game master and the visitor."""

    name: str
    findings: RunRecord
    side: str = ""
    diary: list[str] = field(default_factory=list)
    """All that the person typed and was answered, in order."""
    first_game: int | None = None
    """How many entries the diary had when the first campaign was over; None while it is on."""
    place: Channel | str = CHANNEL_NAME
    """Where commands are given: the own private thread once there is one."""

    @property
    def read_in_the_first_game(self) -> list[str]:
        """The diary of the first campaign: in the second one everybody may look at the ready rosters of all races."""
        return self.diary[: self.first_game]

    def took(self, did: str, reply: Reply) -> None:
        """Write an answer into the diary; a fault of the bot's is among the findings."""
        self.findings.interactions += 1
        text = full_text(reply)
        self.diary.append(f"> {did}\n{text}")
        self.findings.check(OUR_FAULT not in text, f"{self.name} did {did[:120]} and was told: {text[:200]}")

    def suggested(self, did: str, found: list[AutocompleteChoice]) -> None:
        """Write suggestions into the diary."""
        self.findings.interactions += 1
        self.diary.append("\n".join([f"> {did}…", *(each.name for each in found)]))

    async def use(self, command: str, /, *, where: Place | None = None, **options: Any) -> Reply:
        """Use a slash command, which is counted, and read the answer."""
        reply = await super().use(command, where=where, **options)
        self.findings.used[command] += 1
        return reply

    async def does(self, command: str, said: str = "✔", *, where: Channel | str | None = None, **options: Any) -> Reply:
        """Use a slash command that must work: the answer holds a word and is no refusal."""
        reply = await self.use(command, where=where, **options)
        self.findings.expect(reply, said, f"{self.name}: /{command} {options}")
        self.findings.check(
            not reply.text().startswith("⚠"), f"{self.name}: /{command} was refused: {reply.text()[:200]}"
        )
        return reply

    async def do_all(
        self, lines: Iterable[tuple[str, str, dict[str, Any]]], where: Channel | str | None = None
    ) -> None:
        """Use commands one after the other, each with the word its answer must hold."""
        for command, said, options in lines:
            await self.does(command, said, where=where, **options)

    async def opens(self, command: str, said: str, **options: Any) -> Channel:
        """Use a command that makes a new thread under the campaign's channel."""
        before = {thread.id for thread in self.human.threads(CHANNEL_NAME)}
        await self.does(command, said, where=CHANNEL_NAME, **options)
        found = [thread for thread in self.human.threads(CHANNEL_NAME) if thread.id not in before]
        if len(found) != 1:
            raise ScriptError(f"{self.name}: /{command} made {len(found)} threads")
        return found[0]

    async def fill(self, form: SeenMessage, **fields: Any) -> Reply:
        """Send a form: the values go into its fields in order, whatever their names."""
        if isinstance(form, Reply) and form.modal is not None:
            fields = dict(zip(form.modal.fields, fields.values(), strict=True))
        return await super().fill(form, **fields)

    async def first(self, command: str, option: str, typed: str = "", **options: Any) -> str:
        """The value of the first suggestion."""
        return str((await self.suggest(command, option, typed, **options))[0].value)

    async def try_to_give(self, command: str, **options: Any) -> Reply | None:
        """As `give`; None if the bot refuses with a sentence, as it may when the player had not foreseen something."""
        preview = await self.use(command, **options)
        if not can_give(preview):
            self.findings.check(
                is_refusal(preview), f"{self.name}: /{command} gave no clear answer: {preview.text()[:200]}"
            )
            return None
        done = await self.press(preview, GIVE_BUTTON)
        return done if "✔" in done.text() else None

    async def sheet(self) -> str:
        """The own order sheet as /orders show tells it, without what happened since they last looked."""
        text = (await self.use("orders show")).text()
        return text[max(text.find("###"), 0) :]

    def hears(self, place: Channel | str) -> list[SeenMessage]:
        """All messages the person sees in a place."""
        return self.human.messages(place, 10_000)
