"""What Cluster War's commands share: its lists, previews and context."""
