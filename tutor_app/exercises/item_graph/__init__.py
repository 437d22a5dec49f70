"""What is computed of the graph that an item of an assignment is about: ways, cycles, weights."""
