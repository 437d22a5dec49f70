"""One module per algorithm (or family that shares a loop); each names its `ALGORITHMS`."""
