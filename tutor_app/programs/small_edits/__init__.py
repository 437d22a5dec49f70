"""Programs that are one small edit away."""
