"""Clients that are not ours, on the sandbox."""
