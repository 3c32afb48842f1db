"""Drives other than the second stage drive, and small craft under way (4.0, 4.2)."""
