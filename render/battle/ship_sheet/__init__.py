"""The parts of a Spacecraft Systems Display: its boxes, its hexagon of armor, its paper."""
