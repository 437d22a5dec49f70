"""Hints and their ladder: scripted students, transcripts, what every reply must keep to."""
