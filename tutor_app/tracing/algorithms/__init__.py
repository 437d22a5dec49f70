"""One module an algorithm (or a family that shares its loop); each names its `ALGORITHMS`."""
