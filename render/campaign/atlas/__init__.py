"""The atlas of a campaign: all turns of one side in one page."""
