"""The nine order and status sheets that the game's players know (CW-18.0-T01), each made from a side's view alone."""
