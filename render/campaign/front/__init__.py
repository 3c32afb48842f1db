"""Pictures of worlds that are fought over."""
