"""Programmes and decisions as players write and read them, both ways."""
