"""What students try by themselves: tests of their answer, and guesses at the place of a mistake."""
