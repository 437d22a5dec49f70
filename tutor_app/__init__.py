"""Elenchus: what answers a student."""
