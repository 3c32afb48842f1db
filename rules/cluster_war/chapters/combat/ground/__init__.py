"""Invasion and ground war: from the drop out of orbit to the garrison of a conquered city (CW-9.2, CW-9.3)."""
