"""Letters as rows, written in the transaction they tell of."""
