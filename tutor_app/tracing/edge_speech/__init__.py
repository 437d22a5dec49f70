"""What students say in sentences of the edges that a spanning tree takes, and what they ask."""
