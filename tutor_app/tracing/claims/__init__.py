"""What students claim about a run in plain words: read by one grammar, judged by exact facts."""
