"""Designing a race by chapters 3.1 and 16: the sheet, its price, its checks, and what it changes in the game."""
