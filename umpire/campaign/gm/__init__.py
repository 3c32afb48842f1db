"""The game master's side of a campaign: rulings, amendments, look ahead."""
