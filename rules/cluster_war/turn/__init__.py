"""The month in order (CW-1.0-07, CW-18.0-01)."""
