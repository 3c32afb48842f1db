"""Fleets under way: organising, drives, travel times, meetings (4.0 to 4.2, Appendix C)."""
