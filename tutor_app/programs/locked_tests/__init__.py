"""The tests and solutions that a course keeps locked, and what is said of them."""
