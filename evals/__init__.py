"""Measures every capability on real questions and prints the numbers."""
