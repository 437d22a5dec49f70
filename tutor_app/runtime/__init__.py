"""What runs: composition root, command line, workers and their jobs, embedded parts."""
