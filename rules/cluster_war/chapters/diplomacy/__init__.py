"""Dealings between players' empires: contact, rights, trade agreements, aid, technology (chapters 8.1, 11, CW-13.0-06)."""
