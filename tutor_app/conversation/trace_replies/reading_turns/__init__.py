"""What a message about a run is taken for, before anything is said to it."""
