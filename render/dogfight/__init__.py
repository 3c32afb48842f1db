"""A dogfight drawn: the map of each turn, a jet's card, an animated replay; each with its words."""
