"""What somebody tries who wants in: every attack counts what it got, and 0 is right."""
