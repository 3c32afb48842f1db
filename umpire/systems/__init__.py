"""The games that can be played, as capsules, replays and imports deal with them: in bytes, by one contract."""
