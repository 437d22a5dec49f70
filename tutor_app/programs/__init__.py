"""Help with a student's own program."""
