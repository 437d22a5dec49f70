"""Plain words for what the engine knows, filled in with facts."""
