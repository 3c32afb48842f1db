"""What a worker process runs: `python -m umpire.services.worker_process NICE [MODULE ...]`.

Pickled calls come in, pickled answers go out. It is a fresh process that never saw the bot: `discord` is not imported here. It
ends when its parent does.
"""

import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, BinaryIO, Final

from umpire.services.memory import give_back, settle

LENGTH_PREFIX: Final = struct.Struct("<Q")
WORKER_NICENESS: Final = 5
"""It gives way to the bot, and still has its share where other programs use all that there is: at 19 a process gets half a
hundredth of a core that three others use, and somebody who waits for a list waits for minutes."""


def answer(call: bytes) -> bytes:
    """Run a pickled (function, arguments); gives a pickled (True, result) or (False, exception)."""
    try:
        function: Callable[..., object]
        arguments: Sequence[Any]
        function, arguments = pickle.loads(call)  # noqa: S301 # written by our own parent process
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as wrong:  # noqa: BLE001 # whatever went wrong is the caller's to know
        return _pickled(wrong)


def _pickled(wrong: Exception) -> bytes:
    """The exception with where it happened as a note; as its text only, if it cannot be pickled."""
    wrong.add_note("In the worker:\n" + "".join(traceback.format_exception(wrong)))
    try:
        told = pickle.dumps((False, wrong), pickle.HIGHEST_PROTOCOL)
        pickle.loads(told)  # noqa: S301 # just written here
    except Exception:  # noqa: BLE001 # exceptions may fail in any way to be pickled
        plain = RuntimeError(f"{type(wrong).__name__}: {wrong}")
        plain.add_note(wrong.__notes__[-1])
        return pickle.dumps((False, plain), pickle.HIGHEST_PROTOCOL)
    return told


def serve(calls: BinaryIO, answers: BinaryIO) -> None:
    """Answer calls one by one until the parent closes the pipe."""
    while len(head := calls.read(LENGTH_PREFIX.size)) == LENGTH_PREFIX.size:
        (size,) = LENGTH_PREFIX.unpack(head)
        call = calls.read(size)
        if len(call) < size:
            return
        told = answer(call)
        answers.write(LENGTH_PREFIX.pack(len(told)))
        answers.write(told)
        answers.flush()


def main(nice: int, preload: Sequence[str]) -> None:
    """Load what will be needed, be as kind to the others on this machine as told, then serve."""
    give_back()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then closes the pipe
    # Whatever is printed must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for name in preload:
        import_module(name)
    settle()
    if hasattr(
        os, "nice"
    ):  # only now: on a busy machine somebody who waits would wait for the imports of a process that gives way
        os.nice(nice)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
