"""The course of a turn: power, radar, secrets, the end of the turn, and the engine that plays the steps."""
