"""Rows told loosely: items by their form, aligned with what the algorithm does on the problem."""
