"""What a student says of their program in words: a place, a cause, a why; held against the run."""
