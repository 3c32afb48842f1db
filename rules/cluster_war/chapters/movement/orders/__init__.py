"""The orders of this chapter, one row each."""
