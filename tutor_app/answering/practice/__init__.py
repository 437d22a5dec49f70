"""Retrieval practice from the course's own words: its exercises, and its sentences with a gap."""
