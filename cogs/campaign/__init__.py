"""Cluster War's commands."""
