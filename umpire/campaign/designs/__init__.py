"""Unit designs drawn in play."""
