"""Saving a world to one JSON file and back, so that a restart finds everything where it was."""

import json
import os
import tempfile
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from typing import Any

import msgspec

from sandbox.model import Message
from sandbox.world import World

VERSION = 1


class StateError(Exception):
    """The state file cannot be used; the sentence says why and what to do."""


def dump(world: World) -> bytes:
    """The world as JSON bytes; ephemeral messages are left out, as a restarted client forgets them."""
    data = {each.name: getattr(world, each.name) for each in fields(world) if each.name != "messages"}
    data["messages"] = {
        channel: {key: message for key, message in found.items() if message.viewer is None}
        for channel, found in world.messages.items()
    }
    return json.dumps({"version": VERSION, "world": data}, default=_plain, separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        if isinstance(value, Message):
            return {each.name: getattr(value, each.name) for each in fields(value)}
        return asdict(value)
    raise TypeError(f"cannot save a {type(value).__name__}")


def write(path: Path, data: bytes) -> None:
    """Replaces the file in one step: either the old content or the new is there, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def files_folder(path: Path) -> Path:
    """Where the files of the sandbox with this state file are kept."""
    return path.with_name(path.name + ".files")


def load(path: Path) -> World:
    """The world saved in the file; StateError if it is damaged or from another version."""
    try:
        data = json.loads(path.read_bytes())
        if data["version"] != VERSION:
            raise StateError(f"{path} was written by another version of the sandbox; start over with --fresh.")
        return msgspec.convert(data["world"], World, str_keys=True)
    except (ValueError, KeyError, TypeError) as error:
        raise StateError(f"{path} is damaged ({error}); start over with --fresh.") from error
