"""What a side may see, built from what is allowed (CW-18.0-07)."""
