"""Orders on what a side has met (B, 14)."""
