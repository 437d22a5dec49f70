"""Exports of course forums: their shapes, their threads, and what must not come in with them."""
