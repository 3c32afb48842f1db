"""Damage and repair: who repairs, what it takes and costs, and the days' work (9.6)."""
