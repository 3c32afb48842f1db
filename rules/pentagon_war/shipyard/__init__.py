"""The shipyard: what craft are built of, what they cost, and what becomes of them between battles."""
