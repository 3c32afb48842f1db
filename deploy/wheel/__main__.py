"""`python -m admiralty`: the same as the command `admiralty`."""

import sys
from importlib import import_module

sys.exit(import_module("admiralty").main())
