"""Players' dice notation, `4d6kh3+2 [attack]`, in three steps: parse, resolve, explain."""
