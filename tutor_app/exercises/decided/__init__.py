"""What an answer tells that code decides exactly: its numbers, and its lists of nodes."""
