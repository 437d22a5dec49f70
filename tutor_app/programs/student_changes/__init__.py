"""Changes that a student describes or pastes, put where they fit."""
