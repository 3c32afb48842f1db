"""What the game master does: amendments to a draft or between turns, and looking ahead (CW-1.0, CW-19.0)."""
