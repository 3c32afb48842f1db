"""Movement: the chart, rotation, acceleration and beam pulls, travel, seekers, launching, joining."""
