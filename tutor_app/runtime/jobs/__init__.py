"""The two jobs of the workers: answering a turn, indexing a course."""
