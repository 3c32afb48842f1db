"""The whole truth of a Cluster War campaign, in named parts; `game` holds them together."""
