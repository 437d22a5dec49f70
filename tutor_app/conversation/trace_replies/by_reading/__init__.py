"""A message about a run as the model reads it: its turn, and the answers to what it asks."""
