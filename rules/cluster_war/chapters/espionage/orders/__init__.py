"""Orders of intelligence: operations begun, paid, changed and called off (chapter 10)."""
