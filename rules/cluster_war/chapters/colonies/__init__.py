"""Founding colonies, their growth, and mining (5.0, 7.0, 7.1)."""
