"""What the program makes is its owner's alone, whatever the shell allows."""

import argparse
import os
from pathlib import Path

from program.start import start


def test_what_the_program_makes_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        assert start("operator_commands", "verify", argparse.Namespace(capsule=[str(tmp_path / "none")])) != 0
        (tmp_path / "made").write_bytes(b"")
        assert (tmp_path / "made").stat().st_mode & 0o077 == 0
    finally:
        os.umask(before)
