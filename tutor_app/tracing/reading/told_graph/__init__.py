"""Graphs told in running prose: node mentions and numbers in their order, read as edges."""
