"""The games this program plays: one record each (`record.py`), read by `known.py`."""
