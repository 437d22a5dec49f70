"""Course material: files added, damaged and strange ones."""
