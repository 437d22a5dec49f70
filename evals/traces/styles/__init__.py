"""Exact runs written down as students write them: what the tutor reads and judges of that."""
