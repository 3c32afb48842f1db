"""The game master's own part of a turn: amendments to a draft or between turns, rulings, and looking ahead (CW-1.0, CW-19.0)."""
