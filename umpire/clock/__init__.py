"""Deadlines, reminders, downtime, extensions."""
