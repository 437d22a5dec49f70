"""Calculations that students type: read by a grammar, checked line by line, never evaluated."""
