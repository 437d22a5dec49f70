"""Estimates of a student's own graph: whether they are admissible, or consistent, by computing."""
