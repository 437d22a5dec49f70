"""Messages that nobody would write, to find those that cost seconds or crash."""
