"""Child processes of the operating system: how one is bound to its parent, limited and ended."""
