"""Calculations: right and wrong ones by writers, generated ones, and hostile expressions."""
