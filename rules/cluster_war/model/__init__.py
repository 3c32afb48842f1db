"""What Cluster War's chapters work on: the state, its events, designs, worlds and the economy. Nothing here knows a chapter."""
