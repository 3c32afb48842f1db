"""Admiralty as it is installed: all its packages are in this folder, which becomes the first place that Python looks in.

The build puts this file into the wheel as `admiralty/__init__.py` (docs/decisions/0058-one-package-in-the-wheel.md).
"""

import sys
from importlib import import_module
from pathlib import Path


def main() -> int:
    """Carry out one sub-command of bot.py; gives its exit status."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    status: int = import_module("bot").main(program="admiralty")
    return status
