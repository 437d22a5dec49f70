"""Readings: conversations that readers play and grade."""
