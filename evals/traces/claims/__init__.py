"""What a sentence claims about a run, and whether it is so."""
