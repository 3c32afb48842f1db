"""Intelligence and counter-intelligence: operations, their chances, what they bring and what they do (chapter 10)."""
