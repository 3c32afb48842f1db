"""The atlas of a battle: every impulse of one side in one page."""
