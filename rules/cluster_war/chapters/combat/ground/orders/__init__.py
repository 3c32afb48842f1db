"""What players order of invasions and armies (CW-9.2, CW-9.3)."""
