"""Pieces of code that a student sends, put where their program runs with them."""
