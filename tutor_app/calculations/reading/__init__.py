"""From what a student types to expressions: notation, tokens, the grammar, lines in prose."""
