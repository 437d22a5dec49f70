"""What algorithms do in general, tried on small graphs."""
