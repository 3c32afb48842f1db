"""Threads of battles that a campaign's players fight: made for them, with those inside who belong there."""
