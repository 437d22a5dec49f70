"""Plain words for what the engine knows, filled from facts."""
