"""Movement: counting and the chart, rotation, acceleration and beam pulls, travel, seekers, launching, bodies."""
