"""The allocator gives back what is freed between things still in use."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from umpire.services import memory

ROOT = Path(__file__).parents[3]
MEGABYTE = 1_000_000
BUFFERS = 64
FRAGMENTED = """
import sys
from umpire.services import memory

def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

if sys.argv[1] == "set":
    memory.give_back()
del (large := [bytes(4_000_000)])[:]
before = held()
buffers, kept = [], []
for _ in range(int(sys.argv[2])):
    buffers.append(b"x" * 1_000_000)
    kept.append(b"x" * 50_000)
full = held()
buffers.clear()
print(full - before, held() - before - 50_000 * len(kept))
"""


def megabytes_left(how: str) -> int:
    """What a process still holds of sixty-four megabytes that were freed, each between two things still in use, in bytes."""
    done = subprocess.run(
        (sys.executable, "-c", FRAGMENTED, how, str(BUFFERS)), cwd=ROOT, capture_output=True, text=True, check=True
    )
    full, after = map(int, done.stdout.split())
    assert full > 0.9 * BUFFERS * MEGABYTE
    return after


@pytest.mark.skipif(not memory.is_glibc(), reason="another C library's allocator")
def test_buffers_freed_between_things_in_use_are_given_back() -> None:
    assert megabytes_left("unset") > 0.9 * BUFFERS * MEGABYTE
    assert megabytes_left("set") < 0.1 * BUFFERS * MEGABYTE


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> str:
        raise ValueError(f"unrecognized configuration name {name}")

    monkeypatch.setattr(os, "confstr", unknown)
    monkeypatch.setattr(ctypes, "CDLL", None)  # whoever calls it fails
    memory.give_back()
