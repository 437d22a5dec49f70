"""What a message tells of a run in sentences: each thing that it says, and whether that is so."""
