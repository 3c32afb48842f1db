"""What a person has before their eyes: a message, an answer, a form; made comfortable for tests and scripts."""

from dataclasses import dataclass, field

from sandbox import payloads
from sandbox.errors import Json
from sandbox.interactions import Core, Interaction, Outcome
from sandbox.model import EPHEMERAL, Attachment, Message
from sandbox.payload_parts import walk


@dataclass(frozen=True, slots=True)
class ReplyFile:
    """A file in a message: name, alt text, bytes."""

    core: Core
    attachment: Attachment

    @property
    def filename(self) -> str:
        """The file's name."""
        return self.attachment.filename

    @property
    def description(self) -> str:
        """The alt text, or an empty text."""
        return self.attachment.description or ""

    def read(self) -> bytes:
        """The bytes."""
        data = self.core.cdn.get(self.attachment.id)
        assert data is not None, "the sandbox keeps every file it takes"
        return data


@dataclass(frozen=True, slots=True)
class Control:
    """A button or a select a person may use."""

    custom_id: str | None
    label: str
    type: int
    disabled: bool
    options: tuple[tuple[str, str], ...] = ()
    """(label, value) of a string select."""
    url: str | None = None
    """Where a link leads."""


@dataclass(frozen=True, slots=True)
class AutocompleteChoice:
    """One suggestion of an autocomplete."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Modal:
    """A form the bot opened; `components` are Discord's JSON. Fill it in with `Human.submit`."""

    modal_id: str
    title: str
    components: list[Json]

    @property
    def fields(self) -> dict[str, Json]:
        """The controls by custom id."""
        return {each["custom_id"]: each for each in walk(self.components) if each.get("custom_id")}

    def text(self) -> str:
        """Title, labels, descriptions and texts, one a line."""
        lines = [self.title]
        for each in walk(self.components):
            lines += [str(each[key]) for key in ("label", "description", "content") if each.get(key)]
        return "\n".join(lines)


@dataclass(eq=False)
class SeenMessage:
    """A message as one person sees it; it stays current when the bot edits the message.

    Without a message (an answer that was only a form, for instance) everything about it is empty."""

    core: Core
    message: Message | None

    @property
    def id(self) -> int:
        """The message's id; 0 where there is none."""
        return self.message.id if self.message else 0

    @property
    def payload(self) -> Json:
        """The message object; empty where there is none."""
        if self.message is None:
            return {}
        return payloads.message(self.core.world, self.core.cdn, self.message)

    @property
    def content(self) -> str:
        """The plain content."""
        return self.message.content if self.message else ""

    @property
    def embeds(self) -> list[Json]:
        """The embeds."""
        return list(self.payload.get("embeds", []))

    @property
    def components(self) -> list[Json]:
        """The components, as a tree."""
        return list(self.payload.get("components", []))

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.message and self.message.flags & EPHEMERAL)

    @property
    def attachments(self) -> list[ReplyFile]:
        """All files, those shown in embeds and galleries too."""
        return [ReplyFile(self.core, each) for each in self.message.attachments] if self.message else []

    def text(self) -> str:
        """Everything there is to read: content, embeds, V2 texts and alt texts, in order."""
        if self.message is None:
            return ""
        lines = [self.content] if self.content else []
        for each in self.embeds:
            lines += _embed_lines(each)
        for part in walk(self.components):
            if part.get("content"):
                lines.append(part["content"])
            if part["type"] == 12:
                lines += [item["description"] for item in part["items"] if item.get("description")]
            if part["type"] == 11 and part.get("description"):
                lines.append(part["description"])
        return "\n".join(lines)

    @property
    def controls(self) -> list[Control]:
        """Buttons and selects in order."""
        return [_control(each) for each in walk(self.components) if each["type"] in (2, 3, 5, 6, 7, 8)]

    @property
    def buttons(self) -> list[Control]:
        """The buttons."""
        return [each for each in self.controls if each.type == 2]

    @property
    def selects(self) -> list[Control]:
        """The selects."""
        return [each for each in self.controls if each.type != 2]

    def control(self, key: str) -> Control:
        """A button or select by custom id or label (placeholder of a select), whole or in part; LookupError if none."""
        found = self.controls
        small = key.lower()
        for fitting in (
            [each for each in found if key in (each.custom_id, each.label)],
            [each for each in found if small in each.label.lower()],
            [each for each in found if each.custom_id and each.custom_id.startswith(key)],
        ):
            if fitting:
                return fitting[0]
        there = ", ".join(repr(each.label or each.custom_id) for each in found) or "none"
        raise LookupError(f"no button or list {key!r} here; there are: {there}")


def _embed_lines(embed: Json) -> list[str]:
    lines = [embed.get("author", {}).get("name"), embed.get("title"), embed.get("description")]
    for each in embed.get("fields", []):
        lines += [each["name"], each["value"]]
    lines += [embed.get("image", {}).get("description"), embed.get("footer", {}).get("text")]
    return [each for each in lines if each]


def _control(component: Json) -> Control:
    label = component.get("label") or component.get("placeholder") or (component.get("emoji") or {}).get("name") or ""
    options = tuple((each["label"], each["value"]) for each in component.get("options", []))
    dead = bool(component.get("disabled"))
    return Control(component.get("custom_id"), label, component["type"], dead, options, component.get("url"))


@dataclass(eq=False)
class Reply(SeenMessage):
    """What came of a command, a press or a form: the bot's answer, after any "thinking"."""

    interaction: Interaction = field(kw_only=True)
    outcome: Outcome = field(kw_only=True)

    @property
    def kind(self) -> str:
        """What the bot answered first: "message", "deferred", "update", "modal" or "choices"."""
        return self.outcome.kind

    @property
    def modal(self) -> Modal | None:
        """The form the bot opened, if it did."""
        found = self.outcome.modal
        return Modal(found["modal_id"], found["title"], found["components"]) if found else None

    @property
    def choices(self) -> list[AutocompleteChoice]:
        """Suggestions, after an autocomplete."""
        return [AutocompleteChoice(each["name"], each["value"]) for each in self.outcome.choices]

    @property
    def followups(self) -> list[SeenMessage]:
        """Further messages sent with the same token so far."""
        return [SeenMessage(self.core, each) for each in self.interaction.followups]

    def __repr__(self) -> str:
        """For failing tests: what the person saw."""
        return f"<Reply {self.kind} {self.text()[:300]!r}>"
