"""The wizard of a campaign that is made by its players: the plan, page by page."""
