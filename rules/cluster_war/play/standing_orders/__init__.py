"""Standing orders: rules that a player lays down once, and the orders that they give turn by turn from the side's own view."""
