"""An example that an item asks for: it is decided by running the one that the student gives."""
