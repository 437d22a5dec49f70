"""What runs inside the boundary, in a process of its own: the standard library and this folder."""
